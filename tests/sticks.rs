//! `sticks` from outside: flags, errors, the memory, what `train` prints.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use assert_cmd::assert::Assert;
use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};
use predicates::prelude::*;
use predicates::str::{contains, ends_with, is_empty};

use sticks_and_stones::grading::play::play;
use sticks_and_stones::grading::session::Allowance;
use sticks_and_stones::process::Program;
use sticks_and_stones::referees::sticks::{Sitting as Games, SticksReferee};

/// Runs the program with blank-separated arguments, `@` standing for the file.
fn sticks(arguments: &str, file: &Path, typed: &[u8]) -> Assert {
    let file = file.to_str().expect("a plain path");
    cargo_bin_cmd!("sticks")
        .env_remove("COLUMNS")
        .args(
            arguments
                .split_whitespace()
                .map(|argument| argument.replace('@', file)),
        )
        .write_stdin(typed)
        .assert()
}

fn run(arguments: &str, typed: &str) -> Assert {
    sticks(arguments, Path::new(""), typed.as_bytes())
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("we print UTF-8")
}

/// A folder, and a file in it that is not there yet.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("hats.json");
    (folder, path)
}

#[test]
fn anything_that_is_no_number_in_range_is_asked_for_again_at_every_prompt() {
    let bad = "\nten\n-1\n2.0\n1000000000000000000000000000000\n \t \n3x\n";
    let typed = format!("{bad}10\n{bad}1\n{bad}3\r\n{bad} 3 \n{bad}3\n{bad}1\n");
    let assert = run("", &typed).success().stderr(is_empty());
    let said = stdout(&assert);
    let count = |sentence| said.matches(sentence).count();
    assert_eq!(count("Please enter a number between 10 and 100\n"), 7);
    assert_eq!(count("Please enter a number between 1 and 3\n"), 5 * 7);
    assert!(said.ends_with("Player 2, you lose.\n"));
}

#[test]
fn bytes_that_are_no_text_are_a_bad_answer() {
    sticks("--part 1", Path::new(""), b"\xff\xfe\n10\n3\n3\n3\n1\n")
        .success()
        .stdout(contains("? Please enter a number between 10 and 100\n"));
}

#[test]
fn input_that_ends_in_mid_game_is_an_error_at_every_prompt() {
    for (typed, prompt) in [
        ("", "(10-100)? \n"),
        ("10\n", "(1-3)? \n"),
        ("10\n1\n", "(1-3)? \n"),
        (
            "10\n1\n3\n",
            "Player 2: How many sticks do you take (1-3)? \n",
        ),
        ("10\n3\n", "Player 1: How many sticks do you take (1-3)? \n"),
    ] {
        run("--seed 1", typed)
            .code(1)
            .stdout(ends_with(prompt))
            .stderr("error: input ended before the game was over\n");
    }
}

#[test]
fn input_that_ends_between_games_means_no() {
    run("--seed 1", "10\n2\n3\n3\n3\n3\n")
        .success()
        .stdout(ends_with("Play again (1 = yes, 0 = no)? \n"))
        .stderr(is_empty());
}

#[test]
fn a_reader_who_has_had_enough_ends_the_program_quietly() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = Command::new(cargo_bin!("sticks"))
        .args(["train", "100", "--games", "10"])
        .stdin(Stdio::null())
        .stdout(writer)
        .output()
        .expect("started");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn wrong_usage_is_named_and_nothing_is_printed_on_standard_output() {
    for (arguments, complaint) in [
        ("--part 4", "whole number from 1 to 3"),
        ("--part 0", "0"),
        ("--seed x", "whole number from 0 to 18446744073709551615"),
        ("--seed -1", "invalid value '-1' for '--seed"),
        (
            "--games 4000000000",
            "'4000000000' for '--games <N>': it must be a whole number from 0 to 1000000000",
        ),
        (
            "--games 1000000000000000000000000000000",
            "1000000000000000000000000000000",
        ),
        ("train", "<STICKS>"),
        (
            "train 9",
            "'9' for '<STICKS>': it must be a whole number from 10 to 100",
        ),
        ("train 101", "whole number from 10 to 100"),
        ("train 10 --games -1", "invalid value '-1' for '--games"),
        ("train -5", "invalid value '-5' for '<STICKS>"),
        (
            "--part 1 --memory x",
            "--memory has no effect with --part 1",
        ),
        ("--part 1 --hats", "needs at least --part 2"),
        ("--part 2 --games 5", "needs at least --part 3"),
        ("--part 2 train 10", "train"),
        ("12", "12"),
    ] {
        run(arguments, "")
            .code(2)
            .stdout(is_empty())
            .stderr(contains("error: ").and(contains(complaint)));
    }
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let typed = "20\n3\n1\n2\n3\n1\n2\n3\n1\n2\n3\n1\n2\n3\n";
    let said = stdout(&run("--seed 7", typed));
    assert_eq!(said, stdout(&run("--seed 7", typed)));
    insta::assert_snapshot!("sticks_seeded_game", said);
}

