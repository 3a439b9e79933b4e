//! A case whose bytes are not the assignment's: its listener plays it again and says what the
//! program did.

use std::sync::atomic::Ordering;

use super::case::Case;
use super::conversation::{Conversation, Tape};
use super::fixture::Fixture;
use super::grade::{Graded, Status};
use super::hints;
use super::judgement::{Judgement, Listener, Misconception, Rules};
use super::session::{Session, interrupt_flag};
use super::task::Task;
use super::terms::Terms;
use super::verdict::Outcome;

/// Who is to listen to a program that does not say what the assignment says, and what its words are
/// worth, in percent. Our own programs are held to bytes.
pub(super) fn listener(task: &Task, terms: &Terms) -> Option<(&'static dyn Listener, u32)> {
    let listener = task.case.listener.filter(|_| !task.ours)?;
    Some((listener, terms.wording?))
}

/// Lets the listener play a case that failed by its bytes.
pub(super) fn again(task: &Task, terms: &Terms, graded: Graded) -> Graded {
    let Some((listener, wording)) = listener(task, terms) else {
        return graded;
    };
    if graded.status != Status::Fail || !worth_hearing(&graded) {
        return with_time(graded);
    }
    let verdict = graded.verdict.as_ref().filter(|_| graded.games.is_none());
    let unseen = verdict.map(|verdict| hints::of_bytes(&task.case.fixture, verdict));
    let (program, allowance) = task.program(terms);
    let tape = Tape::default();
    let start = || Ok(Conversation::new(Session::start(&program, allowance)?).on(&tape));
    let mut judgement = listener.judge(&task.case.fixture, &start);
    if interrupt_flag().load(Ordering::Relaxed) {
        return Graded::not_run(&task.case, Status::Skip, "grading was interrupted");
    }
    let as_said = judgement.differences.is_empty() && judgement.remarks.is_empty();
    if judgement.rules == Rules::Right && as_said {
        judgement.remarks.extend(unseen);
    }
    let mut heard = graded.heard(judgement, tape.recording(), wording);
    // The hint was about bytes, and the sentence about the rule says more.
    heard.hint = match heard.status {
        Status::Fail => hints::of_rules(&task.case.fixture, &heard),
        _ => None,
    };
    heard
}

/// Who needs too much time is told how to get more, unless it never said anything.
fn with_time(mut graded: Graded) -> Graded {
    let verdict = graded.verdict.as_ref().filter(|_| !graded.hidden);
    let late = verdict.is_some_and(|verdict| {
        matches!(verdict.outcome, Outcome::StillComputing | Outcome::TimedOut)
            && !verdict.is_silent()
    });
    if late {
        graded.hint = Some(hints::of_time());
    }
    graded
}

/// The one misconception that explains every failing case of a run, if it is certain: somebody has to
/// have listened to all of them.
pub fn misconception<'a>(
    graded: impl Iterator<Item = (&'a Case, &'a Graded)>,
) -> Option<Misconception> {
    let mut listener = None;
    let mut heard: Vec<(&Fixture, Judgement)> = Vec::new();
    for (case, graded) in graded {
        heard.push((&case.fixture, graded.testimony()?));
        listener = listener.or(case.listener);
    }
    let wrong = heard.iter().any(|(_, one)| one.rules != Rules::Right);
    let told: Vec<(&Fixture, &Judgement)> = heard.iter().map(|(case, one)| (*case, one)).collect();
    listener.filter(|_| wrong)?.misconception(&told)
}

/// What reached a limit with all its words right would only reach it again.
fn worth_hearing(graded: &Graded) -> bool {
    let outcome = graded.verdict.as_ref().map(|verdict| &verdict.outcome);
    !matches!(
        outcome,
        Some(
            Outcome::StillComputing
                | Outcome::TimedOut
                | Outcome::TooMuchComputing
                | Outcome::TooMuchMemory
                | Outcome::TooManyProcesses
                | Outcome::TooLargeFile
                | Outcome::TooManyFiles
        )
    )
}
