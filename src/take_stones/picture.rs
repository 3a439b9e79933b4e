//! The board as a person sees it: the stones in rows, those that may be taken in brackets.

use std::collections::HashSet;
use std::fmt::Write;

use super::{Board, Stone};
use crate::game::Game;
use crate::picture::{GONE, MARKED, painted};

/// Larger boards are told in a line.
const LARGEST: Stone = 200;

/// The stones in a row, and in a window that is too narrow for them.
const A_ROW: [u32; 2] = [10, 5];

/// The stones, ten in a row: `[6]` may be taken, ` 5 ` is left, ` . ` has been taken, `(3)` as the last.
pub(super) fn picture(board: &Board, columns: usize) -> String {
    let legal = board.moves();
    if board.stones() > LARGEST {
        return line(board, &legal);
    }
    let legal: HashSet<Stone> = legal.into_iter().collect();
    let width = board.stones().to_string().len();
    let fits = |&stones: &u32| stones.min(board.stones()) as usize * (width + 3) < columns;
    let a_row = A_ROW.into_iter().find(fits).unwrap_or(A_ROW[1]);
    let mut picture = String::new();
    for stone in 1..=board.stones() {
        if stone > 1 && stone % a_row == 1 {
            picture.push('\n');
        }
        let cell = match (legal.contains(&stone), board.is_left(stone)) {
            (true, _) => painted(
                MARKED,
                format_args!("{:>w$}]", format!("[{stone}"), w = width + 1),
            ),
            _ if board.last() == Some(stone) => {
                format!("{:>w$})", format!("({stone}"), w = width + 1)
            }
            (_, true) => format!("{stone:>w$} ", w = width + 1),
            (_, false) => painted(GONE, format_args!("{:>w$} ", ".", w = width + 1)),
        };
        // Writing to a `String` cannot fail.
        let _ = write!(picture, " {cell}");
    }
    picture
}

fn line(board: &Board, legal: &[Stone]) -> String {
    let shown: Vec<String> = legal.iter().take(20).map(Stone::to_string).collect();
    let more = if legal.len() > shown.len() {
        " ..."
    } else {
        ""
    };
    let stones = board.stones();
    format!(
        "  {stones} stones; {} may be taken: {}{more}",
        legal.len(),
        painted(MARKED, shown.join(" "))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(stones: u64, taken: &[u64]) -> String {
        let board = Board::after(stones, taken).expect("a legal list");
        anstream::adapter::strip_str(&picture(&board, 80)).to_string()
    }

    #[test]
    fn a_narrow_window_has_shorter_rows() {
        for stones in [13, 100, 200] {
            let board = Board::new(stones).expect("a board");
            let picture = picture(&board, 40);
            let plain = anstream::adapter::strip_str(&picture).to_string();
            assert!(plain.lines().all(|line| line.len() < 40), "{plain}");
        }
        let board = Board::new(7).expect("a board");
        assert_eq!(picture(&board, 40).lines().count(), 1);
    }

    #[test]
    fn legal_stones_are_in_brackets_and_taken_ones_are_dots() {
        assert_eq!(plain(7, &[3, 6]), " [1] [2]  .   4   5  (6)  7 ");
        assert_eq!(
            plain(12, &[]),
            "  [1]   2   [3]   4   [5]   6    7    8    9   10 \n  11   12 "
        );
    }

    #[test]
    fn a_large_board_is_one_line() {
        let told = plain(1000, &[3]);
        assert!(
            told.starts_with("  1000 stones; 333 may be taken: 1 6 9 12 "),
            "{told}"
        );
        assert!(told.ends_with(" ..."));
    }
}
