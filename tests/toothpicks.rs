//! `toothpicks` from outside: flags, errors, the history file, advice.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::assert::Assert;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use predicates::str::{contains, ends_with, starts_with};

/// Runs the program with blank-separated arguments, `@` standing for the history file.
fn toothpicks(arguments: &str, history: &Path, typed: &str) -> Assert {
    let history = history.to_str().expect("a plain path");
    let arguments = arguments.split(' ').filter(|argument| !argument.is_empty());
    cargo_bin_cmd!("toothpicks")
        .args(arguments.map(|argument| argument.replace('@', history)))
        .write_stdin(typed.to_owned())
        .assert()
}

fn run(arguments: &str) -> Assert {
    toothpicks(arguments, Path::new(""), "")
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("we print UTF-8")
}

/// A folder for a history; the file in it is not there yet.
fn folder() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.jsonl");
    (folder, path)
}

fn line_of(draws: &str) -> String {
    let (_folder, path) = folder();
    toothpicks(&format!("4 --moves {draws} --history @"), &path, "").success();
    fs::read_to_string(path).expect("written")
}

#[test]
fn an_illegal_draw_is_refused_with_its_number_and_rule_and_nothing_on_stdout() {
    let huge = format!("3 --moves 1{}", "0".repeat(30));
    for (arguments, complaint) in [
        (
            "5 --moves 2,3",
            "draw 2 is illegal: '3' is above the bounds of 2; Player 2 can draw 1 to 2",
        ),
        (
            "5 --moves 2,4",
            "draw 2 is illegal: '4' is above the bounds of 2",
        ),
        ("5 --moves 1,1,-1", "draw 3 is illegal: '-1' is below 1"),
        ("3 --moves -1", "draw 1 is illegal: '-1' is below 1"),
        ("3 --moves=-1,2", "draw 1 is illegal: '-1' is below 1"),
        ("3 --moves 0", "draw 1 is illegal: '0' is below 1"),
        ("3 --moves x", "draw 1 is illegal: 'x' is not a number"),
        ("3 --moves 2,", "draw 2 is illegal: '' is not a number"),
        ("3 --moves 1.5", "draw 1 is illegal: '1.5' is not a number"),
        (&huge, "is above the bounds of 2"),
        (
            "3 --moves 2,2",
            "draw 2 is illegal: '2' is more than the 1 left; Player 2 can draw only 1",
        ),
        (
            "9 --bounds 5 --moves 5,5",
            "draw 2 is illegal: '5' is more than the 4 left",
        ),
        (
            "10 --moves 2,2",
            "the game is not over after draw 2: 6 left",
        ),
        (
            "3 --moves 2,1,1",
            "draw 3 comes after the end of the game; give only the 2 draws before it",
        ),
    ] {
        run(arguments)
            .code(2)
            .stdout("")
            .stderr(starts_with("error: ").and(contains(complaint)));
    }
}

#[test]
fn blanks_around_draws_do_not_matter() {
    cargo_bin_cmd!("toothpicks")
        .args(["3", "--moves", " 2, 1 "])
        .assert()
        .success()
        .stdout(ends_with("0 toothpicks remaining. Player 2 wins.\n"));
}

#[test]
fn absurd_arguments_are_wrong_usage_and_name_what_would_be_right() {
    for arguments in [
        "0",
        "-1",
        "1000001",
        "1000000000000",
        "1000000000000000000000000000000",
        "ten",
        "--bounds 0",
        "--bounds -2",
        "--bounds 4000000000",
        "--games 0",
        "--games 1000000000000000000000000000000",
        "--seed -1",
        "--p1 clever",
        "3 --moves 2,1 --games 2",
        "3 --moves 2,1 --p1 human",
        "1000000 --bounds 11 --p1 smart",
        "advice",
        "advice 0 --history x",
        "advice 1000000 --bounds 1000000 --history x",
    ] {
        run(arguments)
            .code(2)
            .stdout("")
            .stderr(starts_with("error: "));
    }
    for (arguments, right) in [
        ("1000000000000000000000000000000", "from 1 to 1000000"),
        ("ten", "from 1 to 1000000"),
        ("--bounds -2", "from 1 to 1000000"),
        ("--games 0", "from 1 to 1000000000000"),
        ("--seed -1", "from 0 to 18446744073709551615"),
        ("1000000 --bounds 11 --p2 smart", "product may be 10000000"),
    ] {
        run(arguments).stderr(contains(right));
    }
}

