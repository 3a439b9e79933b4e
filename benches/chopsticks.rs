//! Solving chopsticks against the textbook method, and how fast large games are solved.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sticks_and_stones::chopsticks::memory::Bytes;
use sticks_and_stones::chopsticks::{Position, Solution, Value, Variant};
use sticks_and_stones::game::Game;

const ALLOWED: Bytes = Bytes(2 << 30);

fn main() {
    let variant = Variant::default();
    let start = Position::start(variant);
    let (textbook, known) = best_of(3, || {
        let mut known = HashMap::new();
        minimax(&start, &mut known);
        known
    });
    let (ours, solution) = best_of(20, || solve(variant));
    for (position, value) in &known {
        assert_eq!(solution.value(position), *value, "{position}");
    }
    println!("The default game, three hands of five fingers:");
    println!(
        "  minimax with a hash map, {} positions  {textbook:>12.3?}",
        known.len()
    );
    println!("  this crate, all positions             {ours:>12.3?}");
    println!(
        "  ratio                                 {:>11.0}x",
        textbook.as_secs_f64() / ours.as_secs_f64()
    );

    println!("\nhands fingers wrap   positions       time   million/s");
    for (hands, fingers, wrap) in [(6, 9, false), (8, 8, false), (6, 9, true), (7, 10, true)] {
        let variant = Variant::new(hands, fingers, false, wrap).expect("a game");
        let (time, solution) = best_of(2, || solve(variant));
        let positions = solution.sides() * solution.sides();
        let speed = positions as f64 / time.as_secs_f64() / 1e6;
        println!("{hands:5} {fingers:7} {wrap:5} {positions:11} {time:>10.3?} {speed:11.0}");
    }
}

fn solve(variant: Variant) -> Solution {
    Solution::find(variant, ALLOWED).expect("it fits in memory")
}

fn best_of<T>(times: u32, work: impl Fn() -> T) -> (Duration, T) {
    let run = || {
        let started = Instant::now();
        let result = work();
        (started.elapsed(), result)
    };
    let first = run();
    (1..times).fold(first, |best, _| {
        let next = run();
        if next.0 < best.0 { next } else { best }
    })
}

/// The textbook: the hands in every order, every position once.
fn minimax(position: &Position, known: &mut HashMap<Position, Value>) -> Value {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let value = Value::of_end(position).unwrap_or_else(|| {
        let moves = position.moves().into_iter();
        let values = moves.map(|tap| minimax(&position.play(tap), known).before());
        let best = values.min_by(|one, other| one.best_first(*other));
        best.expect("a move in a game that is not over")
    });
    known.insert(position.clone(), value);
    value
}
