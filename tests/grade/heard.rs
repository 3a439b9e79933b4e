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
        right.contains("0 passed, 5 right in other words"),
        "{right}"
    );
    let all = sum(&program, &["--wording", "0"], "2", "none");
    assert!(all.starts_with("sticks: 5.00 of 5.00 points"), "{all}");
    let none = sum(&program, &["--wording", "100"], "7", "none");
    assert!(none.starts_with("sticks: 0.00 of 5.00 points"), "{none}");
    let strict = sum(&program, &["--strict"], "2", "none");
    assert!(
        strict.starts_with("sticks: 0.00 of 5.00 points, 0 passed, 5 failed"),
        "{strict}"
    );
}

#[test]
fn a_greeting_in_the_right_words_earns_nothing_for_the_wrong_rules() {
    let Some(program) = sticks() else { return };
    let wrong = sum(&program, &[], "0", "firstloses");
    assert!(
        wrong.starts_with("sticks: 2.00 of 5.00 points, 2 passed, 3 failed"),
        "Player 1 does lose two of them: {wrong}"
    );
}
