//! Fresh cases: games that are made now. What is expected comes from the rules and solvers of the
//! library, told by the programs' own narrators; nothing is read from a file.

pub mod chopsticks;
pub mod sticks;
pub mod take_stones;
pub mod toothpicks;
mod transcript;

use crate::random::Dice;

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
