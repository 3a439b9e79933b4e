//! What is known about one student when all is done.

use serde::{Deserialize, Serialize};

use crate::grading::grade::{Graded, Status};

/// How far a submission came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// It was graded.
    Graded,
    /// It could not be unpacked, read or told apart.
    Refused,
    /// Nobody knows how to start it.
    Unclear,
    /// It did not build.
    NotBuilt,
    /// It did not start.
    NotStarted,
    /// There is none.
    Missing,
}

impl Stage {
    /// The word in `grades.csv`.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Graded => "graded",
            Stage::Refused => "refused",
            Stage::Unclear => "unclear",
            Stage::NotBuilt => "not built",
            Stage::NotStarted => "not started",
            Stage::Missing => "no submission",
        }
    }
}

/// One student.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Student {
    /// The platform's number, or the name.
    pub id: String,
    /// The name.
    pub name: String,
    /// How far it came.
    pub stage: Stage,
    /// Why it did not come further.
    pub problem: Option<String>,
    /// What a person should know.
    pub notes: Vec<String>,
    /// How it was built and started, and why so.
    pub chosen: Option<String>,
    /// What the compiler said.
    pub messages: String,
    /// The key of the build in the journal.
    pub build: Option<String>,
    /// The command that starts it.
    pub command: String,
    /// A digest of what was handed in.
    pub content: String,
    /// The keys of the cases in the journal, in their order.
    pub cases: Vec<String>,
}

/// One cell of the class: a student and a case.
#[derive(Clone, Debug)]
pub struct Cell {
    /// How it came out.
    pub status: Status,
    /// Points earned, in hundredths.
    pub score: u64,
    /// One sentence about what went wrong.
    pub reason: Option<String>,
}

impl Cell {
    /// What a class needs to know of a case.
    pub fn of(graded: &Graded) -> Cell {
        Cell {
            status: graded.status,
            score: graded.score.hundredths(),
            reason: graded.reason.clone(),
        }
    }
}

/// One row of the class.
#[derive(Clone, Debug)]
pub struct Row {
    /// The student.
    pub student: Student,
    /// The name of the student's files.
    pub file: String,
    /// The cases in their order; empty if nothing was run.
    pub cells: Vec<Cell>,
}

impl Row {
    /// Points in hundredths; none if there was no submission.
    pub fn score(&self) -> Option<u64> {
        (self.student.stage != Stage::Missing)
            .then(|| self.cells.iter().map(|cell| cell.score).sum())
    }
}

/// Hundredths as people write them: `12`, `12.50`.
pub fn points(hundredths: u64) -> String {
    match hundredths % 100 {
        0 => (hundredths / 100).to_string(),
        rest => format!("{}.{rest:02}", hundredths / 100),
    }
}
