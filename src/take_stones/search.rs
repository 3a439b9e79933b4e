//! The search as the program runs it, and the six lines it prints.

use std::fmt;

use super::parts::{self, Means, TooManyNodes};
use super::{Board, Stone, Value, plain};

/// What a search found, and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The best stone.
    pub stone: Stone,
    /// Its value, seen from Max.
    pub value: Value,
    /// Nodes visited.
    pub visited: u64,
    /// Nodes evaluated: the leaves.
    pub evaluated: u64,
    /// The depth of the deepest node; the root is at 0.
    pub deepest: u64,
}

impl Default for Outcome {
    /// Before the root is visited.
    fn default() -> Outcome {
        Outcome {
            stone: 0,
            value: Value::EVEN,
            visited: 0,
            evaluated: 0,
            deepest: 0,
        }
    }
}

impl Outcome {
    /// The average number of successors looked at, in tenths, rounded half up.
    ///
    /// Every successor looked at is a node visited, and only the root is nobody's successor.
    fn branching_in_tenths(&self) -> u128 {
        let successors = u128::from(self.visited.saturating_sub(1));
        let parents = u128::from(self.visited - self.evaluated).max(1);
        (20 * successors + parents) / (2 * parents)
    }
}

impl fmt::Display for Outcome {
    /// The six lines of the assignment, each with its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let branching = self.branching_in_tenths();
        writeln!(f, "Move: {}", self.stone)?;
        writeln!(f, "Value: {}", self.value)?;
        writeln!(f, "Number of Nodes Visited: {}", self.visited)?;
        writeln!(f, "Number of Nodes Evaluated: {}", self.evaluated)?;
        writeln!(f, "Max Depth Reached: {}", self.deepest)?;
        writeln!(
            f,
            "Avg Effective Branching Factor: {}.{}",
            branching / 10,
            branching % 10
        )
    }
}

/// How much memory a table of finished subtrees takes at most, unless told otherwise.
pub const TABLE_BYTES: usize = 256 << 20;

/// Searches `depth` plies, or to the end of the game if `depth` is 0, on one core with a table of
/// finished subtrees of at most `table` bytes. There must be a legal stone.
pub fn search(board: &Board, depth: u64, table: usize) -> Result<Outcome, TooManyNodes> {
    let (cores, report) = (1, &mut |_| ());
    let means = Means {
        table,
        cores,
        report,
    };
    search_by(board, depth, means)
}

/// The same with the means given.
pub fn search_by(board: &Board, depth: u64, means: Means<'_>) -> Result<Outcome, TooManyNodes> {
    if board.stones() > 64 {
        return Ok(plain::search(board, depth, |_| ()));
    }
    parts::search(board, depth, means)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branching_factor_is_rounded_half_up() {
        let branching = |visited, evaluated| {
            let outcome = Outcome {
                visited,
                evaluated,
                ..Outcome::default()
            };
            outcome.branching_in_tenths()
        };
        assert_eq!(branching(6, 2), 13, "5/4 = 1.25");
        assert_eq!(branching(12, 7), 22, "11/5 = 2.2");
        assert_eq!(branching(u64::MAX, u64::MAX / 2), 20);
    }
}
