//! A maximum matching of the stones that are left, and the stones some maximum matching misses.
//!
//! Edmonds' blossom algorithm (Canad. J. Math. 17, 1965), all trees of a round at once: from every
//! unmatched stone grows a tree of alternating paths. Where two of them meet, the matching grows by
//! one pair, and the round goes on without these two. When nothing meets in a whole round, the outer
//! stones of the trees, an even number of links from a root, are exactly the stones that some maximum
//! matching misses (the Gallai-Edmonds structure theorem).
//!
//! A round looks at each link a few times, and short paths are found before long ones, so that few pairs are
//! left for later rounds. How many rounds there are is measured, not proved: docs/take_stones.md.

use std::collections::VecDeque;

use super::Stone;
use super::divisors::Divisors;

/// No stone: there is no stone 0.
const NONE: Stone = 0;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// In no tree.
    Free,
    /// An even number of links from the root.
    Outer,
    /// An odd number of links from the root.
    Inner,
}

/// A maximum matching of a graph of stones.
pub(crate) struct Matching {
    mark: Vec<Mark>,
}

impl Matching {
    /// A maximum matching of the stones that are left.
    pub(crate) fn maximum(graph: &Divisors<'_>) -> Matching {
        let Search { mark, .. } = Search::done(graph);
        Matching { mark }
    }

    /// Whether some maximum matching leaves this stone without a mate.
    pub(crate) fn can_miss(&self, stone: Stone) -> bool {
        self.mark[stone as usize] == Mark::Outer
    }
}

struct Search<'a> {
    graph: &'a Divisors<'a>,
    mate: Vec<Stone>,
    mark: Vec<Mark>,
    /// The stone before this one on the alternating path to the root, where that is not its mate.
    before: Vec<Stone>,
    /// Stones of one blossom share a base; these are links towards it.
    base: Vec<Stone>,
    /// When a base was last passed on the way to the root, to find where two ways meet.
    passed: Vec<u32>,
    round: u32,
    /// Outer stones whose links have not been looked at.
    queue: VecDeque<Stone>,
    /// The root of each stone's tree.
    root: Vec<Stone>,
}

