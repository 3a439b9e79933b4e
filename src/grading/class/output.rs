//! What a class run writes: the table, the students' pages, the journal in its final order.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::gradebook::Mark;
use super::journal::Journal;
use super::roster::Roster;
use super::sheet::harmless;
use super::student::{Cell, Row, Stage, Student};
use super::{Class, page};
use crate::files;
use crate::grading::grade::{Grade, Graded};
use crate::grading::score::Points;
use crate::grading::{html, results};
use crate::program::Failure;
use crate::text::without_control;

/// The key of the class in the journal, and what those of its students begin with.
pub const CLASS: &str = "class";
/// What the keys of students begin with.
pub const STUDENT: &str = "student ";

/// Writes everything but the gradebook. Of the journal `more` is kept, too.
pub fn write(
    out: &Path,
    class: &Class,
    mut students: Vec<Student>,
    journal: &Journal,
    more: Option<String>,
) -> Result<Vec<Row>, Failure> {
    let failed = |error: io::Error| {
        let shown = out.display();
        Failure::with_code(
            70,
            format_args!(
                "cannot write to `{shown}`: {error}; what was graded is kept, run it again"
            ),
        )
    };
    students.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
    fs::create_dir_all(out.join("students")).map_err(failed)?;
    let mut rows = Vec::with_capacity(students.len());
    let mut keys = vec![CLASS.to_owned()];
    keep(journal, CLASS, class)?;
    let files = file_names(students.iter().map(|student| &*student.id));
    for (student, file) in students.into_iter().zip(files) {
        let (row, graded) = row(student, journal, file);
        let key = format!("{STUDENT}{}", row.student.id);
        keep(journal, &key, &row.student)?;
        keys.push(key);
        keys.extend(row.student.build.clone());
        keys.extend(row.student.cases.iter().cloned());
        if row.student.stage != Stage::Missing {
            write_student(out, class, &row, graded).map_err(failed)?;
        }
        rows.push(row);
    }
    let grades = grades(class, &rows);
    put(&out.join("grades.csv"), &grades, files::replace).map_err(failed)?;
    let page = without_control(&page::class(class, &rows));
    put(&out.join("index.html"), &page, files::replace).map_err(failed)?;
    keys.extend(more);
    journal.settle(&keys)?;
    clean(out, &rows).map_err(failed)?;
    Ok(rows)
}

/// Keeps what is not kept already.
fn keep<T>(journal: &Journal, key: &str, value: &T) -> Result<(), Failure>
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq,
{
    match journal.get::<T>(key).is_some_and(|known| known == *value) {
        true => Ok(()),
        false => journal.put(key, value),
    }
}

/// A student's row, and all there is to know about the cases.
pub fn row(student: Student, journal: &Journal, file: String) -> (Row, Vec<Graded>) {
    let graded = student.cases.iter().filter_map(|key| journal.get(key));
    let graded: Vec<Graded> = graded.collect();
    let row = Row {
        file,
        cells: graded.iter().map(Cell::of).collect(),
        student,
    };
    (row, graded)
}

