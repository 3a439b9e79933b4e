//! Players that are programs: the perfect one and the random one.

use super::position::{Move, Position};
use super::solver::{MAX_RESETS, Solver, TooLarge};
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
        let (solver, position) = self.solver_for(position)?;
        Ok(solver.best_move(&position))
    }

    /// Whether the player to move can force the win.
    pub fn wins(&mut self, position: &Position) -> Result<bool, TooLarge> {
        let (solver, position) = self.solver_for(position)?;
        Ok(solver.is_win(&position))
    }

    /// A table that covers the position, kept as long as it does.
    fn solver_for(&mut self, position: &Position) -> Result<(&Solver, Position), TooLarge> {
        let mut position = *position;
        position.resets = position.resets.map(|resets| resets.min(MAX_RESETS));
        let solver = match self.solver.take() {
            Some(solver) if solver.covers(&position) => solver,
            _ => Solver::new(&position)?,
        };
        Ok((self.solver.insert(solver), position))
    }
}

/// Any legal move, each equally likely (the game must not be over).
pub fn random_move(position: &Position, dice: &mut Dice) -> Move {
    // In the order of `Position::moves`, without writing them all down: a pile may be huge.
    let kinds = if position.own_resets() > 0 { 2 } else { 1 };
    let takes = u64::from(position.limit().min(position.stones));
    let index = dice.below(takes * kinds);
    Move {
        stones: (index / kinds) as u32 + 1,
        reset: index % kinds == 1,
    }
}
