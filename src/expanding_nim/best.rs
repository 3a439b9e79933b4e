//! `expanding_nim best`: who wins a position, and how.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::position::{INITIAL_MAX, Move, Position, RESETS};
use super::solver::{MAX_RESETS, MAX_STONES, Solver};
use crate::program::{Failure, whole_number};

/// Is a position won or lost, which move to make, and every move that wins
///
/// In a won position the move is the winning one that needs no reset, if there is one, and then the
/// one that takes the fewest stones. In a lost position it is the one that makes the opponent's task
/// hardest: it leaves the fewest winning replies (a take with and without a reset are two replies),
/// then takes the fewest stones, and never spends a reset.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  expanding_nim best 8                          the start with 8 stones and 4 resets each
  expanding_nim best 23 --taken 5 --mine 2      up to 6 may be taken, and we have 2 resets left
  expanding_nim best 23 --taken 5 --capped      the opponent has just used a reset: up to 3
  expanding_nim best 999 --json                 for programs")]
pub struct Arguments {
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

#[derive(Serialize)]
struct Answer {
    win: bool,
    limit: u32,
    #[serde(rename = "move")]
    chosen: Move,
    winning_moves: Vec<Move>,
}

/// Answers on standard output.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut position = Position::new(arguments.stones, arguments.mine, arguments.initial_max);
    position.resets[1] = arguments.theirs;
    position.taken = arguments.taken;
    position.capped = arguments.capped;
    let solver = Solver::of_one_row(&position).map_err(Failure::usage)?;
    let winning_moves = solver.winning_moves(&position);
    let answer = Answer {
        win: !winning_moves.is_empty(),
        limit: position.limit(),
        chosen: solver.best_move(&position),
        winning_moves,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    if arguments.json {
        serde_json::to_writer(&mut out, &answer).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{answer}")?;
    }
    Ok(out.flush()?)
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let verdict = if self.win { "Won" } else { "Lost" };
        writeln!(f, "{verdict} for the player to move.")?;
        writeln!(f, "Limit: {}", self.limit)?;
        writeln!(f, "Move: {}", self.chosen)?;
        let winning: Vec<String> = self.winning_moves.iter().map(Move::to_string).collect();
        match winning.is_empty() {
            true => writeln!(f, "Winning moves: none"),
            false => writeln!(f, "Winning moves: {}", winning.join(", ")),
        }
    }
}
