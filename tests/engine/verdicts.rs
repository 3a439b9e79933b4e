//! Every way to fail is named, and shown where it happened.

use std::time::{Duration, Instant};

use sticks_and_stones::grading::fixture::Fixture;
use sticks_and_stones::grading::session::{Allowance, Session};
use sticks_and_stones::grading::verdict::{Outcome, Verdict};
use sticks_and_stones::grading::{compare, report};
use sticks_and_stones::process::{Limits, Program, sees_processes};

use crate::menagerie::{Mark, animal, script};

const POLITE: &str = "---
How many sticks? {{13}}
You said 13
How many do you take? {{3}}
You take 3
10 left
";

fn fixture(text: &str) -> Fixture {
    Fixture::parse("case.txt", text.as_bytes()).expect("a fixture")
}

fn generous() -> Allowance {
    Allowance {
        time: Duration::from_secs(60),
        ..Allowance::default()
    }
}

fn within(millis: u64) -> Allowance {
    Allowance {
        time: Duration::from_millis(millis),
        ..Allowance::default()
    }
}

fn grade(program: &Program, text: &str) -> Verdict {
    compare::run(program, &fixture(text), generous())
}

fn grade_script(lines: &str, text: &str) -> Verdict {
    grade(&script(lines, &Mark::new()), text)
}

/// The place of the difference, and the two lines.
fn place(verdict: &Verdict) -> (usize, usize, String, String) {
    let difference = verdict.difference.as_ref().expect("a difference");
    let text = |line: &Option<_>| {
        line.as_ref()
            .map_or("nothing".to_owned(), ToString::to_string)
    };
    let (expected, actual) = (text(&difference.expected), text(&difference.actual));
    (difference.line, difference.column, expected, actual)
}

fn at(line: usize, column: usize, expected: &str, actual: &str) -> (usize, usize, String, String) {
    (line, column, expected.to_owned(), actual.to_owned())
}

#[track_caller]
fn passes(verdict: &Verdict) {
    assert!(verdict.passed(), "{}", report::failure("case", verdict));
}

#[test]
fn a_correct_program_that_never_flushes_passes() {
    let mark = Mark::new();
    passes(&grade(&animal("polite", &mark), POLITE));
    assert_eq!(mark.alive(), 0);
}

#[test]
fn a_correct_script_passes_also_when_it_says_nothing_at_all() {
    passes(&grade_script(
        "printf 'a '; read x; echo got $x",
        "---\na {{5}}\ngot 5\n",
    ));
    passes(&grade_script(
        "read x; read y; exit 3",
        "# exit: 3\n---\n{{}}\n{{a b}}\n",
    ));
    passes(&grade_script("true", "---\n"));
    passes(&grade_script("printf end", "---\nend"));
}

#[test]
fn a_wrong_word_is_shown_with_its_column() {
    let lines = "printf 'How many? '; read x; echo \"You sad $x\"; echo more";
    let verdict = grade_script(lines, "---\nHow many? {{13}}\nYou said 13\nmore\n");
    assert_eq!(verdict.outcome, Outcome::Differs);
    assert_eq!(place(&verdict), at(2, 7, "You said 13", "You sad 13"));
}

#[test]
fn the_report_shows_what_differs_and_where() {
    let lines = "printf 'How many? '; read x; echo \"You said $x \"";
    let verdict = grade_script(lines, "---\nHow many? {{13}}\nYou said 13\n");
    let expected = "\
FAIL two turns: the output differs

    | How many? {{13}}
    expected: You said 13⏎
      actual: You said 13·⏎
                         ^ column 12
";
    assert_eq!(report::failure("two turns", &verdict), expected);
}

#[test]
fn a_missing_line_is_a_difference_at_its_start() {
    let verdict = grade_script("echo a; echo c", "---\na\nb\nc\n");
    assert_eq!(verdict.outcome, Outcome::Differs);
    assert_eq!(place(&verdict), at(2, 1, "b", "c"));
}

#[test]
fn a_missing_prompt_means_that_the_program_waits() {
    let case = fixture("---\nHow many? {{5}}\ngot 5\n");
    let program = script("read x; echo got $x", &Mark::new());
    // Where it cannot be known that a program waits, only the clock ends it.
    let (allowance, outcome) = match sees_processes() {
        true => (generous(), Outcome::WaitsForInput),
        false => (within(1000), Outcome::TimedOut),
    };
    let verdict = compare::run(&program, &case, allowance);
    assert_eq!(verdict.outcome, outcome);
    assert_eq!(place(&verdict), at(1, 1, "How many? {{5}}", "nothing"));
}

#[test]
fn a_prompt_without_its_last_blank_waits_at_the_right_column() {
    if !sees_processes() {
        return;
    }
    let verdict = grade_script("printf 'How many?'; read x", "---\nHow many? {{5}}\n");
    assert_eq!(verdict.outcome, Outcome::WaitsForInput);
    assert_eq!(place(&verdict), at(1, 10, "How many? {{5}}", "How many?"));
}

