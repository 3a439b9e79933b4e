//! The table of students and cases, sorted by a click on a heading: every row knows its place in every
//! order, and a style sheet chooses the order. No script is needed.

use std::fmt::Write;

use maud::{Markup, html};

use super::Class;
use super::shown::{link, mark};
use super::student::Row;
use crate::grading::grade::Status;

/// The orders besides that of names.
const ORDERS: [(&str, &str); 3] = [("points", "p"), ("status", "s"), ("id", "i")];

/// The styles that put rows into order.
pub(super) fn orders(class: &Class) -> String {
    let mut styles = String::new();
    let ids = ORDERS.map(|(_, id)| id.to_owned());
    let cases = (1..=class.cases.len()).map(|case| format!("c{case}"));
    for id in ["n".to_owned()].into_iter().chain(ids).chain(cases) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            styles,
            "#{id}:checked~.wide tbody tr{{order:var(--{id},0)}}\
             #{id}:checked~.wide [for={id}]::after{{content:\" ▾\"}}\
             #{id}:focus-visible~.wide [for={id}]{{outline:2px solid}}"
        );
    }
    styles
}

/// The table.
pub(super) fn students(class: &Class, rows: &[Row]) -> Markup {
    let max = class.max_score();
    let mut ids: Vec<&str> = rows.iter().map(|row| &*row.student.id).collect();
    ids.sort_by_key(|id| (id.len(), *id));
    html! {
        h2 { "Students" }
        p.key {
            "✓ as the assignment has it · ≈ right in other words · ✗ wrong · ! could not be judged · – not run. "
            "A click on a heading sorts."
        }
        div.sorted {
            input type="radio" name="order" id="n" checked;
            @for (_, id) in ORDERS { input type="radio" name="order" id=(id); }
            @for case in 1..=class.cases.len() { input type="radio" name="order" id={ "c" (case) }; }
            div.wide {
                table.class style={ "--cases:" (class.cases.len()) } {
                    thead {
                        tr {
                            th { label for="n" { "student" } }
                            @for (title, id) in ORDERS { th { label for=(id) { (title) } } }
                            @for (case, number) in class.cases.iter().zip(1..) {
                                th { label for={ "c" (number) } title=(case.name) { (number) } }
                            }
                        }
                    }
                    tbody {
                        @for row in rows {
                            tr style=(places(row, &ids)) {
                                th { (link(row)) }
                                td.n {
                                    @match row.score() {
                                        Some(score) => { (score) " / " (max) }
                                        None => { "–" }
                                    }
                                }
                                td { (row.student.stage.word()) }
                                td { (row.student.id) }
                                @for index in 0..class.cases.len() { (cell(row, index)) }
                            }
                        }
                    }
                }
            }
        }
        ol.cases { @for case in &class.cases { li { (case.name) } } }
    }
}

fn cell(row: &Row, index: usize) -> Markup {
    html! {
        @match row.cells.get(index) {
            Some(cell) => {
                td class=(cell.status.word()) title=[cell.reason.as_deref()] { (mark(cell.status)) }
            }
            None => { td { "·" } }
        }
    }
}

/// The place of a row in every order: many points first, and in a case those who fail.
fn places(row: &Row, ids: &[&str]) -> String {
    let points = row.score().map_or(1, |score| -(score.hundredths() as i64));
    let id = ids.iter().position(|id| *id == row.student.id).unwrap_or(0);
    let mut style = format!("--p:{points};--s:{};--i:{id}", row.student.stage as u8);
    for (cell, number) in row.cells.iter().zip(1..) {
        let place = match cell.status {
            Status::Pass => continue,
            Status::Right => -1,
            Status::Skip => -2,
            Status::Fail => -3,
            Status::Error => -4,
        };
        let _ = write!(style, ";--c{number}:{place}");
    }
    style
}
