//! The AI: a hat for each number of sticks on the board, with balls numbered 1, 2 and 3 in it.
//!
//! A hat is kept as how many balls of each number it holds, so that drawing from a million balls
//! costs no more than drawing from three.

use std::ops::RangeInclusive;

use crate::random::Dice;

/// The balls in one hat, counted by their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hat {
    balls: [u64; 3],
    total: u64,
}

impl Hat {
    fn new(balls: [u64; 3]) -> Hat {
        let total = balls.iter().sum();
        Hat { balls, total }
    }

    /// The number of a ball, every ball in the hat being equally likely.
    #[inline]
    fn draw(&self, dice: &mut Dice) -> u64 {
        let ball = dice.below(self.total);
        let [ones, twos, _] = self.balls;
        // Sums instead of branches: which ball comes is the one thing no processor can predict.
        1 + u64::from(ball >= ones) + u64::from(ball >= ones + twos)
    }
}

/// A ball that was drawn and waits beside its hat until the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beside {
    /// The hat it came from: the sticks on the board at the time.
    pub hat: u64,
    /// Its number: the sticks the AI took.
    pub ball: u64,
}

/// One AI, which is to say: its hats, one for each number of sticks from 1 on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hats(Vec<Hat>);

impl Hats {
    /// An AI that knows nothing: each hat for up to `sticks` sticks holds the balls 1, 2, 3.
    pub fn new(sticks: u64) -> Hats {
        Hats::with_balls((0..sticks).map(|_| [1; 3]))
    }

    /// Hats that hold these balls, beginning with the hat for one stick. Each must hold at least one
    /// ball of each number.
    pub fn with_balls(balls: impl IntoIterator<Item = [u64; 3]>) -> Hats {
        Hats(balls.into_iter().map(Hat::new).collect())
    }

    /// The largest number of sticks there is a hat for.
    pub fn sticks(&self) -> u64 {
        self.0.len() as u64
    }

    /// The numbers of the hats.
    pub fn numbers(&self) -> RangeInclusive<u64> {
        1..=self.sticks()
    }

    /// How many balls numbered 1, 2 and 3 the hat for `sticks` sticks holds.
    pub fn balls(&self, sticks: u64) -> [u64; 3] {
        self.0[sticks as usize - 1].balls
    }

    /// Draws a ball from the hat for `sticks` sticks.
    ///
    /// The hat still counts the ball until [`Hats::learn`] settles where it goes: sticks only become
    /// fewer, so no hat is drawn from twice in a game.
    #[inline]
    pub fn draw(&self, sticks: u64, dice: &mut Dice) -> Beside {
        Beside {
            hat: sticks,
            ball: self.0[sticks as usize - 1].draw(dice),
        }
    }

    /// What the AI does with the balls beside its hats when the game is over: after a win each goes
    /// back with one more of its number; after a loss each is thrown away, unless it was the last of
    /// its number in that hat.
    #[inline]
    pub fn learn(&mut self, beside: &[Beside], won: bool) {
        for drawn in beside {
            let hat = &mut self.0[drawn.hat as usize - 1];
            let balls = &mut hat.balls[drawn.ball as usize - 1];
            if won {
                *balls += 1;
                hat.total += 1;
            } else if *balls > 1 {
                *balls -= 1;
                hat.total -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: [Beside; 2] = [Beside { hat: 7, ball: 2 }, Beside { hat: 4, ball: 3 }];

    #[test]
    fn every_hat_starts_with_the_balls_1_2_3() {
        let hats = Hats::new(10);
        assert_eq!(hats.numbers(), 1..=10);
        assert!(hats.numbers().all(|hat| hats.balls(hat) == [1, 1, 1]));
    }

    #[test]
    fn a_won_game_changes_the_hats_as_in_the_handout() {
        let mut hats = Hats::new(10);
        hats.learn(&DRAWN, true);
        for hat in hats.numbers() {
            let expected = match hat {
                4 => [1, 1, 2],
                7 => [1, 2, 1],
                _ => [1, 1, 1],
            };
            assert_eq!(hats.balls(hat), expected, "hat {hat}");
        }
    }

    #[test]
    fn a_lost_game_throws_the_balls_away() {
        let mut hats = Hats::new(10);
        hats.learn(&DRAWN, true);
        hats.learn(&DRAWN, false);
        assert_eq!(hats, Hats::new(10));
    }

    #[test]
    fn the_last_ball_of_a_number_stays() {
        let mut hats = Hats::new(10);
        hats.learn(&DRAWN, false);
        assert_eq!(hats, Hats::new(10));
    }

    #[test]
    fn every_ball_is_drawn_as_often_as_its_share() {
        let hats = Hats::with_balls([[1, 1, 1], [1, 2, 5]]);
        let mut dice = Dice::new(1);
        let mut seen = [0u32; 3];
        for _ in 0..80_000 {
            seen[hats.draw(2, &mut dice).ball as usize - 1] += 1;
        }
        for (seen, expected) in seen.into_iter().zip([10_000u32, 20_000, 50_000]) {
            assert!(seen.abs_diff(expected) < 500, "{seen} for {expected}");
        }
    }

    #[test]
    fn the_counts_a_draw_uses_stay_in_step_with_the_balls() {
        let mut hats = Hats::new(10);
        let mut dice = Dice::new(2);
        for game in 0..1_000 {
            let drawn = [hats.draw(9, &mut dice), hats.draw(3, &mut dice)];
            hats.learn(&drawn, game % 3 != 0);
        }
        let recounted = Hats::with_balls(hats.numbers().map(|hat| hats.balls(hat)));
        assert_eq!(hats, recounted);
    }
}
