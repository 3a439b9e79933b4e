//! Every file under `fixtures/` is a test of its own: our program of that name must follow it.
//!
//! `cargo test --test transcripts -- sticks/01` runs some of them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use sticks_and_stones::grading::fixture::{self, Source};
use sticks_and_stones::grading::grade::Status;
use sticks_and_stones::grading::report;
use sticks_and_stones::grading::run::{self, Task};
use sticks_and_stones::grading::suite::Selection;
use sticks_and_stones::grading::terms::Terms;
use sticks_and_stones::referees::ASSIGNMENTS;

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
    Trial::test(name, move || follow(source))
}

fn follow(source: Source) -> Result<(), Failed> {
    let selection = Selection {
        assignments: ASSIGNMENTS,
        ..Selection::default()
    };
    let task = Task {
        command: vec![our_program(&source.assignment)?.into()],
        case: selection.case(source)?,
        ours: true,
        folder: None,
    };
    let terms = Terms {
        timeout: Some(PATIENCE),
        jobs: Some(1),
        ..Terms::default()
    };
    let graded = run::run(&[task], &terms, |_| ());
    match graded.iter().all(|case| case.status == Status::Pass) {
        true => Ok(()),
        false => {
            let told: String = graded.iter().map(report::case).collect();
            Err(anstream::adapter::strip_str(&told).to_string().into())
        }
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
