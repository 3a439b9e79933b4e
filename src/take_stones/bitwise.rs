//! The search on boards of up to 64 stones, which are the bits of a word.
//!
//! It counts exactly what [`super::plain`] counts. To the end of the game values are only won and
//! lost, and nearly all nodes have one of two windows: from lost to won, where a node is looked at
//! up to its first lost successor (`Search::wins`), or beyond all values, where all successors of a
//! node are looked at and one reply to each (`Search::sweep`). Both windows are inherited, and what
//! such a subtree counts depends on its stones alone: it is kept in [`super::subtrees`].

use super::evaluate::Weight;
use super::subtrees::{Key, Numbers, Subtrees};
use super::{Board, Outcome, Stone, Value};
use crate::game::Game;

/// With fewer stones, searching is faster than finding out what can be reached and looking it up.
const FEW_STONES: usize = 16;

/// A search on a board of up to 64 stones; stone `s` is bit `s - 1`.
pub struct Search {
    /// The stones linked with each stone.
    links: Vec<u64>,
    /// The links of each stone that its evaluation counts, and what their parity is worth. Empty in
    /// a search to the end of the game, which needs no evaluation.
    weights: Vec<(u64, Value)>,
    /// For each byte of a set: the stones that are linked with it, and those linked twice or more.
    linked: Vec<[(u64, u64); 256]>,
    few_stones: usize,
    table: Subtrees,
    visited: u64,
    evaluated: u64,
    /// The fewest plies that were left at any leaf.
    plies_left: u32,
}

/// The counters have overflowed: the tree has more than 2^64 nodes.
#[derive(Debug)]
pub struct TooManyNodes;

impl Search {
    /// Searches `depth` plies, or to the end of the game if `depth` is 0, with a table of at most so
    /// many bytes. There must be a legal stone, and no more than 64 of any kind.
    pub fn run(board: &Board, depth: u64, table: usize) -> Result<Outcome, TooManyNodes> {
        Search::with_few(FEW_STONES, board, depth, table)
    }

