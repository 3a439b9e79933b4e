//! What a case comes to when a program is heard rather than compared: the rules first, then the words.
//!
//! Whoever listens to a program (a [`Listener`], one for each assignment) fills a [`Judgement`];
//! scoring, reports and results read it. Nothing here knows a game.

use serde::{Deserialize, Serialize};

use super::conversation::Conversation;
use super::fixture::Fixture;
use crate::process::StartError;
use crate::text::template;

/// Did the program do the right thing?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rules {
    /// Everything the case asks was done, and heard.
    Right,
    /// A rule was broken: the sentence says which.
    Wrong(String),
    /// It could not be understood: `how many sticks are left`. Never taken for right.
    Unheard(String),
    /// It cannot be played: a crash, a wrong question, no answer. The sentence says why.
    Unplayable(String),
}

/// How a line of the assignment differs from what the program said instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Manner {
    /// In capitals alone.
    Case,
    /// In blanks or blank lines alone.
    Blanks,
    /// In punctuation alone.
    Punctuation,
    /// In its words.
    Words,
    /// Nothing like it was said, though something that follows it was.
    Missing,
    /// Neither it nor anything that follows it was said: it may never have come to it.
    Behind,
    /// It was said, and the assignment has no such line.
    Extra,
}

/// One difference in wording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordingDifference {
    /// How it differs.
    pub manner: Manner,
    /// The line of the assignment, if it has one.
    pub expected: Option<String>,
    /// What the program said, if it said something.
    pub actual: Option<String>,
}

impl WordingDifference {
    /// The line with its numbers replaced, `There are # sticks on the board.`: each is told once.
    pub fn template(&self) -> String {
        let line = self.expected.as_ref().or(self.actual.as_ref());
        template(line.map_or("", String::as_str))
    }
}

/// What a case comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// Did the program do the right thing?
    pub rules: Rules,
    /// Of what the case asks, the share that was right, from 0 to 1: all or nothing for a game,
    /// by lines for numbers that count by themselves, by games for a referee.
    pub share: f64,
    /// Of the assignment's lines, the share that was said, from 0 to 1; a line that differs in case,
    /// blanks or punctuation alone counts half.
    pub wording: f64,
    /// How the words differ, in the order of the transcript.
    pub differences: Vec<WordingDifference>,
    /// What else is worth a line: `asks something the assignment does not ask: "Your name?"`.
    pub remarks: Vec<String>,
    /// Of numbers that count by themselves each one with a mark, and how to see the right ones: what is
    /// shown instead of the transcript.
    pub answers: Vec<String>,
    /// What was understood, event by event, in the listener's own words; misconceptions are told
    /// from it.
    pub heard: Vec<String>,
}

impl Judgement {
    /// Of a program whose every byte was the assignment's: nobody had to listen.
    pub fn exact() -> Judgement {
        Judgement {
            share: 1.0,
            wording: 1.0,
            ..Judgement::nothing_heard(Rules::Right)
        }
    }

    /// Of a program of which nothing was heard but this, or nothing yet.
    pub(crate) fn nothing_heard(rules: Rules) -> Judgement {
        Judgement {
            rules,
            share: 0.0,
            wording: 0.0,
            differences: Vec::new(),
            remarks: Vec::new(),
            answers: Vec::new(),
            heard: Vec::new(),
        }
    }
}

impl Rules {
    /// The word for it in results.
    pub fn word(&self) -> &'static str {
        match self {
            Rules::Right => "right",
            Rules::Wrong(_) => "wrong",
            Rules::Unheard(_) => "unheard",
            Rules::Unplayable(_) => "unplayable",
        }
    }

    /// What is wrong, in a sentence.
    pub fn reason(&self) -> Option<String> {
        match self {
            Rules::Right => None,
            Rules::Unheard(what) => Some(format!("not heard: {what}")),
            Rules::Wrong(reason) | Rules::Unplayable(reason) => Some(reason.clone()),
        }
    }
}

/// A misconception that explains every failing case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misconception {
    /// A short name for results: `cuts-late`.
    pub name: String,
    /// One sentence that a student understands.
    pub sentence: String,
    /// The smallest example that tells it from the right program, and how to see it.
    pub example: Option<String>,
}

/// Starts the program of a case, from the beginning.
pub type Start<'a> = dyn Fn() -> Result<Conversation, StartError> + 'a;

/// Understands the programs of one assignment, whatever their words.
pub trait Listener: Sync {
    /// Plays a case with a program whose bytes are not the assignment's.
    fn judge(&self, case: &Fixture, start: &Start<'_>) -> Judgement;

    /// The one misconception that reproduces every failing case, if it is certain. Told of every case
    /// of the run, also of those that are right.
    fn misconception(&self, heard: &[(&Fixture, &Judgement)]) -> Option<Misconception>;
}
