//! What a case came to, for reports of every kind.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::allowance::{Allowance, Limit};
use super::crash::{self, Crash};
use super::fixture::{Fixture, Step};
use crate::process::{Activity, Ending, signal_name};

/// How a case ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// All as it should be.
    Passed,
    /// The output is not what was expected.
    Differs,
    /// The program ended while more was expected.
    EndedEarly,
    /// The program waits for input while it should print or end.
    WaitsForInput,
    /// The program prints on where it should be finished.
    StillPrinting,
    /// The time is over, and the program computes.
    StillComputing,
    /// The time is over, and the program does nothing.
    TimedOut,
    /// A signal killed the program.
    Crashed(i32),
    /// All the output was right, the exit code was not.
    WrongExit {
        /// The code that is right.
        expected: u8,
        /// The code that was returned.
        actual: i32,
    },
    /// The processor time is used up.
    TooMuchComputing,
    /// The program wrote a file that is too large.
    TooLargeFile,
    /// More output than is allowed.
    TooMuchOutput,
    /// More memory than is allowed.
    TooMuchMemory,
    /// More processes than are allowed.
    TooManyProcesses,
    /// More in files than is allowed, or more of them.
    TooManyFiles,
    /// A referee says which rule of the game was broken.
    RuleBroken(String),
    /// A referee that came with a case did something else than to judge.
    RefereeFailed(String),
    /// The fault is not the program's but ours.
    Fault(String),
    /// There is no such program, or it cannot be run: the reason.
    CouldNotStart(String),
    /// Somebody stopped us.
    Interrupted,
}

impl Outcome {
    /// What a signal that was not ours says about the program.
    pub(super) fn killed(signal: i32) -> Outcome {
        const SIGXCPU: i32 = 24;
        const SIGXFSZ: i32 = 25;
        match signal {
            SIGXCPU => Outcome::TooMuchComputing,
            SIGXFSZ => Outcome::TooLargeFile,
            signal => Outcome::Crashed(signal),
        }
    }

    /// What a limit that was reached says about a program that was doing this.
    pub(super) fn limited(limit: Limit, activity: Activity) -> Outcome {
        match limit {
            Limit::Time if activity == Activity::Busy => Outcome::StillComputing,
            Limit::Time => Outcome::TimedOut,
            Limit::Output => Outcome::TooMuchOutput,
            Limit::Memory => Outcome::TooMuchMemory,
            Limit::Processes => Outcome::TooManyProcesses,
            Limit::Files => Outcome::TooManyFiles,
        }
    }
}

/// All that is known about a case after it was run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// How it ended.
    pub outcome: Outcome,
    /// Where it went wrong, if there is such a place.
    pub difference: Option<Difference>,
    /// What a person would have seen, a little of what came after a difference included.
    pub transcript: Vec<Piece>,
    /// How the program ended by itself; `None` if it was killed by us.
    pub ending: Option<Ending>,
    /// The limits that held.
    pub allowance: Allowance,
    /// How long it took.
    pub elapsed: Duration,
    /// Pipes had to do instead of a terminal: all input came at once.
    pub on_pipes: bool,
}

impl Verdict {
    /// Whether the program printed nothing at all.
    pub(super) fn is_silent(&self) -> bool {
        let printed =
            |piece: &Piece| matches!(piece, Piece::Output(bytes) if !bytes.trim_ascii().is_empty());
        !self.transcript.iter().any(printed)
    }

    /// Of a program that never ran.
    pub(crate) fn without_a_run(outcome: Outcome, allowance: Allowance) -> Verdict {
        Verdict {
            outcome,
            difference: None,
            transcript: Vec::new(),
            ending: None,
            allowance,
            elapsed: Duration::ZERO,
            on_pipes: false,
        }
    }

    /// Whether all was as it should be.
    pub fn passed(&self) -> bool {
        self.outcome == Outcome::Passed
    }

    /// The crash with which the program ended, if it did.
    pub(super) fn crash(&self) -> Option<Crash> {
        let seen = lines(self.transcript.iter().cloned());
        let text: Vec<&str> = seen.iter().map(|line| line.text.as_str()).collect();
        let lost = matches!(self.outcome, Outcome::CouldNotStart(_) | Outcome::Fault(_));
        crash::recognise(&text, self.ending).filter(|_| !lost)
    }

    /// A program that its own language could not find or read was never started.
    pub(super) fn notice_that_it_never_began(&mut self) {
        let typed = |piece: &Piece| !matches!(piece, Piece::Output(_));
        let ran = matches!(
            self.outcome,
            Outcome::EndedEarly | Outcome::Differs | Outcome::RuleBroken(_)
        );
        if !ran || self.transcript.iter().any(typed) {
            return;
        }
        let seen = lines(self.transcript.iter().cloned());
        let text: Vec<&str> = seen.iter().map(|line| line.text.as_str()).collect();
        if let Some(reason) = crash::did_not_start(&text, self.ending) {
            self.outcome = Outcome::CouldNotStart(format!("does not start: {reason}"));
            self.difference = None;
        }
    }

