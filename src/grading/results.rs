//! Results for machines: our own JSON, Gradescope's `results.json`, GitHub Classroom's object.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::grade::{Grade, Graded, Status};
use super::verdict::{Line, LineEnd, Verdict, lines, signal_name};
use super::{html, report};
use crate::files;
use crate::process::Ending;
use crate::program::Failure;

/// Where results go, besides the terminal.
#[derive(Clone, Debug, Default)]
pub struct Destinations {
    /// Everything, as JSON.
    pub json: Option<PathBuf>,
    /// `results.json` for Gradescope.
    pub gradescope: Option<PathBuf>,
    /// The report as one page of HTML.
    pub html: Option<PathBuf>,
    /// For GitHub Classroom: `result=...` in the file `$GITHUB_OUTPUT`.
    pub classroom: bool,
}

impl Destinations {
    /// Refuses what cannot be written before a single case is run.
    pub fn check(&self) -> Result<(), Failure> {
        for path in [&self.json, &self.gradescope, &self.html]
            .into_iter()
            .flatten()
        {
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
        if self.classroom {
            github_output()?;
        }
        Ok(())
    }

    /// Writes all of them. A failure of one does not keep the others from being written.
    pub fn write(&self, grade: &Grade) -> Result<(), Failure> {
        let pretty = |value: Value| format!("{value:#}\n");
        let mut outcome = Ok(());
        let mut write = |path: &Option<PathBuf>, render: &dyn Fn() -> String| {
            let Some(path) = path else { return };
            let written = files::replace(path, render().as_bytes());
            let written = written.map_err(|error| cannot_write(path, &error));
            outcome = std::mem::replace(&mut outcome, Ok(())).and(written);
        };
        write(&self.json, &|| pretty(own(grade)));
        write(&self.gradescope, &|| pretty(gradescope(grade)));
        write(&self.html, &|| html::page(grade));
        if self.classroom {
            let path = PathBuf::from(github_output()?);
            let line = format!(
                "result={}\n",
                base64(classroom(grade).to_string().as_bytes())
            );
            let appended = append(&path, line.as_bytes());
            outcome = outcome.and(appended.map_err(|error| cannot_write(&path, &error)));
        }
        outcome
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::with_code(
        70,
        format_args!("cannot write `{}`: {error}", path.display()),
    )
}

fn github_output() -> Result<OsString, Failure> {
    std::env::var_os("GITHUB_OUTPUT").ok_or_else(|| {
        Failure::usage("--classroom needs the variable GITHUB_OUTPUT of a GitHub Actions step")
    })
}

/// Other steps may have written to the file already.
fn append(path: &Path, line: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(line)
}

fn seconds(time: std::time::Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

/// Our own format: everything there is to know.
pub(super) fn own(grade: &Grade) -> Value {
    let cases: Vec<Value> = grade.cases.iter().map(own_case).collect();
    json!({
        "version": 1,
        "assignment": grade.assignment,
        "command": grade.command,
        "seed": grade.seed,
        "score": grade.score(),
        "max_score": grade.max_score(),
        "seconds": seconds(grade.time),
        "broken_off": grade.broken_off,
        "cases": cases,
    })
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
    if case.hidden {
        return value;
    }
    value["seconds"] = seconds(case.time).into();
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
        "output": grade.broken_off.clone().unwrap_or_else(|| report::sum(grade)),
        "output_format": "text",
        "stdout_visibility": "hidden",
        "extra_data": { "seed": grade.seed },
        "tests": tests,
    });
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
    }
    test
}

/// The object of version 1 that GitHub Classroom's graders hand to its reporter.
fn classroom(grade: &Grade) -> Value {
    let tests: Vec<Value> = grade.cases.iter().map(classroom_test).collect();
    let status = match grade {
        _ if grade.broken_off.is_some() || grade.count(Status::Error) > 0 => "error",
        _ if grade.is_perfect() => "pass",
        _ => "fail",
    };
    json!({
        "version": 1,
        "status": status,
        "max_score": grade.max_score(),
        "tests": tests,
    })
}

fn classroom_test(case: &Graded) -> Value {
    let status = match case.status {
        Status::Pass | Status::Right => "pass",
        Status::Error => "error",
        Status::Fail | Status::Skip => "fail",
    };
    let message = match (case.hidden, case.status) {
        (true, _) | (_, Status::Pass) => String::new(),
        _ => anstream::adapter::strip_str(&report::case(case)).to_string(),
    };
    json!({
        "name": case.name,
        "status": status,
        "score": case.score,
        "message": message,
        "test_code": case.reproduce.clone().unwrap_or_default(),
        "filename": "",
        "line_no": 0,
        "duration": case.time.as_millis() as u64,
    })
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |index: usize| u32::from(three.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = (bits >> (18 - 6 * digit)) & 63;
            text.push(if digit <= three.len() {
                char::from(DIGITS[value as usize])
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_gives_the_examples_of_its_standard() {
        let plain = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let coded = [
            "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
        ];
        assert_eq!(plain.map(|text| base64(text.as_bytes())), coded);
    }
}
