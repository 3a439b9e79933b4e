//! A program against a referee, on a terminal, until the game is over or a rule is broken.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::conversation::Conversation;
use super::fixture::Matching;
use super::referee::Referee;
use super::session::{Allowance, Session};
use super::verdict::{Outcome, Piece, Verdict};
use crate::process::Program;

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
    let matching = match lenient {
        true => Matching::Lenient,
        false => Matching::Exact,
    };
    let mut talk = Conversation::matching(session, matching);
    let found = match talk.is_on_terminal() {
        true => catch_unwind(AssertUnwindSafe(|| referee.play(&mut talk)))
            .unwrap_or_else(|_| Err(Outcome::Fault("the referee has failed".to_owned()))),
        false => Err(Outcome::Fault(
            "a referee needs a terminal, and there is none".to_owned(),
        )),
    };
    let mut verdict = talk.verdict(found, exit, allowance);
    if matches!(verdict.outcome, Outcome::Differs | Outcome::StillPrinting) {
        verdict.outcome = Outcome::RuleBroken(talk.complaint());
    }
    if matches!(verdict.outcome, Outcome::RuleBroken(_)) {
        cut(&mut verdict.transcript, talk.judged());
    }
    verdict
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::sees_processes;

    /// Expects `Name? `, types a name, and expects a greeting.
    struct Greeter;

    impl Referee for Greeter {
        fn play(&mut self, talk: &mut Conversation) -> Result<(), Outcome> {
            talk.asks("Name? ")?;
            talk.answer("Ada")?;
            talk.ends("Hello, Ada!\n")
        }
    }

    fn outcome(script: &str, lenient: bool) -> Outcome {
        let program = Program::new("sh").args(["-c", script]);
        play(&program, &mut Greeter, 0, lenient, allowance()).outcome
    }

    fn allowance() -> Allowance {
        Allowance {
            time: std::time::Duration::from_secs(if sees_processes() { 60 } else { 3 }),
            ..Allowance::default()
        }
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
        let sentence = r#"expected "Hello, Ada!\n", but the program printed "Hi\n""#;
        let broken = Outcome::RuleBroken(sentence.to_owned());
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
        struct OnlyHuman;
        impl Referee for OnlyHuman {
            fn play(&mut self, _: &mut Conversation) -> Result<(), Outcome> {
                panic!("a referee is only human");
            }
        }
        let verdict = play(&Program::new("true"), &mut OnlyHuman, 0, false, allowance());
        assert!(matches!(verdict.outcome, Outcome::Fault(_)));
    }

    #[test]
    fn blanks_at_the_ends_of_lines_are_forgiven_if_so_wished() {
        let sloppy = "printf 'Name?'; read n; printf 'Hello, %s! \\r\\n' \"$n\"";
        assert_eq!(outcome(sloppy, true), Outcome::Passed);
        assert_eq!(outcome(sloppy, false), waits());
    }

    /// The text was once cut before half a character, and places in it were counted in the bytes of
    /// all the output: `grade` itself failed, and with exit code 70.
    #[test]
    fn half_a_character_at_the_end_is_the_programs_fault() {
        for lenient in [true, false] {
            for script in [
                "printf 'Name?\\303'; read n",
                "printf 'Name? '; read n; printf 'Hello\\303'; read m",
                "printf 'Name? '; read n; printf \"Hello, $n!\\n\\303\"",
            ] {
                let found = outcome(script, lenient);
                assert!(matches!(found, Outcome::RuleBroken(_)), "{found:?}");
            }
        }
    }

    /// Transcripts forgave them and referees did not, though the help promises both.
    #[test]
    fn blank_lines_at_the_very_end_are_forgiven_if_so_wished() {
        let greeting = "printf 'Name? '; read n; printf \"Hello, $n!\"";
        for end in ["", "; echo; echo", "; echo; printf ' \\n'"] {
            let found = outcome(&format!("{greeting}{end}"), true);
            assert_eq!(found, Outcome::Passed, "{end}");
        }
        let found = outcome(&format!("{greeting}; echo; echo; echo x"), true);
        assert!(matches!(found, Outcome::RuleBroken(_)), "{found:?}");
        let found = outcome(&format!("{greeting}; echo; echo"), false);
        assert!(matches!(found, Outcome::RuleBroken(_)), "{found:?}");
    }
}
