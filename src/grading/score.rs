//! Points, and the one place that knows what a case is worth after it was judged.

use std::fmt;
use std::iter::Sum;

use serde::{Deserialize, Serialize};

use super::judgement::{Judgement, Rules};

/// Points, in hundredths. What is less than a hundredth is not earned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "f64", into = "f64")]
pub struct Points(u64);

impl Points {
    /// None.
    pub const ZERO: Points = Points(0);

    /// So many whole points.
    pub fn whole(points: u32) -> Points {
        Points(u64::from(points) * 100)
    }

    /// Their number, in hundredths.
    pub fn hundredths(self) -> u64 {
        self.0
    }

    /// A share of them, from 0 to 1, rounded down to a hundredth.
    pub fn share(self, share: f64) -> Points {
        // 100 x 0.85 is 84.999... in binary, and is meant to be 85.
        const SLACK: f64 = 1e-6;
        Points((self.0 as f64 * share.clamp(0.0, 1.0) + SLACK) as u64)
    }

    /// The share that some are of all, from 0 to 1; nothing of nothing is nothing.
    pub fn part_of(self, all: Points) -> f64 {
        match all.0 {
            0 => 0.0,
            all => self.0 as f64 / all as f64,
        }
    }
}

impl fmt::Display for Points {
    /// With two decimals, always.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:02}", self.0 / 100, self.0 % 100))
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> f64 {
        points.0 as f64 / 100.0
    }
}

impl From<f64> for Points {
    fn from(points: f64) -> Points {
        Points((points * 100.0).round() as u64)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        Points(points.map(|points| points.0).sum())
    }
}

/// What a heard case earns of its points, when the words are worth so much percent of them.
///
/// What was right earns its share of the rules, and of the words as many as were the assignment's.
/// What was not heard earns the words alone; what was wrong, or could not be played, neither.
pub(crate) fn earned(points: Points, judgement: &Judgement, wording: u32) -> Points {
    let worth = f64::from(wording.min(100)) / 100.0;
    let words = worth * judgement.wording;
    let share = match judgement.rules {
        Rules::Unheard(_) => judgement.share * (1.0 - worth) + words,
        _ => judgement.share * (1.0 - worth + words),
    };
    points.share(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(rules: Rules, share: f64, wording: f64) -> Judgement {
        Judgement {
            share,
            wording,
            ..Judgement::nothing_heard(rules)
        }
    }

    fn earned_of_two(judgement: &Judgement, wording: u32) -> String {
        earned(Points::whole(2), judgement, wording).to_string()
    }

    #[test]
    fn the_rules_come_first_and_the_words_move_the_rest() {
        let right = judged(Rules::Right, 1.0, 0.5);
        assert_eq!(earned_of_two(&right, 30), "1.70");
        assert_eq!(earned_of_two(&right, 0), "2.00");
        assert_eq!(earned_of_two(&right, 100), "1.00");
        let in_part = judged(Rules::Wrong("a number".to_owned()), 0.5, 1.0);
        assert_eq!(earned_of_two(&in_part, 30), "1.00");
    }

    #[test]
    fn no_greeting_earns_what_the_rules_did_not() {
        let wrong = judged(Rules::Wrong("a rule".to_owned()), 0.0, 1.0);
        assert_eq!(earned_of_two(&wrong, 30), "0.00");
        let crashed = judged(Rules::Unplayable("it crashes".to_owned()), 0.0, 1.0);
        assert_eq!(earned_of_two(&crashed, 30), "0.00");
        let unheard = judged(Rules::Unheard("the board".to_owned()), 0.0, 0.5);
        assert_eq!(earned_of_two(&unheard, 30), "0.30");
    }

    #[test]
    fn a_hundredth_is_the_smallest_coin_and_none_is_lost_to_binary_fractions() {
        assert_eq!(Points::whole(1).share(0.85).to_string(), "0.85");
        assert_eq!(Points::whole(1).share(2.0 / 3.0).to_string(), "0.66");
        assert_eq!(Points::whole(3).share(f64::NAN).to_string(), "0.00");
        for hundredths in 0..=10_000 {
            let points = Points(hundredths);
            assert_eq!(Points::from(f64::from(points)), points);
        }
    }
}
