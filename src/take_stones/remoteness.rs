//! How long a game lasts if the winner hurries and the loser delays, on boards small enough to look at all of it.
//!
//! What a position is worth depends on nothing but the last stone and the stones that can still be reached
//! from it; larger boards are left to [`perfect`](super::perfect), which knows who wins and not how soon.

use rustc_hash::FxHashMap;

use super::perfect::ByMatching;
use super::{Board, Stone};
use crate::game::Game;
use crate::players::{Judged, Knowledge, Unsolved, Value};

/// The largest board whose games are counted: about a hundred thousand positions.
pub const MOST_COUNTED: Stone = 24;

/// Who wins and how soon; beyond [`MOST_COUNTED`] stones only who wins.
#[derive(Default)]
pub struct Remoteness {
    /// The stones of the board whose positions are known, and the links of each; stone `s` is bit `s`.
    links: Vec<u32>,
    known: FxHashMap<(u32, Stone), Value>,
}

impl Remoteness {
    fn set_up(&mut self, stones: Stone) {
        if self.links.len() != stones as usize + 1 {
            let linked =
                |a: Stone, b: Stone| a != b && (a.is_multiple_of(b) || b.is_multiple_of(a));
            let links = |a| (1..=stones).filter(move |&b| a > 0 && linked(a, b));
            self.links = (0..=stones)
                .map(|a| links(a).fold(0, |set, b| set | 1 << b))
                .collect();
            self.known.clear();
        }
    }

    /// The value of being to move after `last`, with the stones of `left` on the board.
    fn after(&mut self, left: u32, last: Stone) -> Value {
        let left = self.reached(left, last);
        if let Some(&value) = self.known.get(&(left, last)) {
            return value;
        }
        let legal = bits(left & self.links[last as usize]);
        let values = legal.map(|stone| self.after(left & !(1 << stone), stone).before());
        let best = values.min_by(|one, other| one.best_first(*other));
        let value = best.unwrap_or(Value::Lose(Some(0)));
        self.known.insert((left, last), value);
        value
    }

    /// Those of `left` to which a chain of links leads from `last`.
    fn reached(&self, left: u32, last: Stone) -> u32 {
        let (mut reached, mut fresh) = (0, 1 << last);
        while fresh != 0 {
            let next: u32 = bits(fresh).fold(0, |set, stone| set | self.links[stone as usize]);
            fresh = next & left & !reached;
            reached |= fresh;
        }
        reached
    }
}

/// The stones of a set, ascending.
fn bits(mut set: u32) -> impl Iterator<Item = Stone> {
    std::iter::from_fn(move || {
        let stone = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(stone)
    })
}

impl Knowledge<Board> for Remoteness {
    fn value(&mut self, board: &Board) -> Result<Value, Unsolved> {
        if board.stones() > MOST_COUNTED {
            return ByMatching.value(board);
        }
        let best = self.judged(board)?.first().map(|best| best.value);
        Ok(best.unwrap_or(Value::Lose(Some(0))))
    }

    fn judged(&mut self, board: &Board) -> Result<Vec<Judged<Stone>>, Unsolved> {
        if board.stones() > MOST_COUNTED {
            return ByMatching.judged(board);
        }
        self.set_up(board.stones());
        let left = (1..=board.stones()).filter(|&stone| board.is_left(stone));
        let left: u32 = left.fold(0, |set, stone| set | 1 << stone);
        let judge = |chosen: Stone| Judged {
            chosen,
            value: self.after(left & !(1 << chosen), chosen).before(),
        };
        let mut judged: Vec<_> = board.moves().into_iter().map(judge).collect();
        judged.sort_by(|one, other| one.value.best_first(other.value));
        Ok(judged)
    }
}
