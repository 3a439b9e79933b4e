//! What happened, in words for a person: a line for every case, the first failure in full, each
//! difference in wording once, the sum at the end.
//!
//! The text is styled with escape sequences; who has no use for them strips them.

mod shown;

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::crash::Crash;
use super::differences::{self, Told, manner};
use super::grade::{Grade, Graded, Status};
use super::judgement::Manner;
use super::verdict::Verdict;
use crate::text::template;
pub(super) use shown::visible;
use shown::{alone, details, last_question, quoted_lines};

/// So many differences in wording, and lines that the assignment does not have, are told; the others
/// are counted.
const MOST_DIFFERENCES: usize = 12;
const MOST_EXTRAS: usize = 4;

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

/// A case that is good, in a line; the others are told together when all are known.
pub fn good_case(graded: &Graded) -> String {
    match graded.status {
        Status::Pass | Status::Right | Status::Skip => headline(graded),
        Status::Fail | Status::Error => String::new(),
    }
}

/// A case: one line if all is well, and everything worth knowing if not.
pub fn case(graded: &Graded) -> String {
    let mut text = headline(graded);
    if !graded.hidden && matches!(graded.status, Status::Fail | Status::Error) {
        let more = in_full(graded);
        if !more.is_empty() {
            text += &format!("\n{more}\n");
        }
    }
    text
}

/// A case with its whole transcript, however it came out, and its differences in wording.
pub fn case_with_transcript(graded: &Graded) -> String {
    let mut text = case(graded);
    if let Some(verdict) = graded.verdict.as_ref().filter(|_| graded.status.is_good()) {
        let _ = writeln!(text, "\n{}", details(verdict));
    }
    text
}

/// What a failed case has to tell besides its headline.
fn in_full(graded: &Graded) -> String {
    let mut more = match (&graded.crash, graded.judgement()) {
        (Some(crash), _) if !crash.trace.is_empty() => {
            let typed = graded.verdict.as_ref().and_then(last_question);
            typed.unwrap_or_default() + &quoted_lines(&crash.trace)
        }
        (None, Some(judgement)) if !judgement.answers.is_empty() => {
            quoted_lines(&judgement.answers)
        }
        _ => graded.verdict.as_ref().map(details).unwrap_or_default(),
    };
    if let Some(hint) = &graded.hint {
        let _ = writeln!(more, "    hint: {hint}");
    }
    if let Some(command) = &graded.reproduce {
        let _ = writeln!(more, "    {SOFT}${SOFT:#} {command}");
    }
    more
}

/// `FAIL takes the last stick: the output differs (0.00/2.00 points, 0.01 s)`.
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

/// Cases that fail in the same way; the first stands for them.
struct Alike<'a> {
    key: String,
    first: &'a Graded,
    more: usize,
}

/// What fails, crashes first, then what was made smaller; the same failure once. What never began is told elsewhere, and once.
fn failures(grade: &Grade) -> Vec<Alike<'_>> {
    let mut all: Vec<Alike> = Vec::new();
    let failed = grade.cases.iter().filter(|case| match case.status {
        Status::Fail => true,
        Status::Error => !grade.could_not_start(),
        _ => false,
    });
    for case in failed {
        let key = match (&grade.misconception, case.hidden) {
            (Some(known), false) => known.name.clone(),
            _ => kind(case),
        };
        match all.iter_mut().find(|other| other.key == key) {
            Some(other) => {
                other.more += 1;
                if case.made_smaller {
                    other.first = case;
                }
            }
            None => all.push(Alike {
                key,
                first: case,
                more: 0,
            }),
        }
    }
    all.sort_by_key(|one| (one.first.crash.is_none(), !one.first.made_smaller));
    all
}

/// What makes two failures the same: the sentence without its numbers, and the lines that differ.
fn kind(case: &Graded) -> String {
    if case.hidden {
        return case.file.clone();
    }
    let reason = match &case.crash {
        // The same error in the same line of the program is one bug, whatever it says of the case.
        Some(
            crash @ Crash {
                place: Some((file, line)),
                ..
            },
        ) => {
            let kind = crash.summary.split(':').next().unwrap_or_default();
            return format!("{kind} {file} {line}");
        }
        Some(crash) => template(&crash.summary),
        None => template(case.reason.as_deref().unwrap_or_default()),
    };
    let difference = case
        .verdict
        .as_ref()
        .and_then(|one| one.difference.as_ref());
    let lines = difference.map(|at| {
        let line =
            |line: &Option<super::verdict::Line>| line.as_ref().map(|line| template(&line.text));
        (line(&at.expected), line(&at.actual))
    });
    format!("{reason} {lines:?}")
}

