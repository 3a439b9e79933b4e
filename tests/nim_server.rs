//! `expanding_nim serve`, as clients see it: conforming ones, odd ones and hostile ones.

mod nim_support;

use nim_support::{Peer, Server, expanding_nim, take};
use serde_json::{Value, json};

/// Plays alternate moves, each player hearing every state; returns what each has heard.
fn play(peers: &mut [Peer; 2], moves: &[(u32, bool)]) -> [Vec<Value>; 2] {
    let mut heard = [vec![], vec![]];
    for (turn, &(stones, reset)) in moves.iter().enumerate() {
        peers[turn % 2].take(stones, reset);
        for (peer, heard) in peers.iter_mut().zip(&mut heard) {
            heard.push(peer.hear());
        }
    }
    heard
}

#[test]
fn a_game_is_told_to_each_player_in_its_own_dialect() {
    let server = Server::start(&["--dialect-0", "limit", "-t", "60", "13", "1"]);
    let mut peers = server.seat_two();
    let moves = [(3, false), (2, true), (2, false), (4, false), (5, true)];
    let [limit, taken] = play(&mut peers, &moves);
    let column = |states: &[Value], key: &str| -> Vec<Value> {
        states.iter().map(|state| state[key].clone()).collect()
    };
    assert_eq!(column(&limit, "current_max"), [4, 3, 4, 5, 3]);
    assert_eq!(column(&taken, "current_max"), [3, 2, 3, 4, 2]);
    assert!(limit.iter().all(|state| state.get("init_max").is_none()));
    assert_eq!(column(&taken, "init_max"), [3, 3, 3, 3, 3]);
    for states in [&limit, &taken] {
        assert_eq!(column(states, "limit"), [4, 3, 4, 5, 3]);
        assert_eq!(column(states, "stones_left"), [10, 8, 6, 2, 0]);
        assert_eq!(column(states, "stones_removed"), [3, 2, 2, 4, 5]);
        let finished = column(states, "finished");
        assert_eq!(finished, [false, false, false, false, true]);
    }
    assert_eq!(limit[0]["player_1"]["time_taken"], json!(0));
    assert!(limit[0]["player_0"]["time_taken"].is_f64());
    let end = &taken[4];
    assert_eq!(end["winner"], "Alice");
    assert_eq!(end["winner_order"], 0);
    assert_eq!(end["reason"], "Player Alice won the game! Congrats!");
    assert_eq!(peers[0].try_hear(), None);
    drop(peers);
    let (code, log) = server.finish();
    assert_eq!(code, 0);
    insta::assert_snapshot!("nim_server_log", log);
}

/// Both take one stone again and again, which tells nothing; then one asks for more, and one leaves.
#[test]
fn who_comes_again_and_never_asks_for_more_is_told_the_limit() {
    let server = Server::start(&["--forever", "--pace", "0", "20", "0"]);
    let ones = [(1, false); 20];
    let told_taken = |states: &[Value]| states.iter().all(|state| state.get("init_max").is_some());
    for _ in 0..2 {
        let heard = play(&mut server.seat_two(), &ones);
        assert!(heard.iter().all(|states| told_taken(states)), "{heard:?}");
    }
    let mut peers = server.seat_two();
    let [alice, bob] = play(&mut peers, &[(1, false), (2, false)]);
    assert_eq!(
        (&alice[0]["current_max"], &bob[0]["current_max"]),
        (&json!(3), &json!(3))
    );
    assert!(alice[0].get("init_max").is_none() && bob[0].get("init_max").is_none());
    let [alice, mut bob] = peers;
    drop(alice);
    assert_eq!(bob.hear()["reason"], "Player Alice disconnected");
    drop(bob);
    let [alice, bob] = play(&mut server.seat_two(), &[(1, false)]);
    assert!(told_taken(&alice), "it broke down: {alice:?}");
    assert!(!told_taken(&bob), "it did well: {bob:?}");
}

#[test]
fn init_tells_the_terms() {
    let server = Server::start(&["-t", "60", "-m", "5", "12", "1"]);
    let mut first = Peer::connect(&server.address);
    first.hello("Alice", 0);
    let mut second = Peer::connect(&server.address);
    second.hello("Bob", 1);
    let init = second.hear();
    let terms = ["init_stones", "init_resets", "game_time", "init_max"].map(|key| &init[key]);
    assert_eq!(terms, [12, 1, 60, 5]);
}

