//! One game as one line of JSON, with the assignment's field names:
//! `{"initial_state":10,"bounds":2,"winner":"Player 1","data":{"10":["Player 1",2],...}}`.
//!
//! A history is read whole before every run of `smart`, and can hold a million games: what this program
//! wrote is read by a `Scanner` for just that, anything else by a reader of any JSON.

use std::cmp::Reverse;
use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::board::{Board, Turn};
use crate::game::{Game, Player};

/// Why a line is not a game.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unreadable {
    /// The line is good as far as it goes, but stops in the middle.
    pub torn: bool,
    reason: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

#[derive(Serialize, Deserialize)]
struct Written<Data> {
    initial_state: u32,
    bounds: u32,
    winner: Name,
    data: Data,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Name {
    #[serde(rename = "Player 1")]
    First,
    #[serde(rename = "Player 2")]
    Second,
}

impl From<Player> for Name {
    fn from(player: Player) -> Name {
        match player {
            Player::First => Name::First,
            Player::Second => Name::Second,
        }
    }
}

impl From<Name> for Player {
    fn from(name: Name) -> Player {
        match name {
            Name::First => Player::First,
            Name::Second => Player::Second,
        }
    }
}

/// The line of a finished game, its end included.
pub(super) fn write(game: &Board) -> Vec<u8> {
    let record = Written {
        initial_state: game.initial_state(),
        bounds: game.bounds(),
        winner: game.to_move().other().into(),
        data: Log(game.data()),
    };
    // Writing numbers and names to memory cannot fail.
    let mut line = serde_json::to_vec(&record).unwrap_or_default();
    line.push(b'\n');
    line
}

struct Log<'a>(&'a [Turn]);

impl Serialize for Log<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.0
                .iter()
                .map(|turn| (turn.state, (Name::from(turn.player), turn.taken))),
        )
    }
}

/// The finished game that a line holds. It must be one that can be played by the rules.
pub(super) fn read(line: &[u8]) -> Result<Board, Unreadable> {
    let record = match Scanner(line).record() {
        Some(record) => record,
        None => parse(line)?,
    };
    replay(record).map_err(|reason| Unreadable {
        torn: false,
        reason,
    })
}

fn parse(line: &[u8]) -> Result<Written<Turns>, Unreadable> {
    serde_json::from_slice(line).map_err(|error| Unreadable {
        torn: error.is_eof(),
        reason: describe(&error),
    })
}

/// The complaint of the JSON reader, without its count of lines, which is always 1 here.
fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((complaint, _)) => format!("{complaint} at column {}", error.column()),
        None => text,
    }
}

fn replay(mut record: Written<Turns>) -> Result<Board, String> {
    let in_order = |turn: &Turn| Reverse(turn.state);
    if !record.data.0.is_sorted_by_key(in_order) {
        record.data.0.sort_by_key(in_order);
    }
    let mut board = Board::new(record.initial_state, record.bounds);
    for turn in &record.data.0 {
        if turn.state != board.state() {
            return Err(format!(
                "data has state {} where {} toothpicks are left",
                turn.state,
                board.state()
            ));
        }
        if turn.player != board.to_move() {
            return Err(format!(
                "at {} it is {}'s turn",
                turn.state,
                board.to_move()
            ));
        }
        board
            .update(turn.taken)
            .map_err(|illegal| format!("at {} the draw of {} {illegal}", turn.state, turn.taken))?;
    }
    let winner = Player::from(record.winner);
    match board.winner() {
        _ if board.data().is_empty() => Err("nobody has drawn".to_owned()),
        None => Err(format!("it ends with {} left", board.state())),
        Some(real) if real != winner => Err(format!("{real} has won, not {winner}")),
        Some(_) => Ok(board),
    }
}

/// Reads the lines that [`write`] makes, to the byte, several times as fast as a reader of any JSON.
/// Whatever is otherwise, right or wrong, is left to that.
struct Scanner<'a>(&'a [u8]);

