//! What is known about one student when all is done.

use serde::{Deserialize, Serialize};

use crate::grading::grade::{Graded, Status};
use crate::grading::judgement::Misconception;
use crate::grading::refusals::complains;
use crate::grading::score::Points;
use crate::grading::verdict::Outcome;
use crate::text::printable;

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
    /// It did not start because something is missing on this machine.
    #[serde(default)]
    pub tool_missing: bool,
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
    /// A digest of its programs without blanks and comments.
    pub likeness: String,
    /// What explains every case that fails, if that is certain.
    pub misconception: Option<Misconception>,
    /// The keys of the cases in the journal, in their order.
    pub cases: Vec<String>,
}

impl Student {
    /// A student of whom nothing more is known.
    pub fn new(id: &str, name: &str, stage: Stage) -> Student {
        Student {
            id: id.to_owned(),
            name: name.to_owned(),
            stage,
            problem: None,
            tool_missing: false,
            notes: Vec::new(),
            chosen: None,
            messages: String::new(),
            build: None,
            command: String::new(),
            content: String::new(),
            likeness: String::new(),
            misconception: None,
            cases: Vec::new(),
        }
    }
}

/// One cell of the class: a student and a case.
#[derive(Clone, Debug)]
pub struct Cell {
    /// How it came out.
    pub status: Status,
    /// The points it earned.
    pub score: Points,
    /// One sentence about what went wrong.
    pub reason: Option<String>,
    /// The time was over.
    pub timed_out: bool,
    /// The program says that something was denied to it, as a seal does.
    pub denied: bool,
}

impl Cell {
    /// What a class needs to know of a case.
    pub fn of(graded: &Graded) -> Cell {
        Cell {
            status: graded.status,
            score: graded.score,
            reason: graded.reason.clone(),
            timed_out: graded.verdict.as_ref().is_some_and(|verdict| {
                use Outcome::{StillComputing, TimedOut, TooMuchComputing};
                matches!(
                    verdict.outcome,
                    StillComputing | TimedOut | TooMuchComputing
                )
            }),
            denied: !graded.status.is_good() && graded.verdict.as_ref().is_some_and(complains),
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
    /// One line for a terminal, whatever the name is.
    pub fn line(&self) -> String {
        let student = &self.student;
        let score = self.score().filter(|_| student.stage == Stage::Graded);
        let score = score.map_or(String::new(), |score| format!(", {score} points"));
        let problem = student.problem.as_ref();
        let problem = problem.map_or(String::new(), |problem| format!(", {problem}"));
        let line = format!("{}: {}{score}{problem}", student.name, student.stage.word());
        printable(&line.replace(['\n', '\r'], " "))
    }

    /// The points; none if there was no submission, or if a person has to look at it first.
    pub fn score(&self) -> Option<Points> {
        match self.student.stage {
            Stage::Missing | Stage::Refused | Stage::Unclear => None,
            Stage::NotStarted if self.student.tool_missing => None,
            Stage::Graded | Stage::NotBuilt | Stage::NotStarted => {
                Some(self.cells.iter().map(|cell| cell.score).sum())
            }
        }
    }
}
