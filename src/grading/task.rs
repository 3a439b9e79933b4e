//! A case and a program: what is to be run, with which arguments, and how far it may go.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use super::allowance::Allowance;
use super::case::Case;
use super::grade::Graded;
use super::terms::Terms;
use super::verdict::{Outcome, Verdict};
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
            .seal(terms.seal.clone())
            .user(terms.user.clone());
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
