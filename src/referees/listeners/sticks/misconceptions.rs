//! Games that are wrong in one thing: where each shows first in a transcript. A name is given only if
//! it says of every failing case what was heard.

use super::plan::Plan;
use crate::game::{Game, Player};
use crate::grading::fixture::Fixture;
use crate::grading::judgement::{Judgement, Misconception, Rules};
use crate::referees::learning;
use crate::sticks::rules::{Sticks, TAKES};

struct Wrong {
    name: &'static str,
    sentence: &'static str,
    example: &'static str,
    /// What is said of a take that leads from one heap to the next, if it shows there.
    fault: fn(&Sticks, u64, &Sticks) -> Option<String>,
    /// Whether this is what is said of it in games against the computer ...
    against_computer: fn(&str) -> bool,
    /// ... and whether it shows there whatever is played.
    in_every_run: bool,
}

/// What is said when the computer begins a game that is not the first.
pub(super) const COMPUTER_BEGINS_AGAIN: &str =
    "the computer begins the next game, and Player 1 begins every game";

const WRONG: [Wrong; 7] = [
    Wrong {
        name: "ends-one-early",
        sentence: "the game ends when one stick is left; it has to be taken, and whoever takes it loses",
        example: "10 sticks, takes of 3, 3, 3: Player 2 still has to take the last one",
        fault: |_, _, after| {
            (after.left() == 1).then(|| "the game ends with 1 stick left".to_owned())
        },
        against_computer: |sentence| sentence == "the game ends with 1 stick left",
        in_every_run: false,
    },
    Wrong {
        name: "ends-one-early",
        sentence: "the game ends as soon as one stick or none is left, and whoever would be next is the loser; the last stick has to be taken, and whoever takes it loses",
        example: "10 sticks, takes of 3, 3, 3: Player 2 still has to take the last one",
        fault: |before, _, after| match after.left() {
            1 => Some("the game ends with 1 stick left".to_owned()),
            0 => Some(wrong_loser(before, after)),
            _ => None,
        },
        against_computer: |_| false,
        in_every_run: true,
    },
    Wrong {
        name: "goes-on-below-zero",
        sentence: "the game ends only when exactly no stick is left, so that taking more than are left never ends it; that is taking the final stick, and loses",
        example: "2 sticks left: a take of 3 loses",
        fault: |before, take, _| {
            (take > before.left()).then(|| "it goes on after the final stick was taken".to_owned())
        },
        against_computer: |_| false,
        in_every_run: false,
    },
    Wrong {
        name: "last-two-refused",
        sentence: "whoever wants to take all the sticks that are left, more than one, is refused; that is taking the final stick, and loses",
        example: "2 sticks left: a take of 2 loses",
        fault: |before, take, after| {
            (after.left() == 0 && before.left() > 1)
                .then(|| format!("it refuses a take of {take} as the last one"))
        },
        against_computer: |sentence| {
            sentence.starts_with("it refuses a take of ") && sentence.ends_with(" as the last one")
        },
        in_every_run: false,
    },
    Wrong {
        name: "more-than-left-refused",
        sentence: "whoever wants to take more sticks than are left is refused; that is taking the final stick, and loses",
        example: "2 sticks left: a take of 3 loses",
        fault: |before, take, _| {
            (take > before.left()).then(|| format!("it refuses a take of {take} as the last one"))
        },
        against_computer: |_| false,
        in_every_run: false,
    },
    Wrong {
        name: "winner-for-loser",
        sentence: "the player who takes the final stick is called the winner; that player loses",
        example: "1 stick left, Player 2 takes it: Player 2 loses",
        fault: |before, _, after| (after.left() == 0).then(|| wrong_loser(before, after)),
        against_computer: |sentence| {
            sentence.starts_with("it says that the ") && sentence.ends_with(" lost")
        },
        in_every_run: true,
    },
    Wrong {
        name: "computer-begins-again",
        sentence: "after the first game the computer begins, or the loser, or who did not begin before; Player 1 begins every game",
        example: "10 sticks against the computer, play again: Player 1 is asked first",
        fault: |_, _, _| None,
        against_computer: |sentence| sentence == COMPUTER_BEGINS_AGAIN,
        in_every_run: true,
    },
];

/// The one thing that explains every failing case.
pub(super) fn explain(heard: &[(&Fixture, &Judgement)]) -> Option<Misconception> {
    by_rules(heard).or_else(|| by_hats(heard))
}

/// A computer that learns in another way, if nothing else is wrong.
fn by_hats(heard: &[(&Fixture, &Judgement)]) -> Option<Misconception> {
    let failing = heard.iter().filter(|(_, one)| one.rules != Rules::Right);
    let mut slips = failing.map(|(_, one)| match &one.rules {
        Rules::Wrong(sentence) => learning::named(sentence),
        _ => None,
    });
    let slip = slips.next()??;
    slips
        .all(|other| other == Some(slip))
        .then(|| Misconception {
            name: slip.name.to_owned(),
            sentence: slip.sentence.to_owned(),
            example: None,
        })
}

fn by_rules(heard: &[(&Fixture, &Judgement)]) -> Option<Misconception> {
    let mut found = WRONG.iter().filter(|wrong| {
        !heard.is_empty()
            && heard
                .iter()
                .all(|(case, judgement)| match &judgement.rules {
                    Rules::Right if case.referee.is_some() => !wrong.in_every_run,
                    Rules::Wrong(sentence) if case.referee.is_some() => {
                        (wrong.against_computer)(sentence)
                    }
                    Rules::Right => first_fault(case, wrong).is_none(),
                    rules => {
                        first_fault(case, wrong).is_some_and(|fault| *rules == Rules::Wrong(fault))
                    }
                })
    });
    let first = found.next()?;
    // Two that both explain everything: the first is the more general one only if it is needed.
    let wrong = found.next().unwrap_or(first);
    Some(Misconception {
        name: wrong.name.to_owned(),
        sentence: wrong.sentence.to_owned(),
        example: Some(wrong.example.to_owned()),
    })
}

fn wrong_loser(before: &Sticks, after: &Sticks) -> String {
    let (mover, other): (Player, Player) = (before.to_move(), after.to_move());
    format!("{mover} took the final stick, and it says that {other} lost")
}

fn first_fault(case: &Fixture, wrong: &Wrong) -> Option<String> {
    let mut plan = Plan::transcript(case)?;
    let mut game = Sticks::new(plan.size);
    while game.winner().is_none() {
        let take = plan.next_take(game.left())?;
        if !TAKES.contains(&take) {
            continue;
        }
        let after = game.play(take);
        let fault = (wrong.fault)(&game, take, &after);
        if fault.is_some() {
            return fault;
        }
        game = after;
    }
    None
}
