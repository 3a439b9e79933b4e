//! How strong the bots are: Bradley and Terry's model (Biometrika 39, 1952) over all games.
//!
//! The first player wins with probability `1 / (1 + exp(-(a - b + seat)))`, where `a` and `b` are the
//! strengths of the two bots and `seat` is what moving first is worth. All are estimated at once, with
//! a wide normal prior, so that a bot that has won everything is strong and not infinitely strong.
//! The intervals come from the curvature of the posterior (Fisher's information).

/// A game that somebody won: the places of the two bots, and whether the first of them did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Won {
    /// The first player and the second.
    pub bots: [usize; 2],
    /// Whether the first player won.
    pub by_first: bool,
}

/// The strength of a bot against the average of all, on the scale of Elo: 1500 is the average, and
/// 400 points more mean ten wins to one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rating {
    /// The estimate.
    pub rating: f64,
    /// Where it lies with a probability of 95 %.
    pub interval: [f64; 2],
}

const AVERAGE: f64 = 1500.0;
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The prior's standard deviation, in units of the exponent: 520 points of Elo.
const PRIOR: f64 = 3.0;
/// Of a normal distribution, 95 % lie within so many standard deviations.
const NINETY_FIVE: f64 = 1.96;

/// The ratings of all bots.
pub(super) fn rate(bots: usize, games: &[Won]) -> Vec<Rating> {
    let posterior = Posterior::of(bots, games);
    (0..bots).map(|bot| posterior.rating(bot)).collect()
}

/// What the games tell of the strengths.
pub(super) struct Posterior {
    bots: usize,
    strengths: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Posterior {
    /// The most likely strengths, and how well they are known.
    pub(super) fn of(bots: usize, games: &[Won]) -> Posterior {
        // The last parameter is the seat. Newton's method, on a concave function.
        let mut strengths = vec![0.0; bots + 1];
        let mut covariance = Vec::new();
        for _ in 0..50 {
            let (gradient, information) = slope(&strengths, games);
            covariance = inverse(information);
            let mut largest: f64 = 0.0;
            for (strength, row) in strengths.iter_mut().zip(&covariance) {
                let step: f64 = row.iter().zip(&gradient).map(|(a, b)| a * b).sum();
                *strength += step.clamp(-2.0, 2.0);
                largest = largest.max(step.abs());
            }
            if largest < 1e-9 {
                break;
            }
        }
        Posterior {
            bots,
            strengths,
            covariance,
        }
    }

    fn rating(&self, bot: usize) -> Rating {
        let mean = self.strengths[..self.bots].iter().sum::<f64>() / self.bots as f64;
        let rating = AVERAGE + ELO * (self.strengths[bot] - mean);
        let variance = against_the_mean(bot, self.bots, &self.covariance);
        let error = ELO * NINETY_FIVE * variance.sqrt();
        Rating {
            rating,
            interval: [rating - error, rating + error],
        }
    }

    /// The bots, the strongest first.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.bots).collect();
        order.sort_by(|&a, &b| self.strengths[b].total_cmp(&self.strengths[a]));
        order
    }

    /// By how much one bot is stronger than another on the scale of Elo, and the standard deviation of that.
    pub(super) fn difference(&self, a: usize, b: usize) -> (f64, f64) {
        let covariance = &self.covariance;
        let variance = covariance[a][a] + covariance[b][b] - 2.0 * covariance[a][b];
        let difference = self.strengths[a] - self.strengths[b];
        (ELO * difference, ELO * variance.max(0.0).sqrt())
    }
}

/// The slope of the logarithm of the posterior, and how it bends.
fn slope(strengths: &[f64], games: &[Won]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let seat = strengths.len() - 1;
    let tightness = 1.0 / (PRIOR * PRIOR);
    let mut gradient: Vec<f64> = strengths.iter().map(|s| -s * tightness).collect();
    let mut information = vec![vec![0.0; seat + 1]; seat + 1];
    for (at, row) in information.iter_mut().enumerate() {
        row[at] = tightness;
    }
    for game in games {
        let [first, second] = game.bots;
        let signs = [(first, 1.0), (second, -1.0), (seat, 1.0)];
        let exponent: f64 = signs.iter().map(|&(at, sign)| sign * strengths[at]).sum();
        let chance = 1.0 / (1.0 + (-exponent).exp());
        let surprise = f64::from(u8::from(game.by_first)) - chance;
        for (row, sign) in signs {
            gradient[row] += sign * surprise;
            for (column, other) in signs {
                information[row][column] += sign * other * chance * (1.0 - chance);
            }
        }
    }
    (gradient, information)
}

