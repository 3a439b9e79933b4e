//! Take Stones: alpha-beta search with exact statistics, and perfect play.
//!
//! `board` has the rules and [`evaluate`] the values. [`plain`] is the search of the assignment to
//! the letter, on boards of any size; [`search`] gives the same six lines, and faster where a table
//! of finished subtrees helps. [`perfect`] answers who wins without searching at all,
//! [`remoteness`] on small boards how soon.

pub mod arguments;
pub(crate) mod bitwise;
pub(crate) mod board;
pub(crate) mod divisors;
pub mod evaluate;
pub(crate) mod links;
pub(crate) mod matching;
pub mod parts;
pub mod perfect;
mod picture;
pub mod plain;
pub mod remoteness;
pub mod search;
pub(crate) mod subtrees;
pub mod table;
pub mod tree;
pub(crate) mod windows;

pub use board::{Board, Stone};
pub use evaluate::Value;
pub use search::Outcome;
