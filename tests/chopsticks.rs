//! `chopsticks` from outside: flags, conversations, errors, exit codes.

use std::fs;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use predicates::str::contains;

/// The example game of the assignment, and what it prints.
const EXAMPLE: &str = "1 1\n1 2\n2 1\n1 1\n3 1\n3 2\n3 2\n2 2\n3 2\n2 3\n3 3\n3 3\n";

fn chopsticks(arguments: &str) -> Command {
    let mut command = cargo_bin_cmd!("chopsticks");
    command.args(arguments.split_whitespace());
    command.env_remove("COLUMNS");
    command
}

/// What is printed on standard output by a run that ends with `code`.
fn printed(arguments: &str, typed: &str, code: i32) -> String {
    let run = chopsticks(arguments).write_stdin(typed).assert().code(code);
    String::from_utf8(run.get_output().stdout.clone()).expect("UTF-8")
}

/// An illegal request: nothing on standard output, one sentence on standard error.
fn refused(arguments: &[&str], code: i32, reason: &str) {
    let run = cargo_bin_cmd!("chopsticks")
        .args(arguments)
        .write_stdin("")
        .assert();
    run.code(code)
        .stdout("")
        .stderr(contains(reason).and(contains("error: ")));
}

#[test]
fn the_example_game_goes_through_all_thirteen_positions() {
    let game = printed("replay", EXAMPLE, 0);
    let positions: Vec<&str> = game.lines().filter(|line| line.starts_with('(')).collect();
    let expected = "(L 1 1 1 1 1 1) (R 1 1 1 2 1 1) (L 1 3 1 2 1 1) (R 1 3 1 5 1 1) (L 0 3 1 5 1 1) \
        (R 0 3 1 0 1 1) (L 0 4 1 0 1 1) (R 0 4 1 0 2 1) (L 0 0 1 0 2 1) (R 0 0 1 0 3 1) \
        (L 0 0 4 0 3 1) (R 0 0 4 0 3 5) (L 0 0 0 0 3 5)";
    assert_eq!(positions.join(" "), expected);
    assert!(game.ends_with("(L 0 0 0 0 3 5)\nLeft has no hands. Right wins\n"));
}

#[test]
fn a_piped_game_prints_what_replay_prints() {
    let round = "1 1\n".repeat(4) + "draw\n";
    for (rules, typed) in [
        ("", EXAMPLE),
        ("--misere", EXAMPLE),
        (
            "-n 1 -m 9",
            "1 1\n\n1 1\n1 1\r\n  1 1\nLeft's hand 1 to Right's hand 1\n",
        ),
    ] {
        let replayed = printed(&format!("replay {rules}"), typed, 0);
        assert_eq!(printed(&format!("play {rules}"), typed, 0), replayed);
        assert_eq!(printed(rules, typed, 0), replayed);
        assert_eq!(printed(&format!("{rules} replay -"), typed, 0), replayed);
    }
    let endless = |command| {
        let mut run = chopsticks(command);
        run.args(["-n1", "-m5", "--wrap", "--position", "(L 1 2)"]);
        let run = run.write_stdin(round.as_str()).assert().success();
        String::from_utf8(run.get_output().stdout.clone()).expect("UTF-8")
    };
    assert_eq!(endless("play"), endless("replay"));
    assert!(endless("play").ends_with("(L 1 2)\nsame as #1\nDraw\n"));
}

#[test]
fn replay_reads_a_file_and_names_the_bad_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let replay = |moves: &str| {
        fs::write(&path, moves).expect("written");
        cargo_bin_cmd!("chopsticks")
            .arg("replay")
            .arg(&path)
            .assert()
    };
    replay(EXAMPLE).success().stdout(contains("Right wins"));
    replay("1 1\n\n1 4\n")
        .code(1)
        .stderr("error: line 3: Left has no hand 4\n");
    replay("1 1\nLeft's hand 1 to Right's hand 1\n")
        .code(1)
        .stderr("error: line 2: it is Right's turn\n");
    replay("one one\n")
        .code(1)
        .stderr(contains("line 1: `one one` is not a move"));
    replay(&(EXAMPLE.to_owned() + "\n1 1\n"))
        .code(1)
        .stderr("error: line 14: the game is over\n");
    replay("1 1\n")
        .code(1)
        .stderr("error: input ended before the game was over\n");
    refused(&["replay", "no/such/file"], 1, "no/such/file");
    let directory = folder.path().to_str().expect("UTF-8");
    refused(&["replay", directory], 1, directory);
}

#[test]
fn a_bad_move_gets_a_reason_and_the_same_turn_again() {
    let typed = "4 1\n1 9\n0 1\nx\nRight's hand 1 to Left's hand 1\n1 1\nquit\n";
    let expected = "(L 1 1 1 1 1 1)\nLeft has no hand 4\nRight has no hand 9\nLeft has no hand 0\n\
        `x` is not a move; type your hand and the hand it taps, like 1 1\nit is Left's turn\n\
        Left's hand 1 to Right's hand 1\n(R 1 1 1 2 1 1)\n";
    assert_eq!(printed("", typed, 0), expected);
    let run = chopsticks("")
        .args(["--position", "(L 0 4 1 0 1 1)"])
        .write_stdin("1 1\n2 1\nquit\n")
        .assert();
    run.success()
        .stdout("(L 0 4 1 0 1 1)\nLeft's hand 1 is out\nRight's hand 1 is out\n");
}