impl<'a> Search<'a> {
    /// With everybody matched who can be.
    fn done(graph: &'a Divisors<'a>) -> Search<'a> {
        let mut search = Search::new(graph);
        search.match_greedily();
        while search.grow_forest() {}
        search
    }

    fn new(graph: &'a Divisors<'a>) -> Search<'a> {
        let size = graph.stones() as usize + 1;
        Search {
            graph,
            mate: vec![NONE; size],
            mark: vec![Mark::Free; size],
            before: vec![NONE; size],
            base: (0..size as Stone).collect(),
            passed: vec![0; size],
            round: 0,
            queue: VecDeque::new(),
            root: vec![NONE; size],
        }
    }

    /// Pairs most stones (Karp and Sipser, FOCS 1981): a stone with one link to an unmatched stone
    /// takes it, which never costs a pair; where there is none, the largest stone takes the
    /// unmatched stone with the fewest links.
    fn match_greedily(&mut self) {
        let graph = self.graph;
        let mut degree = vec![0; self.mate.len()];
        for stone in graph.left() {
            degree[stone as usize] = graph.links(stone).count();
        }
        let mut single: Vec<Stone> = graph.left().filter(|&s| degree[s as usize] == 1).collect();
        let mut largest = graph.left().rev();
        while let Some(stone) = single.pop().or_else(|| largest.next()) {
            let free = |&linked: &Stone| self.mate[linked as usize] == NONE;
            if !free(&stone) {
                continue;
            }
            let mates = graph.links(stone).filter(free);
            let Some(mate) = mates.min_by_key(|&linked| degree[linked as usize]) else {
                continue;
            };
            self.pair(stone, mate);
            for linked in graph.links(stone).chain(graph.links(mate)) {
                degree[linked as usize] -= 1;
                if degree[linked as usize] == 1 && self.mate[linked as usize] == NONE {
                    single.push(linked);
                }
            }
        }
    }

    fn pair(&mut self, a: Stone, b: Stone) {
        self.mate[a as usize] = b;
        self.mate[b as usize] = a;
    }

    /// One round: whether any two trees met. A root that has a mate by now has lost its tree.
    fn grow_forest(&mut self) -> bool {
        let graph = self.graph;
        self.plant();
        let mut met = false;
        while let Some(stone) = self.queue.pop_front() {
            let root = self.root[stone as usize];
            if self.mate[root as usize] != NONE {
                continue;
            }
            for linked in graph.links(stone) {
                match self.mark[linked as usize] {
                    Mark::Inner => {}
                    Mark::Free => {
                        self.before[linked as usize] = stone;
                        self.add(linked, Mark::Inner, root);
                        self.add(self.mate[linked as usize], Mark::Outer, root);
                    }
                    Mark::Outer => {
                        let other = self.root[linked as usize];
                        if other == root {
                            self.close_blossom(stone, linked);
                        } else if self.mate[other as usize] == NONE {
                            self.join(stone, linked);
                            met = true;
                            break;
                        }
                    }
                }
            }
        }
        met
    }

    /// Begins anew, with a tree for each unmatched stone.
    fn plant(&mut self) {
        for stone in self.graph.left() {
            self.mark[stone as usize] = Mark::Free;
            self.base[stone as usize] = stone;
        }
        for root in self.graph.left() {
            if self.mate[root as usize] == NONE {
                self.add(root, Mark::Outer, root);
            }
        }
    }

    fn add(&mut self, stone: Stone, mark: Mark, root: Stone) {
        self.mark[stone as usize] = mark;
        self.root[stone as usize] = root;
        if mark == Mark::Outer {
            self.queue.push_back(stone);
        }
    }

    /// Two linked outer stones of different trees become a pair, and all behind them pair anew.
    fn join(&mut self, a: Stone, b: Stone) {
        let ends = [a, b].map(|stone| self.mate[stone as usize]);
        self.pair(a, b);
        for end in ends {
            self.augment(end);
        }
    }

    /// Pairs anew along the path from `end` to the root.
    fn augment(&mut self, mut end: Stone) {
        while end != NONE {
            let stone = self.before[end as usize];
            let next = self.mate[stone as usize];
            self.pair(end, stone);
            end = next;
        }
    }

    /// The base of a stone's blossom, with the ways to it shortened for the next time.
    fn base_of(&mut self, mut stone: Stone) -> Stone {
        while self.base[stone as usize] != stone {
            let next = self.base[stone as usize];
            self.base[stone as usize] = self.base[next as usize];
            stone = next;
        }
        stone
    }

    /// Two linked outer stones close an odd cycle: all its stones become outer.
    fn close_blossom(&mut self, a: Stone, b: Stone) {
        if self.base_of(a) != self.base_of(b) {
            let base = self.meeting(a, b);
            self.shrink(a, b, base);
            self.shrink(b, a, base);
        }
    }

    /// The first base that the ways of two outer stones to the root have in common.
    fn meeting(&mut self, a: Stone, b: Stone) -> Stone {
        self.round += 1;
        let (mut here, mut there) = (self.base_of(a), self.base_of(b));
        loop {
            if here != NONE {
                if self.passed[here as usize] == self.round {
                    return here;
                }
                self.passed[here as usize] = self.round;
                let mate = self.mate[here as usize];
                here = match mate {
                    NONE => NONE,
                    inner => self.base_of(self.before[inner as usize]),
                };
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// Joins the stones from `outer` up to `base` to one blossom; `other` is across the link that
    /// closed it, the way to the root for stones that were inner.
    fn shrink(&mut self, mut outer: Stone, mut other: Stone, base: Stone) {
        while self.base_of(outer) != base {
            self.before[outer as usize] = other;
            let inner = self.mate[outer as usize];
            if self.mark[inner as usize] == Mark::Inner {
                self.mark[inner as usize] = Mark::Outer;
                self.queue.push_back(inner);
            }
            // Inside an older blossom the way leads on to its base, which then joins for all of it.
            for stone in [outer, inner] {
                if self.base[stone as usize] == stone {
                    self.base[stone as usize] = base;
                }
            }
            (other, outer) = (inner, self.before[inner as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take_stones::Board;

    fn after(stones: u64, taken: &[u64]) -> Board {
        Board::after(stones, taken).expect("a legal list")
    }

    /// How many pairs a maximum matching has.
    fn pairs(stones: u64, taken: &[u64]) -> usize {
        let board = after(stones, taken);
        let graph = Divisors::new(&board);
        let search = Search::done(&graph);
        search.mate.iter().filter(|&&mate| mate != NONE).count() / 2
    }

    /// <https://oeis.org/A344497>, from n = 1.
    #[test]
    fn the_number_of_pairs_is_oeis_a344497() {
        let expected = [0, 1, 1, 2, 2, 3, 3, 3, 4, 5, 5, 5, 5, 6, 7, 7, 7, 8, 8, 8];
        let found: Vec<usize> = (1..=20).map(|stones| pairs(stones, &[])).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn mates_are_linked_and_mutual() {
        let board = after(3000, &[6, 12, 3]);
        let graph = Divisors::new(&board);
        let Search {
            mate: mates, mark, ..
        } = Search::done(&graph);
        let matching = Matching { mark };
        for stone in graph.left() {
            let mate = mates[stone as usize];
            if mate == NONE {
                assert!(matching.can_miss(stone));
            } else {
                assert_eq!(mates[mate as usize], stone);
                assert!(graph.links(stone).any(|linked| linked == mate));
            }
        }
    }

    /// A stone can be missed exactly if the matching without it is as large.
    #[test]
    fn stones_that_can_be_missed_are_those_the_matching_does_not_need() {
        for stones in 2..=60 {
            let (board, whole) = (after(stones, &[]), pairs(stones, &[]));
            let matching = Matching::maximum(&Divisors::new(&board));
            for stone in 1..=stones {
                let needless = pairs(stones, &[stone]) == whole;
                let missed = matching.can_miss(stone as Stone);
                assert_eq!(missed, needless, "{stone} of {stones}");
            }
        }
    }
}
