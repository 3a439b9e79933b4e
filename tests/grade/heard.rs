//! Programs that do the right thing in words of their own, and programs that only sound right.

use std::path::{Path, PathBuf};

use crate::menagerie::{compiled, grade, processes_are_seen, told};

/// The Game of Sticks with a wording and a bug of its own; `None` if it cannot be had or heard here.
fn sticks() -> Option<PathBuf> {
    compiled("../hearing/sticks").filter(|_| processes_are_seen())
}

/// The last line of the report on part 1, with these options.
fn sum(program: &Path, options: &[&str], wording: &str, bug: &str) -> String {
    let program = program.to_str().expect("a plain path");
    let words = ["sticks", "--part", "1", "--timeout", "60", "-q"];
    let command = ["--", program, wording, bug, "1"];
    let output = grade(&[&words[..], options, &command].concat());
    let told = told(&output);
    told.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn what_is_right_in_other_words_earns_the_rules_and_its_share_of_the_words() {
    let Some(program) = sticks() else { return };
    let right = sum(&program, &[], "2", "none");
    assert!(
        right.contains("0 passed, 6 right in other words"),
        "{right}"
    );
    let all = sum(&program, &["--wording", "0"], "2", "none");
    assert!(all.starts_with("sticks: 6.00 of 6.00 points"), "{all}");
    let none = sum(&program, &["--wording", "100"], "7", "none");
    assert!(none.starts_with("sticks: 0.00 of 6.00 points"), "{none}");
    let strict = sum(&program, &["--strict"], "2", "none");
    assert!(
        strict.starts_with("sticks: 0.00 of 6.00 points, 0 passed, 6 failed"),
        "{strict}"
    );
}

#[test]
fn a_greeting_in_the_right_words_earns_nothing_for_the_wrong_rules() {
    let Some(program) = sticks() else { return };
    let wrong = sum(&program, &[], "0", "firstloses");
    assert!(
        wrong.starts_with("sticks: 2.00 of 6.00 points, 2 passed, 4 failed"),
        "Player 1 does lose two of them: {wrong}"
    );
}

/// What the results say of part 1, played in these words with this bug.
fn results(program: &Path, option: &str, wording: &str, bug: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results");
    let file = path.to_str().expect("a plain path");
    sum(program, &[option, file], wording, bug);
    std::fs::read_to_string(path).expect("written")
}

#[test]
fn results_tell_rules_and_words_apart_and_what_explains_every_failure() {
    let Some(program) = sticks() else { return };
    let json = results(&program, "--json", "2", "lasttwo");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["version"], 2);
    assert_eq!(
        json["misconception"]["name"], "last-two-refused",
        "{json:#}"
    );
    let cases = json["cases"].as_array().expect("cases");
    let of = |rules: &str| cases.iter().filter(|case| case["rules"] == rules).count();
    assert_eq!(of("right") + of("wrong"), cases.len(), "{json:#}");
    let wrong = cases.iter().find(|case| case["rules"] == "wrong");
    let wrong = wrong.expect("a wrong case");
    assert_eq!(
        wrong["rules_reason"],
        "it refuses a take of 2 as the last one"
    );
    assert_eq!(
        (&wrong["score"], &wrong["crash"]),
        (&0.0.into(), &serde_json::Value::Null)
    );
    assert!(
        wrong["wording"]
            .as_f64()
            .is_some_and(|words| (0.0..=1.0).contains(&words))
    );
    let difference = &json["differences"][0];
    for key in ["template", "expected", "count"] {
        assert!(!difference[key].is_null(), "{key}: {difference:#}");
    }
    let page = results(&program, "--html", "2", "lasttwo");
    for text in [
        "rules wrong",
        "rules right",
        "<h3>Rules</h3>",
        "<h3>Words</h3>",
        "one cause",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    let gradescope = results(&program, "--gradescope", "2", "lasttwo");
    assert!(gradescope.contains("\"rules\": \"wrong\"") && gradescope.contains("one cause"));
}

#[test]
fn each_difference_in_wording_is_told_once_for_the_run() {
    let Some(program) = sticks() else { return };
    let words = ["sticks", "--part", "1", "--timeout", "60", "--"];
    let program = program.to_str().expect("a plain path");
    let output = grade(&[&words[..], &[program, "1", "none", "1"]].concat());
    let told = told(&output);
    let shouted = "actual: WELCOME TO THE GAME OF STICKS!!!";
    assert_eq!(told.matches(shouted).count(), 1, "{told}");
}

#[test]
fn a_wrong_number_and_a_trace_are_no_wording_and_what_was_passed_over_is_missing() {
    let six = "echo 'Move: 1\nValue: 0.5\nNumber of Nodes visited: 4\nNumber of Nodes Evaluated: 2\n\
               Max Depth Reached: 2\nAvg Effective Branching Factor: 1.5'";
    let words = ["take_stones", "--only", "02-*", "--", "sh", "-c", six];
    let told_of = |words: &[&str]| told(&grade(words));
    let number = told_of(&words);
    assert!(number.contains("other capitals"), "{number}");
    assert!(!number.contains("actual: Value"), "{number}");
    let dies = "print('There are 10 sticks on the bord.')\nint('x')";
    let words = ["sticks", "--part", "1", "--", "python3", "-c", dies];
    let crash = told_of(&words);
    assert!(crash.contains("crashed: ValueError"), "{crash}");
    assert!(!crash.contains("Wording"), "{crash}");
    let Some(program) = sticks() else { return };
    let program = program.to_str().expect("a plain path");
    let words = ["sticks", "--part", "1", "--only", "01-*", "--", program];
    let wrong = told_of(&[&words[..], &["2", "winner", "1"]].concat());
    assert!(
        wrong.contains("expected: Welcome to the game of sticks!"),
        "{wrong}"
    );
}

/// "Right in other words, wording 100 %", and not a word of what was other.
#[test]
fn what_differs_in_bytes_that_nobody_sees_is_told_once() {
    let lines = "Move: 6|Value: 1.0|Number of Nodes Visited: 3|Number of Nodes Evaluated: 1|\
                 Max Depth Reached: 2|Avg Effective Branching Factor: 1.0|";
    let (newline, bold) = ("\\n", "\\033[1mMove:\\033[0m");
    for (printed, said) in [
        (
            lines.trim_end_matches('|').replace('|', newline),
            "everything is right but for the newline that ends the last line",
        ),
        (
            lines.replace('|', "\\r\\n"),
            "lines must end with \\n alone, and not with \\r\\n as on Windows",
        ),
        (
            lines.replace('|', newline).replace("Move:", bold),
            "there are colours or other escape sequences in it; the assignment has none",
        ),
    ] {
        let script = format!("printf '{printed}'");
        let words = ["take_stones", "--timeout", "60", "--only", "01-*", "--"];
        let told = told(&grade(&[&words[..], &["sh", "-c", &script]].concat()));
        assert!(told.contains("0 passed, 1 right in other words"), "{told}");
        assert!(told.contains(&format!("\n  {said} (1 case)\n")), "{told}");
    }
}
