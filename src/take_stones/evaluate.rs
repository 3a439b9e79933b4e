//! What a position is worth: the static evaluation of the assignment, in tenths.

use std::fmt;
use std::ops::Neg;

use super::Stone;
use crate::game::Player;

/// A value in tenths, so that it is exact and there is no `-0.0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Value(i8);

impl Value {
    /// The game is lost for the side that asks.
    pub const LOST: Value = Value(-10);
    /// The game is won for the side that asks.
    pub const WON: Value = Value(10);
    /// Nothing is known yet.
    pub const EVEN: Value = Value(0);
    /// Better than every value of a position; its negative is worse.
    pub const INFINITE: Value = Value(i8::MAX);

    /// The value in tenths.
    pub fn as_tenths(self) -> i8 {
        self.0
    }

    /// This value of the player to move, as Max sees it.
    pub fn seen_from_max(self, to_move: Player) -> Value {
        match to_move {
            Player::First => self,
            Player::Second => -self,
        }
    }

    /// The value if `odd`, its negative otherwise: the bits flipped and one added. No processor foresees the
    /// parity of stones, so there is no branch.
    pub fn if_odd(self, odd: bool) -> Value {
        let flip = i8::from(odd) - 1;
        Value((self.0 ^ flip) - flip)
    }
}

impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl fmt::Display for Value {
    /// One decimal: `0.5`, `-1.0`; the ends of the scale are `inf` and `-inf`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        if size == Value::INFINITE.0.unsigned_abs() {
            return f.pad(&format!("{sign}inf"));
        }
        f.pad(&format!("{sign}{}.{}", size / 10, size % 10))
    }
}

/// How the last stone weighs: a position after it is worth `worth` to the player to move if the
/// number of legal stones that are multiples of `factor` is odd, and `-worth` if it is even.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weight {
    /// The last stone's largest prime factor; 1 for stone 1, where every legal stone counts.
    pub factor: Stone,
    /// 0.5 after stone 1, 0.7 after a prime, 0.6 after a composite stone.
    pub worth: Value,
}

impl Weight {
    /// The weight of `last`.
    pub fn of(last: Stone) -> Weight {
        let factor = largest_prime_factor(last);
        let worth = match last {
            1 => Value(5),
            prime if prime == factor => Value(7),
            _ => Value(6),
        };
        Weight { factor, worth }
    }
}

/// The value to the player to move of a position whose legal stones are `legal`.
pub fn evaluate(last: Stone, one_is_left: bool, legal: &[Stone]) -> Value {
    if legal.is_empty() {
        return Value::LOST;
    }
    if one_is_left {
        return Value::EVEN;
    }
    let weight = Weight::of(last);
    let multiples = legal
        .iter()
        .filter(|stone| stone.is_multiple_of(weight.factor));
    weight.worth.if_odd(multiples.count() % 2 == 1)
}

/// The largest prime factor of `number`; 1 for 1.
fn largest_prime_factor(number: Stone) -> Stone {
    let (mut rest, mut largest, mut factor) = (number, 1, 2);
    while factor * factor <= rest {
        while rest.is_multiple_of(factor) {
            rest /= factor;
            largest = factor;
        }
        factor += 1;
    }
    if rest > 1 { rest } else { largest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::take_stones::Board;

    fn value_after(stones: u64, taken: &[u64]) -> String {
        let board = Board::after(stones, taken).expect("a legal list");
        let last = board.last().expect("a stone was taken");
        evaluate(last, board.is_left(1), &board.moves()).to_string()
    }

    #[test]
    fn every_row_of_the_table() {
        assert_eq!(value_after(7, &[1, 7]), "-1.0", "no legal stone");
        assert_eq!(value_after(7, &[3]), "0.0", "stone 1 is left");
        assert_eq!(value_after(6, &[1]), "0.5", "1, then 5 legal stones");
        assert_eq!(value_after(7, &[1]), "-0.5", "1, then 6 legal stones");
        assert_eq!(value_after(7, &[1, 3]), "0.7", "a prime, then 6");
        assert_eq!(value_after(7, &[1, 2]), "-0.7", "a prime, then 4 and 6");
        assert_eq!(
            value_after(8, &[1, 6]),
            "0.6",
            "6, then 3 (2 is no multiple of 3)"
        );
        assert_eq!(value_after(12, &[1, 6]), "-0.6", "6, then 3 and 12");
    }

    #[test]
    fn the_largest_prime_factor() {
        let found: Vec<Stone> = (1..=12).map(largest_prime_factor).collect();
        assert_eq!(found, [1, 2, 3, 2, 5, 3, 7, 2, 3, 5, 11, 3]);
        assert_eq!(largest_prime_factor(9_999_991), 9_999_991);
        assert_eq!(largest_prime_factor(2 * 4_999_999), 4_999_999);
    }

    #[test]
    fn values_have_one_decimal_and_no_negative_zero() {
        let shown = |tenths| Value(tenths).to_string();
        assert_eq!(
            [shown(10), shown(-7), shown(0), shown(-10)],
            ["1.0", "-0.7", "0.0", "-1.0"]
        );
        assert_eq!((-Value::EVEN).to_string(), "0.0");
        assert_eq!((-Value::INFINITE).to_string(), "-inf");
    }
}
