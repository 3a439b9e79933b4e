//! Who chooses moves, and what a solver knows, for every [`Game`].
//!
//! A [`Chooser`] plays a side without a word: dice, a perfect player, or a game's own AI. A [`Knowledge`] is
//! asked what a position and each of its moves is worth. Neither talks with anybody.

use std::cmp::Ordering;
use std::fmt;

use crate::game::Game;
use crate::random::Dice;

/// Whoever chooses the moves of a side.
pub trait Chooser<G: Game> {
    /// A legal move at a position where the game is not over.
    fn choose(&mut self, position: &G) -> Result<G::Move, Unsolved>;
}

/// A game that dice can play.
pub trait Chance: Game {
    /// A legal move, each equally likely; the game must not be over.
    fn any(&self, dice: &mut Dice) -> Self::Move {
        *dice.pick(&self.moves())
    }
}

/// Any legal move.
pub struct Random(pub Dice);

impl<G: Chance> Chooser<G> for Random {
    fn choose(&mut self, position: &G) -> Result<G::Move, Unsolved> {
        Ok(position.any(&mut self.0))
    }
}

/// The best move that some knowledge can name.
pub struct Perfect<K>(pub K);

impl<G: Game, K: Knowledge<G>> Chooser<G> for Perfect<K> {
    fn choose(&mut self, position: &G) -> Result<G::Move, Unsolved> {
        let best = self.0.best(position)?;
        best.ok_or_else(|| Unsolved("the game is over".to_owned()))
    }
}

/// What a position is worth to the player to move, and, where that is known, after how many plies the
/// game ends if the winner hurries and the loser delays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Won.
    Win(Option<u32>),
    /// Lost.
    Lose(Option<u32>),
    /// Neither side can force an end.
    Draw,
}

impl Value {
    /// The value of a position in which somebody has won.
    pub fn of_end<G: Game>(position: &G) -> Option<Value> {
        position.winner().map(|winner| {
            if winner == position.to_move() {
                Value::Win(Some(0))
            } else {
                Value::Lose(Some(0))
            }
        })
    }

    /// Won or lost, in an unknown number of plies.
    pub fn won(won: bool) -> Value {
        if won {
            Value::Win(None)
        } else {
            Value::Lose(None)
        }
    }

    /// `win`, `lose` or `draw`.
    pub fn word(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Lose(_) => "lose",
            Value::Draw => "draw",
        }
    }

    /// The plies until the end, if there is one and it is known.
    pub fn remoteness(self) -> Option<u32> {
        match self {
            Value::Win(plies) | Value::Lose(plies) => plies,
            Value::Draw => None,
        }
    }

    /// What a move is worth to its maker if it leads to a position of this value.
    pub fn before(self) -> Value {
        let later = |plies: Option<u32>| plies.map(|plies| plies + 1);
        match self {
            Value::Win(plies) => Value::Lose(later(plies)),
            Value::Lose(plies) => Value::Win(later(plies)),
            Value::Draw => Value::Draw,
        }
    }

    /// The better value first: the soonest win, then a draw, then the latest loss.
    pub fn best_first(self, other: Value) -> Ordering {
        let key = |value| match value {
            Value::Win(plies) => (0, plies.unwrap_or(0)),
            Value::Draw => (1, 0),
            Value::Lose(plies) => (2, u32::MAX - plies.unwrap_or(0)),
        };
        key(self).cmp(&key(other))
    }
}

impl fmt::Display for Value {
    /// `win in 7`, `lose in 14`, `draw`; `win` where the plies are not known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remoteness() {
            Some(plies) => write!(f, "{} in {plies}", self.word()),
            None => f.write_str(self.word()),
        }
    }
}

/// A legal move with what it is worth to the player who makes it. Plies count the move itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged<M> {
    /// The move.
    pub chosen: M,
    /// Its worth to the mover.
    pub value: Value,
}

/// Why a position has no known value: one sentence, with the estimate where there is one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unsolved(pub String);

/// What a solver knows of a game.
pub trait Knowledge<G: Game> {
    /// What a position is worth to the player to move.
    fn value(&mut self, position: &G) -> Result<Value, Unsolved>;

    /// Every legal move with its worth, the best first, otherwise in the game's own order.
    fn judged(&mut self, position: &G) -> Result<Vec<Judged<G::Move>>, Unsolved> {
        let mut moves = Vec::new();
        for chosen in position.moves() {
            let value = self.value(&position.play(chosen))?.before();
            moves.push(Judged { chosen, value });
        }
        moves.sort_by(|one, other| one.value.best_first(other.value));
        Ok(moves)
    }

    /// The move to make, none if the game is over.
    fn best(&mut self, position: &G) -> Result<Option<G::Move>, Unsolved> {
        let judged = self.judged(position)?;
        Ok(judged.first().map(|best| best.chosen))
    }
}
