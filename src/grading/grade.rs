//! What grading comes to: every case with its verdict and points, and the sum.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::case::Case;
use super::conversation::{Recording, Stop};
use super::crash::Crash;
use super::judgement::{Judgement, Misconception, Rules};
use super::score::{Points, earned};
use super::verdict::{Line, Outcome, Verdict, expected_lines};
use crate::program::Failure;
use crate::text::printable;

/// How a case came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Everything was as expected.
    Pass,
    /// The rules were kept, in other words than the assignment's.
    Right,
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
            Status::Right => "right",
            Status::Fail => "fail",
            Status::Error => "error",
            Status::Skip => "skip",
        }
    }

    /// Whether the program did the right thing, in whatever words.
    pub fn is_good(self) -> bool {
        matches!(self, Status::Pass | Status::Right)
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
    /// Whether it was made for this run, and is in no file.
    #[serde(default)]
    pub fresh: bool,
    /// How it came out.
    pub status: Status,
    /// The points it earned.
    pub score: Points,
    /// The points it could have earned.
    pub max_score: Points,
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
    /// What a listener understood, when the bytes were not the assignment's, also of a hidden case.
    pub(super) judged: Option<Judgement>,
    /// Whether what is told is a smaller case than the one that was graded ...
    #[serde(default)]
    pub made_smaller: bool,
    /// ... and what was understood of that one.
    #[serde(default)]
    pub(super) judged_smaller: Option<Judgement>,
    /// The crash with which it ended.
    pub crash: Option<Crash>,
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
            fresh: case.fresh.is_some(),
            status,
            score: Points::ZERO,
            max_score: Points::whole(case.fixture.points),
            time: Duration::ZERO,
            reason: (!case.fixture.hidden).then(|| reason.into()),
            hint: None,
            reproduce: None,
            games: None,
            ranked: false,
            judged: None,
            made_smaller: false,
            judged_smaller: None,
            crash: None,
            verdict: None,
            expected: Vec::new(),
        }
    }

    /// A case that was run and came to this verdict.
    pub fn judged(case: &Case, mut verdict: Verdict) -> Graded {
        verdict.notice_that_it_never_began();
        let status = match verdict.outcome {
            Outcome::Passed => Status::Pass,
            Outcome::CouldNotStart(_) | Outcome::RefereeFailed(_) | Outcome::Fault(_) => {
                Status::Error
            }
            Outcome::Interrupted => Status::Skip,
            _ => Status::Fail,
        };
        let mut graded = Graded {
            time: verdict.elapsed,
            ..Graded::not_run(case, status, "")
        };
        if status == Status::Pass {
            graded.score = graded.max_score;
        }
        // What cannot be judged because of its own referee is worth nothing, and so costs nothing.
        if matches!(verdict.outcome, Outcome::RefereeFailed(_)) {
            graded.max_score = Points::ZERO;
            if graded.hidden {
                let outcome = Outcome::RefereeFailed("a hidden case".to_owned());
                graded.verdict = Some(Verdict::without_a_run(outcome, verdict.allowance));
            }
        }
        // That a program cannot be started is no secret.
        let could_start = !matches!(verdict.outcome, Outcome::CouldNotStart(_));
        if graded.hidden && could_start {
            return graded;
        }
        graded.crash = verdict.crash().filter(|_| status == Status::Fail);
        Graded {
            reason: match &graded.crash {
                Some(crash) => Some(crashed(crash)),
                None => (status != Status::Pass).then(|| printable(&verdict.sentence())),
            },
            expected: match could_start {
                true => expected_lines(&case.fixture, !verdict.on_pipes),
                false => Vec::new(),
            },
            verdict: Some(verdict),
            ..graded
        }
    }

    /// A case that failed by its bytes and was then heard, with the words worth so much percent.
    pub(super) fn heard(self, mut judgement: Judgement, tape: Recording, wording: u32) -> Graded {
        let mut graded = self;
        graded.time += tape.elapsed;
        let mut verdict = graded.verdict.take();
        if let Some(verdict) = &mut verdict {
            verdict.transcript = tape.transcript;
            verdict.ending = match tape.stop {
                Some(Stop::Ended(ending)) => Some(ending),
                _ => None,
            };
            verdict.outcome = Outcome::EndedEarly;
            verdict.notice_that_it_never_began();
            graded.crash = verdict.crash();
        }
        if let Some(never) = verdict.take_if(|one| one.outcome != Outcome::EndedEarly) {
            graded.status = Status::Error;
            graded.reason = Some(printable(&never.sentence()));
            (graded.hint, graded.reproduce) = (None, None);
            graded.verdict = Some(never);
            return graded;
        }
        let silent = verdict.as_ref().is_some_and(Verdict::is_silent);
        if silent && matches!(judgement.rules, Rules::Unheard(_) | Rules::Wrong(_)) {
            judgement.rules = Rules::Unplayable("it prints nothing at all".to_owned());
            judgement.share = 0.0;
            judgement.answers.clear();
        }
        if let Some(crash) = &graded.crash {
            judgement.rules = Rules::Unplayable(crashed(crash));
            let finished = |games: Games| 1.0 - 1.0 / f64::from(games.played.max(1));
            judgement.share = judgement.share.min(graded.games.map_or(0.0, finished));
        }
        graded.score = graded
            .score
            .max(earned(graded.max_score, &judgement, wording));
        graded.status = match judgement.rules {
            Rules::Right => Status::Right,
            _ => Status::Fail,
        };
        if let Some(games) = &mut graded.games {
            let right = (judgement.share * f64::from(games.played) + 1e-6) as u32;
            games.passed = games.passed.max(right);
        }
        if !graded.hidden {
            let words = || format!("in other words, wording {:.0} %", judgement.wording * 100.0);
            let reason = judgement.rules.reason().unwrap_or_else(words);
            graded.reason = Some(printable(&reason));
            graded.verdict = verdict.map(|verdict| Verdict {
                outcome: match judgement.rules {
                    Rules::Right => Outcome::Passed,
                    _ => Outcome::RuleBroken(reason),
                },
                difference: None,
                ..verdict
            });
        }
        if graded.status == Status::Right {
            graded.hint = None;
            graded.reproduce = None;
        }
        graded.judged = Some(judgement);
        graded
    }

    /// What a listener understood, if it may be told.
    pub fn judgement(&self) -> Option<&Judgement> {
        let told = match self.made_smaller {
            true => &self.judged_smaller,
            false => &self.judged,
        };
        told.as_ref().filter(|_| !self.hidden)
    }

    /// What the rules and the words came to, if it is known and may be told; exact bytes are both.
    pub fn told(&self) -> Option<Judgement> {
        self.testimony().filter(|_| !self.hidden)
    }

    /// What is known of the rules, exact bytes included; nothing if nobody listened.
    pub(super) fn testimony(&self) -> Option<Judgement> {
        match self.status {
            Status::Pass => Some(Judgement::exact()),
            _ => self.judged.clone(),
        }
    }
}

