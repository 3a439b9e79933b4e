//! A C program compiled once, and what its listener says of it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use sticks_and_stones::grading::conversation::Conversation;
use sticks_and_stones::grading::fixture::{Fixture, built_in};
use sticks_and_stones::grading::judgement::{Judgement, Listener, Rules};
use sticks_and_stones::grading::session::{Allowance, Session};
use sticks_and_stones::process::Program;
use sticks_and_stones::referees::ASSIGNMENTS;

/// A compiled program; it goes with its folder.
pub(crate) struct Compiled {
    folder: tempfile::TempDir,
}

impl Compiled {
    /// Compiles `tests/hearing/<name>.c`.
    pub(crate) fn new(name: &str) -> Compiled {
        let folder = tempfile::tempdir().expect("a folder");
        let source = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/hearing")
            .join(name)
            .with_extension("c");
        let status = Command::new("gcc")
            .arg("-O1")
            .arg("-o")
            .arg(folder.path().join("program"))
            .arg(source)
            .status();
        assert!(status.expect("gcc").success());
        Compiled { folder }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("program")
    }

    /// What the listener says of the program with these arguments in one case.
    pub(crate) fn judge(&self, assignment: &str, case: &Fixture, args: &[&str]) -> Judgement {
        judge(&Program::new(self.path()).args(args), assignment, case)
    }

    /// What the listener says in all these cases: right, or the first thing that is not.
    pub(crate) fn rules(&self, assignment: &str, cases: &[Fixture], args: &[&str]) -> Rules {
        let judged = cases
            .iter()
            .map(|case| self.judge(assignment, case, args).rules);
        judged
            .into_iter()
            .find(|rules| *rules != Rules::Right)
            .unwrap_or(Rules::Right)
    }
}

/// Who understands the programs of an assignment.
pub(crate) fn listener(assignment: &str) -> &'static dyn Listener {
    let known = ASSIGNMENTS.iter().find(|known| known.name == assignment);
    known.and_then(|known| known.listener).expect("a listener")
}

/// What the listener says of a program in one case; the case's own arguments are appended.
pub(crate) fn judge(program: &Program, assignment: &str, case: &Fixture) -> Judgement {
    let allowance = Allowance {
        time: Duration::from_secs(60),
        ..Allowance::default()
    };
    let program = program.clone().args(&case.args);
    let start = || Session::start(&program, allowance).map(Conversation::new);
    listener(assignment).judge(case, &start)
}

/// The built-in cases of an assignment and a part that satisfy a condition.
pub(crate) fn cases(
    assignment: &str,
    part: Option<u32>,
    wanted: impl Fn(&Fixture) -> bool,
) -> Vec<Fixture> {
    let sources = built_in()
        .into_iter()
        .filter(|source| source.assignment == assignment);
    let cases = sources.map(|source| source.parse().expect("a case"));
    cases
        .filter(|case| case.part == part && wanted(case))
        .collect()
}
