//! What the seal refused a program, known by what the program says of it: which path, and which flag
//! would allow it, or that it was after something that is not its business.

use std::path::Path;

use super::grade::{Graded, Status};
use super::task::Task;
use super::terms::Terms;
use super::verdict::{Outcome, Piece, Verdict, lines};
use crate::process::{Refusal, Seal};
use crate::text::{printable, quoted};

/// What languages and systems say of something that is not allowed, in small letters.
const COMPLAINTS: [&str; 8] = [
    "permission denied",
    "operation not permitted",
    "read-only file system",
    "permissionerror",
    "accessdenied",
    "eacces",
    "eperm",
    "erofs",
];

/// Whether a program complains that it was not allowed to do something.
pub(super) fn complains(verdict: &Verdict) -> bool {
    complaints(verdict).next().is_some()
}

/// The lines in which it does.
fn complaints(verdict: &Verdict) -> impl Iterator<Item = String> {
    let said = verdict.transcript.iter();
    let said = said
        .filter(|piece| matches!(piece, Piece::Output(_)))
        .cloned();
    lines(said)
        .into_iter()
        .map(|line| line.text)
        .filter(|line| {
            let line = line.to_lowercase();
            COMPLAINTS.iter().any(|complaint| line.contains(complaint))
        })
}

/// Says of a case that went wrong what the seal refused, if that is to be seen.
pub(super) fn name(task: &Task, terms: &Terms, mut graded: Graded) -> Graded {
    let bad = matches!(graded.status, Status::Fail | Status::Error);
    let (Some(seal), Some(verdict)) = (&terms.seal, &mut graded.verdict) else {
        return graded;
    };
    let Some((name, refusal)) = refused(seal, task, verdict).filter(|_| bad) else {
        return graded;
    };
    let (cheats, sentence) = told(&name, &refusal);
    if !cheats {
        graded.hint = Some(sentence);
        return graded;
    }
    verdict.outcome = Outcome::RuleBroken(sentence.clone());
    graded.status = Status::Fail;
    (graded.reason, graded.hint) = (Some(sentence), None);
    graded
}

/// The first thing of which a program says that it was refused, and that was refused indeed.
fn refused(seal: &Seal, task: &Task, verdict: &Verdict) -> Option<(String, Refusal)> {
    let folder = task.folder.as_deref().unwrap_or(Path::new("."));
    complaints(verdict).find_map(|line| {
        names(&line).find_map(|name| {
            let refusal = seal.refusal(name, &task.command, folder)?;
            let ours = matches!(refusal, Refusal::Ours(_));
            let refusal = match refusal {
                // It could be read, if that were all.
                Refusal::Reading(folder) if about_writing(&line) => Refusal::Writing(folder),
                refusal => refusal,
            };
            let is_path = name.contains('/') || folder.join(name).is_symlink();
            (ours || is_path).then(|| (name.to_owned(), refusal))
        })
    })
}

/// What a line may call by its name: what stands in quotes, blanks and all, before single words.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let quotes = |c: char| "'\"`‘’“”".contains(c);
    let ends = move |c: char| c.is_whitespace() || quotes(c) || "()[]{}<>,;:=".contains(c);
    let quoted = line.split(quotes).skip(1).step_by(2);
    let quoted = quoted.filter(|name| name.contains(' '));
    let words = line.split(ends).filter(|name| !name.is_empty());
    quoted.chain(words)
}

/// Whether a complaint can only come of writing.
fn about_writing(line: &str) -> bool {
    let line = line.to_lowercase();
    line.contains("read-only file system") || line.contains("erofs")
}

/// A sentence about it, and whether it says that the program cheats.
fn told(name: &str, refusal: &Refusal) -> (bool, String) {
    let (name, flag) = (printable(name), |folder: &Path| quoted(&[folder]));
    match refusal {
        Refusal::Ours(program) => (
            true,
            format!("tried to use {program}, one of our own programs: the seal refused it"),
        ),
        Refusal::Hidden(_) => (
            true,
            format!("tried to get at `{name}`, which is none of its business: the seal refused it"),
        ),
        Refusal::Reading(folder) => (
            false,
            format!(
                "the seal refused `{name}`: --allow {} lets programs read it",
                flag(folder)
            ),
        ),
        Refusal::Writing(folder) => (
            false,
            format!(
                "the seal refused to write `{name}`: --allow-write {} lets programs write it",
                flag(folder)
            ),
        ),
    }
}
