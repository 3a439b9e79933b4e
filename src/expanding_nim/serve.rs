//! `expanding_nim serve`: the server of the class platform.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::value_parser;

use super::game_log::{GameLog, say};
use super::lobby::{Guest, Lobby, TurnedAway};
use super::pace::Pace;
use super::position::INITIAL_MAX;
use super::protocol::{Dialect, SECONDS, Terms};
use super::server::{self, Seat};
use crate::program::Failure;

/// How long a client may take to say hello.
const HELLO_TIME: Duration = Duration::from_secs(10);

/// Serve a game over TCP to two clients of the class platform
///
/// Says where it listens, waits for two clients to say hello, plays one game and ends with it. The
/// first to connect moves first, unless the second one asks to (`"order": 0`). The log of the game
/// appears on standard output.
///
/// Old clients differ in what they take `current_max` for: see `--dialect`. Each client can be sent
/// its own view. The keys `limit` (what may be taken next), `largest_taken` and, at the end,
/// `winner_order` mean the same for all.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  expanding_nim serve 100 4                       100 stones, 4 resets each, port 9000
  expanding_nim serve -p 0 -t 60 --forever 999 4  any free port, 60 seconds each, game after game
  expanding_nim serve -a 0.0.0.0 --log game-log.txt --dialect-1 limit 50 2")]
pub struct Arguments {
    /// Stones at the start
    #[arg(value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    stones: u32,
    /// Resets of each player
    #[arg(value_name = "R", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u32))]
    resets: u32,
    /// What may always be taken, and all that may be taken after a reset
    #[arg(short = 'm', long, value_name = "MAX", default_value_t = INITIAL_MAX)]
    #[arg(value_parser = value_parser!(u32).range(1..), allow_negative_numbers = true)]
    initial_max: u32,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(short, long, default_value = "127.0.0.1")]
    address: String,
    /// The port to listen on; 0 takes a free one
    #[arg(short, long, default_value_t = 9000)]
    port: u16,
    /// Each player's seconds for the whole game
    #[arg(short, long, value_name = "SECS", default_value_t = SECONDS)]
    #[arg(value_parser = value_parser!(u64).range(1..=1_000_000), allow_negative_numbers = true)]
    time: u64,
    /// What `current_max` means, to the clients and in the log
    #[arg(long, default_value = "taken")]
    dialect: Dialect,
    /// What it means to the first player
    #[arg(long, value_name = "DIALECT")]
    dialect_0: Option<Dialect>,
    /// What it means to the second player
    #[arg(long, value_name = "DIALECT")]
    dialect_1: Option<Dialect>,
    /// Milliseconds at least between two messages to a client that has sent nothing in between
    ///
    /// Old clients lose a game when two messages reach them at once. Unless told otherwise it is 20, or
    /// until a client on this machine has read the last message. One that has still not read it is
    /// given up to a second more. No clock runs meanwhile.
    #[arg(long, value_name = "MS")]
    #[arg(value_parser = value_parser!(u64).range(..=60_000), allow_negative_numbers = true)]
    pace: Option<u64>,
    /// A file for the log, begun anew with each game
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Play game after game until interrupted
    #[arg(long)]
    forever: bool,
}

/// Serves one game, or game after game.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.log {
        create_log(path)?;
    }
    let mut lobby = open(arguments)?;
    let address = lobby.address()?;
    say(&format!("Listening on {address}\n"));
    loop {
        serve_game(arguments, &mut lobby)?;
        if !arguments.forever {
            return Ok(lobby.close()?);
        }
    }
}

fn create_log(path: &Path) -> Result<File, Failure> {
    File::create(path).map_err(|error| {
        Failure::task(format_args!(
            "cannot write the log {}: {error}",
            path.display()
        ))
    })
}

fn open(arguments: &Arguments) -> Result<Lobby, Failure> {
    let Arguments { address, port, .. } = arguments;
    let pace = Pace::told(arguments.pace);
    Lobby::open((address, *port), pace, HELLO_TIME).map_err(|error| {
        let remedy = match error.kind() {
            io::ErrorKind::AddrInUse => "; choose another port with -p, or 0 for a free one",
            _ => "",
        };
        Failure::task(format_args!(
            "cannot listen on {address}:{port}: {error}{remedy}"
        ))
    })
}

fn serve_game(arguments: &Arguments, lobby: &mut Lobby) -> Result<(), Failure> {
    let mut guests = lobby
        .gather(
            2,
            |_| true,
            |turned_away| {
                if let Some(why) = turned_away.filter(|why| *why != TurnedAway::Full) {
                    warn(format_args!("a client got no seat: {why}"));
                }
                true
            },
        )?
        .unwrap_or_default();
    let (Some(second), Some(first)) = (guests.pop(), guests.pop()) else {
        return Ok(());
    };
    let seats = take_seats(arguments, first, second);
    let file = arguments.log.as_deref().map(create_log).transpose()?;
    let names = [&seats[0].name, &seats[1].name];
    let mut log = GameLog::new(file, arguments.dialect, names);
    let terms = Terms {
        stones: arguments.stones,
        resets: arguments.resets,
        initial_max: arguments.initial_max,
        seconds: arguments.time,
    };
    log.started(&terms);
    server::play(&terms, seats, lobby, |turn| {
        turn.into_iter().for_each(|turn| log.turn(turn));
        true
    })?;
    Ok(())
}

/// Connection order stands unless the second connection asks to move first, as it has always been.
fn take_seats(arguments: &Arguments, first: Guest, second: Guest) -> [Seat; 2] {
    if first.hello.first == second.hello.first {
        let order = u8::from(!first.hello.first);
        warn(format_args!("both clients ask for order {order}"));
    }
    let [first, second] = match second.hello.first {
        true => [second, first],
        false => [first, second],
    };
    [
        Seat::new(first, arguments.dialect_0.unwrap_or(arguments.dialect)),
        Seat::new(second, arguments.dialect_1.unwrap_or(arguments.dialect)),
    ]
}

fn warn(what: std::fmt::Arguments) {
    let _ = writeln!(io::stderr(), "warning: {what}");
}
