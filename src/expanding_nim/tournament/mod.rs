//! `expanding_nim tournament`: every pair of bots, unattended, over real sockets.
//!
//! `config` is the file with its `contestant`s, `format` says who meets whom (`schedule`, `swiss`, `until`),
//! `budget` how often. `hall` plays the games, `game` one with two `bot`s, `dialect` finds out how to talk to
//! them. `book` keeps the log, `board` what can be shown, on a `screen` or, through a `feed`, on a page; `standings` counts, `ratings` weighs, `results` are
//! what is left; `run` is all of it. Bots are other people's programs, which only Unix can hold.

#[cfg(unix)]
mod board;
#[cfg(unix)]
mod book;
#[cfg(unix)]
mod bot;
#[cfg(unix)]
mod budget;
#[cfg(unix)]
mod config;
#[cfg(unix)]
mod contestant;
#[cfg(unix)]
mod dialect;
#[cfg(unix)]
pub(crate) mod feed;
#[cfg(unix)]
mod format;
#[cfg(unix)]
mod game;
#[cfg(unix)]
mod hall;
#[cfg(unix)]
mod ratings;
pub(crate) mod record;
#[cfg(unix)]
mod results;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod schedule;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod side_by_side;
#[cfg(unix)]
mod standings;
#[cfg(unix)]
mod swiss;
#[cfg(unix)]
mod until;

#[cfg(unix)]
use std::net::SocketAddr;
#[cfg(unix)]
use std::path::PathBuf;
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
pub use budget::duration;
#[cfg(unix)]
pub use config::Config;
#[cfg(unix)]
pub use contestant::Contestant;
#[cfg(unix)]
pub use dialect::{find_out, winnable};
#[cfg(unix)]
pub use format::Format;
#[cfg(unix)]
pub use game::{Watch, play_game};
pub use record::{Conditions, Forfeit, GameRecord, MoveRecord};
#[cfg(unix)]
pub use run::{Server, run};
#[cfg(unix)]
pub use schedule::{Pairing, round_robin};
#[cfg(unix)]
pub use standings::{Order, Score, Standings};
#[cfg(unix)]
pub use until::probability;

/// What is asked of a tournament.
#[cfg(unix)]
pub struct Wishes {
    /// Where the tournament is told.
    pub file: PathBuf,
    /// Where the standings and all games go.
    pub json: Option<PathBuf>,
    /// Whether to go on with the log of an interrupted run.
    pub resume: bool,
    /// Where the board goes, again and again.
    pub html: Option<PathBuf>,
    /// Where the board is served live.
    pub serve: Option<SocketAddr>,
    /// The time into which the rounds have to fit.
    pub budget: Option<Duration>,
    /// Go on until neighbours in the standings are told apart with this probability.
    pub until: Option<f64>,
}
