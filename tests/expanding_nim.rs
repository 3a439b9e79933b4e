//! `expanding_nim`: flags, errors, and whole games at the table. Its solver is checked in
//! `brute_force`.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use predicates::str::{contains, ends_with, starts_with};

fn expanding_nim(arguments: &str) -> Command {
    let mut command = cargo_bin_cmd!("expanding_nim");
    // Help texts are as wide as the terminal that this names.
    command.env_remove("COLUMNS");
    command.args(arguments.split_whitespace());
    command
}

fn output(arguments: &str, typed: &str) -> String {
    let assert = expanding_nim(arguments).write_stdin(typed).assert();
    String::from_utf8(assert.success().get_output().stdout.clone()).expect("UTF-8")
}

fn best_json(arguments: &str) -> serde_json::Value {
    let said = output(&format!("best {arguments} --json"), "");
    assert_eq!(said.lines().count(), 1);
    serde_json::from_str(&said).expect("JSON")
}

#[test]
fn the_help_texts_have_not_changed_by_accident() {
    insta::assert_snapshot!("expanding_nim_help_best", output("best --help", ""));
    insta::assert_snapshot!("expanding_nim_help_analyse", output("analyse --help", ""));
    insta::assert_snapshot!("expanding_nim_help_play", output("play --help", ""));
}

#[test]
fn the_help_of_the_program_shows_how_to_play_and_every_command() {
    let help = contains("Examples:").and(contains("play").and(contains("best")));
    expanding_nim("--help").assert().success().stdout(help);
}

#[test]
fn eight_stones_are_won_without_resets() {
    assert_eq!(
        output("best 8 --mine 0 --theirs 0 --json", ""),
        concat!(
            r#"{"win":true,"limit":3,"move":{"stones":1,"reset":false},"winning_moves":"#,
            r#"[{"stones":1,"reset":false},{"stones":3,"reset":false}]}"#,
            "\n"
        )
    );
}

#[test]
fn eight_stones_are_lost_with_resets_and_no_reset_is_wasted() {
    for resets in 1..=7 {
        assert_eq!(
            best_json(&format!("8 --mine {resets} --theirs {resets}")),
            serde_json::json!({
                "win": false,
                "limit": 3,
                "move": {"stones": 1, "reset": false},
                "winning_moves": [],
            })
        );
    }
}

#[test]
fn the_last_stones_are_taken_without_a_reset_but_a_reset_would_win_too() {
    assert_eq!(
        output("best 2 --mine 1", ""),
        "Won for the player to move.\nLimit: 3\nMove: 2\nWinning moves: 2, 2 reset\n"
    );
}

#[test]
fn a_cap_holds_the_limit_to_the_initial_maximum() {
    let limit = |flags: &str| best_json(&format!("100 {flags}"))["limit"].clone();
    assert_eq!(limit("--taken 2"), 3);
    assert_eq!(limit("--taken 9"), 10);
    assert_eq!(limit("--taken 9 --capped"), 3);
    assert_eq!(limit("--taken 9 --initial-max 5 --capped"), 5);
    assert_eq!(limit("--taken 9 --initial-max 20"), 20);
}

#[test]
fn a_reset_is_used_where_nothing_else_wins() {
    let answer = best_json("5 --taken 3 --mine 1 --theirs 0");
    assert_eq!(answer["win"], true);
    // Four stones are too many for a capped opponent, and too few for one that is not.
    assert_eq!(
        answer["move"],
        serde_json::json!({"stones": 1, "reset": true})
    );
}

#[test]
fn the_table_of_losing_starts() {
    insta::assert_snapshot!("expanding_nim_analyse", output("analyse 200", ""));
}

#[test]
fn of_the_first_thousand_starts_261_are_lost_with_4_resets() {
    let said = output("analyse 1000 --json", "");
    let analysis: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(analysis["stones"], 1000);
    let rows = analysis["losing_starts"].as_array().expect("a list");
    assert_eq!(rows.len(), 5);
    for (resets, row) in rows.iter().enumerate() {
        assert_eq!(row["resets"], resets);
        assert_eq!(
            row["starts"].as_array().map(Vec::len),
            row["count"].as_u64().map(|n| n as usize)
        );
        let eight_is_lost = row["starts"]
            .as_array()
            .expect("a list")
            .contains(&8.into());
        assert_eq!(eight_is_lost, resets > 0);
    }
    assert_eq!(rows[4]["count"], 261);
}

#[test]
fn absurd_numbers_are_wrong_usage_and_named() {
    let huge = "1000000000000000000000000000000";
    for (arguments, value) in [
        ("best", "STONES"),
        ("best 0", "'0'"),
        ("best -1", "'-1'"),
        ("best 250001", "250001"),
        ("best 4294967296", "4294967296"),
        (&format!("best {huge}"), huge),
        ("best many", "many"),
        ("best 8 --mine 8", "'8'"),
        ("best 8 --theirs -1", "'-1'"),
        ("best 8 --taken 4294967295", "4294967295"),
        ("best 8 --initial-max 0", "'0'"),
        ("analyse 0", "'0'"),
        ("analyse 250001", "250001"),
        ("--stones 0", "'0'"),
        ("--resets 8", "'8'"),
        ("--first nobody", "nobody"),
        ("play --stones -1", "'-1'"),
        ("frobnicate", "frobnicate"),
    ] {
        expanding_nim(arguments)
            .assert()
            .code(2)
            .stdout("")
            .stderr(starts_with("error: ").and(contains(value)));
    }
}

