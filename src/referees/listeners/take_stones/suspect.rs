//! The textbook search with slips: what a program that makes them would answer.
//!
//! Max and Min are written out here, as a student would, and not as one negamax rule: several slips
//! are about one of the two.

use super::leaf::Leaf;
use super::slips::{Slip, Slips};
use crate::game::{Game, Player};
use crate::take_stones::Board;

/// Beyond every value of a position.
const INFINITE: i32 = 1000;

/// The largest board that fits into a word.
const MOST_STONES: u32 = 127;

/// What a search is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    stones: u32,
    /// A bit for each stone that has been taken.
    taken: u128,
    last: u32,
    min_to_move: bool,
    depth: u64,
}

impl Question {
    /// The question that a board and a depth ask; none if the board is too large for it.
    pub fn new(board: &Board, depth: u64) -> Option<Question> {
        let stones = board.stones();
        let taken = (1..=stones.min(MOST_STONES)).filter(|&stone| !board.is_left(stone));
        (stones <= MOST_STONES).then(|| Question {
            stones,
            taken: taken.fold(0, |bits, stone| bits | 1 << stone),
            last: board.last().unwrap_or(0),
            min_to_move: board.to_move() == Player::Second,
            depth,
        })
    }
}

/// The six numbers of an answer: a stone of 0 if the search found none, the value in tenths and the branching factor as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The stone to take.
    pub stone: u32,
    /// Its value in tenths.
    pub value: i32,
    /// Nodes visited, as the program counts them.
    pub visited: u64,
    /// Nodes evaluated, as the program counts them.
    pub evaluated: u64,
    /// The maximum depth.
    pub deepest: u64,
    /// The branching factor: so many successors ...
    pub successors: u64,
    /// ... of so many nodes.
    pub parents: u64,
}

impl Answer {
    /// The six numbers as a program could print them.
    pub fn numbers(&self) -> [f64; 6] {
        let branching = self.successors as f64 / self.parents.max(1) as f64;
        [
            f64::from(self.stone),
            f64::from(self.value) / 10.0,
            self.visited as f64,
            self.evaluated as f64,
            self.deepest as f64,
            branching,
        ]
    }

    /// The same with the branching factor worked out from the counts as they are printed.
    pub fn numbers_by_formula(&self) -> [f64; 6] {
        let mut numbers = self.numbers();
        numbers[5] = (numbers[2] - 1.0) / (numbers[2] - numbers[3]);
        numbers
    }
}

/// What a program with these slips answers; none if that takes more than `nodes` nodes.
pub fn answer(question: Question, slips: Slips, nodes: u64) -> Option<Answer> {
    let limit = match question.depth {
        0 if slips.has(Slip::DepthZeroStops) => 0,
        0 => u64::MAX,
        depth if slips.has(Slip::DepthMore) => depth.saturating_add(1),
        depth if slips.has(Slip::DepthLess) => depth - 1,
        depth => depth,
    };
    let mut suspect = Suspect {
        question,
        slips,
        limit,
        nodes,
        stone: 0,
        entered: 0,
        listed: 0,
        ends: 0,
        leaves: 0,
        deepest: 0,
    };
    let window = match slips {
        slips if slips.has(Slip::WindowOfOne) => (-10, 10),
        slips if slips.has(Slip::ZeroForMinusInfinity) => (0, INFINITE),
        _ => (-INFINITE, INFINITE),
    };
    let max = match question.min_to_move {
        _ if slips.has(Slip::RootAlwaysMax) => true,
        min => min == slips.has(Slip::PlayersSwapped),
    };
    let value = suspect.visit(question.taken, question.last, max, 0, window)?;
    Some(suspect.report(value))
}

struct Suspect {
    question: Question,
    slips: Slips,
    limit: u64,
    nodes: u64,
    stone: u32,
    entered: u64,
    /// Successors listed, entered or not.
    listed: u64,
    /// Leaves at which the game is over, and all leaves.
    ends: u64,
    leaves: u64,
    deepest: u64,
}

