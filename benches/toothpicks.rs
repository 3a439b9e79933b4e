//! Random games and learning from them, against the straightforward version: a dictionary from state
//! to (player name, draw) per game, and a dictionary of lists of outcomes over all games.
//!
//! `cargo bench --bench toothpicks`

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use sticks_and_stones::game::{Game, Player};
use sticks_and_stones::random::Dice;
use sticks_and_stones::toothpicks::strategies::random;
use sticks_and_stones::toothpicks::{Board, Experience, History};

const TOOTHPICKS: u32 = 50;
const BOUNDS: u32 = 2;
const SEED: u64 = 1;

fn main() {
    println!("{TOOTHPICKS} toothpicks, bounds {BOUNDS}; best of 3, one core\n");
    println!("{:<36} {:>12} {:>12} {:>7}", "", "lists", "ours", "ratio");
    play();
    play_and_learn();
    learn_from_history();
}

fn play() {
    let games = 1_000_000;
    assert_eq!(lists::winners(2_000), winners(2_000));
    report(
        "play 1,000,000 random games",
        // A tenth of the games: the time is what counts, and it is ten times as long.
        best(|| lists::winners(games / 10)) * 10,
        best(|| winners(games)),
    );
}

fn play_and_learn() {
    let games = 200_000;
    assert_eq!(lists::learnt(2_000).draws(), draws(learnt(2_000)));
    report(
        "play 200,000 games and learn",
        best(|| lists::learnt(games).draws()),
        best(|| draws(learnt(games))),
    );
}

fn learn_from_history() {
    let games = 100_000;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.jsonl");
    let mut history = History::open(&path).expect("opened");
    let mut dice = Dice::new(SEED);
    let mut board = Board::new(TOOTHPICKS, BOUNDS);
    for _ in 0..games {
        play_one(&mut board, &mut dice);
        history.append(&board).expect("written");
    }
    let ours = || {
        let mut experience = Experience::new(TOOTHPICKS, BOUNDS).expect("small");
        let mut history = History::open(&path).expect("opened");
        history.read(|game| experience.learn(game)).expect("read");
        draws(experience)
    };
    assert_eq!(lists::read(&path).draws(), ours());
    report(
        "read and learn 100,000 games",
        best(|| lists::read(&path).draws()),
        best(ours),
    );
}

fn report(what: &str, theirs: Duration, ours: Duration) {
    let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
    println!(
        "{what:<36} {:>9.1} ms {:>9.1} ms {ratio:>6.1}x",
        theirs.as_secs_f64() * 1e3,
        ours.as_secs_f64() * 1e3,
    );
}

fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    let once = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..3).map(once).min().unwrap_or_default()
}

fn play_one(board: &mut Board, dice: &mut Dice) -> Player {
    board.restart();
    loop {
        if let Some(winner) = board.winner() {
            return winner;
        }
        board.update(random(board, dice)).expect("legal");
    }
}

/// How often each player wins.
fn winners(games: u32) -> [u32; 2] {
    let mut dice = Dice::new(SEED);
    let mut board = Board::new(TOOTHPICKS, BOUNDS);
    let mut wins = [0; 2];
    for _ in 0..games {
        wins[play_one(&mut board, &mut dice).index()] += 1;
    }
    wins
}

fn learnt(games: u32) -> Experience {
    let mut dice = Dice::new(SEED);
    let mut board = Board::new(TOOTHPICKS, BOUNDS);
    let mut experience = Experience::new(TOOTHPICKS, BOUNDS).expect("small");
    for _ in 0..games {
        play_one(&mut board, &mut dice);
        experience.learn(&board);
    }
    experience
}

fn draws(mut experience: Experience) -> Vec<u32> {
    (1..=TOOTHPICKS)
        .map(|state| experience.opinion(state).draw)
        .collect()
}

/// What one would write first.
mod lists {
    use super::*;

    struct Game {
        winner: String,
        data: HashMap<u32, (String, u32)>,
    }

    fn play(dice: &mut Dice) -> Game {
        let (mut state, mut player) = (TOOTHPICKS, "Player 1");
        let mut data = HashMap::new();
        let mut winner = player;
        while state > 0 {
            let legal: Vec<u32> = (1..=BOUNDS.min(state)).collect();
            let draw = *dice.pick(&legal);
            data.insert(state, (player.to_owned(), draw));
            state -= draw;
            winner = player;
            player = if player == "Player 1" {
                "Player 2"
            } else {
                "Player 1"
            };
        }
        let winner = winner.to_owned();
        Game { winner, data }
    }

    pub(crate) fn winners(games: u32) -> [u32; 2] {
        let mut dice = Dice::new(SEED);
        let mut wins = [0; 2];
        for _ in 0..games {
            let game = black_box(play(&mut dice));
            wins[usize::from(game.winner == "Player 2")] += 1;
        }
        wins
    }

    /// The outcomes of every draw at every state.
    #[derive(Default)]
    pub(crate) struct Outcomes(HashMap<u32, HashMap<u32, Vec<bool>>>);

    pub(crate) fn learnt(games: u32) -> Outcomes {
        let mut dice = Dice::new(SEED);
        let mut outcomes = Outcomes::default();
        for _ in 0..games {
            outcomes.learn(&play(&mut dice));
        }
        outcomes
    }

    pub(crate) fn read(path: &std::path::Path) -> Outcomes {
        let mut outcomes = Outcomes::default();
        for line in std::fs::read_to_string(path).expect("read").lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let data = line["data"].as_object().expect("a map");
            let entry = |(state, turn): (&String, &serde_json::Value)| {
                let name = turn[0].as_str().expect("a name").to_owned();
                let draw = turn[1].as_u64().expect("a number") as u32;
                (state.parse().expect("a state"), (name, draw))
            };
            outcomes.learn(&Game {
                winner: line["winner"].as_str().expect("a name").to_owned(),
                data: data.iter().map(entry).collect(),
            });
        }
        outcomes
    }

    impl Outcomes {
        fn learn(&mut self, game: &Game) {
            for (state, (player, draw)) in &game.data {
                let draws = self.0.entry(*state).or_default();
                draws.entry(*draw).or_default().push(*player == game.winner);
            }
        }

        pub(crate) fn draws(&self) -> Vec<u32> {
            let mut won = vec![false];
            let mut chosen = Vec::new();
            for state in 1..=TOOTHPICKS {
                let wins = |draw: &u32| !won[(state - draw) as usize];
                let legal = 1..=BOUNDS.min(state);
                let best = legal.max_by(|a, b| {
                    let (rate_a, rate_b) = (self.rate(state, *a), self.rate(state, *b));
                    let by_worth = wins(a).cmp(&wins(b));
                    by_worth.then(rate_a.total_cmp(&rate_b)).then(b.cmp(a))
                });
                let best = best.expect("a legal draw");
                won.push(wins(&best));
                chosen.push(best);
            }
            chosen
        }

        fn rate(&self, state: u32, draw: u32) -> f64 {
            let outcomes = &self.0[&state][&draw];
            outcomes.iter().filter(|won| **won).count() as f64 / outcomes.len() as f64
        }
    }
}
