//! Fresh cases: games that are made now. What is expected comes from the rules and solvers of the
//! library, told by the programs' own narrators; nothing is read from a file.

pub(super) mod chopsticks;
pub(super) mod sticks;
pub(super) mod take_stones;
pub(super) mod toothpicks;
mod transcript;

use crate::grading::fixture::Fixture;
use crate::random::Dice;

/// So often a case is drawn until it is a new one.
const DRAWN: usize = 100;

/// So many cases, spread evenly over the kinds. One that is known or was made before is drawn again, as
/// the same kind: replaced by any other, the kinds would not be spread evenly any more.
fn new_ones<K>(
    kinds: &[K],
    count: usize,
    known: &[Fixture],
    dice: &mut Dice,
    draw: impl Fn(&K, &mut Dice) -> Option<Fixture>,
) -> Vec<Fixture> {
    let mut made: Vec<Fixture> = Vec::new();
    for kind in spread(kinds, count, dice) {
        let drawn = (0..DRAWN).find_map(|_| {
            let case = draw(kind, dice)?;
            let seen = known.iter().chain(&made).any(|other| other.plays_as(&case));
            (!seen).then_some(case)
        });
        made.extend(drawn);
    }
    made
}

/// So many kinds, each as often as any other, in an order that chance decides.
fn spread<'a, K>(kinds: &'a [K], count: usize, dice: &mut Dice) -> Vec<&'a K> {
    let mut order: Vec<&K> = Vec::new();
    while order.len() < count {
        let mut round: Vec<&K> = kinds.iter().collect();
        while !round.is_empty() && order.len() < count {
            let at = dice.below(round.len() as u64) as usize;
            order.push(round.swap_remove(at));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::fresh::Maker;
    use crate::referees::ASSIGNMENTS;

    #[test]
    fn no_two_cases_are_alike() {
        for assignment in ASSIGNMENTS {
            let Some(maker) = assignment.maker else {
                continue;
            };
            let mut dice = Dice::new(4);
            let mut all = maker.make(20, None, &[], &mut dice);
            all.extend(maker.make(20, None, &all, &mut dice));
            assert_eq!(all.len(), 40, "{}", assignment.name);
            for (at, case) in all.iter().enumerate() {
                let alike = all[..at].iter().any(|other| other.plays_as(case));
                assert!(!alike, "{}: {case:?}", assignment.name);
            }
        }
    }

    /// There are few piles below the bounds: drawn twice, one of them once was replaced by any kind of
    /// case, and half of twenty were not illegal any more.
    #[test]
    fn what_is_drawn_again_stays_of_its_kind() {
        for seed in 0..300 {
            let mut dice = Dice::new(seed);
            let made = toothpicks::ToothpicksMaker.make(20, None, &[], &mut dice);
            let refused = made.iter().filter(|case| case.exit != 0).count();
            assert_eq!((made.len(), refused), (20, 10), "seed {seed}");
        }
    }

    #[test]
    fn kinds_are_spread_evenly() {
        let kinds = [0, 1, 2, 3, 4];
        let mut dice = Dice::new(1);
        for count in [0, 1, 5, 7, 20] {
            let order = spread(&kinds, count, &mut dice);
            assert_eq!(order.len(), count);
            for kind in &kinds {
                let times = order.iter().filter(|other| **other == kind).count();
                assert!((count / 5..=count.div_ceil(5)).contains(&times));
            }
        }
    }
}