#[test]
fn the_largest_table_is_played_to_its_end() {
    run("1000000 --bounds 1000000 --p1 perfect")
        .success()
        .stdout(ends_with("0 toothpicks remaining. Player 1 wins.\n"));
    run("1000000 --bounds 2 --seed 1 --games 2").success();
}

#[test]
fn the_same_seed_plays_the_same_game_and_seed_34_the_visual_example() {
    let example = stdout(&run("10 --moves 2,2,1,1,1,1,2"));
    assert_eq!(stdout(&run("--seed 34")), example);
    let games: Vec<String> = (0..20)
        .map(|seed| stdout(&run(&format!("30 --seed {seed}"))))
        .collect();
    assert!(games.iter().any(|game| *game != games[0]));
    assert_eq!(stdout(&run("30 --seed 7")), games[7]);
}

#[test]
fn several_games_are_counted_or_told_one_after_the_other() {
    let counted = stdout(&run("--games 10 --seed 3"));
    insta::assert_snapshot!("toothpicks_counted", counted);
    let told = stdout(&run("2 --games 2 --seed 3 --narrate"));
    insta::assert_snapshot!("toothpicks_told", told);
}

#[test]
fn a_person_is_asked_with_the_largest_legal_draw_and_asked_again() {
    let told = toothpicks(
        "4 --bounds 3 --p1 human --p2 human",
        Path::new(""),
        "4\n\n-1\nx\n 2 \r\n1\n3\n1\n",
    );
    insta::assert_snapshot!("toothpicks_a_person", stdout(&told.success()));
}

#[test]
fn with_a_person_every_game_is_told() {
    toothpicks("1 --games 2 --p1 human", Path::new(""), "1\n1\n")
        .success()
        .stdout(contains("0 toothpicks remaining. Player 1 wins.\n").count(2));
}

