//! Every game, one line each: what its solver knows against the definition of winning, and random
//! games through its rules and its text.

use sticks_and_stones::chopsticks::memory::Bytes;
use sticks_and_stones::chopsticks::{self, Variant};
use sticks_and_stones::expanding_nim;
use sticks_and_stones::expanding_nim::bot::Bot;
use sticks_and_stones::expanding_nim::position::Position as Pile;
use sticks_and_stones::game::Game;
use sticks_and_stones::players::{Chance, Chooser, Knowledge, Random, Value};
use sticks_and_stones::random::Dice;
use sticks_and_stones::sticks::rules::{self, Sticks};
use sticks_and_stones::take_stones;
use sticks_and_stones::take_stones::perfect::ByMatching;
use sticks_and_stones::toothpicks::{self, strategies};

use crate::solver::{values, walk};

/// A line for each game: its name in the tests, small starts, and its solver.
macro_rules! games {
    ($($game:ident: $starts:expr, $solver:expr;)*) => {$(
        mod $game {
            use super::*;

            #[test]
            fn the_solver_knows_what_the_rules_say() {
                for start in $starts {
                    assert_known(&start, &mut $solver);
                }
            }

            #[test]
            fn random_games_keep_to_the_rules_and_read_back() {
                for start in $starts {
                    walk(&start, 50, 100);
                    assert_dice_play(&start);
                }
            }
        }
    )*};
}

games! {
    sticks: (1..=30).map(Sticks::new), rules::Theory;
    toothpicks_of_all_bounds: (1..=5).map(|b| toothpicks::Board::new(12, b)), strategies::Theory;
    stones: (1..=11).filter_map(|n| take_stones::Board::new(n).ok()), ByMatching;
    stones_by_counting: (1..=11).filter_map(|n| take_stones::Board::new(n).ok()),
        take_stones::remoteness::Remoteness::default();
    hands: chopsticks_games(), chopsticks::Solver::new(Bytes(1 << 30));
    piles_by_counting: (0..=2).flat_map(|r| [8, 20].map(|n| Pile::new(n, r, 3))),
        expanding_nim::remoteness::Remoteness::default();
    piles: (0..=2).flat_map(|r| [8, 20].map(|n| Pile::new(n, r, 3))), Bot::new();
}

fn chopsticks_games() -> impl Iterator<Item = chopsticks::Position> {
    let changes = [(false, false), (true, false), (false, true), (true, true)];
    let variants = changes.map(|(misere, wrap)| Variant::new(2, 4, misere, wrap));
    variants
        .into_iter()
        .flatten()
        .map(chopsticks::Position::start)
}

/// Win, lose or draw must agree; plies where the solver tells them; and the best move must be as good
/// as the position.
fn assert_known<G: Game>(start: &G, solver: &mut impl Knowledge<G>) {
    let known = values(start);
    for (position, &value) in &known {
        let found = solver.value(position).expect("a small game");
        assert_same(found, value, position);
        let judged = solver.judged(position).expect("a small game");
        assert_eq!(judged.len(), position.moves().len(), "{position}");
        for judged in &judged {
            let after = known[&position.play(judged.chosen)];
            assert_same(judged.value, after.before(), position);
        }
        assert!(
            judged.is_sorted_by(|a, b| a.value.best_first(b.value).is_le()),
            "{position}"
        );
        let best = solver.best(position).expect("a small game");
        match best {
            None => assert!(position.winner().is_some(), "{position}"),
            Some(best) => assert_same(found, known[&position.play(best)].before(), position),
        }
    }
}

fn assert_same<G: Game>(found: Value, value: Value, at: &G) {
    let agree = found.remoteness().is_none() || found == value;
    assert!(
        agree && found.word() == value.word(),
        "{found}, not {value}, at {at}"
    );
}

fn assert_dice_play<G: Chance>(start: &G) {
    let mut dice = Random(Dice::new(1));
    let mut position = start.clone();
    for _ in 0..100 {
        if position.winner().is_some() {
            return;
        }
        let chosen = dice.choose(&position).expect("dice never fail");
        assert!(position.moves().contains(&chosen), "{chosen} at {position}");
        position = position.play(chosen);
    }
}
