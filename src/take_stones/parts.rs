//! A search to the end of the game, cut into parts for several cores.
//!
//! Who wins is known without a search (`super::matching`), and with it what alpha-beta is going to
//! look at in its first plies. The parts are the subtrees below. One core takes them from the front,
//! the others from the back, and all put what they find into one table. In the end one core searches
//! from the root as if it were alone, and finds most of it done. So the numbers are those of one core,
//! whatever the others did and when; a wrong forecast would only cost time.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::bitwise::{FEW_STONES, Search};
use super::divisors::Divisors;
use super::links::{Links, bit, bits};
use super::matching::Matching;
use super::subtrees::Subtrees;
use super::{Board, Outcome, Value};
use crate::game::Game;

/// What a search may use, and whom it tells how far it is.
pub struct Means<'a> {
    /// Bytes for the table of finished subtrees.
    pub table: usize,
    /// How many cores search.
    pub cores: usize,
    /// Called whenever a part is finished.
    pub report: &'a mut (dyn FnMut(SoFar) + Send),
}

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SoFar {
    /// Parts that are finished: successors of the root, or subtrees some plies below.
    pub parts: usize,
    /// All parts.
    pub of: usize,
    /// Nodes visited in the finished parts.
    pub visited: u64,
}

/// The counters have overflowed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the tree has more than 2^64 nodes, too many to count: search less deep")]
pub struct TooManyNodes;

/// From how many stones on looking up pays, also in memory that is shared, and cutting up.
#[derive(Clone, Copy)]
struct Worth {
    table: usize,
    shared: u32,
    parts: u32,
}

const WORTH: Worth = Worth {
    table: FEW_STONES,
    shared: 16,
    parts: 32,
};

/// How many plies below the root the parts are.
const CUT: u32 = 4;

/// Searches `depth` plies, or to the end of the game if `depth` is 0. There must be a legal stone,
/// and no more than 64 of any kind.
pub fn search(board: &Board, depth: u64, means: Means<'_>) -> Result<Outcome, TooManyNodes> {
    search_worth(WORTH, board, depth, means)
}

fn search_worth(
    worth: Worth,
    board: &Board,
    depth: u64,
    means: Means<'_>,
) -> Result<Outcome, TooManyNodes> {
    // Every ply takes a stone: if the plies are as many as the stones at the root, they are so at
    // every node, and no game is cut short.
    let left = left(board);
    let limit = u32::try_from(depth).ok();
    let limit = limit.filter(|depth| (1..left.count_ones()).contains(depth));
    let plies = limit.unwrap_or(left.count_ones());
    let links = Links::new(board.stones());
    let table = Subtrees::new(means.table, worth.shared);
    let new = || Search::new(&links, &table, worth.table, limit.is_none());
    let mut parts = VecDeque::new();
    if limit.is_none() && left.count_ones() >= worth.parts && means.table > 0 {
        let window = (-Value::INFINITE, Value::INFINITE);
        foresee(&mut board.clone(), CUT, window, &mut parts);
    }
    let cores = means.cores.min(parts.len());
    let plan = Mutex::new(Plan {
        so_far: SoFar {
            of: if cores > 0 {
                parts.len()
            } else {
                board.moves().len()
            },
            ..SoFar::default()
        },
        parts,
        report: means.report,
    });
    thread::scope(|scope| {
        for _ in 1..cores {
            scope.spawn(|| work(&mut new(), &plan, VecDeque::pop_back));
        }
        let mut search = new();
        work(&mut search, &plan, VecDeque::pop_front);
        (search.visited, search.evaluated, search.plies_left) = (1, 0, plies);
        let mut best = (0, -Value::INFINITE);
        for stone in board.moves() {
            let value = -search.successor(left, bit(stone), plies, -Value::INFINITE, -best.1);
            if value > best.1 {
                best = (stone, value);
            }
            if cores == 0 {
                locked(&plan).finished(search.visited);
            }
        }
        if search.visited == u64::MAX {
            return Err(TooManyNodes);
        }
        Ok(Outcome {
            stone: best.0,
            value: best.1.seen_from_max(board.to_move()),
            visited: search.visited,
            evaluated: search.evaluated,
            deepest: u64::from(plies - search.plies_left),
        })
    })
}

/// A node that will be searched: the stones before, the one that leads to it, and the window.
struct Part {
    left: u64,
    stone: usize,
    window: (Value, Value),
}

