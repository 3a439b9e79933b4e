//! The differences in wording of a whole run, each told once: a student mends all of them in one go.

use super::grade::Graded;
use super::judgement::{Manner, Rules, WordingDifference};
use crate::text::template;

/// A difference in wording, and how many cases have it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Told {
    /// As it was met first.
    pub difference: WordingDifference,
    /// Cases that have it.
    pub cases: usize,
}

/// Every difference of the run once, the worst first. Hidden cases tell nothing.
pub(crate) fn told_once(cases: &[Graded]) -> Vec<Told> {
    let mut told: Vec<Told> = Vec::new();
    for case in cases {
        // The lines of a trace are no wording, and what a crash kept from being said is not missing.
        let Some(judgement) = case.judgement().filter(|_| case.crash.is_none()) else {
            continue;
        };
        let counts = |difference: &&WordingDifference| match difference.manner {
            // Who was not heard to the end has not left anything out.
            Manner::Behind => judgement.rules == Rules::Right,
            // No transcript says what else is said in a free game.
            Manner::Extra => case.games.is_none(),
            // Other numbers are no other words.
            Manner::Words => !judgement.answers.is_empty() || !same_words(difference),
            _ => true,
        };
        for difference in judgement.differences.iter().filter(counts) {
            let difference = &WordingDifference {
                manner: told_as(difference.manner),
                ..difference.clone()
            };
            let same = |other: &&mut Told| {
                other.difference.template() == difference.template()
                    && other.difference.manner == difference.manner
            };
            match told.iter_mut().find(same) {
                Some(other) => other.cases += 1,
                None => told.push(Told {
                    difference: difference.clone(),
                    cases: 1,
                }),
            }
        }
    }
    // Stable: what costs the same stays in the order of the transcript.
    told.sort_by_key(|one| std::cmp::Reverse(cost(one.difference.manner) * one.cases));
    told
}

/// Remarks on the run, each once, with the number of cases that gave rise to it.
pub(crate) fn remarks(cases: &[Graded]) -> Vec<(&str, usize)> {
    let mut told: Vec<(&str, usize)> = Vec::new();
    for case in cases {
        let mut here: Vec<&str> = Vec::new();
        for remark in case.judgement().iter().flat_map(|one| &one.remarks) {
            if !here.contains(&remark.as_str()) {
                here.push(remark);
            }
        }
        for remark in here {
            match told.iter_mut().find(|(other, _)| *other == remark) {
                Some((_, count)) => *count += 1,
                None => told.push((remark, 1)),
            }
        }
    }
    told
}

fn same_words(difference: &WordingDifference) -> bool {
    let actual = difference.actual.as_deref().map(template);
    actual == Some(difference.template())
}

/// A line that never came is as missing as one that was passed over, once it should have come.
fn told_as(manner: Manner) -> Manner {
    match manner {
        Manner::Behind => Manner::Missing,
        manner => manner,
    }
}

/// What a line that differs so costs, in halves of a line.
fn cost(manner: Manner) -> usize {
    match manner {
        Manner::Missing | Manner::Behind | Manner::Words => 2,
        Manner::Case | Manner::Blanks | Manner::Punctuation => 1,
        Manner::Extra => 0,
    }
}

/// How lines differ, in words.
pub(crate) fn manner(manner: Manner) -> &'static str {
    match manner {
        Manner::Case => "other capitals",
        Manner::Blanks => "other blanks",
        Manner::Punctuation => "other punctuation",
        Manner::Words => "other words",
        Manner::Missing | Manner::Behind => "nothing like it was said",
        Manner::Extra => "the assignment has no such line",
    }
}
