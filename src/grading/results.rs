//! Results for machines: our own JSON, Gradescope's `results.json`; other formats are a file each.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::differences::{Told, told_once};
use super::grade::{Grade, Graded};
use super::judgement::Rules;
use super::verdict::{Line, LineEnd, Verdict, lines};
use super::{annotations, classroom50, html, markdown, report};
use crate::files::Held;
use crate::process::{Ending, signal_name};
use crate::program::{self, Failure};

/// Where results go, besides the terminal.
#[derive(Clone, Debug, Default)]
pub struct Destinations {
    /// Everything, as JSON.
    pub json: Option<PathBuf>,
    /// `results.json` for Gradescope.
    pub gradescope: Option<PathBuf>,
    /// The report as one page of HTML.
    pub html: Option<PathBuf>,
    /// The report as Markdown.
    pub markdown: Option<PathBuf>,
    /// Commands for the runner of GitHub Actions.
    pub annotations: Option<PathBuf>,
    /// `result.json` for Classroom 50.
    pub classroom50: Option<PathBuf>,
}

impl Destinations {
    /// Refuses what cannot be written before a single case is run.
    pub fn check(&self) -> Result<(), Failure> {
        for path in self.paths().into_iter().flatten() {
            let folder = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            if path.is_dir() {
                return Err(Failure::usage(format_args!(
                    "cannot write results to `{}`: it is a folder",
                    path.display()
                )));
            }
            if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
                return Err(Failure::usage(format_args!(
                    "cannot write `{}`: there is no folder `{}`",
                    path.display(),
                    folder.display()
                )));
            }
        }
        Ok(())
    }

    /// Every file that is to be written.
    pub fn paths(&self) -> [&Option<PathBuf>; 6] {
        [
            &self.json,
            &self.gradescope,
            &self.html,
            &self.markdown,
            &self.annotations,
            &self.classroom50,
        ]
    }

    /// Opens all of them, so that nothing a program does can keep them from being written.
    pub fn open(self) -> Result<Opened, Failure> {
        let mut held = [const { None }; 6];
        for (held, path) in held.iter_mut().zip(self.paths()) {
            let path = path.as_deref();
            let opened =
                path.map(|path| Held::open(path).map_err(|error| cannot_open(path, &error)));
            *held = opened.transpose()?;
        }
        Ok(Opened {
            destinations: self,
            held,
        })
    }
}

/// Results that only need to be written.
pub struct Opened {
    destinations: Destinations,
    held: [Option<Held>; 6],
}

impl Opened {
    /// Writes all of them. A failure of one does not keep the others from being written.
    pub fn write(self, grade: &Grade) -> Result<(), Failure> {
        let pretty = |value: Value| format!("{value:#}\n");
        let renders: [&dyn Fn() -> String; 6] = [
            &|| pretty(own(grade)),
            &|| pretty(gradescope(grade)),
            &|| html::page(grade),
            &|| markdown::page(grade),
            &|| annotations::commands(grade),
            &|| pretty(classroom50::result(grade)),
        ];
        let mut outcome = Ok(());
        let paths = self.destinations.paths().into_iter().flatten();
        let held = self.held.into_iter().zip(renders);
        let held = held.filter_map(|(held, render)| Some((held?, render)));
        for ((held, render), path) in held.zip(paths) {
            let written = held.write(render().as_bytes());
            outcome = outcome.and(written.map_err(|error| cannot_write(path, &error)));
        }
        outcome
    }
}

/// Known before anything was graded.
fn cannot_open(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(program::cannot_write(path, error))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::with_code(70, program::cannot_write(path, error))
}

