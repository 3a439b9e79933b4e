//! A program against a referee, on a terminal: what the referee says is typed, until the game is
//! over or a rule is broken.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::referee::{Action, Referee};
use super::session::{Allowance, Event, Limit, Session, Waiting};
use super::verdict::{Outcome, Piece, Verdict};
use crate::process::{Ending, Program};

/// Lets a program play one session with a referee. It should end with the exit code `exit`.
///
/// A rule that was broken counts for more than whatever happens then: a crash, a wrong exit code.
pub fn play(
    program: &Program,
    referee: &mut dyn Referee,
    exit: u8,
    lenient: bool,
    allowance: Allowance,
) -> Verdict {
    let session = match Session::start(program, allowance) {
        Ok(session) => session,
        Err(error) => {
            return Verdict::without_a_run(Outcome::CouldNotStart(error.to_string()), allowance);
        }
    };
    let on_pipes = !session.is_on_terminal();
    let mut game = Playing {
        session,
        referee,
        exit,
        lenient,
        marks: Vec::new(),
        judged: 0,
        over: false,
    };
    let (outcome, ending) = match on_pipes {
        true => (
            Outcome::Fault("a referee needs a terminal, and there is none".to_owned()),
            None,
        ),
        false => game.run(),
    };
    let elapsed = game.session.elapsed();
    game.session.end();
    let mut transcript = game.session.transcript();
    if matches!(outcome, Outcome::RuleBroken(_)) && !lenient {
        cut(&mut transcript, game.judged);
    }
    Verdict {
        outcome,
        difference: None,
        transcript,
        ending,
        allowance,
        elapsed,
        on_pipes,
    }
}

struct Playing<'a> {
    session: Session,
    referee: &'a mut dyn Referee,
    exit: u8,
    lenient: bool,
    /// Where something was typed, as the number of bytes printed before, or a missing blank was
    /// added. What comes before it is heard, and stays as it is.
    marks: Vec<(usize, &'static str)>,
    /// How much the referee has heard. It hears line by line, so that a fault is found in the line
    /// in which it is.
    judged: usize,
    /// The referee has nothing more to say.
    over: bool,
}

impl Playing<'_> {
    fn run(&mut self) -> (Outcome, Option<Ending>) {
        loop {
            let event = self.session.next_event();
            // Also at the end: what was printed last is judged before how the program ended.
            let typed = match self.ask_referee() {
                Ok(typed) => typed,
                Err(outcome) => return (outcome, None),
            };
            match event {
                Event::Output | Event::Waiting(Waiting::Perhaps) => {}
                Event::Waiting(Waiting::Surely) if typed || self.forgives() => {}
                Event::Waiting(Waiting::Surely) => return (Outcome::WaitsForInput, None),
                Event::Ended(ending) => return (self.ended(ending), Some(ending)),
                Event::Limit(limit) => return (self.limited(limit), None),
                Event::Interrupted => return (Outcome::Interrupted, None),
            }
        }
    }

    /// Does what the referee wants, until it wants to wait; says whether something was typed.
    fn ask_referee(&mut self) -> Result<bool, Outcome> {
        let output = self.heard();
        let mut typed = false;
        loop {
            let line = output[self.judged..].find('\n');
            let until = line.map_or(output.len(), |end| self.judged + end + 1);
            let action = catch_unwind(AssertUnwindSafe(|| self.referee.next(&output[..until])));
            self.judged = until;
            match action {
                Ok(Action::Wait | Action::Done) if until < output.len() => {}
                Ok(Action::Wait) => return Ok(typed),
                Ok(Action::Done) => {
                    self.over = true;
                    return Ok(typed);
                }
                Ok(Action::Fail(rule)) => return Err(Outcome::RuleBroken(rule)),
                Ok(Action::Type(text)) => {
                    self.marks.push((self.session.output().len(), ""));
                    let fault =
                        |error| Outcome::Fault(format!("the referee types too much: {error}"));
                    self.session.type_line(&text).map_err(fault)?;
                    typed = true;
                }
                Err(_) => return Err(Outcome::Fault("the referee has failed".to_owned())),
            }
        }
    }

    /// A prompt that waits for its answer, and would be right with one more blank at its end.
    fn forgives(&mut self) -> bool {
        if !self.lenient || self.over {
            return false;
        }
        self.marks.push((self.session.output().len(), " "));
        matches!(self.ask_referee(), Ok(true))
    }

    fn ended(&self, ending: Ending) -> Outcome {
        match ending {
            Ending::Killed(signal) => Outcome::killed(signal),
            Ending::Exited(_) if !self.over => Outcome::EndedEarly,
            Ending::Exited(actual) if actual != i32::from(self.exit) => Outcome::WrongExit {
                expected: self.exit,
                actual,
            },
            Ending::Exited(_) => Outcome::Passed,
        }
    }

    fn limited(&self, limit: Limit) -> Outcome {
        Outcome::limited(limit, self.session.activity())
    }

    /// The output as the referee is to hear it. Half a character at the end is not heard yet.
    fn heard(&self) -> String {
        let output = self.session.output();
        let half = match str::from_utf8(output) {
            Err(error) if error.error_len().is_none() => output.len() - error.valid_up_to(),
            _ => 0,
        };
        let output = &output[..output.len() - half];
        if !self.lenient {
            return String::from_utf8_lossy(output).into_owned();
        }
        let mut heard = String::new();
        let mut from = 0;
        for (at, blank) in &self.marks {
            heard += &without_line_ends(&String::from_utf8_lossy(&output[from..*at]));
            heard += blank;
            from = *at;
        }
        heard + &without_line_ends(&String::from_utf8_lossy(&output[from..]))
    }
}

