//! Without wrap-around every tap makes the total grow, so one sweep from the largest total down
//! finds the value of every position.
//!
//! Call the mover's hands A and the opponent's B, each a multiset. Tapping b with a leads to the
//! position in which B', that is B with b made a + b, is to move against A. So the value of (A, B)
//! is the best over a in A of the best over b in B of table\[B'\]\[A\]; and for a fixed B, a and b
//! that is a whole row of the table, over all A at once. Rows are cut at equal sums of A, so that
//! everything a row needs has a larger total and is known; within one sum they are plain slices of
//! bytes, which the compiler turns into vector instructions. What a does not belong to is masked.

use std::ops::Range;

use super::crew;
use super::multisets::{Multisets, Order};

/// Diagonals with fewer positions than this are not worth a second thread.
const WORTH_A_THREAD: usize = 1 << 16;

/// An attacker that fewer than one in so many multisets have is looked up one by one.
const SPARSE: usize = 16;

/// Plies until the end as a number that is smaller the better it is for the player who moved last.
///
/// Only the player to move can be without hands, so who wins is told by the parity of the plies: in
/// the normal game the player to move has lost if they are even, in misère if they are odd. Lost
/// positions count up from 0, the soonest loss first; won ones count down from the top, the soonest
/// win last. The best move is then the minimum, and one ply more is [`Key::later`].
pub(crate) trait Key: Copy + Ord + Default + Send + Sync + 'static {
    /// The largest key.
    const MAX: Self;
    /// The key of the longest game of which a key can speak; one ply more does not fit.
    fn is_full(self, misere: bool) -> bool;
    /// The key of the position one ply before.
    fn later(self, misere: bool) -> Self;
    /// Hides a key: no minimum will be `self` where `mask` is [`Key::MAX`].
    fn masked(self, mask: Self) -> Self;
    /// The plies until the end.
    fn plies(self, misere: bool) -> u32;
    /// The key of a position in which the game is over because the player to move has no hands.
    fn over(misere: bool) -> Self {
        if misere { Self::MAX } else { Self::default() }
    }
}

macro_rules! key {
    ($type:ty) => {
        impl Key for $type {
            const MAX: Self = <$type>::MAX;

            #[inline]
            fn is_full(self, misere: bool) -> bool {
                self == (1 << (<$type>::BITS - 1)) - <$type>::from(misere)
            }

            #[inline]
            fn later(self, misere: bool) -> Self {
                let won = self >> (<$type>::BITS - 1);
                (!self)
                    .wrapping_add(won)
                    .wrapping_sub(<$type>::from(misere))
            }

            #[inline]
            fn masked(self, mask: Self) -> Self {
                self | mask
            }

            fn plies(self, misere: bool) -> u32 {
                let (lost, soon) = match self >> (<$type>::BITS - 1) {
                    0 => (true, self),
                    _ => (false, !self),
                };
                2 * u32::from(soon) + u32::from(lost == misere)
            }
        }
    };
}

key!(u8);
key!(u16);

/// The key of every position of a game without wrap-around.
pub(crate) struct Depths<K> {
    sets: Multisets,
    fingers: u32,
    misere: bool,
    classes: Classes,
    keys: Vec<K>,
}

/// A game has more plies than its table can count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLong;

/// A hand as a value below `fingers + 1`: one finger is 0, and a hand that is out counts most.
fn value_of(shown: u32, fingers: u32) -> u32 {
    if shown == 0 { fingers } else { shown - 1 }
}

/// The multisets of equal sum, and where the keys of two such classes lie.
struct Classes {
    /// The first multiset of each sum, and the number of all multisets.
    first: Vec<usize>,
    /// The block of sums (i, j) begins here, at `i * sums + j`. Blocks lie in the order in which
    /// they are found: by falling i + j.
    block: Vec<usize>,
}

impl Classes {
    fn new(sets: &Multisets, largest_sum: usize) -> Classes {
        let sum = |index| {
            sets.contents(index)
                .iter()
                .map(|&v| v as usize)
                .sum::<usize>()
        };
        let mut first = vec![0; largest_sum + 2];
        for index in 0..sets.len() {
            first[sum(index) + 1] = index + 1;
        }
        let sums = largest_sum + 1;
        let mut classes = Classes {
            first,
            block: vec![0; sums * sums],
        };
        let mut next = 0;
        for total in (0..=2 * largest_sum).rev() {
            for i in classes.diagonal(total) {
                classes.block[i * sums + total - i] = next;
                next += classes.members(i).len() * classes.members(total - i).len();
            }
        }
        classes
    }

    fn sums(&self) -> usize {
        self.first.len() - 1
    }

    fn members(&self, sum: usize) -> Range<usize> {
        self.first[sum]..self.first[sum + 1]
    }

