//! Listeners: each knows one game and understands programs that play it in words of their own.

pub mod chopsticks;
pub mod sticks;
pub mod take_stones;
pub mod toothpicks;

use crate::grading::fixture::{Fixture, Step};

/// Games of a referee whose program plays one in a run.
const GAMES: u32 = 20;

/// The value of `key=number` among a referee's words.
fn setting(words: &str, key: &str, usual: u64) -> Option<u64> {
    let mut words = words.split_whitespace();
    let value = words.find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    value.map_or(Some(usual), |value| value.parse().ok())
}

/// The value behind an option among a case's arguments.
fn option(args: &[String], name: &str) -> Option<u64> {
    let at = args.iter().position(|arg| arg == name)?;
    args.get(at + 1)?.parse().ok()
}

/// The assignment's lines, each question on a line of its own, as what is said is kept.
fn expected(case: &Fixture) -> String {
    let mut text = String::new();
    for step in &case.steps {
        match step {
            Step::Output(output) => text += output,
            Step::Type(_) | Step::EndOfInput => text.push('\n'),
        }
    }
    text
}