#[test]
fn the_hats_are_shown_after_each_game() {
    let said = stdout(&run(
        "--part 2 --seed 5 --hats",
        "10\n2\n3\n3\n3\n1\n3\n2\n1\n1\n1\n0\n",
    ));
    insta::assert_snapshot!("sticks_hats", said);
}

#[test]
fn help_says_what_there_is() {
    insta::assert_snapshot!("sticks_help", stdout(&run("--help", "").success()));
    insta::assert_snapshot!(
        "sticks_train_help",
        stdout(&run("train --help", "").success())
    );
}

#[test]
fn train_prints_the_hats_and_how_good_they_are() {
    insta::assert_snapshot!(
        "sticks_train",
        stdout(&run("train 10 --seed 42", "").success())
    );
    insta::assert_snapshot!(
        "sticks_train_beginner",
        stdout(&run("train 13 --games 25 --seed 1", "").success())
    );
}

#[test]
fn train_prints_json_and_nothing_else() {
    let fresh = (1..=10).map(|hat| format!("\"{hat}\":[1,1,1]"));
    let hats = Vec::from_iter(fresh).join(",");
    run("train 10 --games 0 --seed 3 --json", "")
        .success()
        .stdout(format!(
            "{{\"sticks\":10,\"games\":0,\"seed\":3,\"hats\":{{{hats}}}}}\n"
        ))
        .stderr(is_empty());
}

#[test]
fn a_training_can_be_repeated_with_the_seed_it_printed() {
    let first = stdout(&run("train 12 --games 50 --json", "").success());
    let json: serde_json::Value = serde_json::from_str(&first).expect("JSON");
    let again = format!("train 12 --games 50 --json --seed {}", json["seed"]);
    run(&again, "").success().stdout(first);
}

#[test]
fn the_largest_seed_is_a_seed() {
    run("train 10 --games 5 --json --seed 18446744073709551615", "")
        .success()
        .stdout(contains("\"seed\":18446744073709551615,"));
}

/// What is in a memory after these sessions with new hats for 10 sticks, by the words of the handout.
fn hats_taught_by(sessions: &str) -> String {
    let mut hats = [[1u64; 3]; 11];
    let mut sticks = 0;
    let mut beside = Vec::new();
    for line in sessions.lines() {
        let words = Vec::from_iter(line.split(' '));
        match words[..] {
            ["Welcome", ..] => beside.clear(),
            ["There", _, left, ..] => sticks = left.parse().expect("a number"),
            ["AI", "selects", ball] => {
                beside.push((sticks, ball.parse::<usize>().expect("a ball")))
            }
            [.., "lose."] | [.., "loses."] => {
                for (hat, ball) in beside.drain(..) {
                    let balls: &mut u64 = &mut hats[hat][ball - 1];
                    let lost = line == "AI loses.";
                    *balls = if lost {
                        (*balls - 1).max(1)
                    } else {
                        *balls + 1
                    };
                }
            }
            _ => {}
        }
    }
    let written = (1..=10).map(|hat| format!("\"{hat}\":{:?}", hats[hat]).replace(' ', ""));
    let hats = Vec::from_iter(written).join(",");
    format!("{{\"sticks\":10,\"hats\":{{{hats}}}}}\n")
}

#[test]
fn the_memory_holds_exactly_what_all_games_have_taught() {
    let (folder, path) = folder();
    let mut said = String::new();
    for (arguments, option) in [
        ("--seed 1 --part 2", 2),
        ("--seed 2", 2),
        ("--seed 3 --games 0", 3),
    ] {
        // Takes one stick a turn, plays again, and leaves in the middle of some game.
        let typed = format!("10\n{option}\n{}", "1\n".repeat(60));
        let session = sticks(&format!("{arguments} --memory @"), &path, typed.as_bytes()).code(1);
        said += &stdout(&session);
        let saved = fs::read_to_string(&path).expect("saved");
        assert_eq!(saved, hats_taught_by(&said));
    }
    assert!(said.contains("You lose.") && said.contains("AI loses."));
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
}

