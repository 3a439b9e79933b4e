//! Every state of Expanding Nim, won or lost, in one pass over a small table.
//!
//! A state is the stones left `n`, the largest take `c` (at least one below the initial maximum,
//! which gives the same limit), the resets of the mover and of the opponent, and whether this turn
//! is capped. The table is exact up to [`MAX_STONES`] stones and [`MAX_RESETS`] resets each.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use super::lanes::{Lanes, Window, transpose};
use super::position::{Move, Position};
use crate::game::Game;

/// The table for more stones would not fit into 1 GiB.
pub const MAX_STONES: u32 = 250_000;

/// Resets a player may have left: two such counts are the row and the column of an 8 by 8 matrix.
pub const MAX_RESETS: u32 = 7;

/// The rows that [`Solver::best_move`] may look at: the position's own, that of the move that raises
/// the largest take, that of the reply that raises it again, and the one above.
const ROWS_PER_QUESTION: usize = 4;

/// The lanes in which the opponent has a reset.
const OPPONENT_CAN_RESET: Lanes = 0xfefe_fefe_fefe_fefe;

/// A position that the table has no room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TooLarge {
    /// More than [`MAX_STONES`] stones.
    #[error("{0} stones are too many to solve, at most {MAX_STONES} fit into memory")]
    Stones(u32),
    /// A player with more than [`MAX_RESETS`] resets.
    #[error("{0} resets are too many to solve, at most {MAX_RESETS} each are possible")]
    Resets(u32),
}

/// The solved game from one position on.
pub struct Solver {
    initial_max: u32,
    /// The largest takes of the positions that may be asked about.
    asked: RangeInclusive<u32>,
    /// For each largest take `c` from the first one asked about on, and each `n`: the lanes in which
    /// it is good for a player to leave `n` stones and the largest take `c`, with or without a reset.
    good: VecDeque<Vec<Lanes>>,
}

impl Solver {
    /// Solves every position that can be reached from `start`, with any resets.
    pub fn new(start: &Position) -> Result<Solver, TooLarge> {
        Solver::keeping(usize::MAX, row_of(start)..=MAX_STONES, start)
    }

    /// Solves `start` and all positions with its largest take, and forgets the rest of the table,
    /// which is nearly all of it. It takes less time, and megabytes where the table takes a gigabyte.
    pub fn of_one_row(start: &Position) -> Result<Solver, TooLarge> {
        let c = row_of(start);
        Solver::keeping(ROWS_PER_QUESTION, c..=c, start)
    }

    fn keeping(
        rows: usize,
        asked: RangeInclusive<u32>,
        start: &Position,
    ) -> Result<Solver, TooLarge> {
        if start.stones > MAX_STONES {
            return Err(TooLarge::Stones(start.stones));
        }
        if let Some(&resets) = start.resets.iter().find(|&&resets| resets > MAX_RESETS) {
            return Err(TooLarge::Resets(resets));
        }
        let initial_max = start.initial_max;
        let mut good: VecDeque<Vec<Lanes>> = VecDeque::new();
        for (c, length) in row_lengths(start).into_iter().rev() {
            // A row that is forgotten lends its memory to the new one.
            let forgotten = (good.len() == rows).then(|| good.pop_back()).flatten();
            let mut row = forgotten.unwrap_or_default();
            let above = good.front().map_or(&[][..], Vec::as_slice);
            solve_row(&mut row, c, initial_max, length, above);
            good.push_front(row);
        }
        Ok(Solver {
            initial_max,
            asked,
            good,
        })
    }

    /// Whether the player to move can force the win.
    ///
    /// # Panics
    /// If the position is not covered.
    pub fn is_win(&self, position: &Position) -> bool {
        let c = row_of(position);
        let lane = 8 * position.own_resets() + position.their_resets();
        (1..=position.limit().min(position.stones)).any(|stones| {
            let left = position.stones - stones;
            self.row(c.max(stones))[left as usize] >> lane & 1 == 1
        })
    }

    /// Every move that wins, fewest stones first, without a reset before with one.
    ///
    /// # Panics
    /// If the position is not covered.
    pub fn winning_moves(&self, position: &Position) -> Vec<Move> {
        let c = row_of(position);
        let resets = (position.own_resets(), position.their_resets());
        let stay = self.leaving(c, position.stones, resets);
        let raise = self.leaving(c + 1, position.stones.saturating_sub(c), resets);
        let mut moves = position.moves();
        moves.retain(|chosen| {
            let row = if chosen.stones > c { &raise } else { &stay };
            let left = position.stones - chosen.stones;
            row[left as usize][usize::from(chosen.reset)]
        });
        moves
    }

