//! Referees in any language: `# referee: exec python3 my_referee.py 3`.
//!
//! Such a referee is a program that speaks lines. It is told each turn of the graded program as a line
//! of JSON on its standard input, and answers each with one line on its standard output (see
//! `docs/fixtures.md`). Whatever goes wrong with it is [`Outcome::RefereeFailed`]: not the student's
//! fault, and not ours.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::conversation::{Conversation, Stop, Turn};
use super::fixture;
use super::partner::{Event, Partner};
use super::referee::{Appointment, Referee};
use super::session::{Allowance, Limit, Session};
use super::verdict::Outcome;
use crate::process::{Ending, Limits, Program, sees_processes, signal_name};
use crate::text;

/// How long all of a run may take, and how much may be said in it.
const ALLOWANCE: Allowance = Allowance {
    time: Duration::from_secs(3600),
    output: 1 << 20,
    memory: 1 << 30,
    processes: 256,
    files: 10_000,
    written: 256 << 20,
};

/// How much is shown of what a referee says that is no answer, or noted last.
const LONGEST: usize = 300;

/// The last of its notes is looked for in so many bytes.
const LAST_NOTES: u64 = 16 << 10;

const ANSWERS: &str = "`type TEXT`, `end`, `wait`, `fail SENTENCE` or `pass`";

/// Reads `python3 my_referee.py 3`, which is to run in the folder of the case at `path`, and may think
/// about an answer for so many seconds, or as long as a case usually takes.
pub(super) fn appoint(
    words: &str,
    path: &str,
    seconds: Option<u32>,
) -> Result<Box<dyn Appointment>, String> {
    let words = text::words(words)?;
    if words.is_empty() {
        return Err("`exec` needs a command: `exec python3 my_referee.py`".to_owned());
    }
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let folder = std::path::absolute(folder.join(".")).map_err(|error| error.to_string())?;
    let patience = seconds.map(|seconds| Duration::from_secs(seconds.into()));
    Ok(Box::new(Command {
        words,
        folder,
        patience: patience.unwrap_or(Allowance::default().time),
    }))
}

/// What to run, where, and how long it may think.
struct Command {
    words: Vec<String>,
    folder: PathBuf,
    patience: Duration,
}

impl Appointment for Command {
    fn seat(&self, seed: u64) -> Box<dyn Referee> {
        let limits = Limits {
            cpu_seconds: ALLOWANCE.time.as_secs(),
            ..Limits::default()
        };
        let program = Program::new(&self.words[0])
            .args(&self.words[1..])
            .folder(&self.folder)
            .limits(limits);
        Box::new(ExecReferee {
            program,
            patience: self.patience,
            seed,
        })
    }
}

struct ExecReferee {
    program: Program,
    patience: Duration,
    seed: u64,
}

/// What a referee is told: a line of JSON.
#[derive(Serialize)]
struct Told<'a> {
    seed: u64,
    printed: &'a str,
    then: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit: Option<i32>,
}

/// What a referee answers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Type(String),
    End,
    Wait,
    Fail(String),
    Pass,
}

impl Referee for ExecReferee {
    fn play(&mut self, talk: &mut Conversation) -> Result<(), Outcome> {
        let mut process = Process::start(&self.program).map_err(|why| self.failed(&why))?;
        loop {
            let turn = talk.turn();
            let began = Instant::now();
            let answer = process.ask(&self.told(&turn), self.patience);
            talk.forgive(began.elapsed());
            let answer = answer.map_err(|why| match why.as_str() {
                "" => Outcome::Interrupted,
                why => self.failed(why),
            })?;
            match (answer, turn.stop) {
                (Answer::Fail(rule), _) => return Err(Outcome::RuleBroken(rule)),
                (_, Stop::Interrupted) => return Err(Outcome::Interrupted),
                (_, Stop::Limited(limit)) => {
                    return Err(Outcome::limited(limit, talk.activity()));
                }
                (Answer::Pass, _) => return talk.ends(""),
                (_, Stop::Ended(Ending::Killed(signal))) => return Err(Outcome::killed(signal)),
                (_, Stop::Ended(_)) => return Err(Outcome::EndedEarly),
                (Answer::Type(text), Stop::Waits) => talk.answer(&text)?,
                (Answer::End, Stop::Waits) => talk.end_input(),
                // Where nobody can see that a program waits, it may only have been silent.
                (Answer::Wait, Stop::Waits) if sees_processes() => {
                    return Err(Outcome::WaitsForInput);
                }
                (Answer::Wait, Stop::Waits) => talk.go_on(),
            }
        }
    }
}

impl ExecReferee {
    fn told(&self, turn: &Turn) -> String {
        let (then, exit) = match turn.stop {
            Stop::Waits => ("waits", None),
            Stop::Ended(Ending::Exited(code)) => ("ended", Some(code)),
            Stop::Ended(Ending::Killed(_)) => ("crashed", None),
            Stop::Limited(_) | Stop::Interrupted => ("stopped", None),
        };
        let told = Told {
            seed: self.seed,
            printed: &turn.text,
            then,
            exit,
        };
        serde_json::to_string(&told).unwrap_or_default()
    }

