//! The questions at which a program was seen to wait. Of an event loop only silence tells that it
//! waits, and that takes long; but what it has asked before it will wait for again.

use std::collections::HashSet;

/// What is looked at of a line.
const MOST_BYTES: usize = 200;

/// The questions of one program.
#[derive(Default)]
pub(super) struct Habits {
    questions: HashSet<Vec<u8>>,
}

impl Habits {
    /// It waits after this output.
    pub(super) fn learn(&mut self, output: &[u8]) {
        self.questions.extend(question(output));
    }

    /// Whether it has waited after a last line like this one.
    pub(super) fn know(&self, output: &[u8]) -> bool {
        question(output).is_some_and(|question| self.questions.contains(&question))
    }
}

/// The last line that says something, without its digits.
fn question(output: &[u8]) -> Option<Vec<u8>> {
    let from = output.len().saturating_sub(MOST_BYTES);
    let mut lines = output[from..].rsplit(|&byte| byte == b'\n');
    let line = lines.find(|line| line.iter().any(|byte| !byte.is_ascii_whitespace()))?;
    let digits = |byte: &&u8| byte.is_ascii_digit();
    Some(line.iter().filter(|byte| !digits(byte)).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_known_again_with_other_numbers() {
        let mut habits = Habits::default();
        assert!(!habits.know(b"12 left\nTake: "));
        habits.learn(b"12 left\nTake: ");
        assert!(habits.know(b"9 left\nTake: "));
        assert!(!habits.know(b"9 left\nTak"));
        assert!(!habits.know(b""));
        habits.learn(b"");
        assert!(!habits.know(b" \n"));
    }
}
