//! A set of up to `64 * W` stones in `W` machine words.

/// A set of stones; stone `s` is bit `s - 1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// No stones.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The set of the given bits.
    pub fn of(bits: impl IntoIterator<Item = usize>) -> Bits<W> {
        let mut set = Bits::EMPTY;
        for bit in bits {
            set.0[bit / 64] |= 1 << (bit % 64);
        }
        set
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    /// Whether stone 1 is one of them.
    #[inline]
    pub fn has_one(&self) -> bool {
        self.0[0] & 1 == 1
    }

    /// Whether the stone of one bit is among them.
    #[inline]
    pub fn has(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Those that are in both sets.
    #[inline]
    pub fn and(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Those that are in either set.
    #[inline]
    pub fn or(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Those that are not in the other set.
    #[inline]
    pub fn without(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// All but the stone of one bit.
    #[inline]
    pub fn less(mut self, bit: usize) -> Bits<W> {
        self.0[bit / 64] &= !(1 << (bit % 64));
        self
    }

    /// Takes the smallest stone out of the set and gives its bit.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        for (index, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * index + bit);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_come_out_in_ascending_order() {
        let mut set = Bits::<2>::of([70, 0, 63, 64, 5]);
        assert_eq!((set.count(), set.has_one()), (5, true));
        let order: Vec<usize> = std::iter::from_fn(|| set.pop()).collect();
        assert_eq!(order, [0, 5, 63, 64, 70]);
        assert!(set.is_empty());
    }

    #[test]
    fn sets_are_joined_cut_and_subtracted() {
        let [a, b] = [[1, 70], [2, 70]].map(Bits::<2>::of);
        assert_eq!(a.and(b), Bits::of([70]));
        assert_eq!(a.or(b), Bits::of([1, 2, 70]));
        assert_eq!(a.without(b), Bits::of([1]));
        assert_eq!(a.less(70), Bits::of([1]));
        assert_eq!([70, 2].map(|bit| a.has(bit)), [true, false]);
    }
}
