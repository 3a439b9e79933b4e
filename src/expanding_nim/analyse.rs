//! `expanding_nim analyse`: the starts that the first player loses.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::position::{Position, RESETS};
use super::solver::Solver;
use crate::program::Failure;

/// How wide the text table may be.
const LINE: usize = 80;

#[derive(Serialize)]
struct Analysis {
    stones: u32,
    initial_max: u32,
    losing_starts: Vec<LosingStarts>,
}

/// The starts that are lost with so many resets each.
#[derive(Serialize)]
struct LosingStarts {
    resets: u32,
    count: usize,
    starts: Vec<u32>,
}

/// Answers on standard output, as a table or in JSON.
pub fn run(stones: u32, initial_max: u32, json: bool) -> Result<(), Failure> {
    let analysis = analyse(stones, initial_max)?;
    let mut out = BufWriter::new(io::stdout().lock());
    if json {
        serde_json::to_writer(&mut out, &analysis).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        write_table(&mut out, &analysis)?;
    }
    Ok(out.flush()?)
}

fn analyse(stones: u32, initial_max: u32) -> Result<Analysis, Failure> {
    let start = |stones, resets| Position::new(stones, resets, initial_max);
    // One table holds all resets.
    let solver = Solver::of_one_row(&start(stones, RESETS)).map_err(Failure::usage)?;
    let losing_starts = (0..=RESETS)
        .map(|resets| {
            let lost = |&stones: &u32| !solver.is_win(&start(stones, resets));
            let starts: Vec<u32> = (1..=stones).filter(lost).collect();
            LosingStarts {
                resets,
                count: starts.len(),
                starts,
            }
        })
        .collect();
    Ok(Analysis {
        stones,
        initial_max,
        losing_starts,
    })
}

fn write_table(out: &mut impl Write, analysis: &Analysis) -> io::Result<()> {
    let stones = analysis.stones;
    writeln!(out, "Starts up to {stones} that the first player loses\n")?;
    writeln!(out, "resets  lost  starts")?;
    for lost in &analysis.losing_starts {
        let mut line = format!("{:6}{:6} ", lost.resets, lost.count);
        for start in &lost.starts {
            let next = format!(" {start}");
            if line.len() + next.len() > LINE {
                writeln!(out, "{line}")?;
                line = " ".repeat(13);
            }
            line += &next;
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