impl Scanner<'_> {
    fn record(mut self) -> Option<Written<Turns>> {
        self.skip(b"{\"initial_state\":")?;
        let initial_state = self.number()?;
        self.skip(b",\"bounds\":")?;
        let bounds = self.number()?;
        self.skip(b",\"winner\":")?;
        let winner = self.name()?;
        self.skip(b",\"data\":{")?;
        let mut turns = Vec::with_capacity(self.0.len() / 16);
        loop {
            turns.push(self.turn()?);
            if self.0 == b"}}\n" {
                break;
            }
            self.skip(b",")?;
        }
        Some(Written {
            initial_state,
            bounds,
            winner,
            data: Turns(turns),
        })
    }

    fn turn(&mut self) -> Option<Turn> {
        self.skip(b"\"")?;
        let state = self.number()?;
        self.skip(b"\":[")?;
        let name = self.name()?;
        self.skip(b",")?;
        let taken = self.number()?;
        self.skip(b"]")?;
        Some(Turn {
            state,
            player: name.into(),
            taken,
        })
    }

    fn skip(&mut self, text: &[u8]) -> Option<()> {
        self.0 = self.0.strip_prefix(text)?;
        Some(())
    }

    fn name(&mut self) -> Option<Name> {
        if self.skip(b"\"Player 1\"").is_some() {
            return Some(Name::First);
        }
        self.skip(b"\"Player 2\"")?;
        Some(Name::Second)
    }

    /// A number above 0 of at most nine digits.
    fn number(&mut self) -> Option<u32> {
        let digits = self.0.iter().take_while(|byte| byte.is_ascii_digit());
        let length = digits.count();
        if !(1..=9).contains(&length) || self.0[0] == b'0' {
            return None;
        }
        let (digits, rest) = self.0.split_at(length);
        self.0 = rest;
        let shift = |number, digit: &u8| number * 10 + u32::from(digit - b'0');
        Some(digits.iter().fold(0, shift))
    }
}

/// The log, in whatever order the line has it.
struct Turns(Vec<Turn>);

impl<'de> Deserialize<'de> for Turns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Turns, D::Error> {
        deserializer.deserialize_map(TurnsVisitor)
    }
}

struct TurnsVisitor;

impl<'de> Visitor<'de> for TurnsVisitor {
    type Value = Turns;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map from states to [player, draw]")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Turns, A::Error> {
        let mut turns: Vec<Turn> = Vec::new();
        while let Some((state, (name, taken))) = map.next_entry::<State, (Name, u32)>()? {
            turns.push(Turn {
                state: state.0,
                player: name.into(),
                taken,
            });
        }
        Ok(Turns(turns))
    }
}

/// A state as the key of a map. Read as the string it is, because the JSON reader takes a torn
/// number in quotes for a wrong one.
struct State(u32);

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<State, D::Error> {
        deserializer.deserialize_str(StateVisitor)
    }
}

struct StateVisitor;

