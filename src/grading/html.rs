//! The report as one page of HTML that needs nothing else: no network, no script, no other file.

mod words;

use std::fmt::{self, Write};

use super::grade::{Grade, Graded};
use super::report::{self, visible};
use super::score::Points;
use super::verdict::{Difference, Line, LineEnd, lines};
use crate::text::{around, printable};

/// Lines of the terminal shown before and after the one that differs.
const BEFORE: usize = 12;
const AFTER: usize = 6;

/// Lines of a terminal without a difference, and characters of a line.
const MOST_LINES: usize = 200;
const LONGEST: usize = 500;

/// The whole page.
pub(super) fn page(grade: &Grade) -> String {
    let points = (Some(grade.score()), grade.max_score());
    page_about(&grade.assignment, grade, points, &[])
}

/// The whole page under a title of its own, with the points, of how many, and notes above the cases.
/// Who has no points has no grade yet.
pub(super) fn page_about(
    title: &str,
    grade: &Grade,
    points: (Option<Points>, Points),
    notes: &[String],
) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, title, grade, points, notes);
    page
}

fn write_page(
    page: &mut String,
    title: &str,
    grade: &Grade,
    (score, max_score): (Option<Points>, Points),
    notes: &[String],
) -> fmt::Result {
    let percent = (score.unwrap_or_default().part_of(max_score) * 100.0) as u32;
    let score = score.map_or("–".to_owned(), |score| score.to_string());
    let sum = match grade.cases.is_empty() {
        true => "nothing was run".to_owned(),
        false => report::counts(grade),
    };
    write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{assignment}: {score} of {max_score} points</title>\n<style>\n{style}</style>\n</head>\n\
         <body>\n<main>\n<h1>{assignment}</h1>\n<code class=\"command\">{command}</code>\n\
         <p class=\"score\"><b>{score} / {max_score}</b> <span>points · {sum}</span></p>\n\
         <div class=\"bar\"><i style=\"width:{percent}%\"></i></div>\n",
        assignment = Escaped(title),
        command = Escaped(&grade.command),
        style = include_str!("page.css"),
        sum = Escaped(&sum),
    )?;
    for note in grade.broken_off.iter().chain(notes) {
        writeln!(page, "<p class=\"note\">{}</p>", Escaped(note))?;
    }
    if let Some(known) = &grade.misconception {
        let example = known.example.as_deref().unwrap_or_default();
        writeln!(
            page,
            "<p class=\"note\"><b>Every failing case has one cause:</b> {} <code>{}</code></p>",
            Escaped(&known.sentence),
            Escaped(example)
        )?;
    }
    for case in &grade.cases {
        write_case(page, case)?;
    }
    words::write_run(page, grade)?;
    // Results that are to be compared byte for byte have no time, and none is made up.
    let took = match grade.time.is_zero() {
        true => String::new(),
        false => format!(" in {:.1} s", grade.time.as_secs_f64()),
    };
    write!(
        page,
        "<footer>Graded by grade {}{took}, seed {}.</footer>\n</main>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
        grade.seed
    )
}

fn write_case(page: &mut String, case: &Graded) -> fmt::Result {
    let word = case.status.word();
    let mut line = format!(
        "<span class=\"badge\">{}</span><span class=\"name\">{}</span>",
        word.to_uppercase(),
        Escaped(&case.name)
    );
    if let Some(games) = case.games.filter(|_| !case.hidden) {
        write!(
            line,
            "<span class=\"time\">{} of {} games</span>",
            games.passed, games.played
        )?;
    }
    words::write_cells(&mut line, case)?;
    if !case.hidden && !case.time.is_zero() {
        write!(
            line,
            "<span class=\"time\">{:.2} s</span>",
            case.time.as_secs_f64()
        )?;
    }
    write!(
        line,
        "<span class=\"points\">{} / {}</span>",
        case.score, case.max_score
    )?;
    if case.reason.is_none() && case.verdict.is_none() {
        return writeln!(page, "<div class=\"flat {word}\">{line}</div>");
    }
    let open = if case.status.is_good() { "" } else { " open" };
    writeln!(
        page,
        "<details class=\"{word}\"{open}>\n<summary>{line}</summary>\n<div class=\"body\">"
    )?;
    if let Some(reason) = &case.reason {
        writeln!(page, "<p class=\"reason\">{}</p>", Escaped(reason))?;
    }
    if let Some(crash) = &case.crash {
        words::write_lines(page, &crash.trace)?;
    }
    words::write_case(page, case)?;
    if let Some(verdict) = &case.verdict {
        let seen = lines(verdict.transcript.iter().cloned());
        match &verdict.difference {
            Some(difference) => write_side_by_side(page, &case.expected, &seen, difference)?,
            None => write_screen(page, &seen)?,
        }
    }
    if let Some(hint) = &case.hint {
        writeln!(page, "<p class=\"hint\">{}</p>", Escaped(hint))?;
    }
    if let Some(command) = &case.reproduce {
        writeln!(
            page,
            "<p class=\"again\"><code>$ {}</code></p>",
            Escaped(command)
        )?;
    }
    writeln!(page, "</div>\n</details>")
}

