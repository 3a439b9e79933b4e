//! `expanding_nim`: play against the perfect bot, ask it for the best move, list the lost starts; serve
//! and join games over TCP, and run tournaments.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
#[cfg(unix)]
use sticks_and_stones::arcade::board;
use sticks_and_stones::expanding_nim::{analyse, best, join, replay, serve, table, tournament};
use sticks_and_stones::program::{self, Failure};

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
  expanding_nim replay class.jsonl --game 17     a game of it, told with its values")]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: table::Arguments,
}

#[derive(Subcommand)]
enum Command {
    Play(table::Arguments),
    Best(best::Arguments),
    Analyse(analyse::Arguments),
    Serve(serve::Arguments),
    Join(join::Arguments),
    Tournament(tournament::Arguments),
    Replay(replay::Arguments),
}

fn main() -> ExitCode {
    program::finish(run())
}

fn run() -> Result<(), Failure> {
    let arguments: CommandLine = program::arguments()?;
    match arguments.command.unwrap_or(Command::Play(arguments.play)) {
        Command::Play(arguments) => table::run(&arguments),
        Command::Best(arguments) => best::run(&arguments),
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Join(arguments) => join::run(&arguments),
        #[cfg(unix)]
        Command::Tournament(arguments) => tournament::run(&arguments, board::serve),
        #[cfg(not(unix))]
        Command::Tournament(arguments) => tournament::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
    }
}
