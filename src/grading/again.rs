//! The command that plays a failed case again, on the same terms, so that it fails again.

use std::ffi::OsString;

use super::task::Task;
use super::terms::Terms;
use crate::text::quoted;

/// The command, with the number of games and the seed of the first one if they are a referee's.
///
/// A fresh case is in no file, and our own programs need no `grade` to be started: there it is what
/// was run.
pub(super) fn command(task: &Task, terms: &Terms, games: Option<(u32, u64)>) -> String {
    let case = &task.case;
    if task.ours || case.fresh.is_some() {
        return quoted(task.program(terms).0.words());
    }
    let mut words: Vec<OsString> = vec!["grade".into(), case.assignment.clone().into()];
    let mut add = |flag: &str, value: OsString| words.extend([flag.into(), value]);
    if let Some(part) = case.fixture.part {
        add("--part", part.to_string().into());
    }
    if let Some(folder) = &case.fixtures {
        add("--fixtures", folder.clone().into_os_string());
    }
    add("--only", case.file.clone().into());
    if let Some(timeout) = terms.timeout {
        add("--timeout", timeout.as_secs_f64().to_string().into());
    }
    if let Some((games, seed)) = games {
        add("--games", games.to_string().into());
        add("--seed", seed.to_string().into());
    }
    let usual = Terms::default();
    match terms.wording {
        None => words.push("--strict".into()),
        Some(percent) if terms.wording != usual.wording => {
            words.extend(["--wording".into(), percent.to_string().into()]);
        }
        Some(_) => {}
    }
    if terms.lenient {
        words.push("--lenient".into());
    }
    words.push("--".into());
    words.extend(task.command.iter().cloned());
    quoted(&words)
}