/// The end of the terminal.
fn write_screen(page: &mut String, seen: &[Line]) -> fmt::Result {
    if seen.is_empty() {
        return Ok(());
    }
    let cut = seen.len().saturating_sub(MOST_LINES);
    page.push_str("<div class=\"screen\"><pre>");
    if cut > 0 {
        writeln!(page, "<i>… {cut} more lines before</i>")?;
    }
    for line in &seen[cut..] {
        writeln!(page, "{}", with_typed_marked(line))?;
    }
    page.push_str("</pre></div>\n");
    Ok(())
}

fn write_side_by_side(
    page: &mut String,
    expected: &[Line],
    actual: &[Line],
    difference: &Difference,
) -> fmt::Result {
    let line = difference.line;
    let rows = expected.len().max(actual.len()).max(line);
    let (first, last) = (line.saturating_sub(BEFORE).max(1), (line + AFTER).min(rows));
    page.push_str(
        "<div class=\"screen\"><table>\n<tr><th class=\"n\"></th><th>expected</th><th>actual</th></tr>\n",
    );
    cut(page, first - 1, "before")?;
    for row in first..=last {
        let side = |lines: &[Line]| lines.get(row - 1).map_or(String::new(), with_typed_marked);
        let (class, want, got) = if row == line {
            let mark = |line: &Option<Line>| {
                let line = line.as_ref().map_or_else(|| "∅".to_owned(), visible);
                with_column_marked(&line, difference.column)
            };
            (
                " class=\"differs\"",
                mark(&difference.expected),
                mark(&difference.actual),
            )
        } else {
            ("", side(expected), side(actual))
        };
        writeln!(
            page,
            "<tr{class}><td class=\"n\">{row}</td><td class=\"want\">{want}</td><td class=\"got\">{got}</td></tr>"
        )?;
    }
    cut(page, rows - last, "after")?;
    page.push_str("</table></div>\n");
    Ok(())
}

fn cut(page: &mut String, lines: usize, side: &str) -> fmt::Result {
    if lines == 0 {
        return Ok(());
    }
    let noun = if lines == 1 { "line" } else { "lines" };
    writeln!(
        page,
        "<tr class=\"cut\"><td class=\"n\">…</td><td colspan=\"2\">{lines} more {noun} {side}</td></tr>"
    )
}

/// A line as it was seen, and what was typed in another colour.
fn with_typed_marked(line: &Line) -> String {
    let said = shortened(&printable(&line.text));
    let typed = match &line.end {
        LineEnd::Typed(typed) => typed,
        LineEnd::EndOfInput => "^D",
        LineEnd::Newline | LineEnd::Nothing => return Escaped(&said).to_string(),
    };
    format!(
        "{}<span class=\"typed\">{}</span>",
        Escaped(&said),
        Escaped(&printable(typed))
    )
}

/// No line is longer than the page can bear, and what is cut is told.
fn shortened(line: &str) -> String {
    around(line, 0, LONGEST).0
}

/// A line in which everything from the column on is marked.
fn with_column_marked(line: &str, column: usize) -> String {
    let split = line
        .char_indices()
        .nth(column - 1)
        .map_or(line.len(), |(index, _)| index);
    let (same, other) = line.split_at(split);
    format!(
        "{}<mark>{}</mark>",
        Escaped(same),
        Escaped(&shortened(other))
    )
}

/// Text in which nothing is markup.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_transcript_stays_text() {
        let line = Line {
            text: "<b>How\x1b many? ".to_owned(),
            end: LineEnd::Typed("3 & 'more'".to_owned()),
        };
        assert_eq!(
            with_typed_marked(&line),
            "&lt;b&gt;How␛ many? <span class=\"typed\">3 &amp; &#39;more&#39;</span>"
        );
    }

    #[test]
    fn the_mark_begins_at_the_column() {
        assert_eq!(with_column_marked("Höllo", 2), "H<mark>öllo</mark>");
        assert_eq!(with_column_marked("H", 5), "H<mark></mark>");
    }

    #[test]
    fn a_line_without_end_is_cut_and_says_so() {
        assert!(shortened(&"é".repeat(600)).ends_with("é…(100 more)"));
    }
}
