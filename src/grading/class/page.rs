//! The page of the class: how it went, whom to look at, what is hard, who fails alike.

use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::Class;
use super::shown::link;
use super::student::{Cell, Row, Stage};
use super::table;
use crate::grading::score::Points;

/// The whole page; it needs nothing else, and no script.
pub(super) fn class(class: &Class, rows: &[Row]) -> String {
    let max = class.max_score();
    let count = rows.len();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (class.assignment) ": " (count) " students" }
                style { (PreEscaped(include_str!("class.css"))) (PreEscaped(table::orders(class))) }
            }
            body {
                main {
                    h1 { (class.assignment) }
                    p { (count) " students, " (class.cases.len()) " cases, " (max) " points" }
                    (distribution(rows, max))
                    (to_look_at(rows))
                    (alike(class, rows))
                    (hardest(class, rows))
                    (identical(rows))
                    (table::students(class, rows))
                }
                footer { "Graded by grade " (class.version) "." }
            }
        }
    };
    page.into_string() + "\n"
}

/// Tenths of the points, and how many students came so far.
fn distribution(rows: &[Row], max: Points) -> Markup {
    let mut scores: Vec<Points> = rows.iter().filter_map(Row::score).collect();
    scores.sort();
    let mut tenths = [0_usize; 11];
    for score in &scores {
        tenths[(score.part_of(max) * 10.0) as usize] += 1;
    }
    let most = tenths.iter().copied().max().unwrap_or(0).max(1);
    let name = |tenth: usize| match tenth {
        10 => "all".to_owned(),
        _ => format!("from {} %", tenth * 10),
    };
    html! {
        h2 { "Points" }
        @if let Some(median) = scores.get(scores.len() / 2) {
            p { "Half of the class has " (median) " or more." }
        }
        table.bars {
            @for (tenth, count) in tenths.iter().enumerate() {
                tr {
                    th { (name(tenth)) }
                    td { span.bar style={ "width:" (count * 85 / most) "%" } {} " " (count) }
                }
            }
        }
    }
}

/// Everybody a person has to look at, by what there is to see.
fn to_look_at(rows: &[Row]) -> Markup {
    let at = |stage: Stage| move |row: &Row| row.student.stage == stage;
    let problem = |row: &Row| row.student.problem.clone().unwrap_or_default();
    let some = |wanted: fn(&Cell) -> bool| move |row: &Row| row.cells.iter().any(wanted);
    let cases = |wanted: fn(&Cell) -> bool| {
        move |row: &Row| {
            let count = row.cells.iter().filter(|cell| wanted(cell)).count();
            format!("{count} of {} cases", row.cells.len())
        }
    };
    let timed_out = |cell: &Cell| cell.timed_out;
    let denied = |cell: &Cell| cell.denied;
    let noted = |row: &Row| !row.student.notes.is_empty();
    let notes = |row: &Row| row.student.notes.join("; ");
    html! {
        (people("Nobody knows how to start these", rows, at(Stage::Unclear), problem))
        (people("Refused", rows, at(Stage::Refused), problem))
        (people("Did not build", rows, at(Stage::NotBuilt), problem))
        (people("Did not start", rows, at(Stage::NotStarted), problem))
        (people("Timed out", rows, some(timed_out), cases(timed_out)))
        (people("Say that something was denied to them, as the seal does", rows, some(denied), cases(denied)))
        (people("Handed nothing in", rows, at(Stage::Missing), |_| String::new()))
        (people("To know", rows, noted, notes))
    }
}

/// A list of students with a word about each, if there are any.
fn people(
    title: &str,
    rows: &[Row],
    wanted: impl Fn(&Row) -> bool,
    about: impl Fn(&Row) -> String,
) -> Markup {
    let rows: Vec<&Row> = rows.iter().filter(|row| wanted(row)).collect();
    html! {
        @if !rows.is_empty() {
            h2 { (title) " (" (rows.len()) ")" }
            ul {
                @for row in rows {
                    @let about = about(row);
                    li { (link(row)) @if !about.is_empty() { ": " (about) } }
                }
            }
        }
    }
}