/// The nodes that a search of `board` will visit so many plies below, in order: alpha-beta with
/// values that are known.
fn foresee(board: &mut Board, plies: u32, window: (Value, Value), parts: &mut VecDeque<Part>) {
    let matching = Matching::maximum(&Divisors::new(board));
    let (last, (mut alpha, beta)) = (board.last(), window);
    for stone in board.moves() {
        let window = (-beta, -alpha);
        if plies == 1 {
            let (left, stone) = (left(board), bit(stone));
            parts.push_back(Part {
                left,
                stone,
                window,
            });
        } else {
            board.take(stone);
            foresee(board, plies - 1, window, parts);
            board.put_back(last);
        }
        let value = if matching.can_miss(stone) {
            Value::WON
        } else {
            Value::LOST
        };
        alpha = alpha.max(value);
        if value >= beta {
            break;
        }
    }
}

/// The parts nobody has begun, and how far those are that somebody has.
struct Plan<'a> {
    parts: VecDeque<Part>,
    so_far: SoFar,
    report: &'a mut (dyn FnMut(SoFar) + Send),
}

impl Plan<'_> {
    fn finished(&mut self, visited: u64) {
        self.so_far.parts += 1;
        self.so_far.visited = visited;
        (self.report)(self.so_far);
    }
}

fn locked<'a, 'b>(plan: &'a Mutex<Plan<'b>>) -> MutexGuard<'a, Plan<'b>> {
    plan.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Searches one part after the other until all are begun.
fn work(
    search: &mut Search<'_>,
    plan: &Mutex<Plan<'_>>,
    next: fn(&mut VecDeque<Part>) -> Option<Part>,
) {
    loop {
        let Some(part) = next(&mut locked(plan).parts) else {
            return;
        };
        let (before, plies) = (search.visited, part.left.count_ones());
        search.successor(part.left, part.stone, plies, part.window.0, part.window.1);
        let mut plan = locked(plan);
        let visited = plan.so_far.visited;
        plan.finished(visited.saturating_add(search.visited - before));
    }
}

fn left(board: &Board) -> u64 {
    bits((1..=board.stones()).filter(|&stone| board.is_left(stone)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Dice;
    use crate::take_stones::plain;

    /// Every position with three successors goes through the table, and every search is cut, however
    /// few its stones.
    fn assert_counts_like_plain(board: &Board, depth: u64) {
        const ALL: Worth = Worth {
            table: 0,
            shared: 0,
            parts: 0,
        };
        let expected = plain::search(board, depth, |_| ());
        for (table, cores) in [(1 << 12, 1), (1 << 20, 1), (1 << 12, 3), (1 << 20, 2)] {
            let mut reports: Vec<SoFar> = Vec::new();
            let means = Means {
                table,
                cores,
                report: &mut |so_far| reports.push(so_far),
            };
            let found = search_worth(ALL, board, depth, means).expect("few nodes");
            assert_eq!(found, expected, "{board:?} depth {depth} cores {cores}");
            let last = reports.last().expect("something was finished");
            assert_eq!((last.parts, reports.len()), (last.of, last.of));
            assert!(last.visited <= expected.visited);
        }
    }

    #[test]
    fn neither_table_nor_cores_change_a_number_in_any_position_of_small_boards() {
        for stones in 3..=9 {
            let mut positions = vec![Board::new(stones).expect("a small board")];
            while let Some(board) = positions.pop() {
                let moves = board.moves();
                if !moves.is_empty() {
                    assert_counts_like_plain(&board, 0);
                }
                positions.extend(moves.into_iter().map(|stone| board.play(stone)));
            }
        }
    }

    #[test]
    fn neither_table_nor_cores_change_a_number_in_random_positions() {
        let mut dice = Dice::new(1);
        for _ in 0..300 {
            let mut board = Board::new(14 + dice.below(11)).expect("a small board");
            for _ in 0..2 + dice.below(7) {
                let moves = board.moves();
                if !moves.is_empty() {
                    board.take(*dice.pick(&moves));
                }
            }
            if board.winner().is_none() {
                assert_counts_like_plain(&board, 0);
                assert_counts_like_plain(&board, 1 + dice.below(5));
            }
        }
    }

    /// What was foreseen is what is visited: so many plies below the root, neither more nor less.
    #[test]
    fn the_parts_are_the_nodes_that_plain_visits() {
        for stones in [8, 15, 16] {
            let mut board = Board::new(stones).expect("a small board");
            let (mut visited, mut ply) = (0, 0);
            plain::search(&board, 0, |step| match step {
                plain::Step::Enter { .. } => {
                    visited += usize::from(ply == 3);
                    ply += 1;
                }
                plain::Step::Leave { .. } => ply -= 1,
            });
            let mut parts = VecDeque::new();
            let window = (-Value::INFINITE, Value::INFINITE);
            foresee(&mut board, 3, window, &mut parts);
            assert_eq!(parts.len(), visited, "{stones} stones");
        }
    }
}
