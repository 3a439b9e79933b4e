//! What can be typed behind `expanding_nim`: a structure a command, and the call that each stands for.

use std::path::PathBuf;

use sticks_and_stones::expanding_nim::client::Builtin;
use sticks_and_stones::expanding_nim::position::{INITIAL_MAX, Position, RESETS};
use sticks_and_stones::expanding_nim::protocol::Hello;
use sticks_and_stones::expanding_nim::solver::{MAX_RESETS, MAX_STONES};
use sticks_and_stones::expanding_nim::table::{Who, Wishes};
use sticks_and_stones::expanding_nim::{analyse, best, join, replay, table};
use sticks_and_stones::program::{Failure, whole_number};

/// Play a game, against the perfect bot or a friend (the default command)
///
/// What no flag tells is asked. A move is typed as `3`, or with a reset as `3 1` or `3 reset`; type
/// `help` to see what else can be typed, such as `hint` and `undo`.
/// `Current max` is the most taken in one turn so far; after a reset it is one less than the initial
/// maximum: one more than this number may be taken, and the initial maximum always.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  expanding_nim                                              asks for everything
  expanding_nim --stones 100 --resets 4 --first human --second bot
  expanding_nim play --stones 50 --first bot --second random --resets 0 --seed 7")]
pub(crate) struct Play {
    /// Stones at the start
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_STONES))]
    stones: Option<u32>,
    /// Resets of each player
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(0..=MAX_RESETS))]
    resets: Option<u32>,
    /// Who goes first
    #[arg(long, value_name = "WHO")]
    first: Option<Who>,
    /// Who goes second
    #[arg(long, value_name = "WHO")]
    second: Option<Who>,
    /// What may always be taken, and all that may be taken after a reset
    #[arg(long, value_name = "M", default_value_t = INITIAL_MAX, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_STONES))]
    initial_max: u32,
    /// The seed of the random player
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
}

impl Play {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        table::run(&Wishes {
            stones: self.stones,
            resets: self.resets,
            seats: [self.first, self.second],
            initial_max: self.initial_max,
            seed: self.seed,
        })
    }
}

/// Is a position won or lost, which move to make, and every move that wins
///
/// In a won position the move is the winning one that needs no reset, if there is one, and then the
/// one that takes the fewest stones. In a lost position it is the one that makes the opponent's task
/// hardest: it leaves the fewest winning replies (a take with and without a reset are two replies),
/// then takes the fewest stones, and never spends a reset.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  expanding_nim best 8                          the start with 8 stones and 4 resets each
  expanding_nim best 23 --taken 5 --mine 2      up to 6 may be taken, and we have 2 resets left
  expanding_nim best 23 --taken 5 --capped      the opponent has just used a reset: up to 3
  expanding_nim best 999 --json                 for programs")]
pub(crate) struct Best {
    /// Stones left
    #[arg(allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_STONES))]
    stones: u32,
    /// The most stones that anybody has taken in one turn so far
    #[arg(
        long,
        value_name = "T",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    #[arg(value_parser = whole_number(0..=MAX_STONES))]
    taken: u32,
    /// Resets left to the player to move
    #[arg(long, value_name = "R", default_value_t = RESETS, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(0..=MAX_RESETS))]
    mine: u32,
    /// Resets left to the opponent
    #[arg(long, value_name = "R", default_value_t = RESETS, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(0..=MAX_RESETS))]
    theirs: u32,
    /// The opponent has used a reset on the turn just before
    #[arg(long)]
    capped: bool,
    /// What may always be taken, and all that may be taken after a reset
    #[arg(long, value_name = "M", default_value_t = INITIAL_MAX, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_STONES))]
    initial_max: u32,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl Best {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut position = Position::new(self.stones, self.mine, self.initial_max);
        position.resets[1] = self.theirs;
        position.taken = self.taken;
        position.capped = self.capped;
        best::run(&position, self.json)
    }
}

/// Which starts the first player loses, for 0 to 4 resets each
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  expanding_nim analyse 100
  expanding_nim analyse 1000 --json")]
pub(crate) struct Analyse {
    /// The largest start to look at
    #[arg(value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_STONES))]
    stones: u32,
    /// What may always be taken, and all that may be taken after a reset
    #[arg(long, value_name = "M", default_value_t = INITIAL_MAX, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_STONES))]
    initial_max: u32,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl Analyse {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        analyse::run(self.stones, self.initial_max, self.json)
    }
}

/// Join a game on a server of the class platform
///
/// Moves are read from standard input as `K R`: take K stones, and reset if R is not 0. With `--bot`
/// a bot plays. Servers of both dialects will do: the game is followed here, move by move.
///
/// A server that is not there yet is tried for two seconds.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  expanding_nim join -f -n Alice 127.0.0.1:9000           move first, by hand
  expanding_nim join -n Bot --bot perfect 127.0.0.1:9000  let the perfect bot move second")]
pub(crate) struct Join {
    /// Ask to move first
    #[arg(short, long)]
    first: bool,
    /// The name to play under
    #[arg(short, long)]
    name: String,
    /// Let a bot play
    #[arg(long, value_name = "BOT")]
    bot: Option<Builtin>,
    /// The seed of the random bot
    #[arg(
        long,
        value_name = "N",
        requires = "bot",
        allow_negative_numbers = true
    )]
    #[arg(value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
    /// Where the server listens
    #[arg(value_name = "IP:PORT", value_parser = parse_address)]
    address: String,
}

impl Join {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let hello = Hello {
            name: self.name.clone(),
            first: self.first,
        };
        let bot = self.bot.map(|bot| bot.player(self.seed));
        join::run(&self.address, hello, bot)
    }
}

fn parse_address(text: &str) -> Result<String, String> {
    match text.rsplit_once(':') {
        Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok_and(|p| p > 0) => {
            Ok(text.to_owned())
        }
        _ => Err("an address looks like 127.0.0.1:9000".to_owned()),
    }
}

/// Tell recorded games again, with the value of every position
///
/// FILE is the log of a tournament, or games as `--json` writes them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  expanding_nim replay class.jsonl --game 17         one game of a tournament
  expanding_nim replay class.jsonl --json > games    every game as one line of JSON
  expanding_nim replay games                         those told again")]
pub(crate) struct Replay {
    /// The log
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only the game with this number
    #[arg(long, value_name = "NUMBER", value_parser = whole_number(1..=usize::MAX))]
    game: Option<usize>,
    /// Write each game as one line of JSON, with its rules and moves
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        replay::run(&self.file, self.game, self.json)
    }
}
