//! `expanding_nim serve`: its command line, and what it means to the library.

use std::path::PathBuf;

use sticks_and_stones::expanding_nim::position::INITIAL_MAX;
use sticks_and_stones::expanding_nim::protocol::{Choice, SECONDS, Terms};
use sticks_and_stones::expanding_nim::serve;
use sticks_and_stones::program::{Failure, whole_number};

/// Serve a game over TCP to two clients of the class platform
///
/// Says where it listens, waits for two clients to say hello, plays one game and ends with it. The
/// first to connect moves first, unless the second one asks to (`"order": 0`). The log of the game
/// appears on standard output.
///
/// Old clients differ in what they take `current_max` for: see `--dialect`. Each client can be sent
/// its own view. The keys `limit` (what may be taken next), `largest_taken` and, at the end,
/// `winner_order` mean the same for all.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  expanding_nim serve 100 4                       100 stones, 4 resets each, port 9000
  expanding_nim serve -p 0 -t 60 --forever 999 4  any free port, 60 seconds each, game after game
  expanding_nim serve -a 0.0.0.0 --log game-log.txt --dialect-1 limit 50 2")]
pub(crate) struct Serve {
    /// Stones at the start
    #[arg(value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=u32::MAX))]
    stones: u32,
    /// Resets of each player
    #[arg(value_name = "R", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(0..=u32::MAX))]
    resets: u32,
    /// What may always be taken, and all that may be taken after a reset
    #[arg(short = 'm', long, value_name = "MAX", default_value_t = INITIAL_MAX)]
    #[arg(value_parser = whole_number(1..=u32::MAX), allow_negative_numbers = true)]
    initial_max: u32,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(short, long, default_value = "127.0.0.1")]
    address: String,
    /// The port to listen on; 0 takes a free one
    #[arg(short, long, default_value_t = 9000, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(0..=u16::MAX))]
    port: u16,
    /// Each player's seconds for the whole game
    #[arg(short, long, value_name = "SECS", default_value_t = SECONDS)]
    #[arg(value_parser = whole_number(1..=1_000_000u64), allow_negative_numbers = true)]
    time: u64,
    /// What `current_max` means, to the clients and in the log
    ///
    /// `auto` means the largest number taken so far. With --forever, a client that comes again under the same
    /// name, and in many moves has never asked for more than that number, is told the limit from then on.
    #[arg(long, default_value = "auto")]
    dialect: Choice,
    /// What it means to the first player
    #[arg(long, value_name = "DIALECT")]
    dialect_0: Option<Choice>,
    /// What it means to the second player
    #[arg(long, value_name = "DIALECT")]
    dialect_1: Option<Choice>,
    /// Milliseconds at least between two messages to a client that has sent nothing in between
    ///
    /// Old clients lose a game when two messages reach them at once. Unless told otherwise it is 20, or
    /// until a client on this machine has read the last message. One that has still not read it is
    /// given up to a second more. No clock runs meanwhile.
    #[arg(long, value_name = "MS")]
    #[arg(value_parser = whole_number(0..=60_000u64), allow_negative_numbers = true)]
    pace: Option<u64>,
    /// A file for the log, begun anew with each game
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Play game after game until interrupted
    #[arg(long)]
    forever: bool,
}

impl Serve {
    pub(crate) fn run(self) -> Result<(), Failure> {
        serve::run(&serve::Wishes {
            terms: Terms {
                stones: self.stones,
                resets: self.resets,
                initial_max: self.initial_max,
                seconds: self.time,
            },
            address: self.address,
            port: self.port,
            dialect: self.dialect,
            dialects: [self.dialect_0, self.dialect_1],
            pace: self.pace,
            log: self.log,
            forever: self.forever,
        })
    }
}
