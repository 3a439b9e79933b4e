//! What the page of a class and its table both show.

use maud::{Markup, html};

use super::student::{Row, Stage};
use crate::grading::grade::Status;

/// A student's name, as a link if there is a page. Names that are written from right to left turn
/// nothing round but themselves.
pub(super) fn link(row: &Row) -> Markup {
    html! {
        @match row.student.stage {
            Stage::Missing => { bdi { (row.student.name) } }
            _ => { a href={ "students/" (address(&row.file)) ".html" } { bdi { (row.student.name) } } }
        }
    }
}

/// The name of a file as a part of an address.
fn address(file: &str) -> String {
    let mut address = String::new();
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'@' => {
                address.push(char::from(byte));
            }
            _ => address += &format!("%{byte:02X}"),
        }
    }
    address
}

/// A mark that is not colour alone.
pub(super) fn mark(status: Status) -> &'static str {
    match status {
        Status::Pass => "✓",
        Status::Right => "≈",
        Status::Fail => "✗",
        Status::Error => "!",
        Status::Skip => "–",
    }
}
