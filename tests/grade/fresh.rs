//! Cases that nobody can have seen, and programs that have seen all the others.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sticks_and_stones::grading::fixture::{Step, built_in};

use crate::menagerie::{grade, told};

/// A program that knows the published answers of an assignment without typing by heart.
fn by_heart(folder: &Path, assignment: &str, otherwise: &str) -> PathBuf {
    let mut script = String::from("#!/bin/sh\ncase \"$*\" in\n");
    for source in built_in() {
        let case = source.parse().expect("a case");
        let [Step::Output(text)] = &case.steps[..] else {
            continue;
        };
        if source.assignment == assignment && !case.only_ours {
            let (asked, exit) = (case.args.join(" "), case.exit);
            let text = text.replace("[..]", "no");
            script += &format!("'{asked}') printf '%s' '{text}'; exit {exit};;\n");
        }
    }
    script += &format!("*) {otherwise};;\nesac\n");
    let path = folder.join("by_heart.sh");
    fs::write(&path, script).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("made executable");
    path
}

fn plain(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn our_programs_pass_fresh_cases_of_every_kind() {
    for (assignment, program, part) in [
        ("take_stones", env!("CARGO_BIN_EXE_take_stones"), None),
        ("toothpicks", env!("CARGO_BIN_EXE_toothpicks"), None),
        ("chopsticks", env!("CARGO_BIN_EXE_chopsticks"), None),
        ("sticks", env!("CARGO_BIN_EXE_sticks"), Some("1")),
        ("sticks", env!("CARGO_BIN_EXE_sticks"), Some("2")),
        ("sticks", env!("CARGO_BIN_EXE_sticks"), Some("3")),
    ] {
        let words = [
            assignment, "--fresh", "25", "--seed", "5", "--only", "fresh-*", "-q",
        ];
        let part: Vec<&str> = part.into_iter().flat_map(|part| ["--part", part]).collect();
        let ours: &[&str] = if assignment == "chopsticks" {
            &["--no-prompt"]
        } else {
            &part
        };
        let output =
            grade(&[&words[..], &part, &["--timeout", "60", "--", program], ours].concat());
        let told = told(&output);
        assert!(
            told.contains("25.00 of 25.00 points, 25 passed (seed 5,"),
            "{assignment}: {told}"
        );
    }
}

#[test]
fn a_table_of_the_published_cases_is_called_what_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let otherwise = "printf 'Move: 1\\nValue: 1.0\\nNumber of Nodes Visited: 3\\nNumber of Nodes \
                     Evaluated: 1\\nMax Depth Reached: 2\\nAvg Effective Branching Factor: 1.0\\n'";
    let program = by_heart(folder.path(), "take_stones", otherwise);
    let words = ["take_stones", "--timeout", "60", "--", plain(&program)];
    assert!(told(&grade(&words)).contains("31.00 of 31.00 points"));
    let json = folder.path().join("results.json");
    let fresh = ["--fresh", "20", "--json", plain(&json)];
    let output = grade(&[&words[..1], &fresh, &words[1..]].concat());
    assert_eq!(output.status.code(), Some(1));
    let told = told(&output);
    let sentence = "knows the published cases and no others: 31 of 31 published ones are right, and 0 of 20 fresh ones";
    assert!(told.contains(sentence), "{told}");
    assert!(
        fs::read_to_string(json)
            .expect("results")
            .contains(sentence)
    );
}

#[test]
fn refusing_everything_unknown_is_knowing_by_heart_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = by_heart(folder.path(), "toothpicks", "echo error: no; exit 2");
    let words = ["toothpicks", "--fresh", "20", "--timeout", "60", "-q"];
    let only = ["--only", "0*", "--only", "10*", "--only", "fresh-*"];
    let told = told(&grade(
        &[&words[..], &only, &["--", plain(&program)]].concat(),
    ));
    assert!(told.contains("and 10 of 20 fresh ones"), "{told}");
}

