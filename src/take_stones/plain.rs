//! The search of the assignment to the letter, on a board of any size.
//!
//! Seen from the player to move (negamax), so that Max and Min share one rule: a node stops as soon
//! as its value reaches beta. The stack is a vector, because a game can be as long as the board.

use super::evaluate::evaluate;
use super::{Board, Outcome, Stone, Value};
use crate::game::{Game, Player};

/// What happens during a search, in order. Values and windows are seen from Max.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A node is visited.
    Enter {
        /// The stone that leads to it; none for the root.
        stone: Option<Stone>,
        /// What Max is sure of.
        alpha: Value,
        /// What Min is sure of.
        beta: Value,
    },
    /// The node entered last and not yet left is finished.
    Leave {
        /// Its value.
        value: Value,
        /// Whether it stopped with successors it had not looked at.
        pruned: bool,
    },
}

/// A node that is being searched.
struct Node {
    /// The stone that was taken last.
    last: Option<Stone>,
    /// Where its successors begin in the list that all nodes on the path share, and which is next.
    first: usize,
    next: usize,
    /// The window and the value so far, seen from the player to move.
    alpha: Value,
    beta: Value,
    best: Value,
}

struct Search<F> {
    board: Board,
    depth: u64,
    path: Vec<Node>,
    successors: Vec<Stone>,
    outcome: Outcome,
    watch: F,
}

/// Searches `depth` plies, or to the end of the game if `depth` is 0, and tells `watch` every step.
///
/// There must be a legal stone.
pub fn search(board: &Board, depth: u64, watch: impl FnMut(Step)) -> Outcome {
    search_up_to(u64::MAX, board, depth, watch)
}

/// Whether such a search visits more than so many nodes; no more than that are searched to find out.
pub fn exceeds(limit: u64, board: &Board, depth: u64) -> bool {
    nodes(limit, board, depth).is_none()
}

/// How many nodes such a search visits; `None` if they are more than `most`.
pub fn nodes(most: u64, board: &Board, depth: u64) -> Option<u64> {
    let visited = search_up_to(most, board, depth, |_| ()).visited;
    (visited <= most).then_some(visited)
}

/// Searches until it is finished or has visited more than so many nodes.
fn search_up_to(most: u64, board: &Board, depth: u64, watch: impl FnMut(Step)) -> Outcome {
    let mut search = Search {
        board: board.clone(),
        depth,
        path: Vec::new(),
        successors: Vec::new(),
        outcome: Outcome::default(),
        watch,
    };
    let mut finished = search.enter(-Value::INFINITE, Value::INFINITE);
    while !search.path.is_empty() && search.outcome.visited <= most {
        finished = search.go_on(finished);
    }
    let value = finished.unwrap_or(Value::LOST);
    search.outcome.value = value.seen_from_max(board.to_move());
    search.outcome
}

impl<F: FnMut(Step)> Search<F> {
    /// Visits the node the board shows: the value of a leaf, or one more node on the path.
    fn enter(&mut self, alpha: Value, beta: Value) -> Option<Value> {
        let (ply, first, last) = (
            self.path.len() as u64,
            self.successors.len(),
            self.board.last(),
        );
        let (low, high) = match self.board.to_move() {
            Player::First => (alpha, beta),
            Player::Second => (-beta, -alpha),
        };
        let stone = last.filter(|_| ply > 0);
        (self.watch)(Step::Enter {
            stone,
            alpha: low,
            beta: high,
        });
        self.outcome.visited += 1;
        self.outcome.deepest = self.outcome.deepest.max(ply);
        self.board.push_legal(&mut self.successors);
        let legal = &self.successors[first..];
        if ply > 0 && (legal.is_empty() || ply == self.depth) {
            let value = evaluate(last.unwrap_or(1), self.board.is_left(1), legal);
            self.outcome.evaluated += 1;
            self.successors.truncate(first);
            self.leave(value, false);
            return Some(value);
        }
        let (next, best) = (first, -Value::INFINITE);
        self.path.push(Node {
            last,
            first,
            next,
            alpha,
            beta,
            best,
        });
        None
    }

    /// Takes the value of a finished successor into account and enters the next one, or finishes
    /// the last node of the path and gives its value.
    fn go_on(&mut self, finished: Option<Value>) -> Option<Value> {
        let at_root = self.path.len() == 1;
        let node = self.path.last_mut()?;
        if let Some(value) = finished {
            self.board.put_back(node.last);
            if -value > node.best {
                node.best = -value;
                if at_root {
                    self.outcome.stone = self.successors[node.next - 1];
                }
            }
        }
        let looked_at_all = node.next == self.successors.len();
        if looked_at_all || node.best >= node.beta {
            let (value, first) = (node.best, node.first);
            self.path.pop();
            self.successors.truncate(first);
            self.leave(value, !looked_at_all);
            return Some(value);
        }
        let (alpha, beta) = (-node.beta, -node.alpha.max(node.best));
        self.board.take(self.successors[node.next]);
        node.next += 1;
        self.enter(alpha, beta)
    }

    fn leave(&mut self, value: Value, pruned: bool) {
        let value = value.seen_from_max(self.board.to_move());
        (self.watch)(Step::Leave { value, pruned });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The samples of the assignment: move, value, visited, evaluated, depth, branching.
    #[test]
    fn the_samples_hold() {
        let samples: [(u64, &[u64], u64, &str); 7] = [
            (7, &[1, 4, 2], 3, "6 1.0 3 1 2 1.0"),
            (3, &[], 0, "1 -1.0 4 2 2 1.5"),
            (7, &[1], 2, "5 -1.0 12 7 2 2.2"),
            (10, &[4, 2, 6], 4, "1 1.0 25 13 4 2.0"),
            (10, &[4, 2, 6], 1, "1 -0.5 3 2 1 2.0"),
            (10, &[4, 2, 6], 2, "3 0.0 11 8 2 3.3"),
            (25, &[7, 21, 3, 6], 3, "2 0.5 200 161 3 5.1"),
        ];
        for (stones, taken, depth, expected) in samples {
            let board = Board::after(stones, taken).expect("a legal list");
            let lines = search(&board, depth, |_| ()).to_string();
            let numbers: Vec<&str> = lines
                .lines()
                .filter_map(|line| line.split(": ").nth(1))
                .collect();
            assert_eq!(numbers.join(" "), expected, "{stones} {taken:?} {depth}");
        }
    }

    #[test]
    fn every_node_is_entered_and_left_once() {
        let board = Board::after(10, &[4, 2, 6]).expect("a legal list");
        let (mut open, mut entered, mut pruned) = (0, 0, 0);
        let outcome = search(&board, 4, |step| match step {
            Step::Enter { .. } => (open, entered) = (open + 1, entered + 1),
            Step::Leave { pruned: early, .. } => {
                (open, pruned) = (open - 1, pruned + u32::from(early))
            }
        });
        assert_eq!((open, entered), (0, outcome.visited));
        assert!(pruned > 0);
        assert!(exceeds(24, &board, 4) && !exceeds(25, &board, 4));
    }
}
