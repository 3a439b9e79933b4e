//! What the right search meets on a board: which rows of the evaluation, for whom, and where it
//! cuts off.

use std::collections::BTreeSet;

use crate::game::{Game, Player};
use crate::take_stones::evaluate::Weight;
use crate::take_stones::plain::{self, Step};
use crate::take_stones::{Board, Stone};

/// A row of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Row {
    /// The player to move has lost.
    Over,
    /// Stone 1 has not been taken.
    OneIsLeft,
    /// The last stone was 1.
    One,
    /// The last stone was a prime.
    Prime,
    /// The last stone was composite.
    Composite,
}

/// What a search meets.
#[derive(Default)]
pub(super) struct Facts {
    /// The rows of its leaves, who is to move there, and the value for Max in tenths.
    rows: BTreeSet<(Row, usize, i8)>,
    /// Nodes that stopped early: Max's and Min's.
    pub cuts: [usize; 2],
    /// How many different values leaves have.
    pub values: usize,
    /// How deep it goes.
    pub deepest: u64,
}

impl Facts {
    /// Watches a search.
    pub(super) fn of(board: &Board, depth: u64) -> Facts {
        let mut facts = Facts::default();
        let mut now = board.clone();
        let mut path: Vec<Option<Stone>> = Vec::new();
        let mut is_leaf = false;
        let outcome = plain::search(board, depth, |step| match step {
            Step::Enter { stone, .. } => {
                path.push(now.last());
                if let Some(stone) = stone {
                    now.take(stone);
                }
                is_leaf = true;
            }
            Step::Leave { value, pruned } => {
                let player = now.to_move().index();
                if is_leaf {
                    facts.rows.insert((row(&now), player, value.as_tenths()));
                }
                facts.cuts[player] += usize::from(pruned);
                is_leaf = false;
                let before = path.pop().flatten();
                if !path.is_empty() {
                    now.put_back(before);
                }
            }
        });
        let values: BTreeSet<i8> = facts.rows.iter().map(|(_, _, value)| *value).collect();
        facts.values = values.len();
        facts.deepest = outcome.deepest;
        facts
    }

    /// Whether some leaf is of this row.
    pub(super) fn has(&self, row: Row) -> bool {
        self.rows.iter().any(|(other, _, _)| *other == row)
    }

    /// How many different things leaves of this row are worth to this player to move.
    ///
    /// After stone 1 it is one thing at most: all leaves at a depth have as many stones left.
    pub(super) fn worth(&self, row: Row, player: Player) -> usize {
        let of_row =
            |(other, to_move, _): &&(Row, usize, i8)| *other == row && *to_move == player.index();
        self.rows.iter().filter(of_row).count()
    }
}

fn row(board: &Board) -> Row {
    let last = board.last().unwrap_or(1);
    match last {
        _ if board.winner().is_some() => Row::Over,
        _ if board.is_left(1) => Row::OneIsLeft,
        1 => Row::One,
        stone if Weight::of(stone).factor == stone => Row::Prime,
        _ => Row::Composite,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_a_sample() {
        let board = Board::after(10, &[4, 2, 6]).expect("a board");
        let facts = Facts::of(&board, 2);
        assert!(facts.has(Row::OneIsLeft) && facts.has(Row::Over) && facts.has(Row::One));
        let facts = Facts::of(&Board::after(7, &[1, 4, 2]).expect("a board"), 3);
        assert!(facts.values == 1 && facts.has(Row::Over) && facts.deepest == 2);
    }
}
