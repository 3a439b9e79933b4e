//! A table of finished subtrees, so that none of them is searched twice.
//!
//! It starts small and doubles while it may, so that a short search stays in the processor's cache.
//! Two entries share a place: the larger subtree stays, the other makes room for what comes next.

use super::Value;
use super::bits::Bits;

/// What the numbers of a subtree depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key<const W: usize> {
    /// The stones that can still be reached.
    pub stones: Bits<W>,
    /// The bit of the last stone.
    pub last: u16,
    /// The plies that are left; 0 if there are more than the game can last.
    pub plies: u16,
    /// The window, seen from the player to move.
    pub alpha: Value,
    /// Its other end.
    pub beta: Value,
}

/// The numbers of a subtree without its root: that is counted where it is visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Nodes visited.
    pub visited: u64,
    /// Leaves among them.
    pub evaluated: u64,
    /// How far the deepest node is below the root.
    pub height: u16,
    /// The value to the player to move.
    pub value: Value,
}

/// An entry. No subtree without nodes is stored, so `visited` is 0 only where nothing is.
#[derive(Clone, Copy)]
struct Entry<const W: usize> {
    key: Key<W>,
    numbers: Numbers,
}

/// A table of finished subtrees.
pub struct Subtrees<const W: usize> {
    pairs: Vec<[Entry<W>; 2]>,
    stored: usize,
    most_pairs: usize,
}

/// The size of a table that is used at all.
const FIRST_PAIRS: usize = 1 << 13;

impl<const W: usize> Subtrees<W> {
    /// A table of at most so many bytes; 0 keeps nothing.
    pub fn new(bytes: usize) -> Subtrees<W> {
        let most = bytes / size_of::<[Entry<W>; 2]>();
        Subtrees {
            pairs: Vec::new(),
            stored: 0,
            most_pairs: if most == 0 { 0 } else { 1 << most.ilog2() },
        }
    }

    /// The numbers that were stored for `key`.
    #[inline]
    pub fn get(&self, key: &Key<W>) -> Option<Numbers> {
        let pair = self.pairs.get(self.place(key))?;
        let found = pair.iter().find(|entry| entry.key == *key)?;
        (found.numbers.visited > 0).then_some(found.numbers)
    }

    /// Keeps the numbers of a finished subtree, if there is room.
    pub fn put(&mut self, key: Key<W>, numbers: Numbers) {
        if self.stored >= self.pairs.len() && self.pairs.len() < self.most_pairs {
            self.grow();
        }
        let place = self.place(&key);
        if let Some(pair) = self.pairs.get_mut(place) {
            if pair[0].numbers.visited <= numbers.visited {
                pair[1] = pair[0];
                pair[0] = Entry { key, numbers };
            } else {
                pair[1] = Entry { key, numbers };
            }
            self.stored += 1;
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.pairs.len()).max(FIRST_PAIRS).min(self.most_pairs);
        let old = std::mem::replace(&mut self.pairs, vec![[Entry::NOTHING; 2]; size]);
        self.stored = 0;
        for entry in old
            .into_iter()
            .flatten()
            .filter(|entry| entry.numbers.visited > 0)
        {
            self.put(entry.key, entry.numbers);
        }
    }

    /// Where `key` belongs: the high bits of a multiplicative hash; 0 in an empty table.
    #[inline]
    fn place(&self, key: &Key<W>) -> usize {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let window = [key.alpha, key.beta].map(|end| u64::from(end.as_tenths() as u8));
        let rest =
            u64::from(key.last) << 32 | u64::from(key.plies) << 16 | window[0] << 8 | window[1];
        let mut hash = rest.wrapping_mul(ODD);
        for word in key.stones.0 {
            hash = (hash ^ word).wrapping_mul(ODD);
            hash ^= hash >> 32;
        }
        hash.wrapping_mul(ODD)
            .checked_shr(64 - self.pairs.len().checked_ilog2().unwrap_or(0))
            .unwrap_or(0) as usize
    }
}

impl<const W: usize> Entry<W> {
    const NOTHING: Entry<W> = Entry {
        key: Key {
            stones: Bits::EMPTY,
            last: 0,
            plies: 0,
            alpha: Value::EVEN,
            beta: Value::EVEN,
        },
        numbers: Numbers {
            visited: 0,
            evaluated: 0,
            height: 0,
            value: Value::EVEN,
        },
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(last: u16) -> Key<1> {
        let (alpha, beta) = (Value::LOST, Value::WON);
        Key {
            stones: Bits([u64::from(last) * 77]),
            last,
            plies: 0,
            alpha,
            beta,
        }
    }

    fn numbers(visited: u64) -> Numbers {
        Numbers {
            visited,
            evaluated: 1,
            height: 1,
            value: Value::WON,
        }
    }

    #[test]
    fn what_is_found_is_what_was_stored() {
        let mut table = Subtrees::new(1 << 22);
        let stored = 40_000;
        for last in 1..stored {
            table.put(key(last), numbers(last.into()));
        }
        let found = (1..stored).filter_map(|last| Some((last, table.get(&key(last))?)));
        let right = found
            .inspect(|(last, found)| assert_eq!(*found, numbers((*last).into())))
            .count();
        assert!(right > 30_000, "{right} of {stored} are still there");
    }

    #[test]
    fn a_table_never_outgrows_its_limit() {
        for bytes in [0, 100, 5_000, 2_000_000] {
            let mut table = Subtrees::new(bytes);
            for last in 1..40_000 {
                table.put(key(last), numbers(last.into()));
            }
            assert!(table.pairs.len() * size_of::<[Entry<1>; 2]>() <= bytes);
        }
        assert_eq!(Subtrees::new(0).get(&key(1)), None);
    }
}
