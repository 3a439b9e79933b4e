//! What a position and its moves are worth, as text and as JSON. Moves are written one by one.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::position::Position;
use super::solver::Solution;
use crate::game::Game;
use crate::players::Judged;

/// Writes the value of a position and, line by line, its moves, best first.
pub fn write_text(
    solution: &Solution,
    position: &Position,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{position}  {}", solution.value(position))?;
    for Judged { chosen: tap, value } in solution.moves(position) {
        writeln!(out, "  {tap}  {}  {value}", position.play(tap))?;
    }
    Ok(())
}

/// Writes the same as one line of JSON.
pub fn write_json(
    solution: &Solution,
    position: &Position,
    out: &mut impl Write,
) -> io::Result<()> {
    let value = solution.value(position);
    let report = Report {
        position: position.to_string(),
        value: value.word(),
        remoteness: value.remoteness(),
        moves: Moves(solution, position),
    };
    serde_json::to_writer(&mut *out, &report)?;
    writeln!(out)
}

#[derive(Serialize)]
struct Report<'a> {
    position: String,
    value: &'static str,
    remoteness: Option<u32>,
    moves: Moves<'a>,
}

struct Moves<'a>(&'a Solution, &'a Position);

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    tap: String,
    position: String,
    value: &'static str,
    remoteness: Option<u32>,
}

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Moves(solution, position) = self;
        serializer.collect_seq(
            solution
                .moves(position)
                .map(|Judged { chosen: tap, value }| Move {
                    tap: tap.to_string(),
                    position: position.play(tap).to_string(),
                    value: value.word(),
                    remoteness: value.remoteness(),
                }),
        )
    }
}
