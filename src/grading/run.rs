//! Running cases: several at once, in their order as far as anyone can see, and never all for
//! nothing.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::fixture::Matching;
use super::grade::{Graded, Status};
use super::session::{Allowance, interrupt_flag};
use super::suite::Case;
use super::terms::Terms;
use super::verdict::{Outcome, Verdict};
use super::{compare, hear, hints, series, shrink, workers};
use crate::process::{Limits, Program};
use crate::program::Failure;

/// A case and the program that is to pass it.
#[derive(Clone)]
pub struct Task {
    /// The case.
    pub case: Case,
    /// The program and its first arguments.
    pub command: Vec<OsString>,
    /// Whether the program is our own, and is to get the arguments meant for it alone.
    pub ours: bool,
    /// Where it runs, if not where we are.
    pub folder: Option<PathBuf>,
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
            folder: None,
        }
    };
    Ok(cases.into_iter().map(task).collect())
}

/// Grades all tasks and tells of each in their order, as soon as all before it are done.
///
/// When a gate fails, the cases of its assignment that come after it are skipped. Fresh cases come
/// last, and are told of when the smallest of them that fails is known.
pub fn run(tasks: &[Task], terms: &Terms, mut tell: impl FnMut(&Graded)) -> Vec<Graded> {
    let runner = Runner {
        terms,
        gave_up: Mutex::default(),
    };
    let (tasks, fresh) = tasks.split_at(tasks.partition_point(|task| task.case.fresh.is_none()));
    let mut graded = Vec::with_capacity(tasks.len() + fresh.len());
    let mut shut: Vec<(&str, &str)> = Vec::new();
    for stretch in tasks.split_inclusive(|task| task.case.fixture.gate) {
        let grade = |task: &Task| runner.grade_behind(&shut, task);
        let done = workers::each(stretch, terms.jobs, grade, &mut tell);
        if let (Some(last), Some(outcome)) = (stretch.last(), done.last())
            && last.case.fixture.gate
            && !outcome.status.is_good()
        {
            shut.push((&last.case.assignment, &last.case.fixture.name));
        }
        graded.extend(done);
    }
    let grade = |task: &Task| runner.grade_behind(&shut, task);
    let mut done = workers::each(fresh, terms.jobs, grade, &mut |_| ());
    shrink::first_failure(fresh, &mut done, |task| runner.grade(task));
    done.iter().for_each(tell);
    graded.extend(done);
    graded
}

struct Runner<'a> {
    terms: &'a Terms,
    /// Commands that could not be started, and why: they are not tried again.
    gave_up: Mutex<BTreeMap<Vec<OsString>, String>>,
}

impl Runner<'_> {
    /// Grades one case, unless one of these gates, by assignment and name, is shut before it.
    fn grade_behind(&self, shut: &[(&str, &str)], task: &Task) -> Graded {
        let mut gates = shut.iter();
        match gates.find(|(assignment, _)| *assignment == task.case.assignment) {
            Some((_, gate)) => {
                let reason = format!("`{gate}` has to pass first");
                Graded::not_run(&task.case, Status::Skip, reason)
            }
            None => self.grade(task),
        }
    }

    /// Grades one case, whatever happens.
    fn grade(&self, task: &Task) -> Graded {
        if interrupt_flag().load(Ordering::Relaxed) {
            return Graded::not_run(&task.case, Status::Skip, "grading was interrupted");
        }
        let gave_up = || self.gave_up.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reason) = gave_up().get(&task.command) {
            return Graded::not_run(&task.case, Status::Error, reason.clone());
        }
        let graded = catch_unwind(AssertUnwindSafe(|| {
            let by_bytes = match &task.case.referee {
                Some(referee) => series::grade(task, &**referee, self.terms),
                None => self.compare(task),
            };
            hear::again(task, self.terms, by_bytes)
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
        if self.terms.lenient && fixture.matching == Matching::Exact {
            fixture.matching = Matching::Lenient;
        }
        let (program, allowance) = task.program(self.terms);
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
    pub(super) fn program(&self, terms: &Terms) -> (Program, Allowance) {
        let fixture = &self.case.fixture;
        let usual = Allowance::default();
        let asked = fixture
            .timeout
            .map(|seconds| Duration::from_secs(seconds.into()));
        let time = terms.timeout.or(asked).unwrap_or(usual.time);
        let limits = Limits::default();
        let mut words = self.command.iter().cloned();
        let mut program = Program::new(words.next().unwrap_or_default())
            .args(words)
            .args(&fixture.args)
            .limits(Limits {
                cpu_seconds: limits.cpu_seconds.max(time.as_secs() + 1),
                ..limits
            })
            .seal(terms.seal.clone());
        if let Some(folder) = &self.folder {
            program = program.folder(folder);
        }
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
}