#[test]
fn the_smallest_case_that_fails_is_shown_unless_it_is_hidden() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = by_heart(folder.path(), "toothpicks", "echo 3 toothpicks remaining");
    let words = [
        "toothpicks",
        "--fresh",
        "12",
        "--seed",
        "3",
        "--only",
        "fresh-*",
    ];
    let command = ["--timeout", "60", "--", plain(&program)];
    let shown = told(&grade(&[&words[..], &command].concat()));
    assert!(shown.contains("(made smaller)"), "{shown}");
    assert!(
        shown.contains("by_heart.sh 1 --bounds 3 --moves 1\n")
            || shown.contains("by_heart.sh 1 --moves "),
        "{shown}"
    );
    let hidden = told(&grade(
        &[&words[..], &["--fresh-hidden"], &command].concat(),
    ));
    assert!(
        !hidden.contains("--moves") && !hidden.contains("made smaller"),
        "{hidden}"
    );
    let released = ["--fresh-hidden", "--fresh-release"];
    let released = told(&grade(&[&words[..], &released, &command].concat()));
    assert_eq!(released.matches("by_heart.sh").count(), 1, "{released}");
}

#[test]
fn exported_cases_grade_as_they_did() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("cases");
    let words = [
        "sticks",
        "--part",
        "1",
        "--fresh",
        "7",
        "--export",
        plain(&out),
    ];
    let output = grade(&words);
    assert!(output.status.success());
    assert!(told(&output).contains("7 fresh cases written to "));
    let program = env!("CARGO_BIN_EXE_sticks");
    let again = [
        "sticks",
        "--fixtures",
        plain(&out),
        "-q",
        "--",
        program,
        "--part",
        "1",
    ];
    assert!(told(&grade(&again)).contains("7.00 of 7.00 points, 7 passed"));
    let twice = grade(&words);
    assert_eq!(twice.status.code(), Some(2), "what is there stays");
}

#[test]
fn every_student_gets_other_cases_and_the_same_ones_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let secret = folder.path().join("secret");
    fs::write(&secret, "nobody knows").expect("written");
    let cases = |name: &str, student: &str| {
        let out = folder.path().join(name);
        let words = [
            "take_stones",
            "--fresh",
            "5",
            "--secret",
            plain(&secret),
            "--student",
            student,
        ];
        assert!(
            grade(&[&words[..], &["--export", plain(&out)]].concat())
                .status
                .success()
        );
        let case =
            |number| fs::read_to_string(out.join(format!("take_stones/fresh-0{number}.txt")));
        (1..=5)
            .map(|number| case(number).expect("a case"))
            .collect::<Vec<String>>()
    };
    let (first, again, other) = (cases("a", "ada"), cases("b", "ada"), cases("c", "bob"));
    assert_eq!(first, again);
    assert!(first.iter().zip(&other).all(|(one, other)| one != other));
}

#[test]
fn fresh_cases_are_refused_where_nobody_can_make_them() {
    for (words, said) in [
        (
            &["all", "--fresh", "3"][..],
            "no fresh cases of all can be made",
        ),
        (
            &[
                "expanding_nim",
                "--fresh",
                "3",
                "--first",
                "x",
                "--second",
                "y",
            ],
            "no fresh cases of expanding_nim",
        ),
        (&["sticks", "--fresh", "0", "--", "true"], "from 1 to 1000"),
        (&["sticks", "--fresh-hidden", "--", "true"], "--fresh"),
        (
            &["sticks", "--fresh", "3", "--secret", "x", "--", "true"],
            "--student",
        ),
        (
            &[
                "sticks",
                "--fresh",
                "3",
                "--secret",
                "none",
                "--student",
                "a",
                "--",
                "true",
            ],
            "cannot use the secret `none`",
        ),
    ] {
        let output = grade(words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains(said), "{words:?}: {error}");
    }
}
