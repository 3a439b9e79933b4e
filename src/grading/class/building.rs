//! Building a submission, with limits like those of a run.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::grading::grade::Graded;
use crate::grading::session::{Allowance, Event, Partner, Session};
use crate::grading::suite::Case;
use crate::grading::terms::Terms;
use crate::grading::verdict::{Outcome, Piece, Verdict};
use crate::process::{Ending, Limits, Program};
use crate::text::without_control;

/// How a build went.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Build {
    /// Why there is no program, if there is none.
    pub failed: Option<String>,
    /// What the compiler said, as much of it as anybody reads.
    pub messages: String,
    /// Whether there was a compiler at all.
    pub started: bool,
    /// The command that starts what was built, or why none is known.
    pub made: Result<Vec<String>, String>,
}

impl Build {
    /// All cases of a program that could not be built; what the compiler said is told with the first.
    pub fn graded<'a>(&self, cases: impl Iterator<Item = &'a Case>) -> Option<Vec<Graded>> {
        let reason = self.failed.as_ref()?;
        let cases = cases.enumerate().map(|(number, case)| {
            let outcome = Outcome::CouldNotStart(reason.clone());
            let mut verdict = Verdict::without_a_run(outcome, Allowance::default());
            if number == 0 {
                let messages = self.messages.clone().into_bytes();
                verdict.transcript.push(Piece::Output(messages));
            }
            Graded::judged(case, verdict)
        });
        Some(cases.collect())
    }
}

const LONGEST_MESSAGES: usize = 8 << 10;

/// How long a build may take.
const TIME: Duration = Duration::from_secs(120);

/// Runs the command in the folder of a private copy, where it may write.
pub fn build(words: &[String], folder: &Path, copy: &Path, terms: &Terms) -> Build {
    let failed = |reason: String, messages: String| Build {
        failed: Some(reason),
        messages,
        started: true,
        made: Ok(Vec::new()),
    };
    let limits = Limits {
        cpu_seconds: TIME.as_secs() * 4,
        file_bytes: 256 << 20,
        ..Limits::default()
    };
    let allowance = Allowance {
        time: TIME,
        files: 100_000,
        written: 4 << 30,
        ..Allowance::default()
    };
    let program = Program::new(&words[0])
        .args(&words[1..])
        .folder(folder)
        .limits(limits)
        .env("RUSTUP_HOME", toolchains())
        .seal(terms.seal.clone().map(|seal| seal.allow_writing(copy)))
        .user(terms.user.clone());
    let mut session = match Session::start(&program, allowance) {
        Ok(session) => session,
        Err(error) => {
            return Build {
                started: false,
                ..failed(error.to_string(), String::new())
            };
        }
    };
    session.end_input();
    let ended = loop {
        match session.next_event() {
            Event::Output | Event::Waiting(_) => {}
            Event::Ended(Ending::Exited(0)) => break None,
            Event::Ended(Ending::Exited(code)) => break Some(format!("exit code {code}")),
            Event::Ended(Ending::Killed(signal)) => {
                break Some(format!("killed by signal {signal}"));
            }
            Event::Limit(limit) => break Some(format!("it used up its {limit:?}").to_lowercase()),
            Event::Interrupted => break Some("interrupted".to_owned()),
        }
    };
    session.end();
    let text = String::from_utf8_lossy(session.output()).replace('\r', "");
    let text = text.replace(&*folder.to_string_lossy(), ".");
    let text = text.replace(&*copy.to_string_lossy(), "..");
    let text = without_control(&text);
    let end = text.floor_char_boundary(LONGEST_MESSAGES);
    let mut messages = text[..end].to_owned();
    if end < text.len() {
        messages += &format!("\n… {} more bytes", text.len() - end);
    }
    // What a shell says of a command that is not there.
    if ended.as_deref() == Some("exit code 127") {
        let reason = messages.lines().next_back().unwrap_or_default().trim();
        return Build {
            started: false,
            ..failed(
                format!("the build could not be started: {reason}"),
                messages.clone(),
            )
        };
    }
    match ended {
        None => Build {
            failed: None,
            messages,
            started: true,
            made: Ok(Vec::new()),
        },
        Some(reason) => {
            let error = first_error(&messages);
            let error = error.map_or(String::new(), |line| format!(": {line}"));
            failed(format!("the build failed, {reason}{error}"), messages)
        }
    }
}

/// The first line in which a compiler speaks of an error, if it is short enough to be one.
fn first_error(messages: &str) -> Option<&str> {
    let mut lines = messages.lines().map(str::trim);
    lines.find(|line| line.to_lowercase().contains("error") && line.len() <= 200)
}

/// Where rustup keeps its compilers: a sealed build has a home of its own, and would not find them.
fn toolchains() -> PathBuf {
    let home = || PathBuf::from(env::var_os("HOME").unwrap_or_default());
    env::var_os("RUSTUP_HOME").map_or_else(|| home().join(".rustup"), PathBuf::from)
}
