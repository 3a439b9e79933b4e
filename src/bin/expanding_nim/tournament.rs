//! `expanding_nim tournament`: its command line, and what it means to the library.

use std::net::SocketAddr;
use std::path::PathBuf;
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use sticks_and_stones::arcade::board;
#[cfg(unix)]
use sticks_and_stones::expanding_nim::tournament;
use sticks_and_stones::program::Failure;

/// Run a tournament between bots, each match in both orders
///
/// FILE.toml lists the bots and the numbers of stones. Each game has a server of its own; a bot that
/// crashes, hangs, cheats or floods loses that game, and the tournament goes on. A win is a point; if
/// neither bot can be started nobody gets one.
///
/// Every move is logged, as JSON Lines, beside FILE.toml (FILE.jsonl): who took how many, how long it
/// took, and whether it threw away a won position. The line of a game follows its moves.
#[derive(clap::Args)]
#[command(
    after_help = r#"Example of a FILE.toml (only stones and the bots are needed):
  stones = [20, 100, 999]   # every pair plays each of these, in both orders
  format = "round-robin"    # or "swiss", "gauntlet" (one meets all), "groups" (and a final)
  rounds = 1                # how often all of it is played; how many rounds a swiss has
  champion = "perfect"      # who meets all in a gauntlet (the first bot)
  groups = 4                # how many groups (about six bots in each)
  finalists = 2             # how many of each group play the final
  resets = 4                # of each player
  initial_max = 3           # what may always be taken
  seconds = 120             # each player's clock for a game
  start = 30                # seconds that a bot may take to connect and say hello
  pace = 20                 # milliseconds between two messages in any case; else until it is read
  jobs = 2                  # games at the same time (as many as processors, more if bots sleep)
  port = 9000               # only if bots have it built in
  seed = 1                  # the dice of the random bots and of draws
  log = "games.jsonl"

  [[bot]]
  name = "perfect"
  builtin = "perfect"       # or "random"

  [[bot]]
  name = "alice"            # {host}, {port} and {name} are filled in; no shell is involved
  first = "python3 alice.py --first -n {name} {host}:{port}"
  second = "python3 alice.py -n {name} {host}:{port}"
  dialect = "auto"          # what the bot takes current_max for: "taken", "limit", or found out
  folder = "alice"          # where it runs, seen from FILE.toml (its own folder)
  build = "make"            # once, in that folder, before the first game
  env = { LEVEL = "9" }     # added to its environment

Bots are held to the limits of `grade` and sealed: they reach their folder and the port of their game. With
`seal = false` they are not.

Examples:
  expanding_nim tournament class.toml --json result.json
  expanding_nim tournament class.toml --resume    go on after an interruption
  expanding_nim tournament class.toml --budget 30m --until 95%
  expanding_nim tournament class.toml --serve=0.0.0.0:8080 --html board.html"#
)]
#[cfg_attr(not(unix), allow(dead_code))]
pub(crate) struct Tournament {
    /// The tournament
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Write the standings and all games to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Go on with the log of an interrupted run, without replaying its games
    #[arg(long)]
    resume: bool,
    /// Write the board to this file again and again: one page, complete in itself, with every game to replay
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Serve the board live until Ctrl-C, at a free port of this computer or at the given address
    #[arg(long, value_name = "ADDRESS:PORT", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "127.0.0.1:0")]
    serve: Option<SocketAddr>,
    /// Play as many rounds as fit into this time, such as 30m or 2h
    ///
    /// A rehearsal in which every bot plays tells how long a game takes. How many rounds are played is said
    /// before they begin, and stays so with --resume.
    #[cfg(unix)]
    #[arg(long, value_name = "TIME", value_parser = tournament::duration)]
    budget: Option<Duration>,
    /// Go on until neighbours in the standings are told apart with this probability, such as 95%
    ///
    /// After all rounds, only pairs that are not told apart play on. Two bots whose ratings are known to be
    /// within 100 points of each other count as equal.
    #[cfg(unix)]
    #[arg(long, value_name = "PROBABILITY", value_parser = tournament::probability)]
    until: Option<f64>,
}

impl Tournament {
    #[cfg(unix)]
    pub(crate) fn run(self) -> Result<(), Failure> {
        let wishes = tournament::Wishes {
            file: self.file,
            json: self.json,
            resume: self.resume,
            html: self.html,
            serve: self.serve,
            budget: self.budget,
            until: self.until,
        };
        tournament::run(&wishes, board::serve)
    }

    /// Says where a tournament can be run.
    #[cfg(not(unix))]
    pub(crate) fn run(self) -> Result<(), Failure> {
        Err(Failure::task(
            "the tournament needs Linux or macOS; on Windows run it inside WSL",
        ))
    }
}
