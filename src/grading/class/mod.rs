//! A class in one command: who handed in what, how each is built and started, and what all of it
//! comes to.
//!
//! `names` says whose a submission is, [`gather`] finds them all, `archives` unpacks them
//! without trusting them, `workplace` makes the private copies in which everything happens,
//! `detect` sees how each is built and started, [`runner`] does it, [`output`] writes what came of
//! it. [`roster`] and [`gradebook`] are the way from a platform's table and back into it.

use serde::{Deserialize, Serialize};

use super::score::Points;

pub(crate) mod archives;
pub mod building;
mod commands;
mod detect;
pub mod gather;
pub mod gradebook;
pub mod journal;
mod junk;
mod likeness;
pub mod merge;
mod names;
pub mod output;
mod page;
pub mod plans;
mod preparing;
pub mod preview;
mod projects;
pub mod roster;
pub mod runner;
mod sheet;
mod shown;
pub mod similarity;
mod sources;
pub mod student;
mod table;
mod workplace;

/// What a class is graded with. Parts of one class have the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// The version that graded it.
    pub version: String,
    /// The assignment.
    pub assignment: String,
    /// The seed of the referees' games.
    pub seed: u64,
    /// The terms of every run, as text.
    pub terms: String,
    /// The cases in their order.
    pub cases: Vec<Heading>,
}

/// What the whole class has to know of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// Its file's name, without the ending.
    pub file: String,
    /// What it is called.
    pub name: String,
    /// The points it is worth.
    pub points: Points,
    /// A digest of what it asks.
    pub digest: String,
}

impl Class {
    /// The points there are to earn.
    pub fn max_score(&self) -> Points {
        self.cases.iter().map(|case| case.points).sum()
    }
}
