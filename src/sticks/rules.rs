//! The rules: a heap of sticks, one to three a turn, and whoever takes the final stick loses.

use std::fmt;
use std::ops::RangeInclusive;

use crate::game::{self, Game, Player, TextError};
use crate::players::{Chance, Knowledge, Unsolved, Value};

/// How many sticks a game may start with.
pub const SIZES: RangeInclusive<u64> = 10..=100;

/// How many sticks a player may take in a turn, however few are left.
pub const TAKES: RangeInclusive<u64> = 1..=3;

/// A heap of sticks and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sticks {
    left: u64,
    to_move: Player,
}

impl Sticks {
    /// A new game: Player 1 starts.
    pub fn new(sticks: u64) -> Sticks {
        Sticks {
            left: sticks,
            to_move: Player::First,
        }
    }

    /// How many sticks are on the board.
    pub fn left(&self) -> u64 {
        self.left
    }
}

impl Game for Sticks {
    type Move = u64;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> Vec<u64> {
        if self.left == 0 {
            Vec::new()
        } else {
            TAKES.collect()
        }
    }

    /// Taking more sticks than are left is taking the final one.
    fn play(&self, taken: u64) -> Sticks {
        Sticks {
            left: self.left.saturating_sub(taken),
            to_move: self.to_move.other(),
        }
    }

    /// The final stick is gone: whoever would be next has won.
    fn winner(&self) -> Option<Player> {
        (self.left == 0).then_some(self.to_move)
    }

    fn read_move(&self, text: &str) -> Result<u64, TextError> {
        let [least, most] = [TAKES.start(), TAKES.end()];
        match text.trim().parse() {
            Ok(_) if self.left == 0 => Err(TextError::illegal("the game is over")),
            Ok(taken) if TAKES.contains(&taken) => Ok(taken),
            Ok(_) => Err(TextError::illegal(format_args!(
                "take {least} to {most} sticks"
            ))),
            Err(_) => Err(TextError::unreadable(format_args!(
                "a move is a number between {least} and {most}"
            ))),
        }
    }

    fn read_position(&self, text: &str) -> Result<Sticks, TextError> {
        const LIKE: &str = "(1 10): who moves, the sticks left";
        match game::numbers(text, LIKE)?[..] {
            [mover, left] => match game::side(mover) {
                Some(to_move) if left <= *SIZES.end() => Ok(Sticks { left, to_move }),
                Some(_) => Err(TextError::illegal(format_args!(
                    "{left} sticks are too many, at most {} are played with",
                    SIZES.end()
                ))),
                None => Err(game::not_like(text, LIKE)),
            },
            _ => Err(game::not_like(text, LIKE)),
        }
    }
}

impl fmt::Display for Sticks {
    /// `(1 10)`: who moves, and the sticks left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({} {})", self.to_move.index() + 1, self.left)
    }
}

/// The take that wins, if `sticks` can be won at all.
///
/// Who leaves 1, 5, 9, ... sticks can answer every take `t` with `4 - t` until the other side faces
/// the final stick. From those heaps every take gives that chance away.
pub fn winning_take(sticks: u64) -> Option<u64> {
    match sticks % 4 {
        0 => Some(3),
        1 => None,
        rest => Some(rest - 1),
    }
    .filter(|_| sticks > 0)
}

impl Chance for Sticks {}

/// Who wins, by counting.
pub struct Theory;

impl Knowledge<Sticks> for Theory {
    /// Two turns take four sticks: the loser's take and the answer to it.
    fn value(&mut self, position: &Sticks) -> Result<Value, Unsolved> {
        let left = position.left;
        let rounds = |left: u64| u32::try_from(left / 4 * 2).unwrap_or(u32::MAX - 2);
        Ok(match winning_take(left) {
            None if left == 0 => Value::Win(Some(0)),
            None => Value::Lose(Some(rounds(left) + 1)),
            Some(take) => Value::Win(Some(rounds(left - take) + 2)),
        })
    }
}
