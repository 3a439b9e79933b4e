//! Perfect play and `smart` against the definition of winning.

use sticks_and_stones::game::Game;
use sticks_and_stones::random::Dice;
use sticks_and_stones::toothpicks::strategies::{perfect, random, winning_draw};
use sticks_and_stones::toothpicks::{Board, Experience};

use crate::solver::{Value, values, walk};

#[test]
fn a_state_can_be_won_exactly_when_there_is_a_winning_draw_and_it_wins() {
    for bounds in 1..=5 {
        for (board, value) in values(&Board::new(11, bounds)) {
            let winning = winning_draw(board.state(), bounds);
            assert_eq!(
                winning.is_some(),
                matches!(value, Value::Win(_)),
                "{board:?}"
            );
            if let Some(draw) = winning {
                assert_eq!(perfect(&board), draw);
                let after = values(&board.play(draw))[&board.play(draw)];
                assert!(matches!(after, Value::Lose(_)), "{draw} at {board:?}");
            }
        }
    }
}

#[test]
fn once_it_has_seen_every_draw_smart_knows_who_wins() {
    for bounds in 1..=4 {
        let mut dice = Dice::new(5);
        let mut smart = Experience::new(10, bounds).expect("small");
        for _ in 0..2_000 {
            let mut board = Board::new(10, bounds);
            while board.winner().is_none() {
                board = board.play(random(&board, &mut dice));
            }
            smart.learn(&board);
        }
        for state in (10 - bounds)..=10 {
            let board = Board::new(state, bounds);
            let wins = matches!(values(&board)[&board], Value::Win(_));
            assert_eq!(smart.opinion(state).wins, Some(wins), "{board:?}");
        }
    }
}

#[test]
fn random_games_end_with_a_winner_and_the_players_alternate() {
    for bounds in 1..=5 {
        walk(&Board::new(30, bounds), 200, 31);
    }
}
