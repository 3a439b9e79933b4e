//! A table of finished subtrees, so that few of them are searched twice, for all cores together.
//!
//! It starts small and doubles while it may, so that a short search stays in the processor's cache.
//! Two entries share a place: the larger subtree stays, the other makes room for what comes next.
//! Each core keeps what it used last once more, in a small table of its own ([`Recent`]). What is
//! found is what was stored, key and all, whoever stored it: the table can cost time, never a number.

use std::sync::{Mutex, PoisonError};

/// What the numbers of a subtree depend on, if it goes to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Key {
    /// The stones the subtree can come to.
    pub stones: u64,
    /// The successors of its root.
    pub legal: u64,
    /// Whether all of them are looked at, instead of those up to the first that is lost.
    pub all: bool,
}

/// The numbers of a subtree without its root: that is counted where it is visited.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Numbers {
    /// Nodes visited.
    pub visited: u64,
    /// Leaves among them.
    pub evaluated: u64,
    /// How far the deepest node is below the root.
    pub height: u32,
    /// Whether the player to move wins.
    pub won: bool,
}

/// A subtree in 32 bytes. None is without nodes, so `visited` is 0 only where nothing is.
#[derive(Clone, Copy, Default)]
struct Entry {
    stones: u64,
    legal: u64,
    visited: u64,
    /// From the lowest bit: `all`, `won`, 7 bits for the height, the nodes evaluated.
    rest: u64,
}

/// Larger subtrees are not kept: their numbers do not fit, and hardly any comes twice.
const MOST_NODES: u64 = 1 << 55;

impl Entry {
    fn new(key: Key, numbers: Numbers) -> Entry {
        let marks = u64::from(numbers.won) << 1 | u64::from(key.all);
        Entry {
            stones: key.stones,
            legal: key.legal,
            visited: numbers.visited,
            rest: numbers.evaluated << 9 | u64::from(numbers.height) << 2 | marks,
        }
    }

    #[inline]
    fn is(&self, key: Key) -> bool {
        self.stones == key.stones
            && self.legal == key.legal
            && (self.rest & 1 == 1) == key.all
            && self.visited > 0
    }

    fn numbers(&self) -> Numbers {
        Numbers {
            visited: self.visited,
            evaluated: self.rest >> 9,
            height: (self.rest >> 2) as u32 & 127,
            won: self.rest & 2 == 2,
        }
    }
}

/// Two entries in one line of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Pair([Entry; 2]);

/// A part of the table.
#[derive(Default)]
struct Shelf {
    pairs: Vec<Pair>,
    stored: usize,
}

/// A table of finished subtrees. Each shelf has a lock, and two cores seldom want the same one.
pub struct Subtrees {
    shelves: Vec<Mutex<Shelf>>,
    /// The most pairs of a shelf.
    most_pairs: usize,
}

const MOST_SHELVES: usize = 1 << 8;
/// Entries of the table that each core has for itself.
const RECENT: usize = 1 << 14;

/// What one core used last.
#[derive(Default)]
pub struct Recent(Vec<Entry>);

impl Subtrees {
    /// A table of at most so many bytes; 0 keeps nothing.
    pub fn new(bytes: usize) -> Subtrees {
        let pairs = (bytes / size_of::<Pair>()).checked_ilog2();
        let pairs = pairs.map_or(0, |log| 1 << log);
        let shelves = pairs.clamp(1, MOST_SHELVES);
        Subtrees {
            shelves: std::iter::repeat_with(Mutex::default)
                .take(shelves)
                .collect(),
            most_pairs: pairs / shelves,
        }
    }

    /// The numbers of a subtree, if they are still there.
    #[inline]
    pub fn get(&self, recent: &mut Recent, key: Key) -> Option<Numbers> {
        let hash = hash(key);
        let near = recent.0.get_mut(place(hash, RECENT))?;
        if !near.is(key) {
            *near = self.shelf(hash, |shelf| {
                let Pair(pair) = shelf.pairs.get(place(hash << 8, shelf.pairs.len()))?;
                pair.iter().find(|entry| entry.is(key)).copied()
            })?;
        }
        Some(near.numbers())
    }