fn seconds(time: std::time::Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

/// Our own format: everything there is to know.
pub(super) fn own(grade: &Grade) -> Value {
    let cases: Vec<Value> = grade.cases.iter().map(own_case).collect();
    let mut value = json!({
        "version": 2,
        "assignment": grade.assignment,
        "command": grade.command,
        "seed": grade.seed,
        "score": grade.score(),
        "max_score": grade.max_score(),
        "seconds": seconds(grade.time),
        "broken_off": grade.broken_off,
        "differences": differences(grade),
        "misconception": misconception(grade),
        "cases": cases,
    });
    if let Some(dialect) = &grade.dialect {
        value["dialect"] = dialect.as_str().into();
    }
    let (fresh, right) = grade.fresh();
    if fresh > 0 {
        value["fresh"] =
            json!({ "cases": fresh, "right": right, "by_heart": grade.knows_by_heart() });
    }
    value
}

/// Each difference in wording of the run, once, the worst first.
fn differences(grade: &Grade) -> Value {
    let told = told_once(&grade.cases).into_iter();
    let told = told.map(|Told { difference, cases }| {
        json!({
            "template": difference.template(),
            "manner": format!("{:?}", difference.manner).to_lowercase(),
            "expected": difference.expected,
            "actual": difference.actual,
            "count": cases,
        })
    });
    told.collect()
}

fn misconception(grade: &Grade) -> Value {
    grade.misconception.as_ref().map_or(
        Value::Null,
        |known| json!({ "name": known.name, "sentence": known.sentence, "example": known.example }),
    )
}

/// What a case did and how it said so, if anybody listened.
fn rules(value: &mut Value, case: &Graded) {
    let told = case.told();
    let rules = told.as_ref().map(|told| &told.rules);
    value["rules"] = rules.map(Rules::word).into();
    value["rules_reason"] = rules.and_then(Rules::reason).into();
    let wording = told.map(|told| (told.wording * 1000.0).round() / 1000.0);
    value["wording"] = wording.into();
    value["crash"] = case.crash.as_ref().map_or(
        Value::Null,
        |crash| json!({ "summary": crash.summary, "trace": crash.trace }),
    );
}

fn own_case(case: &Graded) -> Value {
    let mut value = json!({
        "name": case.name,
        "file": case.file,
        "status": case.status.word(),
        "score": case.score,
        "max_score": case.max_score,
        "hidden": case.hidden,
    });
    if case.fresh {
        value["fresh"] = true.into();
    }
    if case.hidden {
        return value;
    }
    value["seconds"] = seconds(case.time).into();
    rules(&mut value, case);
    value["reason"] = case.reason.clone().into();
    value["hint"] = case.hint.clone().into();
    if let Some(verdict) = &case.verdict {
        own_verdict(&mut value, verdict);
    }
    if let Some(games) = case.games {
        value["games"] =
            json!({ "passed": games.passed, "played": games.played, "seed": games.seed });
    }
    value
}

fn own_verdict(value: &mut Value, verdict: &Verdict) {
    let difference = verdict.difference.as_ref();
    let line = |line: Option<&Line>| line.map(with_end);
    value["expected_line"] = line(difference.and_then(|at| at.expected.as_ref())).into();
    value["actual_line"] = line(difference.and_then(|at| at.actual.as_ref())).into();
    value["line"] = difference.map(|at| at.line).into();
    value["column"] = difference.map(|at| at.column).into();
    let (exit, signal) = match verdict.ending {
        Some(Ending::Exited(code)) => (Some(code), None),
        Some(Ending::Killed(signal)) => (None, Some(signal_name(signal))),
        None => (None, None),
    };
    value["exit"] = exit.into();
    value["signal"] = signal.into();
    let transcript: String = lines(verdict.transcript.iter().cloned())
        .iter()
        .map(with_end)
        .collect();
    let (kept, truncated) = around(&transcript, difference.map_or(usize::MAX, |at| at.line));
    value["transcript"] = kept.into();
    value["truncated_bytes"] = truncated.into();
}

/// A line with its newline, if it had one or something was typed, as in a fixture.
fn with_end(line: &Line) -> String {
    match line.end {
        LineEnd::Nothing => line.to_string(),
        _ => format!("{line}\n"),
    }
}

/// What is kept of a long transcript, the line given included, and how many bytes are not.
fn around(transcript: &str, line: usize) -> (&str, usize) {
    const KEPT: usize = 64 << 10;
    if transcript.len() <= KEPT {
        return (transcript, 0);
    }
    let lines = transcript.split_inclusive('\n');
    let until: usize = lines.take(line).map(str::len).sum();
    let from = transcript.floor_char_boundary(until.saturating_sub(KEPT / 2));
    let to = transcript.floor_char_boundary(from + KEPT);
    (&transcript[from..to], transcript.len() - (to - from))
}

/// Gradescope adds up the scores of the tests, so there is no score on top of them.
fn gradescope(grade: &Grade) -> Value {
    let numbered = grade.cases.iter().zip(1..);
    let tests: Vec<Value> = numbered
        .map(|(case, number)| gradescope_test(case, number, grade.seed))
        .collect();
    let mut value = json!({
        "execution_time": seconds(grade.time),
        "output": gradescope_output(grade),
        "output_format": "text",
        "stdout_visibility": "hidden",
        "extra_data": {
            "seed": grade.seed,
            "differences": differences(grade),
            "misconception": misconception(grade),
        },
        "tests": tests,
    });
    if let Some(dialect) = &grade.dialect {
        value["extra_data"]["dialect"] = dialect.as_str().into();
    }
    if grade.cases.is_empty() {
        value["score"] = 0.0.into();
    }
    let ranked = grade
        .cases
        .iter()
        .filter(|case| case.ranked && !case.hidden);
    let ranked =
        ranked.filter_map(|case| Some(json!({ "name": case.name, "value": case.games?.passed })));
    let leaderboard: Vec<Value> = ranked.collect();
    if !leaderboard.is_empty() {
        value["leaderboard"] = leaderboard.into();
    }
    value
}

/// What holds for all cases: the sum, what explains them, and each difference in wording once.
fn gradescope_output(grade: &Grade) -> String {
    let sum = grade
        .broken_off
        .clone()
        .unwrap_or_else(|| report::sum(grade));
    let text = format!(
        "{sum}\n\n{}{}",
        report::cause(grade),
        report::wording(grade)
    );
    let plain = anstream::adapter::strip_str(&text).to_string();
    plain.trim_end().to_owned()
}

fn gradescope_test(case: &Graded, number: usize, seed: u64) -> Value {
    let passed = case.status.is_good();
    let mut test = json!({
        "number": number.to_string(),
        "name": case.name,
        "name_format": "text",
        "score": case.score,
        "max_score": case.max_score,
        "status": if passed { "passed" } else { "failed" },
        "visibility": if case.hidden { "hidden" } else { "visible" },
    });
    if !case.hidden {
        test["output"] = report::case(case).into();
        test["output_format"] = "ansi".into();
        test["extra_data"] = json!({ "seed": seed, "reason": case.reason });
        rules(&mut test["extra_data"], case);
    }
    test
}