#[test]
fn input_that_is_not_text_is_a_bad_move() {
    let run = chopsticks("")
        .write_stdin(&b"\xff\xfe 1\nquit\n"[..])
        .assert();
    run.success().stdout(contains("is not a move"));
}

#[test]
fn the_end_of_input_in_mid_game_is_a_failure() {
    let run = chopsticks("").write_stdin("1 1\n").assert().code(1);
    run.stdout("(L 1 1 1 1 1 1)\nLeft's hand 1 to Right's hand 1\n(R 1 1 1 2 1 1)\n")
        .stderr("error: input ended before the game was over\n");
}

#[test]
fn a_person_can_ask_for_help() {
    let mut run = chopsticks("--predict --position");
    let run = run
        .arg("(L 0 4 1 0 1 1)")
        .write_stdin("help\nmoves\nvalues\nhint\n3 2\nundo\nhistory\nundo\nquit\n");
    let output = run.assert().success().get_output().stdout.clone();
    insta::assert_snapshot!(String::from_utf8(output).expect("UTF-8"));
}

#[test]
fn undo_against_the_computer_takes_back_two_moves() {
    let game = printed(
        "--right computer -n 2",
        "undo\n1 1\nundo\nhistory\nquit\n",
        0,
    );
    let expected = "(L 1 1 1 1)\nThere is no move of yours to take back\n\
        Left's hand 1 to Right's hand 1\n(R 1 1 2 1)\n\
        Right's hand 1 to Left's hand 1\n(L 3 1 2 1)\n(L 1 1 1 1)\n#1 (L 1 1 1 1)\n";
    assert_eq!(game, expected);
}

#[test]
fn two_computers_play_the_predicted_game() {
    let game = printed("--left computer --right computer", "", 0);
    assert_eq!(
        game.lines()
            .filter(|line| line.contains("'s hand "))
            .count(),
        14
    );
    assert!(game.ends_with("Left has no hands. Right wins\n"));
    let endless = printed("--left computer --right computer -n 2 --wrap", "", 0);
    assert!(endless.ends_with("\nThe game goes round for ever. Draw\n"));
    assert_eq!(endless.matches("same as #").count(), 1);
}

#[test]
fn the_computer_refuses_a_draw_only_when_it_wins() {
    let lost = printed("--right computer", "draw\nquit\n", 0);
    assert_eq!(lost, "(L 1 1 1 1 1 1)\nRight plays on\n");
    let even = printed("--right computer -n 2 --wrap", "draw\n", 0);
    assert_eq!(even, "(L 1 1 1 1)\nDraw\n");
}

#[test]
fn a_game_of_dice_is_the_same_for_the_same_seed_and_always_ends() {
    let dice = |seed| {
        printed(
            &format!("--left random --right random --seed {seed}"),
            "",
            0,
        )
    };
    assert_eq!(dice(7), dice(7));
    assert!((0..10).any(|seed| dice(seed) != dice(7)));
    let mut round = chopsticks("--left random --right random -n 1 -m 5 --wrap --position");
    let run = round.arg("(L 1 2)").assert().success();
    run.stdout(predicates::str::ends_with(
        "The same position for the third time. Draw\n",
    ));
}

#[test]
fn solve_prints_the_json_of_the_issue() {
    let run = chopsticks("solve --json")
        .arg("(L 0 4 1 0 1 1)")
        .assert()
        .success();
    run.stdout(
        "{\"position\":\"(L 0 4 1 0 1 1)\",\"value\":\"win\",\"remoteness\":7,\"moves\":[\
         {\"move\":\"2 2\",\"position\":\"(R 0 4 1 0 5 1)\",\"value\":\"win\",\"remoteness\":7},\
         {\"move\":\"2 3\",\"position\":\"(R 0 4 1 0 1 5)\",\"value\":\"win\",\"remoteness\":7},\
         {\"move\":\"3 2\",\"position\":\"(R 0 4 1 0 2 1)\",\"value\":\"lose\",\"remoteness\":8},\
         {\"move\":\"3 3\",\"position\":\"(R 0 4 1 0 1 2)\",\"value\":\"lose\",\"remoteness\":8}]}\n",
    );
    let run = chopsticks("solve --json -n 1 -m 5 --wrap")
        .arg("(L 1 2)")
        .assert()
        .success();
    run.stdout(
        "{\"position\":\"(L 1 2)\",\"value\":\"draw\",\"remoteness\":null,\"moves\":[\
         {\"move\":\"1 1\",\"position\":\"(R 1 3)\",\"value\":\"draw\",\"remoteness\":null}]}\n",
    );
}

