//! Players that are programs: the perfect one and the random one.

use super::position::{Move, Position};
use super::solver::{MAX_RESETS, Solver, TooLarge};
use crate::game::Game;
use crate::random::Dice;

/// The perfect player. Wins every position that can be won.
#[derive(Default)]
pub struct Bot {
    solver: Option<Solver>,
}

impl Bot {
    /// A bot that solves the game at its first question.
    pub fn new() -> Bot {
        Bot::default()
    }

    /// The move to make (the game must not be over).
    ///
    /// Beyond [`MAX_RESETS`] it plays as if each player had so many.
    pub fn choose(&mut self, position: &Position) -> Result<Move, TooLarge> {
        let mut position = *position;
        position.resets = position.resets.map(|resets| resets.min(MAX_RESETS));
        let solver = match self.solver.take() {
            Some(solver) if solver.covers(&position) => solver,
            _ => Solver::new(&position)?,
        };
        let chosen = solver.best_move(&position);
        self.solver = Some(solver);
        Ok(chosen)
    }
}

/// Any legal move, each equally likely (the game must not be over).
pub fn random_move(position: &Position, dice: &mut Dice) -> Move {
    *dice.pick(&position.moves())
}
