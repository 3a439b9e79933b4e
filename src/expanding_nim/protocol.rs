//! The messages of the class platform: hello and move in both directions, init and state as a server
//! writes them, in both dialects of `current_max`.
//!
//! What we send looks like Python's `json.dumps` in the order that existing servers use; what we
//! read may have its keys in any order, and more of them.

use std::fmt;
use std::time::Duration;

use serde_json::Value;

use super::decoder::{Malformed, Object};
use super::names::{Name, Quoted};
use super::position::{Position, Request, Ruling};
use crate::game::Player;

/// Each player's clock in seconds unless told otherwise.
pub const SECONDS: u64 = 120;

/// What `current_max` means.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, serde::Deserialize, serde::Serialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// The most that may be taken on the coming turn
    Limit,
    /// The largest number taken so far
    Taken,
}

impl Dialect {
    /// Its name, as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Limit => "limit",
            Dialect::Taken => "taken",
        }
    }

    /// The number that a server of this dialect reports. While a cap is in force neither kind
    /// gives the uncapped value away.
    pub fn current_max(self, position: &Position) -> u32 {
        match self {
            Dialect::Limit => position.limit(),
            Dialect::Taken if position.capped => position.initial_max.saturating_sub(1),
            Dialect::Taken => position.taken,
        }
    }
}

/// Which dialect somebody asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// The one that the client turns out to speak
    Auto,
    /// The most that may be taken on the coming turn
    Limit,
    /// The largest number taken so far
    Taken,
}

impl Choice {
    /// The dialect, if it need not be found out.
    pub fn told(self) -> Option<Dialect> {
        match self {
            Choice::Auto => None,
            Choice::Limit => Some(Dialect::Limit),
            Choice::Taken => Some(Dialect::Taken),
        }
    }
}

/// What a game is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Stones at the start.
    pub stones: u32,
    /// Resets for each player.
    pub resets: u32,
    /// What may always be taken.
    pub initial_max: u32,
    /// Each player's clock for the whole game.
    pub seconds: u64,
}

impl Terms {
    /// The pile at the start.
    pub fn start(&self) -> Position {
        Position::new(self.stones, self.resets, self.initial_max)
    }

    /// The message that begins a game, for the player in `seat`.
    ///
    /// The last key is ours: the seat, in case it is not the one that the client asked for.
    pub fn message(&self, seat: Player) -> String {
        format!(
            r#"{{"init_stones": {}, "init_resets": {}, "game_time": {}, "init_max": {}, "order": {}}}"#,
            self.stones,
            self.resets,
            self.seconds,
            self.initial_max,
            seat.index()
        )
    }
}

/// What a client says once it is connected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hello {
    /// What it calls itself.
    pub name: String,
    /// Whether it asks to move first.
    pub first: bool,
}

impl Hello {
    /// Reads a hello. Any `order` but 0 is a wish to move second, as with existing servers.
    pub fn read(object: &Object) -> Result<Hello, Malformed> {
        let name = object.get("name").and_then(Value::as_str);
        let order = object.get("order").and_then(whole);
        match (name, order) {
            (Some(name), Some(order)) => Ok(Hello {
                name: name.to_owned(),
                first: order == 0,
            }),
            _ => Err(Malformed),
        }
    }

    /// The hello as a message.
    pub fn message(&self) -> String {
        let order = u8::from(!self.first);
        format!(r#"{{"name": {}, "order": {order}}}"#, Quoted(&self.name))
    }
}

impl Request {
    /// Reads a move. Its stones may be any number: what is not a whole number asks for none.
    pub fn read(object: &Object) -> Result<Request, Malformed> {
        let stones = match object.get("num_stones") {
            Some(number @ Value::Number(_)) => whole(number).unwrap_or(0),
            _ => return Err(Malformed),
        };
        match object.get("reset").and_then(whole) {
            Some(reset @ 0..=1) => Ok(Request {
                stones,
                reset: reset == 1,
            }),
            _ => Err(Malformed),
        }
    }

    /// The move as a message of the player in `seat`.
    pub fn message(&self, seat: Player) -> String {
        let Request { stones, reset } = self;
        let order = seat.index();
        format!(r#"{{"order": {order}, "num_stones": {stones}, "reset": {reset}}}"#)
    }
}

/// A whole number, 3.0 among them, or a truth value as 0 or 1. What is too large for an `i64`
/// becomes the largest: no game tells the difference.
pub(super) fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Bool(truth) => Some(i64::from(*truth)),
        Value::Number(number) => number.as_i64().or_else(|| {
            let number = number.as_f64()?;
            (number.fract() == 0.0).then_some(number as i64)
        }),
        _ => None,
    }
}

/// The line between two turns, in the client, in the log and at the table.
pub const RULE: &str = "---------------------------------------";