#[test]
fn a_finished_position_has_a_value_and_no_moves() {
    for (rules, position, value) in [
        ("", "(L 0 0 0 0 3 5)", "lose"),
        ("", "(R 0 0 0 0 3 5)", "win"),
        ("--misere", "(L 0 0 0 0 3 5)", "win"),
        ("--wrap", "(R 1 2 3 0 0 0)", "lose"),
    ] {
        let run = chopsticks("solve --json")
            .args(rules.split_whitespace())
            .arg(position)
            .assert();
        let json = format!(
            "{{\"position\":\"{position}\",\"value\":\"{value}\",\"remoteness\":0,\"moves\":[]}}\n"
        );
        run.success().stdout(json);
    }
}

#[test]
fn impossible_games_and_positions_are_wrong_usage() {
    let ten_to_the_30 = format!("1{}", "0".repeat(30));
    for number in ["0", "-1", "100001", "18446744073709551615", &ten_to_the_30] {
        let reason =
            format!("'{number}' for '--hands <N>': it must be a whole number from 1 to 100000");
        refused(&["-n", number], 2, &reason);
    }
    for number in ["0", "-1", "4294967296", &ten_to_the_30] {
        let reason = format!(
            "'{number}' for '--fingers <M>': it must be a whole number from 1 to 4294967295"
        );
        refused(&["solve", "-m", number], 2, &reason);
    }
    refused(&["--seed", "-1"], 2, "a whole number from 0 to");
    refused(&["--wrap", "-m", "1"], 2, "wrap-around needs 2 fingers");
    refused(&["solve", "(L 1 1 1 1)"], 2, "4 hands in all, not 6");
    refused(&["solve", "(L 1 1 1 1 1 6)"], 2, "6 fingers");
    refused(&["solve", "--wrap", "(L 1 1 1 1 1 5)"], 2, "only 0 to 4");
    refused(&["--position", "(L 0 0 0 0 0 0)"], 2, "one side at least");
    refused(
        &["replay", "--position", "nonsense"],
        2,
        "`nonsense` is not a position",
    );
    refused(&["--left", "computer", "solve"], 2, "after it");
    refused(&["--left", "nobody"], 2, "nobody");
    refused(&["solve", "--memory", "lots"], 2, "lots");
}

#[test]
fn games_too_large_to_solve_are_refused_with_an_estimate() {
    let large = ["-n", "1000", "-m", "1000000"];
    for command in ["solve", "stats"] {
        refused(
            &[&[command], &large[..]].concat(),
            1,
            "too large to solve: it has over 10^308 positions",
        );
    }
    refused(
        &[&large[..], &["--right", "computer"]].concat(),
        1,
        "--memory",
    );
    refused(&[&large[..], &["--predict"]].concat(), 1, "--memory");
    refused(&["solve", "-n", "20", "-m", "20"], 1, "10^22 positions");
    refused(&["solve", "--memory", "1K"], 1, "it has 3136 positions");
    let smallest = "of which 1.0 KiB may be used (--memory)";
    refused(&["stats", "--memory", "1K"], 1, smallest);
    // More than any system gives: 2^47 bytes are all that a program can address.
    let denied = "which the system does not give";
    let beyond = ["solve", "-n", "13", "-m", "14", "--memory", "9999T"];
    refused(&beyond, 1, denied);
    refused(&[&beyond[..], &["--wrap"]].concat(), 1, denied);
    refused(
        &["solve", "--wrap", "--memory", "1K"],
        1,
        "it has 1225 positions",
    );
}

#[test]
fn games_too_large_to_solve_are_played_by_persons() {
    let game = printed(
        "-n 1000 -m 1000000 --wrap",
        "hint\nvalues\n1000 1\nquit\n",
        0,
    );
    assert_eq!(game.matches("too large to solve").count(), 2);
    assert!(game.contains("Left's hand 1000 to Right's hand 1\n(R 1 1 "));
    let dice = printed(
        "-n 2 -m 4294967295 --left random --right random --seed 1",
        "",
        0,
    );
    assert!(dice.contains(" has no hands. "));
}

/// Nine million moves to positions of six thousand hands would fill the memory, if they were kept.
#[test]
fn moves_are_written_as_they_are_found() {
    for json in ["", "--json"] {
        let mut solve = std::process::Command::new(assert_cmd::cargo::cargo_bin!("chopsticks"))
            .args(["solve", "-n", "3000", "-m", "1"])
            .args(json.split_whitespace())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut start = [0; 50_000];
        let mut output = solve.stdout.take().expect("piped");
        std::io::Read::read_exact(&mut output, &mut start).expect("moves");
        drop(output);
        assert!(solve.wait().expect("it ends").success());
        assert!(String::from_utf8_lossy(&start).contains("1 1 1 1 1 1"));
    }
}

#[test]
fn statistics_count_every_position() {
    insta::assert_snapshot!(printed("stats", "", 0));
    insta::assert_snapshot!(printed("stats -n 2 -m 5 --wrap --misere --json", "", 0));
}

#[test]
fn help_is_shown() {
    for command in ["", "play ", "replay ", "solve ", "stats "] {
        let name = format!("help_{}", command.trim());
        insta::assert_snapshot!(name, printed(&format!("{command}--help"), "", 0));
    }
}
