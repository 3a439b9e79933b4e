//! What a class run writes: the table, the students' pages, the journal in its final order.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::journal::Journal;
use super::page;
use super::runner::Plans;
use super::student::{Cell, Row, Stage, Student, points};
use crate::files;
use crate::grading::grade::{Grade, Graded};
use crate::grading::{html, results};

/// Writes everything but the gradebook; the students come in their order.
pub fn write(
    out: &Path,
    plans: &Plans,
    students: Vec<Student>,
    journal: &Journal,
) -> io::Result<Vec<Row>> {
    fs::create_dir_all(out.join("students"))?;
    let mut rows = Vec::with_capacity(students.len());
    let mut keys = Vec::new();
    for student in students {
        let graded: Vec<Graded> = student
            .cases
            .iter()
            .filter_map(|key| journal.get(key))
            .collect();
        let row = Row {
            file: file_of(&student.id, &rows),
            cells: graded.iter().map(Cell::of).collect(),
            student,
        };
        let key = format!("student {}", row.student.id);
        if journal
            .get::<Student>(&key)
            .is_none_or(|known| known != row.student)
        {
            journal.put(&key, &row.student)?;
        }
        keys.push(key);
        keys.extend(row.student.build.clone());
        keys.extend(row.student.cases.iter().cloned());
        write_student(out, plans, &row, graded)?;
        rows.push(row);
    }
    put(&out.join("grades.csv"), &grades(plans, &rows))?;
    put(&out.join("index.html"), &page::class(plans, &rows))?;
    journal.settle(&keys)?;
    Ok(rows)
}

fn write_student(out: &Path, plans: &Plans, row: &Row, graded: Vec<Graded>) -> io::Result<()> {
    let student = &row.student;
    let broken_off = student
        .problem
        .as_ref()
        .map(|problem| match student.messages.is_empty() {
            true => problem.clone(),
            false => format!("{problem}\n{}", student.messages),
        });
    let grade = Grade {
        assignment: plans.assignment.clone(),
        command: student.chosen.clone().unwrap_or_default(),
        seed: plans.terms.seed,
        time: graded.iter().map(|case| case.time).sum::<Duration>(),
        cases: graded,
        broken_off,
    };
    let mut value = results::own(&grade);
    value["student"] = student.name.clone().into();
    value["id"] = student.id.clone().into();
    value["status"] = student.stage.word().into();
    value["notes"] = student.notes.clone().into();
    let file = |ending: &str| out.join("students").join(format!("{}.{ending}", row.file));
    put(&file("json"), &format!("{value:#}\n"))?;
    put(&file("html"), &html::page(&grade))
}

/// What is already so is left alone, so that a run that changes nothing writes nothing.
fn put(path: &Path, text: &str) -> io::Result<()> {
    match fs::read(path) {
        Ok(old) if old == text.as_bytes() => Ok(()),
        _ => files::replace(path, text.as_bytes()),
    }
}

/// An id as the name of a file, unlike all before it.
fn file_of(id: &str, before: &[Row]) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_.@ ".contains(c);
    let name: String = id.chars().map(|c| if plain(c) { c } else { '-' }).collect();
    let name = name.trim_start_matches('.').trim();
    let name = if name.is_empty() { "-" } else { name };
    let mut file = name.to_owned();
    let mut number = 1;
    while before.iter().any(|row| row.file == file) {
        number += 1;
        file = format!("{name}-{number}");
    }
    file
}

/// The points there are to earn, in hundredths.
pub fn max_score(plans: &Plans) -> u64 {
    plans
        .cases
        .iter()
        .map(|case| u64::from(case.fixture.points) * 100)
        .sum()
}

fn grades(plans: &Plans, rows: &[Row]) -> String {
    let max = max_score(plans);
    let head = ["student", "id", "score", "max_score", "percent", "status"].map(str::to_owned);
    let cases = plans.cases.iter().map(|case| quote(&case.file));
    let mut text = head.into_iter().chain(cases).collect::<Vec<_>>().join(",") + "\n";
    for row in rows {
        let score = row.score();
        let percent = score.and_then(|score| (score * 10_000).checked_div(max));
        let mut cells = vec![
            quote(&row.student.name),
            quote(&row.student.id),
            score.map(points).unwrap_or_default(),
            points(max),
            percent.map(points).unwrap_or_default(),
            row.student.stage.word().to_owned(),
        ];
        cells.extend(
            (0..plans.cases.len()).map(|case| match row.cells.get(case) {
                Some(cell) => points(cell.score),
                None if row.student.stage == Stage::Missing => String::new(),
                None => "0".to_owned(),
            }),
        );
        text += &cells.join(",");
        text.push('\n');
    }
    text
}

/// A field of a CSV file. Line breaks become blanks: a row is a line.
fn quote(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    match text.contains([',', '"', ';', '\t']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}
