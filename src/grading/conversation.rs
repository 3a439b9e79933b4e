//! The one driver over a program on a terminal: let it go on until it wants something, hear what it
//! said, answer.
//!
//! Everything that talks with a program does it here, so that its limits, its end and what counts
//! as waiting are understood in one place.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::session::{Event, Limit, Session, TooLong, Waiting};
use super::verdict::Piece;
use crate::process::{Activity, Ending, sees_processes};

/// A program that is talked with.
pub struct Conversation {
    session: Session,
    /// How much of the output has been taken notice of.
    heard: usize,
    /// It was seen to wait, and has not been answered.
    waits: bool,
    /// Why it stopped last.
    stopped: Option<Stop>,
    tape: Option<Tape>,
}

/// Keeps what was said in a conversation when it is over, for those who did not lead it.
#[derive(Clone, Default)]
pub struct Tape(Arc<Mutex<Recording>>);

/// What a [`Tape`] holds: the last conversation, and how long all of them took.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// What a person would have seen, typed text included.
    pub transcript: Vec<Piece>,
    /// Why the program stopped last.
    pub stop: Option<Stop>,
    /// How long all conversations took.
    pub elapsed: Duration,
}

impl Tape {
    /// What was recorded.
    pub fn recording(&self) -> Recording {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let Some(Tape(tape)) = &self.tape else { return };
        let mut tape = tape.lock().unwrap_or_else(PoisonError::into_inner);
        tape.transcript = self.session.transcript();
        tape.stop = self.stopped;
        tape.elapsed += self.session.elapsed();
    }
}

/// What a program said on its turn, and why it stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// All it printed since it was listened to last. What is not UTF-8 became replacement characters.
    pub text: String,
    /// Why nothing more comes for now.
    pub stop: Stop,
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

impl Conversation {
    /// Begins to talk with a program that has just been started.
    pub fn new(session: Session) -> Conversation {
        Conversation {
            session,
            heard: 0,
            waits: false,
            stopped: None,
            tape: None,
        }
    }

    /// The same, recorded.
    pub fn on(self, tape: &Tape) -> Conversation {
        let mut recorded = self;
        recorded.tape = Some(tape.clone());
        recorded
    }

    /// Lets the program go on until it waits for input, ends, or reaches a limit.
    ///
    /// A program that waits and was not answered still waits: then this returns at once. Without a
    /// terminal nobody can tell that a program waits, so there its input ends before it begins.
    pub fn turn(&mut self) -> Turn {
        if !self.is_on_terminal() {
            self.session.end_input();
        }
        let stop = loop {
            if self.waits {
                break Stop::Waits;
            }
            match self.session.next_event() {
                Event::Output => {}
                // Who computes or sleeps may yet print; only where nobody can look into a program
                // silence has to do.
                Event::Waiting(Waiting::Perhaps) if sees_processes() => {}
                Event::Waiting(_) => self.waits = true,
                Event::Ended(ending) => break Stop::Ended(ending),
                Event::Limit(limit) => break Stop::Limited(limit),
                Event::Interrupted => break Stop::Interrupted,
            }
        };
        let text = String::from_utf8_lossy(&self.session.output()[self.heard..]).into_owned();
        self.heard = self.session.output().len();
        self.stopped = Some(stop);
        Turn { text, stop }
    }

    /// Types a line, Enter included. It must fit on a terminal's line.
    pub fn answer(&mut self, line: &str) -> Result<(), TooLong> {
        self.waits = false;
        self.session.type_line(line)
    }

    /// Ends the input.
    pub fn end_input(&mut self) {
        self.waits = false;
        self.session.end_input();
    }

    /// Whether the program has a terminal; on pipes nobody can tell when it waits.
    pub fn is_on_terminal(&self) -> bool {
        self.session.is_on_terminal()
    }

    /// What the program is doing now.
    pub fn activity(&self) -> Activity {
        self.session.activity()
    }

    /// What a person would have seen so far, typed text included.
    pub fn transcript(&self) -> Vec<Piece> {
        self.session.transcript()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::session::Allowance;
    use crate::process::Program;

    fn talk_with(script: &str) -> Conversation {
        let program = Program::new("sh").args(["-c", script]);
        let allowance = Allowance {
            time: std::time::Duration::from_secs(if sees_processes() { 60 } else { 3 }),
            ..Allowance::default()
        };
        Conversation::new(Session::start(&program, allowance).expect("started"))
    }

    fn turn(text: &str, stop: Stop) -> Turn {
        Turn {
            text: text.to_owned(),
            stop,
        }
    }

    #[test]
    fn each_turn_is_what_was_said_since_the_last_answer() {
        let mut talk = talk_with("printf 'Name? '; read n; echo \"Hello, $n!\"; read m; exit 3");
        assert_eq!(talk.turn(), turn("Name? ", Stop::Waits));
        assert_eq!(talk.turn(), turn("", Stop::Waits), "it still waits");
        talk.answer("Ada").expect("short enough");
        assert_eq!(talk.turn(), turn("Hello, Ada!\n", Stop::Waits));
        talk.end_input();
        assert_eq!(talk.turn(), turn("", Stop::Ended(Ending::Exited(3))));
        assert_eq!(talk.turn(), turn("", Stop::Ended(Ending::Exited(3))));
    }

    #[test]
    fn a_program_that_was_silent_before_it_asks_is_not_missed() {
        let mut talk = talk_with("sleep 0.8; read n; printf 'half \\303'");
        assert_eq!(talk.turn(), turn("", Stop::Waits));
        talk.answer("").expect("short enough");
        assert_eq!(
            talk.turn(),
            turn("half \u{fffd}", Stop::Ended(Ending::Exited(0)))
        );
    }

    #[test]
    fn a_flood_stops_at_the_limit() {
        let stop = talk_with("yes").turn().stop;
        assert_eq!(stop, Stop::Limited(Limit::Output));
    }
}
