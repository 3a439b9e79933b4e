//! The search on sets of stones, with a table of finished subtrees.
//!
//! It counts exactly what [`super::plain`] counts. The numbers of a subtree depend on nothing but the
//! stones that can still be reached, the last stone, the window and the plies that are left; seen
//! from the player to move, Max and Min share them. Most nodes of a search to the end of the game
//! have the window from lost to won, which all their successors inherit: for these there is
//! `Search::wins`, a plain yes-or-no search.

use super::bits::Bits;
use super::evaluate::Weight;
use super::subtrees::{Key, Numbers, Subtrees};
use super::{Board, Outcome, Stone, Value};
use crate::game::Game;

/// With fewer stones, searching is faster than finding out what can be reached and looking it up.
const FEW_STONES: u32 = 20;
/// So are subtrees of fewer plies.
const FEW_PLIES: u32 = 6;

/// A search on a board of up to `64 * W` stones.
pub struct Search<const W: usize> {
    /// The stones linked with each stone.
    links: Vec<Bits<W>>,
    /// The links of each stone that its evaluation counts, and what their parity is worth.
    weights: Vec<(Bits<W>, Value)>,
    table: Subtrees<W>,
    visited: u64,
    evaluated: u64,
    /// The fewest plies that were left at any node.
    plies_left: u32,
    too_many: bool,
}

/// The counters have overflowed: the tree has more than 2^64 nodes.
#[derive(Debug)]
pub struct TooManyNodes;

impl<const W: usize> Search<W> {
    /// Searches `depth` plies, or to the end of the game if `depth` is 0, with a table of at most so
    /// many bytes. There must be a legal stone.
    pub fn run(board: &Board, depth: u64, table: usize) -> Result<Outcome, TooManyNodes> {
        let stones = board.stones();
        // No game has more plies than stones, and with that many left it cannot be cut short.
        let plies = match u32::try_from(depth) {
            Ok(depth @ 1..) if depth < stones => depth,
            _ => stones + 1,
        };
        let links = links(stones);
        let weights = if plies < stones {
            weights(&links)
        } else {
            Vec::new()
        };
        let mut search = Search::<W> {
            links,
            weights,
            table: Subtrees::new(table),
            visited: 1,
            evaluated: 0,
            plies_left: plies,
            too_many: false,
        };
        let left = Bits::of((1..=stones).filter(|&stone| board.is_left(stone)).map(bit));
        let (stone, value) = search.root(left, &board.moves(), plies);
        if search.too_many {
            return Err(TooManyNodes);
        }
        Ok(Outcome {
            stone,
            value: value.seen_from_max(board.to_move()),
            visited: search.visited,
            evaluated: search.evaluated,
            deepest: u64::from(plies - search.plies_left),
        })
    }

    fn root(&mut self, left: Bits<W>, legal: &[Stone], plies: u32) -> (Stone, Value) {
        let mut best = (0, -Value::INFINITE);
        for &stone in legal {
            let value = -self.successor(left, bit(stone), plies, -Value::INFINITE, -best.1);
            if value > best.1 {
                best = (stone, value);
            }
        }
        best
    }