/// The variance of one strength less the mean of all.
fn against_the_mean(bot: usize, bots: usize, covariance: &[Vec<f64>]) -> f64 {
    let weight = |at: usize| f64::from(u8::from(at == bot)) - 1.0 / bots as f64;
    let row = |a: usize| -> f64 {
        let terms = (0..bots).map(|b| weight(b) * covariance[a][b]);
        weight(a) * terms.sum::<f64>()
    };
    (0..bots).map(row).sum::<f64>().max(0.0)
}

/// The inverse of a symmetric matrix that the prior makes positive definite, so that no pivot is 0.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == at))));
    }
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|number| *number /= scale);
        let unit = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(at, _)| *at != pivot) {
            let factor = row[pivot];
            for (number, unit) in row.iter_mut().zip(&unit) {
                *number -= factor * unit;
            }
        }
    }
    matrix
        .into_iter()
        .map(|mut row| row.split_off(size))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Dice;

    fn uniform(dice: &mut Dice) -> f64 {
        (dice.below(1 << 53) as f64 + 0.5) / (1u64 << 53) as f64
    }

    /// The sum of twelve uniform numbers is nearly normal.
    fn normal(dice: &mut Dice) -> f64 {
        (0..12).map(|_| uniform(dice)).sum::<f64>() - 6.0
    }

    /// A league with known strengths, every pair `times` in both orders.
    fn league(dice: &mut Dice, truth: &[f64], seat: f64, times: usize) -> Vec<Won> {
        let mut games = Vec::new();
        for first in 0..truth.len() {
            for second in (0..truth.len()).filter(|&second| second != first) {
                for _ in 0..times {
                    let chance = 1.0 / (1.0 + (truth[second] - truth[first] - seat).exp());
                    let by_first = uniform(dice) < chance;
                    let bots = [first, second];
                    games.push(Won { bots, by_first });
                }
            }
        }
        games
    }

    #[test]
    fn in_a_thousand_leagues_the_intervals_hold_the_truth_as_often_as_they_say() {
        for (bots, spread, times) in [(6, 1.0, 4), (12, 1.5, 2), (3, 0.5, 10), (20, 1.0, 1)] {
            let share = held(bots, spread, times);
            println!("{bots} bots, spread {spread}, {times} times: {share:.4}");
            assert!((0.93..=0.97).contains(&share), "{bots} bots: {share}");
        }
    }

    /// The share of the intervals of a thousand leagues that hold the truth.
    fn held(bots: usize, spread: f64, times: usize) -> f64 {
        let mut dice = Dice::new(1);
        let (mut held, mut all) = (0, 0);
        for _ in 0..1_000 {
            let truth: Vec<f64> = (0..bots).map(|_| spread * normal(&mut dice)).collect();
            let mean = truth.iter().sum::<f64>() / truth.len() as f64;
            let games = league(&mut dice, &truth, 0.4, times);
            for (rating, truth) in rate(truth.len(), &games).iter().zip(&truth) {
                let truth = AVERAGE + ELO * (truth - mean);
                let [low, high] = rating.interval;
                held += u32::from((low..=high).contains(&truth));
                all += 1;
            }
        }
        f64::from(held) / f64::from(all)
    }

    #[test]
    fn who_wins_everything_is_rated_above_and_the_average_is_kept() {
        let mut games = Vec::new();
        for bots in [[0, 1], [0, 2], [1, 2]] {
            games.extend(
                [Won {
                    bots,
                    by_first: true,
                }; 5],
            );
        }
        let ratings = rate(3, &games);
        assert!(ratings[0].rating > ratings[1].rating && ratings[1].rating > ratings[2].rating);
        assert!(ratings.iter().all(|rating| rating.rating.is_finite()));
        let mean = ratings.iter().map(|rating| rating.rating).sum::<f64>() / 3.0;
        assert!((mean - AVERAGE).abs() < 1e-6);
        assert_eq!(rate(2, &[])[0].rating, AVERAGE);
    }
}
