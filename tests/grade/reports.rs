//! What people are told about each way to fail.

use crate::menagerie::{compiled, grade, greeting, processes_are_seen, speaks, told};

/// The report on a shell program with one fault.
fn species(name: &str) {
    let file = format!("{name}.sh");
    let timeout = if matches!(name, "computes" | "sleeps") {
        "2"
    } else {
        "60"
    };
    let options = ["--only", "01-*", "--timeout", timeout];
    let output = greeting(&options, &["sh", &file]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    insta::assert_snapshot!(format!("report_{name}"), told(&output));
}

#[test]
fn every_way_to_fail_is_named() {
    for name in [
        "escapes",
        "exit_code",
        "goes_on",
        "labels",
        "letter_case",
        "missing_line",
        "no_final_newline",
        "trailing_blank",
        "wrong_word",
    ] {
        species(name);
    }
}

#[test]
fn a_program_that_waits_or_computes_is_told_from_a_slow_one() {
    if !processes_are_seen() {
        return;
    }
    for name in ["asks_twice", "computes", "late_prompt", "no_prompt"] {
        species(name);
    }
}

#[test]
fn an_endless_sleep_is_named() {
    species("sleeps");
}

#[test]
fn a_crash_is_named_by_its_signal() {
    let Some(program) = compiled("crashes") else {
        return;
    };
    let output = greeting(
        &["--only", "01-*", "--timeout", "60"],
        &[program.to_str().expect("a plain path")],
    );
    assert_eq!(output.status.code(), Some(1));
    let told = told(&output);
    assert!(
        told.contains(
            "FAIL greets Ada: crashed: SIGSEGV, a pointer or an index that leads nowhere"
        ),
        "{told}"
    );
    assert!(told.contains("| Hello, Ada!"), "{told}");
}

#[test]
fn more_output_than_anyone_can_read_is_cut_and_named() {
    let output = greeting(&["--timeout", "60"], &["sh", "floods.sh"]);
    let told = told(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        told.contains("greets Ada: the program is still printing"),
        "{told}"
    );
    assert!(told.lines().count() < 3 * 40, "{told}");
}

#[test]
fn a_mixed_submission_gets_points_for_what_is_right() {
    let output = greeting(&["--timeout", "60"], &["sh", "only_ada.sh"]);
    insta::assert_snapshot!("report_only_ada", told(&output));
    let quiet = greeting(&["--timeout", "60", "-q"], &["sh", "only_ada.sh"]);
    insta::assert_snapshot!("report_only_ada_quiet", told(&quiet));
    let verbose = greeting(
        &["--timeout", "60", "-v", "--color", "always"],
        &["sh", "only_ada.sh"],
    );
    insta::assert_snapshot!(
        "report_only_ada_verbose",
        told(&verbose).replace('\x1b', "ESC")
    );
}

#[test]
fn a_referee_shows_the_first_broken_rule_with_its_transcript_and_seed() {
    if !speaks("python3") {
        return;
    }
    let case = [
        "sticks",
        "--part",
        "2",
        "--only",
        "15-*",
        "--timeout",
        "60",
        "--games",
        "10",
        "--seed",
        "7",
    ];
    let output = grade(&[&case[..], &["--", "python3", "cheats.py"]].concat());
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!("report_cheats", told(&output));
}
