//! What a client hears from a server of either dialect, old or new, read as generously as possible.

use serde_json::Value;

use super::decoder::{Malformed, Object};
use super::position::{INITIAL_MAX, Request};
use super::protocol::{SECONDS, Terms, whole};
use crate::game::Player;

/// A message from a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServerMessage {
    /// The game begins; the seat is told by our servers only.
    Init(Terms, Option<Player>),
    /// A move was judged.
    State(State),
    /// There is no seat, and why.
    Refused(String),
}

/// A state as a client needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Why the game is over, if it is.
    pub over: Option<String>,
    /// The server's number, in its dialect.
    pub current_max: i64,
    /// Stones left.
    pub stones_left: u32,
    /// What was asked for, granted or not.
    pub asked: Request,
    /// The initial maximum, if the server speaks the `taken` dialect.
    pub init_max: Option<u32>,
    /// Names and resets left of both players.
    pub players: [(String, u32); 2],
}

impl ServerMessage {
    /// Reads a message.
    pub fn read(object: &Object) -> Result<ServerMessage, Malformed> {
        let message = if let Some(why) = object.get("error").and_then(Value::as_str) {
            Some(ServerMessage::Refused(why.to_owned()))
        } else if object.contains_key("init_stones") {
            read_init(object)
        } else {
            read_state(object).map(ServerMessage::State)
        };
        message.ok_or(Malformed)
    }
}

/// Old servers leave the clock and the initial maximum unsaid.
fn read_init(object: &Object) -> Option<ServerMessage> {
    let terms = Terms {
        stones: count(object, "init_stones")?,
        resets: count(object, "init_resets")?,
        initial_max: count(object, "init_max").unwrap_or(INITIAL_MAX).max(1),
        seconds: count(object, "game_time").map_or(SECONDS, u64::from),
    };
    let seat = match count(object, "order") {
        Some(0) => Some(Player::First),
        Some(1) => Some(Player::Second),
        _ => None,
    };
    Some(ServerMessage::Init(terms, seat))
}

/// Old servers let an opponent take 1.5 stones, and count on below zero when resets are overdrawn.
///
/// What is left is rounded up, since half a stone still has to be taken; what was taken is rounded
/// down, since half a stone more raises no limit on whole ones.
fn read_state(object: &Object) -> Option<State> {
    let number = |key| object.get(key).and_then(whole);
    let rounded = |key, round| object.get(key).and_then(|value| rounded(value, round));
    let player = |key| {
        let player = object.get(key)?.as_object()?;
        let name = player.get("name")?.as_str()?;
        let resets = player.get("resets_left").and_then(whole)?;
        Some((name.to_owned(), none_at_least(resets)))
    };
    let over = (number("finished")? != 0).then(|| {
        let reason = object.get("reason").and_then(Value::as_str);
        reason.unwrap_or_default().to_owned()
    });
    Some(State {
        over,
        current_max: rounded("current_max", f64::floor)?,
        stones_left: none_at_least(rounded("stones_left", f64::ceil)?),
        asked: Request {
            stones: rounded("stones_removed", f64::floor)?,
            reset: number("reset_used")? != 0,
        },
        init_max: count(object, "init_max"),
        players: [player("player_0")?, player("player_1")?],
    })
}

fn rounded(value: &Value, round: fn(f64) -> f64) -> Option<i64> {
    whole(value).or_else(|| Some(round(value.as_f64()?) as i64))
}

fn none_at_least(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

fn count(object: &Object, key: &str) -> Option<u32> {
    u32::try_from(whole(object.get(key)?)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ServerMessage, Malformed> {
        ServerMessage::read(&serde_json::from_str(text).expect("an object"))
    }

    #[test]
    fn our_own_init_tells_everything() {
        let terms = Terms {
            stones: 12,
            resets: 1,
            initial_max: 5,
            seconds: 60,
        };
        for seat in [Player::First, Player::Second] {
            let init = read(&terms.message(seat));
            assert_eq!(init, Ok(ServerMessage::Init(terms, Some(seat))));
        }
    }

    #[test]
    fn the_init_of_an_old_server_means_the_usual_terms() {
        let terms = Terms {
            stones: 12,
            resets: 1,
            initial_max: 3,
            seconds: 120,
        };
        let init = read(r#"{"init_stones": 12, "init_resets": 1}"#);
        assert_eq!(init, Ok(ServerMessage::Init(terms, None)));
    }

    #[test]
    fn a_state_is_read_in_either_dialect_with_any_extra_keys() {
        let players = r#""player_1": {"name": "B", "resets_left": 0, "time_taken": 0},
            "player_0": {"name": "A", "resets_left": 1, "time_taken": 0.5}"#;
        for (init_max, expected) in [("", None), (r#""init_max": 3,"#, Some(3))] {
            let text = format!(
                r#"{{{players}, {init_max} "reset_used": 1, "stones_removed": 2.0, "new": [],
                "finished": false, "current_max": 2, "stones_left": 6}}"#
            );
            let state = State {
                over: None,
                current_max: 2,
                stones_left: 6,
                asked: Request {
                    stones: 2,
                    reset: true,
                },
                init_max: expected,
                players: [("A".to_owned(), 1), ("B".to_owned(), 0)],
            };
            assert_eq!(read(&text), Ok(ServerMessage::State(state)));
        }
    }

    #[test]
    fn halves_of_stones_and_overdrawn_resets_of_old_servers_are_read() {
        let text = r#"{"finished": false, "current_max": 3.5, "stones_left": 16.5,
            "stones_removed": 3.5, "reset_used": true,
            "player_0": {"name": "A", "resets_left": -1}, "player_1": {"name": "B", "resets_left": 0}}"#;
        let Ok(ServerMessage::State(state)) = read(text) else {
            panic!("a state");
        };
        assert_eq!((state.current_max, state.stones_left), (3, 17));
        assert_eq!(state.asked.stones, 3);
        assert_eq!(state.players.map(|(_, resets)| resets), [0, 0]);
    }

    #[test]
    fn what_makes_no_sense_is_malformed() {
        for text in [
            "{}",
            r#"{"init_stones": 12}"#,
            r#"{"init_stones": -1, "init_resets": 0}"#,
            r#"{"finished": true}"#,
        ] {
            assert_eq!(read(text), Err(Malformed), "{text}");
        }
    }
}
