//! What grading comes to: every case with its verdict and points, and the sum.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::report::printable;
use super::suite::Case;
use super::verdict::{Line, Outcome, Verdict, expected_lines};
use crate::program::Failure;

/// How a case came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Everything was as expected.
    Pass,
    /// The program did something else.
    Fail,
    /// It cannot be judged: the program could not be started, or the fault is ours.
    Error,
    /// It was not run: a gate before it stayed shut, or grading was interrupted.
    Skip,
}

impl Status {
    /// The word for it in results.
    pub fn word(self) -> &'static str {
        match self {
            Status::Pass => "pass",
            Status::Fail => "fail",
            Status::Error => "error",
            Status::Skip => "skip",
        }
    }
}

/// How the games of a referee went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// Games without a fault.
    pub passed: u32,
    /// Games that were to be played.
    pub played: u32,
    /// The seed of the first game with a fault.
    pub seed: Option<u64>,
}

/// One case, graded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Graded {
    /// The file it is written in, without its ending: `01-ten-sticks`.
    pub file: String,
    /// What the case is called.
    pub name: String,
    /// Only name, status and points may be told. Then there is no verdict to give anything away.
    pub hidden: bool,
    /// How it came out.
    pub status: Status,
    /// The points it earned.
    pub score: u32,
    /// The points it could have earned.
    pub max_score: u32,
    /// How long it took.
    pub time: Duration,
    /// One sentence about what went wrong.
    pub reason: Option<String>,
    /// What may help.
    pub hint: Option<String>,
    /// The command that shows it again.
    pub reproduce: Option<String>,
    /// How the games went, if a referee played.
    pub games: Option<Games>,
    /// The games tell how strong the program is, and not only whether it is right.
    pub ranked: bool,
    /// All there is to know about the run; of the first game with a fault, if a referee played.
    pub verdict: Option<Verdict>,
    /// The terminal as it should have been.
    pub expected: Vec<Line>,
}

impl Graded {
    /// A case that was not run.
    pub fn not_run(case: &Case, status: Status, reason: impl Into<String>) -> Graded {
        Graded {
            file: case.file.clone(),
            name: case.fixture.name.clone(),
            hidden: case.fixture.hidden,
            status,
            score: 0,
            max_score: case.fixture.points,
            time: Duration::ZERO,
            reason: (!case.fixture.hidden).then(|| reason.into()),
            hint: None,
            reproduce: None,
            games: None,
            ranked: false,
            verdict: None,
            expected: Vec::new(),
        }
    }

    /// A case that was run and came to this verdict.
    pub fn judged(case: &Case, verdict: Verdict) -> Graded {
        let status = match verdict.outcome {
            Outcome::Passed => Status::Pass,
            Outcome::CouldNotStart(_) | Outcome::Fault(_) => Status::Error,
            Outcome::Interrupted => Status::Skip,
            _ => Status::Fail,
        };
        let score = if status == Status::Pass {
            case.fixture.points
        } else {
            0
        };
        let graded = Graded {
            score,
            time: verdict.elapsed,
            ..Graded::not_run(case, status, "")
        };
        // That a program cannot be started is no secret.
        let could_start = !matches!(verdict.outcome, Outcome::CouldNotStart(_));
        if graded.hidden && could_start {
            return graded;
        }
        Graded {
            reason: (status != Status::Pass).then(|| printable(&verdict.sentence())),
            expected: match could_start {
                true => expected_lines(&case.fixture, !verdict.on_pipes),
                false => Vec::new(),
            },
            verdict: Some(verdict),
            ..graded
        }
    }
}

/// Everything graded.
#[derive(Clone, Debug)]
pub struct Grade {
    /// The assignment.
    pub assignment: String,
    /// The command that was graded, as it would be typed.
    pub command: String,
    /// The seed of the referees' games.
    pub seed: u64,
    /// How long all of it took.
    pub time: Duration,
    /// The cases in their order.
    pub cases: Vec<Graded>,
    /// Why grading did not come to its end, if it did not.
    pub broken_off: Option<String>,
}

impl Grade {
    /// The points earned.
    pub fn score(&self) -> u64 {
        self.cases.iter().map(|case| u64::from(case.score)).sum()
    }

    /// The points there were to earn.
    pub fn max_score(&self) -> u64 {
        self.cases
            .iter()
            .map(|case| u64::from(case.max_score))
            .sum()
    }

    /// The number of cases that came out so.
    pub fn count(&self, status: Status) -> usize {
        self.cases
            .iter()
            .filter(|case| case.status == status)
            .count()
    }

    /// Whether every case passed, and none was left out.
    pub fn is_perfect(&self) -> bool {
        self.broken_off.is_none() && self.count(Status::Pass) == self.cases.len()
    }

    /// The exit code that goes with it, if it is not that all is well.
    pub fn failure(&self) -> Option<Failure> {
        let outcomes = || {
            self.cases
                .iter()
                .filter_map(|case| Some(&case.verdict.as_ref()?.outcome))
        };
        let could_not_start = outcomes().find_map(|outcome| match outcome {
            Outcome::CouldNotStart(reason) => Some(Failure::with_code(3, reason)),
            _ => None,
        });
        if could_not_start.is_some() {
            return could_not_start;
        }
        let interrupted = self.broken_off.is_some() && !self.cases.is_empty();
        match self {
            _ if interrupted => Some(Failure::with_code(130, "")),
            _ if self.broken_off.is_some() || self.count(Status::Error) > 0 => {
                Some(Failure::with_code(70, ""))
            }
            _ if !self.is_perfect() => Some(Failure::with_code(1, "")),
            _ => None,
        }
    }
}