#[test]
fn input_that_ends_in_mid_game_ends_the_line_and_records_only_what_was_finished() {
    let (_folder, path) = folder();
    toothpicks(
        "3 --games 2 --p1 human --p2 human --history @",
        &path,
        "2\n1\n2\n",
    )
    .code(1)
    .stdout(ends_with(
        "Player 2: How many toothpicks do you draw (1-1)? \n",
    ))
    .stderr("error: input ended before the game was over\n");
    let history = fs::read_to_string(path).expect("there");
    assert_eq!(
        history,
        "{\"initial_state\":3,\"bounds\":2,\"winner\":\"Player 2\",\"data\":{\"3\":[\"Player 1\",2],\"1\":[\"Player 2\",1]}}\n"
    );
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("toothpicks"))
        .args(["100000", "--bounds", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ended");
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}

#[test]
fn a_torn_last_line_is_reported_and_cut_off_before_the_next_game() {
    let (_folder, path) = folder();
    let (first, next) = (line_of("1,1,2"), line_of("2,2"));
    for length in [1, 20, next.len() - 2] {
        fs::write(&path, format!("{first}{}", &next[..length])).expect("written");
        toothpicks("advice 4 --history @ --json", &path, "")
            .success()
            .stderr(contains("line 2 was torn in mid-write and is left out"));
        assert_eq!(
            fs::read_to_string(&path).expect("there").len(),
            first.len() + length
        );
        toothpicks("4 --moves 2,2 --history @", &path, "")
            .success()
            .stderr(
                contains("line 2 was torn").and(contains("the torn line at its end is cut off")),
            );
        assert_eq!(
            fs::read_to_string(&path).expect("there"),
            format!("{first}{next}")
        );
    }
}

#[test]
fn a_whole_game_that_lacks_only_its_line_end_is_kept() {
    let (_folder, path) = folder();
    let (first, next) = (line_of("1,1,2"), line_of("2,2"));
    fs::write(&path, first.trim_end()).expect("written");
    toothpicks("4 --moves 2,2 --history @", &path, "")
        .success()
        .stderr("");
    assert_eq!(
        fs::read_to_string(&path).expect("there"),
        format!("{first}{next}")
    );
}

#[test]
fn any_other_unreadable_line_is_an_error_with_its_number_and_changes_nothing() {
    let (_folder, path) = folder();
    let good = line_of("2,2");
    let wrong_winner = good.replace("\"winner\":\"Player 2", "\"winner\":\"Player 1");
    let nonsense = "hello".to_owned();
    let torn_but_ended = format!("{}\n", &good[..30]);
    let blank = "\n".to_owned();
    for bad in [wrong_winner, nonsense, torn_but_ended, blank] {
        let contents = format!("{good}{good}{bad}");
        fs::write(&path, &contents).expect("written");
        for arguments in [
            "--history @",
            "4 --moves 2,2 --history @",
            "advice --history @",
        ] {
            toothpicks(arguments, &path, "")
                .code(1)
                .stdout("")
                .stderr(starts_with("error: line 3 of ").and(contains("is not a game (")));
            assert_eq!(fs::read_to_string(&path).expect("there"), contents);
        }
    }
}

#[test]
fn an_empty_or_missing_history_is_no_games_and_a_folder_is_no_history() {
    let (folder, path) = folder();
    toothpicks("advice 2 --history @ --json", &path, "")
        .success()
        .stdout("{\"2\":1,\"1\":1}\n")
        .stderr(contains("nothing is known yet"));
    assert!(!path.exists());
    fs::write(&path, "").expect("written");
    toothpicks("advice 2 --history @ --json", &path, "")
        .success()
        .stderr("");
    toothpicks("2 --moves 2 --history @", &path, "").success();
    toothpicks("advice 2 --history @ --json", &path, "").stdout("{\"2\":2,\"1\":1}\n");
    for arguments in ["--history @", "advice --history @"] {
        toothpicks(arguments, folder.path(), "")
            .code(1)
            .stdout("")
            .stderr(contains("it is not a regular file"));
    }
    toothpicks("--history @/x", &path, "")
        .code(1)
        .stdout("")
        .stderr(starts_with("error: cannot open"));
}

#[test]
fn several_processes_share_a_history_without_a_lost_or_broken_line() {
    let (_folder, path) = folder();
    fs::write(&path, &line_of("2,2")[..50]).expect("written");
    let children: Vec<_> = (0..4)
        .map(|seed| {
            Command::new(assert_cmd::cargo::cargo_bin!("toothpicks"))
                .args([
                    "40",
                    "--games",
                    "300",
                    "--seed",
                    &seed.to_string(),
                    "--history",
                ])
                .arg(&path)
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .expect("started")
        })
        .collect();
    let mut cuts = 0;
    for child in children {
        let output = child.wait_with_output().expect("ended");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        cuts += said.matches("cut off").count();
    }
    assert_eq!(cuts, 1, "the torn line is cut off once");
    let history = fs::read_to_string(&path).expect("there");
    assert_eq!(history.lines().count(), 1_200);
    toothpicks("advice 40 --history @", &path, "")
        .success()
        .stdout(ends_with(
            "After 1200 games right in 27 of 27 states that can be won.\n",
        ))
        .stderr("");
}

#[test]
fn after_a_thousand_random_games_the_advice_is_right_wherever_the_game_can_be_won() {
    let (_folder, path) = folder();
    for bounds in 2..=5 {
        toothpicks(
            &format!("50 --bounds {bounds} --games 1000 --seed 1 --history @"),
            &path,
            "",
        )
        .success();
    }
    for bounds in 2..=5_u64 {
        let json = stdout(&toothpicks(
            &format!("advice 50 --bounds {bounds} --history @ --json"),
            &path,
            "",
        ));
        let advice: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&json).expect("JSON");
        let states: Vec<u64> = advice
            .keys()
            .map(|key| key.parse().expect("a state"))
            .collect();
        assert_eq!(states, (1..=50).rev().collect::<Vec<u64>>());
        for (state, draw) in states.into_iter().zip(advice.values()) {
            let winning = state % (bounds + 1);
            assert!(
                winning == 0 || *draw == winning,
                "{draw} at {state}, bounds {bounds}"
            );
        }
        for start in [bounds, bounds + 2, 48 - 48 % (bounds + 1) + 1] {
            toothpicks(
                &format!("{start} --bounds {bounds} --p1 smart --p2 perfect --history @"),
                &path,
                "",
            )
            .success()
            .stdout(ends_with("Player 1 wins.\n"));
        }
    }
}

#[test]
fn smart_learns_within_one_run() {
    let counted = stdout(&run("20 --games 1000 --p1 smart --p2 random --seed 1"));
    let wins: u32 = counted
        .split(' ')
        .nth(3)
        .expect("a count")
        .parse()
        .expect("a number");
    assert!(wins > 950, "{counted}");
}

#[test]
fn advice_is_a_table_for_people() {
    let (_folder, path) = folder();
    toothpicks("10 --games 8 --seed 1 --history @", &path, "").success();
    let table = stdout(&toothpicks("advice --history @", &path, ""));
    insta::assert_snapshot!("toothpicks_advice", table);
}

#[test]
fn help_explains_the_program_and_its_subcommand() {
    insta::assert_snapshot!("toothpicks_help", stdout(&run("--help")));
    insta::assert_snapshot!("toothpicks_advice_help", stdout(&run("advice --help")));
}
