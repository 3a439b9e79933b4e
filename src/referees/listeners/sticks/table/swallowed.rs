//! Answers that a program reads and throws away: `Wrong number!` waits for Enter without saying so, and
//! then the old question comes again, alone. Whoever sits there types once more what was swallowed.

use super::Table;
use crate::grading::hearing::Line;

/// What was asked, and what may have been swallowed.
#[derive(Default)]
pub(super) struct Waiting {
    /// The lines up to the last one that asked for something.
    question: Vec<String>,
    /// What was typed where nothing was asked for.
    unasked: Option<String>,
}

impl Table<'_> {
    /// What has to be typed once more, if it was typed where nothing was asked for, and all that came
    /// of it is the old question about the same board.
    pub(super) fn swallowed(&mut self, heard: &[Line]) -> Option<String> {
        let again = spoken(heard);
        let same = !again.is_empty() && self.waiting.question.ends_with(&again);
        self.waiting.unasked.take().filter(|_| same)
    }

    /// Remembers what was typed, and whether it had been asked for.
    pub(super) fn remember_wait(&mut self, heard: &[Line], answer: &str) {
        let spoken = spoken(heard);
        let Some(last) = spoken.last() else { return };
        let asks = last.ends_with(['?', ':', '>', ')', ']', '=', '-']);
        let same = self.waiting.question.last() == Some(last);
        self.waiting.unasked = None;
        if asks || same || self.waiting.question.is_empty() {
            self.waiting.question = spoken;
        } else {
            self.waiting.unasked = Some(answer.to_owned());
        }
    }
}

fn spoken(heard: &[Line]) -> Vec<String> {
    let lines = heard.iter().filter(|line| line.has_words());
    lines.map(|line| line.text.clone()).collect()
}
