//! Toothpick Takeaway: the board, its strategies and the history of games.
//!
//! `board` holds the rules and the log of one game, [`strategies`] the players that need no memory,
//! [`experience`] what `smart` has learnt, `history` the file of earlier games, [`table`] the
//! conversation and [`advice`] what `smart` would draw where.

pub mod advice;
pub(crate) mod board;
pub mod experience;
pub(crate) mod history;
pub mod strategies;
pub mod table;
mod written;

pub use board::{Board, Illegal, Turn};
pub use experience::Experience;
pub use history::History;
pub use strategies::Strategy;