impl Visitor<'_> for StateVisitor {
    type Value = State;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of toothpicks")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<State, E> {
        let state = text.parse();
        state
            .map(State)
            .map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = r#"{"initial_state":4,"bounds":2,"winner":"Player 1","data":{"4":["Player 1",1],"3":["Player 2",2],"1":["Player 1",1]}}"#;

    fn example() -> Board {
        let mut board = Board::new(4, 2);
        for taken in [1, 2, 1] {
            board.update(taken).expect("legal");
        }
        board
    }

    #[test]
    fn a_game_is_written_with_the_names_of_the_assignment_and_read_back() {
        assert_eq!(write(&example()), format!("{EXAMPLE}\n").as_bytes());
        assert_eq!(read(EXAMPLE.as_bytes()), Ok(example()));
    }

    #[test]
    fn the_scanner_reads_what_the_json_reader_reads_and_leaves_it_the_rest() {
        let scan = |line: &str| Some(replay(Scanner(line.as_bytes()).record()?));
        let line = format!("{EXAMPLE}\n");
        assert_eq!(scan(&line), Some(Ok(example())));
        assert_eq!(parse(line.as_bytes()).map(replay), Ok(Ok(example())));
        for at in 0..line.len() {
            for wrong in ["", "0", "9", " ", "\"", "x"] {
                let changed = format!("{}{wrong}{}", &line[..at], &line[at + 1..]);
                if let Some(scanned) = scan(&changed) {
                    let parsed = parse(changed.as_bytes()).map(replay);
                    assert_eq!(parsed, Ok(scanned), "{changed}");
                }
            }
        }
    }

    #[test]
    fn blanks_order_and_further_fields_do_not_matter() {
        let line = r#" {"by": "hand", "data": {"1": ["Player 1", 1], "3": ["Player 2", 2], "4": ["Player 1", 1]},
            "winner": "Player 1", "bounds": 2, "initial_state": 4} "#;
        assert_eq!(read(line.replace('\n', "").as_bytes()), Ok(example()));
        assert_eq!(read(format!("{EXAMPLE}\r\n").as_bytes()), Ok(example()));
    }

    #[test]
    fn every_beginning_of_a_line_is_torn_and_nothing_else_is() {
        for length in 0..EXAMPLE.len() {
            let line = &EXAMPLE.as_bytes()[..length];
            assert!(read(line).is_err_and(|why| why.torn), "{length}");
        }
        for line in [
            "hello",
            "[]",
            "{}",
            "42",
            "{\"data\":{}}",
            "\u{feff}{",
            "{]",
        ] {
            assert!(read(line.as_bytes()).is_err_and(|why| !why.torn), "{line}");
        }
        assert!(read(b"{\"initial_state\":\xff").is_err_and(|why| !why.torn));
    }

    #[test]
    fn a_game_that_cannot_have_been_played_is_unreadable_with_its_reason() {
        for (right, wrong, reason) in [
            (
                "\"bounds\":2",
                "\"bounds\":1",
                "at 3 the draw of 2 is above the bounds of 1",
            ),
            (
                "\"bounds\":2",
                "\"bounds\":0",
                "at 4 the draw of 1 is above the bounds of 0",
            ),
            (
                "e\":4",
                "e\":5",
                "data has state 4 where 5 toothpicks are left",
            ),
            (
                "\"3\":[",
                "\"2\":[",
                "data has state 2 where 3 toothpicks are left",
            ),
            (
                "\"3\":[",
                "\"4\":[",
                "data has state 4 where 3 toothpicks are left",
            ),
            (
                "[\"Player 2\",2]",
                "[\"Player 1\",2]",
                "at 3 it is Player 2's turn",
            ),
            (",\"1\":[\"Player 1\",1]", "", "it ends with 1 left"),
            (
                "\"Player 1\",1]}",
                "\"Player 1\",0]}",
                "at 1 the draw of 0 is below 1",
            ),
            (
                "\"Player 1\",1]}",
                "\"Player 1\",2]}",
                "at 1 the draw of 2 is more than the 1 left",
            ),
            (
                "r\":\"Player 1",
                "r\":\"Player 2",
                "Player 1 has won, not Player 2",
            ),
        ] {
            let line = EXAMPLE.replacen(right, wrong, 1);
            let why = read(line.as_bytes()).expect_err(&line);
            assert_eq!((why.to_string().as_str(), why.torn), (reason, false));
        }
        let nobody = r#"{"initial_state":0,"bounds":2,"winner":"Player 2","data":{}}"#;
        let why = read(nobody.as_bytes()).expect_err("no draws");
        assert_eq!(why.to_string(), "nobody has drawn");
    }

    #[test]
    fn wrong_types_and_numbers_are_unreadable() {
        for (right, wrong) in [
            ("\"bounds\":2", "\"bounds\":-2"),
            ("\"bounds\":2", "\"bounds\":2.5"),
            ("\"bounds\":2", "\"bounds\":\"2\""),
            ("e\":4", "e\":1000000000000000000000000000000"),
            ("\"4\":", "\"four\":"),
            ("[\"Player 1\",1]", "[\"Player 1\"]"),
            ("[\"Player 1\",1]", "[\"Player 1\",1,1]"),
            ("[\"Player 1\",1]", "[\"Player 3\",1]"),
            ("\"winner\":\"Player 1\",", ""),
            ("}}", "}}{"),
        ] {
            let line = EXAMPLE.replacen(right, wrong, 1);
            assert_ne!(line, EXAMPLE);
            assert!(read(line.as_bytes()).is_err_and(|why| !why.torn), "{line}");
        }
    }
}
