//! The few questions every game answers. Rules only: no input, no output, no strategy.
//!
//! The brute-force solver in the tests, the random walks over every rule set and the referees of the
//! grader all work through this trait.

use std::fmt;
use std::hash::Hash;

/// One of the two sides. `First` is the side that opens the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Player 1: Max, Left, seat 0.
    First,
    /// Player 2: Min, Right, seat 1.
    Second,
}

impl Player {
    /// The opponent.
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    /// `Player 1` or `Player 2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Player {}", self.index() + 1)
    }
}

/// A position in a game for two, with the rules to go on from it.
pub trait Game: Clone + Eq + Hash + fmt::Debug {
    /// What a player chooses on a turn.
    type Move: Copy + Eq + fmt::Debug;

    /// The side whose turn it is.
    fn to_move(&self) -> Player;

    /// The legal moves in the game's own order; none once somebody has won.
    fn moves(&self) -> Vec<Self::Move>;

    /// The position after a legal move.
    fn play(&self, chosen: Self::Move) -> Self;

    /// Who has won, if the game is over.
    fn winner(&self) -> Option<Player>;
}