fn crashed(crash: &Crash) -> String {
    printable(&format!("crashed: {}", crash.summary))
}

/// Fewer fresh cases tell nothing: a right program may fail one for some other reason.
const FEWEST_FRESH: usize = 4;

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
    /// What explains every failing case, if it is certain.
    pub misconception: Option<Misconception>,
    /// The dialect of a protocol in which the program was spoken to, if there are several.
    pub dialect: Option<String>,
}

impl Grade {
    /// The points earned.
    pub fn score(&self) -> Points {
        self.cases.iter().map(|case| case.score).sum()
    }

    /// The points there were to earn.
    pub fn max_score(&self) -> Points {
        self.cases.iter().map(|case| case.max_score).sum()
    }

    /// The number of cases that came out so.
    pub fn count(&self, status: Status) -> usize {
        self.cases
            .iter()
            .filter(|case| case.status == status)
            .count()
    }

    /// Whether the program never began, for whatever reason.
    pub(super) fn could_not_start(&self) -> bool {
        let mut outcomes = self.cases.iter().filter_map(|case| case.verdict.as_ref());
        outcomes.any(|verdict| matches!(verdict.outcome, Outcome::CouldNotStart(_)))
    }

    /// The number of fresh cases, and how many of them are right.
    pub fn fresh(&self) -> (usize, usize) {
        let fresh = self.cases.iter().filter(|case| case.fresh);
        let right = fresh.clone().filter(|case| case.status.is_good());
        (fresh.count(), right.count())
    }

    /// What is to be said of a program that has every case right that could be known beforehand, and
    /// hardly one that could not.
    pub fn knows_by_heart(&self) -> Option<String> {
        let (fresh, right) = self.fresh();
        let mut published = self.cases.iter().filter(|case| !case.fresh);
        let known = published.clone().count();
        let all_right = published.all(|case| case.status.is_good());
        (known > 0 && all_right && fresh >= FEWEST_FRESH && 2 * right <= fresh).then(|| {
            format!(
                "knows the published cases and no others: {known} of {known} published ones are right, \
                 and {right} of {fresh} fresh ones"
            )
        })
    }

    /// Whether every case earned all its points, and none was left out.
    pub fn is_perfect(&self) -> bool {
        let perfect = |case: &Graded| case.status.is_good() && case.score == case.max_score;
        self.broken_off.is_none() && self.cases.iter().all(perfect)
    }

    /// Whether something could not be judged, and it was not for the referee that came with it.
    fn is_our_fault(&self) -> bool {
        let referees_fault = |case: &&Graded| {
            let outcome = case.verdict.as_ref().map(|verdict| &verdict.outcome);
            matches!(outcome, Some(Outcome::RefereeFailed(_)))
        };
        self.count(Status::Error) > self.cases.iter().filter(referees_fault).count()
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
        let referee_failed = outcomes().find_map(|outcome| match outcome {
            Outcome::RefereeFailed(reason) => Some(Failure::with_code(
                5,
                format_args!("a referee has failed: {reason}"),
            )),
            _ => None,
        });
        let interrupted = self.broken_off.is_some() && !self.cases.is_empty();
        match self {
            _ if interrupted => Some(Failure::with_code(130, "")),
            _ if self.broken_off.is_some() || self.is_our_fault() => {
                Some(Failure::with_code(70, ""))
            }
            _ if referee_failed.is_some() => referee_failed,
            _ if !self.is_perfect() => Some(Failure::with_code(1, "")),
            _ => None,
        }
    }
}
