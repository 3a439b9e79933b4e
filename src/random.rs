//! One seeded generator for every program: the same seed gives the same game on every platform.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A source of dice throws.
///
/// The generator is xoshiro256++, whose stream is fixed by its definition, and numbers in a range
/// are made here, because the ranges of `rand` may change from release to release.
#[derive(Clone, Debug)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The stream that belongs to `seed`.
    pub fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream of `--seed N`, or one seeded from the system.
    pub fn from_flag(seed: Option<u64>) -> Dice {
        Dice::new(seed.unwrap_or_else(rand::random))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..n`, each equally likely (`n` must not be 0).
    ///
    /// Lemire's multiplication method (ACM TOMACS 29, 2019): the high half of a product is the
    /// number, and the few low halves that would favour some numbers are thrown away.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        let mut product = u128::from(self.bits()) * u128::from(n);
        if (product as u64) < n {
            let surplus = n.wrapping_neg() % n;
            while (product as u64) < surplus {
                product = u128::from(self.bits()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// One of the items, each equally likely (there must be one).
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the definition of Blackman and Vigna, written out once more (SplitMix64 for the
    /// state, then xoshiro256++). If this goes red, every seed means another game.
    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut dice = Dice::new(42);
        let stream: Vec<u64> = (0..3).map(|_| dice.bits()).collect();
        assert_eq!(stream, reference_stream(42));
    }

    fn reference_stream(seed: u64) -> Vec<u64> {
        let mut split = seed;
        let mut state: [u64; 4] = std::array::from_fn(|_| {
            split = split.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = split;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        });
        (0..3)
            .map(|_| {
                let [a, b, c, d] = state;
                let out = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
                let (c2, d2) = (c ^ a, d ^ b);
                state = [a ^ d2, b ^ c2, c2 ^ (b << 17), d2.rotate_left(45)];
                out
            })
            .collect()
    }

    #[test]
    fn every_number_in_range_turns_up_about_equally_often() {
        let mut dice = Dice::new(7);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[dice.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (9_500..10_500).contains(n)), "{seen:?}");
    }
}
