use sticks_and_stones::game::Game;
use sticks_and_stones::sticks::rules::{Sticks, winning_take};

use crate::solver::{Value, values, walk};

#[test]
fn the_winning_takes_of_sticks_are_those_that_win() {
    let known = values(&Sticks::new(100));
    for (position, value) in &known {
        if position.winner().is_some() {
            continue;
        }
        let wins = |&taken: &u64| matches!(known[&position.play(taken)], Value::Lose(_));
        let winning: Vec<u64> = position.moves().into_iter().filter(wins).collect();
        assert_eq!(winning, Vec::from_iter(winning_take(position.left())));
        assert_eq!(winning.is_empty(), matches!(value, Value::Lose(_)));
    }
}

#[test]
fn random_games_of_sticks_end_as_they_must() {
    for sticks in 1..=20 {
        walk(&Sticks::new(sticks), 200, 20);
    }
}
