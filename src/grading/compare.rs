//! A program against a transcript: compared while it runs, answered when it asks, stopped at the
//! first difference.

use std::time::{Duration, Instant};

use super::fixture::{Fixture, Matching, Step};
use super::matcher::Matcher;
use super::session::{Allowance, Event, Limit, Session, Waiting};
use super::verdict::{Difference, Outcome, Piece, Verdict, expected_lines, lines};
use crate::process::{Ending, Program};

/// After a difference, how long and how far we read on, to show what came instead.
const CONTEXT_TIME: Duration = Duration::from_millis(50);
const CONTEXT_BYTES: usize = 4 << 10;

/// How often a program that has met the end of input may ask again.
const MOST_ENDS: usize = 64;

/// Runs a program against a fixture. The program has its arguments already.
pub fn run(program: &Program, fixture: &Fixture, allowance: Allowance) -> Verdict {
    match Session::start(program, allowance) {
        Ok(session) => judge(session, fixture, allowance),
        Err(error) => Verdict::without_a_run(Outcome::CouldNotStart(error.to_string()), allowance),
    }
}

/// Drives a session that has just begun through a fixture.
pub fn judge(mut session: Session, fixture: &Fixture, allowance: Allowance) -> Verdict {
    let on_pipes = !session.is_on_terminal();
    if on_pipes {
        session.type_all(&fixture.steps);
    }
    let mut comparison = Comparison::new(session, fixture, on_pipes);
    let (outcome, ending) = comparison.run();
    let elapsed = comparison.session.elapsed();
    let at_fault = match &outcome {
        Outcome::Passed | Outcome::WrongExit { .. } | Outcome::Interrupted => None,
        _ => Some(comparison.followed),
    };
    if outcome == Outcome::Differs || outcome == Outcome::StillPrinting {
        comparison.read_on();
    }
    let session = &mut comparison.session;
    session.end();
    Verdict {
        difference: at_fault.map(|at| difference(session, fixture, at)),
        transcript: session.transcript(),
        outcome,
        ending,
        allowance,
        elapsed,
        on_pipes,
    }
}

struct Comparison<'a> {
    session: Session,
    fixture: &'a Fixture,
    steps: Vec<Step>,
    next: usize,
    matcher: Matcher,
    /// How much of the output has been compared and found right.
    followed: usize,
    ends: usize,
}