    /// The i of all blocks (i, total - i).
    fn diagonal(&self, total: usize) -> Range<usize> {
        let largest = self.sums() - 1;
        total.saturating_sub(largest)..total.min(largest) + 1
    }

    fn sum_of(&self, index: usize) -> usize {
        self.first.partition_point(|&first| first <= index) - 1
    }

    /// Where the keys of mover `index` (of sum `i`) against all opponents of sum `j` lie.
    fn row(&self, index: usize, i: usize, j: usize) -> Range<usize> {
        let width = self.members(j).len();
        let start = self.block[i * self.sums() + j] + (index - self.first[i]) * width;
        start..start + width
    }
}

/// Those multisets of a class that have one value: as a mask if they are many.
struct Attackers<K> {
    value: u32,
    mask: Vec<K>,
    members: Vec<u32>,
}

impl<K: Key> Attackers<K> {
    /// For each living value that occurs in the class.
    fn of_class(sets: &Multisets, members: Range<usize>, fingers: u32) -> Vec<Attackers<K>> {
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (position, index) in members.clone().enumerate() {
            let living = sets.kinds(index).filter(|(value, _)| *value < fingers);
            pairs.extend(living.map(|(value, _)| (value, position as u32)));
        }
        pairs.sort_unstable();
        pairs
            .chunk_by(|one, other| one.0 == other.0)
            .map(|chunk| {
                let who: Vec<u32> = chunk.iter().map(|pair| pair.1).collect();
                let mut mask = Vec::new();
                if who.len() * SPARSE >= members.len() {
                    mask = vec![K::MAX; members.len()];
                    who.iter()
                        .for_each(|&position| mask[position as usize] = K::default());
                }
                Attackers {
                    value: chunk[0].0,
                    mask,
                    members: who,
                }
            })
            .collect()
    }
}

impl<K: Key> Depths<K> {
    /// Solves the game, telling `watch` how many positions of how many are done. Fails if it has
    /// games too long for the keys.
    pub(crate) fn solve(
        hands: usize,
        fingers: u32,
        misere: bool,
        watch: &mut dyn FnMut(u64, u64),
    ) -> Result<Depths<K>, TooLong> {
        let sets = Multisets::new(hands, fingers as usize + 1, Order::BySum);
        let classes = Classes::new(&sets, hands * fingers as usize);
        let positions = sets.len() * sets.len();
        let sweep = Sweep {
            attackers: (0..classes.sums())
                .map(|sum| Attackers::of_class(&sets, classes.members(sum), fingers))
                .collect(),
            sets: &sets,
            classes: &classes,
            fingers,
            misere,
        };
        let mut keys = vec![K::default(); positions];
        let mut done = 0;
        for total in (0..=2 * (classes.sums() - 1)).rev() {
            let (known, rest) = keys.split_at_mut(done);
            done += sweep.diagonal(total, known, rest)?;
            watch(done as u64, positions as u64);
        }
        Ok(Depths {
            sets,
            fingers,
            misere,
            classes,
            keys,
        })
    }

    /// Fingers on a hand, and the value of a hand that is out.
    pub(crate) fn fingers(&self) -> u32 {
        self.fingers
    }

    /// All multisets of hands, numbered.
    pub(crate) fn sets(&self) -> &Multisets {
        &self.sets
    }

    /// The number of a side's hands.
    pub(crate) fn number(&self, hands: &[u32]) -> usize {
        let values = hands.iter().map(|&shown| value_of(shown, self.fingers));
        let mut values: Vec<u32> = values.collect();
        values.sort_unstable();
        self.sets.find(&values)
    }

    /// The plies until the end for the mover's and the opponent's hands, given by number. The
    /// opponent must have a hand left.
    pub(crate) fn plies(&self, mover: usize, opponent: usize) -> u32 {
        let (i, j) = (self.classes.sum_of(mover), self.classes.sum_of(opponent));
        let row = self.classes.row(mover, i, j);
        self.keys[row.start + opponent - self.classes.first[j]].plies(self.misere)
    }

    /// The plies of one mover against all opponents in the order of their numbers.
    pub(crate) fn row(&self, mover: usize) -> impl Iterator<Item = u32> {
        let i = self.classes.sum_of(mover);
        let rows = (0..self.classes.sums()).map(move |j| self.classes.row(mover, i, j));
        rows.flat_map(move |row| self.keys[row].iter().map(|key| key.plies(self.misere)))
    }
}

/// What all blocks of a sweep share.
struct Sweep<'a, K> {
    sets: &'a Multisets,
    classes: &'a Classes,
    attackers: Vec<Vec<Attackers<K>>>,
    fingers: u32,
    misere: bool,
}