/// Takes away what was printed after so many bytes, and what was typed then.
fn cut(transcript: &mut Vec<Piece>, bytes: usize) {
    let mut left = bytes;
    for index in 0..transcript.len() {
        if let Piece::Output(output) = &mut transcript[index] {
            if output.len() >= left {
                output.truncate(left);
                transcript.truncate(index + 1);
                return;
            }
            left -= output.len();
        }
    }
}

/// Without the blanks at the ends of lines, also of a last one that is not complete: what is then
/// missing in a prompt is forgiven as soon as the program waits.
fn without_line_ends(text: &str) -> String {
    let lines = text
        .split('\n')
        .map(|line| line.trim_end_matches([' ', '\t', '\r']));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::referee::Ear;
    use crate::process::sees_processes;

    /// Expects `Name? `, types a name, and expects a greeting.
    #[derive(Default)]
    struct Greeter {
        ear: Ear,
        typed: bool,
    }

    impl Greeter {
        fn listen(&mut self, output: &str) -> Result<Action, Action> {
            if !self.typed {
                self.ear.hear(output, "Name? ")?;
                self.typed = true;
                return Ok(Action::Type("Ada".to_owned()));
            }
            if self.ear.rest(output).starts_with("panic") {
                panic!("a referee is only human");
            }
            let rest = self.ear.rest(output);
            match rest.strip_prefix("Hello, Ada!\n") {
                None if "Hello, Ada!\n".starts_with(rest) => Ok(Action::Wait),
                None => Ok(Action::Fail("no greeting".to_owned())),
                Some(_) => Ok(Action::Done),
            }
        }
    }

    impl Referee for Greeter {
        fn next(&mut self, output: &str) -> Action {
            self.listen(output).unwrap_or_else(|action| action)
        }
    }

    fn outcome(script: &str, lenient: bool) -> Outcome {
        let program = Program::new("sh").args(["-c", script]);
        let allowance = Allowance {
            time: std::time::Duration::from_secs(if sees_processes() { 60 } else { 3 }),
            ..Allowance::default()
        };
        play(&program, &mut Greeter::default(), 0, lenient, allowance).outcome
    }

    /// What a program that waits is said to do: without a process table nobody can tell.
    fn waits() -> Outcome {
        if sees_processes() {
            Outcome::WaitsForInput
        } else {
            Outcome::TimedOut
        }
    }

    #[test]
    fn a_program_that_keeps_the_rules_passes() {
        assert_eq!(
            outcome("printf 'Name? '; read n; echo \"Hello, $n!\"", false),
            Outcome::Passed
        );
    }

    #[test]
    fn a_broken_rule_counts_for_more_than_the_crash_after_it() {
        let broken = Outcome::RuleBroken("no greeting".to_owned());
        assert_eq!(
            outcome("printf 'Name? '; read n; echo Hi; kill -SEGV $$", false),
            broken
        );
    }

    #[test]
    fn the_ways_to_end_without_breaking_a_rule_are_told_apart() {
        assert_eq!(
            outcome("printf 'Name? '; read n", false),
            Outcome::EndedEarly
        );
        assert_eq!(
            outcome("printf 'Name? '; read n; kill -SEGV $$", false),
            Outcome::Crashed(11)
        );
        assert_eq!(outcome("printf 'Name? '; read n; read m", false), waits());
        let greeting = "printf 'Name? '; read n; echo \"Hello, $n!\"";
        assert_eq!(outcome(&format!("{greeting}; read m"), false), waits());
        let wrong = Outcome::WrongExit {
            expected: 0,
            actual: 3,
        };
        assert_eq!(outcome(&format!("{greeting}; exit 3"), false), wrong);
    }

    #[test]
    fn a_fault_of_the_referee_is_not_the_programs() {
        let fault = outcome("printf 'Name? '; read n; echo panic", false);
        assert!(matches!(fault, Outcome::Fault(_)), "{fault:?}");
    }

    #[test]
    fn blanks_at_the_ends_of_lines_are_forgiven_if_so_wished() {
        let sloppy = "printf 'Name?'; read n; printf 'Hello, %s! \\r\\n' \"$n\"";
        let forgiven = if sees_processes() {
            Outcome::Passed
        } else {
            waits()
        };
        assert_eq!(outcome(sloppy, true), forgiven);
        assert_eq!(outcome(sloppy, false), waits());
    }
}
