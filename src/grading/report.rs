//! What happened, in words for a person: a line for every case, for a failed one what was seen up to
//! the difference and what should have been there, the sum at the end.
//!
//! The text is styled with escape sequences; who has no use for them strips them.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::grade::{Grade, Graded, Status};
use super::verdict::{Difference, Line, LineEnd, Verdict, lines};

/// No transcript takes more lines than these.
const MOST_LINES: usize = 24;

/// No line takes more characters than these on each side of the difference.
const WIDEST: usize = 100;

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const ODD: Style = AnsiColor::Yellow.on_default().bold();
const TYPED: Style = AnsiColor::Cyan.on_default();
const SOFT: Style = Style::new().dimmed();

/// A failed case without styles: its name and what happened, the transcript up to the difference,
/// and the line that was expected above the one that came.
pub fn failure(name: &str, verdict: &Verdict) -> String {
    let text = format!(
        "FAIL {name}: {}\n\n{}",
        verdict.sentence(),
        details(verdict)
    );
    anstream::adapter::strip_str(&text).to_string()
}

/// A case: one line if all is well, and everything worth knowing if not.
pub fn case(graded: &Graded) -> String {
    let mut text = headline(graded);
    let failed = matches!(graded.status, Status::Fail | Status::Error);
    if !failed || graded.hidden {
        return text;
    }
    let mut more = graded.verdict.as_ref().map(details).unwrap_or_default();
    if let Some(hint) = &graded.hint {
        let _ = writeln!(more, "    hint: {hint}");
    }
    if let Some(command) = &graded.reproduce {
        let _ = writeln!(more, "    {SOFT}${SOFT:#} {command}");
    }
    if !more.is_empty() {
        text += &format!("\n{more}\n");
    }
    text
}

/// A case with its whole transcript, however it came out.
pub fn case_with_transcript(graded: &Graded) -> String {
    match &graded.verdict {
        Some(verdict) if graded.status == Status::Pass => {
            format!("{}\n{}\n", headline(graded), details(verdict))
        }
        _ => case(graded),
    }
}

/// `FAIL takes the last stick: the output differs (0/2 points, 0.01 s)`.
fn headline(graded: &Graded) -> String {
    let style = match graded.status {
        Status::Pass | Status::Right => GOOD,
        Status::Fail | Status::Error => BAD,
        Status::Skip => ODD,
    };
    let mut text = format!(
        "{style}{}{style:#} {}",
        graded.status.word().to_uppercase(),
        graded.name
    );
    if let Some(reason) = &graded.reason {
        let _ = write!(text, ": {reason}");
    }
    let _ = write!(text, " {SOFT}({}/{} points", graded.score, graded.max_score);
    if let Some(games) = graded.games.filter(|_| !graded.hidden) {
        let _ = write!(text, ", {} of {} games", games.passed, games.played);
    }
    if graded.status != Status::Skip && !graded.hidden {
        let _ = write!(text, ", {:.2} s", graded.time.as_secs_f64());
    }
    let _ = writeln!(text, "){SOFT:#}");
    text
}

/// The end of a report: what to look at, and the points.
pub fn summary(grade: &Grade) -> String {
    let mut text = String::new();
    let troubled = grade.cases.iter().filter(|case| !case.status.is_good());
    let lines: Vec<String> = troubled
        .map(|case| format!("  {}", headline(case)))
        .collect();
    match lines.len() {
        0 => {}
        1 => text.push_str("One case did not pass:\n"),
        count => text += &format!("{count} cases did not pass:\n"),
    }
    text.extend(lines);
    if let Some(reason) = &grade.broken_off {
        let _ = writeln!(text, "{ODD}{reason}{ODD:#}");
    }
    let style = if grade.is_perfect() { GOOD } else { BAD };
    let _ = write!(text, "{style}{}{style:#} {SOFT}(", sum(grade));
    if grade.cases.iter().any(|case| case.games.is_some()) {
        let _ = write!(text, "seed {}, ", grade.seed);
    }
    let _ = writeln!(text, "{:.2} s){SOFT:#}", grade.time.as_secs_f64());
    text
}

/// `sticks: 7 of 9 points, 6 passed, 1 failed`.
pub fn sum(grade: &Grade) -> String {
    let (score, max_score) = (grade.score(), grade.max_score());
    format!(
        "{}: {score} of {max_score} points, {}",
        grade.assignment,
        counts(grade)
    )
}

/// `6 passed, 1 failed`.
pub fn counts(grade: &Grade) -> String {
    let words = [
        (Status::Pass, "passed"),
        (Status::Right, "right in other words"),
        (Status::Fail, "failed"),
        (Status::Error, "with errors"),
        (Status::Skip, "skipped"),
    ];
    let counts = words.map(|(status, word)| (grade.count(status), word));
    let told = counts
        .iter()
        .filter(|(count, word)| *count > 0 || *word == "passed");
    told.map(|(count, word)| format!("{count} {word}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The transcript up to the difference, and the line that was expected above the one that came.
fn details(verdict: &Verdict) -> String {
    let mut text = String::new();
    let seen = lines(verdict.transcript.iter().cloned());
    let before = verdict
        .difference
        .as_ref()
        .map_or(seen.len(), |difference| difference.line - 1);
    transcript(&mut text, &seen[..before.min(seen.len())]);
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
        let said = shortened(&printable(&line.text), 0).0;
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
pub(super) fn visible(line: &Line) -> String {
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

/// Nothing a program prints may control the terminal of whoever reads the report, or turn its text
/// round: control characters become their pictures, where Unicode has one.
pub(super) fn printable(text: &str) -> String {
    let visible = text.chars().map(|c| match c {
        '\t' => '→',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('�'),
        '\x7f' => '␡',
        '\u{80}'..='\u{9f}' | '\u{200e}' | '\u{200f}' => '�',
        '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '�',
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
