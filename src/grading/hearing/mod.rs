//! Hearing what a program says, whatever its words: plain text, lines with their numbers, ranges
//! and players, questions, and how the wording differs from the assignment's. Knows no game.

pub(crate) mod line;
mod numbers;
pub(crate) mod options;
pub(crate) mod plain;
pub(crate) mod question;
mod spelling;
mod token;
pub(crate) mod wording;

pub(crate) use line::{Line, Token, lines};
pub(crate) use plain::plain;
