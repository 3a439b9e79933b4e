//! The roster, the gradebook and the folder of results: what `grade class` and `grade merge` share.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use sticks_and_stones::files;
use sticks_and_stones::grading::class::gradebook::Gradebook;
use sticks_and_stones::grading::class::journal;
use sticks_and_stones::grading::class::roster::Roster;
use sticks_and_stones::grading::class::student::{Row, Stage};
use sticks_and_stones::grading::class::{Class, output};
use sticks_and_stones::program::{Failure, cannot_write};

/// Where the class is listed, and where its grades go.
#[derive(Args)]
pub(crate) struct Books {
    /// Who is in the class: an export of Canvas, Moodle or Blackboard, or a CSV file with `id,name`
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Write the roster again with the grades in it, and every other byte as it was
    #[arg(long, value_name = "FILE", requires = "roster")]
    gradebook: Option<PathBuf>,
    /// The column of the gradebook [default: the only one, or the one named like the assignment]
    #[arg(long, value_name = "TITLE", requires = "gradebook")]
    column: Option<String>,
}

impl Books {
    /// The files that are named.
    pub(crate) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.roster.iter().chain(&self.gradebook)
    }

    /// Reads the roster; what would only be found wrong after grading is found now. The gradebook may
    /// go to `out`, which may be made later.
    pub(crate) fn open(&self, assignment: &str, out: &Path) -> Result<Option<Roster>, Failure> {
        let Some(path) = &self.roster else {
            return Ok(None);
        };
        let roster = Roster::open(path)?;
        if let Some(path) = &self.gradebook {
            Gradebook::of(&roster, assignment, self.column.as_deref())?;
            let later = path.parent() == Some(out) && !out.exists();
            let tried = match later {
                true => Ok(()),
                false => files::try_replacing(path),
            };
            tried.map_err(|error| Failure::usage(cannot_write(path, error)))?;
        }
        Ok(Some(roster))
    }

    /// Writes the gradebook, if one is wanted, and tells how the class went.
    pub(crate) fn close(
        &self,
        roster: Option<&Roster>,
        class: &Class,
        rows: &[Row],
        out: &Path,
    ) -> Result<(), Failure> {
        let mut told = sum(rows, out);
        if let (Some(roster), Some(path)) = (roster, &self.gradebook) {
            let gradebook = Gradebook::of(roster, &class.assignment, self.column.as_deref())?;
            let marks = output::marks(class, rows, roster)?;
            let bytes = gradebook.filled(&marks, class.max_score());
            files::replace(path, &bytes)
                .map_err(|error| Failure::with_code(70, cannot_write(path, error)))?;
            let taken = gradebook.takes(&marks);
            told += &format!("{taken} grades in {}", path.display());
            match marks.len() - taken {
                0 => told.push('\n'),
                left => told += &format!(", {left} may not be changed there\n"),
            }
        }
        Ok(io::stdout().write_all(told.as_bytes())?)
    }
}

fn sum(rows: &[Row], out: &Path) -> String {
    let mut told = String::new();
    for stage in [
        Stage::Graded,
        Stage::NotBuilt,
        Stage::NotStarted,
        Stage::Refused,
        Stage::Unclear,
        Stage::Missing,
    ] {
        let count = rows.iter().filter(|row| row.student.stage == stage).count();
        if count > 0 {
            told += &format!("{count} {}, ", stage.word());
        }
    }
    let told = told.trim_end_matches(", ");
    format!("{told}: {}\n", out.join("index.html").display())
}

/// Makes the folder of results; one that holds something else is refused.
pub(crate) fn prepare(out: &Path) -> Result<(), Failure> {
    let refused = |reason: &dyn std::fmt::Display| {
        Failure::usage(format_args!(
            "cannot write results to `{}`: {reason}",
            out.display()
        ))
    };
    fs::create_dir_all(out).map_err(|error| refused(&error))?;
    let mut entries = fs::read_dir(out).map_err(|error| refused(&error))?;
    if !out.join(journal::NAME).exists() && entries.next().is_some() {
        return Err(refused(&"it holds something else; name a new folder"));
    }
    Ok(())
}
