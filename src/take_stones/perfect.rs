//! Perfect play on boards no search can reach.
//!
//! The game is undirected vertex geography on the divisor graph: the player to move from a stone
//! loses exactly if some maximum matching of that stone and the stones that are left misses it
//! (Fraenkel, Scheinerman and Ullman, Theoret. Comput. Sci. 110, 1993; for this game, under the name
//! Juniper Green, Zeng 2026, arXiv 2604.19721). So a stone wins for whoever takes it exactly if some
//! maximum matching of the stones that are left, itself among them, can do without it.

use std::fmt;

use super::divisors::Divisors;
use super::matching::Matching;
use super::{Board, Stone, Value, search};
use crate::game::Game;
use crate::players::{self, Chance, Chooser, Judged, Knowledge, Unsolved};

/// The best stone and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The smallest winning stone, or the smallest legal one if all lose.
    pub stone: Stone,
    /// Who wins, seen from Max.
    pub value: Value,
}

impl fmt::Display for Advice {
    /// Two lines, each with its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Move: {}", self.stone)?;
        writeln!(f, "Value: {}", self.value)
    }
}

/// The move a search to the end of the game would choose; none if the game is over.
pub fn advise(board: &Board) -> Option<Advice> {
    let legal = board.moves();
    let &smallest = legal.first()?;
    let matching = Matching::maximum(&Divisors::new(board));
    let winning = legal.into_iter().find(|&stone| matching.can_miss(stone));
    let value = if winning.is_some() {
        Value::WON
    } else {
        Value::LOST
    };
    Some(Advice {
        stone: winning.unwrap_or(smallest),
        value: value.seen_from_max(board.to_move()),
    })
}

impl Chance for Board {}

/// Who wins, by matching. Nothing is known of how long it takes.
pub struct ByMatching;

impl Knowledge<Board> for ByMatching {
    fn value(&mut self, board: &Board) -> Result<players::Value, Unsolved> {
        let wins = self
            .judged(board)?
            .iter()
            .any(|judged| judged.value == players::Value::Win(None));
        Ok(players::Value::of_end(board).unwrap_or(players::Value::won(wins)))
    }

    fn judged(&mut self, board: &Board) -> Result<Vec<Judged<Stone>>, Unsolved> {
        let matching = Matching::maximum(&Divisors::new(board));
        let judge = |chosen| Judged {
            chosen,
            value: players::Value::won(matching.can_miss(chosen)),
        };
        let mut judged: Vec<_> = board.moves().into_iter().map(judge).collect();
        judged.sort_by(|one, other| one.value.best_first(other.value));
        Ok(judged)
    }
}

/// A player that looks only so many plies ahead (0: to the end).
pub struct ToDepth(pub u64);

impl Chooser<Board> for ToDepth {
    fn choose(&mut self, board: &Board) -> Result<Stone, Unsolved> {
        let outcome = search::search(board, self.0, search::TABLE_BYTES);
        let outcome = outcome.map_err(|why| Unsolved(why.to_string()))?;
        Ok(outcome.stone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(stones: u64, taken: &[u64]) -> String {
        let board = Board::after(stones, taken).expect("a legal list");
        advise(&board).map_or("over".to_owned(), |advice| advice.to_string())
    }

    #[test]
    fn small_games_by_hand() {
        assert_eq!(advice(3, &[]), "Move: 1\nValue: -1.0\n");
        assert_eq!(advice(7, &[1, 4, 2]), "Move: 6\nValue: 1.0\n");
        assert_eq!(advice(7, &[3, 6, 2, 4, 1, 7]), "over");
        assert_eq!(advice(2, &[]), "over");
    }

    /// After stone 1 a prime above half of the board ends the game at once.
    #[test]
    fn who_takes_stone_1_too_early_loses() {
        for stones in [20, 1000, 10_000] {
            assert!(advice(stones, &[1]).ends_with("Value: -1.0\n"));
            assert!(advice(stones, &[3, 1]).ends_with("Value: 1.0\n"));
        }
    }
}
