//! The search on one core and on two against a plain one on machine words, and perfect play, in one
//! run. All searches must find the same six numbers before their times are compared.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sticks_and_stones::game::Game;
use sticks_and_stones::take_stones::evaluate::Weight;
use sticks_and_stones::take_stones::parts::Means;
use sticks_and_stones::take_stones::search::{TABLE_BYTES, search_by};
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

/// The shortest times of some methods, run by turns so that a busy machine is busy for all. Short
/// runs are repeated until they take a while.
fn shortest<const N: usize>(methods: [&dyn Fn() -> Outcome; N]) -> [f64; N] {
    let mut shortest = [f64::INFINITY; N];
    let (start, mut rounds) = (Instant::now(), 0);
    while rounds < 3 || (rounds < 20 && start.elapsed() < Duration::from_secs(2)) {
        for (method, shortest) in methods.iter().zip(&mut shortest) {
            *shortest = shortest.min(time(method));
        }
        rounds += 1;
    }
    shortest
}

fn time(run: &dyn Fn() -> Outcome) -> f64 {
    let (start, mut runs) = (Instant::now(), 0);
    while runs == 0 || start.elapsed() < Duration::from_millis(10) {
        black_box(run());
        runs += 1;
    }
    start.elapsed().as_secs_f64() / f64::from(runs)
}

fn on_cores(cores: usize, board: &Board, depth: u32) -> Outcome {
    let means = Means {
        table: TABLE_BYTES,
        cores,
        report: &mut |_| (),
    };
    search_by(board, depth.into(), means).expect("few nodes")
}

fn main() {
    println!("stones depth         nodes   plain (s)    one core   two cores  one/plain two/plain");
    let to_the_end = [10, 15, 20, 24, 30, 36, 40].map(|stones| (stones, 0));
    let limited = [(40, 6), (40, 12), (40, 16), (40, 20), (64, 9)];
    for (stones, depth) in to_the_end.into_iter().chain(limited) {
        let board = Board::new(stones).expect("a small board");
        let methods: [&dyn Fn() -> Outcome; 3] = [
            &|| Plain::search(&board, depth),
            &|| on_cores(1, &board, depth),
            &|| on_cores(2, &board, depth),
        ];
        let [plain, one, two] = methods.map(|method| method());
        assert_eq!([one, two], [plain; 2], "{stones} stones, depth {depth}");
        let nodes = plain.visited;
        let [plain, one, two] = shortest(methods);
        println!(
            "{stones:6} {depth:5} {nodes:13} {plain:11.6} {one:11.6} {two:11.6} {:9.1}x {:8.1}x",
            plain / one,
            plain / two
        );
    }
    // Too many nodes for the plain search, which has counted them once.
    for (stones, nodes) in [
        (42, 1_083_717_248),
        (46, 2_506_449_363),
        (50, 1_977_616_504),
        (52, 3_308_865_201),
    ] {
        let board = Board::new(stones).expect("a small board");
        let methods: [&dyn Fn() -> Outcome; 2] =
            [&|| on_cores(1, &board, 0), &|| on_cores(2, &board, 0)];
        assert_eq!(methods.map(|method| method().visited), [nodes; 2]);
        let [one, two] = shortest(methods);
        println!(
            "{stones:6}     0 {nodes:13} {:>11} {one:11.6} {two:11.6}",
            "-"
        );
    }
    for stones in [10_000, 100_000, 1_000_000] {
        let board = Board::new(stones).expect("a legal size");
        let start = Instant::now();
        black_box(perfect::advise(&board));
        println!("perfect play with {stones} stones: {:.2?}", start.elapsed());
    }
}
