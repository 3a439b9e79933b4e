//! `expanding_nim`: play against the perfect bot, ask it for the best move, list the lost starts.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use sticks_and_stones::expanding_nim::{analyse, best};
use sticks_and_stones::program::{self, Failure};

/// Expanding Nim: take up to one more stone than anybody has taken so far (at least 3); whoever
/// takes the last stone wins. A reset, declared with a move, holds the opponent's next turn to 3.
#[derive(Parser)]
#[command(name = "expanding_nim", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Best(best::Arguments),
    Analyse(analyse::Arguments),
}

fn main() -> ExitCode {
    program::finish(run())
}

fn run() -> Result<(), Failure> {
    match Arguments::parse().command {
        Command::Best(arguments) => best::run(&arguments),
        Command::Analyse(arguments) => analyse::run(&arguments),
    }
}