/// Programs that fail in the same way: by the misconception that explains them, or else by the same
/// failures with the same reasons.
fn alike(class: &Class, rows: &[Row]) -> Markup {
    let mut groups: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        let failures = row.cells.iter().zip(&class.cases);
        let failures = failures.filter(|(cell, _)| !cell.status.is_good());
        let failures: Vec<String> = failures
            .map(|(cell, case)| {
                let reason = cell.reason.as_deref().unwrap_or("hidden");
                format!("{}: {reason}", case.name)
            })
            .collect();
        let key = match &row.student.misconception {
            Some(misconception) => misconception.sentence.clone(),
            None if failures.is_empty() => continue,
            None => failures.join("\n"),
        };
        groups.entry(key).or_default().push(row);
    }
    let mut groups: Vec<(String, Vec<&Row>)> = groups.into_iter().collect();
    groups.retain(|(_, rows)| rows.len() > 1);
    groups.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
    html! {
        @if !groups.is_empty() {
            h2 { "Fail in the same way" }
            @for (why, rows) in groups {
                details {
                    summary { b { (rows.len()) " programs" } ": " (in_short(&why)) }
                    @if why.contains('\n') { ul { @for line in why.lines() { li { (line) } } } }
                    p { (names(&rows)) }
                }
            }
        }
    }
}

fn in_short(why: &str) -> String {
    match why.split_once('\n') {
        Some((first, rest)) => match rest.lines().count() {
            1 => format!("{first} (and 1 case more)"),
            more => format!("{first} (and {more} cases more)"),
        },
        None => why.to_owned(),
    }
}

fn names(rows: &[&Row]) -> Markup {
    html! { @for (number, row) in rows.iter().enumerate() { @if number > 0 { ", " } (link(row)) } }
}

/// The cases by how many fail them, with the commonest reason and somebody to look at.
fn hardest(class: &Class, rows: &[Row]) -> Markup {
    let mut cases: Vec<(usize, &str, usize, &str, &Row)> = Vec::new();
    for (index, case) in class.cases.iter().enumerate() {
        let cells = rows
            .iter()
            .filter_map(|row| Some((row, row.cells.get(index)?)));
        let failing: Vec<(&Row, &Cell)> =
            cells.filter(|(_, cell)| !cell.status.is_good()).collect();
        let count = failing.len();
        // A program that passes nothing says nothing about this case, if another one does.
        let passes = |row: &Row| row.cells.iter().any(|cell| cell.status.is_good());
        let telling = failing.iter().any(|(row, _)| passes(row));
        let mut reasons: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        for (row, cell) in failing {
            if telling && !passes(row) {
                continue;
            }
            let hidden = "no reason is told, the case is hidden";
            let reason = cell.reason.as_deref().unwrap_or(hidden);
            reasons.entry(reason).or_default().push(row);
        }
        let commonest = reasons.into_iter().max_by_key(|(_, rows)| rows.len());
        if let Some((reason, rows)) = commonest {
            cases.push((count, &case.name, rows.len(), reason, rows[0]));
        }
    }
    cases.sort_by_key(|(count, ..)| std::cmp::Reverse(*count));
    html! {
        h2 { "Hardest cases" }
        @if cases.is_empty() { p { "Nobody fails any." } }
        @else {
            table.list {
                tr { th { "fail" } th { "case" } th { "commonest reason" } th { "of them" } th { "for example" } }
                @for (count, name, times, reason, row) in cases {
                    tr {
                        td.n { (count) } td { (name) } td { (reason) } td.n { (times) } td { (link(row)) }
                    }
                }
            }
        }
    }
}

/// Submissions with the same programs.
fn identical(rows: &[Row]) -> Markup {
    let mut groups: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.student.likeness.is_empty()) {
        groups.entry(&row.student.likeness).or_default().push(row);
    }
    let mut groups: Vec<Vec<&Row>> = groups.into_values().filter(|rows| rows.len() > 1).collect();
    groups.sort_by(|a, b| a[0].student.name.cmp(&b[0].student.name));
    html! {
        @if !groups.is_empty() {
            h2 { "Identical but for blanks and comments" }
            p { "For a person to look at: short programs can be alike by themselves." }
            ul { @for rows in groups { li { (names(&rows)) } } }
        }
    }
}
