//! `grade merge`: parts of a class, graded on several machines, become one.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;
use sticks_and_stones::grading::class::journal::Journal;
use sticks_and_stones::grading::class::{merge, output};
use sticks_and_stones::program::Failure;

use crate::books::{Books, prepare};

const EXAMPLES: &str = "\
Examples:
  grade merge results-*/ --out results/
  grade merge results-*/ --roster export.csv --gradebook import.csv --out results/

Exit codes: 0 merged, 2 bad usage or parts that do not belong together, 70 results could not be written.";

/// Make one class of the parts that `grade class --shard` has graded
#[derive(Parser)]
#[command(name = "grade merge", after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folders of results
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    /// Where the results of the class go; made if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    books: Books,
}

/// Merges.
pub(crate) fn run(words: impl Iterator<Item = OsString>) -> Result<(), Failure> {
    let arguments = Arguments::parse_from(words);
    let out = &arguments.out;
    let same =
        |part: &&PathBuf| part.canonicalize().ok() == out.canonicalize().ok() && out.exists();
    if let Some(part) = arguments.parts.iter().find(same) {
        return Err(Failure::usage(format_args!(
            "`{}` is a part and cannot be --out as well",
            part.display()
        )));
    }
    prepare(out)?;
    let journal = Journal::open(out)?;
    let (class, students) = merge::merge(&arguments.parts, &journal)?;
    let roster = arguments.books.open(&class.assignment, out)?;
    let rows = output::write(out, &class, students, &journal, None)?;
    arguments.books.close(roster.as_ref(), &class, &rows, out)
}
