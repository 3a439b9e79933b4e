//! The search of Take Stones against the textbook, and random games through its rules.

use sticks_and_stones::game::{Game, Player};
use sticks_and_stones::random::Dice;
use sticks_and_stones::take_stones::evaluate::evaluate;
use sticks_and_stones::take_stones::{Board, Outcome, Stone, Value, perfect, plain, search};

use crate::solver;

/// Alpha-beta as the assignment words it, with Max and Min spelled out and a stack that recurses.
struct Textbook {
    depth: u64,
    outcome: Outcome,
}

impl Textbook {
    fn search(board: &Board, depth: u64) -> Outcome {
        let outcome = Outcome::default();
        let mut textbook = Textbook { depth, outcome };
        textbook.outcome.value = textbook.visit(board, 0, -Value::INFINITE, Value::INFINITE);
        textbook.outcome
    }

    fn visit(&mut self, board: &Board, ply: u64, mut alpha: Value, mut beta: Value) -> Value {
        self.outcome.visited += 1;
        self.outcome.deepest = self.outcome.deepest.max(ply);
        let successors = board.moves();
        let max_moves = board.to_move() == Player::First;
        if successors.is_empty() || (ply == self.depth && ply > 0) {
            self.outcome.evaluated += 1;
            let last = board.last().expect("a root has a legal stone");
            let value = evaluate(last, board.is_left(1), &successors);
            return if max_moves { value } else { -value };
        }
        let mut v = if max_moves {
            -Value::INFINITE
        } else {
            Value::INFINITE
        };
        for stone in successors {
            let value = self.visit(&board.play(stone), ply + 1, alpha, beta);
            if if max_moves { value > v } else { value < v } {
                v = value;
                if ply == 0 {
                    self.outcome.stone = stone;
                }
            }
            if max_moves {
                if v >= beta {
                    return v;
                }
                alpha = alpha.max(v);
            } else {
                if v <= alpha {
                    return v;
                }
                beta = beta.min(v);
            }
        }
        v
    }
}

/// A position after up to `longest` random moves that has a legal stone.
fn random_board(dice: &mut Dice, stones: u64, longest: u64) -> Board {
    loop {
        let mut board = Board::new(stones).expect("a small board");
        for _ in 0..dice.below(longest + 1) {
            let moves = board.moves();
            if moves.is_empty() {
                break;
            }
            board.take(*dice.pick(&moves));
        }
        if board.winner().is_none() {
            return board;
        }
    }
}

fn assert_same_six_numbers(board: &Board, depth: u64) {
    let expected = Textbook::search(board, depth);
    assert_eq!(
        plain::search(board, depth, |_| ()),
        expected,
        "{board:?} depth {depth}"
    );
    for table in [0, 1 << 12, search::TABLE_BYTES] {
        let found = search::search(board, depth, table);
        assert_eq!(found, Ok(expected), "{board:?} depth {depth} table {table}");
    }
}

fn to_the_end(board: &Board) -> Outcome {
    search::search(board, 0, search::TABLE_BYTES).expect("few nodes")
}

#[test]
fn the_search_counts_like_the_textbook_from_every_small_start() {
    for stones in 3..=16 {
        let board = Board::new(stones).expect("a small board");
        for depth in 0..=stones {
            assert_same_six_numbers(&board, depth);
        }
    }
}

#[test]
fn the_search_counts_like_the_textbook_from_random_positions() {
    let mut dice = Dice::new(1);
    for _ in 0..200 {
        let stones = 3 + dice.below(28);
        let board = random_board(&mut dice, stones, 10);
        let depth = dice.below(8);
        if depth > 0 || stones < 20 {
            assert_same_six_numbers(&board, depth);
        }
    }
}

#[test]
fn the_value_to_the_end_is_the_true_value() {
    for stones in 3..=12 {
        let start = Board::new(stones).expect("a small board");
        for (board, value) in solver::values(&start) {
            if board.winner().is_none() {
                let mover_wins = matches!(value, solver::Value::Win(_));
                let max_wins = mover_wins == (board.to_move() == Player::First);
                let expected = if max_wins { Value::WON } else { Value::LOST };
                assert_eq!(to_the_end(&board).value, expected, "{board:?}");
            }
        }
    }
}

