//! The JSON interface of `arcade`, over a real socket.

mod arcade_support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use arcade_support::Arcade;
use assert_cmd::cargo::cargo_bin;
use predicates::prelude::*;
use serde_json::{Value, json};

impl Arcade {
    fn ask(&self, head: &str, body: &[u8]) -> (u16, String) {
        arcade_support::ask(&self.address, head, body)
    }

    fn get(&self, path: &str) -> Value {
        let (status, body) = self.ask(&format!("GET {path}"), b"");
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    fn refused(&self, path: &str, status: u16) -> String {
        let (code, body) = self.ask(&format!("GET {path}"), b"");
        assert_eq!(code, status, "{path}: {body}");
        let body: Value = serde_json::from_str(&body).expect("JSON");
        body["error"].as_str().expect("a sentence").to_owned()
    }
}

#[test]
fn every_game_can_be_looked_at_and_played_to_its_end() {
    let arcade = Arcade::start();
    let games = arcade.get("/api/games");
    let games = games.as_array().expect("a list");
    assert_eq!(games.len(), 5);
    for game in games {
        let name = game["name"].as_str().expect("a name");
        for player in game["players"].as_array().expect("players") {
            let player = player["name"].as_str().expect("a name");
            let mut moves: Vec<String> = Vec::new();
            loop {
                let so_far = moves.join(",").replace(' ', "+");
                let look = arcade.get(&format!("/api/{name}?moves={so_far}"));
                let now = look["positions"]
                    .as_array()
                    .and_then(|all| all.last())
                    .expect("a position");
                assert!(now["value"]["value"].is_string(), "{name}: {look}");
                if !now["winner"].is_null() {
                    break;
                }
                let reply = arcade.get(&format!(
                    "/api/{name}/reply?player={player}&seed=1&moves={so_far}"
                ));
                let legal = look["moves"].as_array().expect("moves");
                assert!(
                    legal.iter().any(|one| one["move"] == reply["move"]),
                    "{name} {reply}"
                );
                moves.push(reply["move"].as_str().expect("a move").to_owned());
            }
            assert!(!moves.is_empty());
        }
    }
}

#[test]
fn values_are_those_of_the_solvers() {
    let arcade = Arcade::start();
    let value = |path: &str| arcade.get(path)["positions"][0]["value"].clone();
    assert_eq!(
        value("/api/chopsticks"),
        json!({"value": "lose", "plies": 14})
    );
    assert_eq!(
        value("/api/chopsticks?hands=2&fingers=5&wrap=1"),
        json!({"value": "draw", "plies": null})
    );
    assert_eq!(
        value("/api/chopsticks?start=(L+0+4+1+0+1+1)"),
        json!({"value": "win", "plies": 7})
    );
    assert_eq!(value("/api/expanding_nim?stones=8")["value"], "lose");
    assert_eq!(
        value("/api/expanding_nim?stones=8&resets=0")["value"],
        "win"
    );
    assert_eq!(value("/api/sticks?sticks=13")["value"], "lose");
    assert_eq!(
        value("/api/toothpicks?toothpicks=9&bounds=2")["value"],
        "lose"
    );
    assert_eq!(value("/api/take_stones?stones=10")["value"], "lose");
    assert_eq!(value("/api/take_stones?stones=8")["value"], "win");
}

#[test]
fn the_search_says_why_it_was_cut() {
    let arcade = Arcade::start();
    let tree = arcade.get("/api/tree?stones=10&taken=4,2,6&depth=4");
    assert_eq!(tree["lines"][2], json!(["Number of Nodes Visited", "25"]));
    let cuts = tree["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .filter(|node| node["cut"].is_string());
    let cuts: Vec<&Value> = cuts.collect();
    assert_eq!(cuts.len(), 1);
    let sentence = cuts[0]["cut"].as_str().expect("a sentence");
    assert!(
        sentence.contains(">= beta") || sentence.contains("<= alpha"),
        "{sentence}"
    );
    let why = arcade.refused("/api/tree?stones=100&depth=0", 422);
    assert!(why.contains("more than 50000 nodes"), "{why}");
}

#[test]
fn bad_input_is_refused_with_a_sentence_and_the_server_goes_on() {
    let arcade = Arcade::start();
    assert!(
        arcade
            .refused("/api/sticks?sticks=9", 400)
            .contains("10 to 100")
    );
    assert!(
        arcade
            .refused("/api/take_stones?moves=2", 400)
            .contains("move 1, `2`, at (20)")
    );
    assert!(
        arcade
            .refused("/api/chopsticks?fingers=1&wrap=1", 400)
            .contains("2 fingers")
    );
    assert!(
        arcade
            .refused("/api/toothpicks/reply?player=nobody", 400)
            .contains("no player")
    );
    assert!(
        arcade
            .refused("/api/expanding_nim?start=(1+4000000000+3+4+4)", 400)
            .contains("cannot come up")
    );
    arcade.refused("/api/chopsticks?start=(L+1+2)", 400);
    arcade.refused("/api/checkers", 404);
    arcade.refused("/../../etc/passwd", 404);
    let large = arcade.get("/api/chopsticks?hands=12&fingers=20");
    assert!(
        large["no_values"]
            .as_str()
            .is_some_and(|why| why.contains("positions")),
        "{large}"
    );
    let (status, _) = arcade.ask("POST /api/replay", &vec![b'x'; 10 << 20]);
    assert_eq!(status, 413);
    let (status, body) = arcade.ask("POST /api/train", b"{\"sticks\":10,\"games\":99999999}");
    assert_eq!(status, 422, "{body}");
    arcade.get("/api/sticks");
}

#[test]
fn odd_requests_are_refused_with_a_sentence() {
    let arcade = Arcade::start();
    let refused = |head: &str, status: u16| {
        let (code, body) = arcade.ask(head, b"");
        assert_eq!(code, status, "{head}: {body}");
        let body: Value = serde_json::from_str(&body).expect("JSON");
        assert!(body["error"].is_string(), "{head}: {body}");
    };
    refused("POST /api/sticks", 405);
    refused("DELETE /", 405);
    refused("GET /api/%ff", 400);
    refused("POST /api/replay?game=sticks", 400);
    refused("GET /api/take_stones?stones=7&start=(7+3+5)", 400);
    let lesson = br#"{"sticks":10,"games":1,"played":18446744073709551615}"#;
    assert_eq!(arcade.ask("POST /api/train", lesson).0, 400);
}

#[test]
fn other_sites_get_nothing() {
    let arcade = Arcade::start();
    let asked = |headers: &str| {
        let mut stream = TcpStream::connect(&arcade.address).expect("somebody listens");
        let request = format!("GET /api/games HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    };
    for own in [
        "Host: localhost",
        "Host: 127.0.0.1:1\r\nOrigin: http://127.0.0.1:1",
    ] {
        assert!(asked(own).starts_with("HTTP/1.1 200"), "{own}");
    }
    for other in [
        "Host: rebound.example",
        "Host: localhost\r\nOrigin: http://other.example",
        "Host: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors",
    ] {
        let answer = asked(other);
        assert!(answer.starts_with("HTTP/1.1 403"), "{other}: {answer}");
        assert!(!answer.contains("chopsticks"), "{other}: {answer}");
    }
}

/// A client that does not look for an answer before it has sent all reads why, all the same.
#[test]
fn a_large_body_is_refused_after_it_was_sent() {
    let arcade = Arcade::start();
    let mut stream = TcpStream::connect(&arcade.address).expect("somebody listens");
    let head = "POST /api/replay HTTP/1.1\r\nHost: a\r\nContent-Length: 10485760\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("sent");
    stream
        .write_all(&vec![b'x'; 10 << 20])
        .expect("all of it is taken");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 413");
}

#[test]
fn a_thousand_silent_connections_hold_nobody_up() {
    // The other tests of this process need descriptors, too.
    #[cfg(unix)]
    raise_the_limit();
    let arcade = Arcade::start();
    let silent: Vec<TcpStream> = (0..1_000)
        .filter_map(|_| TcpStream::connect(&arcade.address).ok())
        .collect();
    assert!(silent.len() > 500, "{} connections", silent.len());
    arcade.get("/api/sticks");
}

#[cfg(unix)]
fn raise_the_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let current = Some(maximum.map_or(8_192, |most| most.min(8_192)));
    let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum });
}

/// Where a process may have few descriptors, silence fills them before there are 256 silent clients.
#[cfg(unix)]
#[test]
fn silent_connections_make_room_when_descriptors_run_out() {
    let mut few = Command::new("sh");
    let arcade = cargo_bin!("arcade");
    few.args(["-c", "ulimit -n 64 && exec \"$0\""]).arg(arcade);
    let arcade = Arcade::run(few);
    let silent: Vec<TcpStream> = (0..150)
        .filter_map(|_| TcpStream::connect(&arcade.address).ok())
        .collect();
    assert!(silent.len() > 100, "{} connections", silent.len());
    let asked = Instant::now();
    arcade.get("/api/games");
    let took = asked.elapsed();
    assert!(took < Duration::from_secs(15), "{took:?}");
}

#[test]
fn hats_learn_in_events_and_a_client_that_leaves_harms_nothing() {
    let arcade = Arcade::start();
    let body = b"{\"sticks\":10,\"games\":2000,\"seed\":1}";
    let (status, events) = arcade.ask("POST /api/train", body);
    assert_eq!(status, 200);
    assert!(
        events.contains("\"point\"") && events.contains("\"learnt\""),
        "{events}"
    );
    let mut leaving = TcpStream::connect(&arcade.address).expect("somebody listens");
    let long = "{\"sticks\":100,\"games\":1000000}";
    let head = format!(
        "POST /api/train HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n{long}",
        long.len()
    );
    leaving.write_all(head.as_bytes()).expect("sent");
    drop(leaving);
    arcade.get("/api/sticks");
}

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
    // One game over many lines, as an editor leaves it.
    let (status, found) = read(&format!("\u{feff}{}", own.replace(',', ",\n ")));
    assert_eq!(status, 200, "{found}");
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

#[test]
fn a_hundred_clients_at_once_are_served() {
    let arcade = Arcade::start();
    let asked = |client: usize| {
        let stones = 20 + client % 41;
        arcade.get(&format!("/api/expanding_nim?stones={stones}"))
    };
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..100)
            .map(|client| scope.spawn(move || asked(client)))
            .collect();
        for client in clients {
            let look = client.join().expect("an answer");
            assert!(look["moves"][0]["value"]["value"].is_string(), "{look}");
        }
    });
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly_in_the_middle_of_a_training() {
    let mut arcade = Arcade::start();
    let mut pupil = TcpStream::connect(&arcade.address).expect("somebody listens");
    let body = "{\"sticks\":100,\"games\":1000000}";
    let head = format!(
        "POST /api/train HTTP/1.1\r\nHost: a\r\nContent-Length: {}",
        body.len()
    );
    write!(pupil, "{head}\r\n\r\n{body}").expect("sent");
    pupil
        .read_exact(&mut [0; 100])
        .expect("the beginning of an answer");
    assert_eq!(arcade.interrupted(), Some(0));
}

/// Ctrl-C was caught only some time after the address was printed: whoever was quick ended the program by the signal.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly_as_soon_as_it_has_said_where_it_is() {
    for _ in 0..50 {
        assert_eq!(Arcade::start().interrupted(), Some(0));
    }
}

#[test]
fn a_port_that_is_taken_is_a_failure_that_names_it() {
    let arcade = Arcade::start();
    let port = arcade.address.rsplit(':').next().expect("a port");
    assert_cmd::cargo::cargo_bin_cmd!("arcade")
        .args(["--port", port])
        .assert()
        .code(1)
        .stdout("")
        .stderr(predicate::str::contains(&arcade.address).and(predicate::str::contains("--port")));
}