/// What a player did that ended the game: by the rules, or on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Ending {
    /// It won, or broke a rule.
    #[error("{0}")]
    Ruled(#[from] Ruling),
    /// Its clock ran out.
    #[error("exceeded time limit")]
    TimeLimit,
    /// Its connection ended.
    #[error("disconnected")]
    Disconnected,
    /// It sent something that is not a move.
    #[error("sent an invalid message")]
    InvalidMessage,
}

impl Ending {
    /// The sentence that servers and logs give.
    pub fn reason(self, name: impl fmt::Display) -> String {
        format!("Player {name} {self}")
    }
}

/// How a game ended: what one of the players did, and who won by that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The player that the reason names.
    pub about: Player,
    /// What that player did.
    pub ending: Ending,
}

impl Verdict {
    /// Who won.
    pub fn winner(&self) -> Player {
        match self.ending {
            Ending::Ruled(Ruling::Won) => self.about,
            _ => self.about.other(),
        }
    }
}

/// A polite word to a connection that gets no seat. Not part of the protocol of old.
pub fn refusal_message(why: &str) -> String {
    format!(r#"{{"error": {}}}"#, Quoted(why))
}

/// Everything that a state message tells.
pub struct Report<'a> {
    /// The pile after the move.
    pub position: &'a Position,
    /// What was asked for, granted or not.
    pub asked: Request,
    /// How the game ended, if it did.
    pub verdict: Option<Verdict>,
    /// Who plays.
    pub names: [&'a Name; 2],
    /// The time each player has used, `None` before its first move.
    pub used: [Option<Duration>; 2],
}

impl Report<'_> {
    /// The state as a message in one dialect. `limit`, `largest_taken` and `winner_order` mean the
    /// same in both.
    pub fn message(&self, dialect: Dialect) -> String {
        let Report {
            position, asked, ..
        } = self;
        let (mut ending, mut winner_order, mut init_max) = Default::default();
        if let Some(verdict) = self.verdict {
            let winner = verdict.winner().index();
            let name = Quoted(self.names[winner].wire());
            let reason = verdict
                .ending
                .reason(self.names[verdict.about.index()].wire());
            ending = format!(r#", "winner": {name}, "reason": {}"#, Quoted(&reason));
            winner_order = format!(r#", "winner_order": {winner}"#);
        }
        if dialect == Dialect::Taken {
            init_max = format!(r#", "init_max": {}"#, position.initial_max);
        }
        format!(
            r#"{{"finished": {}{ending}, "current_max": {}, "stones_left": {}, "stones_removed": {}, "reset_used": {}{init_max}, "limit": {}, "largest_taken": {}{winner_order}, "player_0": {}, "player_1": {}}}"#,
            self.verdict.is_some(),
            dialect.current_max(position),
            position.stones,
            asked.stones,
            asked.reset,
            position.limit(),
            position.taken,
            self.player(0),
            self.player(1),
        )
    }

    fn player(&self, seat: usize) -> String {
        let resets = self.position.resets[seat];
        let time = match self.used[seat] {
            None => "0".to_owned(),
            Some(used) => format!("{:.6}", used.as_secs_f64()),
        };
        let name = Quoted(self.names[seat].wire());
        format!(r#"{{"resets_left": {resets}, "time_taken": {time}, "name": {name}}}"#)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expanding_nim::names::LONGEST_NAME;
    use crate::expanding_nim::position::INITIAL_MAX;

    fn object(text: &str) -> Object {
        serde_json::from_str(text).expect("an object")
    }

    fn request(text: &str) -> Result<(i64, bool), Malformed> {
        Request::read(&object(text)).map(|request| (request.stones, request.reset))
    }

    #[test]
    fn a_move_is_read_with_any_number_and_a_true_reset() {
        let moves = [
            (r#"{"order": 0, "num_stones": 3, "reset": false}"#, 3, false),
            (r#"{"reset": 1, "num_stones": 3.0, "x": []}"#, 3, true),
            (r#"{"num_stones": -2, "reset": 0}"#, -2, false),
            (r#"{"num_stones": 1.5, "reset": true}"#, 0, true),
            (r#"{"num_stones": 1e30, "reset": 1}"#, i64::MAX, true),
            (r#"{"num_stones": -1e30, "reset": 0}"#, i64::MIN, false),
        ];
        for (text, stones, reset) in moves {
            assert_eq!(request(text), Ok((stones, reset)), "{text}");
        }
        let digits = "9".repeat(40);
        let text = format!(r#"{{"num_stones": {digits}, "reset": false}}"#);
        assert_eq!(request(&text), Ok((i64::MAX, false)));
    }

    #[test]
    fn anything_else_is_a_malformed_move() {
        for text in [
            r#"{}"#,
            r#"{"num_stones": 3}"#,
            r#"{"reset": false}"#,
            r#"{"num_stones": "3", "reset": false}"#,
            r#"{"num_stones": true, "reset": false}"#,
            r#"{"num_stones": null, "reset": false}"#,
            r#"{"num_stones": 3, "reset": 2}"#,
            r#"{"num_stones": 3, "reset": "false"}"#,
            r#"{"num_stones": 3, "reset": null}"#,
        ] {
            assert_eq!(request(text), Err(Malformed), "{text}");
        }
    }

    #[test]
    fn a_hello_needs_a_name_and_an_order() {
        let hello = |text| Hello::read(&object(text)).map(|hello| hello.first);
        assert_eq!(hello(r#"{"name": "A", "order": 0}"#), Ok(true));
        assert_eq!(hello(r#"{"name": "", "order": 1}"#), Ok(false));
        assert_eq!(hello(r#"{"name": "A", "order": 7}"#), Ok(false));
        assert_eq!(hello(r#"{"name": "A"}"#), Err(Malformed));
        assert_eq!(hello(r#"{"name": 3, "order": 0}"#), Err(Malformed));
        assert_eq!(hello(r#"{"name": "A", "order": "0"}"#), Err(Malformed));
    }

    #[test]
    fn what_clients_send_is_read_back() {
        let hello = Hello {
            name: "Zoë \u{1b}[31m".to_owned(),
            first: true,
        };
        assert_eq!(Hello::read(&object(&hello.message())), Ok(hello));
        let (stones, reset) = (3, true);
        let message = Request { stones, reset }.message(Player::Second);
        assert_eq!(request(&message), Ok((stones, reset)));
    }

    /// The example of the protocol: P0 takes 3, P1 takes 2 with a reset, P0 takes 2, P1 takes 4.
    #[test]
    fn both_dialects_report_the_same_game() {
        let mut position = Position::new(40, 2, INITIAL_MAX);
        let mut reported = [vec![], vec![]];
        for (stones, reset) in [(3, false), (2, true), (2, false), (4, false)] {
            let (after, ending) = position.judge(Request { stones, reset });
            assert_eq!(ending, None);
            position = after;
            reported[0].push(Dialect::Limit.current_max(&position));
            reported[1].push(Dialect::Taken.current_max(&position));
        }
        assert_eq!(reported, [[4, 3, 4, 5], [3, 2, 3, 4]]);
    }

    #[test]
    fn a_state_looks_like_those_of_existing_servers() {
        let (stones, reset) = (2, false);
        let asked = Request { stones, reset };
        let (position, _) = Position::new(8, 1, INITIAL_MAX).judge(asked);
        let mut report = Report {
            position: &position,
            asked,
            verdict: None,
            names: [&Name::new("A"), &Name::new("B")],
            used: [Some(Duration::from_micros(156)), None],
        };
        let players = concat!(
            r#""player_0": {"resets_left": 1, "time_taken": 0.000156, "name": "A"}, "#,
            r#""player_1": {"resets_left": 1, "time_taken": 0, "name": "B"}}"#
        );
        let taken = r#"{"finished": false, "current_max": 2, "stones_left": 6, "stones_removed": 2, "reset_used": false, "init_max": 3, "limit": 3, "largest_taken": 2, "#;
        assert_eq!(report.message(Dialect::Taken), format!("{taken}{players}"));
        let limit = r#"{"finished": false, "current_max": 3, "stones_left": 6, "stones_removed": 2, "reset_used": false, "limit": 3, "largest_taken": 2, "#;
        assert_eq!(report.message(Dialect::Limit), format!("{limit}{players}"));
        report.verdict = Some(Verdict {
            about: Player::Second,
            ending: Ruling::IllegalMove.into(),
        });
        let over = r#"{"finished": true, "winner": "A", "reason": "Player B made an illegal move", "current_max": 3, "stones_left": 6, "stones_removed": 2, "reset_used": false, "limit": 3, "largest_taken": 2, "winner_order": 0, "#;
        assert_eq!(report.message(Dialect::Limit), format!("{over}{players}"));
    }

    #[test]
    fn the_longest_state_fits_into_one_read_of_old_clients() {
        let position = Position {
            taken: u32::MAX,
            ..Position::new(u32::MAX, u32::MAX, u32::MAX)
        };
        let name = Name::new(&"x".repeat(LONGEST_NAME));
        let forever = Some(Duration::from_secs(1_000_000_000));
        let report = Report {
            position: &position,
            asked: Request {
                stones: i64::MIN,
                reset: false,
            },
            verdict: Some(Verdict {
                about: Player::First,
                ending: Ending::InvalidMessage,
            }),
            names: [&name, &name],
            used: [forever, forever],
        };
        let message = report.message(Dialect::Taken);
        assert!(message.len() < 1024, "{} bytes", message.len());
    }
}