    /// One sentence about what happened: `the program ended early`.
    pub fn sentence(&self) -> String {
        let allowance = &self.allowance;
        let seconds = allowance.time.as_secs_f64();
        match &self.outcome {
            Outcome::Passed => "passed".to_owned(),
            Outcome::Differs => "the output differs".to_owned(),
            Outcome::EndedEarly => match self.ending {
                Some(Ending::Exited(code)) if code != 0 => {
                    format!("the program ended early, with exit code {code}")
                }
                _ => "the program ended early".to_owned(),
            },
            Outcome::WaitsForInput => "the program waits for input".to_owned(),
            Outcome::StillPrinting => "the program is still printing".to_owned(),
            Outcome::StillComputing => {
                format!("the program is still computing after {seconds} s")
            }
            Outcome::TimedOut => format!("timed out after {seconds} s"),
            Outcome::Crashed(signal) => format!("the program crashed ({})", signal_name(*signal)),
            Outcome::WrongExit { expected, actual } => {
                format!("wrong exit code {actual}, it should be {expected}")
            }
            Outcome::TooMuchComputing => "too much processor time".to_owned(),
            Outcome::TooLargeFile => "the program wrote a file that is too large".to_owned(),
            Outcome::TooMuchOutput => {
                format!("more than {} of output", size(allowance.output as u64))
            }
            Outcome::TooMuchMemory => format!("more than {} of memory", size(allowance.memory)),
            Outcome::TooManyProcesses => format!("more than {} processes", allowance.processes),
            Outcome::TooManyFiles => {
                let (files, written) = (allowance.files, size(allowance.written));
                format!("more than {written} in files, or more than {files} files")
            }
            Outcome::RuleBroken(rule) => rule.clone(),
            Outcome::RefereeFailed(reason) => {
                format!("the referee has failed, which is not the program's fault: {reason}")
            }
            Outcome::Fault(reason) => format!("internal error: {reason}"),
            Outcome::CouldNotStart(reason) => reason.clone(),
            Outcome::Interrupted => "interrupted".to_owned(),
        }
    }
}

/// Bytes in the largest unit that divides them.
fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let unit = units
        .iter()
        .find(|(shift, _)| bytes > 0 && bytes.is_multiple_of(1 << shift));
    match unit {
        Some((shift, name)) => format!("{} {name}", bytes >> shift),
        None => format!("{bytes} bytes"),
    }
}

/// A piece of what a person would have seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Piece {
    /// The program printed this. Kept as text: what is not UTF-8 cannot be shown anyway.
    Output(#[serde(with = "as_text")] Vec<u8>),
    /// This was typed, with Enter.
    Typed(String),
    /// The input was ended.
    EndOfInput,
}

mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&String::from_utf8_lossy(bytes))
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<u8>, D::Error> {
        Ok(String::deserialize(from)?.into_bytes())
    }
}

/// The first place at which the output is not what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Its line on the terminal, counted from 1.
    pub line: usize,
    /// Its column in characters, counted from 1.
    pub column: usize,
    /// The line that was expected; `None` if nothing was.
    pub expected: Option<Line>,
    /// The line that was seen; `None` if there was nothing.
    pub actual: Option<Line>,
}

/// One line on the terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// What was printed. Bytes that are not UTF-8 became replacement characters.
    pub text: String,
    /// What ended it.
    pub end: LineEnd,
}

/// What ends a line on the terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineEnd {
    /// The program printed a newline.
    Newline,
    /// This was typed, with Enter.
    Typed(String),
    /// The input was ended.
    EndOfInput,
    /// Nothing: it is the last line, and unfinished.
    #[default]
    Nothing,
}

/// The lines a fixture expects.
pub(super) fn expected_lines(fixture: &Fixture, with_input: bool) -> Vec<Line> {
    let steps = fixture.steps.iter();
    let pieces = steps.filter(|step| with_input || matches!(step, Step::Output(_)));
    lines(pieces.map(|step| match step {
        Step::Output(text) => Piece::Output(text.clone().into_bytes()),
        Step::Type(text) => Piece::Typed(text.clone()),
        Step::EndOfInput => Piece::EndOfInput,
    }))
}

/// The lines a person sees, an unfinished one at the end included.
pub fn lines(pieces: impl IntoIterator<Item = Piece>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut text: Vec<u8> = Vec::new();
    let mut push = |text: &mut Vec<u8>, end| {
        let bytes = std::mem::take(text);
        lines.push(Line {
            text: String::from_utf8_lossy(&bytes).into_owned(),
            end,
        });
    };
    for piece in pieces {
        match piece {
            Piece::Output(bytes) => {
                let mut parts = bytes.split(|&byte| byte == b'\n');
                text.extend_from_slice(parts.next().unwrap_or_default());
                for part in parts {
                    push(&mut text, LineEnd::Newline);
                    text.extend_from_slice(part);
                }
            }
            Piece::Typed(typed) => push(&mut text, LineEnd::Typed(typed)),
            Piece::EndOfInput => push(&mut text, LineEnd::EndOfInput),
        }
    }
    if !text.is_empty() {
        push(&mut text, LineEnd::Nothing);
    }
    lines
}

impl Line {
    /// What was typed at its end, marked as in a fixture.
    pub fn typed(&self) -> String {
        match &self.end {
            LineEnd::Typed(typed) => format!("{{{{{typed}}}}}"),
            LineEnd::EndOfInput => "{{^D}}".to_owned(),
            LineEnd::Newline | LineEnd::Nothing => String::new(),
        }
    }
}

impl fmt::Display for Line {
    /// As in a fixture, without the line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.text, self.typed())
    }
}