    fn failed(&self, why: &str) -> Outcome {
        let command = text::quoted(self.program.words());
        Outcome::RefereeFailed(format!("`{command}` {why}"))
    }
}

/// The running referee, with its notes (standard error) in a file without a name.
struct Process {
    session: Session,
    notes: File,
    /// How much of its output was an answer.
    heard: usize,
}

impl Process {
    fn start(program: &Program) -> Result<Process, String> {
        let notes = tempfile::tempfile().map_err(|error| format!("cannot have notes: {error}"))?;
        let stderr = notes.try_clone().map_err(|error| error.to_string())?;
        let session = Session::start_apart(program, ALLOWANCE, stderr.into());
        Ok(Process {
            session: session.map_err(|error| format!("never ran: {error}"))?,
            notes,
            heard: 0,
        })
    }

    /// Tells it a line and waits for its answer. The error is what it did instead; nothing, if
    /// somebody wants us to stop.
    fn ask(&mut self, line: &str, patience: Duration) -> Result<Answer, String> {
        // On pipes a line may be of any length.
        let _ = self.session.type_line(line);
        let until = Instant::now() + patience;
        loop {
            let output = &self.session.output()[self.heard..];
            if let Some(end) = output.iter().position(|&byte| byte == b'\n') {
                let answer = String::from_utf8_lossy(&output[..end]).into_owned();
                if output.len() > end + 1 {
                    return Err("says more than one line at a time".to_owned());
                }
                self.heard += end + 1;
                return read(answer.trim_end_matches('\r'));
            }
            match self.session.event_before(until) {
                Some(Event::Output | Event::Waiting(_)) => {}
                Some(Event::Ended(ending)) => return Err(self.ended(ending)),
                Some(Event::Limit(Limit::Output)) => return Err("says too much".to_owned()),
                Some(Event::Limit(_)) => return Err("uses too much".to_owned()),
                Some(Event::Interrupted) => return Err(String::new()),
                None => {
                    let seconds = patience.as_secs();
                    return Err(format!("did not answer within {seconds} s"));
                }
            }
        }
    }

    fn ended(&mut self, ending: Ending) -> String {
        let how = match ending {
            Ending::Exited(code) => format!("ended with exit code {code}, without an answer"),
            Ending::Killed(signal) => format!("crashed ({})", signal_name(signal)),
        };
        match last_line(&mut self.notes).ok().flatten() {
            Some(last) => format!("{how}: {last}"),
            None => how,
        }
    }
}

/// The last line of a file, or its end if that is longer than anybody reads.
fn last_line(file: &mut File) -> io::Result<Option<String>> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(LAST_NOTES)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    let end = String::from_utf8_lossy(&end);
    let last = end.trim_end().lines().last();
    Ok(last.map(|line| text::shortened(line, LONGEST)))
}

fn read(line: &str) -> Result<Answer, String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let shown = text::shortened(line, LONGEST);
    let answer = match word {
        "type" => {
            fixture::check_typed(rest).map_err(|why| format!("answers `{shown}`: {why}"))?;
            Answer::Type(rest.to_owned())
        }
        "fail" if !rest.trim().is_empty() => Answer::Fail(rest.trim().to_owned()),
        "end" if rest.is_empty() => Answer::End,
        "wait" if rest.is_empty() => Answer::Wait,
        "pass" if rest.is_empty() => Answer::Pass,
        _ => return Err(format!("answers `{shown}`, which is none of {ANSWERS}")),
    };
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn every_answer_is_understood_and_nothing_else() {
        assert_eq!(read("type 1 2"), Ok(Answer::Type("1 2".to_owned())));
        assert_eq!(read("type"), Ok(Answer::Type(String::new())));
        assert_eq!(read("fail no"), Ok(Answer::Fail("no".to_owned())));
        assert_eq!(read("end"), Ok(Answer::End));
        assert_eq!(read("wait"), Ok(Answer::Wait));
        assert_eq!(read("pass"), Ok(Answer::Pass));
        for line in [
            "",
            "fail",
            "fail  ",
            "passed",
            "pass 1",
            "type \u{4}",
            "Type 1",
        ] {
            let why = read(line).expect_err(line);
            assert!(why.starts_with("answers `"), "{why}");
        }
    }

    /// Both once came to the reader whole: 16 MiB of notes, or a line of a mebibyte.
    #[test]
    fn what_a_referee_floods_us_with_is_told_in_a_line() {
        let endless = "x".repeat(1 << 20);
        let why = read(&endless).expect_err("no answer");
        assert!(why.len() < 500, "{} bytes", why.len());
        let mut notes = tempfile::tempfile().expect("a file");
        notes.write_all(endless.as_bytes()).expect("written");
        let last = last_line(&mut notes).expect("read").expect("a line");
        assert_eq!(last.len(), LONGEST + "...".len());
        notes
            .write_all("\nTraceback\n  oops é\n\n".as_bytes())
            .expect("written");
        let last = last_line(&mut notes).expect("read");
        assert_eq!(last.as_deref(), Some("  oops é"));
    }
}