    /// The move to make; the game must not be over.
    ///
    /// Won: without a reset if that wins, then with the fewest stones. Lost: the move without a reset
    /// that leaves the opponent the fewest winning replies, then the one with the fewest stones.
    ///
    /// # Panics
    /// If the position is not covered, or if the game is over.
    pub fn best_move(&self, position: &Position) -> Move {
        let winning = self.winning_moves(position);
        let best = winning.into_iter().min_by_key(|chosen| chosen.reset);
        best.unwrap_or_else(|| self.hardest_move(position))
    }

    /// Counts the replies to every move at once: those that stay in the row are neighbours, so two
    /// sums from the row's beginning give their number.
    fn hardest_move(&self, position: &Position) -> Move {
        let c = row_of(position);
        let resets = (position.their_resets(), position.own_resets());
        let ways = |wins: [bool; 2]| wins.into_iter().filter(|&wins| wins).count();
        let mut replies_below = vec![0];
        for wins in self.leaving(c, position.stones, resets) {
            replies_below.push(replies_below[replies_below.len() - 1] + ways(wins));
        }
        let raise = self.leaving(c + 1, position.stones.saturating_sub(c), resets);
        let replies = |chosen: &Move| {
            if chosen.stones > c {
                return self.winning_moves(&position.play(*chosen)).len();
            }
            let (left, c) = ((position.stones - chosen.stones) as usize, c as usize);
            let raising = left.checked_sub(c + 1).map_or(0, |left| ways(raise[left]));
            replies_below[left] - replies_below[left.saturating_sub(c)] + raising
        };
        (1..=position.limit().min(position.stones))
            .map(|stones| Move {
                stones,
                reset: false,
            })
            .min_by_key(replies)
            .expect("a game that is not over has a move")
    }

    /// For each number of stones below `end`: does a mover with these resets (its own, the
    /// opponent's) win by leaving so many at the largest take `c`, without and with a reset?
    fn leaving(&self, c: u32, end: u32, (own, theirs): (u32, u32)) -> Vec<[bool; 2]> {
        let lost = |wins: Lanes, own: u32| wins >> (8 * theirs + own) & 1 == 0;
        let row = self.row(c);
        let mut reach = Reach::new(c, self.initial_max, row.len(), self.row(c + 1));
        let entries = row.iter().take(end as usize).enumerate();
        entries
            .map(|(n, &good)| {
                let (wins, wins_capped) = reach.wins(n);
                reach.push(good);
                [lost(wins, own), own > 0 && lost(wins_capped, own - 1)]
            })
            .collect()
    }

    /// Whether the table answers for this position.
    pub fn covers(&self, position: &Position) -> bool {
        let c = row_of(position);
        position.initial_max == self.initial_max
            && position.resets.iter().all(|&resets| resets <= MAX_RESETS)
            && self.asked.contains(&c)
            && (position.stones as usize) < self.row(c).len()
    }

    /// The entries for the largest take `c`, none if it cannot be reached.
    fn row(&self, c: u32) -> &[Lanes] {
        let row = self.good.get((c - self.asked.start()) as usize);
        row.map_or(&[], Vec::as_slice)
    }
}

/// The largest take `c` under which the table holds a position: the smallest and the largest that
/// give the same limits are enough.
fn row_of(position: &Position) -> u32 {
    let c = position.taken.max(position.initial_max.saturating_sub(1));
    c.clamp(1, MAX_STONES)
}

/// The largest takes that can be reached, and how many entries their rows have: up to as
/// many stones as are left when the largest take is raised as fast as possible.
fn row_lengths(start: &Position) -> Vec<(u32, usize)> {
    let mut lengths = Vec::new();
    let mut c = row_of(start);
    let mut most_left = Some(start.stones);
    while let Some(n) = most_left {
        lengths.push((c, n as usize + 1));
        c += 1;
        most_left = n.checked_sub(c);
    }
    lengths
}

