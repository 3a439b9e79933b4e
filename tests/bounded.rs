//! What never ends, or never begins, is not waited for: files that are devices and pipes are errors at once.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use predicates::prelude::*;

/// Ends for certain, and in a part of the memory of this machine.
const TIME: Duration = Duration::from_secs(60);

fn is_refused(folder: &Path, line: &str, reason: &str) {
    let mut words = line.split(' ');
    let program = match words.next() {
        Some("expanding_nim") => env!("CARGO_BIN_EXE_expanding_nim"),
        Some("toothpicks") => env!("CARGO_BIN_EXE_toothpicks"),
        Some("chopsticks") => env!("CARGO_BIN_EXE_chopsticks"),
        Some("take_stones") => env!("CARGO_BIN_EXE_take_stones"),
        Some("sticks") => env!("CARGO_BIN_EXE_sticks"),
        _ => env!("CARGO_BIN_EXE_grade"),
    };
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", "ulimit -v 4000000; exec \"$@\"", "sh", program]);
    let refused = command
        .args(words)
        .current_dir(folder)
        .timeout(TIME)
        .assert();
    let refused = refused.failure().code(predicate::in_iter([1, 2]));
    refused.stderr(predicate::str::contains(reason.to_owned()));
}

#[test]
fn files_that_never_end_are_refused_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let fifo = folder.path().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.expect("mkfifo runs").success());
    fs::create_dir(folder.path().join("class")).expect("made");
    for path in ["/dev/zero", "/dev/full", "fifo"] {
        let log = format!(
            "stones = [8]\nlog = '{path}'\n[[bot]]\nname = 'a'\nbuiltin = 'random'\n[[bot]]\nname = 'b'\nbuiltin = 'random'\n"
        );
        fs::write(folder.path().join("log.toml"), log).expect("written");
        for line in [
            format!("expanding_nim tournament {path}"),
            "expanding_nim tournament log.toml".to_owned(),
            "expanding_nim tournament log.toml --resume".to_owned(),
            format!("toothpicks 10 --history {path}"),
            format!("sticks train 10 --memory {path}"),
            format!("grade class take_stones class --roster {path} --out out"),
            format!("grade take_stones --fresh 4 --student a --secret {path} -- true"),
        ] {
            is_refused(folder.path(), &line, "error: ");
        }
    }
    for path in ["/dev/zero", "/dev/full"] {
        is_refused(
            folder.path(),
            &format!("chopsticks replay {path}"),
            "is not a move",
        );
    }
}

#[test]
fn a_tree_that_is_too_large_is_refused_before_it_is_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    is_refused(
        folder.path(),
        "take_stones --tree --limit 8 100 0 0",
        "more nodes than --limit 8",
    );
}

#[test]
fn two_trainings_with_one_memory_do_not_lose_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = Command::new(env!("CARGO_BIN_EXE_sticks"));
    first.args([
        "train",
        "100",
        "--games",
        "1000000000",
        "--memory",
        "ai.json",
    ]);
    first
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut first = first.spawn().expect("started");
    let lock = folder.path().join(".ai.json.lock");
    let holder = format!("process {} is using it", first.id());
    let deadline = std::time::Instant::now() + TIME;
    while fs::read_to_string(&lock).unwrap_or_default() != first.id().to_string() {
        assert!(std::time::Instant::now() < deadline, "it holds no lock");
        std::thread::sleep(Duration::from_millis(5));
    }
    is_refused(
        folder.path(),
        "sticks train 100 --games 10 --memory ai.json",
        &holder,
    );
    first.kill().expect("ours");
    first.wait().expect("ours");
    let mut second = assert_cmd::Command::new(env!("CARGO_BIN_EXE_sticks"));
    second.args(["train", "100", "--games", "10", "--memory", "ai.json"]);
    second.current_dir(folder.path()).assert().success();
    assert!(!lock.exists(), "whoever is killed holds nothing");
}
