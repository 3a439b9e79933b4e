//! Every file under `fixtures/` is a test of its own: our program of that name must follow it.
//!
//! `cargo test --test transcripts -- sticks/01` runs some of them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use sticks_and_stones::grading::fixture::{self, Source};
use sticks_and_stones::grading::session::Allowance;
use sticks_and_stones::grading::{compare, report};
use sticks_and_stones::process::Program;

/// Our programs answer at once, but a busy machine may not.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let sources = fixture::in_folder(&root).expect("the folder `fixtures`");
    let known = sources.len();
    let mut trials = vec![Trial::test("there are fixtures", move || match known {
        0 => Err("the folder `fixtures` holds no case".into()),
        _ => Ok(()),
    })];
    trials.extend(sources.into_iter().map(trial));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(source: Source) -> Trial {
    let name = format!("{}/{}", source.assignment, source.stem);
    let needs_referee = source
        .parse()
        .is_ok_and(|fixture| fixture.referee.is_some());
    Trial::test(name, move || follow(&source)).with_ignored_flag(needs_referee)
}

fn follow(source: &Source) -> Result<(), Failed> {
    let fixture = source.parse()?;
    let binary = our_program(&source.assignment)?;
    let words = fixture.args.iter().chain(&fixture.ours);
    let mut program = Program::new(binary).args(words);
    for (key, value) in &fixture.env {
        program = program.env(key, value);
    }
    let allowance = Allowance {
        time: PATIENCE,
        ..Allowance::default()
    };
    let verdict = compare::run(&program, &fixture, allowance);
    match verdict.passed() {
        true => Ok(()),
        false => Err(report::failure(&fixture.name, &verdict).into()),
    }
}

/// Cargo puts the programs one folder above the tests.
fn our_program(name: &str) -> Result<PathBuf, Failed> {
    let own = std::env::current_exe()?;
    let folder = own.parent().and_then(Path::parent).ok_or("no folder")?;
    let path = folder.join(name);
    match path.is_file() {
        true => Ok(path),
        false => Err(format!("there is no program {}", path.display()).into()),
    }
}