/// Fills one row of the table: all `n` for one largest take `c`, given the row for `c + 1`.
///
/// A turn takes up to `c` stones and stays in the row, or takes exactly `c + 1` and rises to the row
/// above. So the mover wins at `n` in the lanes that are good at one of the `c` entries before `n`
/// (a sliding window), or at entry `n - c - 1` of the row above; a capped mover, in those good at one
/// of the last `initial_max` entries. Leaving `n` is good if the opponent, whose resets are then the
/// mover's, does not win there: not uncapped, or, at the price of a reset, not capped. All pairs of
/// reset counts are worked out at once in the bits of a word, and changing sides is the
/// transposition of that 8 by 8 matrix.
fn solve_row(row: &mut Vec<Lanes>, c: u32, initial_max: u32, length: usize, above: &[Lanes]) {
    row.clear();
    row.reserve_exact(length);
    let mut reach = Reach::new(c, initial_max, length, above);
    for n in 0..length {
        let (wins, wins_capped) = reach.wins(n);
        let good = transpose(!wins | (!wins_capped << 1 & OPPONENT_CAN_RESET));
        reach.push(good);
        row.push(good);
    }
}

/// What a mover can leave from the next entry of a row.
struct Reach<'a> {
    c: usize,
    uncapped: Window,
    /// None in the row where the limit is the initial maximum anyway.
    capped: Option<Window>,
    above: &'a [Lanes],
}

impl Reach<'_> {
    fn new(c: u32, initial_max: u32, length: usize, above: &[Lanes]) -> Reach<'_> {
        let window = |width: u32| Window::new((width as usize).min(length));
        Reach {
            c: c as usize,
            uncapped: window(c),
            capped: (initial_max <= c).then(|| window(initial_max)),
            above,
        }
    }

    /// The lanes in which the mover at the next entry, `n`, wins: uncapped and capped.
    #[inline]
    fn wins(&self, n: usize) -> (Lanes, Lanes) {
        let raise = if n > self.c {
            self.above[n - self.c - 1]
        } else {
            0
        };
        let wins = self.uncapped.any() | raise;
        let wins_capped = self.capped.as_ref().map_or(wins, Window::any);
        (wins, wins_capped)
    }

    #[inline]
    fn push(&mut self, good: Lanes) {
        self.uncapped.push(good);
        if let Some(capped) = &mut self.capped {
            capped.push(good);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expanding_nim::position::INITIAL_MAX;

    fn solve(start: &Position) -> Solver {
        Solver::new(start).expect("small enough")
    }

    fn takes(stones: u32, resets: u32) -> Vec<String> {
        let start = Position::new(stones, resets, INITIAL_MAX);
        let winning = solve(&start).winning_moves(&start);
        winning.iter().map(Move::to_string).collect()
    }

    #[test]
    fn eight_stones_are_won_without_resets_and_lost_with_them() {
        assert_eq!(takes(8, 0), ["1", "3"]);
        for resets in 1..=MAX_RESETS {
            assert!(takes(8, resets).is_empty());
        }
    }

    #[test]
    fn of_the_first_thousand_starts_261_are_lost() {
        let solver = solve(&Position::new(1000, 4, INITIAL_MAX));
        let lost = (1..=1000)
            .filter(|&stones| !solver.is_win(&Position::new(stones, 4, INITIAL_MAX)))
            .count();
        assert_eq!(lost, 261);
    }

    #[test]
    fn the_largest_take_from_999_stones_is_44() {
        let solver = solve(&Position::new(999, 4, INITIAL_MAX));
        assert_eq!(*solver.asked.start() as usize + solver.good.len() - 1, 44);
    }

    #[test]
    fn a_table_covers_what_can_be_reached_and_a_lone_row_only_its_own_largest_take() {
        let start = Position {
            taken: 5,
            ..Position::new(50, 4, INITIAL_MAX)
        };
        let (whole, alone) = (solve(&start), Solver::of_one_row(&start).expect("small"));
        assert!(whole.covers(&start) && alone.covers(&start));
        let raised = Position {
            taken: 6,
            stones: 44,
            ..start
        };
        assert!(whole.covers(&raised) && !alone.covers(&raised));
        for beyond in [
            Position {
                stones: 51,
                ..start
            },
            Position { taken: 4, ..start },
            Position {
                stones: 45,
                ..raised
            },
            Position {
                resets: [4, 8],
                ..start
            },
            Position {
                initial_max: 4,
                ..start
            },
        ] {
            assert!(!whole.covers(&beyond), "{beyond:?}");
        }
    }
}
