//! Listens to Chopsticks: every position, in whatever form, the computer's moves, who won.

mod ear;
mod misconceptions;
mod seat;

use seat::Seat;

use super::{GAMES, expected, option, setting};
use crate::chopsticks::{Position, Variant};
use crate::game::{Game as _, Player};
use crate::grading::fixture::{Fixture, Step};
use crate::grading::hearing::wording;
use crate::grading::judgement::{Judgement, Listener, Misconception, Rules, Start};
use crate::random::Dice;

/// The listener of `chopsticks`.
pub struct ChopsticksListener;

impl Listener for ChopsticksListener {
    fn judge(&self, case: &Fixture, start: &Start<'_>) -> Judgement {
        match (&case.referee, variant_of(case)) {
            (_, None) => {
                Judgement::nothing_heard(Rules::Unheard("what the case is about".to_owned()))
            }
            (None, Some(game)) => judge_transcript(case, game, start),
            (Some(_), Some(game)) => judge_computer(game, start),
        }
    }

    fn misconception(&self, heard: &[(&Fixture, &Judgement)]) -> Option<Misconception> {
        misconceptions::explain(heard)
    }
}

/// What is said of a computer that moves with what is no longer in the game.
const OUT_TAKES_PART: &str = "the computer taps with a hand that is out, or taps one that is out,";

fn wrong_hands(shown: &[u64], position: &Position) -> String {
    format!("it shows the hands {shown:?}, and the position is {position}")
}

fn variant_of(case: &Fixture) -> Option<Variant> {
    let (hands, fingers, misere, wrap) = match &case.referee {
        Some(words) => (
            setting(words, "hands", 3)?,
            setting(words, "fingers", 5)?,
            setting(words, "misere", 0)? == 1,
            false,
        ),
        None => {
            let has = |name: &str| case.args.iter().any(|arg| arg == name);
            let value = |name, usual| {
                if has(name) {
                    option(&case.args, name)
                } else {
                    Some(usual)
                }
            };
            (
                value("-n", 3)?,
                value("-m", 5)?,
                has("--misere"),
                has("--wrap"),
            )
        }
    };
    Variant::new(hands, fingers, misere, wrap).ok()
}

fn judge_transcript(case: &Fixture, game: Variant, start: &Start<'_>) -> Judgement {
    let typed = case.steps.iter().filter_map(|step| match step {
        Step::Type(text) => Some(text.as_str()),
        _ => None,
    });
    let mut moves = typed.collect::<Vec<&str>>().into_iter();
    let mut seat = match start() {
        Ok(talk) => Seat::new(talk, game, false),
        Err(error) => return Judgement::nothing_heard(Rules::Unplayable(error.to_string())),
    };
    let rules = seat.play(|position| {
        let text = moves.next()?;
        Some((position.read_tap(text).ok()?, text.to_owned()))
    });
    let (wording, differences) = wording::compare(&expected(case), &seat.said);
    Judgement {
        share: f64::from(u8::from(rules == Rules::Right)),
        wording,
        differences,
        remarks: seat.remarks,
        ..Judgement::nothing_heard(rules)
    }
}

fn judge_computer(game: Variant, start: &Start<'_>) -> Judgement {
    let mut right = 0;
    let mut fault: Option<(Rules, Vec<String>)> = None;
    let mut judgement = Judgement::nothing_heard(Rules::Right);
    for seed in 0..u64::from(GAMES) {
        let mut dice = Dice::new(seed);
        let mut seat = match start() {
            Ok(talk) => Seat::new(talk, game, true),
            Err(error) => return Judgement::nothing_heard(Rules::Unplayable(error.to_string())),
        };
        let rules = seat.play(|position| {
            let tap = *dice.pick(&position.moves());
            Some((tap, tap.to_string()))
        });
        (judgement.wording, judgement.differences) = wording::compare(&seat.right, &seat.said);
        judgement.remarks = seat.remarks;
        match rules {
            Rules::Right => right += 1,
            rules => drop(fault.get_or_insert((rules, seat.fault))),
        }
        if right == 0 && seed == 2 {
            break;
        }
    }
    judgement.share = f64::from(right) / f64::from(GAMES);
    if let Some((rules, told)) = fault {
        (judgement.rules, judgement.heard) = (rules, told);
    }
    judgement
}

/// Whether a tap by a hand that is out, or at one, leads to these hands.
fn out_takes_part(before: &Position, reached: &[u64]) -> bool {
    let variant = before.variant();
    let (mover, other) = (before.to_move(), before.to_move().other());
    let pairs =
        (0..variant.hands()).flat_map(|from| (0..variant.hands()).map(move |to| (from, to)));
    pairs.into_iter().any(|(from, to)| {
        let (own, theirs) = (before.hands(mover)[from], before.hands(other)[to]);
        let mut shown = hands(before);
        shown[other.index() * variant.hands() + to] = u64::from(variant.tapped(theirs, own));
        (own == 0 || theirs == 0) && shown == reached
    })
}

fn hands(position: &Position) -> Vec<u64> {
    let sides = [Player::First, Player::Second];
    sides
        .iter()
        .flat_map(|side| position.hands(*side))
        .map(|shown| u64::from(*shown))
        .collect()
}
