//! No document shows what our programs do not do: every `console` block in `README.md` and `docs/` is
//! played on a terminal and compared to the letter.
//!
//! A line `$ sticks --part 1` starts a program; what follows is the terminal as in a fixture, with
//! what is typed as `{{10}}` at the end of a line and `[..]` for anything within one. Another exit
//! code than 0 is shown as a last line `[exit code 2]`. Commands that are not ours (`$ cargo test`)
//! are left alone. The sessions of a document share a folder, so that a later one finds the files of
//! an earlier one.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sticks_and_stones::grading::fixture::Fixture;
use sticks_and_stones::grading::session::Allowance;
use sticks_and_stones::grading::{compare, report};
use sticks_and_stones::process::Program;

/// Our programs answer at once, but a busy machine may not.
const PATIENCE: Duration = Duration::from_secs(60);

const PROGRAMS: [&str; 6] = [
    "sticks",
    "toothpicks",
    "take_stones",
    "chopsticks",
    "expanding_nim",
    "grade",
];

/// One command of a document and what it is said to do.
struct Example {
    line: usize,
    command: String,
    screen: String,
}

#[test]
fn every_console_session_in_the_documents_is_real() {
    let mut played = 0;
    let mut wrong = Vec::new();
    for document in documents() {
        let name = document.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(&document).expect("a readable document");
        let folder = tempfile::tempdir().expect("a folder");
        lay_out_the_example(folder.path());
        for example in examples(&text) {
            let place = format!("{name}:{}", example.line);
            match play(&example, &place, folder.path()) {
                Ok(ours) => played += usize::from(ours),
                Err(why) => wrong.push(why),
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(played > 10, "only {played} sessions were found");
}

#[test]
fn a_session_that_is_not_real_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = "```console\n$ toothpicks 1 --moves 1\n1 toothpicks remaining, Player 1 draws 1 toothpicks.\n\n0 toothpicks remaining. Player 1 wins.\n$ toothpicks 1 --moves 0\nerror: [..]\n[exit code 2]\n```\n";
    let outcome = |text: &str| -> Vec<Result<bool, String>> {
        let examples = examples(text);
        examples
            .iter()
            .map(|example| play(example, "here", folder.path()))
            .collect()
    };
    assert_eq!(outcome(real), [Ok(true), Ok(true)]);
    for (right, wrong) in [
        ("draws 1", "draws 2"),
        ("wins.\n", "wins.\nBye\n"),
        ("[exit code 2]\n", ""),
    ] {
        let outcome = outcome(&real.replacen(right, wrong, 1));
        assert!(outcome.iter().any(Result::is_err), "{wrong}");
    }
    assert_eq!(outcome("```console\n$ cargo test\n```\n"), [Ok(false)]);
}

/// The submission that comes with the repository, where a reader of the documents has it.
fn lay_out_the_example(folder: &Path) {
    let name = "contrib/example/sticks.sh";
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::create_dir_all(folder.join("contrib/example")).expect("made");
    fs::copy(from, folder.join(name)).expect("copied");
}

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = fs::read_dir(root.join("docs")).expect("the folder `docs`");
    let mut documents: Vec<PathBuf> = folder
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .chain([root.join("README.md")])
        .collect();
    documents.sort();
    documents
}

/// The commands in the `console` blocks of a document.
fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            examples.push(Example {
                line: number + 1,
                command: command.to_owned(),
                screen: String::new(),
            });
        } else if let Some(example) = examples.last_mut().filter(|_| inside) {
            example.screen += line;
            example.screen += "\n";
        }
    }
    examples
}

/// Whether the example is of one of our programs; an error if it does something else.
fn play(example: &Example, place: &str, folder: &Path) -> Result<bool, String> {
    let (name, words) = example
        .command
        .split_once(' ')
        .unwrap_or((&example.command, ""));
    if !PROGRAMS.contains(&name) {
        return Ok(false);
    }
    let (screen, exit) = match example
        .screen
        .trim_end_matches('\n')
        .rsplit_once("[exit code ")
    {
        Some((screen, code)) => (screen, code.trim_end_matches(']')),
        None => (example.screen.as_str(), "0"),
    };
    let matching = if screen.contains("[..]") {
        "pattern"
    } else {
        "exact"
    };
    let case = format!(
        "# name: {place}\n# args: {words}\n# exit: {exit}\n# match: {matching}\n---\n{screen}"
    );
    let fixture = Fixture::parse(place, case.as_bytes()).map_err(|error| error.to_string())?;
    let programs = our_programs();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut search = programs.clone().into_os_string();
    search.push(":");
    search.push(path);
    let program = Program::new(programs.join(name))
        .args(&fixture.args)
        .env("PATH", search)
        .folder(folder);
    let allowance = Allowance {
        time: PATIENCE,
        ..Allowance::default()
    };
    let verdict = compare::run(&program, &fixture, allowance);
    match verdict.passed() {
        true => Ok(true),
        false => Err(report::failure(&fixture.name, &verdict)),
    }
}

/// Cargo puts the programs one folder above the tests.
fn our_programs() -> PathBuf {
    let own = std::env::current_exe().expect("our own path");
    let folder = own.parent().and_then(Path::parent);
    folder.expect("a folder").to_owned()
}
