//! `expanding_nim`: play against the perfect bot, ask it for the best move, list the lost starts; serve
//! and join games over TCP, and run tournaments.

mod arguments;
mod serve;
mod tournament;

use std::process::ExitCode;

use arguments::{Analyse, Best, Join, Play, Replay};
use clap::{Parser, Subcommand};
use serve::Serve;
use sticks_and_stones::program::{self, Failure};
use tournament::Tournament;

/// Expanding Nim: take up to one more stone than anybody has taken so far (at least 3); whoever
/// takes the last stone wins. A reset, declared with a move, holds the opponent's next turn to 3.
///
/// Without a command it is a game to play, and what no option tells is asked.
#[derive(Parser)]
#[command(
    name = "expanding_nim",
    version,
    args_conflicts_with_subcommands = true
)]
#[command(after_help = "\
Examples:
  expanding_nim                                  play; asks for everything
  expanding_nim --stones 100 --resets 4 --first human --second bot
  expanding_nim best 23 --taken 5 --mine 2       the best move, and every winning one
  expanding_nim analyse 1000                     the starts that the first player loses
  expanding_nim serve 100 4                      a server for two clients of the class platform
  expanding_nim join -n Bot --bot perfect 127.0.0.1:9000
  expanding_nim tournament class.toml            every pair of bots, in both orders
  expanding_nim replay class.jsonl --game 17     a game of it, told with its values

Exit codes: 0 done; 1 the input ended in mid-game, a file is bad, or the other side went away;
2 wrong usage; 130 a tournament was interrupted.")]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: Play,
}

#[derive(Subcommand)]
enum Command {
    Play(Play),
    Best(Best),
    Analyse(Analyse),
    Serve(Serve),
    Join(Join),
    Tournament(Tournament),
    Replay(Replay),
}

fn main() -> ExitCode {
    program::finish(run())
}

fn run() -> Result<(), Failure> {
    let arguments: CommandLine = program::arguments()?;
    match arguments.command.unwrap_or(Command::Play(arguments.play)) {
        Command::Play(arguments) => arguments.run(),
        Command::Best(arguments) => arguments.run(),
        Command::Analyse(arguments) => arguments.run(),
        Command::Serve(arguments) => arguments.run(),
        Command::Join(arguments) => arguments.run(),
        Command::Tournament(arguments) => arguments.run(),
        Command::Replay(arguments) => arguments.run(),
    }
}
