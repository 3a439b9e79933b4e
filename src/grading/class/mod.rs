//! A class in one command: who handed in what, how each is built and started, and what all of it
//! comes to.
//!
//! [`names`] says whose a submission is, [`gather`] finds them all, [`archives`] unpacks them
//! without trusting them, [`workplace`] makes the private copies in which everything happens.

pub mod archives;
pub mod building;
pub mod detect;
pub mod gather;
pub mod journal;
pub mod names;
pub mod output;
mod page;
pub mod runner;
pub mod student;
pub mod workplace;

/// Splits a command at blanks; quotes keep them.
pub fn words(command: &str) -> Result<Vec<String>, String> {
    super::fixture::words(command)
}
