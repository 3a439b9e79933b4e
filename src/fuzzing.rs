//! What reads bytes of strangers, each with what must hold whatever the bytes are. The fuzzer feeds
//! these functions, and the tests run them over the corpus in `fuzz/corpus`.

use std::fs;

use crate::chopsticks;
use crate::expanding_nim::decoder::Decoder;
use crate::expanding_nim::position::{Move, Request};
use crate::grading::class::archives::{self, Room};
use crate::grading::fixture::{Fixture, Matching};
use crate::grading::hearing;
use crate::grading::matcher::Matcher;
use crate::toothpicks::history::History;

/// Something to feed, and what it is called.
pub type Target = (&'static str, fn(&[u8]));

/// All of them, by the names of their corpora.
pub const TARGETS: [Target; 8] = [
    ("fixture", fixture),
    ("matcher", matcher),
    ("protocol", protocol),
    ("positions", positions),
    ("requests", requests),
    ("history", history),
    ("archive", archive),
    ("hearing", heard),
];

/// What can be read is written so that it reads the same.
fn fixture(bytes: &[u8]) {
    if let Ok(read) = Fixture::parse("case.txt", bytes) {
        let text = read.render();
        let again = Fixture::parse("case.txt", text.as_bytes());
        assert_eq!(again.map(|again| again.render()), Ok(text));
    }
}

/// The first line is expected, the rest is what came. Expected text itself always matches.
fn matcher(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (expected, _) = text.split_once('\n').unwrap_or((&text, ""));
    let came = &bytes[bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0)..];
    for matching in [Matching::Exact, Matching::Lenient, Matching::Pattern] {
        for last in [false, true] {
            let mut matcher = Matcher::new(expected, matching, last);
            let _ = came.iter().try_for_each(|byte| matcher.feed(*byte));
            let mut matcher = Matcher::new(expected, matching, last);
            let fed = expected.bytes().try_for_each(|byte| matcher.feed(byte));
            assert!(fed.is_ok() && matcher.is_complete(), "{expected:?}");
        }
    }
}

/// However a stream is cut into reads, the same objects come out of it.
fn protocol(bytes: &[u8]) {
    let decoded = |size: usize| {
        let mut decoder = Decoder::default();
        let mut objects = Vec::new();
        for part in bytes.chunks(size.max(1)) {
            decoder.feed(part);
            while let Some(object) = decoder.next_object().map_err(|_| objects.len())? {
                objects.push(object);
            }
        }
        Ok::<_, usize>(objects)
    };
    assert_eq!(decoded(bytes.len()), decoded(7));
}

/// A position of chopsticks reads as it is written, and moves are legal or refused.
fn positions(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (position, tap) = text.split_once('\n').unwrap_or((&text, "1 1"));
    let rules = chopsticks::Variant::default();
    if let Ok(read) = chopsticks::Position::read(rules, position) {
        let written = read.to_string();
        let again = chopsticks::Position::read(rules, &written);
        assert_eq!(again.map(|again| again.to_string()), Ok(written));
        let _ = read.read_tap(tap);
    }
}

/// What asks for a move of Expanding Nim reads as it is written.
fn requests(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(Request { stones, reset }) = text.parse()
        && let Ok(stones) = u32::try_from(stones)
    {
        let written = Move { stones, reset }.to_string();
        assert_eq!(written.parse(), Ok(Request::from(Move { stones, reset })));
    }
}

/// A history is read or refused, and reading changes nothing.
fn history(bytes: &[u8]) {
    let Ok(folder) = tempfile::tempdir() else {
        return;
    };
    let path = folder.path().join("games.jsonl");
    if fs::write(&path, bytes).is_ok()
        && let Ok(Some(mut history)) = History::open_to_read(&path)
    {
        let _ = history.read(|_| {});
        assert_eq!(fs::read(&path).ok().as_deref(), Some(bytes));
    }
}

/// Nothing comes out of an archive anywhere but in its folder.
fn archive(bytes: &[u8]) {
    let Ok(folder) = tempfile::tempdir() else {
        return;
    };
    let (file, into) = (folder.path().join("work"), folder.path().join("into"));
    if fs::write(&file, bytes).is_ok() && fs::create_dir(&into).is_ok() {
        let room = Room {
            files: 50,
            bytes: 1 << 20,
        };
        let _ = archives::unpack(&file, &into, room);
        let names = fs::read_dir(folder.path()).map(Iterator::count);
        assert!(names.is_ok_and(|names| names == 2));
        assert_eq!(fs::read(&file).ok().as_deref(), Some(bytes));
    }
}

/// Whatever a program says can be listened to, and says all of itself.
fn heard(bytes: &[u8]) {
    let text = hearing::plain(&String::from_utf8_lossy(bytes));
    let lines = hearing::lines(&text, &[]);
    let _ = (
        hearing::question::common(&lines),
        hearing::options::choices(&lines),
    );
    let (share, _) = hearing::wording::compare(&text, &text);
    assert!((0.0..=1.0).contains(&share));
}
