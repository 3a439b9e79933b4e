//! What would change: old and new points, and the reason of each change.

use std::collections::BTreeMap;

use super::Class;
use super::journal::Journal;
use super::output::{self, CLASS, STUDENT};
use super::student::{Cell, Row, Student};
use crate::grading::score::Points;
use crate::text::printable;

/// A class as it was graded before.
pub struct Before {
    class: Option<Class>,
    rows: BTreeMap<String, Row>,
}

impl Before {
    /// What a journal knows.
    pub fn read(journal: &Journal) -> Before {
        let students = journal.keys(STUDENT);
        let students = students
            .iter()
            .filter_map(|key| journal.get::<Student>(key));
        let rows = students.map(|student| {
            let (row, _) = output::row(student, journal, String::new());
            (row.student.id.clone(), row)
        });
        Before {
            class: journal.get(CLASS),
            rows: rows.collect(),
        }
    }

    /// The changes, a line or more for each student whose points change.
    pub fn changes(&self, class: &Class, rows: &[Row]) -> String {
        let mut text = String::new();
        let mut changed = 0;
        for row in rows {
            let lines = match self.rows.get(&row.student.id) {
                Some(old) => self.lines(class, old, row),
                None => vec![format!(
                    "{}: new, {}",
                    row.student.name,
                    written(row.score())
                )],
            };
            changed += usize::from(!lines.is_empty());
            for line in lines {
                text += &(printable(&line) + "\n");
            }
        }
        for (id, old) in &self.rows {
            if rows.iter().all(|row| row.student.id != *id) {
                changed += 1;
                let line = format!("{}: gone, had {}", old.student.name, written(old.score()));
                text += &(printable(&line) + "\n");
            }
        }
        let noun = if changed == 1 {
            "student changes"
        } else {
            "students change"
        };
        text + &format!(
            "{changed} {noun}, of {}. Nothing was written: run it without --preview.\n",
            rows.len()
        )
    }

    fn lines(&self, class: &Class, old: &Row, new: &Row) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, case) in class.cases.iter().enumerate() {
            let before = self.cell(old, &case.file);
            let after = new.cells.get(number);
            let points = |cell: Option<&Cell>| cell.map(|cell| cell.score);
            if points(before) == points(after) {
                continue;
            }
            let why = self.why(old, new, &case.file, &case.digest);
            let reason = after.and_then(|cell| cell.reason.as_deref());
            let reason = reason.map_or(String::new(), |reason| format!("; now {reason}"));
            lines.push(format!(
                "  {}: {} -> {}, {why}{reason}",
                case.name,
                written(points(before)),
                written(points(after)),
            ));
        }
        let gone = self.class.iter().flat_map(|class| &class.cases);
        for case in gone.filter(|case| class.cases.iter().all(|other| other.file != case.file)) {
            if let Some(cell) = self.cell(old, &case.file) {
                lines.push(format!(
                    "  {}: {} -> none, the case is gone",
                    case.name, cell.score
                ));
            }
        }
        let stages = (old.student.stage, new.student.stage);
        if lines.is_empty() && stages.0 == stages.1 && old.score() == new.score() {
            return lines;
        }
        let stage = match stages.0 == stages.1 {
            true => String::new(),
            false => format!(", {} -> {}", stages.0.word(), stages.1.word()),
        };
        let sum = format!(
            "{}: {} -> {}{stage}",
            new.student.name,
            written(old.score()),
            written(new.score())
        );
        lines.insert(0, sum);
        lines
    }

    fn cell<'a>(&self, old: &'a Row, file: &str) -> Option<&'a Cell> {
        let cases = &self.class.as_ref()?.cases;
        let place = cases.iter().position(|case| case.file == file)?;
        old.cells.get(place)
    }

    /// Why a case came out otherwise.
    fn why(&self, old: &Row, new: &Row, file: &str, digest: &str) -> &'static str {
        let case = self.class.iter().flat_map(|class| &class.cases);
        let case = case.into_iter().find(|case| case.file == file);
        match case {
            None => "the case is new",
            _ if old.student.content != new.student.content => "handed in again",
            Some(case) if case.digest != digest => "the case was changed",
            _ if old.student.chosen != new.student.chosen => "built or started otherwise",
            _ if old.student.cases != new.student.cases => "other terms or another version",
            _ => "it does not do the same every time",
        }
    }
}

fn written(points: Option<Points>) -> String {
    points.map_or("none".to_owned(), |points| points.to_string())
}
