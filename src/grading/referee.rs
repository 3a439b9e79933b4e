//! What a referee is: somebody who plays against a program whose answers are free or random, and
//! checks every line.
//!
//! A referee sees what the program has printed so far and says what to do next. It knows nothing of
//! processes and terminals, so it can be tested, and used, without them. Those who know a game are
//! handed to grading as an [`Appointment`].

use std::any::Any;

/// What is to be done now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Type this line, Enter not included.
    Type(String),
    /// Nothing: the program has to print more.
    Wait,
    /// Stop: the program has broken this rule.
    Fail(String),
    /// Nothing: all is said, and the program has to end without another word.
    Done,
}

/// A referee as a case names it, `sticks option=2 games=10`: read once, seated anew for every run.
pub trait Appointment: Send + Sync {
    /// A referee for one run of the program.
    fn seat(&self, seed: u64) -> Box<dyn Referee>;

    /// Games played in one run of the program.
    fn games_in_a_run(&self) -> u32 {
        1
    }

    /// What can be said only about all the runs together, given those that went well.
    fn look_back(&self, _: &[Box<dyn Referee>]) -> Result<(), String> {
        Ok(())
    }
}

/// Somebody who plays against a program and knows the rules.
pub trait Referee: Any {
    /// What to do, given all that the program has printed since its start (and not what was typed).
    ///
    /// Asked again after every answer and whenever more has been printed, also after [`Action::Done`].
    fn next(&mut self, output: &str) -> Action;

    /// Of the games of a run that came to a bad end, those that had been played well before it.
    fn good_games(&self) -> u32 {
        0
    }
}

/// How far into a program's output a referee has listened.
///
/// What is heard is consumed; what is not there yet, or wrong, comes back as the [`Action`] to take,
/// and then nothing is consumed.
#[derive(Default)]
pub struct Ear {
    heard: usize,
}

impl Ear {
    /// What was printed after all that was heard.
    pub fn rest<'a>(&self, output: &'a str) -> &'a str {
        output.get(self.heard..).unwrap_or("")
    }

    /// Hears exactly this text.
    pub fn hear(&mut self, output: &str, expected: &str) -> Result<(), Action> {
        self.compare(output, expected)?;
        self.heard += expected.len();
        Ok(())
    }

    /// Hears this text, then a number, then the end of the line.
    pub fn hear_number(&mut self, output: &str, expected: &str) -> Result<u64, Action> {
        self.compare(output, expected)?;
        let after = &self.rest(output)[expected.len()..];
        let Some((number, _)) = after.split_once('\n') else {
            return Err(Action::Wait);
        };
        let read = number.parse().map_err(|_| {
            let before = expected.rsplit('\n').next().unwrap_or("");
            Action::Fail(format!(
                "`{before}{number}`: expected a number after `{before}`"
            ))
        })?;
        self.heard += expected.len() + number.len() + 1;
        Ok(read)
    }

    /// Hears nothing: the program has said all it had to say.
    pub fn hear_nothing(&self, output: &str) -> Result<(), Action> {
        match self.rest(output) {
            "" => Ok(()),
            more => Err(Action::Fail(format!(
                "expected nothing more, but the program printed {:?}",
                first_line(more)
            ))),
        }
    }

    fn compare(&self, output: &str, expected: &str) -> Result<(), Action> {
        let rest = self.rest(output);
        if rest.starts_with(expected) {
            return Ok(());
        }
        if expected.starts_with(rest) {
            return Err(Action::Wait);
        }
        // The first line that differs says more than all of them.
        let same = (rest.char_indices().zip(expected.chars()))
            .find(|((_, printed), wanted)| printed != wanted)
            .map_or(0, |((index, _), _)| index);
        let line = expected[..same].rfind('\n').map_or(0, |end| end + 1);
        Err(Action::Fail(format!(
            "expected {:?}, but the program printed {:?}",
            first_line(&expected[line..]),
            first_line(&rest[line..])
        )))
    }
}

/// The text up to and with its first line end.
fn first_line(text: &str) -> &str {
    text.split_inclusive('\n').next().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_heard_piece_by_piece() {
        let mut ear = Ear::default();
        assert_eq!(ear.hear("Wel", "Welcome!\n"), Err(Action::Wait));
        assert_eq!(ear.hear("Welcome!\nHow", "Welcome!\n"), Ok(()));
        assert_eq!(ear.hear("Welcome!\nHow", "How many? "), Err(Action::Wait));
    }

    #[test]
    fn the_first_line_that_differs_is_shown() {
        let mut ear = Ear::default();
        let failure = ear.hear("One\nTow\nThree\n", "One\nTwo\nThree\n");
        let reason = r#"expected "Two\n", but the program printed "Tow\n""#.to_owned();
        assert_eq!(failure, Err(Action::Fail(reason)));
    }

    #[test]
    fn a_number_is_heard_when_its_line_is_complete() {
        let mut ear = Ear::default();
        assert_eq!(ear.hear_number("takes 1", "takes "), Err(Action::Wait));
        assert_eq!(ear.hear_number("takes 12\n", "takes "), Ok(12));
        assert_eq!(ear.hear_nothing("takes 12\n"), Ok(()));
    }

    #[test]
    fn what_is_no_number_and_what_comes_too_late_are_faults() {
        let failure = Ear::default().hear_number("\ntakes x\n", "\ntakes ");
        let reason = "`takes x`: expected a number after `takes `".to_owned();
        assert_eq!(failure, Err(Action::Fail(reason)));
        let more = Ear::default().hear_nothing("Bye\n");
        assert!(matches!(more, Err(Action::Fail(reason)) if reason.contains("Bye")));
    }
}