#[test]
fn random_games_keep_the_rules() {
    for stones in [1, 2, 3, 7, 40, 300] {
        solver::walk(
            &Board::new(stones).expect("a small board"),
            50,
            stones as usize + 1,
        );
    }
}

#[test]
fn a_legal_list_leads_to_the_position_played() {
    let mut dice = Dice::new(2);
    for _ in 0..50 {
        let mut board = Board::new(60).expect("a small board");
        let mut taken: Vec<Stone> = Vec::new();
        loop {
            let moves = board.moves();
            if moves.is_empty() {
                break;
            }
            let stone = *dice.pick(&moves);
            board.take(stone);
            taken.push(stone);
            let list: Vec<u64> = taken.iter().map(|&stone| stone.into()).collect();
            assert_eq!(Board::after(60, &list), Ok(board.clone()));
        }
    }
}

fn assert_perfect_play_is_the_search_to_the_end(board: &Board) {
    let outcome = to_the_end(board);
    let advice = perfect::advise(board).expect("the game is not over");
    assert_eq!(
        (advice.stone, advice.value),
        (outcome.stone, outcome.value),
        "{board:?}"
    );
}

#[test]
fn perfect_play_is_the_search_to_the_end_in_every_position_of_small_boards() {
    for stones in 3..=12 {
        let start = Board::new(stones).expect("a small board");
        for board in solver::values(&start).into_keys() {
            match board.winner() {
                Some(_) => assert_eq!(perfect::advise(&board), None),
                None => assert_perfect_play_is_the_search_to_the_end(&board),
            }
        }
    }
}

#[test]
fn perfect_play_is_the_search_to_the_end_in_random_positions() {
    let mut dice = Dice::new(3);
    for _ in 0..300 {
        let stones = 13 + dice.below(16);
        let board = random_board(&mut dice, stones, 12);
        assert_perfect_play_is_the_search_to_the_end(&board);
    }
}

fn assert_search_counts_like_plain(board: &Board, depth: u64) {
    let expected = plain::search(board, depth, |_| ());
    for table in [1 << 14, search::TABLE_BYTES] {
        let found = search::search(board, depth, table);
        assert_eq!(found, Ok(expected), "{board:?} depth {depth} table {table}");
    }
}

/// Boards at both sides of every number of machine words, and searches that fill the table.
#[test]
fn the_table_changes_no_number_on_boards_of_any_size() {
    let searches = [
        (30, 0),
        (32, 14),
        (64, 6),
        (65, 6),
        (128, 5),
        (129, 5),
        (256, 4),
        (257, 4),
        (1024, 3),
        (1025, 3),
    ];
    for (stones, depth) in searches {
        assert_search_counts_like_plain(&Board::new(stones).expect("a board"), depth);
    }
}

#[test]
fn the_table_changes_no_number_in_random_positions() {
    let mut dice = Dice::new(4);
    for _ in 0..40 {
        let stones = 26 + dice.below(120);
        let board = random_board(&mut dice, stones, 6);
        assert_search_counts_like_plain(&board, 4 + dice.below(3));
    }
}

#[test]
fn the_search_counts_like_plain_in_every_position_of_small_boards() {
    for stones in 3..=12 {
        let start = Board::new(stones).expect("a small board");
        for board in solver::values(&start).into_keys() {
            if board.winner().is_none() {
                let expected = plain::search(&board, 0, |_| ());
                let found = search::search(&board, 0, 1 << 14);
                assert_eq!(found, Ok(expected), "{board:?}");
            }
        }
    }
}

/// Positions whose game is short enough to be searched once for every depth.
#[test]
fn the_search_counts_like_plain_in_random_positions_at_every_depth() {
    const MOST_NODES: u64 = 5_000;
    let mut dice = Dice::new(5);
    let mut positions = 0;
    while positions < 2_000 {
        let stones = 3 + dice.below(24);
        let board = random_board(&mut dice, stones, 14);
        if to_the_end(&board).visited > MOST_NODES {
            continue;
        }
        positions += 1;
        for depth in 0..=stones {
            let expected = plain::search(&board, depth, |_| ());
            let found = search::search(&board, depth, 1 << 14);
            assert_eq!(found, Ok(expected), "{board:?} depth {depth}");
        }
    }
}
