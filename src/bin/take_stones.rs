//! The best stone to take, by alpha-beta search.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use sticks_and_stones::game::{Game, Player};
use sticks_and_stones::program::{self, Failure};
use sticks_and_stones::take_stones::{Board, arguments, search};

/// The best stone to take, by alpha-beta search.
#[derive(Parser)]
#[command(version, allow_negative_numbers = true)]
struct Arguments {
    /// <#stones> <#taken_stones> <list_of_taken_stones> <depth>
    numbers: Vec<String>,
}

fn main() -> ExitCode {
    program::finish(run())
}

fn run() -> Result<(), Failure> {
    let arguments = Arguments::parse();
    let (board, depth) = arguments::board_and_depth(&arguments.numbers)?;
    refuse_finished(&board)?;
    Ok(write!(io::stdout(), "{}", search::search(&board, depth))?)
}

/// A finished game has no best move.
fn refuse_finished(board: &Board) -> Result<(), Failure> {
    let Some(winner) = board.winner() else {
        return Ok(());
    };
    Err(Failure::task(format_args!(
        "the game is over: {} has no legal stone, so {} has won",
        role(winner.other()),
        role(winner)
    )))
}

/// The player's two names in the assignment.
fn role(player: Player) -> &'static str {
    match player {
        Player::First => "Player 1 (Max)",
        Player::Second => "Player 2 (Min)",
    }
}
