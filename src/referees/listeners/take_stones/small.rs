//! Small boards, the smallest search first: where a slip shows, it shows on one of these.

use super::six_lines::agrees;
use super::slips::{Slip, Slips};
use super::suspect::{Answer, Question, answer};
use crate::game::Game;
use crate::take_stones::Board;

/// Boards up to this size, after at most so many stones, searched to at most this depth.
const MOST_STONES: u64 = 12;
const MOST_TAKEN: usize = 3;
const MOST_DEPTH: u64 = 5;

/// A search with more nodes is not small.
const MOST_NODES: u64 = 150;

/// Wrong searches go on longer than right ones.
const PATIENCE: u64 = 10_000;

/// A small search.
pub struct Small {
    /// What is asked.
    pub question: Question,
    /// How it is asked on the command line.
    pub arguments: Vec<String>,
    /// What is right.
    pub right: Answer,
}

impl Small {
    /// What a program with these slips answers, if it is another answer than the right one.
    pub fn told_by(&self, slips: Slips) -> Option<Answer> {
        let said = answer(self.question, slips, PATIENCE)?;
        (0..6)
            .any(|line| !agrees(line, said.numbers()[line], self.right.numbers()[line]))
            .then_some(said)
    }
}

/// All of them, the smallest first.
pub fn small_searches() -> Vec<Small> {
    let mut found = Vec::new();
    for stones in 2..=MOST_STONES {
        let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
        while let Some(taken) = lists.pop() {
            let Ok(board) = Board::after(stones, &taken) else {
                continue;
            };
            if taken.len() < MOST_TAKEN {
                lists.extend((1..=stones).map(|stone| [&taken[..], &[stone]].concat()));
            }
            if board.winner().is_some() {
                continue;
            }
            found.extend((0..=MOST_DEPTH).filter_map(|depth| small(&board, &taken, depth)));
        }
    }
    found.sort_by_key(|small| {
        (
            small.right.visited,
            small.arguments[0].len(),
            small.arguments.clone(),
        )
    });
    found
}

fn small(board: &Board, taken: &[u64], depth: u64) -> Option<Small> {
    let question = Question::new(board, depth)?;
    let right = answer(question, Slips::NONE, MOST_NODES)?;
    let numbers = [
        &[board.stones().into(), taken.len() as u64][..],
        taken,
        &[depth],
    ];
    Some(Small {
        question,
        arguments: numbers.concat().iter().map(u64::to_string).collect(),
        right,
    })
}

/// A few that between them show every slip there is, the smallest first.
pub fn telling_searches() -> Vec<Small> {
    let mut hidden: Vec<Slip> = Slip::ALL.to_vec();
    let mut searches = small_searches();
    searches.retain(|small| {
        let before = hidden.len();
        hidden.retain(|&slip| small.told_by(Slips::of(&[slip])).is_none());
        hidden.len() < before
    });
    searches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_small_searches_show_every_slip() {
        let telling = telling_searches();
        for &slip in Slip::ALL {
            let shows = telling
                .iter()
                .any(|small| small.told_by(Slips::of(&[slip])).is_some());
            assert!(shows, "{slip:?}");
        }
        assert!(telling.len() < Slip::ALL.len() / 2, "{}", telling.len());
    }
}
