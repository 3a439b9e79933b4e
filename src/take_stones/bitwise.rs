//! The search on boards of up to 64 stones, which are the bits of a word.
//!
//! It counts exactly what [`super::plain`] counts. To the end of the game values are only won and
//! lost, and nearly all nodes have one of two windows: from lost to won, where a node is looked at
//! up to its first lost successor (`Search::wins`), or beyond all values, where all successors of a
//! node are looked at and one reply to each (`Search::sweep`). Both windows are inherited, and what
//! such a subtree counts depends on the stones it can come to and on the last stone alone: it is kept in
//! [`super::subtrees`].

use super::Value;
use super::links::{Links, pop, several};
use super::subtrees::{Key, Numbers, Recent, Subtrees};
use super::windows::{Seen, Window, Windows};

/// With fewer stones, searching is faster than finding out what can be reached and looking it up.
pub(crate) const FEW_STONES: usize = 10;

/// So it is, in a limited search, with fewer plies.
const FEW_PLIES: u32 = 7;

/// A search on a board of up to 64 stones; stone `s` is bit `s - 1`.
pub(crate) struct Search<'a> {
    links: &'a Links,
    table: &'a Subtrees,
    recent: Recent,
    windows: Windows,
    few_stones: usize,
    to_the_end: bool,
    /// Nodes visited so far. It stays at the largest number once it is there.
    pub visited: u64,
    /// The leaves among them.
    pub evaluated: u64,
    /// The fewest plies that were left at any leaf.
    pub plies_left: u32,
}

