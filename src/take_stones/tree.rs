//! The search tree as indented text, for whoever wants to see where counts differ.

use std::fmt;

use super::plain::{self, Step};
use super::{Board, Stone, Value};
use crate::game::{Game, Player};

/// One visited node.
struct Node {
    ply: usize,
    stone: Option<Stone>,
    alpha: Value,
    beta: Value,
    value: Value,
    pruned: bool,
}

/// A search tree: every visited node in the order of the visits.
pub struct Tree {
    to_move: Player,
    nodes: Vec<Node>,
}

impl Tree {
    /// The tree that a search of `board` visits. All of it is kept: know its size before.
    pub fn of(board: &Board, depth: u64) -> Tree {
        let mut nodes: Vec<Node> = Vec::new();
        let mut path: Vec<usize> = Vec::new();
        plain::search(board, depth, |step| match step {
            Step::Enter { stone, alpha, beta } => {
                let (ply, value, pruned) = (path.len(), Value::EVEN, false);
                path.push(nodes.len());
                nodes.push(Node {
                    ply,
                    stone,
                    alpha,
                    beta,
                    value,
                    pruned,
                });
            }
            Step::Leave { value, pruned } => {
                if let Some(index) = path.pop() {
                    (nodes[index].value, nodes[index].pruned) = (value, pruned);
                }
            }
        });
        Tree {
            to_move: board.to_move(),
            nodes,
        }
    }
}

impl fmt::Display for Tree {
    /// One line a node, indented by its depth: who took which stone, the window it was entered
    /// with, its value, and `pruned` if it stopped early.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for node in &self.nodes {
            write!(f, "{:1$}", "", 2 * node.ply)?;
            let max_moves = (self.to_move == Player::First) == node.ply.is_multiple_of(2);
            match node.stone {
                None if max_moves => write!(f, "Max to move")?,
                None => write!(f, "Min to move")?,
                Some(stone) if max_moves => write!(f, "Min takes {stone}")?,
                Some(stone) => write!(f, "Max takes {stone}")?,
            }
            let Node {
                alpha, beta, value, ..
            } = node;
            write!(f, ": alpha {alpha}, beta {beta}, value {value}")?;
            writeln!(f, "{}", if node.pruned { ", pruned" } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_as_a_tree() {
        let board = Board::after(7, &[1, 4, 2]).expect("a legal list");
        let expected = "\
Min to move: alpha -inf, beta inf, value 1.0
  Min takes 6: alpha -inf, beta inf, value 1.0
    Max takes 3: alpha -inf, beta inf, value 1.0
";
        assert_eq!(Tree::of(&board, 3).to_string(), expected);
    }

    #[test]
    fn a_node_that_stops_early_is_pruned() {
        let board = Board::after(10, &[4, 2, 6]).expect("a legal list");
        let drawn = Tree::of(&board, 4).to_string();
        assert_eq!(drawn.lines().count(), 25);
        assert_eq!(
            drawn
                .lines()
                .filter(|line| line.ends_with(", pruned"))
                .count(),
            1
        );
    }
}
