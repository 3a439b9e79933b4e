//! `expanding_nim best`: who wins a position, and how.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::position::{Move, Position};
use super::solver::Solver;
use crate::program::Failure;

#[derive(Serialize)]
struct Answer {
    win: bool,
    limit: u32,
    #[serde(rename = "move")]
    chosen: Move,
    winning_moves: Vec<Move>,
}

/// Answers on standard output, in words or in JSON.
pub fn run(position: &Position, json: bool) -> Result<(), Failure> {
    let solver = Solver::of_one_row(position).map_err(Failure::usage)?;
    let winning_moves = solver.winning_moves(position);
    let answer = Answer {
        win: !winning_moves.is_empty(),
        limit: position.limit(),
        chosen: solver.best_move(position),
        winning_moves,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    if json {
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
