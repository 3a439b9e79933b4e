//! Expanding Nim: every state of small games, with every number of resets, capped or not.

use sticks_and_stones::expanding_nim::position::{Move, Position};
use sticks_and_stones::expanding_nim::solver::Solver;
use sticks_and_stones::game::Game;

use super::solver::{Value, values, walk};

/// The verdict of the rules alone on every state that can be reached from `start`, against the
/// table's: who wins, by which moves, and that the chosen move is one of them if there is one.
fn assert_solved(start: Position) {
    let known = values(&start);
    let solver = Solver::new(&start).expect("small enough");
    for (position, value) in &known {
        let wins = matches!(value, Value::Win(_));
        assert!(solver.covers(position), "{position:?}");
        assert_eq!(solver.is_win(position), wins, "{position:?}");
        let mut winning = position.moves();
        winning.retain(|&chosen| matches!(known[&position.play(chosen)], Value::Lose(_)));
        assert_eq!(solver.winning_moves(position), winning, "{position:?}");
        if position.stones > 0 {
            assert_well_chosen(position, &winning, &solver);
            assert_same_alone(position, &solver);
        }
    }
}

/// A solver that keeps only the rows of one position says the same about it.
fn assert_same_alone(position: &Position, whole: &Solver) {
    let alone = Solver::of_one_row(position).expect("small enough");
    assert!(alone.covers(position), "{position:?}");
    assert_eq!(alone.is_win(position), whole.is_win(position));
    let moves = alone.winning_moves(position);
    assert_eq!(moves, whole.winning_moves(position), "{position:?}");
    let chosen = alone.best_move(position);
    assert_eq!(chosen, whole.best_move(position), "{position:?}");
}

fn assert_well_chosen(position: &Position, winning: &[Move], solver: &Solver) {
    let chosen = solver.best_move(position);
    if winning.is_empty() {
        let replies = |reply: Move| solver.winning_moves(&position.play(reply)).len();
        let plain = position.moves().into_iter().filter(|reply| !reply.reset);
        assert_eq!(plain.min_by_key(|&reply| replies(reply)), Some(chosen));
    } else {
        assert!(winning.contains(&chosen), "{position:?}");
        let needed = winning.iter().all(|other| other.reset);
        assert_eq!(chosen.reset, needed, "{position:?}");
    }
}

#[test]
fn every_state_up_to_40_stones_is_judged_as_the_rules_say() {
    for resets in 0..=4 {
        assert_solved(Position::new(40, resets, 3));
    }
}

#[test]
fn uneven_and_many_resets_are_judged_as_the_rules_say() {
    for resets in [[7, 0], [0, 7], [7, 7], [1, 5], [2, 1]] {
        assert_solved(Position {
            resets,
            ..Position::new(16, 0, 3)
        });
    }
}

#[test]
fn any_initial_maximum_is_judged_as_the_rules_say() {
    for initial_max in [1, 2, 4, 5, 9, 18, 19, 1000] {
        for resets in 0..=2 {
            assert_solved(Position::new(18, resets, initial_max));
        }
    }
}

#[test]
fn games_begun_in_the_middle_are_judged_as_the_rules_say() {
    for taken in [1, 2, 3, 6, 11, 20, 1_000_000_000] {
        for capped in [false, true] {
            assert_solved(Position {
                taken,
                capped,
                ..Position::new(20, 2, 3)
            });
        }
    }
}

/// The count that the assignment estimates: pile by pile, since every turn leaves a smaller one.
#[test]
fn from_999_stones_2_539_240_states_can_be_reached() {
    let start = Position::new(999, 4, 3);
    let mut seen = vec![false; number(&start) + NUMBERS_PER_PILE];
    let mut by_stones = vec![Vec::new(); 1000];
    by_stones[999].push(start);
    let mut reached = 0;
    for stones in (1..1000).rev() {
        let positions = std::mem::take(&mut by_stones[stones]);
        reached += positions.len();
        for position in positions {
            for chosen in position.moves() {
                let after = position.play(chosen);
                if !std::mem::replace(&mut seen[number(&after)], true) {
                    by_stones[after.stones as usize].push(after);
                }
            }
        }
    }
    assert_eq!(reached, 2_539_240);
    let largest = by_stones[0].iter().map(|over| over.taken).max();
    assert_eq!(largest, Some(44));
}

/// 64 largest takes, 8 counts of resets for each player, capped or not, two players to move.
const NUMBERS_PER_PILE: usize = 64 * 8 * 8 * 2 * 2;

/// A number of its own for each position of that game.
fn number(position: &Position) -> usize {
    let digits = [
        (position.taken, 64),
        (position.resets[0], 8),
        (position.resets[1], 8),
        (position.capped.into(), 2),
        (position.to_move.index() as u32, 2),
    ];
    digits
        .into_iter()
        .fold(position.stones as usize, |number, (digit, base)| {
            assert!(digit < base);
            number * base as usize + digit as usize
        })
}

#[test]
fn random_games_of_expanding_nim_keep_to_the_rules_of_every_game() {
    walk(&Position::new(100, 4, 3), 200, 101);
}
