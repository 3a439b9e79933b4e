//! What a referee is: somebody who plays against a program whose answers are free or random, and
//! checks every line.
//!
//! A referee is straight-line code over a [`Conversation`]: hear this, answer that. It knows nothing
//! of processes and terminals, so it can be rehearsed without them. Those who know a game are handed
//! to grading as an [`Appointment`].

use std::any::Any;

use super::conversation::Conversation;
use super::verdict::Outcome;

/// A referee as a case names it, `sticks option=2 games=10`: read once, seated anew for every run.
pub trait Appointment: Send + Sync {
    /// A referee for one run of the program.
    fn seat(&self, seed: u64) -> Box<dyn Referee>;

    /// Games played in one run of the program.
    fn games_in_a_run(&self) -> u32 {
        1
    }

    /// What can be said only about all the runs together, given those that went well.
    fn look_back(&self, _: &[Box<dyn Referee>]) -> Result<(), String> {
        Ok(())
    }
}

/// Somebody who plays against a program and knows the rules.
pub trait Referee: Any {
    /// Plays one run of the program, from its first word to its end.
    fn play(&mut self, talk: &mut Conversation) -> Result<(), Outcome>;

    /// Of the games of a run that came to a bad end, those that had been played well before it.
    fn good_games(&self) -> u32 {
        0
    }
}
