//! The report as Markdown, for a job summary or a comment on a pull request. What a graded program
//! printed stands in code blocks it cannot leave, and in cells it cannot break.

use std::fmt::Write;

use super::grade::{Grade, Graded};
use super::report;

/// The whole report.
pub(super) fn page(grade: &Grade) -> String {
    let mut page = format!("## {}\n\n", cell(&report::sum(grade)));
    if let Some(reason) = &grade.broken_off {
        let _ = writeln!(page, "**{}**\n", cell(reason));
    }
    page += "| case | | points | |\n|---|---|--:|---|\n";
    for case in &grade.cases {
        let _ = writeln!(
            page,
            "| {} | {} | {} / {} | {} |",
            cell(&case.name),
            case.status.word(),
            case.score,
            case.max_score,
            cell(case.reason.as_deref().unwrap_or_default()),
        );
    }
    let told = |case: &&Graded| !case.hidden && !case.status.is_good() && case.verdict.is_some();
    for case in grade.cases.iter().filter(told) {
        let text = anstream::adapter::strip_str(&report::case(case)).to_string();
        let (name, block) = (cell(&case.name), block(&text));
        let _ = write!(
            page,
            "\n<details><summary>{name}</summary>\n\n{block}\n</details>\n"
        );
    }
    page
}

/// A code block with a fence longer than any row of backticks inside.
fn block(text: &str) -> String {
    let rows = text.split(|char| char != '`').map(str::len);
    let fence = "`".repeat(rows.max().unwrap_or(0).max(2) + 1);
    format!("{fence}text\n{}\n{fence}\n", text.trim_end())
}

/// Text that is nothing but text in a cell of a table: no mark-up, no links, no mentions.
fn cell(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '@' => safe += "&#64;",
            ':' => safe += "&#58;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '!' => {
                safe.push('\\');
                safe.push(char);
            }
            char if char.is_control() => safe.push(' '),
            char => safe.push(char),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_text_whatever_is_in_it() {
        assert_eq!(
            cell("| ![x](http://y) @all <b>\n"),
            "\\| \\!\\[x\\](http&#58;//y) &#64;all &lt;b&gt; "
        );
    }

    #[test]
    fn a_block_cannot_be_left_from_inside() {
        assert_eq!(block("a\n````\nb\n"), "`````text\na\n````\nb\n`````\n");
        assert_eq!(block("plain"), "```text\nplain\n```\n");
    }
}
