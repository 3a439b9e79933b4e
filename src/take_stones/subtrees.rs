//! A table of finished subtrees, so that few of them are searched twice, for all cores together.
//!
//! It starts small and doubles while it may, so that a short search stays in the processor's cache.
//! Four entries share a place, a line of the cache; when it is full, the smallest subtree makes room. Each
//! core keeps what it used last once more, in a small table of its own ([`Recent`]), and small subtrees
//! only there: searching one again takes no longer than a look into memory. What is found is what was
//! stored, key and all, whoever stored it: the table can cost time, never a number.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

/// What the numbers of a subtree depend on, if it goes to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key {
    /// The stones the subtree can come to.
    pub stones: u64,
    /// The stone that was taken last, as a bit's number: with the stones it tells the successors.
    pub last: usize,
    /// Whether all successors are looked at, instead of those up to the first that is lost.
    pub all: bool,
}

/// The numbers of a subtree without its root: that is counted where it is visited.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Numbers {
    /// Nodes visited.
    pub visited: u64,
    /// Leaves among them.
    pub evaluated: u64,
    /// How far the deepest node is below the root.
    pub height: u32,
    /// Whether the player to move wins.
    pub won: bool,
}

/// A subtree in 16 bytes; no subtree is without stones.
#[derive(Clone, Copy, Default)]
struct Entry {
    stones: u64,
    /// From the lowest bit: 6 bits for the last stone, `all`, `won`, 6 bits for the height, 25 for the nodes
    /// evaluated, 25 for those visited.
    rest: u64,
}

/// Subtrees with more nodes do not fit into an entry. There are few, and they are worth the most.
const MOST_NODES: u64 = 1 << 25;

impl Key {
    #[inline]
    fn mark(self) -> u64 {
        self.last as u64 | u64::from(self.all) << 6
    }
}

impl Entry {
    fn new(key: Key, numbers: Numbers) -> Entry {
        let Numbers {
            visited,
            evaluated,
            height,
            won,
        } = numbers;
        let rest = visited << 39 | evaluated << 14 | u64::from(height) << 8 | u64::from(won) << 7;
        Entry {
            stones: key.stones,
            rest: rest | key.mark(),
        }
    }

    #[inline]
    fn is(&self, key: Key) -> bool {
        self.stones == key.stones && self.rest & 127 == key.mark()
    }

    #[inline]
    fn numbers(&self) -> Numbers {
        Numbers {
            visited: self.rest >> 39,
            evaluated: self.rest >> 14 & (MOST_NODES - 1),
            height: (self.rest >> 8) as u32 & 63,
            won: self.rest >> 7 & 1 == 1,
        }
    }
}

/// Four entries in one line of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Line([Entry; 4]);

/// A part of the table.
#[derive(Default)]
struct Shelf {
    lines: Vec<Line>,
    stored: usize,
    /// What does not fit into an entry.
    large: FxHashMap<Key, Numbers>,
}

/// A table of finished subtrees. Each shelf has a lock, and two cores seldom want the same one.
pub(crate) struct Subtrees {
    shelves: Vec<Mutex<Shelf>>,
    /// The most lines of a shelf.
    most_lines: usize,
    /// The fewest stones of a subtree that all cores share.
    few_stones: u32,
}

const MOST_SHELVES: usize = 1 << 8;
/// Entries of the table that each core has for itself.
const RECENT: usize = 1 << 15;

/// What one core used last.
#[derive(Default)]
pub(crate) struct Recent(Vec<Entry>);

impl Subtrees {
    /// A table of at most so many bytes; 0 keeps nothing. Cores share what has at least so many stones.
    pub(crate) fn new(bytes: usize, few_stones: u32) -> Subtrees {
        let lines = (bytes / size_of::<Line>()).checked_ilog2();
        let lines = lines.map_or(0, |log| 1 << log);
        let shelves = lines.clamp(1, MOST_SHELVES);
        Subtrees {
            shelves: std::iter::repeat_with(Mutex::default)
                .take(shelves)
                .collect(),
            most_lines: lines / shelves,
            few_stones,
        }
    }

    /// Whether anything is kept.
    pub(crate) fn keeps(&self) -> bool {
        self.most_lines > 0
    }

