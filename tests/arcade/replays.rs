//! Game files: what the page saves, what the programs print and log.

use serde_json::{Value, json};

use crate::arcade_support::Arcade;

#[test]
fn game_files_are_read_and_checked() {
    let arcade = Arcade::start();
    let read = |text: &str| arcade.ask("POST /api/replay", text.as_bytes());
    let own =
        "{\"game\":\"take_stones\",\"variant\":{\"stones\":7},\"moves\":[\"3\",\"6\",\"2\"]}\n";
    let history = "{\"initial_state\":3,\"bounds\":2,\"winner\":\"Player 2\",\"data\":{\"3\":[\"Player 1\",2],\"1\":[\"Player 2\",1]}}\n";
    let (status, found) = read(&format!("{own}{history}"));
    assert_eq!(status, 200, "{found}");
    let found: Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found[1]["moves"], json!(["2", "1"]));
    assert_eq!(found[1]["title"], "3 toothpicks, won by Player 2");
    let (_, found) = read(r#"{"game": "sticks", "moves": ["3"]}"#);
    assert!(found.contains("\"sticks, 1 move\""), "{found}");
    // One game over many lines, as an editor leaves it.
    let (status, found) = read(&format!("\u{feff}{}", own.replace(',', ",\n ")));
    assert_eq!(status, 200, "{found}");
    let (status, why) = read(&history.replace("\"1\":[", "\"2\":["));
    assert!(
        status == 400 && why.contains("not a game of toothpicks"),
        "{why}"
    );
    for no_game in ["{\"sticks\":3}", "[null]", "[[]]", "{\"type\":7}"] {
        let (status, why) = read(no_game);
        assert!(status == 400 && why.contains("is not a game\""), "{why}");
    }
    let (status, why) = read(r#"{"standings": []}"#);
    assert!(status == 400 && why.contains("log"), "{why}");
    let (status, why) = read(&own.replace("\"6\"", "\"5\""));
    assert!(status == 400 && why.contains("line 1"), "{why}");
}

#[test]
fn a_tournament_s_log_is_replayed_without_the_move_that_broke_a_rule() {
    let arcade = Arcade::start();
    let made = |turn: usize, stones: i64, limit: u32, left: u32| {
        json!({"type": "move", "game": 1, "turn": turn, "player": "A", "seat": (turn + 1) % 2,
            "stones": stones, "reset": turn == 2, "limit": limit, "left": left, "seconds": 0.1,
            "threw_away_win": false})
    };
    let log = [
        json!({"type": "tournament", "resets": 1, "initial_max": 3, "seconds": 120}),
        made(1, 3, 3, 17),
        made(2, 4, 4, 13),
        made(3, 9, 3, 13),
        json!({"type": "game", "game": 1, "round": 1, "stones": 20, "first": "A", "second": "B",
            "winner": "B", "reason": "Player A made an illegal move", "moves": 3,
            "seconds": [0.2, 0.1], "wins_thrown_away": [0, 0],
            "forfeits": [{"player": "A", "reason": "made an illegal move", "stderr": []}]}),
    ];
    let log = log.map(|line| format!("{line}\n")).concat();
    let (status, found) = arcade.ask("POST /api/replay", log.as_bytes());
    assert_eq!(status, 200, "{found}");
    let found: Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found[0]["moves"], json!(["3", "4 reset"]));
    assert_eq!(found[0]["variant"]["stones"], "20");
    assert_eq!(
        found[0]["title"],
        "1: A against B. Player A made an illegal move"
    );
}

#[test]
fn what_the_programs_print_and_log_is_replayed() {
    let arcade = Arcade::start();
    let read = |page: &str, text: &str| {
        let head = format!("POST /api/replay?{page}");
        let (status, found) = arcade.ask(&head, text.as_bytes());
        assert_eq!(status, 200, "{text}: {found}");
        serde_json::from_str::<Value>(&found).expect("JSON")
    };
    // The output of `chopsticks replay`: positions, moves, and how it ended.
    let ended = "(L 1 2)\nLeft's hand 1 to Right's hand 1\n(R 1 3)\nRight's hand 1 to Left's hand 1\n\
                 (L 0 3)\nLeft has no hands. Right wins\n";
    let page = "game=chopsticks&hands=1&fingers=3";
    let found = read(page, ended);
    assert_eq!(found[0]["variant"]["start"], "(L 1 2)");
    assert_eq!(found[0]["moves"].as_array().map(Vec::len), Some(2));
    // Its input may end in a draw.
    let found = read(&page.replace("3", "9"), "1 1\n1 1\ndraw\n");
    assert_eq!(found[0]["moves"], json!(["1 1", "1 1"]));
    // The log of `expanding_nim serve`, with a move that lost by breaking a rule.
    let log = "Game started!\nInitial stones: 20, Initial resets: 2\nTime per player: 120 seconds\n---\n\
               Player A took 1 took 3 stones and used reset.\nCurrent max: 3\nStones left: 17\n---\n\
               Player B took 2 stones.\nCurrent max: 4\nStones left: 15\n---\n\
               Player A took 1 took 9 stones.\nGame over\nPlayer A made an illegal move\n";
    let found = read("game=sticks", log);
    assert_eq!(found[0]["variant"], json!({"resets": "2", "stones": "20"}));
    assert_eq!(found[0]["moves"], json!(["3 reset", "2"]));
    // What `history` lists at a table of Take Stones.
    let found = read(
        "game=take_stones&stones=10",
        "1. Player 1: 3\n2. Player 2: 6\nPlayer 1: 2\n",
    );
    assert_eq!(found[0]["moves"], json!(["3", "6", "2"]));
    // A file that is still being written ends in the middle of a line.
    let torn = "{\"game\":\"sticks\",\"moves\":[\"3\"]}\n{\"game\":\"sti";
    assert_eq!(read("", torn).as_array().map(Vec::len), Some(1));
    assert_eq!(arcade.ask("POST /api/replay", b"{\"game\":\"sti").0, 400);
    assert_eq!(
        arcade
            .ask("POST /api/replay?game=sticks", b"3\nnonsense\n")
            .0,
        400
    );
}
