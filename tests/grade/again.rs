//! Running again: what failed last time, the first failure alone, and the command that a report ends
//! with.

use std::process::Command;

use crate::menagerie::{command, folder, grade, greeting, told};

/// Runs `grade` on a submission to the greeting with a cache of its own.
fn with_cache(cache: &tempfile::TempDir, options: &[&str], script: &str) -> (Option<i32>, String) {
    let words = ["greeting", "--fixtures", "fixtures", "--timeout", "60"];
    let words = [&words[..], options, &["--", "sh", script]].concat();
    let output = command(&words).env("XDG_CACHE_HOME", cache.path()).output();
    let output = output.expect("grade can be started");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), told(&output) + &error)
}

#[test]
fn what_failed_last_time_is_run_by_itself() {
    let cache = tempfile::tempdir().expect("a folder");
    let (code, said) = with_cache(&cache, &["--failed"], "only_ada.sh");
    assert_eq!(code, Some(4), "nothing is known yet: {said}");
    let (_, said) = with_cache(&cache, &[], "only_ada.sh");
    assert!(said.contains("1 passed, 2 failed"), "{said}");
    let (code, said) = with_cache(&cache, &["--failed"], "only_ada.sh");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("0 passed, 2 failed"), "{said}");
    let (code, _) = with_cache(&cache, &["--failed"], "greeting.sh");
    assert_eq!(code, Some(4), "another program has failed nothing");
}

#[test]
fn the_first_failure_can_be_the_last() {
    let options = ["--timeout", "60", "--jobs", "1", "--fail-fast"];
    let said = told(&greeting(&options, &["sh", "wrong_word.sh"]));
    assert!(said.contains("0 passed, 1 failed, 2 skipped"), "{said}");
}

/// The command at the end of a report, run where the report was made, with our `grade`.
fn run_again(said: &str) -> String {
    let line = said.lines().find_map(|line| line.strip_prefix("    $ "));
    let line = line
        .expect("a command")
        .replacen("grade ", "\"$GRADE\" ", 1);
    let output = Command::new("sh")
        .args(["-c", &line])
        .env("GRADE", env!("CARGO_BIN_EXE_grade"))
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .current_dir(folder())
        .output();
    told(&output.expect("sh runs"))
}

#[test]
fn the_command_of_a_report_fails_again_on_the_same_terms() {
    for (option, repeated) in [("--strict", " --strict "), ("--lenient", " --lenient ")] {
        let options = ["--timeout", "60", option, "--only", "02-*"];
        let said = told(&greeting(&options, &["sh", "only_ada.sh"]));
        assert!(said.contains(repeated), "{said}");
        assert!(said.contains(" --fixtures fixtures "), "{said}");
        assert_eq!(run_again(&said), said);
    }
}

/// One game by itself is as good as any: the command played one, and all was well.
#[test]
fn what_shows_only_in_many_games_is_played_again_in_as_many() {
    let always_one = "n = int((sys.argv + ['10'])[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 10\np = 1\nwhile n:\n    print(f'{n} toothpicks remaining, Player {p} draws 1 toothpicks.\\n')\n    n, p = n - 1, 3 - p\nprint(f'0 toothpicks remaining. Player {3 - p} wins.')\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all alike.py");
    std::fs::write(&path, format!("import sys\n{always_one}")).expect("written");
    let path = path.to_str().expect("UTF-8");
    let options = [
        "toothpicks",
        "--timeout",
        "60",
        "--only",
        "16-*",
        "--seed",
        "7",
    ];
    let said = told(&grade(&[&options[..], &["--", "python3", path]].concat()));
    assert!(said.contains(" --games 20 --seed 7 "), "{said}");
    assert_eq!(run_again(&said), said);
}

#[test]
fn what_is_listed_is_what_is_graded() {
    let list = told(&grade(&["sticks", "--list"]));
    let last = list.lines().last().unwrap_or_default().to_owned();
    let ours = env!("CARGO_BIN_EXE_sticks");
    let output = told(&grade(&["sticks", "-q", "--timeout", "60", "--", ours]));
    let sum = output.lines().find(|line| line.starts_with("sticks: "));
    let counts: Vec<&str> = last.split_whitespace().collect();
    let [cases, "cases", points] = counts[..] else {
        panic!("{last}")
    };
    let expected = format!("{points}.00 of {points}.00 points, {cases} passed");
    assert!(sum.expect("a sum").contains(&expected), "{output} {last}");
    let all = told(&grade(&["--list"]));
    let line = all.lines().find(|line| line.starts_with("sticks "));
    let line: Vec<&str> = line.expect("sticks").split_whitespace().take(3).collect();
    assert_eq!(line, ["sticks", cases, points]);
}
