//! The page of the class.

use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::Class;
use super::student::{Row, Stage};
use crate::grading::grade::Status;
use crate::grading::score::Points;

/// The whole page; it needs nothing else.
pub fn class(class: &Class, rows: &[Row]) -> String {
    let max = class.max_score();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (class.assignment) ": " (rows.len()) " students" }
                style { (PreEscaped(include_str!("class.css"))) }
            }
            body {
                main {
                    h1 { (class.assignment) }
                    p { (rows.len()) " students, " (class.cases.len()) " cases, " (max) " points" }
                    (distribution(rows, max))
                    (troubles(rows))
                    (hardest(class, rows))
                    (identical(rows))
                    (table(class, rows, max))
                }
                footer { "Graded by grade " (env!("CARGO_PKG_VERSION")) "." }
            }
        }
    };
    page.into_string() + "\n"
}

/// Tenths of the points, and how many students came so far.
fn distribution(rows: &[Row], max: Points) -> Markup {
    let mut tenths = [0_usize; 11];
    for score in rows.iter().filter_map(Row::score) {
        tenths[(score.part_of(max) * 10.0) as usize] += 1;
    }
    let most = tenths.iter().copied().max().unwrap_or(0).max(1);
    html! {
        h2 { "Points" }
        table.bars {
            @for (tenth, count) in tenths.iter().enumerate() {
                tr {
                    th { (tenth * 10) " %" }
                    td { span.bar style={ "width:" (count * 100 / most) "%" } {} " " (count) }
                }
            }
        }
    }
}

fn troubles(rows: &[Row]) -> Markup {
    let troubled: Vec<&Row> = rows
        .iter()
        .filter(|row| row.student.stage != Stage::Graded || !row.student.notes.is_empty())
        .collect();
    html! {
        @if !troubled.is_empty() {
            h2 { "To look at" }
            ul {
                @for row in troubled {
                    li {
                        (link(row)) ": "
                        @if row.student.stage != Stage::Graded { (row.student.stage.word()) }
                        @if let Some(problem) = &row.student.problem { ", " (problem) }
                        @for note in &row.student.notes { " · " (note) }
                    }
                }
            }
        }
    }
}

/// The cases by how many fail them, with the commonest reason.
fn hardest(class: &Class, rows: &[Row]) -> Markup {
    let mut cases: Vec<(usize, &str, String)> = Vec::new();
    for (index, case) in class.cases.iter().enumerate() {
        let failed = rows
            .iter()
            .filter_map(|row| Some((row, row.cells.get(index)?)))
            .filter(|(_, cell)| !cell.status.is_good());
        let mut reasons: BTreeMap<&str, (usize, &Row)> = BTreeMap::new();
        let mut count = 0;
        for (row, cell) in failed {
            count += 1;
            let reason = cell.reason.as_deref().unwrap_or("hidden");
            reasons.entry(reason).or_insert((0, row)).0 += 1;
        }
        let commonest = reasons.into_iter().max_by_key(|(_, (count, _))| *count);
        if let Some((reason, (times, row))) = commonest {
            let told = format!("{reason} ({times}, as {})", row.student.name);
            cases.push((count, &case.name, told));
        }
    }
    cases.sort_by_key(|(count, ..)| std::cmp::Reverse(*count));
    html! {
        h2 { "Hardest cases" }
        @if cases.is_empty() { p { "Nobody fails any." } }
        @else {
            table {
                tr { th { "fail" } th { "case" } th { "commonest reason" } }
                @for (count, name, reason) in cases {
                    tr { td.n { (count) } td { (name) } td { (reason) } }
                }
            }
        }
    }
}

/// Submissions with the same content.
fn identical(rows: &[Row]) -> Markup {
    let mut groups: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.student.content.is_empty()) {
        groups.entry(&row.student.content).or_default().push(row);
    }
    groups.retain(|_, rows| rows.len() > 1);
    html! {
        @if !groups.is_empty() {
            h2 { "Identical submissions" }
            ul { @for rows in groups.values() { li { @for row in rows { (link(row)) " " } } } }
        }
    }
}

fn link(row: &Row) -> Markup {
    html! { a href={ "students/" (row.file) ".html" } { (row.student.name) } }
}

fn table(class: &Class, rows: &[Row], max: Points) -> Markup {
    html! {
        h2 { "Students" }
        div.wide {
            table.class {
                tr {
                    th { "student" } th { "points" }
                    @for (index, case) in class.cases.iter().enumerate() {
                        th title=(case.name) { (index + 1) }
                    }
                }
                @for row in rows {
                    tr {
                        th { (link(row)) }
                        td.n { @match row.score() { Some(score) => { (score) " / " (max) }, None => { "–" } } }
                        @for index in 0..class.cases.len() {
                            @match row.cells.get(index) {
                                Some(cell) => { td class=(cell.status.word()) title=(cell.reason.as_deref().unwrap_or("")) { (mark(cell.status)) } }
                                None => { td { "·" } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A mark that is not colour alone.
fn mark(status: Status) -> &'static str {
    match status {
        Status::Pass => "✓",
        Status::Right => "≈",
        Status::Fail => "✗",
        Status::Error => "!",
        Status::Skip => "–",
    }
}
