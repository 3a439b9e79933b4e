//! A failed case in words, for a person: what was seen up to the difference, and what should have
//! been there.

use std::fmt::Write;

use super::verdict::{Difference, Line, LineEnd, Verdict, lines};

/// No transcript takes more lines than these.
const MOST_LINES: usize = 24;

/// No line takes more characters than these on each side of the difference.
const WIDEST: usize = 100;

/// A failed case: its name and what happened, the transcript up to the difference, and the line
/// that was expected above the one that came.
pub fn failure(name: &str, verdict: &Verdict) -> String {
    let mut text = format!("FAIL {name}: {}\n", verdict.sentence());
    let seen = lines(verdict.transcript.iter().cloned());
    let before = verdict
        .difference
        .as_ref()
        .map_or(seen.len(), |difference| difference.line - 1);
    let before = &seen[..before.min(seen.len())];
    text.push('\n');
    transcript(&mut text, before);
    if let Some(difference) = &verdict.difference {
        comparison(&mut text, difference);
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
        let line = shortened(&printable(&line.to_string()), 0).0;
        let _ = writeln!(text, "    | {line}");
    }
}

/// Expected and actual, one above the other, and a caret below the first difference.
fn comparison(text: &mut String, difference: &Difference) {
    let show = |line: &Option<Line>| line.as_ref().map_or_else(|| "∅".to_owned(), visible);
    let (expected, actual) = (show(&difference.expected), show(&difference.actual));
    let at = difference.column - 1;
    let (expected, _) = shortened(&expected, at);
    let (actual, caret) = shortened(&actual, at);
    let _ = writeln!(text, "    expected: {expected}");
    let _ = writeln!(text, "      actual: {actual}");
    let column = difference.column;
    let _ = writeln!(text, "              {}^ column {column}", " ".repeat(caret));
}

/// A line with its end made visible: `·` for blanks there, `→` tab, `␍` carriage return, `⏎`
/// newline, `∅` for nothing at all.
fn visible(line: &Line) -> String {
    let kept = line.text.trim_end_matches([' ', '\t', '\r']).len();
    let (body, blanks) = line.text.split_at(kept);
    let blanks: String = blanks.replace(' ', "·");
    let end = match &line.end {
        LineEnd::Newline => "⏎".to_owned(),
        LineEnd::Typed(typed) => format!("{{{{{typed}}}}}"),
        LineEnd::EndOfInput => "{{^D}}".to_owned(),
        LineEnd::Nothing if line.text.is_empty() => "∅".to_owned(),
        LineEnd::Nothing => String::new(),
    };
    printable(&format!("{body}{blanks}{end}"))
}

/// Nothing a program prints may control the terminal of whoever reads the report.
fn printable(text: &str) -> String {
    let visible = text.chars().map(|c| match c {
        '\t' => '→',
        '\r' => '␍',
        c if c.is_control() => '�',
        c => c,
    });
    visible.collect()
}

/// The part of a long line around a place, saying how much was left out; and where the place is.
fn shortened(line: &str, place: usize) -> (String, usize) {
    let length = line.chars().count();
    let place = place.min(length);
    let from = place.saturating_sub(WIDEST);
    let to = (place + WIDEST).min(length);
    let mut short = String::new();
    if from > 0 {
        let _ = write!(short, "({from} more)…");
    }
    let caret = short.chars().count() + place - from;
    short.extend(line.chars().take(to).skip(from));
    if to < length {
        let _ = write!(short, "…({} more)", length - to);
    }
    (short, caret)
}
