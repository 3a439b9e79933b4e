//! Hearing what a program says, whatever its words: plain text, lines with their numbers, ranges
//! and players, questions, and how the wording differs from the assignment's. Knows no game.

pub mod line;
mod numbers;
pub mod options;
pub mod plain;
pub mod question;
mod spelling;
mod token;
pub mod wording;

pub use line::{Line, Token, lines};
pub use plain::plain;
