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
    /// The plies that are left; 0 if there are as many as the game can last.
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

/// A subtree in 32 bytes, if the stones are one word. No subtree without nodes is stored, so
/// `visited` is 0 only where nothing is.
#[derive(Clone, Copy)]
struct Entry<const W: usize> {
    stones: Bits<W>,
    visited: u64,
    evaluated: u64,
    /// The rest of the key: 10 bits for the last stone, 10 for the plies, 8 each for the window.
    rest: u64,
}

const NOTHING: u64 = 0;

/// Two entries in one line of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Pair<const W: usize>([Entry<W>; 2]);

/// A table of finished subtrees.
pub struct Subtrees<const W: usize> {
    pairs: Vec<Pair<W>>,
    stored: usize,
    most_pairs: usize,
}

/// The size of a table that is used at all.
const FIRST_PAIRS: usize = 1 << 8;
/// The table doubles when it has been filled so many times.
const FILLS: usize = 4;

impl<const W: usize> Subtrees<W> {
    /// A table of at most so many bytes; 0 keeps nothing.
    pub fn new(bytes: usize) -> Subtrees<W> {
        let most = bytes / size_of::<Pair<W>>();
        Subtrees {
            pairs: Vec::new(),
            stored: 0,
            most_pairs: if most == 0 { 0 } else { 1 << most.ilog2() },
        }
    }

    /// The numbers that were stored for `key`.
    #[inline]
    pub fn get(&self, key: &Key<W>) -> Option<Numbers> {
        let rest = key.rest();
        let Pair(pair) = self.pairs.get(self.place(&key.stones, rest))?;
        let same = |entry: &&Entry<W>| entry.rest & KEY == rest && entry.stones == key.stones;
        let found = pair
            .iter()
            .find(same)
            .filter(|entry| entry.visited != NOTHING)?;
        Some(Numbers {
            visited: found.visited,
            evaluated: found.evaluated,
            height: (found.rest >> 36) as u16 & 0xfff,
            value: Value::tenths((found.rest >> 48) as u8 as i8),
        })
    }

    /// Keeps the numbers of a finished subtree, if there is room.
    pub fn put(&mut self, key: &Key<W>, numbers: Numbers) {
        if self.stored >= FILLS * 2 * self.pairs.len() && self.pairs.len() < self.most_pairs {
            self.grow();
        }
        let value = u64::from(numbers.value.as_tenths() as u8);
        self.insert(Entry {
            stones: key.stones,
            visited: numbers.visited,
            evaluated: numbers.evaluated,
            rest: key.rest() | u64::from(numbers.height) << 36 | value << 48,
        });
    }

    fn insert(&mut self, entry: Entry<W>) {
        let place = self.place(&entry.stones, entry.rest & KEY);
        if let Some(Pair(pair)) = self.pairs.get_mut(place) {
            if pair[0].visited <= entry.visited {
                *pair = [entry, pair[0]];
            } else {
                pair[1] = entry;
            }
            self.stored += 1;
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.pairs.len()).max(FIRST_PAIRS).min(self.most_pairs);
        let nothing = Entry {
            stones: Bits::EMPTY,
            visited: NOTHING,
            evaluated: 0,
            rest: 0,
        };
        let old = std::mem::replace(&mut self.pairs, vec![Pair([nothing; 2]); size]);
        self.stored = 0;
        let entries = old.into_iter().flat_map(|Pair(pair)| pair);
        for entry in entries.filter(|entry| entry.visited != NOTHING) {
            self.insert(entry);
        }
    }

    /// Where a key belongs: the high bits of a multiplicative hash.
    #[inline]
    fn place(&self, stones: &Bits<W>, rest: u64) -> usize {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut hash = rest.wrapping_mul(ODD);
        for word in stones.0 {
            hash = (hash ^ word).wrapping_mul(ODD);
            hash ^= hash >> 32;
        }
        // The number of pairs is 0 or a power of two.
        let high = u128::from(hash.wrapping_mul(ODD)) * self.pairs.len() as u128;
        (high >> 64) as usize
    }
}

/// The bits of [`Entry::rest`] that belong to the key.
const KEY: u64 = (1 << 36) - 1;

impl<const W: usize> Key<W> {
    #[inline]
    fn rest(&self) -> u64 {
        let [alpha, beta] = [self.alpha, self.beta].map(|end| u64::from(end.as_tenths() as u8));
        u64::from(self.last) | u64::from(self.plies) << 10 | alpha << 20 | beta << 28
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(last: u16) -> Key<1> {
        let (alpha, beta) = (Value::LOST, Value::WON);
        Key {
            stones: Bits([u64::from(last) * 77]),
            last: last % 64,
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
            table.put(&key(last), numbers(last.into()));
        }
        let found = (1..stored).filter_map(|last| Some((last, table.get(&key(last))?)));
        let right = found
            .inspect(|(last, found)| assert_eq!(*found, numbers((*last).into())))
            .count();
        // Doubled when filled so many times, the table has room for half of that share at least.
        let least = usize::from(stored) / (2 * FILLS);
        assert!(right > least, "{right} of {stored} are still there");
    }

    #[test]
    fn a_table_never_outgrows_its_limit() {
        for bytes in [0, 100, 5_000, 2_000_000] {
            let mut table = Subtrees::new(bytes);
            for last in 1..40_000 {
                table.put(&key(last), numbers(last.into()));
            }
            assert!(table.pairs.len() * size_of::<Pair<1>>() <= bytes);
        }
        assert_eq!(Subtrees::new(0).get(&key(1)), None);
    }
}
