//! Listens to the Game of Sticks: games between friends and against the computer.

mod asks;
pub(super) mod board;
pub(super) mod loser;
mod misconceptions;
mod plan;
mod table;

use super::expected;
use crate::grading::fixture::Fixture;
use crate::grading::hearing::wording;
use crate::grading::judgement::{Judgement, Listener, Misconception, Rules, Start};
use plan::Plan;
use table::Table;

/// The listener of `sticks`.
pub struct SticksListener;

impl Listener for SticksListener {
    fn judge(&self, case: &Fixture, start: &Start<'_>) -> Judgement {
        let plan = match &case.referee {
            Some(words) => Plan::referee(words, 1),
            None => Plan::transcript(case),
        };
        let Some(mut plan) = plan else {
            return Judgement::nothing_heard(Rules::Unheard("what the case is about".to_owned()));
        };
        let talk = match start() {
            Ok(talk) => talk,
            Err(error) => return Judgement::nothing_heard(Rules::Unplayable(error.to_string())),
        };
        let games = plan.games;
        let mut table = Table::new(talk, &mut plan);
        let mut rules = table.play();
        let (said, remarks, heard, right) = (
            std::mem::take(&mut table.said),
            std::mem::take(&mut table.remarks),
            std::mem::take(&mut table.events),
            table.games,
        );
        let mut share = match rules {
            Rules::Right => 1.0,
            _ if case.referee.is_some() => f64::from(right.min(games - 1)) / f64::from(games),
            _ => 0.0,
        };
        if rules == Rules::Right
            && case.referee.is_some()
            && let Err(sentence) = plan.check_skill()
        {
            (rules, share) = (Rules::Wrong(sentence), 0.0);
        }
        let (wording, differences) = match case.referee {
            Some(_) => wording::compare(&referee_lines(case), &said),
            None => wording::compare(&stated(case), &said),
        };
        Judgement {
            rules,
            share,
            wording,
            differences,
            remarks,
            answers: Vec::new(),
            heard,
        }
    }

    fn misconception(&self, heard: &[(&Fixture, &Judgement)]) -> Option<Misconception> {
        misconceptions::explain(heard)
    }
}

/// The assignment's lines, without the sentences that it does not state: how a bad answer at the menu
/// or at `Play again` is refused.
fn stated(case: &Fixture) -> String {
    const FREE: [&str; 2] = ["Which option", "Play again"];
    const REFUSAL: &str = "Please enter a number between ";
    let text = expected(case);
    let mut kept = String::new();
    let mut before = "";
    for line in text.split_inclusive('\n') {
        let free = FREE.iter().any(|question| before.starts_with(question));
        if !(free && line.starts_with(REFUSAL)) {
            kept += line;
        }
        before = line;
    }
    kept
}

/// The lines of any game against the computer, before the first take.
fn referee_lines(case: &Fixture) -> String {
    let menu = "Welcome to the game of sticks!\nHow many sticks are there on the table initially (10-100)? \nOptions:\n  \
                Play against a friend (1)\n  Play against the computer (2)\n";
    let third = match case.part {
        Some(3) => "  Play against the trained computer (3)\nWhich option do you take (1-3)? \n",
        _ => "Which option do you take (1-2)? \n",
    };
    format!("{menu}{third}")
}
