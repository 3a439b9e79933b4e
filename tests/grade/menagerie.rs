//! The animals, how to feed them to `grade`, and how to make its words comparable.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// Where the submissions live.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/menagerie")
}

/// `grade` with these words, to be run among the submissions.
pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grade"));
    command.args(words).current_dir(folder());
    command
        .env(
            "XDG_CACHE_HOME",
            concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"),
        )
        .env_remove("GITHUB_OUTPUT")
        .env_remove("CLICOLOR_FORCE");
    command.env_remove("COLUMNS").stdin(Stdio::null());
    command
}

/// Runs `grade` with these words.
pub(crate) fn grade(words: &[&str]) -> Output {
    command(words).output().expect("grade can be started")
}

/// Grades a submission with the cases of the assignment `greeting`.
pub(crate) fn greeting(options: &[&str], submission: &[&str]) -> Output {
    let mut words = vec!["greeting", "--fixtures", "fixtures"];
    words.extend_from_slice(options);
    words.push("--");
    words.extend_from_slice(submission);
    grade(&words)
}

/// Standard output, with all times made the same, and without the line about the seal, which is as
/// the kernel is.
pub(crate) fn told(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    let is_seal = |line: &&str| line.starts_with("sealed: ") || line.starts_with("not sealed: ");
    let lines = text.split_inclusive('\n').filter(|line| !is_seal(line));
    without_times(&lines.collect::<String>())
}

/// `0.37 s` becomes `0.00 s`, and so does any other time.
pub(crate) fn without_times(text: &str) -> String {
    let mut same = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(" s") {
        let (before, after) = rest.split_at(at);
        let number = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        let is_time = before[number.len()..].contains('.');
        same += if is_time { number } else { before };
        same += if is_time { "0.00" } else { "" };
        same += " s";
        rest = &after[2..];
    }
    same + rest
}

/// Whether a language is there; if not, that is said aloud.
pub(crate) fn speaks(program: &str) -> bool {
    let version = Command::new(program).arg("--version").output();
    let there = version.is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("SKIPPED: there is no {program} on this machine");
    }
    there
}

/// Whether there is a process table to look at; if not, that is said aloud.
pub(crate) fn processes_are_seen() -> bool {
    let seen = sticks_and_stones::process::sees_processes();
    if !seen {
        eprintln!("SKIPPED: /proc does not show the processes of this machine");
    }
    seen
}

/// The program compiled from a C file of the menagerie; `None` without a compiler.
pub(crate) fn compiled(name: &str) -> Option<PathBuf> {
    static COMPILER: OnceLock<bool> = OnceLock::new();
    if !COMPILER.get_or_init(|| speaks("gcc")) {
        return None;
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("menagerie-{}", name.replace('/', "-")));
    let beside = target.with_extension(format!("{:?}", std::thread::current().id()));
    let source = folder().join(name).with_extension("c");
    let compiler = Command::new("gcc")
        .args(["-O1", "-w", "-o"])
        .arg(&beside)
        .arg(source)
        .status();
    assert!(compiler.expect("gcc runs").success(), "{name}.c compiles");
    std::fs::rename(&beside, &target).expect("renamed");
    Some(target)
}
