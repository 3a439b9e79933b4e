//! `expanding_nim tournament`: every pair of bots, unattended, over real sockets.
//!
//! `config` is the file, `schedule` the order of the games, `hall` plays them all, `game` one with two
//! `bot`s, `dialect` finds out how to talk to them, `book` keeps the log, `standings` counts, `ratings` weighs. Bots are other people's programs, which only Unix can hold.

#[cfg(unix)]
mod book;
#[cfg(unix)]
mod bot;
mod config;
#[cfg(unix)]
mod dialect;
#[cfg(unix)]
mod game;
#[cfg(unix)]
mod hall;
#[cfg(unix)]
mod ratings;
pub mod record;
#[cfg(unix)]
mod schedule;
#[cfg(unix)]
mod standings;

use std::path::PathBuf;

use crate::program::Failure;

pub use config::{Config, Contestant};
#[cfg(unix)]
pub use dialect::{find_out, winnable};
#[cfg(unix)]
pub use game::play_game;
pub use record::{Forfeit, GameRecord, MoveRecord, Rules};
#[cfg(unix)]
pub use schedule::{Pairing, schedule};
#[cfg(unix)]
pub use standings::{Score, Standings};

/// Run a tournament between bots, every pair in both orders
///
/// FILE.toml lists the bots and the numbers of stones. Each game has a server of its own; a bot that
/// crashes, hangs, cheats or floods loses that game, and the tournament goes on. A win is a point; if
/// neither bot can be started nobody gets one.
///
/// Every move is logged, as JSON Lines, beside FILE.toml (FILE.jsonl): who took how many, how long it
/// took, and whether it threw away a won position. The line of a game follows its moves.
#[derive(clap::Args, Debug)]
#[command(
    after_help = r#"Example of a FILE.toml (only stones and the bots are needed):
  stones = [20, 100, 999]   # every pair plays each of these, in both orders
  rounds = 1                # how often all of it is played
  resets = 4                # of each player
  initial_max = 3           # what may always be taken
  seconds = 120             # each player's clock for a game
  start = 30                # seconds that a bot may take to connect and say hello
  pace = 20                 # milliseconds between two messages in any case; else until it is read
  jobs = 2                  # games at the same time (as many as processors)
  port = 9000               # only if bots have it built in: one game after another
  seed = 1                  # the dice of the random bots
  log = "games.jsonl"

  [[bot]]
  name = "perfect"
  builtin = "perfect"       # or "random"

  [[bot]]
  name = "alice"            # {host}, {port} and {name} are filled in; no shell is involved
  first = "python3 alice.py --first -n {name} {host}:{port}"
  second = "python3 alice.py -n {name} {host}:{port}"
  dialect = "auto"          # what the bot takes current_max for: "taken", "limit", or found out

Bots run in the folder of FILE.toml.

Examples:
  expanding_nim tournament class.toml --json result.json
  expanding_nim tournament class.toml --resume    go on after an interruption"#
)]
pub struct Arguments {
    /// The tournament
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Write the standings and all games to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Go on with the log of an interrupted run, without replaying its games
    #[arg(long)]
    resume: bool,
}

/// Runs a tournament to its end, or to an interruption.
#[cfg(unix)]
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    hall::run(arguments)
}

/// Says where a tournament can be run.
#[cfg(not(unix))]
pub fn run(_: &Arguments) -> Result<(), Failure> {
    Err(Failure::task(
        "the tournament needs Linux or macOS; on Windows run it inside WSL",
    ))
}
