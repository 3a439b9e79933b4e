//! What one core found lately in a search of so many plies, where values are more than won and lost.
//!
//! There the numbers of a subtree depend on its window and on the plies that are left as well, so that few
//! come again, and those soon: a small table without a second place does.

use super::Value;
use super::subtrees::{hash, place};

/// What the numbers of a subtree depend on, if the search is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// The stones that can be come to.
    pub stones: u64,
    /// The stone that was taken last, as a bit's number.
    pub last: u8,
    /// The plies that are left.
    pub plies: u8,
    /// What the player to move is sure of.
    pub alpha: Value,
    /// What the opponent is sure of.
    pub beta: Value,
}

/// The numbers of such a subtree without its root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    /// Nodes visited.
    pub visited: u64,
    /// Leaves among them.
    pub evaluated: u64,
    /// The fewest plies that were left at any leaf.
    pub plies_left: u32,
    /// The value for the player to move.
    pub value: Value,
}

/// How many subtrees are kept.
const PLACES: usize = 1 << 16;

/// A table of subtrees; it takes no memory before the first is put there.
#[derive(Default)]
pub(crate) struct Windows(Vec<Option<(Window, Seen)>>);

impl Windows {
    /// What was seen in such a subtree, if that is still there.
    #[inline]
    pub(crate) fn get(&self, window: Window) -> Option<Seen> {
        let found = (*self.0.get(index(window))?)?;
        (found.0 == window).then_some(found.1)
    }

    /// Keeps what was seen.
    pub(crate) fn put(&mut self, window: Window, seen: Seen) {
        self.0.resize(PLACES, None);
        self.0[index(window)] = Some((window, seen));
    }
}

#[inline]
fn index(window: Window) -> usize {
    let mark = u64::from(window.plies) << 6 | u64::from(window.last);
    place(hash(window.stones, mark), PLACES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_holds_for_its_window_alone() {
        let (stones, last, plies) = (0b1011_0110, 3, 6);
        let (alpha, beta) = (Value::LOST, Value::EVEN);
        let window = Window {
            stones,
            last,
            plies,
            alpha,
            beta,
        };
        let seen = Seen {
            visited: 9,
            evaluated: 4,
            plies_left: 2,
            value: Value::EVEN,
        };
        let mut windows = Windows::default();
        assert_eq!(windows.get(window), None);
        windows.put(window, seen);
        assert_eq!(windows.get(window), Some(seen));
        let beta = Value::WON;
        assert_eq!(windows.get(Window { beta, ..window }), None);
        assert_eq!(windows.get(Window { plies: 7, ..window }), None);
    }
}
