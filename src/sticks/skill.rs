//! How well an AI plays: what its hats know of the positions that can be won.

use super::hats::Hats;
use super::rules;

/// A well-trained hat holds at most one ball in this many that does not win.
const BALLS_PER_SLIP: u64 = 1_000;

/// An AI measured against perfect play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Skill {
    /// Hats whose position can be won.
    pub winnable: usize,
    /// Those of them in which the winning ball is the most frequent one.
    pub right: usize,
    /// The mean share of the winning ball over the winnable hats.
    pub mean: f64,
    /// The winnable hat with the smallest share of the winning ball.
    pub least_sure: u64,
    /// That share.
    pub least: f64,
}

impl Skill {
    /// Measures an AI (of at least two sticks, for one stick cannot be won).
    pub(crate) fn of(hats: &Hats) -> Skill {
        let mut skill = Skill {
            winnable: 0,
            right: 0,
            mean: 0.0,
            least_sure: 0,
            least: f64::INFINITY,
        };
        let mut shares = 0.0;
        for (hat, winning, all) in winnable(hats) {
            let share = winning as f64 / all as f64;
            skill.winnable += 1;
            skill.right += usize::from(is_most_frequent(winning, hats.balls(hat)));
            shares += share;
            if share < skill.least {
                (skill.least_sure, skill.least) = (hat, share);
            }
        }
        skill.mean = shares / skill.winnable as f64;
        skill
    }
}

/// Whether every hat that can win holds the winning ball with at least 99.9 % of its balls.
pub(crate) fn is_well_trained(hats: &Hats) -> bool {
    winnable(hats).all(|(_, winning, all)| (all - winning) * BALLS_PER_SLIP <= all)
}

/// The hats whose position can be won: number, balls that win, all balls.
fn winnable(hats: &Hats) -> impl Iterator<Item = (u64, u64, u64)> {
    hats.numbers().filter_map(|hat| {
        let take = rules::winning_take(hat)?;
        let balls = hats.balls(hat);
        Some((hat, balls[take as usize - 1], balls.iter().sum()))
    })
}

fn is_most_frequent(count: u64, balls: [u64; 3]) -> bool {
    balls.iter().filter(|&&other| other >= count).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_untrained_ai_is_right_nowhere_and_a_third_sure() {
        let skill = Skill::of(&Hats::new(10));
        assert_eq!((skill.winnable, skill.right), (7, 0));
        assert!((skill.mean - 1.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn the_least_sure_hat_is_named() {
        let hats = Hats::with_balls([[9, 1, 1], [8, 1, 1], [1, 3, 1], [1, 1, 1]]);
        let skill = Skill::of(&hats);
        assert_eq!((skill.winnable, skill.right), (3, 2));
        assert_eq!((skill.least_sure, skill.least), (4, 1.0 / 3.0));
        assert!((skill.mean - (0.8 + 0.6 + 1.0 / 3.0) / 3.0).abs() < 1e-9);
    }

    #[test]
    fn well_trained_is_999_balls_of_a_thousand_in_each_hat_that_can_win() {
        let with = |balls| Hats::with_balls([[1, 1, 1], [1998, 1, 1], balls]);
        assert!(is_well_trained(&with([1, 1998, 1])));
        assert!(!is_well_trained(&with([1, 1997, 1])));
        assert!(!is_well_trained(&with([5000, 3, 1])));
    }
}