    fn with_few(
        few_stones: usize,
        board: &Board,
        depth: u64,
        table: usize,
    ) -> Result<Outcome, TooManyNodes> {
        let stones = board.stones();
        let left = bits((1..=stones).filter(|&stone| board.is_left(stone)));
        // Every ply takes a stone: if the plies are as many as the stones at the root, they are so
        // at every node, and no game is cut short.
        let count = left.count_ones();
        let limit = u32::try_from(depth).ok();
        let limit = limit.filter(|depth| (1..count).contains(depth));
        let plies = limit.unwrap_or(count);
        let links = links(stones);
        let mut search = Search {
            weights: limit.map_or(Vec::new(), |_| weights(&links)),
            linked: limit.map_or_else(|| linked(&links), |_| Vec::new()),
            links,
            few_stones,
            table: Subtrees::new(table),
            visited: 1,
            evaluated: 0,
            plies_left: plies,
        };
        let mut best = (0, -Value::INFINITE);
        for stone in board.moves() {
            let value = -search.successor(left, bit(stone), plies, -Value::INFINITE, -best.1);
            if value > best.1 {
                best = (stone, value);
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
    }

    fn to_the_end(&self) -> bool {
        self.weights.is_empty()
    }

    /// Visits the node after `stone` was taken from `left`, with `plies` left before that.
    #[inline]
    fn successor(
        &mut self,
        left: u64,
        stone: usize,
        plies: u32,
        alpha: Value,
        beta: Value,
    ) -> Value {
        let (left, legal) = self.take(left, stone);
        let plies = plies - 1;
        if legal == 0 {
            self.leaf(plies);
            Value::LOST
        } else if plies == 0 {
            self.leaf(plies);
            self.evaluate(stone, left, legal)
        } else if beta <= Value::LOST {
            self.reply(left, legal, plies);
            Value::LOST
        } else if self.to_the_end() && (alpha, beta) == (Value::LOST, Value::WON) {
            let won = self.wins(left, legal, plies);
            if won { Value::WON } else { Value::LOST }
        } else {
            self.walk(left, legal, plies, alpha, beta)
        }
    }

    /// Visits the node after `stone` was taken: the stones left there and the legal ones.
    #[inline]
    fn take(&mut self, left: u64, stone: usize) -> (u64, u64) {
        self.visited = self.visited.saturating_add(1);
        let left = left & !(1 << stone);
        (left, self.links[stone] & left)
    }

    #[inline]
    fn leaf(&mut self, plies: u32) {
        self.evaluated = self.evaluated.saturating_add(1);
        self.plies_left = self.plies_left.min(plies);
    }

    #[inline]
    fn evaluate(&self, last: usize, left: u64, legal: u64) -> Value {
        if left & 1 == 1 {
            return Value::EVEN;
        }
        let (counted, worth) = self.weights[last];
        worth.if_odd(is_odd(counted & legal))
    }

    /// Looks at the successors of a node until its value reaches beta.
    fn walk(
        &mut self,
        left: u64,
        mut legal: u64,
        plies: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        let mut best = -Value::INFINITE;
        while let Some(stone) = pop(&mut legal) {
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

    /// Visits the first successor of a node for which every value is good enough to stop, because
    /// the opponent has won elsewhere.
    fn reply(&mut self, left: u64, mut legal: u64, plies: u32) {
        let Some(stone) = pop(&mut legal) else { return };
        let (left, legal) = self.take(left, stone);
        if legal == 0 || plies == 1 {
            self.leaf(plies - 1);
        } else {
            self.sweep(left, legal, plies - 1);
        }
    }

    /// Visits all successors of a node after such a reply. No value below can change anything above.
    /// The numbers depend on the stones that are connected with a legal one.
    fn sweep(&mut self, left: u64, legal: u64, plies: u32) {
        if self.to_the_end() && plies as usize >= self.few_stones && several(legal) {
            let stones = self.connected(left, legal, 0);
            let all = true;
            let key = Key { stones, legal, all };
            self.recall(key, plies, |search, plies| {
                search.sweep_each(stones, legal, plies);
                true
            });
        } else {
            self.sweep_each(left, legal, plies);
        }
    }

    fn sweep_each(&mut self, left: u64, mut legal: u64, plies: u32) {
        while let Some(stone) = pop(&mut legal) {
            let (left, legal) = self.take(left, stone);
            if legal == 0 || plies == 1 {
                self.leaf(plies - 1);
            } else {
                self.reply(left, legal, plies - 1);
            }
        }
    }

    /// Whether the player to move wins, in a search to the end with the window from lost to won.
    ///
    /// A look-up costs more than it saves where there are few stones or few successors.
    fn wins(&mut self, left: u64, legal: u64, plies: u32) -> bool {
        if (plies as usize) < self.few_stones {
            return self.wins_with_few(left, legal, plies);
        }
        if !several(legal) {
            return self.finds_a_loss(left, legal, plies);
        }
        let (stones, legal) = self.within_reach(left, legal);
        if (stones.count_ones() as usize) < self.few_stones {
            return self.wins_with_few(stones, legal, plies);
        }
        let all = false;
        let key = Key { stones, legal, all };
        self.recall(key, plies, |search, plies| {
            search.finds_a_loss(stones, legal, plies)
        })
    }

    /// Whether a successor is lost for the opponent; looks at none behind the first.
    fn finds_a_loss(&mut self, left: u64, mut legal: u64, plies: u32) -> bool {
        while let Some(stone) = pop(&mut legal) {
            let (left, legal) = self.take(left, stone);
            if legal == 0 {
                self.leaf(plies - 1);
                return true;
            }
            if !self.wins(left, legal, plies - 1) {
                return true;
            }
        }
        false
    }

    /// The same without a table and without recursion: the hot loop. The path is an array of the
    /// stones left and the successors not yet looked at. After a lost node its parent is won, so the
    /// parent's parent goes on: two steps back; after a leaf, which its parent has won by, one.
    fn wins_with_few(&mut self, left: u64, legal: u64, plies: u32) -> bool {
        const ROOT: usize = 2;
        let mut path = [(0, 0); ROOT + FEW_STONES];
        path[ROOT] = (left, legal);
        let (mut at, mut deepest) = (ROOT, ROOT);
        let (mut visited, mut evaluated) = (0, 0);
        while at >= ROOT {
            let (left, successors) = &mut path[at];
            let Some(stone) = pop(successors) else {
                at -= 2;
                continue;
            };
            visited += 1;
            let left = *left & !(1 << stone);
            let legal = self.links[stone] & left;
            if legal == 0 {
                evaluated += 1;
                deepest = deepest.max(at + 1);
                at -= 1;
            } else {
                at += 1;
                path[at] = (left, legal);
            }
        }
        self.visited = self.visited.saturating_add(visited);
        self.evaluated = self.evaluated.saturating_add(evaluated);
        self.plies_left = self.plies_left.min(plies - (deepest - ROOT) as u32);
        at == ROOT - 1
    }

    /// Takes the numbers of a subtree from the table, or searches it and puts them there.
    #[inline]
    fn recall(
        &mut self,
        key: Key,
        plies: u32,
        search: impl FnOnce(&mut Search, u32) -> bool,
    ) -> bool {
        let (visited, evaluated, lowest) = (self.visited, self.evaluated, self.plies_left);
        if visited == u64::MAX {
            return false;
        }
        let numbers = self.table.get(key).unwrap_or_else(|| {
            // No game is longer than there are stones.
            let longest = key.stones.count_ones();
            self.plies_left = longest;
            let won = search(self, longest);
            let numbers = Numbers {
                visited: self.visited - visited,
                evaluated: self.evaluated - evaluated,
                height: longest - self.plies_left,
                won,
            };
            self.table.put(key, numbers);
            numbers
        });
        self.visited = visited.saturating_add(numbers.visited);
        self.evaluated = evaluated.saturating_add(numbers.evaluated);
        self.plies_left = lowest.min(plies - numbers.height);
        numbers.won
    }

    /// What a search from lost to won depends on: the stones it can come to, and its successors.
    ///
    /// A pendant is a stone with a single link that is left. Only from there, its hub, can it be
    /// taken, so it stays until somebody stands at the hub, takes the hub's lowest pendant or a
    /// smaller stone, and has won at the latest by the pendant: no stone behind it is ever looked
    /// at. (Stones that are legal now can be taken from here too and are no pendants; but behind a
    /// legal one without links nothing is looked at.) As the game goes on, hubs gain pendants and
    /// lose none, so what is out of reach stays so.
    fn within_reach(&self, left: u64, legal: u64) -> (u64, u64) {
        let (mut once, mut twice) = (0, 0);
        for (byte, linked) in left.to_le_bytes().into_iter().zip(&self.linked) {
            let (one, two) = linked[usize::from(byte)];
            twice |= two | once & one;
            once |= one;
        }
        let legal = up_to_first(legal, legal & !once);
        let pendants = left & once & !twice & !legal;
        (self.connected(left, legal, pendants), legal)
    }

    /// The stones of `left` that can be come to from `start`, if nobody goes past a pendant.
    #[inline]
    fn connected(&self, left: u64, start: u64, pendants: u64) -> u64 {
        let (mut seen, mut edge) = (start, start);
        while seen != left {
            let Some(stone) = pop(&mut edge) else { break };
            let links = self.links[stone] & left;
            let found = up_to_first(links, links & pendants) & !seen;
            seen |= found;
            edge |= found & !pendants;
        }
        seen
    }
}

/// Takes the smallest stone out of a set and gives its bit.
#[inline]
fn pop(stones: &mut u64) -> Option<usize> {
    let smallest = stones.trailing_zeros() as usize;
    *stones &= stones.checked_sub(1)?;
    Some(smallest)
}

/// Whether there are more than two.
#[inline]
fn several(stones: u64) -> bool {
    let but_one = stones & stones.wrapping_sub(1);
    but_one & but_one.wrapping_sub(1) != 0
}

/// The stones up to the smallest of `ends`; all if there is none.
#[inline]
fn up_to_first(stones: u64, ends: u64) -> u64 {
    stones & (ends ^ ends.wrapping_sub(1))
}

/// Whether the number of stones is odd, without an instruction that counts them.
#[inline]
fn is_odd(stones: u64) -> bool {
    let folded = (stones ^ stones >> 32) as u32;
    let folded = folded ^ folded >> 16;
    ((folded ^ folded >> 8) as u8).count_ones() % 2 == 1
}

fn bit(stone: Stone) -> usize {
    stone as usize - 1
}

fn bits(stones: impl Iterator<Item = Stone>) -> u64 {
    stones.fold(0, |set, stone| set | 1 << bit(stone))
}

fn links(stones: Stone) -> Vec<u64> {
    let linked = |a: Stone, b: Stone| a != b && (a.is_multiple_of(b) || b.is_multiple_of(a));
    let links = |stone| bits((1..=stones).filter(|&other| linked(stone, other)));
    (1..=stones).map(links).collect()
}

fn weights(links: &[u64]) -> Vec<(u64, Value)> {
    let stones = links.len() as Stone;
    let weight = |stone| {
        let Weight { factor, worth } = Weight::of(stone);
        let multiples = (factor..=stones).step_by(factor as usize);
        (bits(multiples) & links[bit(stone)], worth)
    };
    (1..=stones).map(weight).collect()
}

/// A set of eight stones is the set without its smallest, and the smallest.
fn linked(links: &[u64]) -> Vec<[(u64, u64); 256]> {
    let of_eight = |links: &[u64]| {
        let mut linked = [(0, 0); 256];
        for byte in 1..1 << links.len() {
            let (once, twice): (u64, u64) = linked[byte & (byte - 1)];
            let more = links[byte.trailing_zeros() as usize];
            linked[byte] = (once | more, twice | once & more);
        }
        linked
    };
    links.chunks(8).map(of_eight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Dice;
    use crate::take_stones::plain;

    /// Every position that has three successors goes through the table, however few its stones.
    fn assert_counts_like_plain(board: &Board, depth: u64) {
        let expected = plain::search(board, depth, |_| ());
        for table in [1 << 12, 1 << 20] {
            let found = Search::with_few(0, board, depth, table).expect("few nodes");
            assert_eq!(found, expected, "{board:?} depth {depth} table {table}");
        }
    }

    #[test]
    fn the_table_changes_no_number_in_any_position_of_small_boards() {
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
    fn the_table_changes_no_number_in_random_positions() {
        let mut dice = Dice::new(1);
        for _ in 0..400 {
            let mut board = Board::new(14 + dice.below(11)).expect("a small board");
            for _ in 0..2 + dice.below(7) {
                let moves = board.moves();
                if !moves.is_empty() {
                    board.take(*dice.pick(&moves));
                }
            }
            if board.winner().is_none() {
                assert_counts_like_plain(&board, 0);
            }
        }
    }
}