    /// Keeps the numbers of a finished subtree, if there is room.
    pub fn put(&self, recent: &mut Recent, key: Key, numbers: Numbers) {
        if numbers.visited >= MOST_NODES || self.most_pairs == 0 {
            return;
        }
        let (hash, entry) = (hash(key), Entry::new(key, numbers));
        recent.0.resize(RECENT, Entry::default());
        recent.0[place(hash, RECENT)] = entry;
        self.shelf(hash, |shelf| {
            let size = shelf.pairs.len();
            if shelf.stored >= 2 * size && size < self.most_pairs {
                shelf.grow();
            }
            shelf.insert(entry, hash);
        });
    }

    #[inline]
    fn shelf<T>(&self, hash: u64, visit: impl FnOnce(&mut Shelf) -> T) -> T {
        let shelf = self.shelves[place(hash, self.shelves.len())].lock();
        visit(&mut shelf.unwrap_or_else(PoisonError::into_inner))
    }
}

impl Shelf {
    fn insert(&mut self, entry: Entry, hash: u64) {
        let place = place(hash << 8, self.pairs.len());
        let Pair(pair) = &mut self.pairs[place];
        if pair[0].visited <= entry.visited {
            *pair = [entry, pair[0]];
        } else {
            pair[1] = entry;
        }
        self.stored += 1;
    }

    fn grow(&mut self) {
        let size = (2 * self.pairs.len()).max(1);
        let old = std::mem::replace(&mut self.pairs, vec![Pair::default(); size]);
        self.stored = 0;
        let entries = old.into_iter().flat_map(|Pair(pair)| pair);
        for entry in entries.filter(|entry| entry.visited > 0) {
            let Entry { stones, legal, .. } = entry;
            let all = false;
            self.insert(entry, hash(Key { stones, legal, all }));
        }
    }
}

/// A multiplicative hash of the stones and the successors, whose high bits are the best.
#[inline]
fn hash(key: Key) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let hash = (key.stones ^ key.legal.wrapping_mul(ODD).rotate_left(32)).wrapping_mul(ODD);
    (hash ^ hash >> 32).wrapping_mul(ODD)
}

/// Where a hash belongs in a table of `size` places, a power of two or none.
#[inline]
fn place(hash: u64, size: usize) -> usize {
    ((u128::from(hash) * size as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> Key {
        Key {
            stones: number * 77,
            legal: number,
            all: number.is_multiple_of(2),
        }
    }

    fn numbers(number: u64) -> Numbers {
        Numbers {
            visited: number,
            evaluated: number / 2,
            height: number as u32 % 65,
            won: number.is_multiple_of(3),
        }
    }

    #[test]
    fn what_is_found_is_what_was_stored() {
        let (table, mut recent) = (Subtrees::new(1 << 22), Recent::default());
        let stored = 40_000;
        for number in 1..stored {
            table.put(&mut recent, key(number), numbers(number));
        }
        let mut found = 0;
        for number in 1..stored {
            if let Some(right) = table.get(&mut recent, key(number)) {
                assert_eq!(right, numbers(number));
                found += 1;
            }
            let all = !key(number).all;
            assert_eq!(table.get(&mut recent, Key { all, ..key(number) }), None);
        }
        assert!(2 * found > stored, "{found} of {stored} are still there");
    }

    #[test]
    fn a_table_never_outgrows_its_limit() {
        for bytes in [0, 100, 5_000, 2_000_000] {
            let (table, mut recent) = (Subtrees::new(bytes), Recent::default());
            for number in 1..40_000 {
                table.put(&mut recent, key(number), numbers(number));
            }
            let shelves = table
                .shelves
                .into_iter()
                .filter_map(|s| s.into_inner().ok());
            let pairs: usize = shelves.map(|shelf| shelf.pairs.len()).sum();
            assert!(pairs * size_of::<Pair>() <= bytes);
            assert_eq!(pairs == 0, bytes == 0);
        }
    }
}
