//! `expanding_nim analyse`: the starts that the first player loses.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::position::{INITIAL_MAX, Position, RESETS};
use super::solver::{MAX_STONES, Solver};
use crate::program::{Failure, whole_number};

/// How wide the text table may be.
const LINE: usize = 80;

/// Which starts the first player loses, for 0 to 4 resets each
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  expanding_nim analyse 100
  expanding_nim analyse 1000 --json")]
pub struct Arguments {
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

/// Answers on standard output.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let analysis = analyse(arguments.stones, arguments.initial_max)?;
    let mut out = BufWriter::new(io::stdout().lock());
    if arguments.json {
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
