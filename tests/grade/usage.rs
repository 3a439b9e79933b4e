//! Flags, exit codes, cases of one's own.

use std::fs;
use std::path::Path;

use crate::menagerie::{grade, greeting, told};

/// The exit code, with nothing on standard output and these words on standard error.
fn refused(words: &[&str], code: i32, said: &str) {
    let output = grade(words);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {error}");
    assert!(output.stdout.is_empty(), "{words:?}: {}", told(&output));
    assert!(error.contains(said), "{words:?}: {error}");
}

#[test]
fn what_cannot_be_is_refused_with_a_remedy() {
    refused(&[], 2, "`grade --list` shows what there is");
    refused(&["sticks"], 2, "grade sticks -- COMMAND");
    refused(&["sticks", "--"], 2, "grade sticks -- COMMAND");
    refused(&["sticks", "./sticks"], 2, "-- ./sticks");
    refused(&["stick", "--", "true"], 2, "did you mean `sticks`?");
    refused(&["chess", "--", "true"], 2, "there are chopsticks");
    refused(&["all", "--", "true"], 2, "leave out the command");
    refused(
        &["take_stones", "--part", "1", "--", "true"],
        2,
        "take_stones has no parts",
    );
    refused(&["sticks", "--part", "4", "--", "true"], 2, "no part 4");
    refused(
        &["sticks", "--jobs", "0", "--", "true"],
        2,
        "it must be a whole number from 1 to 256",
    );
    refused(
        &["sticks", "--games", "4000000000", "--", "true"],
        2,
        "it must be a whole number from 1 to 10000",
    );
    refused(
        &["sticks", "--timeout", "-1", "--", "true"],
        2,
        "86400 seconds",
    );
    refused(
        &["sticks", "--timeout", "1e30", "--", "true"],
        2,
        "86400 seconds",
    );
    refused(&["sticks", "--record", "--", "true"], 2, "--fixtures");
    refused(
        &["x", "--fixtures", "no/folder", "--", "true"],
        2,
        "cannot read `no/folder`",
    );
}

#[test]
fn a_pattern_that_matches_nothing_has_an_exit_code_of_its_own() {
    refused(
        &["sticks", "--only", "mneu*", "--", "true"],
        4,
        "no case of sticks matches `mneu*`",
    );
}

#[test]
fn a_command_that_cannot_be_started_is_said_once_and_written_down() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.json");
    let output = greeting(
        &["--gradescope", path.to_str().expect("a plain path")],
        &["./no-such-program"],
    );
    assert_eq!(output.status.code(), Some(3));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        error,
        "error: cannot start `./no-such-program`: there is no such program\n"
    );
    let results = fs::read_to_string(path).expect("written");
    assert_eq!(results.matches("\"score\": 0.0").count(), 3, "{results}");
}

#[test]
fn cases_are_listed() {
    let output = grade(&["greeting", "--fixtures", "fixtures", "--list"]);
    insta::assert_snapshot!("list_greeting", told(&output));
    let output = grade(&["--fixtures", "fixtures", "--list"]);
    insta::assert_snapshot!("list", told(&output));
    let all = told(&grade(&["--list"]));
    for assignment in [
        "sticks",
        "toothpicks",
        "take_stones",
        "chopsticks",
        "expanding_nim",
    ] {
        assert!(all.contains(&format!("{assignment} ")), "{all}");
    }
    let bots = told(&grade(&["expanding_nim", "--list"]));
    assert!(bots.contains("plays by the rules, moving first"), "{bots}");
}

#[test]
fn the_help_shows_every_flag() {
    insta::assert_snapshot!("help", told(&grade(&["--help"])));
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("written");
}

#[test]
fn a_folder_of_cases_is_an_assignment_of_any_name() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "01-hello.txt", "---\nhello world\n");
    let path = folder.path().to_str().expect("a plain path");
    let words = [
        "hello",
        "--fixtures",
        path,
        "--timeout",
        "60",
        "--",
        "echo",
        "hello",
        "world",
    ];
    let output = grade(&words);
    assert!(output.status.success(), "{}", told(&output));
    write(folder.path(), "02-bad.txt", "# points: 1\n# nmae: x\n---\n");
    refused(&words, 2, "02-bad.txt:2: there is no key `nmae`");
    write(folder.path(), "02-bad.txt", "# referee: chess\n---\n");
    refused(&words, 2, "02-bad.txt: there is no referee `chess`");
}

#[test]
fn behind_a_gate_that_stays_shut_nothing_is_run() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "01-before.txt", "---\nhello\n");
    write(
        folder.path(),
        "02-gate.txt",
        "# gate: yes\n# points: 2\n---\ngood day\n",
    );
    write(folder.path(), "03-after.txt", "# points: 3\n---\nhello\n");
    let path = folder.path().to_str().expect("a plain path");
    let output = grade(&[
        "hello",
        "--fixtures",
        path,
        "--timeout",
        "60",
        "--",
        "echo",
        "hello",
    ]);
    insta::assert_snapshot!("report_gate", told(&output).replace(path, "CASES"));
}

#[test]
fn what_a_reference_program_prints_can_be_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let header = "# name: greets Ada\n# points: 2\n";
    write(
        folder.path(),
        "01-ada.txt",
        &format!("{header}---\n{{{{Ada}}}}\n"),
    );
    let path = folder.path().to_str().expect("a plain path");
    let words = ["greeting", "--fixtures", path, "--timeout", "60"];
    let submission = ["--", "sh", "greeting.sh"];
    let recorded = grade(&[&words[..], &["--record"], &submission].concat());
    assert!(
        recorded.status.success(),
        "{}",
        String::from_utf8_lossy(&recorded.stderr)
    );
    let case = fs::read_to_string(folder.path().join("01-ada.txt")).expect("there");
    let transcript = "What is your name? {{Ada}}\nHello, Ada!\nYour name has 3 letters.\n";
    assert_eq!(case, format!("{header}---\n{transcript}"));
    let graded = grade(&[&words[..], &submission].concat());
    assert!(graded.status.success(), "{}", told(&graded));
    let again = grade(&[&words[..], &["--record"], &submission].concat());
    assert!(told(&again).starts_with("unchanged "), "{}", told(&again));
}