impl Suspect {
    fn visit(
        &mut self,
        taken: u128,
        last: u32,
        max: bool,
        ply: u64,
        window: (i32, i32),
    ) -> Option<i32> {
        self.entered += 1;
        if self.entered > self.nodes {
            return None;
        }
        self.deepest = self.deepest.max(ply);
        let legal = self.legal(taken, last);
        if legal == 0 || ply == self.limit {
            self.leaves += 1;
            self.ends += u64::from(legal == 0);
            let root_max = max == ply.is_multiple_of(2);
            let leaf = Leaf {
                stones: self.question.stones,
                taken,
                last,
                legal,
                max,
                root_max,
                at_limit: ply == self.limit,
            };
            return Some(leaf.value(self.slips));
        }
        self.listed += u64::from(legal.count_ones());
        let (mut alpha, mut beta) = window;
        let at_one = self.slips.has(Slip::BestBeginsAtOne);
        let mut best = match max {
            true if self.slips.has(Slip::ZeroForMinusInfinity) => 0,
            true if at_one => -10,
            false if at_one => 10,
            true => -INFINITE,
            false => INFINITE,
        };
        let mut rest = legal;
        while rest != 0 {
            let stone = self.next(rest, last);
            rest &= !(1 << stone);
            let shallow = self.slips.has(Slip::ShallowCuts);
            let handed = match max {
                _ if ply == 0 && self.slips.has(Slip::RootWindowFresh) => window,
                true if shallow => (best, INFINITE),
                false if shallow => (-INFINITE, best),
                _ => (alpha, beta),
            };
            let value = self.visit(taken | 1 << stone, stone, !max, ply + 1, handed)?;
            let better = if max { value > best } else { value < best };
            if better || value == best && self.takes_last(max) {
                best = value;
                let own_below = self.slips.has(Slip::MoveFromOwnBelow) && ply.is_multiple_of(2);
                if ply == 0 || own_below || self.slips.has(Slip::MoveFromBelow) {
                    self.stone = stone;
                }
            }
            if self.cuts(max, best, window, (alpha, beta)) {
                break;
            }
            match (max, self.slips.has(Slip::AlphaLowered)) {
                (true, true) => alpha = best,
                (false, true) => beta = best,
                (true, false) => alpha = alpha.max(best),
                (false, false) => beta = beta.min(best),
            }
        }
        Some(best)
    }

    /// Whether the last of equally good stones is taken.
    fn takes_last(&self, max: bool) -> bool {
        let own = match max {
            true => Slip::MaxTakesLast,
            false => Slip::MinTakesLast,
        };
        self.slips.has(Slip::LastOfEqual) || self.slips.has(own)
    }

    /// Whether a node whose value is `best` so far looks at no more successors.
    fn cuts(&self, max: bool, best: i32, window: (i32, i32), now: (i32, i32)) -> bool {
        let barred = if max {
            Slip::OnlyMinCuts
        } else {
            Slip::OnlyMaxCuts
        };
        if self.slips.has(Slip::NeverCuts) || self.slips.has(barred) {
            return false;
        }
        let (alpha, beta) = if self.slips.has(Slip::AlphaLowered) {
            now
        } else {
            window
        };
        let past = if max { best > beta } else { best < alpha };
        let reached = if max { best == beta } else { best == alpha };
        let late = match max {
            true => Slip::MaxCutsLate,
            false => Slip::MinCutsLate,
        };
        past || reached && !self.slips.has(Slip::CutsLate) && !self.slips.has(late)
    }

    /// The next of some stones to be tried after `last`.
    fn next(&self, stones: u128, last: u32) -> u32 {
        let factors = stones & ((1 << last) - 1);
        let largest = |stones: u128| 127 - stones.leading_zeros();
        match self.slips {
            slips if slips.has(Slip::Descending) => largest(stones),
            slips if slips.has(Slip::FactorsDescending) && factors != 0 => largest(factors),
            slips if slips.has(Slip::MultiplesFirst) && factors != stones => {
                (stones & !factors).trailing_zeros()
            }
            _ => stones.trailing_zeros(),
        }
    }

    fn legal(&self, taken: u128, last: u32) -> u128 {
        let n = self.question.stones;
        let may = |stone: u32| match last {
            0 => self.opens(stone),
            _ => {
                let multiple = stone.is_multiple_of(last) && !self.slips.has(Slip::FactorsOnly);
                let beyond = self.slips.has(Slip::HalfForgotten) && stone >= last / 2
                    || self.slips.has(Slip::LargeFactorsForgotten) && stone * stone > last;
                let factor =
                    last.is_multiple_of(stone) && !beyond && !self.slips.has(Slip::MultiplesOnly);
                let forgotten = stone == 1 && self.slips.has(Slip::OneForgotten)
                    || stone == n && self.slips.has(Slip::LargestForgotten);
                (multiple || factor) && !forgotten
            }
        };
        let legal = (1..=n).filter(|&stone| taken & 1 << stone == 0 && may(stone));
        legal.fold(0, |bits, stone| bits | 1 << stone)
    }

