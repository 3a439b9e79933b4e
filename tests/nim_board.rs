//! The board of `expanding_nim tournament`: in a file, and live.

mod nim_support;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use nim_support::{PATIENCE, expanding_nim, wait};
use serde_json::Value;

const TOURNAMENT: &str = "stones = [30, 31]\nseed = 1\n\
    [[bot]]\nname = 'perfect'\nbuiltin = 'perfect'\n\
    [[bot]]\nname = 'random'\nbuiltin = 'random'\n\
    [[bot]]\nname = 'crash'\nfirst = \"sh -c 'echo oops >&2; exit 3'\"\nsecond = \"sh -c 'exit 4'\"\n";

/// A connection that has asked for a page of the board.
fn ask(address: &str, page: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(address).expect("connected");
    stream.set_read_timeout(Some(PATIENCE)).expect("set");
    write!(stream, "GET {page} HTTP/1.1\r\nhost: x\r\n\r\n").expect("sent");
    BufReader::new(stream)
}

/// The next line that begins with `start`, without it.
fn line_of(reader: &mut impl BufRead, start: &str) -> String {
    for line in reader.lines() {
        if let Some(rest) = line.expect("a line").strip_prefix(start) {
            return rest.to_owned();
        }
    }
    panic!("no line begins with {start}");
}

#[test]
fn the_file_has_the_whole_tournament_and_needs_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("t.toml"), TOURNAMENT).expect("written");
    let mut command = expanding_nim(&["tournament", "t.toml", "--html", "board.html"]);
    let output = command.current_dir(folder.path()).output().expect("run");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let page = fs::read_to_string(folder.path().join("board.html")).expect("a page");
    assert!(!page.contains("src=") && !page.contains("href="));
    let (_, data) = page.split_once("id=\"data\">").expect("data");
    let (data, _) = data.split_once("</script>").expect("an end");
    let data: Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(data["games"].as_array().expect("a list").len(), 12);
    assert_eq!(data["summary"]["over"], true);
    assert_eq!(data["summary"]["standings"][0]["name"], "perfect");
    let faults = data["summary"]["faults"].as_array().expect("a list");
    let said = faults.iter().find(|fault| fault["stderr"][0] == "oops");
    assert_eq!(said.expect("its last words")["player"], "crash");
    let (game, moves) = (&data["games"][0], data["games"][0]["moves"].as_str());
    assert!(!moves.expect("moves").is_empty(), "{game}");
}

#[test]
fn a_file_that_cannot_be_written_is_said_before_anything_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("t.toml"), TOURNAMENT).expect("written");
    let mut command = expanding_nim(&["tournament", "t.toml", "--html", "nowhere/board.html"]);
    let output = command.current_dir(folder.path()).output().expect("run");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        output
            .stderr
            .starts_with(b"error: cannot write `nowhere/board.html`")
    );
    assert!(!folder.path().join("t.jsonl").exists());
}

/// Its folder could be written at first, and the disk was full in the end.
#[test]
fn a_file_that_is_not_whole_is_said_after_the_standings() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("t.toml"), TOURNAMENT).expect("written");
    let mut command = expanding_nim(&["tournament", "t.toml", "--html", "/dev/full"]);
    let output = command.current_dir(folder.path()).output().expect("run");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(
        told.starts_with("error: cannot write `/dev/full`"),
        "{told}"
    );
    assert!(output.stdout.starts_with(b"  #  bot"), "{output:?}");
}

#[test]
fn the_live_board_tells_every_result_and_ends_when_told_to() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("t.toml"), TOURNAMENT).expect("written");
    let mut command = expanding_nim(&["tournament", "t.toml", "--serve"]);
    let command = command.current_dir(folder.path()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("started");
    let mut errors = BufReader::new(child.stderr.take().expect("piped"));
    let address = line_of(&mut errors, "the board is at http://");
    let address = address.trim_end_matches('/');

    let mut page = String::new();
    let mut reader = ask(address, "/").take(500);
    reader.read_to_string(&mut page).expect("read");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    let mut events = ask(address, "/events");
    let mut games = 0;
    loop {
        let news = line_of(&mut events, "data: ");
        let news: Value = serde_json::from_str(&news).expect("JSON");
        assert_eq!(news["from"], games);
        games += news["games"].as_array().expect("a list").len();
        if news["summary"]["over"] == true {
            break;
        }
    }
    assert_eq!(games, 12);
    line_of(&mut errors, "the board is served until Ctrl-C");
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::TERM).expect("sent");
    assert_eq!(wait(&mut child), 0);
}
