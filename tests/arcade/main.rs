//! The JSON interface of `arcade`, over a real socket.

#[path = "../arcade_support/mod.rs"]
mod arcade_support;
mod replays;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
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
    assert_eq!(
        why,
        "this tree has more than 1000000 nodes, and at most 50000 are drawn: 4 plies deep it has 11931"
    );
    let why = arcade.refused("/api/tree?stones=100&depth=5", 422);
    assert!(why.starts_with("this tree has 1"), "{why}");
}

/// A word that is misspelt, or was mangled in the mail, was passed over: the answer was another position's.
#[test]
fn a_word_that_means_nothing_is_refused() {
    let arcade = Arcade::start();
    let why = arcade.refused("/api/take_stones?stones=7&amp;moves=3", 400);
    assert_eq!(
        why,
        "`amp;moves` means nothing here; there are stones, start, moves, values"
    );
    arcade.refused("/api/sticks?stick=30", 400);
    arcade.refused("/api/sticks/reply?player=random&games=3", 400);
    arcade.refused("/api/tree?stones=10&taken=4,2,6&deep=4", 400);
    arcade.refused("/api/tree?stones=10&deep=4", 400);
    arcade.get("/api/toothpicks/reply?player=smart&games=3&seed=1&moves=1");
    arcade.get("/api/take_stones/reply?player=alpha-beta&depth=3");
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

/// Whoever reads what a training tells was taken for silent, and cut off when others connected and said nothing.
#[test]
fn a_training_goes_on_when_a_thousand_others_are_silent() {
    #[cfg(unix)]
    raise_the_limit();
    let arcade = Arcade::start();
    let mut pupil = TcpStream::connect(&arcade.address).expect("somebody listens");
    let body = "{\"sticks\":100,\"games\":100000}";
    let head = format!(
        "POST /api/train HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: {}",
        body.len()
    );
    write!(pupil, "{head}\r\n\r\n{body}").expect("sent");
    pupil
        .read_exact(&mut [0; 100])
        .expect("the beginning of an answer");
    let silent: Vec<TcpStream> = (0..1_000)
        .filter_map(|_| TcpStream::connect(&arcade.address).ok())
        .collect();
    assert!(silent.len() > 500, "{} connections", silent.len());
    arcade.get("/api/sticks");
    let mut news = String::new();
    pupil.read_to_string(&mut news).expect("the whole answer");
    assert!(news.contains("\"learnt\""), "{news}");
}

/// Where a process may have few descriptors, silence fills them before there are 256 silent clients.
#[cfg(unix)]
#[test]
fn silent_connections_make_room_when_descriptors_run_out() {
    let mut few = Command::new("sh");
    let arcade = cargo_bin!("arcade");
    few.args(["-c", "ulimit -n 64 && exec \"$0\""]).arg(arcade);
    let arcade = Arcade::run(few);
    let silent: Vec<TcpStream> = (0..250)
        .filter_map(|_| TcpStream::connect(&arcade.address).ok())
        .collect();
    assert!(silent.len() > 200, "{} connections", silent.len());
    let asked = Instant::now();
    arcade.get("/api/games");
    let took = asked.elapsed();
    // If each of them had its 20 seconds, fifty at a time, this would be the sixth round.
    assert!(took < Duration::from_secs(60), "{took:?}");
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

/// The page is opened by what the desktop has for it; where there is nothing, that is said.
#[cfg(target_os = "linux")]
#[test]
fn open_opens_the_page_or_says_that_it_cannot() {
    let folder = tempfile::tempdir().expect("a folder");
    let opener = folder.path().join("xdg-open");
    let opened = folder.path().join("opened");
    let arcade = || {
        let mut command = Command::new(cargo_bin!("arcade"));
        command.arg("--open").env("PATH", folder.path());
        command
    };
    let mut without = arcade()
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("arcade starts");
    let mut told = String::new();
    let mut said = BufReader::new(without.stderr.take().expect("a pipe"));
    said.read_line(&mut told).expect("a warning");
    let _ = without.kill().and_then(|()| without.wait());
    assert!(
        told.starts_with("warning: xdg-open could not open http://127.0.0.1:"),
        "{told}"
    );
    // Written by a program of its own: a file that any process still has open for writing cannot be run.
    let script = "#!/bin/sh\necho \"$1\" > \"$0.part\"\n/bin/mv \"$0.part\" \"${0%/*}/opened\"\n";
    let written = Command::new("sh")
        .args(["-c", "printf %s \"$0\" > \"$1\" && chmod +x \"$1\"", script])
        .arg(&opener)
        .status();
    assert!(written.expect("sh runs").success());
    let arcade = Arcade::run(arcade());
    while !opened.exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let address = std::fs::read_to_string(&opened).expect("an address");
    assert_eq!(address, format!("http://{}/\n", arcade.address));
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
