//! The graph the game is played on: stones that are left, linked if one divides the other.

use super::{Board, Stone};

/// The stones that are left on a board, and their links.
///
/// Only the factors are stored, about `n ln n` of them; multiples are found by counting up.
pub(crate) struct Divisors<'a> {
    board: &'a Board,
    /// The factors of stone `s` are `factors[starts[s]..starts[s + 1]]`, in ascending order.
    starts: Vec<u32>,
    factors: Vec<Stone>,
}

impl<'a> Divisors<'a> {
    /// The graph of the stones that are left on `board`.
    pub(crate) fn new(board: &'a Board) -> Divisors<'a> {
        let stones = board.stones();
        let left = |&stone: &Stone| board.is_left(stone);
        let mut starts = vec![0; stones as usize + 2];
        for factor in (1..=stones).filter(left) {
            for multiple in multiples(factor, stones).filter(left) {
                starts[multiple as usize + 1] += 1;
            }
        }
        for stone in 1..starts.len() {
            starts[stone] += starts[stone - 1];
        }
        let mut factors = vec![0; starts.last().map_or(0, |&end| end as usize)];
        let mut next = starts.clone();
        for factor in (1..=stones).filter(left) {
            for multiple in multiples(factor, stones).filter(left) {
                factors[next[multiple as usize] as usize] = factor;
                next[multiple as usize] += 1;
            }
        }
        Divisors {
            board,
            starts,
            factors,
        }
    }

    /// How many stones the game started with.
    pub(crate) fn stones(&self) -> Stone {
        self.board.stones()
    }

    /// The stones that are left, in ascending order.
    pub(crate) fn left(&self) -> impl DoubleEndedIterator<Item = Stone> {
        (1..=self.stones()).filter(|&stone| self.board.is_left(stone))
    }

    /// The proper factors of `stone` that are left, in ascending order.
    pub(crate) fn factors(&self, stone: Stone) -> &[Stone] {
        let [start, end] = [stone, stone + 1].map(|s| self.starts[s as usize] as usize);
        &self.factors[start..end]
    }

    /// The stones that are linked with `stone`: factors from the largest, then multiples.
    pub(crate) fn links(&self, stone: Stone) -> impl Iterator<Item = Stone> {
        let multiples = multiples(stone, self.stones());
        let factors = self.factors(stone).iter().rev().copied();
        factors.chain(multiples.filter(|&multiple| self.board.is_left(multiple)))
    }
}

/// The proper multiples of `stone` on a board of `stones`.
fn multiples(stone: Stone, stones: Stone) -> impl Iterator<Item = Stone> {
    (2 * stone..=stones).step_by(stone as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_the_factors_and_multiples_that_are_left() {
        let board = Board::after(30, &[4, 2]).expect("a legal list");
        let graph = Divisors::new(&board);
        assert_eq!(graph.factors(12), [1, 3, 6]);
        assert_eq!(graph.links(6).collect::<Vec<_>>(), [3, 1, 12, 18, 24, 30]);
        assert_eq!(graph.left().count(), 28);
    }
}
