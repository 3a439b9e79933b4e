//! Rules and words side by side: in the line of a case, in the case, and each difference once for the
//! whole run.

use std::fmt::{self, Write};

use super::{Escaped, printable, shortened};
use crate::grading::differences::{self, Told, manner, told_once};
use crate::grading::grade::{Grade, Graded};
use crate::grading::judgement::{Judgement, WordingDifference};

/// Two cells for the line of a case: what it did, and how much of it in the assignment's words.
pub(super) fn write_cells(line: &mut String, case: &Graded) -> fmt::Result {
    let Some(told) = case.told() else {
        return Ok(());
    };
    let (word, percent) = (told.rules.word(), told.wording * 100.0);
    write!(
        line,
        "<span class=\"rules {word}\">rules {word}</span><span class=\"words\">words {percent:.0} %</span>"
    )
}

/// What was done beside how it was said.
pub(super) fn write_case(page: &mut String, case: &Graded) -> fmt::Result {
    let Some(judgement) = case.judgement() else {
        return Ok(());
    };
    page.push_str("<div class=\"sides\"><section><h3>Rules</h3>\n");
    let rules = judgement
        .rules
        .reason()
        .unwrap_or_else(|| "right".to_owned());
    writeln!(page, "<p>{}</p>", text(&rules))?;
    write_lines(page, &judgement.answers)?;
    for remark in &judgement.remarks {
        writeln!(page, "<p class=\"remark\">{}</p>", text(remark))?;
    }
    page.push_str("</section><section><h3>Words</h3>\n");
    write_words(page, judgement)?;
    page.push_str("</section></div>\n");
    Ok(())
}

fn write_words(page: &mut String, judgement: &Judgement) -> fmt::Result {
    let percent = judgement.wording * 100.0;
    writeln!(page, "<p>{percent:.0} % of the assignment's lines</p>")?;
    let rows = judgement.differences.iter();
    write_table(page, rows.map(|difference| (difference, String::new())))
}

/// Each difference in wording once, the worst first.
pub(super) fn write_run(page: &mut String, grade: &Grade) -> fmt::Result {
    let told = told_once(&grade.cases);
    if !told.is_empty() {
        page.push_str("<section class=\"wording\"><h2>Wording, each difference once</h2>\n");
        let rows = told.iter().map(|Told { difference, cases }| {
            let noun = if *cases == 1 { "case" } else { "cases" };
            (difference, format!("{cases} {noun}, "))
        });
        write_table(page, rows)?;
        page.push_str("</section>\n");
    }
    let remarks = differences::remarks(&grade.cases);
    for (remark, cases) in remarks {
        writeln!(page, "<p class=\"remark\">{} ({cases})</p>", text(remark))?;
    }
    Ok(())
}

fn write_table<'a>(
    page: &mut String,
    rows: impl Iterator<Item = (&'a WordingDifference, String)>,
) -> fmt::Result {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return Ok(());
    }
    page.push_str(
        "<div class=\"screen\"><table>\n<tr><th>expected</th><th>actual</th><th>how</th></tr>\n",
    );
    for (difference, count) in rows {
        let side = |line: &Option<String>| line.as_deref().map_or("∅".to_owned(), text);
        writeln!(
            page,
            "<tr><td class=\"want\">{}</td><td class=\"got\">{}</td><td>{count}{}</td></tr>",
            side(&difference.expected),
            side(&difference.actual),
            manner(difference.manner)
        )?;
    }
    page.push_str("</table></div>\n");
    Ok(())
}

/// Lines as they came.
pub(super) fn write_lines(page: &mut String, lines: &[String]) -> fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    page.push_str("<div class=\"screen\"><pre>");
    for line in lines {
        writeln!(page, "{}", text(line))?;
    }
    page.push_str("</pre></div>\n");
    Ok(())
}

fn text(line: &str) -> String {
    Escaped(&shortened(&printable(line))).to_string()
}