#[test]
fn a_program_that_asks_for_more_than_it_should_waits() {
    if !sees_processes() {
        return;
    }
    let verdict = grade_script("echo a; read x", "---\na\n");
    assert_eq!(verdict.outcome, Outcome::WaitsForInput);
    assert_eq!(place(&verdict), at(2, 1, "nothing", "nothing"));
}

#[test]
fn a_program_that_does_not_ask_differs_where_input_was_due() {
    let verdict = grade_script("echo 'How many? '; echo 5", "---\nHow many? {{5}}\n5\n");
    assert_eq!(verdict.outcome, Outcome::Differs);
    assert_eq!(place(&verdict), at(1, 11, "How many? {{5}}", "How many? "));
}

#[test]
fn an_early_end_is_named() {
    let verdict = grade_script("echo a; exit 4", "---\na\nb\n");
    assert_eq!(verdict.outcome, Outcome::EndedEarly);
    assert_eq!(
        verdict.sentence(),
        "the program ended early, with exit code 4"
    );
    assert_eq!(place(&verdict), at(2, 1, "b", "nothing"));
}

#[test]
fn a_final_newline_that_is_missing_or_too_much_counts() {
    let verdict = grade_script("printf a", "---\na\n");
    assert_eq!(verdict.outcome, Outcome::EndedEarly);
    let verdict = grade_script("printf 'a\\n'", "---\na");
    assert_eq!(verdict.outcome, Outcome::StillPrinting);
}

#[test]
fn endless_output_is_stopped_at_its_first_surplus_byte() {
    let mark = Mark::new();
    let verdict = grade(&animal("flood", &mark), "---\n");
    assert_eq!(verdict.outcome, Outcome::StillPrinting);
    assert_eq!(place(&verdict).0, 1);
    assert_eq!(mark.alive(), 0);
}

#[test]
fn too_much_output_has_its_own_name() {
    let allowance = Allowance {
        output: 64 << 10,
        ..generous()
    };
    let case = fixture("# match: lenient\n---\n");
    let program = script("while :; do echo; done", &Mark::new());
    let verdict = compare::run(&program, &case, allowance);
    assert_eq!(verdict.outcome, Outcome::TooMuchOutput);
    assert_eq!(verdict.sentence(), "more than 64 KiB of output");
}

#[test]
fn an_endless_loop_is_still_computing() {
    let mark = Mark::new();
    let verdict = compare::run(&animal("loop", &mark), &fixture("---\n"), within(400));
    let expected = match sees_processes() {
        true => Outcome::StillComputing,
        false => Outcome::TimedOut,
    };
    assert_eq!(verdict.outcome, expected);
    assert_eq!(mark.alive(), 0);
}

#[test]
fn an_endless_sleep_times_out() {
    let mark = Mark::new();
    let verdict = compare::run(&animal("pause", &mark), &fixture("---\n"), within(400));
    assert_eq!(verdict.outcome, Outcome::TimedOut);
    assert_eq!(verdict.sentence(), "timed out after 0.4 s");
    assert_eq!(mark.alive(), 0);
}

#[test]
fn too_much_processor_time_is_named() {
    let limits = Limits {
        cpu_seconds: 1,
        ..Limits::default()
    };
    let verdict = grade(&animal("loop", &Mark::new()).limits(limits), "---\n");
    assert_eq!(verdict.outcome, Outcome::TooMuchComputing);
}

#[test]
fn a_file_that_grows_too_large_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits {
        file_bytes: 1 << 16,
        ..Limits::default()
    };
    let program = script("exec head -c 1000000 /dev/zero > big", &Mark::new());
    let verdict = grade(&program.folder(folder.path()).limits(limits), "---\n");
    assert_eq!(verdict.outcome, Outcome::TooLargeFile);
}

#[test]
fn a_crash_is_named_by_its_signal() {
    let verdict = grade(
        &animal("segfault", &Mark::new()),
        "---\nHow many sticks? {{13}}\nYou said 13\nGo on\n",
    );
    assert_eq!(verdict.outcome, Outcome::Crashed(11));
    assert_eq!(verdict.sentence(), "the program crashed (SIGSEGV)");
    assert_eq!(place(&verdict), at(3, 1, "Go on", "nothing"));
}

#[test]
fn a_wrong_exit_code_is_named_when_all_else_is_right() {
    let verdict = grade(&animal("polite-then-3", &Mark::new()), POLITE);
    let expected = Outcome::WrongExit {
        expected: 0,
        actual: 3,
    };
    assert_eq!(verdict.outcome, expected);
}

