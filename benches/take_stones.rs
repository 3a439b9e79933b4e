//! The search against a plain one on machine words, and perfect play, in one run.
//!
//! Both searches must find the same six numbers before their times are compared.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sticks_and_stones::game::Game;
use sticks_and_stones::take_stones::evaluate::Weight;
use sticks_and_stones::take_stones::search::{TABLE_BYTES, search};
use sticks_and_stones::take_stones::{Board, Outcome, Value, perfect};

/// Alpha-beta node by node, on boards of up to 64 stones, seen from the player to move.
struct Plain {
    links: [u64; 64],
    /// Multiples of the deciding factor, and their worth.
    weights: Vec<(u64, Value)>,
    depth: u32,
    visited: u64,
    evaluated: u64,
    deepest: u32,
}

impl Plain {
    fn search(board: &Board, depth: u32) -> Outcome {
        let stones = board.stones();
        let mut plain = Plain {
            links: std::array::from_fn(|bit| {
                let stone = bit as u32 + 1;
                let linked =
                    |&s: &u32| s != stone && (s.is_multiple_of(stone) || stone.is_multiple_of(s));
                if stone > stones {
                    0
                } else {
                    (1..=stones).filter(linked).map(|s| 1 << (s - 1)).sum()
                }
            }),
            weights: Vec::new(),
            depth: if depth == 0 { u32::MAX } else { depth },
            visited: 1,
            evaluated: 0,
            deepest: 0,
        };
        if depth > 0 {
            plain.weights = (1..=stones).map(|stone| weight(stone, stones)).collect();
        }
        let left = (1..=stones)
            .filter(|&s| board.is_left(s))
            .map(|s| 1u64 << (s - 1))
            .sum::<u64>();
        let (mut best, mut chosen) = (-Value::INFINITE, 0);
        for stone in board.moves() {
            let value = -plain.visit(stone as usize - 1, left, 1, -Value::INFINITE, -best);
            if value > best {
                (best, chosen) = (value, stone);
            }
        }
        Outcome {
            stone: chosen,
            value: best.seen_from_max(board.to_move()),
            visited: plain.visited,
            evaluated: plain.evaluated,
            deepest: plain.deepest.into(),
        }
    }

    fn visit(&mut self, stone: usize, left: u64, ply: u32, mut alpha: Value, beta: Value) -> Value {
        self.visited += 1;
        let left = left & !(1 << stone);
        let mut successors = self.links[stone] & left;
        if successors == 0 || ply == self.depth {
            self.evaluated += 1;
            self.deepest = self.deepest.max(ply);
            return self.evaluate(stone, left, successors);
        }
        let mut best = -Value::INFINITE;
        while successors != 0 {
            let next = successors.trailing_zeros() as usize;
            successors &= successors - 1;
            best = best.max(-self.visit(next, left, ply + 1, -beta, -alpha));
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        best
    }

    fn evaluate(&self, last: usize, left: u64, legal: u64) -> Value {
        if legal == 0 {
            return Value::LOST;
        }
        if left & 1 == 1 {
            return Value::EVEN;
        }
        let (multiples, worth) = self.weights[last];
        worth.if_odd((legal & multiples).count_ones() % 2 == 1)
    }
}

fn weight(stone: u32, stones: u32) -> (u64, Value) {
    let Weight { factor, worth } = Weight::of(stone);
    let multiples = (factor..=stones).step_by(factor as usize);
    (multiples.map(|s| 1u64 << (s - 1)).sum(), worth)
}

/// The shortest times of two methods, run by turns so that a busy machine is busy for both. Short
/// runs are repeated until they take a while.
fn shortest<A, B>(mut one: impl FnMut() -> A, mut other: impl FnMut() -> B) -> [Duration; 2] {
    let mut shortest = [Duration::MAX; 2];
    let (start, mut rounds) = (Instant::now(), 0);
    while rounds < 3 || (rounds < 20 && start.elapsed() < Duration::from_secs(2)) {
        let times = [time(&mut one), time(&mut other)];
        shortest = std::array::from_fn(|method| shortest[method].min(times[method]));
        rounds += 1;
    }
    shortest
}

fn time<T>(run: &mut impl FnMut() -> T) -> Duration {
    let (start, mut runs) = (Instant::now(), 0);
    while runs == 0 || start.elapsed() < Duration::from_millis(10) {
        black_box(run());
        runs += 1;
    }
    start.elapsed() / runs
}

fn main() {
    println!("stones depth        nodes        plain       search  ratio");
    let to_the_end = [10, 15, 20, 24, 30, 36, 40].map(|stones| (stones, 0));
    let limited = [(40, 6), (40, 12), (64, 9)];
    for (stones, depth) in to_the_end.into_iter().chain(limited) {
        let board = Board::new(stones).expect("a small board");
        let run = || search(&board, depth.into(), TABLE_BYTES);
        let outcome = Plain::search(&board, depth);
        assert_eq!(run(), Ok(outcome), "{stones} stones, depth {depth}");
        let [plain, ours] = shortest(|| Plain::search(&board, depth), run);
        let ratio = plain.as_secs_f64() / ours.as_secs_f64();
        let nodes = outcome.visited;
        println!("{stones:6} {depth:5} {nodes:12} {plain:>12.2?} {ours:>12.2?} {ratio:5.1}x");
    }
    for stones in [100_000, 500_000] {
        let board = Board::new(stones).expect("a legal size");
        let start = Instant::now();
        black_box(perfect::advise(&board));
        println!("perfect play with {stones} stones: {:.2?}", start.elapsed());
    }
}
