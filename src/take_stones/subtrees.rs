//! A table of finished subtrees, so that few of them are searched twice.
//!
//! It starts small and doubles while it may, so that a short search stays in the processor's cache.
//! Two entries share a place: the larger subtree stays, the other makes room for what comes next.
//! What was used last is kept once more in a small table, which never leaves the cache.

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

/// A table of finished subtrees.
pub struct Subtrees {
    near: Vec<Entry>,
    pairs: Vec<Pair>,
    stored: usize,
    most_pairs: usize,
}

/// Entries of the small table, and pairs of a large one that is used at all.
const NEAR: usize = 1 << 11;
const FIRST_PAIRS: usize = 1 << 8;

impl Subtrees {
    /// A table of at most so many bytes; 0 keeps nothing.
    pub fn new(bytes: usize) -> Subtrees {
        let most = bytes / size_of::<Pair>();
        Subtrees {
            near: Vec::new(),
            pairs: Vec::new(),
            stored: 0,
            most_pairs: if most == 0 { 0 } else { 1 << most.ilog2() },
        }
    }

    /// The numbers of a subtree, if they are still there.
    #[inline]
    pub fn get(&mut self, key: Key) -> Option<Numbers> {
        let hash = hash(key.stones, key.legal);
        let near = self.near.get_mut(place(hash, NEAR))?;
        if !near.is(key) {
            let Pair(pair) = self.pairs.get(place(hash, self.pairs.len()))?;
            *near = *pair.iter().find(|entry| entry.is(key))?;
        }
        Some(near.numbers())
    }

    /// Keeps the numbers of a finished subtree, if there is room.
    pub fn put(&mut self, key: Key, numbers: Numbers) {
        if numbers.visited >= MOST_NODES || self.most_pairs == 0 {
            return;
        }
        if self.stored >= 2 * self.pairs.len() && self.pairs.len() < self.most_pairs {
            self.grow();
        }
        let entry = Entry {
            stones: key.stones,
            legal: key.legal,
            visited: numbers.visited,
            rest: numbers.evaluated << 9
                | u64::from(numbers.height) << 2
                | u64::from(numbers.won) << 1
                | u64::from(key.all),
        };
        self.near[place(hash(key.stones, key.legal), NEAR)] = entry;
        self.insert(entry);
    }

    fn insert(&mut self, entry: Entry) {
        let place = place(hash(entry.stones, entry.legal), self.pairs.len());
        let Pair(pair) = &mut self.pairs[place];
        if pair[0].visited <= entry.visited {
            *pair = [entry, pair[0]];
        } else {
            pair[1] = entry;
        }
        self.stored += 1;
    }

    fn grow(&mut self) {
        self.near.resize(NEAR, Entry::default());
        let size = (2 * self.pairs.len()).max(FIRST_PAIRS).min(self.most_pairs);
        let old = std::mem::replace(&mut self.pairs, vec![Pair::default(); size]);
        self.stored = 0;
        let entries = old.into_iter().flat_map(|Pair(pair)| pair);
        for entry in entries.filter(|entry| entry.visited > 0) {
            self.insert(entry);
        }
    }
}

/// A multiplicative hash, whose high bits are the best.
#[inline]
fn hash(stones: u64, legal: u64) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let hash = (stones ^ legal.wrapping_mul(ODD).rotate_left(32)).wrapping_mul(ODD);
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
        let mut table = Subtrees::new(1 << 22);
        let stored = 40_000;
        for number in 1..stored {
            table.put(key(number), numbers(number));
        }
        let mut found = 0;
        for number in 1..stored {
            if let Some(right) = table.get(key(number)) {
                assert_eq!(right, numbers(number));
                found += 1;
            }
            let all = !key(number).all;
            assert_eq!(table.get(Key { all, ..key(number) }), None);
        }
        assert!(2 * found > stored, "{found} of {stored} are still there");
    }

    #[test]
    fn a_table_never_outgrows_its_limit() {
        for bytes in [0, 100, 5_000, 2_000_000] {
            let mut table = Subtrees::new(bytes);
            for number in 1..40_000 {
                table.put(key(number), numbers(number));
            }
            assert!(table.pairs.len() * size_of::<Pair>() <= bytes);
        }
        assert_eq!(Subtrees::new(0).get(key(1)), None);
    }
}