/// Byte by byte, in halves, with blanks, and everything at once: it is the same game.
#[test]
fn messages_may_come_in_any_pieces() {
    let server = Server::start(&["--forever", "--pace", "0", "9", "0"]);
    let hello = r#" {"order":0,"name":"Alice","x":{"y":["}"]}}"#.to_owned();
    let whole = format!("{hello}\r\n{}\n{}", take(3, false), take(3, false));
    for size in [1, 7, 40, 1000] {
        let mut first = Peer::connect(&server.address);
        for piece in whole.as_bytes().chunks(size) {
            first.send(piece);
        }
        let mut second = Peer::connect(&server.address);
        second.hello("Bob", 1);
        assert_eq!(second.hear()["init_stones"], 9);
        assert_eq!(second.hear()["stones_left"], 6);
        assert!(second.hears_nothing(), "the second move waits for its turn");
        second.take(2, false);
        assert_eq!(second.hear()["stones_left"], 4);
        assert_eq!(second.hear()["stones_left"], 1);
        second.take(1, false);
        assert_eq!(second.hear()["winner"], "Bob");
        let heard: Vec<Value> = std::iter::from_fn(|| first.try_hear()).collect();
        assert_eq!(heard.len(), 5);
    }
}

#[test]
fn odd_moves_lose_with_their_reason_and_the_server_lives_on() {
    let server = Server::start(&["--forever", "20", "0"]);
    let huge = format!(r#"{{"num_stones": {}, "reset": false}}"#, "9".repeat(30));
    let endless = format!("{{\"a\": \"{}", "x".repeat(5000));
    let deep = format!("{{\"a\": {}", "[".repeat(1000));
    let (illegal, invalid) = ("made an illegal move", "sent an invalid message");
    let cases = [
        ("hello", invalid, 20),
        ("[1]", invalid, 20),
        (r#"{"num_stones": 3}"#, invalid, 20),
        (r#"{"reset": false}"#, invalid, 20),
        (r#"{"num_stones": "3", "reset": false}"#, invalid, 20),
        (r#"{"num_stones": true, "reset": false}"#, invalid, 20),
        (r#"{"num_stones": 3, "reset": 2}"#, invalid, 20),
        (r#"{"num_stones": 3, "reset": null}"#, invalid, 20),
        (&endless, invalid, 20),
        (&deep, invalid, 20),
        (r#"{"num_stones": 1.5, "reset": false}"#, illegal, 20),
        (r#"{"num_stones": 0, "reset": false}"#, illegal, 20),
        (r#"{"num_stones": -1, "reset": 0}"#, illegal, 20),
        (r#"{"num_stones": 4, "reset": 0}"#, illegal, 20),
        (&huge, illegal, 20),
        (
            r#"{"num_stones": 3.0, "reset": 1}"#,
            "used too many resets",
            17,
        ),
    ];
    for (bytes, what, left) in cases {
        let mut peers = server.seat_two();
        peers[0].send(bytes);
        for peer in &mut peers {
            let end = peer.hear();
            assert_eq!(end["reason"], format!("Player Alice {what}"), "{bytes}");
            assert_eq!(end["winner"], "Bob");
            assert_eq!(end["stones_left"], left, "{bytes}");
            assert_eq!(peer.try_hear(), None);
        }
    }
}

#[test]
fn a_refused_move_is_told_as_it_was_asked_and_changes_nothing() {
    let server = Server::start(&["--dialect-0", "limit", "20", "1"]);
    let mut peers = server.seat_two();
    let heard = play(&mut peers, &[(3, false), (2, true), (4, true)]);
    for (states, current_max) in heard.iter().zip([3, 2]) {
        let [_, before, end] = &states[..] else {
            panic!("three states");
        };
        assert_eq!(end["reason"], "Player Alice made an illegal move");
        assert_eq!(end["stones_removed"], 4);
        assert_eq!(end["reset_used"], true);
        assert_eq!(end["current_max"], current_max);
        for key in ["current_max", "stones_left", "limit", "largest_taken"] {
            assert_eq!(end[key], before[key], "{key}");
        }
        assert_eq!(end["player_0"]["resets_left"], 1);
    }
}

#[test]
fn whoever_leaves_loses_on_its_own_turn_and_on_the_others() {
    let server = Server::start(&["--forever", "20", "0"]);
    for leaver in [0, 1] {
        let [first, second] = server.seat_two();
        let (gone, mut stays) = match leaver {
            0 => (first, second),
            _ => (second, first),
        };
        drop(gone);
        let end = stays.hear();
        let name = ["Alice", "Bob"][leaver];
        assert_eq!(end["reason"], format!("Player {name} disconnected"));
        assert_eq!(end["winner_order"], 1 - leaver);
        assert_eq!(end["current_max"], 0);
    }
}

#[test]
fn who_comes_right_after_the_last_players_have_left_gets_a_seat() {
    let server = Server::start(&["--forever", "20", "0"]);
    for _ in 0..20 {
        drop(server.seat_two());
    }
}

#[test]
fn silence_and_half_a_move_run_into_the_clock() {
    let server = Server::start(&["--forever", "-t", "1", "20", "0"]);
    for sent in ["", r#"{"num_stones": 3, "#] {
        let mut peers = server.seat_two();
        peers[0].send(sent);
        let end = peers[1].hear();
        assert_eq!(end["reason"], "Player Alice exceeded time limit");
        assert_eq!(end["winner"], "Bob");
        assert!(end["player_0"]["time_taken"].as_f64() > Some(1.0));
    }
}

#[test]
fn silent_connections_keep_nobody_and_a_third_player_is_turned_away() {
    let server = Server::start(&["20", "0"]);
    let mut others: Vec<Peer> = (0..100).map(|_| Peer::connect(&server.address)).collect();
    let mut peers = server.seat_two();
    let mut third = Peer::connect(&server.address);
    third.hello("Carol", 0);
    others.push(third);
    for mut other in others {
        // Otherwise it would have been "no hello came in time", and the players had to wait.
        assert_eq!(other.hear()["error"], "the game already has two players");
        assert_eq!(other.try_hear(), None);
    }
    play(&mut peers, &[(3, false), (4, false)]);
}

#[test]
fn a_bad_hello_is_turned_away_and_the_next_one_plays() {
    let server = Server::start(&["20", "0"]);
    let long = format!(r#"{{"name": "{}", "order": 0}}"#, "x".repeat(10_000));
    let bad: [&[u8]; 5] = [
        b"GET / HTTP/1.1\r\n\r\n",
        b"{\"name\": \"A\"}",
        b"{\"name\": 7, \"order\": 0}",
        b"{\"name\": \"\xff\xfe\", \"order\": 0}",
        long.as_bytes(),
    ];
    for hello in bad {
        let mut peer = Peer::connect(&server.address);
        peer.send(hello);
        assert!(peer.hear()["error"].is_string());
        assert_eq!(peer.try_hear(), None);
    }
    server.seat_two();
}

#[test]
fn both_asking_for_the_same_seat_sit_as_on_existing_servers() {
    for (order, seats) in [(0, [1, 0]), (1, [0, 1])] {
        let server = Server::start(&["20", "0"]);
        let mut peers = [
            Peer::connect(&server.address),
            Peer::connect(&server.address),
        ];
        for peer in &mut peers {
            peer.hello("Same", order);
        }
        let told = peers.each_mut().map(|peer| peer.hear()["order"].clone());
        assert_eq!(told, seats);
    }
}

#[test]
fn a_client_that_never_reads_does_not_block_the_other() {
    let server = Server::start(&["--pace", "0", "60", "0"]);
    let [mut mute, mut second] = server.seat_two();
    mute.send(take(1, false).repeat(1000));
    second.send(take(1, false).repeat(1000));
    let states: Vec<Value> = std::iter::from_fn(|| second.try_hear()).collect();
    assert_eq!(states.len(), 60);
    assert_eq!(states[59]["winner"], "Bob");
}

#[test]
fn the_pace_holds_a_message_back_until_the_client_has_spoken() {
    let server = Server::start(&["--pace", "60000", "20", "0"]);
    let [mut first, mut second] = server.seat_two();
    first.take(3, false);
    assert_eq!(first.hear()["stones_left"], 17);
    for _ in 0..3 {
        assert!(second.hears_nothing());
    }
    second.send(take(4, false));
    assert_eq!(second.hear()["stones_left"], 17);
    assert!(first.hears_nothing());
    first.send(" ");
    let state = first.hear();
    assert_eq!(state["stones_left"], 13);
    // What is held back is not charged: the move was there when the clock began to run.
    assert!(state["player_1"]["time_taken"].as_f64() < Some(0.5));
}

/// The pace is longer than a client that has been told the end is given to close its side.
#[test]
fn the_final_state_arrives_however_slow_the_pace() {
    let server = Server::start(&["--pace", "1500", "6", "0"]);
    let [mut first, mut second] = server.seat_two();
    first.take(3, false);
    second.take(3, false);
    for peer in [&mut first, &mut second] {
        assert_eq!(peer.hear()["stones_left"], 3);
        assert_eq!(peer.hear()["winner"], "Bob");
        assert_eq!(peer.try_hear(), None);
    }
    drop((first, second));
    assert_eq!(server.finish().0, 0);
}

#[test]
fn names_reach_the_wire_escaped_and_the_log_harmless() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game-log.txt");
    let path = file.to_str().expect("UTF-8");
    let odd = "E\u{1b}[31mv\r\ni\u{7}l \"\\ \u{202e}é\u{9b}🪨";
    for (name, cut) in [(odd, odd), (&"é".repeat(600), &"é".repeat(21))] {
        let server = Server::start(&["--log", path, "3", "0"]);
        let mut first = Peer::connect(&server.address);
        first.hello(name, 0);
        let mut second = Peer::connect(&server.address);
        second.hello(name, 1);
        assert!(first.hear().is_object() && second.hear().is_object());
        first.take(3, false);
        let end = second.hear();
        assert_eq!(end["winner"], cut);
        assert_eq!(end["player_1"]["name"], cut);
        assert!(second.raw.len() < 1024);
        let printable = |byte: &u8| (b' '..=b'~').contains(byte);
        assert!(second.raw.iter().all(printable));
        drop((first, second));
        let (code, log) = server.finish();
        assert_eq!(code, 0);
        assert_eq!(std::fs::read_to_string(&file).expect("a log"), log);
        let harmless = |c: char| c == '\n' || !c.is_control() && c != '\u{202e}';
        assert!(log.chars().all(harmless), "{log:?}");
        assert_eq!(log.lines().count(), 10);
        assert!(log.contains("(first) won the game!"));
    }
}

#[test]
fn nobody_has_to_read_the_log() {
    let mut server = Server::start(&["20", "0"]);
    server.close_output();
    let mut peers = server.seat_two();
    play(&mut peers, &[(3, false), (4, false)]);
    peers[0].send("x");
    assert_eq!(peers[1].hear()["finished"], true);
    drop(peers);
    assert_eq!(server.finish().0, 0);
}

#[test]
fn wrong_usage_is_refused_before_anything_is_served() {
    let bad: [&[&str]; 10] = [
        &[],
        &["20"],
        &["0", "4"],
        &["-1", "4"],
        &["20", "-4"],
        &["many", "4"],
        &["1000000000000000000000000000000", "4"],
        &["-t", "0", "20", "4"],
        &["-m", "0", "20", "4"],
        &["-p", "70000", "20", "4"],
    ];
    for arguments in bad {
        let output = expanding_nim(&["serve"]).args(arguments).output();
        let output = output.expect("run");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(output.stderr.starts_with(b"error: "));
    }
}

#[test]
fn a_port_that_is_taken_is_named_with_the_remedy() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("known").port().to_string();
    let output = expanding_nim(&["serve", "-p", &port, "20", "4"]).output();
    let output = output.expect("run");
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.starts_with(&format!("error: cannot listen on 127.0.0.1:{port}: ")));
    assert!(message.contains("-p"));
}

#[test]
fn the_help_is_as_it_was() {
    for (command, name) in [
        ("serve", "nim_server_help"),
        ("join", "nim_client_help"),
        ("tournament", "nim_tournament_help"),
    ] {
        let output = expanding_nim(&[command, "--help"]).output().expect("run");
        insta::assert_snapshot!(name, String::from_utf8_lossy(&output.stdout));
    }
}