#[test]
fn a_number_that_cannot_be_is_answered_with_those_that_can() {
    for (arguments, right) in [
        ("best 0", "from 1 to 250000"),
        ("best 1e5", "from 1 to 250000"),
        ("best 99999999999999999999", "from 1 to 250000"),
        ("best 8 --mine 8", "from 0 to 7"),
        ("best 8 --taken x", "from 0 to 250000"),
        ("analyse 3.5", "from 1 to 250000"),
        ("--resets -1", "from 0 to 7"),
        ("--seed -1", "from 0 to 18446744073709551615"),
    ] {
        expanding_nim(arguments)
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(format!(": it must be a whole number {right}\n")));
    }
}

#[test]
fn a_game_is_told_in_the_words_of_the_class_client() {
    let typed = "hello\n0\n4\n3\nhint\n2 1\n2 reset\nundo\n9\n3 reset\n1\n";
    insta::assert_snapshot!(
        "expanding_nim_game",
        output("--stones 12 --resets 1 --first human --second bot", typed)
    );
}

#[test]
fn what_no_flag_tells_is_asked() {
    let said = output("", "3\n\n-1\n8\n0\n1\n4\n2\n3\n");
    let asked = [
        "How many stones (1-250000)? ",
        "How many resets each (0-7)? Please enter a number between 0 and 7\n",
        "How many resets each (0-7)? Please enter a number between 0 and 7\n",
        "How many resets each (0-7)? Please enter a number between 0 and 7\n",
        "How many resets each (0-7)? ",
        "Who goes first: 1 = you, 2 = the bot, 3 = a friend (1-3)? ",
        "Who goes second: 1 = you, 2 = the bot, 3 = a friend (1-3)? ",
        "Please enter a number between 1 and 3\n",
        "Who goes second: 1 = you, 2 = the bot, 3 = a friend (1-3)? ",
        "Welcome to Expanding Nim!\n",
    ];
    assert!(said.starts_with(&asked.concat()), "{said}");
    assert!(said.ends_with("Game over\nPlayer 1 won the game! Congrats!\n"));
}

#[test]
fn two_people_are_told_apart_and_an_undo_takes_back_one_move() {
    let said = output(
        "play --stones 5 --resets 0 --first human --second friend",
        "1\nundo\n2\n3 1\n3\n",
    );
    for line in [
        "Player 1 took 1 stones.",
        "Player 2 to move",
        "Illegal move: you have no resets left",
        "Player 2 took 3 stones.",
    ] {
        assert!(said.contains(line), "{line} is missing in {said}");
    }
    assert!(said.ends_with("Game over\nPlayer 2 won the game! Congrats!\n"));
}

#[test]
fn a_refusal_names_the_rule() {
    for (stones, typed, rule) in [
        (50, "4\n", "take 1 to 3 stones (the initial maximum)"),
        (
            50,
            "3\n5\n",
            "take 1 to 4 stones (one more than the most taken so far)",
        ),
        (
            50,
            "3\n4 1\n4\n",
            "take 1 to 3 stones (the opponent has just used a reset)",
        ),
        (50, "1 1\n1\n1 1\n", "you have no resets left"),
    ] {
        expanding_nim("--resets 1 --first human --second friend --stones")
            .arg(stones.to_string())
            .write_stdin(typed)
            .assert()
            .code(1)
            .stdout(contains(format!(
                "Please enter your move: Illegal move: {rule}\n"
            )));
    }
}

#[test]
fn between_two_bots_the_start_decides() {
    for (stones, winner) in [(7, 1), (8, 2), (61, 1), (998, 1), (999, 2)] {
        let flags = "--first bot --second bot --resets 4";
        let said = output(&format!("--stones {stones} {flags}"), "");
        let reason = format!("Game over\nPlayer {winner} won the game! Congrats!\n");
        assert!(said.ends_with(&reason), "{said}");
    }
}

#[test]
fn the_bot_wins_against_chance_from_either_seat() {
    for seed in 0..5 {
        for (seats, winner) in [("bot --second random", 1), ("random --second bot", 2)] {
            let flags = format!("--stones 200 --resets 4 --seed {seed} --first {seats}");
            let reason = format!("Player {winner} won the game! Congrats!\n");
            assert!(output(&flags, "").ends_with(&reason), "{flags}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed| {
        let flags = "--stones 300 --resets 4 --first random --second random --seed";
        output(&format!("{flags} {seed}"), "")
    };
    assert_eq!(game(7), game(7));
    assert_ne!(game(7), game(8));
}

#[test]
fn input_that_ends_in_mid_game_is_a_failure_on_a_line_of_its_own() {
    for typed in ["", "3\n", "hint\n", "\u{0}\n"] {
        expanding_nim("--stones 40 --resets 1 --first human --second bot")
            .write_stdin(typed)
            .assert()
            .code(1)
            .stdout(ends_with("Please enter your move: \n"))
            .stderr("error: input ended before the game was over\n");
    }
}

#[test]
fn bytes_that_are_not_text_are_an_invalid_move() {
    expanding_nim("--stones 2 --resets 0 --first human --second bot")
        .write_stdin(&b"\xff\xfe\n\n2 1.5\n 2\r\n"[..])
        .assert()
        .success()
        .stdout(contains("Please enter your move: Invalid move string\n").count(3));
}

#[test]
fn the_words_of_every_table_work_here_too() {
    insta::assert_snapshot!(
        "expanding_nim_words",
        output(
            "--stones 9 --resets 1 --first human --second bot",
            "help\nmoves\nvalues\nhint\nundo\nhistory\n3 reset\nhistory\nundo\nquit\n"
        )
    );
}
