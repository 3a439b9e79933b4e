//! Chopsticks: every game up to three hands and four fingers, hands in every order.

use crate::solver;
use sticks_and_stones::chopsticks::memory::Bytes;
use sticks_and_stones::chopsticks::{self, Position, Solution, Variant};
use sticks_and_stones::game::{Game, Player};

/// Enough for every game solved here.
const ALLOWED: Bytes = Bytes(1 << 30);

fn games(hands: u64, fingers: u64) -> impl Iterator<Item = Variant> {
    let changes = [(false, false), (true, false), (false, true), (true, true)];
    changes
        .into_iter()
        .filter_map(move |(misere, wrap)| Variant::new(hands, fingers, misere, wrap).ok())
}

fn solve(variant: Variant) -> Solution {
    Solution::find(variant, ALLOWED).expect("a small game")
}

/// Every position of a game, also those to which no game leads.
fn positions(variant: Variant) -> Vec<Position> {
    let values = u64::from(variant.most_shown()) + 1;
    let hands = 2 * variant.hands() as u32;
    let shown = |code: u64| (0..hands).map(move |hand| code / values.pow(hand) % values);
    (1..values.pow(hands))
        .flat_map(|code| [Player::First, Player::Second].map(|mover| (mover, shown(code))))
        .map(|(mover, shown)| {
            let shown: Vec<u64> = shown.collect();
            Position::new(variant, mover, &shown).expect("a position")
        })
        .collect()
}

#[test]
fn chopsticks_values_agree_with_brute_force_on_every_position_of_every_small_game() {
    let with_three = (1..=4).map(|fingers| (3, fingers));
    let with_fewer = (1..=7).flat_map(|fingers| [(1, fingers), (2, fingers)]);
    for (hands, fingers) in with_three.chain(with_fewer) {
        for variant in games(hands, fingers) {
            let solution = solve(variant);
            for (position, value) in solver::values_from(positions(variant)) {
                let found = solution.value(&position);
                assert_eq!(found, value, "{variant:?} {position}");
            }
        }
    }
}

#[test]
fn chopsticks_is_played_by_turns_to_the_end() {
    for variant in games(3, 5).chain(games(2, 3)) {
        solver::walk(&Position::start(variant), 50, 200);
    }
}

/// Games that are large enough for several threads, or last longer than a byte can count, judged at
/// random positions.
#[test]
fn chopsticks_values_agree_with_those_of_the_moves_in_larger_games() {
    let mut dice = sticks_and_stones::random::Dice::new(4);
    for variant in games(6, 7)
        .filter(|variant| !variant.wrap)
        .chain(games(6, 8).filter(|variant| variant.wrap))
        .chain(games(1, 1000))
        .chain(games(130, 1))
    {
        let solution = solve(variant);
        for _ in 0..2_000 {
            let most = u64::from(variant.most_shown()) + 1;
            let shown: Vec<u64> = (0..2 * variant.hands()).map(|_| dice.below(most)).collect();
            let position = Position::new(variant, Player::First, &shown).expect("a position");
            if position.winner().is_none() {
                let best = solution.moves(&position).next().map(|best| best.value);
                assert_eq!(
                    best,
                    Some(solution.value(&position)),
                    "{variant:?} {position}"
                );
            }
        }
    }
}

#[test]
fn chopsticks_with_one_hand_ends_at_the_first_fibonacci_number_above_the_fingers() {
    let (mut plies, mut smaller, mut larger) = (1, 1, 2);
    for fingers in 1..=300 {
        if larger <= fingers {
            (plies, smaller, larger) = (plies + 1, larger, smaller + larger);
        }
        let variant = Variant::new(1, fingers, false, false).expect("a game");
        let value = solve(variant).value(&Position::start(variant));
        assert_eq!(value.remoteness(), Some(plies), "{fingers}");
    }
}

/// The table in the decisions: two hands a side.
#[test]
fn chopsticks_with_two_hands_starts_as_published() {
    let published = [
        [
            "win in 3",
            "win in 5",
            "win in 7",
            "lose in 8",
            "win in 9",
            "win in 9",
        ],
        [
            "lose in 3",
            "win in 6",
            "lose in 9",
            "win in 10",
            "lose in 9",
            "lose in 11",
        ],
        ["-", "win in 3", "lose in 6", "win in 7", "draw", "draw"],
        ["-", "lose in 3", "lose in 7", "draw", "draw", "draw"],
    ];
    for fingers in 1..=6 {
        for variant in games(2, fingers) {
            let row = 2 * usize::from(variant.wrap) + usize::from(variant.misere);
            let value = solve(variant).value(&Position::start(variant));
            assert_eq!(
                value.to_string(),
                published[row][fingers as usize - 1],
                "{variant:?}"
            );
        }
    }
}

#[test]
fn chopsticks_default_game_is_lost_in_14() {
    let variant = Variant::default();
    let solution = solve(variant);
    let value = |text: &str| solution.value(&Position::read(variant, text).expect("a position"));
    assert_eq!(value("(L 1 1 1 1 1 1)"), chopsticks::Value::Lose(Some(14)));
    assert_eq!(value("(L 0 4 1 0 1 1)"), chopsticks::Value::Win(Some(7)));
}
