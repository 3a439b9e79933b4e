//! Writing what a reference program prints into the files of cases.

use std::io::{self, Write};
use std::path::Path;

use super::case::Case;
use super::conversation::{Conversation, Stop};
use super::fixture::{Fixture, Step};
use super::session::{Allowance, Session};
use super::task::Task;
use super::terms::Terms;
use super::verdict::Piece;
use crate::files;
use crate::process::{Ending, Program};
use crate::program::{Failure, cannot_write};

/// Records all tasks, and says on standard output what became of each.
pub fn record_all(tasks: &[Task], terms: &Terms) -> Result<(), Failure> {
    for task in tasks {
        let (program, allowance) = task.program(terms);
        let word = match record(&task.case, &program, allowance)? {
            true => "recorded",
            false => "unchanged",
        };
        writeln!(io::stdout(), "{word} {}", task.case.path)?;
    }
    Ok(())
}

/// Runs the program, types what the case has to type, and replaces the case's file by what happened.
///
/// Says whether the file has changed.
fn record(case: &Case, program: &Program, allowance: Allowance) -> Result<bool, Failure> {
    if case.fixture.referee.is_some() {
        return Err(Failure::task(format_args!(
            "{}: a referee decides this case, so there is nothing to record",
            case.path
        )));
    }
    let session =
        Session::start(program, allowance).map_err(|error| Failure::with_code(3, error))?;
    let fixture = recorded(&case.fixture, session)
        .map_err(|reason| Failure::task(format_args!("{}: {reason}", case.path)))?;
    if fixture == case.fixture {
        return Ok(false);
    }
    files::replace(Path::new(&case.path), fixture.render().as_bytes())
        .map_err(|error| Failure::task(cannot_write(case.path.as_ref(), error)))?;
    Ok(true)
}

fn recorded(fixture: &Fixture, session: Session) -> Result<Fixture, String> {
    let mut talk = Conversation::new(session);
    let mut inputs = fixture
        .steps
        .iter()
        .filter(|step| !matches!(step, Step::Output(_)));
    let exit = loop {
        match talk.turn().stop {
            Stop::Waits => match inputs.next() {
                Some(Step::Type(text)) => talk.answer(text).map_err(|error| error.to_string())?,
                Some(_) => talk.end_input(),
                None => {
                    return Err("the program asks for more than the case has to type".to_owned());
                }
            },
            Stop::Ended(Ending::Exited(code)) => break code,
            Stop::Ended(Ending::Killed(signal)) => {
                return Err(format!("signal {signal} killed the program"));
            }
            Stop::Limited(limit) => return Err(format!("the program reached a limit: {limit:?}")),
            Stop::Interrupted => return Err("interrupted".to_owned()),
        }
    };
    if inputs.next().is_some() {
        return Err("the program ended before everything was typed".to_owned());
    }
    let exit = u8::try_from(exit).map_err(|_| format!("the exit code is {exit}"))?;
    let steps = talk
        .transcript()
        .into_iter()
        .map(step)
        .collect::<Result<_, _>>()?;
    Ok(Fixture {
        exit,
        steps,
        ..fixture.clone()
    })
}

fn step(piece: Piece) -> Result<Step, String> {
    Ok(match piece {
        Piece::Output(bytes) => {
            let text =
                String::from_utf8(bytes).map_err(|_| "the program prints what is not UTF-8")?;
            Step::Output(text)
        }
        Piece::Typed(text) => Step::Type(text),
        Piece::EndOfInput => Step::EndOfInput,
    })
}
