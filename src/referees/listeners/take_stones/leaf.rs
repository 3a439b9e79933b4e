//! What a program with slips makes of a leaf.

use super::slips::{Slip, Slips};

/// A node at which the search stops.
pub(super) struct Leaf {
    /// The stones on the board.
    pub stones: u32,
    /// A bit for each that has been taken.
    pub taken: u128,
    /// The last stone.
    pub last: u32,
    /// A bit for each stone that may be taken.
    pub legal: u128,
    /// Whether Max is to move here.
    pub max: bool,
    /// Whether Max is to move at the root.
    pub root_max: bool,
    /// Whether the search may go no deeper.
    pub at_limit: bool,
}

impl Leaf {
    /// The value of the leaf, seen from Max.
    pub(super) fn value(&self, slips: Slips) -> i32 {
        let by_table =
            slips.has(Slip::EndByTable) || self.at_limit && slips.has(Slip::EndByTableAtLimit);
        let over = self.legal == 0 && !by_table;
        let value = match over {
            true if slips.has(Slip::EndReversed) => 10,
            true => -10,
            false if slips.has(Slip::ValuesWhole) => 0,
            false => self.by_table(slips),
        };
        let kept = slips.has(Slip::SignNotFlipped)
            || slips.has(if over {
                Slip::EndSignNotFlipped
            } else {
                Slip::TableSignNotFlipped
            });
        let max = match slips.has(Slip::SignOfRoot) {
            true => self.root_max,
            false => self.max,
        };
        if max != slips.has(Slip::SignFlippedForMax) || kept {
            value
        } else {
            -value
        }
    }

    fn by_table(&self, slips: Slips) -> i32 {
        let last = self.last;
        if self.taken & 2 == 0 && !slips.has(Slip::StoneOneIgnored) || last == 0 {
            return 0;
        }
        let (of_prime, of_composite) = match slips.has(Slip::SixAndSevenSwapped) {
            true => (6, 7),
            false => (7, 6),
        };
        let two = last == 2 && slips.has(Slip::TwoNotPrime);
        let (factor, worth) = match prime_factors(last, slips.has(Slip::SquaresPrime)) {
            None => (1, if slips.has(Slip::OnePrime) { 7 } else { 5 }),
            Some((_, largest)) if largest == last && !two => (last, of_prime),
            Some((smallest, largest)) => (
                match slips {
                    slips if slips.has(Slip::SmallestFactor) => smallest,
                    slips if slips.has(Slip::LargestDivisor) => last / smallest,
                    slips if slips.has(Slip::MultiplesOfLast) => last,
                    slips if slips.has(Slip::LegalCounted) => 1,
                    slips if slips.has(Slip::FactorUpToRoot) => factor_up_to_root(last),
                    _ => largest,
                },
                if slips.has(Slip::SixForSeven) {
                    7
                } else {
                    of_composite
                },
            ),
        };
        let counted = |stone: u32| match stone {
            _ if stone == last => factor > 1 && slips.has(Slip::LastCounted),
            _ if stone == factor && slips.has(Slip::PrimeLeftOut) => false,
            _ if slips.has(Slip::AllLeftCounted) => self.taken & 1 << stone == 0,
            _ => self.legal & 1 << stone != 0,
        };
        let stones = (1..=self.stones).filter(|stone| stone.is_multiple_of(factor));
        let odd = stones.filter(|&stone| counted(stone)).count() % 2 == 1;
        if odd != slips.has(Slip::OddForEven) {
            worth
        } else {
            -worth
        }
    }
}

/// The largest prime factor of a composite number that is not above its square root.
fn factor_up_to_root(number: u32) -> u32 {
    let primes = (2..=number.isqrt()).filter(|&p| number.is_multiple_of(p));
    let mut primes = primes.filter(|&p| (2..p).all(|d| !p.is_multiple_of(d)));
    primes.next_back().unwrap_or(1)
}

/// The smallest and the largest prime factor; 1 has none. A search for divisors that ends before the
/// root takes `squares` for primes.
fn prime_factors(number: u32, squares: bool) -> Option<(u32, u32)> {
    let is_prime = |n: u32| {
        (2..n)
            .take_while(|d| d * d <= n && !(squares && d * d == n))
            .all(|d| !n.is_multiple_of(d))
    };
    let mut primes = (2..=number).filter(|&p| number.is_multiple_of(p) && is_prime(p));
    let smallest = primes.next()?;
    Some((smallest, primes.next_back().unwrap_or(smallest)))
}
