//! Going on until the bots are told apart: neighbours in the standings meet again, and nobody else.
//!
//! A pair is told apart when the stronger one is so with the given probability, under the posterior of
//! `ratings`. What is believed after looking does not depend on why one stopped, so one may look after every
//! round (Berger and Wolpert, The Likelihood Principle, 1988). Two that are as good as equal are never told
//! apart: a pair is let go when the difference is known to be small.

use super::format::Over;
use super::ratings::{Posterior, Won};
use super::schedule::{Pairing, match_of};

/// Two bots whose difference lies within so many points of Elo, for all that is known, count as equal:
/// the better one wins 64 of 100 games.
const EQUAL: f64 = 100.0;

/// How often neighbours meet again at most.
const MOST_MEETINGS: u32 = 200;

/// Reads `95%`, `95` or `0.95`.
pub fn probability(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').parse::<f64>();
    let share = number.map(|number| {
        if number >= 1.0 {
            number / 100.0
        } else {
            number
        }
    });
    match share {
        Ok(share) if (0.5..=0.9999).contains(&share) => Ok(share),
        _ => Err("it must be a probability from 50% to 99.99%, like 95%".to_owned()),
    }
}

/// The next games of those neighbours that are not told apart; `regular_rounds` were played before any.
pub(super) fn more(
    bots: usize,
    stones: &[u32],
    over: &[Over],
    sure: f64,
    regular_rounds: u32,
) -> Vec<Pairing> {
    let last = over
        .iter()
        .map(|game| game.pairing.round)
        .max()
        .unwrap_or(0);
    if last >= regular_rounds.saturating_add(MOST_MEETINGS) {
        return Vec::new();
    }
    let won = over.iter().filter_map(|game| {
        let bots = game.pairing.bots;
        let by_first = game.winner? == bots[0];
        Some(Won { bots, by_first })
    });
    let posterior = Posterior::of(bots, &won.collect::<Vec<_>>());
    let order = posterior.order();
    let neighbours = order.windows(2).map(|pair| [pair[0], pair[1]]);
    neighbours
        .filter(|&[a, b]| !is_settled(posterior.difference(a, b), sure))
        .flat_map(|pair| match_of(last + 1, stones, pair))
        .collect()
}

/// Whether two bots are told apart, or known to be about equal.
fn is_settled((difference, error): (f64, f64), sure: f64) -> bool {
    let is_small = difference.abs() + 1.96 * error < EQUAL;
    is_small || normal(difference / error) >= sure
}

/// The normal distribution function (Abramowitz and Stegun, 26.2.17; exact to 7 digits), for `z >= 0`.
fn normal(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let terms = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let tail = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    1.0 - (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * tail
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Dice;

    #[test]
    fn probabilities_are_read_with_and_without_a_sign() {
        assert_eq!(probability("95%"), Ok(0.95));
        assert_eq!(probability("99"), Ok(0.99));
        assert_eq!(probability("0.9"), Ok(0.9));
        for bad in ["", "%", "100%", "10%", "-95", "nan"] {
            assert!(probability(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_distribution_is_the_normal_one() {
        for (z, expected) in [(0.0, 0.5), (1.0, 0.841_344_7), (1.959_964, 0.975)] {
            assert!((normal(z) - expected).abs() < 1e-6, "{z}");
        }
    }

    /// Bots 0 and 1 are far stronger than 2; 0 beats 1 three times out of four.
    #[test]
    fn only_those_meet_again_who_are_not_told_apart() {
        let mut dice = Dice::new(3);
        let mut over: Vec<Over> = Vec::new();
        let mut won = |pairing: Pairing| {
            let [a, b] = pairing.bots;
            let winner = match a.max(b) {
                2 => a.min(b),
                _ if dice.below(4) == 0 => 1,
                _ => 0,
            };
            Over {
                pairing,
                winner: Some(winner),
            }
        };
        let first =
            crate::expanding_nim::tournament::schedule::round_robin(&[0, 1, 2], &[20], 1..=8);
        over.extend(first.into_iter().map(&mut won));
        for _ in 0..MOST_MEETINGS {
            let games = more(3, &[20], &over, 0.95, 8);
            if games.is_empty() {
                let extra = over.iter().filter(|game| game.pairing.round > 8);
                let with_last = extra.filter(|game| game.pairing.bots.contains(&2)).count();
                assert!(with_last <= 4, "{with_last}");
                return;
            }
            over.extend(games.into_iter().map(&mut won));
        }
        panic!("they are never told apart");
    }
}
