//! Correct programs get full marks, in whatever language; our own, too.

use crate::menagerie::{compiled, grade, speaks, told};

fn full_marks(options: &[&str], submission: &[&str]) {
    let words = [options, &["--timeout", "60", "--"], submission].concat();
    let output = grade(&words);
    assert!(
        output.status.success(),
        "{submission:?}:\n{}",
        told(&output)
    );
}

#[test]
fn correct_programs_in_c_that_never_flush_pass() {
    for (options, name) in [
        (&["sticks", "--part", "1"][..], "sticks"),
        (&["take_stones"], "take_stones"),
    ] {
        if let Some(program) = compiled(name) {
            full_marks(options, &[program.to_str().expect("a plain path")]);
        }
    }
}

#[test]
fn correct_programs_in_python_pass() {
    if speaks("python3") {
        full_marks(&["sticks", "--part", "1"], &["python3", "sticks.py"]);
        full_marks(
            &["take_stones", "--only", "0*"],
            &["python3", "take_stones.py"],
        );
    }
}

#[test]
fn correct_programs_in_shell_pass() {
    full_marks(&["sticks", "--part", "1"], &["sh", "sticks.sh"]);
    full_marks(&["take_stones", "--only", "0*"], &["sh", "take_stones.sh"]);
}

#[test]
fn line_ends_of_windows_pass_if_leniency_is_wished_and_fail_by_name_if_not() {
    if !speaks("python3") {
        return;
    }
    let words = ["sticks", "--part", "1", "--timeout", "60"];
    let submission = ["--", "python3", "crlf.py"];
    let lenient = grade(&[&words[..], &["--lenient"], &submission].concat());
    assert!(lenient.status.success(), "{}", told(&lenient));
    let strict = grade(&[&words[..], &["--strict"], &submission].concat());
    assert_eq!(strict.status.code(), Some(1));
    assert!(
        told(&strict).contains("and not with \\r\\n as on Windows"),
        "{}",
        told(&strict)
    );
}

#[test]
fn our_own_programs_get_full_marks() {
    let output = grade(&["all", "--timeout", "60"]);
    let told = told(&output);
    assert!(output.status.success(), "{told}");
    let last = told.lines().last().expect("a summary");
    assert!(
        last.starts_with("all: ") && last.contains(" passed"),
        "{last}"
    );
}

#[test]
fn our_own_program_is_graded_like_any_other_too() {
    let sticks = env!("CARGO_BIN_EXE_sticks");
    full_marks(&["sticks", "--games", "10"], &[sticks]);
    full_marks(
        &["sticks", "--part", "2", "--games", "10"],
        &[sticks, "--part", "2"],
    );
    full_marks(
        &["toothpicks", "--games", "10"],
        &[env!("CARGO_BIN_EXE_toothpicks")],
    );
    full_marks(
        &["chopsticks", "--games", "10"],
        &[env!("CARGO_BIN_EXE_chopsticks"), "--no-prompt"],
    );
}
