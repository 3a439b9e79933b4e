//! `expanding_nim join` on a server that is written out by hand, like the old ones.

mod nim_support;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::thread;

use nim_support::{PATIENCE, Server, expanding_nim, unused_port, wait};

/// A client under test, and the server's side of its connection.
struct Joined {
    child: Child,
    server: TcpStream,
}

impl Joined {
    fn start(arguments: &[&str], typed: &'static str) -> Joined {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("known").to_string();
        let mut command = expanding_nim(&["join"]);
        command.args(arguments).arg(&address);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("started");
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(typed.as_bytes()).expect("typed");
        let (server, _) = listener.accept().expect("connected");
        server.set_read_timeout(Some(PATIENCE)).expect("set");
        server.set_nodelay(true).expect("set");
        Joined { child, server }
    }

    fn tell(&mut self, message: &str) {
        self.server.write_all(message.as_bytes()).expect("told");
    }

    /// Reads exactly this.
    fn expect(&mut self, message: &str) {
        let mut heard = vec![0; message.len()];
        self.server.read_exact(&mut heard).expect("heard");
        assert_eq!(String::from_utf8_lossy(&heard), message);
    }

    /// The exit code, standard output and standard error.
    fn finish(mut self) -> (i32, String, String) {
        let mut stdout = self.child.stdout.take().expect("piped");
        let output = thread::spawn(move || {
            let mut text = String::new();
            stdout.read_to_string(&mut text).expect("UTF-8");
            text
        });
        let code = wait(&mut self.child);
        let mut errors = String::new();
        let mut stderr = self.child.stderr.take().expect("piped");
        stderr.read_to_string(&mut errors).expect("UTF-8");
        (code, output.join().expect("read"), errors)
    }
}

fn state(start: &str, resets: [u32; 2]) -> String {
    let [first, second] = resets;
    format!(
        r#"{{{start}, "player_0": {{"resets_left": {first}, "time_taken": 0.000156, "name": "Alice"}}, "player_1": {{"resets_left": {second}, "time_taken": 0, "name": "Bob"}}}}"#
    )
}

const INIT: &str = r#"{"init_stones": 12, "init_resets": 1, "game_time": 60, "init_max": 3}"#;

