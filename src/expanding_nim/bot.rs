//! Players that are programs: the perfect one and the random one.

use super::position::{Move, Position};
use super::solver::{MAX_RESETS, Solver, TooLarge};
use crate::game::Game;
use crate::players::{Chance, Judged, Knowledge, Unsolved, Value};
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
    /// Beyond [`MAX_RESETS`] it is not always perfect: it plays as if there were so many.
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
        position.resets = fewer_resets(position.resets);
        let solver = match self.solver.take() {
            Some(solver) if solver.covers(&position) => solver,
            _ => Solver::new(&position)?,
        };
        Ok((self.solver.insert(solver), position))
    }
}

/// At most [`MAX_RESETS`] each, and fewer for the player with fewer: among many resets it hardly
/// matters how many they are, but it matters who has more.
fn fewer_resets(resets: [u32; 2]) -> [u32; 2] {
    let most = resets[0].max(resets[1]);
    resets.map(|own| match own == most {
        true => own.min(MAX_RESETS),
        false => own.min(MAX_RESETS - 1),
    })
}

impl Knowledge<Position> for Bot {
    fn value(&mut self, position: &Position) -> Result<Value, Unsolved> {
        match Value::of_end(position) {
            Some(value) => Ok(value),
            None => Ok(Value::won(self.wins(position)?)),
        }
    }

    /// All from one table: the moves that win first, those without a reset before those with one.
    fn judged(&mut self, position: &Position) -> Result<Vec<Judged<Move>>, Unsolved> {
        let (solver, limited) = self.solver_for(position)?;
        let winning = solver.winning_moves(&limited);
        let judge = |chosen| Judged {
            chosen,
            value: Value::won(winning.contains(&chosen)),
        };
        let mut judged: Vec<_> = position.moves().into_iter().map(judge).collect();
        judged.sort_by(|one, other| one.value.best_first(other.value));
        Ok(judged)
    }

    fn best(&mut self, position: &Position) -> Result<Option<Move>, Unsolved> {
        match position.stones {
            0 => Ok(None),
            _ => Ok(Some(self.choose(position)?)),
        }
    }
}

impl From<TooLarge> for Unsolved {
    fn from(why: TooLarge) -> Unsolved {
        Unsolved(why.to_string())
    }
}

impl Chance for Position {
    fn any(&self, dice: &mut Dice) -> Move {
        // In the order of `moves`, without writing them all down: a pile may be huge.
        let kinds = if self.own_resets() > 0 { 2 } else { 1 };
        let takes = u64::from(self.limit().min(self.stones));
        let index = dice.below(takes * kinds);
        Move {
            stones: (index / kinds) as u32 + 1,
            reset: index % kinds == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expanding_nim::position::INITIAL_MAX;

    #[test]
    fn who_has_more_resets_still_has_more_when_they_are_too_many_for_the_table() {
        for (resets, fewer) in [
            ([7, 7], [7, 7]),
            ([7, 6], [7, 6]),
            ([3, 0], [3, 0]),
            ([8, 8], [7, 7]),
            ([8, 7], [7, 6]),
            ([9, 1_000_000], [6, 7]),
            ([2, 20], [2, 7]),
        ] {
            assert_eq!(fewer_resets(resets), fewer);
        }
    }

    #[test]
    fn with_more_resets_than_the_table_holds_it_still_plays_to_the_end() {
        let mut bot = Bot::new();
        let mut position = Position::new(60, 9, INITIAL_MAX);
        while position.stones > 0 {
            let chosen = bot.choose(&position).expect("small enough");
            assert!(position.moves().contains(&chosen), "{position:?}");
            position = position.play(chosen);
        }
    }

    #[test]
    fn the_random_player_makes_every_legal_move_sooner_or_later_and_no_other() {
        let mut dice = Dice::new(1);
        for resets in [0, 1] {
            for stones in [2, 9] {
                let position = Position::new(stones, resets, INITIAL_MAX);
                let mut left = position.moves();
                for _ in 0..200 {
                    let chosen = position.any(&mut dice);
                    assert!(position.moves().contains(&chosen), "{chosen}");
                    left.retain(|other| *other != chosen);
                }
                assert_eq!(left, [], "never made");
            }
        }
    }
}
