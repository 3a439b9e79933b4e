//! Grading anyone's program against fixtures and referees.
//!
//! A [`fixture`] says what should happen, a [`session`] makes it happen on a terminal, and all that
//! is said there is heard and answered in one [`conversation`]: [`compare`] holds it by a transcript,
//! [`play`] lets a `referee` hold it where a program is free in what it does. [`report`] tells a
//! person about the [`verdict`].
//! [`suite`] selects cases, [`run`] goes through them, [`results`] writes them for machines,
//! [`recording`] writes fixtures. Nothing here knows a game: who does is handed in as an `assignment`.

mod again;
mod allowance;
mod annotations;
pub(crate) mod assignment;
pub(crate) mod case;
pub mod class;
mod classroom50;
pub mod compare;
pub mod conversation;
pub(crate) mod crash;
pub(crate) mod differences;
mod exec;
pub mod failed;
mod faults;
pub mod fixture;
pub mod fresh;
pub mod grade;
mod habits;
pub mod hear;
pub(crate) mod hearing;
mod hints;
mod html;
mod interrupt;
pub mod judgement;
pub(crate) mod maker;
mod markdown;
pub(crate) mod matcher;
pub(crate) mod partner;
pub mod play;
pub mod recording;
pub(crate) mod referee;
mod refusals;
pub mod report;
pub mod results;
pub mod run;
pub(crate) mod score;
mod series;
pub mod session;
mod shrink;
pub mod suite;
mod tape;
pub(crate) mod task;
mod terminal;
pub mod terms;
pub mod verdict;
pub(crate) mod workers;