/// Removes the pages of students who are no longer there, and what a killed run has left half
/// written.
fn clean(out: &Path, rows: &[Row]) -> io::Result<()> {
    let there = rows
        .iter()
        .filter(|row| row.student.stage != Stage::Missing);
    let wanted: BTreeSet<String> = there
        .flat_map(|row| ["html", "json"].map(|ending| format!("{}.{ending}", row.file)))
        .collect();
    for entry in fs::read_dir(out.join("students"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let page = [".html", ".json", ".tmp"]
            .iter()
            .any(|ending| name.ends_with(ending));
        if page && !wanted.contains(&name) {
            fs::remove_file(entry.path())?;
        }
    }
    for entry in fs::read_dir(out)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') && name.ends_with(".tmp") {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// The grades of all who have one and are on the roster.
pub fn marks(class: &Class, rows: &[Row], roster: &Roster) -> Result<Vec<Mark>, Failure> {
    let here: Vec<&Row> = rows
        .iter()
        .filter(|row| row.student.stage != Stage::Missing)
        .collect();
    let names = here
        .iter()
        .map(|row| (&*row.student.id, &*row.student.name));
    let entries = roster.find_all(names)?;
    let marks = entries.into_iter().zip(here).filter_map(|(entry, row)| {
        Some(Mark {
            entry: entry?,
            score: row.score()?,
            feedback: feedback(class, row),
        })
    });
    Ok(marks.collect())
}

/// `27 of 31 points. Not passed: 07-odd, 09-prime`, without anything a platform takes for markup.
fn feedback(class: &Class, row: &Row) -> String {
    let score = row.score().unwrap_or_default();
    let mut text = format!("{score} of {} points.", class.max_score());
    if let Some(problem) = &row.student.problem {
        text += &format!(" {}.", problem.trim_end_matches('.'));
    }
    let cells = class.cases.iter().zip(&row.cells);
    let failed: Vec<&str> = cells
        .filter(|(_, cell)| !cell.status.is_good())
        .map(|(case, _)| &*case.name)
        .collect();
    if !failed.is_empty() && row.student.stage == Stage::Graded {
        text += &format!(" Not passed: {}.", failed.join("; "));
    }
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn write_student(out: &Path, class: &Class, row: &Row, graded: Vec<Graded>) -> io::Result<()> {
    let student = &row.student;
    let grade = Grade {
        misconception: student.misconception.clone(),
        assignment: class.assignment.clone(),
        command: student.chosen.clone().unwrap_or_default(),
        seed: class.seed,
        time: graded.iter().map(|case| case.time).sum::<Duration>(),
        cases: graded,
        broken_off: student.problem.clone(),
        dialect: None,
    };
    let mut value = results::own(&grade);
    // Without cases there is still something to earn, and without a grade there are no points.
    let max = class.max_score();
    value["score"] = row.score().map(f64::from).into();
    value["max_score"] = f64::from(max).into();
    value["student"] = student.name.clone().into();
    value["id"] = student.id.clone().into();
    value["status"] = student.stage.word().into();
    value["notes"] = student.notes.clone().into();
    value["messages"] = student.messages.clone().into();
    let mut notes = student.notes.clone();
    if !student.messages.trim().is_empty() {
        notes.push(format!("The build says:\n{}", student.messages.trim_end()));
    }
    let title = format!("{}: {}", class.assignment, student.name);
    let file = |ending: &str| out.join("students").join(format!("{}.{ending}", row.file));
    // Hundreds of files: a run that lost one to a crash of the system makes it again.
    let soon = files::replace_soon;
    put(&file("json"), &format!("{value:#}\n"), soon)?;
    let page = html::page_about(&title, &grade, (row.score(), max), &notes);
    put(&file("html"), &without_control(&page), soon)
}

/// What is already so is left alone, so that a run that changes nothing writes nothing.
fn put(path: &Path, text: &str, replace: fn(&Path, &[u8]) -> io::Result<()>) -> io::Result<()> {
    match fs::read(path) {
        Ok(old) if old == text.as_bytes() => Ok(()),
        _ => replace(path, text.as_bytes()),
    }
}

/// Ids as the names of files, none twice.
pub fn file_names<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<String> {
    let plain = |c: char| c.is_alphanumeric() || "-_.@ ".contains(c);
    // Some file systems take capitals for small letters.
    let mut taken = BTreeSet::new();
    let mut names = Vec::new();
    for id in ids {
        let short = id.chars().take(60);
        let name: String = short.map(|c| if plain(c) { c } else { '-' }).collect();
        let name = name.trim_start_matches('.').trim();
        let name = if name.is_empty() { "-" } else { name };
        let mut file = name.to_owned();
        let mut number = 1;
        while !taken.insert(file.to_lowercase()) {
            number += 1;
            file = format!("{name}-{number}");
        }
        names.push(file);
    }
    names
}

fn written(points: Option<Points>) -> String {
    points.map_or(String::new(), |points| points.to_string())
}

fn grades(class: &Class, rows: &[Row]) -> String {
    let max = class.max_score();
    let head = ["student", "id", "score", "max_score", "percent", "status"].map(str::to_owned);
    let cases = class.cases.iter().map(|case| quote(&case.file));
    let mut text = head.into_iter().chain(cases).collect::<Vec<_>>().join(",") + "\n";
    for row in rows {
        let score = row.score();
        let percent = score.map(|score| Points::whole(100).share(score.part_of(max)));
        let mut cells = vec![
            quote(&row.student.name),
            quote(&row.student.id),
            written(score),
            max.to_string(),
            written(percent),
            row.student.stage.word().to_owned(),
        ];
        cells.extend(
            (0..class.cases.len()).map(|case| match row.cells.get(case) {
                _ if score.is_none() => String::new(),
                Some(cell) => cell.score.to_string(),
                None => Points::ZERO.to_string(),
            }),
        );
        text += &cells.join(",");
        text.push('\n');
    }
    text
}

/// A field of a CSV file, whatever a student's name is.
fn quote(text: &str) -> String {
    let text = harmless(text);
    match text.contains([',', '"', ';', '\t']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}
