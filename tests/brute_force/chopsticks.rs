//! Chopsticks: every game up to three hands and four fingers, hands in every order.

use crate::solver::{self, Value};
use sticks_and_stones::chopsticks::memory::Bytes;
use sticks_and_stones::chopsticks::{self, Position, Rules, Solution};

/// Enough for every game solved here.
const ALLOWED: Bytes = Bytes(1 << 30);

fn games(hands: u64, fingers: u64) -> impl Iterator<Item = Rules> {
    let changes = [(false, false), (true, false), (false, true), (true, true)];
    changes
        .into_iter()
        .filter_map(move |(misere, wrap)| Rules::new(hands, fingers, misere, wrap).ok())
}

fn solve(rules: Rules) -> Solution {
    Solution::find(rules, ALLOWED).expect("a small game")
}

fn worth(value: chopsticks::Value) -> Value {
    match value {
        chopsticks::Value::Win(plies) => Value::Win(plies),
        chopsticks::Value::Lose(plies) => Value::Lose(plies),
        chopsticks::Value::Draw => Value::Draw,
    }
}

#[test]
fn chopsticks_values_agree_with_brute_force_on_every_small_game() {
    for hands in 1..=3 {
        for fingers in 1..=4 {
            for rules in games(hands, fingers) {
                let solution = solve(rules);
                for (position, value) in solver::values(&Position::start(rules)) {
                    assert_eq!(
                        worth(solution.value(&position)),
                        value,
                        "{rules:?} {position}"
                    );
                }
            }
        }
    }
}

/// The brute force starts at the start; positions it cannot reach are judged by their successors.
#[test]
fn chopsticks_values_agree_with_those_of_the_moves_where_no_game_leads() {
    use sticks_and_stones::game::{Game, Player};
    for rules in games(2, 5).chain(games(2, 4)) {
        let solution = solve(rules);
        let most = u64::from(rules.most_shown()) + 1;
        for code in 1..most.pow(4) {
            let shown: Vec<u64> = (0..4).map(|hand| code / most.pow(hand) % most).collect();
            let position = Position::new(rules, Player::Second, &shown).expect("a position");
            let moves = solution.moves(&position);
            match position.winner() {
                Some(_) => assert!(moves.is_empty()),
                None => assert_eq!(moves[0].value, solution.value(&position), "{position}"),
            }
        }
    }
}

#[test]
fn chopsticks_is_played_by_turns_to_the_end() {
    for rules in games(3, 5).chain(games(2, 3)) {
        solver::walk(&Position::start(rules), 50, 200);
    }
}
