//! The table of Expanding Nim against the straightforward dynamic programme, which tries every take,
//! with and without a reset, in every state until one wins. Both are asked about every start first.
//!
//! Then 500 games between two of our bots, over real sockets.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sticks_and_stones::expanding_nim::position::{INITIAL_MAX, Position, RESETS};
use sticks_and_stones::expanding_nim::solver::Solver;
use sticks_and_stones::expanding_nim::tournament::{Config, Pairing, play_game, round_robin};

fn main() {
    println!("all states with {RESETS} resets each, best of several runs\n");
    println!("stones   every take     solver    ratio");
    for stones in [100, 300, 999, 1000] {
        assert_same_verdicts(stones);
        let slow = best_of(5, || EveryTake::new(stones));
        let fast = best_of(50, || solve(stones));
        let ratio = slow.as_secs_f64() / fast.as_secs_f64();
        println!(
            "{stones:6} {:>12} {:>10} {ratio:7.0}x",
            show(slow),
            show(fast)
        );
    }
    for stones in [10_000, 100_000] {
        let fast = best_of(3, || solve(stones));
        println!("{stones:6} {:>12} {:>10}", "-", show(fast));
        let alone = best_of(3, || Solver::of_one_row(&start(stones)));
        println!(
            "{stones:6} {:>12} {:>10}  for the start only",
            "-",
            show(alone)
        );
    }
    play_over_sockets();
}

/// A server and two clients for every game, two games at a time.
fn play_over_sockets() {
    const BOTS: &str = "stones = [100]\nseed = 1\n\
        [[bot]]\nname = 'perfect'\nbuiltin = 'perfect'\n\
        [[bot]]\nname = 'random'\nbuiltin = 'random'\n";
    let config: Config = toml::from_str(BOTS).expect("a tournament");
    let games = round_robin(&[0, 1], &config.stones, 1..=250);
    let started = Instant::now();
    let play = |half: &[Pairing]| {
        for (number, pairing) in half.iter().enumerate() {
            let game = play_game(&config, pairing, number, &|_| true).expect("served");
            let (_, record) = game.expect("played to the end");
            assert_eq!(record.winner.as_deref(), Some("perfect"));
        }
    };
    let (left, right) = games.split_at(games.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| play(left));
        play(right);
    });
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "\n{} games of 100 stones over sockets: {seconds:.2} s, {:.0} games/s",
        games.len(),
        games.len() as f64 / seconds
    );
}

fn solve(stones: u32) -> Solver {
    Solver::new(&start(stones)).expect("small enough")
}

fn start(stones: u32) -> Position {
    Position::new(stones, RESETS, INITIAL_MAX)
}

fn assert_same_verdicts(stones: u32) {
    let (slow, fast) = (EveryTake::new(stones), solve(stones));
    for start in 1..=stones {
        for own in 0..=RESETS {
            for theirs in 0..=RESETS {
                let position = Position {
                    resets: [own, theirs],
                    ..Position::new(start, 0, INITIAL_MAX)
                };
                let state = (start, INITIAL_MAX - 1, own, theirs, false);
                assert_eq!(fast.is_win(&position), slow.is_win(state), "{position:?}");
            }
        }
    }
}

fn best_of<T>(runs: u32, work: impl Fn() -> T) -> Duration {
    let timed = (0..runs).map(|_| {
        let started = Instant::now();
        black_box(work());
        started.elapsed()
    });
    timed.min().expect("a run")
}

fn show(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

/// Stones left, largest take, own resets, the opponent's resets, capped.
type State = (u32, u32, u32, u32, bool);

/// The textbook table: one entry for each state, filled from few stones to many.
struct EveryTake {
    wins: Vec<bool>,
    largest: u32,
}

impl EveryTake {
    fn new(stones: u32) -> EveryTake {
        // The sum 3 + 4 + ... + c must be taken before the largest take is c.
        let largest = (3..)
            .find(|c| c * (c + 1) / 2 > stones + 3)
            .expect("a sum above")
            - 1;
        let states = (stones + 1) * (largest + 1) * (RESETS + 1) * (RESETS + 1) * 2;
        let mut table = EveryTake {
            wins: vec![false; states as usize],
            largest,
        };
        for left in 1..=stones {
            for taken in INITIAL_MAX - 1..=largest {
                for own in 0..=RESETS {
                    for theirs in 0..=RESETS {
                        for capped in [false, true] {
                            let state = (left, taken, own, theirs, capped);
                            let index = table.index(state);
                            table.wins[index] = table.has_winning_move(state);
                        }
                    }
                }
            }
        }
        table
    }

    /// Tries every take, also after one that wins.
    fn has_winning_move(&self, (left, taken, own, theirs, capped): State) -> bool {
        let limit = if capped { INITIAL_MAX } else { taken + 1 };
        (1..=limit.min(left)).fold(false, |found, stones| {
            let (left, taken) = (left - stones, taken.max(stones).min(self.largest));
            found
                | !self.is_win((left, taken, theirs, own, false))
                | (own > 0 && !self.is_win((left, taken, theirs, own - 1, true)))
        })
    }

    fn is_win(&self, state: State) -> bool {
        self.wins[self.index(state)]
    }

    fn index(&self, (left, taken, own, theirs, capped): State) -> usize {
        let row = left * (self.largest + 1) + taken;
        let lane = own * (RESETS + 1) + theirs;
        ((row * (RESETS + 1) * (RESETS + 1) + lane) * 2 + u32::from(capped)) as usize
    }
}
