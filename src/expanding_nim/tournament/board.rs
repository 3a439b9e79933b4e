//! What is known of a tournament at a moment: games that are over, with their moves, and games under way.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::record::{GameRecord, MoveRecord};
use super::schedule::Pairing;

/// Everything that can be shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Board {
    /// The games that are over, in the order in which they ended, each with its moves in short.
    pub games: Vec<(GameRecord, String)>,
    /// The games under way by their numbers.
    pub under_way: BTreeMap<usize, UnderWay>,
    /// How many games there will be, as far as that is known.
    pub expected: usize,
    /// Whether it is over.
    pub is_over: bool,
}

/// A game under way.
#[derive(Clone, Debug)]
pub(super) struct UnderWay {
    /// Who plays.
    pub pairing: Pairing,
    /// The moves so far, in short.
    pub moves: String,
}

impl Board {
    /// Adds what is new on another board, of which this one is an earlier copy.
    pub(super) fn catch_up(&mut self, now: &Board) {
        let known = self.games.len().min(now.games.len());
        self.games.extend_from_slice(&now.games[known..]);
        self.under_way.clone_from(&now.under_way);
        (self.expected, self.is_over) = (now.expected, now.is_over);
    }
}

/// Adds a move in short: `3`, with a reset `3r`; `x` if it was illegal and took nothing, `+` if it was made
/// in a won position, `?` if nobody knows that, `!` if it threw the win away.
pub(super) fn add_move(moves: &mut String, made: &MoveRecord) {
    if !moves.is_empty() {
        moves.push(' ');
    }
    let _ = write!(moves, "{}", made.stones);
    let is_legal = (1..=i64::from(made.limit)).contains(&made.stones);
    let marks = [
        (made.reset, 'r'),
        (!is_legal, 'x'),
        (made.was_won == Some(true), '+'),
        (made.was_won.is_none(), '?'),
        (made.threw_away_win == Some(true), '!'),
    ];
    moves.extend(
        marks
            .iter()
            .filter(|(is_so, _)| *is_so)
            .map(|(_, mark)| mark),
    );
}

/// All moves of a game in short.
pub(super) fn in_short(moves: &[MoveRecord]) -> String {
    let mut text = String::new();
    moves.iter().for_each(|made| add_move(&mut text, made));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_in_short_tells_what_it_was_worth_and_whether_it_counted() {
        let made = |stones: i64, was_won: Option<bool>, threw: bool| -> MoveRecord {
            let text = format!(
                r#"{{"game":1,"turn":1,"player":"a","seat":0,"stones":{stones},"reset":{threw},"limit":3,
                    "left":9,"seconds":0,"was_won":{},"threw_away_win":{threw}}}"#,
                serde_json::json!(was_won)
            );
            serde_json::from_str(&text).expect("a move")
        };
        let moves = [
            made(3, Some(true), false),
            made(1, Some(true), true),
            made(2, Some(false), false),
            made(3, None, false),
            made(4, Some(true), true),
            made(0, Some(false), false),
        ];
        assert_eq!(in_short(&moves), "3+ 1r+! 2 3? 4rx+! 0x");
    }
}
