//! The one driver over a program on a terminal: hear what it says, answer, until it ends.
//!
//! Everything that talks with a program does it here, so that its limits, its end, and what counts
//! as waiting or as the same text are understood in one place. There are two ways to listen: for
//! what has to come ([`hear`](Conversation::hear), [`asks`](Conversation::asks),
//! [`ends`](Conversation::ends)), or for whatever comes ([`turn`](Conversation::turn)).

use std::time::Duration;

use super::allowance::Allowance;
use super::fixture::Matching;
use super::matcher::Matcher;
pub use super::partner::Stop;
use super::partner::{Event, Partner, TooLong, Waiting};
pub use super::tape::{Recording, Tape};
use super::verdict::{Outcome, Piece, Verdict};
use crate::process::{Activity, Ending, sees_processes};

/// How often a program that has met the end of input may ask again.
const MOST_ENDS: usize = 64;

/// A program that is talked with.
pub struct Conversation {
    partner: Box<dyn Partner>,
    matching: Matching,
    /// How much of the output has been taken notice of.
    heard: usize,
    /// How far was looked ahead, or to where something was wrong.
    judged: usize,
    /// What is expected, and from where on in the output.
    expected: Expected,
    /// It was seen to wait, and has not been answered.
    waits: bool,
    /// How often its input was ended.
    ends: usize,
    /// How it ended by itself.
    ending: Option<Ending>,
    /// Why it stopped last.
    stopped: Option<Stop>,
    tape: Option<Tape>,
}

impl Drop for Conversation {
    fn drop(&mut self) {
        if let Some(tape) = &self.tape {
            tape.keep(&*self.partner, self.stopped);
        }
    }
}

/// Text that has to come.
struct Expected {
    text: String,
    from: usize,
    matcher: Matcher,
}

/// How far output is followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// To the last byte of what is expected.
    Heard,
    /// Until the program waits for an answer.
    Asked,
    /// Until the program ends.
    Ended,
}

/// What a program said on its turn, and why it stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// All it printed since it was listened to last. What is not UTF-8 became replacement characters.
    pub text: String,
    /// Why nothing more comes for now.
    pub stop: Stop,
}

impl Conversation {
    /// Begins to talk with a program that has just been started.
    pub fn new(partner: impl Partner + 'static) -> Conversation {
        Conversation::matching(partner, Matching::Exact)
    }

