//! The board as a person sees it: the stones in rows, those that may be taken in brackets.

use std::collections::HashSet;
use std::fmt::Write;

use super::{Board, Stone};
use crate::game::Game;
use crate::picture::{GONE, MARKED, painted};

/// Larger boards are told in a line.
const LARGEST: Stone = 200;

const A_ROW: u32 = 10;

/// The stones, ten in a row: `[6]` may be taken, ` 5 ` is left, ` . ` has been taken, `(3)` as the last.
pub(super) fn picture(board: &Board) -> String {
    let legal = board.moves();
    if board.stones() > LARGEST {
        return line(board, &legal);
    }
    let legal: HashSet<Stone> = legal.into_iter().collect();
    let width = board.stones().to_string().len();
    let mut picture = String::new();
    for stone in 1..=board.stones() {
        if stone > 1 && stone % A_ROW == 1 {
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
        anstream::adapter::strip_str(&picture(&board)).to_string()
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