impl<'a> Search<'a> {
    /// A search to the end of the game or not. Only what has at least so many stones is looked up.
    pub(crate) fn new(
        links: &'a Links,
        table: &'a Subtrees,
        few_stones: usize,
        to_the_end: bool,
    ) -> Search<'a> {
        Search {
            links,
            table,
            recent: Recent::default(),
            windows: Windows::default(),
            few_stones,
            to_the_end,
            visited: 0,
            evaluated: 0,
            plies_left: u32::MAX,
        }
    }

    /// Visits the node after `stone` was taken from `left`, with `plies` left before that.
    #[inline(always)]
    pub(crate) fn successor(
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
            self.links.evaluate(stone, left, legal)
        } else if beta <= Value::LOST {
            self.reply(left, legal, plies);
            Value::LOST
        } else if plies == 1 {
            self.last_ply(left, legal, beta)
        } else if self.to_the_end && (alpha, beta) == (Value::LOST, Value::WON) {
            let won = self.wins(stone, left, legal, plies);
            if won { Value::WON } else { Value::LOST }
        } else if plies < FEW_PLIES || self.to_the_end || !several(legal) || !self.table.keeps() {
            self.walk(left, legal, plies, alpha, beta)
        } else {
            let stones = self.links.connected(left, legal, 0);
            let (last, plies) = (stone as u8, plies as u8);
            let window = Window {
                stones,
                last,
                plies,
                alpha,
                beta,
            };
            self.walk_once(window, legal)
        }
    }

    /// Visits the node after `stone` was taken: the stones left there and the legal ones.
    #[inline]
    fn take(&mut self, left: u64, stone: usize) -> (u64, u64) {
        self.visited = self.visited.saturating_add(1);
        let left = left & !(1 << stone);
        (left, self.links.legal(stone, left))
    }

    #[inline]
    fn leaf(&mut self, plies: u32) {
        self.evaluated = self.evaluated.saturating_add(1);
        self.plies_left = self.plies_left.min(plies);
    }

    /// Visits so many leaves of the last ply.
    #[inline]
    fn leaves(&mut self, leaves: u64) {
        self.visited = self.visited.saturating_add(leaves);
        self.evaluated = self.evaluated.saturating_add(leaves);
        self.plies_left = 0;
    }

    /// Looks at the successors of a node until its value reaches beta, unless that was done lately.
    #[inline(never)]
    fn walk_once(&mut self, window: Window, legal: u64) -> Value {
        let (visited, evaluated, lowest) = (self.visited, self.evaluated, self.plies_left);
        let seen = self.windows.get(window).unwrap_or_else(|| {
            let plies = window.plies.into();
            self.plies_left = plies;
            let value = self.walk(window.stones, legal, plies, window.alpha, window.beta);
            let seen = Seen {
                visited: self.visited - visited,
                evaluated: self.evaluated - evaluated,
                plies_left: self.plies_left,
                value,
            };
            self.windows.put(window, seen);
            seen
        });
        self.visited = visited.saturating_add(seen.visited);
        self.evaluated = evaluated.saturating_add(seen.evaluated);
        self.plies_left = lowest.min(seen.plies_left);
        seen.value
    }

    /// Looks at the successors of a node until its value reaches beta.
    #[inline(never)]
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

    /// The same where all successors are leaves: half of the nodes of a limited search, in one loop that is
    /// part of the loop above it.
    #[inline(always)]
    fn last_ply(&mut self, left: u64, mut legal: u64, beta: Value) -> Value {
        let (mut best, mut leaves) = (-Value::INFINITE, 0);
        while let Some(stone) = pop(&mut legal)
            && best < beta
        {
            let left = left & !(1 << stone);
            let value = match self.links.legal(stone, left) {
                0 => Value::LOST,
                legal => self.links.evaluate(stone, left, legal),
            };
            best = best.max(-value);
            leaves += 1;
        }
        self.leaves(leaves);
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
            self.sweep(stone, left, legal, plies - 1);
        }
    }

    /// Visits all successors of a node after such a reply. No value below can change anything above.
    /// The numbers depend on the stones that are connected with a legal one.
    fn sweep(&mut self, last: usize, left: u64, legal: u64, plies: u32) {
        if self.to_the_end && plies as usize >= self.few_stones && several(legal) {
            let stones = self.links.connected(left, legal, 0);
            let (all, size) = (true, stones.count_ones());
            let key = Key { stones, last, all };
            self.recall(key, size, plies, |search| {
                search.sweep_each(stones, legal, size);
                true
            });
        } else {
            self.sweep_each(left, legal, plies);
        }
    }

    fn sweep_each(&mut self, left: u64, mut legal: u64, plies: u32) {
        if plies == 1 {
            return self.leaves(legal.count_ones().into());
        }
        while let Some(stone) = pop(&mut legal) {
            let (left, legal) = self.take(left, stone);
            if legal == 0 {
                self.leaf(plies - 1);
            } else {
                self.reply(left, legal, plies - 1);
            }
        }
    }

    /// Whether the player to move wins, in a search to the end with the window from lost to won.
    ///
    /// A look-up costs more than it saves where there are few stones or few successors. The key needs no list
    /// of successors: they are the links of the last stone within reach, up to the first that has none.
    fn wins(&mut self, last: usize, left: u64, legal: u64, plies: u32) -> bool {
        if (plies as usize) < self.few_stones {
            return self.wins_with_few(left, legal, plies);
        }
        if !several(legal) {
            return self.finds_a_loss(left, legal, plies);
        }
        let (stones, legal) = self.links.within_reach(left, legal);
        let size = stones.count_ones();
        if (size as usize) < self.few_stones {
            return self.wins_with_few(stones, legal, plies);
        }
        let all = false;
        let key = Key { stones, last, all };
        self.recall(key, size, plies, |search| {
            search.finds_a_loss(stones, legal, size)
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
            if !self.wins(stone, left, legal, plies - 1) {
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
            let legal = self.links.legal(stone, left);
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

    /// Takes the numbers of a subtree with so many stones from the table, or searches it and puts them
    /// there. No game in it is longer than it has stones.
    #[inline]
    fn recall(
        &mut self,
        key: Key,
        size: u32,
        plies: u32,
        search: impl FnOnce(&mut Search<'a>) -> bool,
    ) -> bool {
        let (visited, evaluated, lowest) = (self.visited, self.evaluated, self.plies_left);
        if visited == u64::MAX {
            return false;
        }
        let found = self.table.get(&mut self.recent, key, size);
        let numbers = found.unwrap_or_else(|| {
            self.plies_left = size;
            let won = search(self);
            let numbers = Numbers {
                visited: self.visited - visited,
                evaluated: self.evaluated - evaluated,
                height: size - self.plies_left,
                won,
            };
            if self.visited < u64::MAX {
                self.table.put(&mut self.recent, key, size, numbers);
            }
            numbers
        });
        self.visited = visited.saturating_add(numbers.visited);
        self.evaluated = evaluated.saturating_add(numbers.evaluated);
        self.plies_left = lowest.min(plies - numbers.height);
        numbers.won
    }
}
