//! Training with counted balls against the textbook's lists of balls, in the same run.

use std::time::{Duration, Instant};

use sticks_and_stones::random::Dice;
use sticks_and_stones::sticks::hats::Hats;
use sticks_and_stones::sticks::training::{GAMES, train};

const ROUNDS: u32 = 7;

fn main() {
    check_that_both_learn_the_same();
    println!("{GAMES} games          counts             lists    ratio");
    for sticks in [10, 100] {
        let counts = best_of(ROUNDS, |seed| drop(train_counts(sticks, GAMES, seed)));
        let lists = best_of(2, |seed| drop(train_lists(sticks, GAMES, seed)));
        let speed = |time: Duration| GAMES as f64 / time.as_secs_f64() / 1e6;
        println!(
            "{sticks:>6} sticks  {:>6.2} M games/s   {:>6.3} M games/s   {:>5.0}x",
            speed(counts),
            speed(lists),
            lists.as_secs_f64() / counts.as_secs_f64()
        );
    }
}

/// The seed of a round is its number: no round finds its branches already learned.
fn best_of(rounds: u32, run: impl Fn(u64)) -> Duration {
    let time = |round| {
        let start = Instant::now();
        run(u64::from(round));
        start.elapsed()
    };
    (0..rounds).map(time).min().expect("at least one round")
}

fn train_counts(sticks: u64, games: u64, seed: u64) -> Hats {
    train(&Hats::new(sticks), games, &mut Dice::new(seed), |_, _| {})
}

/// The description of the handout, taken at its word: a hat is a list of balls, a ball is taken out
/// of it and put back.
fn train_lists(sticks: u64, games: u64, seed: u64) -> [Vec<Vec<u64>>; 2] {
    let hats = vec![vec![1, 2, 3]; sticks as usize + 1];
    let mut ais = [hats.clone(), hats];
    let mut dice = Dice::new(seed);
    for game in 0..games {
        let mut beside: [Vec<(u64, u64)>; 2] = Default::default();
        let mut left = sticks - dice.below(4);
        let mut mover = (game % 2) as usize;
        while left > 0 {
            let hat = &mut ais[mover][left as usize];
            let ball = hat.remove(dice.below(hat.len() as u64) as usize);
            beside[mover].push((left, ball));
            left = left.saturating_sub(ball);
            mover = 1 - mover;
        }
        for (ai, drawn) in beside.iter().enumerate() {
            for &(hat, ball) in drawn {
                let hat = &mut ais[ai][hat as usize];
                // In order, so that the same throw draws the same ball as from counts.
                let place = hat.partition_point(|&other| other < ball);
                if ai == mover {
                    hat.splice(place..place, [ball, ball]);
                } else if hat.get(place) != Some(&ball) {
                    hat.insert(place, ball);
                }
            }
        }
    }
    ais
}

fn check_that_both_learn_the_same() {
    for (sticks, seed) in [(10, 1), (37, 2), (100, 3)] {
        let counts = train_counts(sticks, 2_000, seed);
        let [_, second] = train_lists(sticks, 2_000, seed);
        for hat in counts.numbers() {
            let balls = &second[hat as usize];
            let counted = [1, 2, 3].map(|ball| balls.iter().filter(|&&b| b == ball).count() as u64);
            assert_eq!(counts.balls(hat), counted, "hat {hat} of {sticks} sticks");
        }
    }
}