#[test]
fn option_2_plays_with_what_train_has_taught() {
    let (_folder, path) = folder();
    sticks("train 10 --seed 1 --memory @", &path, b"").success();
    for seed in 1..=5 {
        sticks(
            &format!("--seed {seed} --memory @"),
            &path,
            b"10\n2\n3\n1\n1\n0\n",
        )
        .success()
        .stdout(contains("7 sticks on the board.\nAI selects 2\n"))
        .stdout(contains("4 sticks on the board.\nAI selects 3\n"))
        .stdout(contains("You lose."));
    }
}

#[test]
fn training_goes_on_from_the_memory_and_so_does_option_3() {
    let (_folder, path) = folder();
    sticks("train 10 --games 20 --seed 1 --memory @", &path, b"").success();
    let twenty = fs::read_to_string(&path).expect("saved");
    let none = sticks("train 10 --games 0 --seed 1 --memory @ --json", &path, b"").success();
    let hats = twenty.split_once("\"hats\"").expect("hats").1;
    assert!(stdout(&none).ends_with(hats));
    sticks("--seed 1 --memory @", &path, b"10\n3\n3\n1\n1\n0\n")
        .success()
        .stdout(contains("Training AI, please wait...\n"));
    assert!(fs::read_to_string(&path).expect("saved").len() > twenty.len());
}

#[test]
fn a_memory_that_is_damaged_or_for_another_size_is_an_error_and_stays_as_it_is() {
    let hats = |balls: &str| {
        let hats = Vec::from_iter((1..=10).map(|hat| format!("\"{hat}\":{balls}"))).join(",");
        format!("{{\"sticks\":10,\"hats\":{{{hats}}}}}")
    };
    let damaged = [
        String::new(),
        "not JSON".to_owned(),
        "[]".to_owned(),
        "{\"sticks\":10,\"hats\":{}}".to_owned(),
        "{\"sticks\":1000,\"hats\":{}}".to_owned(),
        hats("[1,1,1]").replace("\"10\":", "\"11\":"),
        hats("[0,1,1]"),
        hats("[1,1]"),
        hats("[-1,1,1]"),
        hats("[1,1,18446744073709551615]"),
        hats("[1,1,1]") + &" ".repeat(1 << 20),
        hats("[1,1,1]").replace("10", "20"),
    ];
    let (_folder, path) = folder();
    for text in damaged {
        fs::write(&path, &text).expect("written");
        for arguments in ["--memory @", "train 10 --memory @"] {
            sticks(arguments, &path, b"10\n2\n")
                .code(1)
                .stderr(contains("error: cannot read hats from").and(contains("hats.json")));
        }
        assert_eq!(fs::read_to_string(&path).expect("still there"), text);
    }
    fs::write(&path, hats("[1,1,1]")).expect("written");
    for (arguments, typed) in [("--memory @", "11\n3\n"), ("train 11 --memory @", "")] {
        sticks(arguments, &path, typed.as_bytes())
            .code(1)
            .stderr(contains("hats.json remembers games of 10 sticks, not 11"));
    }
    assert_eq!(
        fs::read_to_string(&path).expect("still there"),
        hats("[1,1,1]")
    );
}

#[test]
fn a_file_that_cannot_be_written_is_named_before_any_game() {
    let (folder, _) = folder();
    let nowhere = folder.path().join("missing").join("hats.json");
    for arguments in ["--memory @", "train 10 --memory @", "train 10 --curve @"] {
        sticks(arguments, &nowhere, b"")
            .code(1)
            .stdout(is_empty())
            .stderr(contains("error: cannot save the").and(contains("missing/hats.json (No such")));
    }
}

#[test]
fn the_learning_curve_is_a_drawing_with_two_lines() {
    let (_folder, path) = folder();
    sticks("train 20 --games 1000 --seed 1 --curve @", &path, b"").success();
    insta::assert_snapshot!("sticks_curve", fs::read_to_string(&path).expect("drawn"));
}

/// What the referee says of the program on a real terminal.
fn referee(games: Games) -> String {
    let program = Program::new(cargo_bin!("sticks")).args([
        format!("--part={}", games.part),
        format!("--seed={}", games.seed),
    ]);
    let allowance = Allowance {
        time: Duration::from_secs(120),
        ..Allowance::default()
    };
    play(
        &program,
        &mut SticksReferee::new(games),
        0,
        false,
        allowance,
    )
    .sentence()
}

#[test]
fn the_referee_finds_no_fault_in_games_on_a_terminal() {
    for seed in 0..8 {
        for (part, option) in [(2, 2), (3, 2), (3, 3)] {
            let games = Games {
                part,
                option,
                sticks: 10 + 11 * seed,
                games: 4,
                seed,
            };
            assert_eq!(referee(games), "passed", "{games:?}");
        }
    }
}
