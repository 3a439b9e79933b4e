//! A program against a transcript, the simplest of all referees: it hears and types what is written,
//! and finds the line in which a program stops being right.

use super::conversation::Conversation;
use super::fixture::{Fixture, Step};
use super::session::{Allowance, Partner, Session};
use super::verdict::{Difference, Outcome, Piece, Verdict, expected_lines, lines};
use crate::process::Program;

/// Runs a program against a fixture. The program has its arguments already.
pub fn run(program: &Program, fixture: &Fixture, allowance: Allowance) -> Verdict {
    match Session::start(program, allowance) {
        Ok(session) => judge(session, fixture, allowance),
        Err(error) => Verdict::without_a_run(Outcome::CouldNotStart(error.to_string()), allowance),
    }
}

/// Drives a session that has just begun through a fixture.
pub fn judge(mut session: Session, fixture: &Fixture, allowance: Allowance) -> Verdict {
    let on_terminal = session.is_on_terminal();
    if !on_terminal {
        session.type_all(&fixture.steps);
    }
    let mut talk = Conversation::matching(session, fixture.matching);
    let found = match on_terminal {
        true => follow(&mut talk, &fixture.steps),
        false => talk.ends(&fixture.steps.iter().map(text_of).collect::<String>()),
    };
    let mut verdict = talk.verdict(found, fixture.exit, allowance);
    verdict.difference = match verdict.outcome {
        Outcome::Passed | Outcome::WrongExit { .. } | Outcome::Interrupted => None,
        _ => Some(difference(&talk, fixture)),
    };
    verdict
}

/// Hears and types what is written, each answer when the program waits for it.
pub(super) fn follow(talk: &mut Conversation, steps: &[Step]) -> Result<(), Outcome> {
    let mut expected = "";
    for step in steps {
        if let Step::Output(text) = step {
            expected = text;
            continue;
        }
        talk.asks(std::mem::take(&mut expected))?;
        talk.waits()?;
        match step {
            Step::Type(text) => talk.answer(text)?,
            _ => talk.end_input(),
        }
    }
    talk.ends(expected)
}

fn text_of(step: &Step) -> &str {
    match step {
        Step::Output(text) => text,
        Step::Type(_) | Step::EndOfInput => "",
    }
}

/// The line in which the output stops being right.
fn difference(talk: &Conversation, fixture: &Fixture) -> Difference {
    let (output, right) = talk.output();
    let on_terminal = talk.is_on_terminal();
    let mut pieces = talk.transcript();
    pieces.retain(|piece| on_terminal || matches!(piece, Piece::Output(_)));
    // A line begins after a newline, or after what was typed.
    let (mut line, mut begin, mut at) = (0, 0, 0);
    for piece in &pieces {
        match piece {
            Piece::Output(bytes) => {
                for &byte in bytes.iter().take(right - at) {
                    at += 1;
                    if byte == b'\n' {
                        (line, begin) = (line + 1, at);
                    }
                }
            }
            Piece::Typed(_) | Piece::EndOfInput if at <= right => (line, begin) = (line + 1, at),
            _ => {}
        }
    }
    let before = String::from_utf8_lossy(&output[begin..right]);
    Difference {
        line: line + 1,
        column: before.chars().count() + 1,
        expected: expected_lines(fixture, on_terminal).into_iter().nth(line),
        actual: lines(pieces).into_iter().nth(line),
    }
}
