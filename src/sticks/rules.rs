//! The rules: a heap of sticks, one to three a turn, and whoever takes the final stick loses.

use std::ops::RangeInclusive;

use crate::game::{Game, Player};

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
