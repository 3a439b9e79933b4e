//! Bots for Expanding Nim, graded by playing.

use std::fs;

use crate::menagerie::{grade, told};

/// The command lines of one of our own bots, for both seats.
fn bot(kind: &str) -> [String; 2] {
    let program = env!("CARGO_BIN_EXE_expanding_nim");
    ["-f ", ""]
        .map(|first| format!("'{program}' join {first}--bot {kind} -n {{name}} {{host}}:{{port}}"))
}

#[test]
fn a_perfect_bot_gets_full_marks_and_a_place_on_the_leaderboard() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.json");
    let [first, second] = bot("perfect");
    let results = path.to_str().expect("a plain path");
    let words = [
        "--games",
        "4",
        "--first",
        &first,
        "--second",
        &second,
        "--gradescope",
        results,
    ];
    let output = grade(&[&["expanding_nim"], &words[..]].concat());
    assert!(output.status.success(), "{}", told(&output));
    let results = fs::read_to_string(path).expect("written");
    assert!(results.contains("\"leaderboard\""), "{results}");
    assert!(
        results.contains("\"dialect\""),
        "it is on record: {results}"
    );
    assert!(
        told(&output).contains(", dialect taken, "),
        "{}",
        told(&output)
    );
}

#[test]
fn bots_that_fail_are_told_why() {
    let output = grade(&[
        "expanding_nim",
        "--games",
        "4",
        "--first",
        "sh -c 'echo oops >&2; exit 3'",
        "--second",
        "false",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let told = told(&output);
    assert!(
        told.contains("moving first against random: ended before it said hello (exit code 3)"),
        "{told}"
    );
    assert!(told.contains("    | oops\n"), "{told}");
    let output = grade(&[
        "expanding_nim",
        "--games",
        "4",
        "--first",
        "./no-such-bot",
        "--second",
        "false",
    ]);
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn a_lost_game_is_told_move_by_move_with_the_command_that_plays_it_again() {
    let [first, second] = bot("random");
    let words = [
        "expanding_nim",
        "--games",
        "8",
        "--only",
        "04*",
        "--dialect",
        "taken",
    ];
    let output = grade(&[&words[..], &["--first", &first, "--second", &second]].concat());
    assert_eq!(output.status.code(), Some(1));
    let told = told(&output);
    for said in [
        "are legal: throws the win away, `",
        "` would have won",
        "against perfect: a won position was thrown away; in move ",
        "$ grade expanding_nim --only 04-perfect --game 3 --seed 1 --games 8 --dialect taken --first ",
    ] {
        assert!(told.contains(said), "{said} in {told}");
    }
    assert!(!told.contains("plays by the rules"), "{told}");
    let output = grade(
        &[
            &["expanding_nim", "--only", "no-such"],
            &["--first", &first, "--second", &second][..],
        ]
        .concat(),
    );
    assert_eq!(output.status.code(), Some(4));
}

/// The moves of the games that are told.
fn moves(told: &str) -> Vec<&str> {
    told.lines()
        .filter(|line| line.contains(" are legal"))
        .collect()
}

/// Also the opponent's dice fall the same way, though no other game is played.
#[test]
fn the_very_game_that_was_lost_is_played_again() {
    let program = env!("CARGO_BIN_EXE_expanding_nim");
    let line = |first| format!("'{program}' join {first}--bot random --seed 3 {{host}}:{{port}}");
    let (first, second) = (line("-f -n x "), line("-n x "));
    let words = ["expanding_nim", "--games", "12", "--only", "03*"];
    let output = grade(&[&words[..], &["--first", &first, "--second", &second]].concat());
    let report = told(&output);
    let command = report
        .lines()
        .find_map(|line| line.trim().strip_prefix("$ grade "));
    let again = shell_words(command.expect("how to play it again"));
    let again: Vec<&str> = again.iter().map(String::as_str).collect();
    let output = grade(&again);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(moves(&report).len() > 3, "{report}");
    assert_eq!(moves(&told(&output)), moves(&report));
    let nowhere = [
        "--only", "03*", "--game", "3", "--first", "x", "--second", "y",
    ];
    let output = grade(&[&["expanding_nim", "--dialect", "taken"], &nowhere[..]].concat());
    assert_eq!(output.status.code(), Some(4), "game 3 is of another case");
}

/// Single quotes are all that our own commands have.
fn shell_words(line: &str) -> Vec<String> {
    sticks_and_stones::text::words(line).expect("a command line")
}

#[test]
fn several_bots_with_the_same_port_built_in_are_graded_at_once() {
    let program = env!("CARGO_BIN_EXE_expanding_nim");
    let port = (20_000 + std::process::id() % 10_000).to_string();
    let line = |first| format!("'{program}' join {first}-n x --bot perfect 127.0.0.1:{port}");
    let (first, second) = (line("-f "), line(""));
    let words = ["expanding_nim", "--games", "4", "--port", &port];
    let words = [&words[..], &["--first", &first, "--second", &second]].concat();
    std::thread::scope(|scope| {
        let graders = [(); 3].map(|()| scope.spawn(|| grade(&words)));
        for grader in graders {
            let output = grader.join().expect("graded");
            assert!(output.status.success(), "{}", told(&output));
        }
    });
}

#[test]
fn bots_and_commands_are_not_mixed_up() {
    for (words, said) in [
        (
            &["expanding_nim", "--", "true"][..],
            "--first COMMAND --second COMMAND",
        ),
        (&["expanding_nim", "--first", "x"], "--second"),
        (
            &["expanding_nim", "--first", "x", "--second", "y", "--", "z"],
            "leave out `--`",
        ),
        (
            &["sticks", "--first", "x", "--second", "y", "--", "z"],
            "are for expanding_nim",
        ),
        (
            &["expanding_nim", "--first", "'x", "--second", "y"],
            "not a command line",
        ),
    ] {
        let output = grade(words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains(said), "{words:?}: {error}");
    }
}
