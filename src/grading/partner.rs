//! Whoever is at the other end of a conversation: a program on a terminal, or in rehearsals one of
//! our own in memory.

use std::time::Duration;

use super::allowance::Limit;
use super::fixture::LONGEST_TYPED;
use super::verdict::Piece;
use crate::process::{Activity, Ending};

/// Somebody who prints, waits for answers, and ends.
pub trait Partner {
    /// Waits for the next thing to happen.
    fn next_event(&mut self) -> Event;

    /// Everything printed so far.
    fn output(&self) -> &[u8];

    /// Types a line, Enter included; what is beyond [`LONGEST_TYPED`] bytes is refused.
    fn type_line(&mut self, text: &str) -> Result<(), TooLong>;

    /// Ends the input. On a terminal it can go on after that; a pipe is closed for good.
    fn end_input(&mut self);

    /// Lets somebody meet the end of input once more who did not believe the first one.
    fn repeat_end_of_input(&mut self) {}

    /// After a fault: lets a little more output come, to show what came instead.
    fn read_on(&mut self) {}

    /// Takes away time that was not the program's.
    fn forgive(&mut self, _: Duration) {}

    /// Kills everything that still runs.
    fn end(&mut self) {}

    /// Whether there is a terminal; on pipes nobody can tell when a program waits.
    fn is_on_terminal(&self) -> bool {
        true
    }

    /// What the program is doing now.
    fn activity(&self) -> Activity {
        Activity::Unknown
    }

    /// How long it has been running.
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    /// What a person would have seen so far, typed text included.
    fn transcript(&self) -> Vec<Piece> {
        Vec::new()
    }
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// There is more output.
    Output,
    /// Nothing more comes without input; told once until there is output or input, and once more
    /// when what was likely has become sure.
    Waiting(Waiting),
    /// The program has ended, and whatever it had started was killed. All output is there.
    Ended(Ending),
    /// A limit was reached. The program may still be running.
    Limit(Limit),
    /// Somebody wants all sessions to end, see [`interrupt_flag`](super::session::interrupt_flag).
    Interrupted,
}

/// How sure it is that the program waits for input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// It is blocked reading the terminal, or in an event loop with nothing else to do.
    Surely,
    /// It is silent. What is due may be typed, but nothing can be concluded.
    Perhaps,
}

/// Why a program stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It waits for input.
    Waits,
    /// It has ended, and all it printed was heard.
    Ended(Ending),
    /// It has reached a limit. It may still be running, and is not worth listening to.
    Limited(Limit),
    /// Somebody wants us to stop.
    Interrupted,
}

/// A line that is too long to be typed on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a terminal takes {LONGEST_TYPED} bytes in a line, no more")]
pub struct TooLong;