    /// Looks at the successors of a node until its value reaches beta.
    fn walk(
        &mut self,
        left: Bits<W>,
        legal: Bits<W>,
        plies: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        let mut best = -Value::INFINITE;
        let mut successors = legal;
        while let Some(stone) = successors.pop() {
            let value = -self.successor(left, stone, plies, -beta, -alpha);
            if value > best {
                best = value;
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        best
    }

    /// Visits the node after `stone` was taken from `left`, with `plies` left before that.
    #[inline]
    fn successor(
        &mut self,
        left: Bits<W>,
        stone: usize,
        plies: u32,
        alpha: Value,
        beta: Value,
    ) -> Value {
        let left = left.less(stone);
        let legal = self.links[stone].and(left);
        let plies = plies - 1;
        self.visited += 1;
        if legal.is_empty() || plies == 0 {
            self.leaf(plies);
            self.evaluate(stone, left)
        } else {
            self.visit(stone, left, legal, plies, alpha, beta)
        }
    }

    #[inline]
    fn leaf(&mut self, plies: u32) {
        self.evaluated += 1;
        self.plies_left = self.plies_left.min(plies);
    }

    #[inline]
    fn evaluate(&self, last: usize, left: Bits<W>) -> Value {
        if self.links[last].and(left).is_empty() {
            return Value::LOST;
        }
        if left.has_one() {
            return Value::EVEN;
        }
        let (counted, worth) = self.weights[last];
        worth.if_odd(counted.and(left).count() % 2 == 1)
    }

    /// A node whose successors are all leaves.
    #[inline]
    fn last_ply(&mut self, left: Bits<W>, legal: Bits<W>, beta: Value) -> Value {
        let (mut best, mut successors, mut leaves) = (-Value::INFINITE, legal, 0);
        while let Some(stone) = successors.pop() {
            best = best.max(-self.evaluate(stone, left.less(stone)));
            leaves += 1;
            if best >= beta {
                break;
            }
        }
        self.visited += leaves;
        self.evaluated += leaves;
        self.plies_left = 0;
        best
    }

    /// Searches an inner node, by the way that its window and what is left of the game allow.
    fn visit(
        &mut self,
        last: usize,
        left: Bits<W>,
        legal: Bits<W>,
        plies: u32,
        alpha: Value,
        beta: Value,
    ) -> Value {
        if beta <= Value::LOST {
            self.reply(left, legal, plies);
            return Value::LOST;
        }
        if alpha >= Value::WON {
            self.sweep(left, legal, plies);
            return Value::WON;
        }
        if plies == 1 {
            return self.last_ply(left, legal, beta);
        }
        if plies < FEW_PLIES {
            return self.walk(left, legal, plies, alpha, beta);
        }
        let count = left.count();
        let (alpha, beta) = widened(plies >= count, left.has_one(), alpha, beta);
        if plies >= count && (alpha, beta) == (Value::LOST, Value::WON) {
            return win_or_loss(self.wins(left, legal, plies));
        }
        if count < FEW_STONES {
            return self.walk(left, legal, plies, alpha, beta);
        }
        let stones = self.connected(left, legal);
        if stones.count() < FEW_STONES {
            return self.walk(stones, legal, plies, alpha, beta);
        }
        self.recall(last, stones, legal, plies, alpha, beta)
    }

    /// Visits all successors of a node whose player is sure of a win already. No value below can
    /// change anything above, and any value is enough for the opponent to stop at one reply.
    fn sweep(&mut self, left: Bits<W>, legal: Bits<W>, plies: u32) {
        if plies == 1 {
            let leaves = u64::from(legal.count());
            self.visited += leaves;
            self.evaluated += leaves;
            self.plies_left = 0;
            return;
        }
        let mut successors = legal;
        while let Some(stone) = successors.pop() {
            let left = left.less(stone);
            let legal = self.links[stone].and(left);
            self.visited += 1;
            if legal.is_empty() {
                self.leaf(plies - 1);
            } else {
                self.reply(left, legal, plies - 1);
            }
        }
    }

    /// Visits the first successor of a node in such a subtree.
    #[inline]
    fn reply(&mut self, left: Bits<W>, mut legal: Bits<W>, plies: u32) {
        let Some(stone) = legal.pop() else { return };
        let left = left.less(stone);
        let legal = self.links[stone].and(left);
        self.visited += 1;
        if legal.is_empty() || plies == 1 {
            self.leaf(plies - 1);
        } else {
            self.sweep(left, legal, plies - 1);
        }
    }

    /// Whether the player to move wins, in a search to the end with the window from lost to won.
    ///
    /// A successor can come to the stones of its own part of the board only. One part serves all
    /// successors that lie in it, and mostly there is but one.
    fn wins(&mut self, left: Bits<W>, legal: Bits<W>, plies: u32) -> bool {
        if left.count() < FEW_STONES {
            return self.wins_with_few(left, legal, plies);
        }
        let mut part = Bits::EMPTY;
        let mut successors = legal;
        while let Some(stone) = successors.pop() {
            if !part.has(stone) {
                part = self.connected(left, Bits::of([stone]));
            }
            let stones = part.less(stone);
            let legal = self.links[stone].and(stones);
            self.visited += 1;
            if legal.is_empty() {
                self.leaf(plies - 1);
                return true;
            }
            // Positions with stone 1 on the board seldom come back.
            let lost = if stones.has_one() {
                !self.wins(stones, legal, plies - 1)
            } else if stones.count() < FEW_STONES {
                !self.wins_with_few(stones, legal, plies - 1)
            } else {
                let (alpha, beta) = (Value::LOST, Value::WON);
                self.recall(stone, stones, legal, plies - 1, alpha, beta) == Value::LOST
            };
            if lost {
                return true;
            }
        }
        false
    }

    /// The same without a table: the hot loop.
    fn wins_with_few(&mut self, left: Bits<W>, legal: Bits<W>, plies: u32) -> bool {
        let mut successors = legal;
        while let Some(stone) = successors.pop() {
            let left = left.less(stone);
            let legal = self.links[stone].and(left);
            self.visited += 1;
            if legal.is_empty() {
                self.leaf(plies - 1);
                return true;
            }
            if !self.wins_with_few(left, legal, plies - 1) {
                return true;
            }
        }
        false
    }

    /// Takes the numbers of a subtree from the table, or searches it and puts them there. `stones`
    /// are those that can be reached.
    #[inline(never)]
    fn recall(
        &mut self,
        last: usize,
        stones: Bits<W>,
        legal: Bits<W>,
        plies: u32,
        alpha: Value,
        beta: Value,
    ) -> Value {
        if self.too_many {
            return Value::LOST;
        }
        let to_the_end = plies >= stones.count();
        let key = Key {
            stones,
            last: last as u16,
            plies: if to_the_end { 0 } else { plies as u16 },
            alpha,
            beta,
        };
        if let Some(numbers) = self.table.get(&key) {
            self.add(numbers, plies);
            return numbers.value;
        }
        let (visited, evaluated, lowest) = (self.visited, self.evaluated, self.plies_left);
        self.plies_left = plies;
        let value = if to_the_end && (alpha, beta) == (Value::LOST, Value::WON) {
            win_or_loss(self.wins(stones, legal, plies))
        } else {
            self.walk(stones, legal, plies, alpha, beta)
        };
        let numbers = Numbers {
            visited: self.visited.wrapping_sub(visited),
            evaluated: self.evaluated.wrapping_sub(evaluated),
            height: (plies - self.plies_left) as u16,
            value,
        };
        self.plies_left = self.plies_left.min(lowest);
        self.table.put(&key, numbers);
        value
    }

    fn add(&mut self, numbers: Numbers, plies: u32) {
        let visited = self.visited.checked_add(numbers.visited);
        self.too_many |= visited.is_none();
        self.visited = visited.unwrap_or(0);
        self.evaluated = self.evaluated.wrapping_add(numbers.evaluated);
        self.plies_left = self.plies_left.min(plies - u32::from(numbers.height));
    }

    /// The stones of `left` that are connected with `start`, which is among them. Small stones have
    /// the most links, so a few of them mostly reach everything.
    #[inline]
    fn connected(&self, left: Bits<W>, start: Bits<W>) -> Bits<W> {
        let (mut seen, mut edge) = (start, start);
        while seen != left {
            let Some(stone) = edge.pop() else { break };
            let found = self.links[stone].and(left).without(seen);
            seen = seen.or(found);
            edge = edge.or(found);
        }
        seen
    }
}

/// A window with its ends moved out to the nearest values that a leaf can have, so that windows
/// which make no difference share their entries. At the end of the game a leaf is won or lost;
/// without stone 1 none is even and none comes right after stone 1.
fn widened(to_the_end: bool, has_one: bool, alpha: Value, beta: Value) -> (Value, Value) {
    const ENDS: [Value; 2] = [Value::LOST, Value::WON];
    const WITHOUT_ONE: [Value; 6] = [
        Value::LOST,
        Value::tenths(-7),
        Value::tenths(-6),
        Value::tenths(6),
        Value::tenths(7),
        Value::WON,
    ];
    let values: &[Value] = match (to_the_end, has_one) {
        (true, _) => &ENDS,
        (false, false) => &WITHOUT_ONE,
        (false, true) => return (alpha, beta),
    };
    let above = |end| {
        let value = values.iter().find(|&&value| value >= end);
        value.copied().unwrap_or(Value::INFINITE)
    };
    (-above(-alpha), above(beta))
}

fn win_or_loss(wins: bool) -> Value {
    if wins { Value::WON } else { Value::LOST }
}

fn bit(stone: Stone) -> usize {
    stone as usize - 1
}

fn links<const W: usize>(stones: Stone) -> Vec<Bits<W>> {
    let mut links = vec![Bits::EMPTY; stones as usize];
    for factor in 1..=stones {
        for multiple in (2 * factor..=stones).step_by(factor as usize) {
            let (factor, multiple) = (bit(factor), bit(multiple));
            links[factor] = links[factor].or(Bits::of([multiple]));
            links[multiple] = links[multiple].or(Bits::of([factor]));
        }
    }
    links
}

fn weights<const W: usize>(links: &[Bits<W>]) -> Vec<(Bits<W>, Value)> {
    let stones = links.len() as Stone;
    let weight = |stone| {
        let Weight { factor, worth } = Weight::of(stone);
        let multiples = (factor..=stones).step_by(factor as usize);
        let counted = Bits::of(multiples.map(bit)).and(links[bit(stone)]);
        (counted, worth)
    };
    (1..=stones).map(weight).collect()
}