    /// The same, with what has to come being compared like this.
    pub fn matching(partner: impl Partner + 'static, matching: Matching) -> Conversation {
        Conversation {
            partner: Box::new(partner),
            matching,
            heard: 0,
            judged: 0,
            expected: Expected {
                text: String::new(),
                from: 0,
                matcher: Matcher::new("", matching, false),
            },
            waits: false,
            ends: 0,
            ending: None,
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

    /// Hears this text, which ends with a line and with which the turn does not.
    pub fn hear(&mut self, text: &str) -> Result<(), Outcome> {
        self.expect(text, self.matching, false);
        self.follow(Goal::Heard)
    }

    /// Hears this text and what stands behind it on its last line: all of that line comes back, and
    /// is to be heard again when it is clear what it should have been.
    pub fn line_ahead(&mut self, text: &str) -> Result<String, Outcome> {
        let (lines, begin) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        let before = self.heard;
        self.hear(lines)?;
        let from = self.heard;
        self.expect(begin, Matching::Exact, false);
        self.follow(Goal::Heard)?;
        self.expect("[..]\n", Matching::Pattern, false);
        self.follow(Goal::Heard)?;
        let line = String::from_utf8_lossy(&self.partner.output()[from..self.heard]).into_owned();
        self.judged = self.heard;
        self.heard = before;
        self.expect("", self.matching, false);
        Ok(match self.matching {
            Matching::Lenient => line.trim_end().to_owned(),
            _ => line.trim_end_matches('\n').to_owned(),
        })
    }

    /// Hears this text, then a number, then the end of the line.
    pub fn hear_number(&mut self, text: &str) -> Result<u64, Outcome> {
        let line = self.line_ahead(text)?;
        let begin = text.rsplit('\n').next().unwrap_or("");
        let number = line.strip_prefix(begin).and_then(|rest| rest.parse().ok());
        let number = number.ok_or_else(|| {
            Outcome::RuleBroken(format!("`{line}`: expected a number after `{begin}`"))
        })?;
        let lines = &text[..text.len() - begin.len()];
        self.hear(&format!("{lines}{line}\n"))?;
        Ok(number)
    }

    /// Hears this question. It is over with its last byte: to see that a program waits can take long
    /// if it polls. Only a blank at its end that may be missing has to be waited for.
    pub fn asks(&mut self, question: &str) -> Result<(), Outcome> {
        self.expect(question, self.matching, false);
        if self.matching == Matching::Lenient {
            return self.waits();
        }
        self.follow(Goal::Heard)?;
        // Whoever has said more already does not wait.
        self.compare(Goal::Asked).map(|_| ())
    }

    /// Waits until the program waits, and has said no more than was to be heard.
    pub fn waits(&mut self) -> Result<(), Outcome> {
        self.follow(Goal::Asked)
    }

    /// Hears this text, the last, and then the end.
    pub fn ends(&mut self, text: &str) -> Result<(), Outcome> {
        self.expect(text, self.matching, true);
        self.follow(Goal::Ended)
    }

    fn expect(&mut self, text: &str, matching: Matching, last: bool) {
        self.expected = Expected {
            text: text.to_owned(),
            from: self.heard,
            matcher: Matcher::new(text, matching, last),
        };
    }

    /// Compares what comes with what is expected. What is wrong with the output matters more than
    /// how the program then ends, or what limit it reaches.
    fn follow(&mut self, goal: Goal) -> Result<(), Outcome> {
        loop {
            if self.compare(goal)? {
                return Ok(());
            }
            let event = match self.waits {
                true => Event::Waiting(Waiting::Surely),
                false => self.partner.next_event(),
            };
            match event {
                Event::Output => {}
                Event::Waiting(_) if goal == Goal::Asked && self.is_complete() => {
                    self.waits = true;
                    return Ok(());
                }
                Event::Waiting(Waiting::Perhaps) => {}
                Event::Waiting(_) if goal == Goal::Ended && (1..MOST_ENDS).contains(&self.ends) => {
                    self.partner.repeat_end_of_input();
                    self.ends += 1;
                }
                Event::Waiting(_) => return Err(Outcome::WaitsForInput),
                Event::Ended(ending) => return self.ended(ending, goal),
                Event::Limit(limit) => {
                    return match self.compare(goal)? {
                        true => Ok(()),
                        false => Err(Outcome::limited(limit, self.partner.activity())),
                    };
                }
                Event::Interrupted => return Err(Outcome::Interrupted),
            }
        }
    }

    /// Compares what has come; says whether it has all been heard, and is not followed further.
    fn compare(&mut self, goal: Goal) -> Result<bool, Outcome> {
        loop {
            if goal == Goal::Heard && self.is_complete() {
                return Ok(true);
            }
            let Some(&byte) = self.partner.output().get(self.heard) else {
                return Ok(false);
            };
            if let Err(back) = self.expected.matcher.feed(byte) {
                self.heard -= back;
                self.judged = self.heard + 1;
                return Err(match goal == Goal::Ended && self.is_complete() {
                    true => Outcome::StillPrinting,
                    false => Outcome::Differs,
                });
            }
            self.heard += 1;
        }
    }

    fn is_complete(&self) -> bool {
        self.expected.matcher.is_complete()
    }

    fn ended(&mut self, ending: Ending, goal: Goal) -> Result<(), Outcome> {
        self.ending = Some(ending);
        match ending {
            Ending::Killed(signal) => Err(Outcome::killed(signal)),
            Ending::Exited(_) if goal == Goal::Ended && self.is_complete() => Ok(()),
            Ending::Exited(_) => Err(Outcome::EndedEarly),
        }
    }

    /// Lets the program go on until it waits for input, ends, or reaches a limit.
    ///
    /// A program that waits and was not answered still waits: then this returns at once. Without a
    /// terminal nobody can tell that a program waits, so there its input ends before it begins.
    pub fn turn(&mut self) -> Turn {
        if !self.is_on_terminal() {
            self.partner.end_input();
        }
        let stop = loop {
            if self.waits {
                break Stop::Waits;
            }
            match self.partner.next_event() {
                Event::Output => {}
                // Who computes or sleeps may yet print; only where nobody can look into a program
                // silence has to do.
                Event::Waiting(Waiting::Perhaps) if sees_processes() => {}
                Event::Waiting(_) => self.waits = true,
                Event::Ended(ending) => {
                    self.ending = Some(ending);
                    break Stop::Ended(ending);
                }
                Event::Limit(limit) => break Stop::Limited(limit),
                Event::Interrupted => break Stop::Interrupted,
            }
        };
        let text = String::from_utf8_lossy(&self.partner.output()[self.heard..]).into_owned();
        self.heard = self.partner.output().len();
        self.stopped = Some(stop);
        Turn { text, stop }
    }

    /// Types a line, Enter included. It must fit on a terminal's line.
    pub fn answer(&mut self, line: &str) -> Result<(), TooLong> {
        self.waits = false;
        self.partner.type_line(line)
    }

    /// Ends the input.
    pub fn end_input(&mut self) {
        self.waits = false;
        self.ends += 1;
        self.partner.end_input();
    }

    /// Does not take the program's silence for waiting.
    pub(super) fn go_on(&mut self) {
        self.waits = false;
    }

    /// Takes time from the program's account that somebody else has used.
    pub(super) fn forgive(&mut self, time: Duration) {
        self.partner.forgive(time);
    }

    /// Whether the program has a terminal; on pipes nobody can tell when it waits.
    pub fn is_on_terminal(&self) -> bool {
        self.partner.is_on_terminal()
    }

    /// What the program is doing now.
    pub fn activity(&self) -> Activity {
        self.partner.activity()
    }

    /// What a person would have seen so far, typed text included.
    pub fn transcript(&self) -> Vec<Piece> {
        self.partner.transcript()
    }

    /// All that was printed, and how much of it was heard.
    pub(super) fn output(&self) -> (&[u8], usize) {
        (self.partner.output(), self.heard)
    }

    /// Where the line ends that was heard last, or is wrong.
    pub(super) fn judged(&self) -> usize {
        let output = self.partner.output();
        let judged = self.judged.max(self.heard);
        match output[..judged].last() {
            Some(b'\n') | None => judged,
            _ => {
                let end = output[judged..].iter().position(|&byte| byte == b'\n');
                end.map_or(output.len(), |end| judged + end + 1)
            }
        }
    }

    /// What is wrong with output that is not as expected: the first line that differs.
    pub(crate) fn complaint(&self) -> String {
        let (output, expected) = (self.partner.output(), &self.expected);
        let right = &output[expected.from..self.heard];
        let line = right.iter().filter(|&&byte| byte == b'\n').count();
        let begin = right.iter().rposition(|&byte| byte == b'\n');
        let printed = &output[expected.from + begin.map_or(0, |end| end + 1)..];
        let printed = printed.split_inclusive(|&byte| byte == b'\n').next();
        let printed = String::from_utf8_lossy(printed.unwrap_or_default());
        match expected.text.split_inclusive('\n').nth(line) {
            Some(expected) => format!("expected {expected:?}, but the program printed {printed:?}"),
            None => format!("expected nothing more, but the program printed {printed:?}"),
        }
    }

    /// Ends the program and the conversation, of which was found that it went like this. A program
    /// of which all was right should have ended with the exit code `exit`.
    pub(super) fn verdict(
        &mut self,
        found: Result<(), Outcome>,
        exit: u8,
        allowance: Allowance,
    ) -> Verdict {
        let outcome = match (found, self.ending) {
            (Err(outcome), _) => outcome,
            (Ok(()), Some(Ending::Exited(actual))) if actual != i32::from(exit) => {
                let expected = exit;
                Outcome::WrongExit { expected, actual }
            }
            (Ok(()), _) => Outcome::Passed,
        };
        let elapsed = self.partner.elapsed();
        if matches!(outcome, Outcome::Differs | Outcome::StillPrinting) {
            self.partner.read_on();
        }
        self.partner.end();
        Verdict {
            outcome,
            difference: None,
            transcript: self.partner.transcript(),
            ending: self.ending,
            allowance,
            elapsed,
            on_pipes: !self.partner.is_on_terminal(),
        }
    }
}

impl From<TooLong> for Outcome {
    fn from(error: TooLong) -> Outcome {
        Outcome::Fault(format!("the referee types too much: {error}"))
    }
}

#[cfg(test)]
mod tests;
