//! Referees of one's own, in any language: the one of the documents, and some that fail.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::menagerie::{grade, speaks, told};

/// Thinks of 37.
const HONEST: &str = r#"printf 'I think of a number from 1 to 100.\nYour guess? '
while read -r guess; do
    if [ "$guess" -eq 37 ]; then echo 'Right!'; exit; fi
    if [ "$guess" -lt 37 ]; then printf 'Higher! '; else printf 'Lower! '; fi
    printf 'Your guess? '
done"#;

/// The block of the documents that begins with this line, without its fences.
fn block(begin: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/fixtures.md");
    let text = fs::read_to_string(path).expect("the document");
    let mut blocks = text.split("```").skip(1).step_by(2);
    let found = blocks.find_map(|block| {
        let (_, block) = block.split_once('\n')?;
        block.starts_with(begin).then(|| block.to_owned())
    });
    found.expect("the block is in the document")
}

/// Grades a shell script with the files in a folder of their own.
fn graded(files: &[(&str, &str)], script: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let path = folder.path().to_str().expect("a plain path");
    let words = ["x", "--games", "2", "--timeout", "60", "--fixtures", path];
    grade(&[&words[..], &["--", "sh", "-c", script]].concat())
}

fn judged_as_documented(script: &str) -> (Option<i32>, String) {
    let case = block("# name: keeps to the number");
    let referee = block("import json");
    let lines = referee.lines().filter(|line| !line.is_empty()).count();
    assert!(lines <= 24, "an example of about twenty lines, not {lines}");
    let output = graded(&[("01-guess.txt", &case), ("guess.py", &referee)], script);
    (output.status.code(), told(&output))
}

#[test]
fn the_referee_of_the_documents_judges_right() {
    if !speaks("python3") {
        return;
    }
    let (code, said) = judged_as_documented(HONEST);
    assert_eq!(code, Some(0), "{said}");
    for (right, wrong, sentence) in [
        ("-lt 37", "-lt 1000", "no other number is left"),
        ("Your guess? '\nwhile", "Guess? '\nwhile", "it begins with"),
        ("Higher!", "higher!", "after the guess 25 it says 'higher!"),
        ("; exit;", "; exit 3;", "wrong exit code 3"),
        ("; exit;", "; echo; exit;", "after the guess 37 it says"),
        ("; exit;", "; kill -SEGV $$;", "crashed: SIGSEGV"),
        ("'Right!'; exit", "'Right!'; read -r x", "waits for input"),
    ] {
        assert!(HONEST.contains(right));
        let (code, said) = judged_as_documented(&HONEST.replacen(right, wrong, 1));
        assert_eq!(code, Some(1), "{wrong}: {said}");
        assert!(said.contains(sentence), "{wrong}: {said}");
    }
}

/// What is said of a case whose referee is this shell script.
fn refereed_by(referee: &str, case: &str, script: &str) -> (Option<i32>, String) {
    let case = format!("# points: 3\n# timeout: 3\n{case}# referee: exec sh ./referee.sh\n---\n");
    let files = [("01-case.txt", &*case), ("referee.sh", referee)];
    let output = graded(&files, script);
    (output.status.code(), told(&output))
}

#[test]
fn a_referee_that_fails_costs_nobody_points() {
    for (referee, sentence) in [
        (
            "read -r x; echo oh no >&2; exit 7",
            "exit code 7, without an answer: oh no",
        ),
        ("kill -SEGV $$", "crashed (SIGSEGV)"),
        ("while :; do read -r x; done", "did not answer within 3 s"),
        ("yes", "says more than one line at a time"),
        ("tr '\\0' x < /dev/zero", "says too much"),
        ("read -r x; echo hello", "answers `hello`, which is none of"),
        (
            "read -r x; printf 'type \\004\\n'; read -r x",
            "cannot be typed",
        ),
    ] {
        let (code, said) = refereed_by(referee, "", "read x");
        assert_eq!(code, Some(5), "{referee}: {said}");
        for part in [
            "ERROR",
            "not the program's fault",
            sentence,
            "(0.00/0.00 points",
        ] {
            assert!(said.contains(part), "{referee}: {part} in {said}");
        }
    }
}

#[test]
fn a_referee_of_a_hidden_case_that_fails_gives_nothing_away() {
    let (code, said) = refereed_by("echo secret >&2; exit 1", "# hidden:\n", "read x");
    assert_eq!(code, Some(5), "{said}");
    assert!(
        !said.contains("secret") && said.contains("0.00 of 0.00"),
        "{said}"
    );
}

#[test]
fn every_answer_does_what_it_says() {
    let script = "printf 'a? '; read a; echo \"$a!\"; cat; echo bye";
    let referee = "read -r x; echo 'type 1 2'; read -r x; echo end; read -r x; echo pass";
    let (code, said) = refereed_by(referee, "", script);
    assert_eq!(code, Some(0), "{said}");
    for (referee, sentence) in [
        ("read -r x; echo fail it is ugly", "it is ugly"),
        (
            "read -r x; echo type 1; read -r x; echo pass; read -r x",
            "waits for input",
        ),
    ] {
        let (code, said) = refereed_by(referee, "", script);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(sentence), "{said}");
    }
    if sticks_and_stones::process::sees_processes() {
        let (_, said) = refereed_by("read -r x; echo wait; read -r x", "", script);
        assert!(said.contains("waits for input"), "{said}");
    }
}

#[test]
fn a_referee_that_cannot_be_run_is_named() {
    let (code, said) = {
        let output = graded(
            &[("01-case.txt", "# referee: exec ./no-such-referee\n---\n")],
            "true",
        );
        (output.status.code(), told(&output))
    };
    assert_eq!(code, Some(5), "{said}");
    assert!(said.contains("there is no such program"), "{said}");
    let output = graded(&[("01-case.txt", "# referee: exec 'x\n---\n")], "true");
    assert_eq!(output.status.code(), Some(2));
}
