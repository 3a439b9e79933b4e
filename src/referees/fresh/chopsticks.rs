//! Fresh games of Chopsticks, in every rule set: legal moves from the start to the end.

use super::new_ones;
use super::transcript::transcript;
use crate::chopsticks::replay::replay;
use crate::chopsticks::{Position, Tap, Variant};
use crate::game::Game;
use crate::grading::fixture::{Fixture, Step};
use crate::grading::fresh::Maker;
use crate::random::Dice;

/// Makes cases of `chopsticks`.
pub(crate) struct ChopsticksMaker;

/// Longer games are not typed.
const LONGEST: usize = 60;

/// So often a game is drawn until it has what its kind asks for.
const DRAWN: usize = 200;

/// Hands a side, whether misère, whether wrap-around, whether the moves are typed in words.
type Kind = (u64, bool, bool, bool);

const KINDS: [Kind; 10] = [
    (1, false, false, false),
    (2, false, false, false),
    (3, false, false, false),
    (2, true, false, false),
    (3, true, false, true),
    (2, false, true, false),
    (3, false, true, false),
    (1, true, true, false),
    (2, true, true, false),
    (4, false, false, false),
];

impl Maker for ChopsticksMaker {
    fn make(
        &self,
        count: usize,
        _: Option<u32>,
        known: &[Fixture],
        dice: &mut Dice,
    ) -> Vec<Fixture> {
        new_ones(&KINDS, count, known, dice, |kind, dice| case(*kind, dice))
    }

    /// Games with fewer hands and fingers under the same rules, and shorter ones.
    fn smaller(&self, case: &Fixture) -> Vec<Fixture> {
        let value = |name: &str, usual| {
            let at = case.args.iter().position(|arg| arg == name);
            at.and_then(|at| case.args.get(at + 1)?.parse().ok())
                .unwrap_or(usual)
        };
        let has = |name: &str| case.args.iter().any(|arg| arg == name);
        let (hands, fingers) = (value("-n", 3), value("-m", 5));
        let length = moves_typed(case);
        let mut dice = Dice::new(1);
        let mut found = Vec::new();
        for (hands, fingers) in (1..=hands).flat_map(|n| (1..=fingers).map(move |m| (n, m))) {
            let Ok(variant) = Variant::new(hands, fingers, has("--misere"), has("--wrap")) else {
                continue;
            };
            let tries = if hands == 1 { 1 } else { 6 };
            let games = (0..tries).filter_map(|_| game(variant, &mut dice));
            found.extend(games.filter_map(|taps| told(variant, &taps, false)));
        }
        found.retain(|smaller| moves_typed(smaller) < length);
        found.sort_by_key(moves_typed);
        found
    }
}

fn moves_typed(case: &Fixture) -> usize {
    let typed = |step: &&Step| matches!(step, Step::Type(_));
    case.steps.iter().filter(typed).count()
}

/// A game of this kind in which, if it can be, a hand gets exactly its fingers, and another more.
fn case((hands, misere, wrap, words): Kind, dice: &mut Dice) -> Option<Fixture> {
    let mut best = None;
    for _ in 0..DRAWN {
        let fingers = 2 + dice.below(if hands == 1 { 40 } else { 5 });
        let variant = Variant::new(hands, fingers, misere, wrap).ok()?;
        let Some(taps) = game(variant, dice) else {
            continue;
        };
        let sums = sums(variant, &taps);
        let reached = sums.contains(&variant.fingers());
        let passed = sums.iter().any(|&sum| sum > variant.fingers());
        let has_all = reached && passed;
        if has_all || best.is_none() {
            best = Some((variant, taps));
        }
        if has_all {
            break;
        }
    }
    let (variant, taps) = best?;
    told(variant, &taps, words)
}

/// Random taps from the start to the end, without coming to any position twice.
fn game(variant: Variant, dice: &mut Dice) -> Option<Vec<Tap>> {
    let mut position = Position::start(variant);
    let (mut taps, mut seen) = (Vec::new(), Vec::new());
    while position.winner().is_none() {
        if taps.len() == LONGEST || seen.contains(&position) {
            return None;
        }
        seen.push(position.clone());
        let tap = *dice.pick(&position.moves());
        taps.push(tap);
        position.tap(tap);
    }
    Some(taps)
}

/// The sum that every tap of a game comes to.
fn sums(variant: Variant, taps: &[Tap]) -> Vec<u32> {
    let mut position = Position::start(variant);
    let mut sum = |tap: &Tap| {
        let (own, other) = position.fingers(*tap);
        position.tap(*tap);
        own + other
    };
    taps.iter().map(&mut sum).collect()
}

/// The case of a game.
fn told(variant: Variant, taps: &[Tap], words: bool) -> Option<Fixture> {
    let start = Position::start(variant);
    let mut position = start.clone();
    let mut typed = Vec::new();
    for tap in taps {
        typed.push(match words {
            true => position.phrase(*tap),
            false => tap.to_string(),
        });
        position.tap(*tap);
    }
    let steps = transcript(typed, |console| replay(start, false, console))?;
    let (hands, fingers) = (variant.hands(), variant.fingers());
    let mut args = ["-n", &hands.to_string(), "-m", &fingers.to_string()]
        .map(str::to_owned)
        .to_vec();
    let mut name = format!("fresh: {hands} hands of {fingers} fingers");
    for (yes, option, rule) in [
        (variant.misere, "--misere", "misère"),
        (variant.wrap, "--wrap", "wrap-around"),
    ] {
        if yes {
            args.push(option.to_owned());
            name += ", ";
            name += rule;
        }
    }
    Some(Fixture {
        args,
        ours: vec!["--no-prompt".to_owned()],
        steps,
        ..Fixture::new(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_is_played_to_its_end() {
        let mut dice = Dice::new(1);
        let made = ChopsticksMaker.make(40, None, &[], &mut dice);
        assert_eq!(made.len(), 40);
        for variant in [
            vec![],
            vec!["--misere"],
            vec!["--wrap"],
            vec!["--misere", "--wrap"],
        ] {
            let fits = |case: &&Fixture| {
                let has = |name: &str| case.args.iter().any(|arg| arg == name);
                ["--misere", "--wrap"]
                    .iter()
                    .all(|name| has(name) == variant.contains(name))
            };
            assert!(made.iter().filter(fits).count() >= 4, "{variant:?}");
        }
        for case in &made {
            let Some(Step::Output(last)) = case.steps.last() else {
                panic!("{case:?}");
            };
            assert!(last.contains(" has no hands. "), "{last}");
        }
    }

    #[test]
    fn smaller_games_are_shorter_and_of_the_same_rules() {
        let mut dice = Dice::new(2);
        for case in ChopsticksMaker.make(20, None, &[], &mut dice) {
            let smaller = ChopsticksMaker.smaller(&case);
            assert!(smaller.is_sorted_by_key(moves_typed));
            for other in smaller {
                assert_eq!(&other.args[4..], &case.args[4..]);
                assert!(moves_typed(&other) < moves_typed(&case));
            }
        }
    }
}
