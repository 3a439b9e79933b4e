//! Which stones are linked, on boards of up to 64 stones, which are the bits of a word.

use super::evaluate::Weight;
use super::{Stone, Value};

/// The links of a board; stone `s` is bit `s - 1`.
pub(crate) struct Links {
    /// The stones linked with each stone; none with what is no stone of the board.
    of: [u64; 64],
    /// The links of each stone that its evaluation counts, and what their parity is worth.
    weights: Vec<(u64, Value)>,
    /// For each byte of a set: the stones that are linked with it, and those linked twice or more.
    of_bytes: Vec<[(u64, u64); 256]>,
}

impl Links {
    /// The links between so many stones.
    pub(crate) fn new(stones: Stone) -> Links {
        let links = links(stones);
        let mut of = [0; 64];
        of[..links.len()].copy_from_slice(&links);
        Links {
            weights: weights(&links),
            of_bytes: links.chunks(8).map(of_eight).collect(),
            of,
        }
    }

    /// The stones of `left` that are linked with `stone`.
    #[inline]
    pub(crate) fn legal(&self, stone: usize, left: u64) -> u64 {
        self.of[stone % 64] & left
    }

    /// What a position is worth to the player to move, after `last` was taken, if there are legal
    /// stones.
    #[inline]
    pub(crate) fn evaluate(&self, last: usize, left: u64, legal: u64) -> Value {
        if left & 1 == 1 {
            return Value::EVEN;
        }
        let (counted, worth) = self.weights[last];
        worth.if_odd(is_odd(counted & legal))
    }

    /// What a search from lost to won depends on: the stones it can come to, and its successors.
    ///
    /// A pendant is a stone with a single link that is left. Only from there, its hub, can it be
    /// taken, so it stays until somebody stands at the hub, takes the hub's lowest pendant or a
    /// smaller stone, and has won at the latest by the pendant: no stone behind it is ever looked
    /// at. (Stones that are legal now can be taken from here too and are no pendants; but behind a
    /// legal one without links nothing is looked at.) As the game goes on, hubs gain pendants and
    /// lose none, so what is out of reach stays so.
    pub(crate) fn within_reach(&self, left: u64, legal: u64) -> (u64, u64) {
        let (mut once, mut twice) = (0, 0);
        for (byte, linked) in left.to_le_bytes().into_iter().zip(&self.of_bytes) {
            let (one, two) = linked[usize::from(byte)];
            twice |= two | once & one;
            once |= one;
        }
        let legal = up_to_first(legal, legal & !once);
        let pendants = left & once & !twice & !legal;
        (self.connected(left, legal, pendants), legal)
    }

    /// The stones of `left` that can be come to from `start`, if nobody goes past a pendant: step by step,
    /// all at once but the hubs, whose successors end at their first pendant.
    pub(crate) fn connected(&self, left: u64, start: u64, pendants: u64) -> u64 {
        let hubs = self.linked(pendants);
        let (mut seen, mut edge) = (start, start);
        while edge != 0 && seen != left {
            let mut found = self.linked(edge & !hubs);
            let mut at_hubs = edge & hubs;
            while let Some(hub) = pop(&mut at_hubs) {
                let links = self.legal(hub, left);
                found |= up_to_first(links, links & pendants);
            }
            found &= left & !seen;
            seen |= found;
            edge = found & !pendants;
        }
        seen
    }

    /// The stones that are linked with any of a set, a byte of the set at a time.
    #[inline]
    fn linked(&self, stones: u64) -> u64 {
        let bytes = stones.to_le_bytes().into_iter().zip(&self.of_bytes);
        bytes.fold(0, |all, (byte, linked)| all | linked[usize::from(byte)].0)
    }
}

/// Takes the smallest stone out of a set and gives its bit.
#[inline]
pub(crate) fn pop(stones: &mut u64) -> Option<usize> {
    let smallest = stones.trailing_zeros() as usize;
    *stones &= stones.checked_sub(1)?;
    Some(smallest)
}

/// Whether there are more than three.
#[inline]
pub(crate) fn several(stones: u64) -> bool {
    let without_smallest = |stones: u64| stones & stones.wrapping_sub(1);
    without_smallest(without_smallest(without_smallest(stones))) != 0
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

/// The bit of a stone.
pub(crate) fn bit(stone: Stone) -> usize {
    stone as usize - 1
}

/// The set of some stones.
pub(crate) fn bits(stones: impl Iterator<Item = Stone>) -> u64 {
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
fn of_eight(links: &[u64]) -> [(u64, u64); 256] {
    let mut linked = [(0, 0); 256];
    for byte in 1..1 << links.len() {
        let (once, twice): (u64, u64) = linked[byte & (byte - 1)];
        let more = links[byte.trailing_zeros() as usize];
        linked[byte] = (once | more, twice | once & more);
    }
    linked
}