    /// The numbers of a subtree with so many stones, if they are still there.
    #[inline]
    pub(crate) fn get(&self, recent: &mut Recent, key: Key, size: u32) -> Option<Numbers> {
        let hash = hash(key.stones, key.mark());
        let near = recent.0.get_mut(place(hash, RECENT))?;
        if near.is(key) {
            return Some(near.numbers());
        }
        if size < self.few_stones {
            return None;
        }
        self.shelf(hash, |shelf| {
            let line = shelf.lines.get(place(hash << 8, shelf.lines.len()))?;
            match line.0.iter().find(|entry| entry.is(key)) {
                Some(found) => {
                    *near = *found;
                    Some(found.numbers())
                }
                None => shelf.large.get(&key).copied(),
            }
        })
    }

    /// Keeps the numbers of a finished subtree with so many stones, if there is room.
    pub(crate) fn put(&self, recent: &mut Recent, key: Key, size: u32, numbers: Numbers) {
        if !self.keeps() {
            return;
        }
        let hash = hash(key.stones, key.mark());
        if numbers.visited >= MOST_NODES {
            return self.shelf(hash, |shelf| {
                // They take a tenth more than the lines, at most.
                if shelf.large.len() < shelf.lines.len() / 8 {
                    shelf.large.insert(key, numbers);
                }
            });
        }
        let entry = Entry::new(key, numbers);
        recent.0.resize(RECENT, Entry::default());
        recent.0[place(hash, RECENT)] = entry;
        if size < self.few_stones {
            return;
        }
        self.shelf(hash, |shelf| {
            let size = shelf.lines.len();
            if shelf.stored >= 3 * size && size < self.most_lines {
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
        let place = place(hash << 8, self.lines.len());
        if let Some(smallest) = self.lines[place]
            .0
            .iter_mut()
            .min_by_key(|entry| entry.rest >> 39)
        {
            *smallest = entry;
        }
        self.stored += 1;
    }

    fn grow(&mut self) {
        let size = (2 * self.lines.len()).max(1);
        let old = std::mem::replace(&mut self.lines, vec![Line::default(); size]);
        self.stored = 0;
        let entries = old.into_iter().flat_map(|Line(line)| line);
        for entry in entries.filter(|entry| entry.stones > 0) {
            self.insert(entry, hash(entry.stones, entry.rest & 127));
        }
    }
}

/// A multiplicative hash of the stones and what else is in a key, whose high bits are the best.
#[inline]
pub(crate) fn hash(stones: u64, mark: u64) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let hash = (stones ^ mark.rotate_right(7)).wrapping_mul(ODD);
    (hash ^ hash >> 32).wrapping_mul(ODD)
}

/// Where a hash belongs in a table of `size` places, a power of two or none.
#[inline]
pub(crate) fn place(hash: u64, size: usize) -> usize {
    ((u128::from(hash) * size as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> Key {
        Key {
            stones: number * 77,
            last: number as usize % 64,
            all: number.is_multiple_of(2),
        }
    }

    fn numbers(number: u64) -> Numbers {
        Numbers {
            visited: match number.is_multiple_of(64) {
                true => number * MOST_NODES,
                false => number,
            },
            evaluated: number / 2,
            height: number as u32 % 64,
            won: number.is_multiple_of(3),
        }
    }

    #[test]
    fn what_is_found_is_what_was_stored() {
        let (table, mut recent) = (Subtrees::new(1 << 22, 0), Recent::default());
        let stored = 40_000;
        for number in 1..stored {
            table.put(&mut recent, key(number), 20, numbers(number));
        }
        let (mut found, mut large) = (0, 0);
        for number in 1..stored {
            if let Some(right) = table.get(&mut recent, key(number), 20) {
                assert_eq!(right, numbers(number));
                found += 1;
                large += u64::from(right.visited >= MOST_NODES);
            }
            let all = !key(number).all;
            assert_eq!(table.get(&mut recent, Key { all, ..key(number) }, 20), None);
        }
        assert!(2 * found > stored, "{found} of {stored} are still there");
        assert!(large > 100, "{large} large ones");
    }

    #[test]
    fn a_table_never_outgrows_its_limit() {
        for bytes in [0, 100, 5_000, 2_000_000] {
            let (table, mut recent) = (Subtrees::new(bytes, 0), Recent::default());
            for number in 1..40_000 {
                table.put(&mut recent, key(number), 20, numbers(number));
            }
            let shelves = table
                .shelves
                .into_iter()
                .filter_map(|s| s.into_inner().ok());
            let lines: usize = shelves.map(|shelf| shelf.lines.len()).sum();
            assert!(lines * size_of::<Line>() <= bytes);
            assert_eq!(lines == 0, bytes == 0);
        }
    }
}
