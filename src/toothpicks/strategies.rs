//! Who may sit at the table, and the two players that need no memory: the random and the perfect one.

use clap::ValueEnum;

use super::board::Board;
use super::experience::Experience;
use crate::players::{Chance, Chooser, Knowledge, Unsolved, Value};
use crate::random::Dice;

/// How a player chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Strategy {
    /// A person, who is asked
    Human,
    /// Any legal draw, each equally likely
    Random,
    /// What earlier games have taught
    Smart,
    /// The winning draw, if there is one
    Perfect,
}

/// A legal draw, each equally likely.
#[inline]
pub fn random(board: &Board, dice: &mut Dice) -> u32 {
    1 + dice.below(u64::from(board.largest_draw())) as u32
}

/// The draw of perfect play; in a lost state the smallest, which leaves the most room for a slip.
pub fn perfect(board: &Board) -> u32 {
    winning_draw(board.state(), board.bounds()).unwrap_or(1)
}

/// The one draw that wins at `state`, if any does.
///
/// Whoever faces a multiple of `bounds + 1` has lost: the opponent answers a draw of `d` with
/// `bounds + 1 - d` and in the end takes the last toothpick. So the winner leaves such a multiple.
pub fn winning_draw(state: u32, bounds: u32) -> Option<u32> {
    let surplus = u64::from(state) % (u64::from(bounds) + 1);
    u32::try_from(surplus).ok().filter(|&draw| draw > 0)
}

impl Chance for Board {}

/// Who wins, by counting.
pub struct Theory;

impl Knowledge<Board> for Theory {
    /// Two turns take `bounds + 1` toothpicks: the loser's draw and the answer to it.
    fn value(&mut self, board: &Board) -> Result<Value, Unsolved> {
        let rounds = u64::from(board.state()) / (u64::from(board.bounds()) + 1);
        let plies = u32::try_from(2 * rounds).unwrap_or(u32::MAX - 1);
        Ok(match winning_draw(board.state(), board.bounds()) {
            None => Value::Lose(Some(plies)),
            Some(_) => Value::Win(Some(plies + 1)),
        })
    }
}

impl Chooser<Board> for Experience {
    fn choose(&mut self, board: &Board) -> Result<u32, Unsolved> {
        Ok(self.opinion(board.state()).draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_draws_every_legal_number_about_equally_often_and_no_other() {
        let mut dice = Dice::new(1);
        for (state, bounds, legal) in [(10, 3, 3), (2, 3, 2), (1, 3, 1), (3, 3, 3)] {
            let board = Board::new(state, bounds);
            let mut seen = vec![0; legal];
            for _ in 0..6_000 {
                seen[random(&board, &mut dice) as usize - 1] += 1;
            }
            let fair = 6_000 / legal;
            assert!(
                seen.iter()
                    .all(|&n| n * 10 > fair * 9 && n * 10 < fair * 11),
                "{seen:?}"
            );
        }
    }

    #[test]
    fn perfect_leaves_a_multiple_of_bounds_plus_one_or_draws_one() {
        assert_eq!(perfect(&Board::new(10, 2)), 1);
        assert_eq!(perfect(&Board::new(8, 2)), 2);
        assert_eq!(perfect(&Board::new(9, 2)), 1);
        assert_eq!(winning_draw(9, 2), None);
        assert_eq!(winning_draw(3, 10), Some(3));
        assert_eq!(winning_draw(u32::MAX, u32::MAX), Some(u32::MAX));
    }
}
