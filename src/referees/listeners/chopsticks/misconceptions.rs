//! Wrong games of chopsticks, each wrong in one thing, and whether one of them explains a whole run.

use super::ear::WRONG_WINNER;
use super::{OUT_TAKES_PART, hands, variant_of, wrong_hands};
use crate::chopsticks::{Position, Variant};
use crate::game::Game as _;
use crate::grading::fixture::{Fixture, Step};
use crate::grading::judgement::{Judgement, Misconception, Rules};

/// What a hand shows after a tap, by the fingers before and those that were added.
type Tapped = fn(&Variant, u32) -> u32;

enum Fault {
    /// Taps come to something else.
    Taps(Tapped),
    /// The other side is called the winner in these games.
    Winner(fn(&Variant) -> bool),
    /// The computer moves with what is out.
    Out,
}

struct Wrong {
    name: &'static str,
    sentence: &'static str,
    example: &'static str,
    fault: Fault,
}

const WRONG: [Wrong; 9] = [
    Wrong {
        name: "exactly-full-is-out",
        sentence: "a hand with exactly all its fingers up is taken for out; only more than that knocks it out",
        example: "-n 1 -m 3: after 1 1, 1 1 the position is (L 3 2)",
        fault: Fault::Taps(|variant, sum| match variant.wrap {
            false if sum >= variant.fingers() => 0,
            _ => variant.tapped(0, sum),
        }),
    },
    Wrong {
        name: "wraps-without-the-rule",
        sentence: "a hand that gets too many fingers keeps the excess, as with wrap-around, though that rule is off",
        example: "-n 1 -m 3: 1 1 three times leads to (R 3 0)",
        fault: Fault::Taps(|variant, sum| match variant.wrap {
            false if sum > variant.fingers() => sum - variant.fingers(),
            _ => variant.tapped(0, sum),
        }),
    },
    Wrong {
        name: "wrap-full-is-alive",
        sentence: "with wrap-around a hand that gets exactly all its fingers stays in the game; it is out",
        example: "-n 1 -m 2 --wrap: after 1 1 the position is (R 1 0)",
        fault: Fault::Taps(|variant, sum| match variant.wrap {
            true if sum == variant.fingers() => sum,
            _ => variant.tapped(0, sum),
        }),
    },
    Wrong {
        name: "wrap-ignored",
        sentence: "--wrap changes nothing: exactly all fingers are still fine, and a hand that gets more is out",
        example: "-n 1 -m 3 --wrap: after 1 1, 1 1 the position is (L 0 2)",
        fault: Fault::Taps(|variant, sum| match sum > variant.fingers() {
            true if variant.wrap => 0,
            false if variant.wrap => sum,
            _ => variant.tapped(0, sum),
        }),
    },
    Wrong {
        name: "misere-without-wrap",
        sentence: "with --misere the wrap-around rule is off; both rules can be on together",
        example: "-n 1 -m 3 --misere --wrap: after 1 1, 1 1 the position is (L 0 2)",
        fault: Fault::Taps(|variant, sum| match variant.wrap && variant.misere {
            true if sum > variant.fingers() => 0,
            true => sum,
            false => variant.tapped(0, sum),
        }),
    },
    Wrong {
        name: "fingers-ignored",
        sentence: "hands have five fingers whatever -m says",
        example: "-n 1 -m 1: after 1 1 the position is (R 1 0)",
        fault: Fault::Taps(|variant, sum| match (variant.wrap, sum) {
            (false, sum) if sum > 5 => 0,
            (true, 5) => 0,
            (true, sum) if sum > 5 => sum - 5,
            (_, sum) => sum,
        }),
    },
    Wrong {
        name: "misere-turned-twice",
        sentence: "misere does not turn the winner round: the side without hands has won",
        example: "-n 1 -m 1 --misere: after 1 1 Right has no hands and wins",
        fault: Fault::Winner(|variant| variant.misere),
    },
    Wrong {
        name: "winner-for-loser",
        sentence: "the side that has lost is called the winner, in every game",
        example: "-n 1 -m 1: after 1 1 Right has no hands, and Left wins",
        fault: Fault::Winner(|_| true),
    },
    Wrong {
        name: "dead-hands-attack",
        sentence: "a hand that is out still taps, or is still tapped; it takes no part any more",
        example: "(R 1 1 0 2): Right has one hand to tap with",
        fault: Fault::Out,
    },
];

/// The one wrong game that reproduces what was heard of every case.
pub(super) fn explain(heard: &[(&Fixture, &Judgement)]) -> Option<Misconception> {
    let explains = |wrong: &&Wrong| {
        !heard.is_empty()
            && heard
                .iter()
                .all(|(case, judgement)| reproduces(&wrong.fault, case, judgement))
    };
    let mut fitting = WRONG.iter().filter(explains);
    let (Some(found), None) = (fitting.next(), fitting.next()) else {
        return None;
    };
    Some(Misconception {
        name: found.name.to_owned(),
        sentence: found.sentence.to_owned(),
        example: Some(found.example.to_owned()),
    })
}

fn reproduces(fault: &Fault, case: &Fixture, judgement: &Judgement) -> bool {
    let Some(variant) = variant_of(case) else {
        return false;
    };
    match (fault, &judgement.rules) {
        (Fault::Winner(turned), Rules::Right) => !turned(&variant),
        (Fault::Winner(turned), Rules::Wrong(sentence)) => {
            turned(&variant) && sentence == WRONG_WINNER
        }
        (Fault::Out, Rules::Right) => true,
        (Fault::Out, Rules::Wrong(sentence)) => {
            case.referee.is_some() && sentence.starts_with(OUT_TAKES_PART)
        }
        (Fault::Taps(_), Rules::Right) if case.referee.is_some() => true,
        (Fault::Taps(tapped), _) if case.referee.is_some() => {
            let mut told = judgement.heard.iter();
            told.any(|told| was_tapped(&variant, *tapped, told))
        }
        (Fault::Taps(tapped), Rules::Right) => first_fault(case, *tapped).is_none(),
        (Fault::Taps(tapped), rules) => first_fault(case, *tapped).as_ref() == Some(rules),
        _ => false,
    }
}

/// How a free game tells of a hand that shows something wrong: the fingers it had, those it may have
/// got, and what it shows.
pub(super) fn wrong_tap_told(had: u64, added: &[u64], shows: u64) -> String {
    let added: Vec<String> = added.iter().map(u64::to_string).collect();
    format!("{had} {shows} {}", added.join(" "))
}

fn was_tapped(variant: &Variant, tapped: Tapped, told: &str) -> bool {
    let numbers: Option<Vec<u32>> = told.split(' ').map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([had, shows, added @ ..]) => added
            .iter()
            .any(|added| tapped(variant, had.saturating_add(*added)) == *shows),
        _ => false,
    }
}

/// The first position of a case that differs if taps come to something else.
fn first_fault(case: &Fixture, tapped: Tapped) -> Option<Rules> {
    let variant = variant_of(case)?;
    let mut position = Position::start(variant);
    for step in &case.steps {
        let Step::Type(text) = step else { continue };
        let tap = position.read_tap(text).ok()?;
        let (own, other) = position.fingers(tap);
        let target = position.to_move().other().index() * variant.hands() + tap.to;
        position.tap(tap);
        let mut shown = hands(&position);
        shown[target] = u64::from(tapped(&variant, own + other));
        if shown != hands(&position) {
            return Some(Rules::Wrong(wrong_hands(&shown, &position)));
        }
    }
    None
}