impl<K: Key> Sweep<'_, K> {
    /// Finds all positions of one total, which begin at `rest`; returns how many they are.
    fn diagonal(&self, total: usize, known: &[K], mut rest: &mut [K]) -> Result<usize, TooLong> {
        let mut blocks = Vec::new();
        let mut size = 0;
        for i in self.classes.diagonal(total) {
            let j = total - i;
            let area = self.classes.members(i).len() * self.classes.members(j).len();
            let (block, others) = rest.split_at_mut(area);
            blocks.push((i, j, block));
            rest = others;
            size += area;
        }
        crew::share(blocks, size < WORTH_A_THREAD, |(i, j, block)| {
            self.block(i, j, known, block)
        })?;
        Ok(size)
    }

    /// All positions with a mover of sum `i` against an opponent of sum `j`.
    fn block(&self, i: usize, j: usize, known: &[K], block: &mut [K]) -> Result<(), TooLong> {
        let all_out = self.classes.sums() - 1;
        if i == all_out || j == all_out {
            block.fill(K::over(self.misere)); // nobody asks for those where only the opponent is out
            return Ok(());
        }
        let movers = self.classes.members(i).len();
        let opponents = self.classes.members(j);
        let width = opponents.len();
        let mut best = vec![K::MAX; movers];
        let mut scratch = vec![K::MAX; movers];
        for (column, opponent) in opponents.enumerate() {
            self.best_replies((i, j), opponent, known, &mut best, &mut scratch);
            if best.iter().any(|key| key.is_full(self.misere)) {
                return Err(TooLong);
            }
            for (row, key) in best.iter().enumerate() {
                block[row * width + column] = key.later(self.misere);
            }
        }
        Ok(())
    }

    /// For every mover of sum `i` the best key it can leave behind against `opponent`, of sum `j`.
    fn best_replies(
        &self,
        (i, j): (usize, usize),
        opponent: usize,
        known: &[K],
        best: &mut [K],
        scratch: &mut [K],
    ) {
        best.fill(K::MAX);
        for attackers in &self.attackers[i] {
            let replies = self.replies((i, j), opponent, attackers.value, known);
            if attackers.mask.is_empty() {
                for reply in replies {
                    for &member in &attackers.members {
                        let member = member as usize;
                        best[member] = best[member].min(reply[member]);
                    }
                }
            } else {
                scratch.fill(K::MAX);
                replies.for_each(|reply| lower(scratch, reply));
                for ((best, &found), &mask) in best.iter_mut().zip(&*scratch).zip(&attackers.mask) {
                    *best = (*best).min(found.masked(mask));
                }
            }
        }
    }

    /// The rows of keys that a tap with `value` on each kind of the opponent's hands leads to.
    fn replies<'k>(
        &self,
        (i, j): (usize, usize),
        opponent: usize,
        value: u32,
        known: &'k [K],
    ) -> impl Iterator<Item = &'k [K]> {
        let living = self
            .sets
            .kinds(opponent)
            .filter(|(kind, _)| *kind < self.fingers);
        living.map(move |(kind, replaced)| {
            // Values are one less than fingers, so adding fingers adds one to the sum of values.
            let tapped = (kind + value + 1).min(self.fingers);
            let grown = j + (tapped - kind) as usize;
            &known[self
                .classes
                .row(replaced[tapped as usize] as usize, grown, i)]
        })
    }
}

fn lower<K: Ord + Copy>(scratch: &mut [K], reply: &[K]) {
    for (best, &key) in scratch.iter_mut().zip(reply) {
        *best = (*best).min(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the definition: parity tells who has lost, and fewer plies are better for the winner.
    #[test]
    fn keys_rank_positions_for_the_player_who_moved_last() {
        for misere in [false, true] {
            let mut key = u8::over(misere);
            for plies in 0..=255 {
                assert_eq!(key.plies(misere), plies);
                assert_eq!(key.is_full(misere), plies == 255);
                key = key.later(misere);
            }
            let mut keys: Vec<u8> = (0..=255).collect();
            keys.sort_unstable();
            let lost = |key: &u8| (key.plies(misere) % 2 == 0) != misere;
            let (lost, won): (Vec<u8>, Vec<u8>) = keys.into_iter().partition(lost);
            assert!(lost.iter().max() < won.iter().min());
            assert!(lost.iter().map(|key| key.plies(misere)).is_sorted());
            assert!(won.iter().rev().map(|key| key.plies(misere)).is_sorted());
        }
    }

    #[test]
    fn short_and_long_keys_agree() {
        for misere in [false, true] {
            let short = Depths::<u8>::solve(2, 6, misere, &mut |_, _| ()).expect("short games");
            let long = Depths::<u16>::solve(2, 6, misere, &mut |_, _| ()).expect("short games");
            for mover in 0..short.sets().len() {
                assert!(short.row(mover).eq(long.row(mover)));
            }
        }
    }
}
