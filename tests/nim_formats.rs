//! The formats of `expanding_nim tournament`: who meets whom, the same games from the same seed, and how long.

mod nim_support;

use std::fs;
use std::process::{Output, Stdio};

use nim_support::expanding_nim;
use serde_json::Value;
use tempfile::TempDir;

const BOTS: &str = "[[bot]]\nname = 'perfect'\nbuiltin = 'perfect'\n\
    [[bot]]\nname = 'a'\nbuiltin = 'random'\n\
    [[bot]]\nname = 'b'\nbuiltin = 'random'\n\
    [[bot]]\nname = 'c'\nbuiltin = 'random'\n\
    [[bot]]\nname = 'd'\nbuiltin = 'random'\n";

fn tournament(text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("t.toml"), format!("{text}\n{BOTS}")).expect("written");
    folder
}

fn run(folder: &TempDir, more: &[&str]) -> Output {
    let mut command = expanding_nim(&["tournament", "t.toml", "--json", "result.json"]);
    let command = command.current_dir(folder.path()).args(more);
    command.output().expect("run")
}

fn result(folder: &TempDir) -> Value {
    let text = fs::read_to_string(folder.path().join("result.json")).expect("a result");
    serde_json::from_str(&text).expect("JSON")
}

/// Standings without what a clock says.
fn standings(folder: &TempDir) -> Vec<Value> {
    let mut result = result(folder);
    let standings = result["standings"].as_array_mut().expect("a list");
    for bot in standings.iter_mut() {
        bot["seconds"] = Value::Null;
        bot["seconds_per_move"] = Value::Null;
    }
    standings.clone()
}

#[test]
fn every_format_plays_its_games_and_the_perfect_bot_comes_first() {
    for (format, games) in [
        ("round-robin", 40),
        ("swiss", 32),
        ("gauntlet", 16),
        ("groups", 40),
    ] {
        let folder = tournament(&format!("format = '{format}'\nstones = [30, 31]\nseed = 1"));
        let output = run(&folder, &[]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let result = result(&folder);
        assert_eq!(result["format"], format);
        assert_eq!(
            result["games"].as_array().expect("a list").len(),
            games,
            "{format}"
        );
        assert_eq!(result["standings"][0]["name"], "perfect", "{format}");
    }
}

/// Killed after any number of games, a run goes on to the standings that it would have reached.
#[test]
fn a_run_that_was_cut_off_ends_with_the_same_standings() {
    let text = "format = 'swiss'\nstones = [30, 31]\nseed = 7\nrounds = 4";
    let whole = tournament(text);
    assert_eq!(run(&whole, &[]).status.code(), Some(0));
    let expected = standings(&whole);
    let log = fs::read_to_string(whole.path().join("t.jsonl")).expect("a log");
    for cut in [0, log.len() / 3, log.len() / 2, log.len() - 1] {
        let folder = tournament(text);
        fs::write(folder.path().join("t.jsonl"), &log[..cut]).expect("written");
        assert_eq!(run(&folder, &["--resume"]).status.code(), Some(0));
        assert_eq!(standings(&folder), expected, "cut at {cut}");
    }
    let folder = tournament(text);
    let mut command = expanding_nim(&["tournament", "t.toml"]);
    let command = command.current_dir(folder.path()).stdout(Stdio::null());
    let mut child = command.spawn().expect("started");
    while fs::metadata(folder.path().join("t.jsonl")).map_or(0, |file| file.len()) < 2000 {
        std::thread::yield_now();
    }
    child.kill().expect("killed");
    child.wait().expect("reaped");
    assert_eq!(run(&folder, &["--resume"]).status.code(), Some(0));
    assert_eq!(standings(&folder), expected);
}

#[test]
fn a_budget_says_how_many_games_fit_and_the_rounds_stay_so() {
    let folder = tournament("format = 'swiss'\nstones = [10]\nseed = 1");
    let output = run(&folder, &["--budget", "2h"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains(" games fit into the budget ("), "{said}");
    assert!(said.contains("): 4 rounds of 4 games are played"), "{said}");
    assert_eq!(result(&folder)["rounds"], 4);
    let output = run(&folder, &["--budget", "1s", "--resume"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(result(&folder)["rounds"], 4);
}

/// The file asks for one round, the first run for as many as fit, and that is what is gone on with.
#[test]
fn the_rounds_of_a_budget_are_on_record_whatever_the_file_says() {
    let folder = tournament("format = 'swiss'\nstones = [10]\nseed = 1\nrounds = 1");
    assert_eq!(run(&folder, &["--budget", "2h"]).status.code(), Some(0));
    let output = run(&folder, &["--budget", "1s", "--resume"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(result(&folder)["rounds"], 4);
}

#[test]
fn until_they_are_told_apart_only_neighbours_play_on() {
    let folder = tournament("format = 'gauntlet'\nstones = [30, 31]\nseed = 1");
    assert_eq!(run(&folder, &["--until", "90%"]).status.code(), Some(0));
    let games = result(&folder)["games"].as_array().expect("a list").clone();
    assert!(games.len() > 16, "{}", games.len());
    let with_perfect = |game: &&Value| game["first"] == "perfect" || game["second"] == "perfect";
    let later = games.iter().filter(|game| game["round"].as_u64() > Some(1));
    let (later, all) = (later.clone().filter(with_perfect).count(), later.count());
    assert!(2 * later < all, "{later} of {all}");
    for bad in ["100%", "x"] {
        assert_eq!(run(&folder, &["--until", bad]).status.code(), Some(2));
    }
}
