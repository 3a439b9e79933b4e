//! Grading anyone's program against fixtures and referees.
//!
//! A [`fixture`] says what should happen, a [`session`] makes it happen on a terminal, [`compare`]
//! judges it byte by byte while it happens, and [`report`] tells a person about the [`verdict`]. Where
//! a program is free in what it does, [`play`] lets one of the [`referees`] sit at the terminal instead.
//! [`suite`] selects cases, [`run`] goes through them, [`results`] writes them for machines; [`bots`]
//! grades players of Expanding Nim by their games, [`record`] writes fixtures.

mod allowance;
pub mod bots;
pub mod class;
pub mod compare;
pub mod conversation;
pub mod fixture;
pub mod grade;
pub mod hearing;
mod hints;
mod html;
pub mod judgement;
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
pub mod terms;
pub mod verdict;
mod workers;
