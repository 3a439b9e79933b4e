//! What knows both grading and the games: who listens to the programs of an assignment.

pub mod listeners;

pub use listeners::listener;
