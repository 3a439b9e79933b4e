//! Grading anyone's program against fixtures and referees.
//!
//! A [`fixture`] says what should happen, a [`session`] makes it happen on a terminal, [`compare`]
//! judges it byte by byte while it happens, and [`report`] tells a person about the [`verdict`].

mod allowance;
pub mod bots;
pub mod compare;
pub mod fixture;
pub mod grade;
mod hints;
mod html;
mod matcher;
pub mod play;
pub mod record;
pub mod referees;
pub mod report;
pub mod results;
pub mod run;
mod series;
pub mod session;
pub mod suite;
mod terminal;
pub mod verdict;
mod workers;