#[test]
fn a_person_plays_with_the_texts_of_old() {
    let mut game = Joined::start(&["-f", "-n", "Alice"], "3 0\nthree\n\n4\n4 0 0\n3 1\n4 7\n");
    game.expect(r#"{"name": "Alice", "order": 0}"#);
    game.tell(INIT);
    game.expect(r#"{"order": 0, "num_stones": 3, "reset": false}"#);
    let mine = r#""finished": false, "current_max": 3, "stones_left": 9, "stones_removed": 3, "reset_used": false, "init_max": 3"#;
    let theirs = r#""finished": false, "current_max": 2, "stones_left": 7, "stones_removed": 2, "reset_used": true, "init_max": 3"#;
    // Both at once, and then in pieces.
    game.tell(&(state(mine, [1, 1]) + &state(theirs, [1, 0])));
    game.expect(r#"{"order": 0, "num_stones": 3, "reset": true}"#);
    let mine = r#""finished": false, "current_max": 2, "stones_left": 4, "stones_removed": 3, "reset_used": true, "init_max": 3"#;
    let theirs = r#""finished": false, "current_max": 3, "stones_left": 3, "stones_removed": 1, "reset_used": false, "init_max": 3"#;
    for byte in (state(mine, [0, 0]) + &state(theirs, [0, 0])).chars() {
        game.tell(&byte.to_string());
    }
    game.expect(r#"{"order": 0, "num_stones": 4, "reset": true}"#);
    let end = r#""finished": true, "winner": "Bob", "reason": "Player Alice used too many resets", "current_max": 4, "stones_left": 0, "stones_removed": 4, "reset_used": true, "init_max": 3"#;
    game.tell(&state(end, [0, 0]));
    let (code, output, errors) = game.finish();
    assert_eq!((code, errors.as_str()), (0, ""));
    insta::assert_snapshot!("nim_client_transcript", output);
}

#[test]
fn the_end_of_input_ends_the_client_with_a_message() {
    let mut game = Joined::start(&["-f", "-n", "Alice"], "");
    game.tell(r#"{"init_stones": 12, "init_resets": 1}"#);
    drop(game.child.stdin.take());
    let (code, output, errors) = game.finish();
    assert_eq!(code, 1);
    assert!(output.contains("1 resets, and 120 seconds per player."));
    assert!(output.ends_with("Please enter your move: \n"));
    assert_eq!(errors, "error: input ended before the game was over\n");
}

#[test]
fn the_end_of_the_stream_ends_the_client_with_a_message() {
    for told in ["", INIT] {
        let mut game = Joined::start(&["-n", "Bob"], "");
        game.tell(told);
        game.server
            .shutdown(std::net::Shutdown::Write)
            .expect("shut");
        let (code, _, errors) = game.finish();
        assert_eq!(code, 1);
        let message = "error: the server ended the connection before the game was over\n";
        assert_eq!(errors, message);
    }
}

#[test]
fn nonsense_and_refusals_are_told_apart() {
    for (told, expected) in [
        ("hello", "the server sent something that is not a message"),
        (r#"{"a": 1}"#, "the server sent something that is not a"),
        (
            r#"{"error": "full \u001b[31m"}"#,
            "the server has no seat for us: full [31m\n",
        ),
    ] {
        let mut game = Joined::start(&["-n", "Bob"], "");
        game.tell(told);
        let (code, _, errors) = game.finish();
        assert_eq!(code, 1);
        assert!(
            errors.starts_with(&format!("error: {expected}")),
            "{errors}"
        );
    }
}

#[test]
fn what_the_server_says_cannot_steer_the_terminal() {
    let mut game = Joined::start(&["-n", "Bob"], "");
    let end = r#""finished": true, "winner": "\u001b[2J", "reason": "\u001b[2J\u009b\r\nwon", "current_max": 4, "stones_left": 12, "stones_removed": 99, "reset_used": false"#;
    game.tell(&format!("{INIT}{}", state(end, [0, 0])));
    let (code, output, _) = game.finish();
    assert_eq!(code, 0);
    assert!(output.ends_with("Game over\n[2Jwon\n"), "{output:?}");
}

#[test]
fn the_bot_plays_on_old_servers_of_either_dialect() {
    for (max, init_max) in [(4, ""), (3, r#", "init_max": 3"#)] {
        let mut game = Joined::start(&["-n", "Bob", "--bot", "perfect"], "");
        game.expect(r#"{"name": "Bob", "order": 1}"#);
        game.tell(r#"{"init_stones": 7, "init_resets": 0}"#);
        let first = format!(
            r#""finished": false, "current_max": {max}, "stones_left": 4, "stones_removed": 3, "reset_used": false{init_max}"#
        );
        game.tell(&state(&first, [0, 0]));
        game.expect(r#"{"order": 1, "num_stones": 4, "reset": false}"#);
        let end = r#""finished": true, "winner": "Bob", "reason": "Player Bob won the game! Congrats!", "current_max": 5, "stones_left": 0, "stones_removed": 4, "reset_used": false"#;
        game.tell(&state(end, [0, 0]));
        let (code, output, errors) = game.finish();
        assert_eq!((code, errors.as_str()), (0, ""));
        assert!(output.ends_with("Game over\nPlayer Bob won the game! Congrats!\n"));
    }
}

#[test]
fn two_of_our_clients_play_on_our_server() {
    for dialect in ["limit", "taken"] {
        let server = Server::start(&["--dialect", dialect, "50", "4"]);
        let join = |arguments: &[&str]| {
            let mut command = expanding_nim(&["join"]);
            command.args(arguments).arg(&server.address);
            command.stdout(Stdio::piped()).spawn().expect("started")
        };
        let mut first = join(&["-f", "-n", "P", "--bot", "perfect"]);
        let mut second = join(&["-n", "R", "--bot", "random", "--seed", "1"]);
        assert_eq!((wait(&mut first), wait(&mut second)), (0, 0));
        let (code, log) = server.finish();
        assert_eq!(code, 0);
        assert!(log.ends_with("Game over\nPlayer P won the game! Congrats!\n"));
    }
}

#[test]
fn wrong_usage_and_nobody_there_are_told_apart() {
    let bad: [&[&str]; 4] = [
        &["127.0.0.1:9000"],
        &["-n", "A"],
        &["-n", "A", "127.0.0.1"],
        &["-n", "A", "127.0.0.1:0"],
    ];
    for arguments in bad {
        let output = expanding_nim(&["join"]).args(arguments).output();
        let output = output.expect("run");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
    }
    let address = format!("127.0.0.1:{}", unused_port());
    let output = expanding_nim(&["join", "-n", "A", &address]).output();
    let output = output.expect("run");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.starts_with(&format!("error: cannot connect to {address}: ")));
}