/// What explains every failing case, if it is known.
pub fn cause(grade: &Grade) -> String {
    let mut text = String::new();
    if let Some(known) = &grade.misconception {
        let _ = writeln!(
            text,
            "{BAD}Every failing case has one cause:{BAD:#} {}",
            known.sentence
        );
        if let Some(example) = &known.example {
            let _ = writeln!(text, "    {example}");
        }
        text.push('\n');
    }
    text
}

/// All that did not go well, each bug once: the first in full, the others in a line; then the words.
pub fn troubles(grade: &Grade, full: bool) -> String {
    let mut text = cause(grade);
    for (number, alike) in failures(grade).iter().enumerate() {
        let first = alike.first;
        text += &headline(first);
        let shown = full && !first.hidden && (number == 0 || first.crash.is_some());
        let more = in_full(first);
        if shown && !more.is_empty() {
            text += &format!("\n{more}");
        }
        if alike.more > 0 {
            let _ = writeln!(text, "    and {} more like it", alike.more);
        }
        if shown && !more.is_empty() {
            text.push('\n');
        }
    }
    if full {
        let words = wording(grade);
        if !words.is_empty() && !text.ends_with("\n\n") {
            text.push('\n');
        }
        text += &words;
    }
    text
}

/// Each difference in wording of the run, once, the worst first.
pub fn wording(grade: &Grade) -> String {
    let told = differences::told_once(&grade.cases);
    let remarks = differences::remarks(&grade.cases);
    if told.is_empty() && remarks.is_empty() {
        return String::new();
    }
    let mut text = format!("{ODD}Wording{ODD:#}, each difference once:\n");
    let (extra, differing): (Vec<&Told>, Vec<&Told>) = told
        .iter()
        .partition(|one| one.difference.manner == Manner::Extra);
    for one in differing.iter().take(MOST_DIFFERENCES) {
        let difference = &one.difference;
        let (how, lines) = match (&difference.expected, &difference.actual) {
            (Some(expected), Some(actual)) if expected == actual => (
                "blank lines before it",
                format!("    expected: {}\n", alone(expected)),
            ),
            (Some(expected), Some(actual)) => {
                (manner(difference.manner), shown::wording(expected, actual))
            }
            (expected, _) => {
                let line = expected.as_deref().unwrap_or_default();
                (
                    manner(difference.manner),
                    format!("    expected: {}\n", alone(line)),
                )
            }
        };
        let _ = writeln!(text, "  {how} {SOFT}({}){SOFT:#}", cases(one.cases));
        text += &lines;
    }
    and_more(&mut text, differing.len(), MOST_DIFFERENCES, "differences");
    if !extra.is_empty() {
        text += "  lines the assignment does not have (they cost nothing)\n";
    }
    for one in extra.iter().take(MOST_EXTRAS) {
        let line = one.difference.actual.as_deref().unwrap_or_default();
        let _ = writeln!(
            text,
            "      actual: {} {SOFT}({}){SOFT:#}",
            alone(line),
            cases(one.cases)
        );
    }
    and_more(&mut text, extra.len(), MOST_EXTRAS, "lines");
    for (remark, count) in remarks.iter().take(MOST_EXTRAS) {
        let _ = writeln!(
            text,
            "  {} {SOFT}({}){SOFT:#}",
            alone(remark),
            cases(*count)
        );
    }
    and_more(&mut text, remarks.len(), MOST_EXTRAS, "remarks");
    text
}

fn cases(count: usize) -> String {
    match count {
        1 => "1 case".to_owned(),
        count => format!("{count} cases"),
    }
}

fn and_more(text: &mut String, all: usize, most: usize, what: &str) {
    if all > most {
        let _ = writeln!(text, "  and {} more {what}", all - most);
    }
}

/// The end of a report: the points.
pub fn summary(grade: &Grade) -> String {
    let mut text = String::new();
    if let Some(reason) = &grade.broken_off {
        let _ = writeln!(text, "{ODD}{reason}{ODD:#}");
    }
    if let Some(sentence) = grade.knows_by_heart() {
        let _ = writeln!(text, "{BAD}{sentence}{BAD:#}");
    }
    let style = if grade.is_perfect() { GOOD } else { BAD };
    let _ = write!(text, "{style}{}{style:#} {SOFT}(", sum(grade));
    let by_chance = |case: &Graded| case.games.is_some() || case.fresh;
    if grade.cases.iter().any(by_chance) {
        let _ = write!(text, "seed {}, ", grade.seed);
    }
    if let Some(dialect) = &grade.dialect {
        let _ = write!(text, "dialect {dialect}, ");
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