    fn opens(&self, stone: u32) -> bool {
        let n = self.question.stones;
        let odd = !stone.is_multiple_of(2) || self.slips.has(Slip::OpeningEven);
        let low = match self.slips {
            slips if slips.has(Slip::OpeningAtHalf) => 2 * stone <= n,
            slips if slips.has(Slip::OpeningHalfRoundedDown) => stone < n / 2,
            _ => 2 * stone < n,
        };
        odd && (low || self.slips.has(Slip::OpeningOdd)) || self.slips.has(Slip::OpeningAny)
    }

    /// The numbers as the program would print them.
    fn report(&self, value: i32) -> Answer {
        let slips = self.slips;
        let mut visited = self.entered;
        if slips.has(Slip::CountsGenerated) {
            visited = self.listed + 1;
        }
        if slips.has(Slip::LeavesNotCounted) {
            visited = visited.saturating_sub(self.leaves);
        }
        visited -= u64::from(slips.has(Slip::RootNotCounted) && visited > 0);
        visited += u64::from(slips.has(Slip::RootCountedTwice));
        let evaluated = match slips {
            _ if slips.has(Slip::EvaluatesEndsOnly) => self.ends,
            _ if slips.has(Slip::EvaluatesLimitOnly) => self.leaves - self.ends,
            _ if slips.has(Slip::EvaluatesAll) => self.entered,
            _ => self.leaves,
        };
        let deepest = match slips {
            _ if slips.has(Slip::DepthFromOne) => self.deepest + 1,
            _ if slips.has(Slip::DepthLimitShown) => self.question.depth,
            _ => self.deepest,
        };
        let (mut successors, mut parents) = (self.entered - 1, self.entered - self.leaves);
        if slips.has(Slip::BranchingWithPruned) || slips.has(Slip::CountsGenerated) {
            successors = self.listed;
        }
        successors += u64::from(slips.has(Slip::BranchingWithRoot));
        if slips.has(Slip::BranchingOverAll) {
            parents = self.entered;
        } else if slips.has(Slip::BranchingOverLeaves) {
            parents = self.leaves;
        }
        if slips.has(Slip::BranchingWhole) {
            (successors, parents) = (successors / parents.max(1), 1);
        }
        Answer {
            stone: self.stone,
            value,
            visited,
            evaluated,
            deepest,
            successors,
            parents,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Dice;
    use crate::take_stones::plain;

    /// Some board of up to 24 stones on which there is a legal stone, and a depth.
    fn some_board(dice: &mut Dice) -> (Board, u64) {
        loop {
            let mut board = Board::new(3 + dice.below(22)).expect("a size");
            for _ in 0..dice.below(8) {
                match board.moves().as_slice() {
                    [] => break,
                    moves => board.take(*dice.pick(moves)),
                }
            }
            if board.winner().is_none() {
                // To the end only where that is near.
                let least = u64::from(board.stones() > 10);
                return (board, least + dice.below(5));
            }
        }
    }

    #[test]
    fn without_slips_it_is_the_search_of_the_assignment() {
        let mut dice = Dice::new(1);
        for _ in 0..400 {
            let (board, depth) = some_board(&mut dice);
            let right = plain::search(&board, depth, |_| ());
            let question = Question::new(&board, depth).expect("a small board");
            let found = answer(question, Slips::NONE, u64::MAX).expect("no limit");
            let six = (
                found.stone,
                found.value,
                found.visited,
                found.evaluated,
                found.deepest,
            );
            let expected = (
                right.stone,
                i32::from(right.value.as_tenths()),
                right.visited,
                right.evaluated,
                right.deepest,
            );
            assert_eq!(six, expected, "{board:?} {depth}");
            assert_eq!(found.successors, right.visited - 1);
            assert_eq!(found.parents, right.visited - right.evaluated);
        }
    }

    #[test]
    fn every_slip_shows_on_some_board() {
        let mut dice = Dice::new(2);
        let boards: Vec<(Board, u64)> = (0..600).map(|_| some_board(&mut dice)).collect();
        for &slip in Slip::ALL {
            let shows = boards.iter().any(|(board, depth)| {
                let question = Question::new(board, *depth).expect("a small board");
                let right = answer(question, Slips::NONE, u64::MAX);
                answer(question, Slips::of(&[slip]), 1_000_000) != right
            });
            assert!(shows, "{slip:?}");
        }
    }
}
