//! How long a game lasts if the winner hurries and the loser delays, from piles small enough to look at all of it.
//!
//! The [`Bot`] knows who wins from any pile, but not how soon.

use rustc_hash::FxHashMap;

use super::bot::Bot;
use super::position::{Move, Position};
use crate::game::{Game, Player};
use crate::players::{Judged, Knowledge, Unsolved, Value};

/// The largest pile whose games are counted: a few ten thousand positions.
pub const MOST_COUNTED: u32 = 60;

/// Positions that are kept before they are forgotten, all at once.
const MOST_KNOWN: usize = 1 << 20;

/// Who wins and how soon; beyond [`MOST_COUNTED`] stones only who wins.
#[derive(Default)]
pub struct Remoteness {
    known: FxHashMap<Position, Value>,
    bot: Bot,
}

impl Remoteness {
    fn counted(&mut self, position: &Position) -> Value {
        let position = alike(position);
        if let Some(&value) = self.known.get(&position) {
            return value;
        }
        let values = (position.moves().into_iter())
            .map(|chosen| self.counted(&position.play(chosen)).before());
        let best = values.min_by(|one, other| one.best_first(*other));
        let value = best.unwrap_or(Value::Lose(Some(0)));
        self.known.insert(position, value);
        value
    }
}

/// The one of all positions with the same moves and the same value that stands for them.
fn alike(position: &Position) -> Position {
    Position {
        // Below the initial maximum it does not matter how many were taken.
        taken: position.taken.max(position.initial_max.saturating_sub(1)),
        resets: [position.own_resets(), position.their_resets()],
        to_move: Player::First,
        ..*position
    }
}

impl Knowledge<Position> for Remoteness {
    fn value(&mut self, position: &Position) -> Result<Value, Unsolved> {
        if position.stones > MOST_COUNTED {
            return self.bot.value(position);
        }
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        Ok(self.counted(position))
    }

    fn judged(&mut self, position: &Position) -> Result<Vec<Judged<Move>>, Unsolved> {
        if position.stones > MOST_COUNTED {
            return self.bot.judged(position);
        }
        let judge = |chosen| Judged {
            chosen,
            value: self.counted(&position.play(chosen)).before(),
        };
        let mut judged: Vec<_> = position.moves().into_iter().map(judge).collect();
        judged.sort_by(|one, other| one.value.best_first(other.value));
        Ok(judged)
    }
}