#[test]
fn what_cannot_be_started_is_no_difference() {
    let verdict = grade(&Program::new("no-such-program"), POLITE);
    let reason = "cannot start `no-such-program`: there is no such program";
    assert_eq!(verdict.outcome, Outcome::CouldNotStart(reason.to_owned()));
}

#[test]
fn a_memory_hog_is_stopped() {
    if !sees_processes() {
        return;
    }
    let allowance = Allowance {
        memory: 128 << 20,
        ..generous()
    };
    let mark = Mark::new();
    let verdict = compare::run(&animal("hog", &mark), &fixture("---\n"), allowance);
    assert_eq!(verdict.outcome, Outcome::TooMuchMemory);
    assert_eq!(verdict.sentence(), "more than 128 MiB of memory");
    assert_eq!(mark.alive(), 0);
}

#[test]
fn a_bomb_is_too_many_processes() {
    if !sees_processes() {
        return;
    }
    let mark = Mark::new();
    let verdict = grade(&animal("bomb", &mark), "---\n");
    assert_eq!(verdict.outcome, Outcome::TooManyProcesses);
    assert_eq!(verdict.sentence(), "more than 256 processes");
    assert_eq!(mark.alive(), 0);
}

#[test]
fn a_child_left_behind_neither_delays_nor_survives() {
    let mark = Mark::new();
    passes(&grade(&animal("stubborn-child", &mark), POLITE));
    assert_eq!(mark.alive(), 0);
    if sees_processes() {
        passes(&grade(&animal("escape", &mark), POLITE));
        assert_eq!(mark.alive(), 0);
    }
}

#[test]
fn the_end_of_input_is_met_and_stays() {
    let lines = "printf '? '; read x || { echo; echo over; exit 1; }";
    passes(&grade_script(lines, "# exit: 1\n---\n? {{^D}}\n\nover\n"));
    if sees_processes() {
        passes(&grade(
            &animal("three-ends", &Mark::new()),
            "---\n{{^D}}\nthree times\n",
        ));
    }
}

#[test]
fn lenient_and_pattern_forgive_what_they_say() {
    let lines = "printf 'How many?  '; read x; printf 'Took %s ms  \\r\\n\\n' $$";
    let text = |matching| format!("# match: {matching}\n---\nHow many? {{{{1}}}}\nTook [..] ms\n");
    assert_eq!(
        grade_script(lines, &text("exact")).outcome,
        Outcome::Differs
    );
    let lines = "printf 'How many? '; read x; printf 'Took %s ms\\n' $$";
    passes(&grade_script(lines, &text("pattern")));
    let lines = "printf 'How many?'; read x; printf 'Took 5 ms  \\r\\n\\n'";
    let lenient = "# match: lenient\n---\nHow many? {{1}}\nTook 5 ms\n";
    passes(&grade_script(lines, lenient));
}

#[test]
fn without_a_terminal_the_whole_output_is_compared() {
    let case = fixture("---\nHow many? {{13}}\nYou said 13\nAnd? {{^D}}\nover\n");
    let run = |lines: &str| {
        let program = script(lines, &Mark::new());
        let session = Session::start_on_pipes(&program, generous()).expect("a shell");
        compare::judge(session, &case, generous())
    };
    let verdict =
        run("printf 'How many? '; read x; echo You said $x; printf 'And? '; read y || echo over");
    passes(&verdict);
    assert!(verdict.on_pipes);
    let verdict = run("printf 'How many? '; read x; echo You sad $x");
    assert_eq!(verdict.outcome, Outcome::Differs);
    assert_eq!(
        place(&verdict),
        at(1, 17, "How many? You said 13", "How many? You sad 13")
    );
}

#[test]
fn bytes_that_are_no_text_are_a_difference_and_no_danger() {
    let verdict = grade_script("printf 'a\\377\\033[2J\\n'", "---\nab\n");
    assert_eq!(verdict.outcome, Outcome::Differs);
    assert_eq!(place(&verdict).1, 2);
    let report = report::failure("case", &verdict);
    assert!(!report.contains('\u{1b}'), "{report:?}");
}

#[test]
fn what_can_be_known_is_known_long_before_the_time_is_over() {
    if !sees_processes() {
        return;
    }
    let started = Instant::now();
    let allowance = Allowance {
        time: Duration::from_secs(600),
        ..Allowance::default()
    };
    for (lines, outcome) in [
        ("echo b; sleep 300", Outcome::Differs),
        ("printf a; read x", Outcome::WaitsForInput),
        ("cat", Outcome::WaitsForInput),
        ("sleep 300 & exit 0", Outcome::EndedEarly),
        ("kill -SEGV $$", Outcome::Crashed(11)),
    ] {
        let program = script(lines, &Mark::new());
        let verdict = compare::run(&program, &fixture("---\na\n"), allowance);
        assert_eq!(verdict.outcome, outcome, "{lines}");
    }
    assert!(started.elapsed() < Duration::from_secs(60));
}
