//! Two AIs play each other, and both learn from every game.
//!
//! The starter alternates, and each game starts with one of the four largest numbers of sticks, so
//! that no hat starves. The second AI is the one that will meet the player.

use crate::random::Dice;

use super::hats::{Beside, Hats};
use super::skill;

/// How many games a training takes unless told otherwise, and how many are enough to promise that
/// every hat is well trained.
pub const GAMES: u64 = 100_000;

/// One pair in 250 misses the bar, so this many in a row never do.
const MOST_PAIRS: u32 = 10;

/// The most games between two calls of a watcher.
const LONGEST_STRETCH: u64 = 1 << 18;

/// Trains an AI that starts as `start`, against another that starts the same.
///
/// `watch` sees how many games were played and what the AI knows by then, before the first game,
/// after the last and ever more rarely in between.
///
/// Wrong balls collected while both sides were still beginners leave a hat slowly, and about one
/// training in 250 at 100 sticks ends with a few too many of them in some hat (at 10, none was seen).
/// Beginners who have had [`GAMES`] games or more and are not well trained are therefore sent home,
/// and a new pair takes their place. `watch` sees that as a fresh start.
pub fn train(start: &Hats, games: u64, dice: &mut Dice, mut watch: impl FnMut(u64, &Hats)) -> Hats {
    let promised = games >= GAMES && *start == Hats::new(start.sticks());
    let pairs = if promised { MOST_PAIRS } else { 1 };
    let mut trained = train_pair(start, games, dice, &mut watch);
    for _ in 1..pairs {
        if skill::is_well_trained(&trained) {
            break;
        }
        trained = train_pair(start, games, dice, &mut watch);
    }
    trained
}

fn train_pair(
    start: &Hats,
    games: u64,
    dice: &mut Dice,
    watch: &mut impl FnMut(u64, &Hats),
) -> Hats {
    let mut pair = Pair::new(start);
    watch(0, start);
    let mut played = 0;
    while played < games {
        let stretch = (played / 16).clamp(1, LONGEST_STRETCH);
        let until = games.min(played + stretch);
        for game in played..until {
            pair.play(game % 2, dice, |_, _| ());
        }
        played = until;
        watch(played, &pair.hats[1]);
    }
    let [_, second] = pair.hats;
    second
}

/// Two AIs, and the balls beside their hats.
pub struct Pair {
    hats: [Hats; 2],
    beside: [Vec<Beside>; 2],
}

impl Pair {
    fn new(start: &Hats) -> Pair {
        Pair::of([start.clone(), start.clone()])
    }

    /// Two AIs with hats for the same number of sticks.
    pub fn of(hats: [Hats; 2]) -> Pair {
        let room = || Vec::with_capacity(hats[0].sticks() as usize);
        Pair {
            beside: [room(), room()],
            hats,
        }
    }

    /// The hats of both.
    pub fn hats(&self) -> &[Hats; 2] {
        &self.hats
    }

    /// One game, opened by the AI number `starter`, and what both learn from it. `saw` sees every ball
    /// that is laid beside a hat, and whose it is; the winner is returned.
    #[inline]
    pub fn play(
        &mut self,
        starter: u64,
        dice: &mut Dice,
        mut saw: impl FnMut(usize, Beside),
    ) -> usize {
        let mut left = self.hats[0].sticks() - dice.below(4);
        let mut mover = starter as usize;
        while left > 0 {
            let drawn = self.hats[mover].draw(left, dice);
            saw(mover, drawn);
            self.beside[mover].push(drawn);
            left = left.saturating_sub(drawn.ball);
            mover ^= 1;
        }
        // The other one took the final stick.
        let (winner, loser) = (mover, mover ^ 1);
        self.hats[winner].learn(&self.beside[winner], true);
        self.hats[loser].learn(&self.beside[loser], false);
        self.beside.iter_mut().for_each(Vec::clear);
        winner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sticks::rules::SIZES;

    fn trained(sticks: u64, games: u64, seed: u64) -> (Hats, u32) {
        let mut starts = 0;
        let hats = train(
            &Hats::new(sticks),
            games,
            &mut Dice::new(seed),
            |played, _| starts += u32::from(played == 0),
        );
        (hats, starts)
    }

    #[test]
    fn a_hundred_thousand_games_train_every_hat_of_every_size() {
        for (sticks, seed) in SIZES.flat_map(|sticks| [1, 2, 3].map(|seed| (sticks, seed))) {
            let (hats, starts) = trained(sticks, GAMES, seed);
            assert!(
                starts <= 2,
                "{starts} pairs for {sticks} sticks, seed {seed}"
            );
            for hat in hats.numbers().filter(|hat| hat % 4 != 1) {
                let balls = hats.balls(hat);
                let winning = balls[(hat as usize + 2) % 4];
                let all: u64 = balls.iter().sum();
                assert!(
                    1_000 * winning >= 999 * all,
                    "hat {hat} of {sticks} sticks, seed {seed}: {balls:?}"
                );
            }
        }
    }

    /// With this seed the first pair keeps 14 wrong balls among 13,534 in hat 92.
    #[test]
    fn a_pair_that_misses_the_bar_is_replaced() {
        let (hats, starts) = trained(100, GAMES, 103);
        assert!(skill::is_well_trained(&hats));
        assert_eq!(starts, 2);
    }

    #[test]
    fn fewer_games_promise_nothing_and_are_played_once() {
        let (hats, starts) = trained(100, GAMES - 1, 103);
        assert!(!skill::is_well_trained(&hats));
        assert_eq!(starts, 1);
    }

    #[test]
    fn hats_that_have_learned_already_are_never_sent_home() {
        let spoiled = Hats::with_balls((1..=10).map(|_| [1 << 40; 3]));
        let mut starts = 0;
        let count = |played, _: &Hats| starts += u32::from(played == 0);
        let hats = train(&spoiled, GAMES, &mut Dice::new(1), count);
        assert!(!skill::is_well_trained(&hats));
        assert_eq!(starts, 1);
    }

    #[test]
    fn watchers_see_the_beginning_and_the_end() {
        let mut seen = Vec::new();
        train(&Hats::new(10), 1_000, &mut Dice::new(1), |played, _| {
            seen.push(played)
        });
        assert!(seen.is_sorted());
        assert_eq!((seen.first(), seen.last()), (Some(&0), Some(&1_000)));
    }

    #[test]
    fn no_games_teach_nothing() {
        assert_eq!(trained(10, 0, 1).0, Hats::new(10));
    }
}
