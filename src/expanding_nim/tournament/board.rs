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

/// Adds a move in short: `3`, with a reset `3r`; `+` if it was made in a won position, `!` if it threw the
/// win away.
pub(super) fn add_move(moves: &mut String, made: &MoveRecord) {
    if !moves.is_empty() {
        moves.push(' ');
    }
    let _ = write!(moves, "{}", made.stones);
    let marks = [
        (made.reset, 'r'),
        (made.was_won == Some(true), '+'),
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
