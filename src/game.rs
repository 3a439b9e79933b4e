//! The few questions every game answers. Rules only: no input, no output, no strategy.
//!
//! Positions and moves have text that reads back, so that whoever works through this trait (players,
//! the brute-force solver and the random walks in the tests, the page) can also name what it means.

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

/// Why a text is no move or no position here. Each is one sentence for whoever wrote it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextError {
    /// It is not written like one.
    #[error("{0}")]
    Unreadable(String),
    /// It is, but the rules do not allow it.
    #[error("{0}")]
    Illegal(String),
}

impl TextError {
    pub(crate) fn unreadable(why: impl fmt::Display) -> TextError {
        TextError::Unreadable(why.to_string())
    }

    pub(crate) fn illegal(why: impl fmt::Display) -> TextError {
        TextError::Illegal(why.to_string())
    }
}

/// A position in a game for two, with the rules to go on from it.
///
/// Displayed, it is what [`Game::read_position`] reads: `(L 0 4 1 0 1 1)`.
pub trait Game: Clone + Eq + Hash + fmt::Debug + fmt::Display {
    /// What a player chooses on a turn. Displayed, it is what [`Game::read_move`] reads.
    type Move: Copy + Eq + fmt::Debug + fmt::Display;

    /// The side whose turn it is.
    fn to_move(&self) -> Player;

    /// The legal moves in the game's own order; none once somebody has won.
    fn moves(&self) -> Vec<Self::Move>;

    /// The position after a legal move.
    fn play(&self, chosen: Self::Move) -> Self;

    /// Makes a legal move. Games whose positions are large do it in place.
    fn advance(&mut self, chosen: Self::Move) {
        *self = self.play(chosen);
    }

    /// Who has won, if the game is over.
    fn winner(&self) -> Option<Player>;

    /// Reads a move that is legal here.
    fn read_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// Reads a position of the same variant: the same bounds, hands, initial maximum, resets.
    fn read_position(&self, text: &str) -> Result<Self, TextError>;
}

/// The words of a position's text, `(1 10)`, whose form is `like`; the parentheses may be left out.
pub(crate) fn words<'t>(text: &'t str, like: &str) -> Result<Vec<&'t str>, TextError> {
    let bare = text.trim();
    let bare = match bare.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')').ok_or_else(|| not_like(text, like))?,
        None => bare,
    };
    Ok(bare.split_whitespace().collect())
}

/// The whole numbers of a position's text.
pub(crate) fn numbers(text: &str, like: &str) -> Result<Vec<u64>, TextError> {
    let read = |word: &str| match word.bytes().all(|byte| byte.is_ascii_digit()) {
        true => word.parse().map_err(|_| not_like(text, like)),
        false => Err(not_like(text, like)),
    };
    words(text, like)?.into_iter().map(read).collect()
}

/// The complaint about a text that is no position.
pub(crate) fn not_like(text: &str, like: &str) -> TextError {
    let shown: String = text.trim().chars().take(60).collect();
    TextError::Unreadable(format!(
        "`{shown}` is not a position; one is written {like}"
    ))
}

/// The side with number 1 or 2, as positions write it.
pub(crate) fn side(number: u64) -> Option<Player> {
    match number {
        1 => Some(Player::First),
        2 => Some(Player::Second),
        _ => None,
    }
}
