//! Chopsticks with any number of hands and fingers, misère and wrap-around.
//!
//! [`position`] and `notation` are the rules and how they are written; `repetition` notices what
//! comes again. [`solver`] knows the value of every position: `sweep` finds it without wrap-around,
//! `retrograde` with it, both over hands as `multisets`. [`table`] and [`replay`] talk with
//! people, [`solve`] tells what it knows, [`stats`] counts.

pub(crate) mod crew;
pub mod memory;
pub(crate) mod multisets;
pub(crate) mod notation;
mod picture;
pub mod position;
pub(crate) mod repetition;
pub mod replay;
pub(crate) mod retrograde;
pub mod solve;
pub mod solver;
pub mod stats;
pub(crate) mod sweep;
pub mod table;
pub(crate) mod wave;

pub use crate::players::Value;
pub use position::{Position, Tap, Variant};
pub use solver::{Solution, Solver};
