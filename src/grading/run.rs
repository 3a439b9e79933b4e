//! Running cases: several at once, in their order as far as anyone can see, and never all for
//! nothing.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::fixture::Matching;
use super::grade::{Graded, Status};
use super::session::{Allowance, interrupt_flag};
use super::suite::Case;
use super::verdict::{Outcome, Verdict};
use super::{compare, hints, series, workers};
use crate::process::{Limits, Program};
use crate::program::Failure;

/// How to grade.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct Rules {
    /// Blanks at the ends of lines, \r and blank lines at the very end do not count
    #[arg(long)]
    pub lenient: bool,
    /// How long a case may take [default: 10, unless the case says more]
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
    /// How many cases run at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Seed of the games that referees play
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games a referee plays
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub games: u32,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "not a number of seconds".to_owned())?;
    match seconds {
        0.001..=86_400.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a case may take between 0.001 and 86400 seconds".to_owned()),
    }
}

/// A case and the program that is to pass it.
#[derive(Clone, Debug)]
pub struct Task {
    /// The case.
    pub case: Case,
    /// The program and its first arguments.
    pub command: Vec<OsString>,
    /// Whether the program is our own, and is to get the arguments meant for it alone.
    pub ours: bool,
}

/// Our own programs, which lie beside this one, with the cases of their names.
pub fn our_tasks(cases: Vec<Case>) -> Result<Vec<Task>, Failure> {
    let folder = std::env::current_exe()
        .ok()
        .and_then(|own| Some(own.parent()?.to_owned()));
    let folder = folder
        .ok_or_else(|| Failure::with_code(3, "cannot find the folder of our own programs"))?;
    let task = |mut case: Case| {
        case.file = format!("{}/{}", case.assignment, case.file);
        case.fixture.name = format!("{}: {}", case.assignment, case.fixture.name);
        Task {
            command: vec![folder.join(&case.assignment).into_os_string()],
            case,
            ours: true,
        }
    };
    Ok(cases.into_iter().map(task).collect())
}

/// Grades all tasks and tells of each in their order, as soon as all before it are done.
///
/// When a gate fails, the cases of its assignment that come after it are skipped.
pub fn run(tasks: &[Task], rules: &Rules, mut tell: impl FnMut(&Graded)) -> Vec<Graded> {
    let runner = Runner {
        rules,
        gave_up: Mutex::default(),
    };
    let mut graded = Vec::with_capacity(tasks.len());
    let mut shut: Vec<(&str, &str)> = Vec::new();
    for stretch in tasks.split_inclusive(|task| task.case.fixture.gate) {
        let gate_before = |task: &Task| {
            let gate = shut
                .iter()
                .find(|(assignment, _)| *assignment == task.case.assignment);
            gate.map(|(_, gate)| format!("`{gate}` has to pass first"))
        };
        let grade = |task: &Task| match gate_before(task) {
            Some(reason) => Graded::not_run(&task.case, Status::Skip, reason),
            None => runner.grade(task),
        };
        let done = workers::each(stretch, rules.jobs, grade, &mut tell);
        if let (Some(last), Some(outcome)) = (stretch.last(), done.last())
            && last.case.fixture.gate
            && outcome.status != Status::Pass
        {
            shut.push((&last.case.assignment, &last.case.fixture.name));
        }
        graded.extend(done);
    }
    graded
}

struct Runner<'a> {
    rules: &'a Rules,
    /// Commands that could not be started, and why: they are not tried again.
    gave_up: Mutex<BTreeMap<Vec<OsString>, String>>,
}

impl Runner<'_> {
    /// Grades one case, whatever happens.
    fn grade(&self, task: &Task) -> Graded {
        if interrupt_flag().load(Ordering::Relaxed) {
            return Graded::not_run(&task.case, Status::Skip, "grading was interrupted");
        }
        let gave_up = || self.gave_up.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reason) = gave_up().get(&task.command) {
            return Graded::not_run(&task.case, Status::Error, reason.clone());
        }
        let graded = catch_unwind(AssertUnwindSafe(|| match &task.case.fixture.referee {
            Some(referee) => series::grade(task, referee, self.rules),
            None => self.compare(task),
        }));
        let graded = graded.unwrap_or_else(|_| fault(task, "grade itself has failed"));
        if let Some(Outcome::CouldNotStart(reason)) =
            graded.verdict.as_ref().map(|verdict| &verdict.outcome)
        {
            gave_up().insert(task.command.clone(), reason.clone());
        }
        graded
    }

    fn compare(&self, task: &Task) -> Graded {
        let mut fixture = task.case.fixture.clone();
        if self.rules.lenient && fixture.matching == Matching::Exact {
            fixture.matching = Matching::Lenient;
        }
        let (program, allowance) = task.program(self.rules);
        let verdict = compare::run(&program, &fixture, allowance);
        let hint = hints::hint(&fixture, &verdict);
        let mut graded = Graded::judged(&task.case, verdict);
        if graded.verdict.is_some() && graded.status == Status::Fail {
            graded.hint = hint;
            graded.reproduce = Some(quoted(program.words()));
        }
        graded
    }
}

impl Task {
    /// The program with all its arguments, and how far it may go.
    pub(super) fn program(&self, rules: &Rules) -> (Program, Allowance) {
        let fixture = &self.case.fixture;
        let usual = Allowance::default();
        let asked = fixture
            .timeout
            .map(|seconds| Duration::from_secs(seconds.into()));
        let time = rules.timeout.or(asked).unwrap_or(usual.time);
        let limits = Limits::default();
        let mut words = self.command.iter().cloned();
        let mut program = Program::new(words.next().unwrap_or_default())
            .args(words)
            .args(&fixture.args)
            .limits(Limits {
                cpu_seconds: limits.cpu_seconds.max(time.as_secs() + 1),
                ..limits
            });
        if self.ours {
            program = program.args(&fixture.ours);
        }
        for (key, value) in &fixture.env {
            program = program.env(key, value);
        }
        (program, Allowance { time, ..usual })
    }
}

/// A case that could not be judged, because of us.
pub(super) fn fault(task: &Task, reason: &str) -> Graded {
    let outcome = Outcome::Fault(reason.to_owned());
    Graded::judged(
        &task.case,
        Verdict::without_a_run(outcome, Allowance::default()),
    )
}

/// Words as a shell would have them typed.
pub fn quoted(words: &[OsString]) -> String {
    let quoted = words.iter().map(|word| {
        let word = word.to_string_lossy();
        let plain = |c: char| c.is_alphanumeric() || "-_./=+,:@%^".contains(c);
        match !word.is_empty() && word.chars().all(plain) {
            true => word.into_owned(),
            false => format!("'{}'", word.replace('\'', r"'\''")),
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_only_where_a_shell_would_trip() {
        let words = ["java", "-cp", "a b", "it's", ""].map(OsString::from);
        assert_eq!(quoted(&words), r"java -cp 'a b' 'it'\''s' ''");
    }

    #[test]
    fn seconds_may_have_a_fraction_but_not_be_absurd() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["0", "-1", "nan", "inf", "1e30", "soon", ""] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