impl<'a> Comparison<'a> {
    fn new(session: Session, fixture: &'a Fixture, on_pipes: bool) -> Comparison<'a> {
        let mut steps = fixture.steps.clone();
        if on_pipes {
            steps.retain(|step| matches!(step, Step::Output(_)));
            let output: String = steps.iter().map(text_of).collect();
            steps = vec![Step::Output(output)];
        }
        let mut comparison = Comparison {
            session,
            fixture,
            steps,
            next: 0,
            matcher: Matcher::new("", Matching::Exact, true),
            followed: 0,
            ends: 0,
        };
        comparison.expect_output();
        comparison
    }

    /// Prepares for the output before the next input, which may be none.
    fn expect_output(&mut self) {
        let step = self.steps.get(self.next);
        let text = step.map_or("", text_of);
        if let Some(Step::Output(_)) = step {
            self.next += 1;
        }
        let last = self.next == self.steps.len();
        self.matcher = Matcher::new(text, self.fixture.matching, last);
    }

    fn run(&mut self) -> (Outcome, Option<Ending>) {
        loop {
            match self.session.next_event() {
                Event::Output => {
                    if let Some(outcome) = self.follow() {
                        return (outcome, None);
                    }
                }
                Event::Waiting(waiting) => {
                    if let Some(outcome) = self.answer(waiting) {
                        return (outcome, None);
                    }
                }
                Event::Ended(ending) => return (self.ended(ending), Some(ending)),
                Event::Limit(limit) => {
                    // What is wrong with the output matters more than how much of it there is.
                    let outcome = self.follow().unwrap_or_else(|| self.limited(limit));
                    return (outcome, None);
                }
                Event::Interrupted => return (Outcome::Interrupted, None),
            }
        }
    }

    /// Compares the new output.
    fn follow(&mut self) -> Option<Outcome> {
        while let Some(&byte) = self.session.output().get(self.followed) {
            if let Err(back) = self.matcher.feed(byte) {
                self.followed -= back;
                let finished = self.matcher.is_complete() && self.next == self.steps.len();
                return Some(if finished {
                    Outcome::StillPrinting
                } else {
                    Outcome::Differs
                });
            }
            self.followed += 1;
        }
        None
    }

    /// The program wants input: types what is due, if all that comes before it has come.
    fn answer(&mut self, waiting: Waiting) -> Option<Outcome> {
        let complete = self.matcher.is_complete();
        match self.steps.get(self.next) {
            Some(Step::Type(text)) if complete => {
                // The fixture has no line that is too long, so this cannot fail.
                let _ = self.session.type_line(text);
                self.next += 1;
                self.expect_output();
            }
            Some(Step::EndOfInput) if complete => {
                self.session.end_input();
                self.next += 1;
                self.ends += 1;
                self.expect_output();
            }
            _ if waiting == Waiting::Perhaps => {}
            // Nothing else will be typed: the input has ended, and stays so.
            None if (1..MOST_ENDS).contains(&self.ends) => {
                self.session.repeat_end_of_input();
                self.ends += 1;
            }
            _ => return Some(Outcome::WaitsForInput),
        }
        None
    }

    fn ended(&self, ending: Ending) -> Outcome {
        let finished = self.matcher.is_complete() && self.next == self.steps.len();
        let expected = self.fixture.exit;
        match ending {
            Ending::Killed(signal) => Outcome::killed(signal),
            Ending::Exited(_) if !finished => Outcome::EndedEarly,
            Ending::Exited(actual) if actual != i32::from(expected) => {
                Outcome::WrongExit { expected, actual }
            }
            Ending::Exited(_) => Outcome::Passed,
        }
    }

    fn limited(&self, limit: Limit) -> Outcome {
        Outcome::limited(limit, self.session.activity())
    }

    /// Lets a little more output come.
    fn read_on(&mut self) {
        let until = Instant::now() + CONTEXT_TIME;
        let enough = self.session.output().len() + CONTEXT_BYTES;
        while self.session.output().len() < enough && Instant::now() < until {
            if self.session.event_before(until) != Some(Event::Output) {
                return;
            }
        }
    }
}

fn text_of(step: &Step) -> &str {
    match step {
        Step::Output(text) => text,
        Step::Type(_) | Step::EndOfInput => "",
    }
}

/// The line in which the output stops being right, which is after `right` bytes of it.
fn difference(session: &Session, fixture: &Fixture, right: usize) -> Difference {
    let on_terminal = session.is_on_terminal();
    let mut pieces = session.transcript();
    pieces.retain(|piece| on_terminal || matches!(piece, Piece::Output(_)));
    // A line begins after a newline, or after what was typed.
    let (mut line, mut begin, mut at) = (0, 0, 0);
    for piece in &pieces {
        match piece {
            Piece::Output(bytes) => {
                for &byte in bytes.iter().take(right - at) {
                    at += 1;
                    if byte == b'\n' {
                        (line, begin) = (line + 1, at);
                    }
                }
            }
            Piece::Typed(_) | Piece::EndOfInput if at <= right => (line, begin) = (line + 1, at),
            _ => {}
        }
    }
    let before = String::from_utf8_lossy(&session.output()[begin..right]);
    Difference {
        line: line + 1,
        column: before.chars().count() + 1,
        expected: expected_lines(fixture, on_terminal).into_iter().nth(line),
        actual: lines(pieces).into_iter().nth(line),
    }
}
