//! Running cases: several at once, in their order as far as anyone can see, and never all for
//! nothing.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::fixture::Matching;
use super::grade::{Graded, Status};
use super::session::interrupt_flag;
use super::task::fault;
pub use super::task::{Task, our_tasks};
use super::terms::Terms;
use super::verdict::Outcome;
use super::{again, compare, hear, hints, refusals, series, shrink, workers};

/// Grades all tasks and tells of each in their order, as soon as all before it are done.
///
/// When a gate fails, the cases of its assignment that come after it are skipped. Fresh cases come
/// last, and are told of when the smallest of them that fails is known.
pub fn run(tasks: &[Task], terms: &Terms, mut tell: impl FnMut(&Graded)) -> Vec<Graded> {
    let runner = Runner {
        terms,
        gave_up: Mutex::default(),
        enough: AtomicBool::new(false),
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
    /// Something has failed, and that is enough.
    enough: AtomicBool,
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
        if self.enough.load(Ordering::Relaxed) {
            let reason = "a case has failed before it (--fail-fast)";
            return Graded::not_run(&task.case, Status::Skip, reason);
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
            let heard = hear::again(task, self.terms, by_bytes);
            refusals::name(task, self.terms, heard)
        }));
        let graded = graded.unwrap_or_else(|_| fault(task, "grade itself has failed"));
        if let Some(Outcome::CouldNotStart(reason)) =
            graded.verdict.as_ref().map(|verdict| &verdict.outcome)
        {
            gave_up().insert(task.command.clone(), reason.clone());
        }
        let bad = matches!(graded.status, Status::Fail | Status::Error);
        if self.terms.fail_fast && bad && task.case.fresh.is_none() {
            self.enough.store(true, Ordering::Relaxed);
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
        let mut hint = hints::hint(&fixture, &verdict);
        let final_word = hear::listener(task, self.terms).is_none();
        if final_word && fixture.matching == Matching::Exact && hints::is_about_blanks(&verdict) {
            // Leniency is recommended only where it was seen to help.
            fixture.matching = Matching::Lenient;
            if compare::run(&program, &fixture, allowance).passed() {
                let why = hint.unwrap_or_else(|| "only blanks differ".to_owned());
                hint = Some(format!("{why} (--lenient accepts it)"));
            }
        }
        let mut graded = Graded::judged(&task.case, verdict);
        if graded.verdict.is_some() && graded.status == Status::Fail {
            graded.hint = hint.filter(|_| graded.crash.is_none());
            graded.reproduce = Some(again::command(task, self.terms, None));
        }
        graded
    }
}
