//! What was seen, made visible: the transcript, the line that was expected above the one that came,
//! and nothing that could control the terminal of whoever reads it.

use std::fmt::Write;

use super::{SOFT, TYPED};
use crate::grading::verdict::{Difference, Line, LineEnd, Verdict, lines};
use crate::text::{around, printable};

/// No transcript takes more lines than these.
const MOST_LINES: usize = 14;

/// So many of them are the last ones, where the others are the first.
const FEW_LINES: usize = 4;

/// No line takes more characters than these on each side of the difference.
const WIDEST: usize = 100;

/// The transcript up to the difference, and the line that was expected above the one that came.
pub(super) fn details(verdict: &Verdict) -> String {
    let mut text = String::new();
    let seen = lines(verdict.transcript.iter().cloned());
    let before = verdict
        .difference
        .as_ref()
        .map_or(seen.len(), |difference| difference.line - 1);
    let seen = &seen[..before.min(seen.len())];
    match verdict.difference {
        // What is wrong with a program that nobody spoke to may stand near the beginning.
        None if seen.len() > MOST_LINES && seen.iter().all(|line| line.typed().is_empty()) => {
            let (first, rest) = seen.split_at(MOST_LINES - FEW_LINES);
            let (between, last) = rest.split_at(rest.len() - FEW_LINES);
            transcript(&mut text, first);
            let noun = if between.len() == 1 { "line" } else { "lines" };
            let _ = writeln!(text, "    | ({} {noun} between)", between.len());
            transcript(&mut text, last);
        }
        _ => transcript(&mut text, seen),
    }
    if let Some(difference) = &verdict.difference {
        comparison(&mut text, difference);
    }
    if verdict.on_pipes {
        text.push_str(
            "    (there was no terminal to be had: all input came at once, through a pipe)\n",
        );
    }
    text
}

/// The last lines of what was seen, with what was typed marked.
fn transcript(text: &mut String, seen: &[Line]) {
    let skipped = seen.len().saturating_sub(MOST_LINES);
    if skipped > 0 {
        let noun = if skipped == 1 { "line" } else { "lines" };
        let _ = writeln!(text, "    | ({skipped} {noun} before this)");
    }
    for line in &seen[skipped..] {
        let said = around(&printable(&line.text), WIDEST, WIDEST).0;
        let typed = printable(&line.typed());
        let typed = match typed.is_empty() {
            true => typed,
            false => format!("{TYPED}{typed}{TYPED:#}"),
        };
        let _ = writeln!(text, "    | {said}{typed}");
    }
}

/// Expected and actual, one above the other, and a caret below the first difference.
fn comparison(text: &mut String, difference: &Difference) {
    let show = |line: &Option<Line>, nothing: &str| {
        line.as_ref().map_or_else(|| nothing.to_owned(), visible)
    };
    let expected = show(&difference.expected, "∅ (the end of the program)");
    let actual = show(&difference.actual, "∅");
    let column = difference.column;
    *text += &one_above_the_other(&expected, &actual, column);
    text.truncate(text.trim_end().len());
    let _ = writeln!(text, " column {column}");
}

/// Two lines that differ from a column on, with a caret below it.
pub(super) fn one_above_the_other(expected: &str, actual: &str, column: usize) -> String {
    let at = column.saturating_sub(1);
    let (expected, _) = around(expected, at, WIDEST);
    let (actual, caret) = around(actual, at, WIDEST);
    let caret = " ".repeat(caret);
    format!("    expected: {expected}\n      actual: {actual}\n              {caret}^\n")
}

/// Two lines of which one stands for what the assignment has, and where they part.
pub(super) fn wording(expected: &str, actual: &str) -> String {
    let alike = expected.chars().zip(actual.chars());
    let same = alike.take_while(|(one, other)| one == other).count();
    let text = |line: &str| {
        visible(&Line {
            text: line.to_owned(),
            end: LineEnd::Nothing,
        })
    };
    one_above_the_other(&text(expected), &text(actual), same + 1)
}

/// A line by itself.
pub(super) fn alone(line: &str) -> String {
    around(&printable(line), 0, WIDEST).0
}

/// The line at whose end something was typed last.
pub(super) fn last_question(verdict: &Verdict) -> Option<String> {
    let seen = lines(verdict.transcript.iter().cloned());
    let asked = seen.into_iter().rfind(|line| !line.typed().is_empty())?;
    let mut text = String::new();
    transcript(&mut text, &[asked]);
    Some(text)
}

/// Lines as they were seen.
pub(super) fn quoted_lines<'a>(lines: impl IntoIterator<Item = &'a String>) -> String {
    let lines = lines.into_iter();
    lines
        .map(|line| format!("    {SOFT}|{SOFT:#} {}\n", alone(line)))
        .collect()
}

/// A line with its end made visible: `·` for blanks there, `→` tab, `␍` carriage return, `⏎`
/// newline, `∅` for nothing at all.
pub(in crate::grading) fn visible(line: &Line) -> String {
    let kept = line.text.trim_end_matches([' ', '\t', '\r']).len();
    let (body, blanks) = line.text.split_at(kept);
    let blanks: String = blanks.replace(' ', "·");
    let end = match &line.end {
        LineEnd::Newline => "⏎".to_owned(),
        LineEnd::Nothing if line.text.is_empty() => "∅".to_owned(),
        _ => line.typed(),
    };
    printable(&format!("{body}{blanks}{end}"))
}
