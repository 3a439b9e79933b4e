//! The hall: plays the games of a tournament stage by stage, several at a time, and keeps the board.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::board::{Board, UnderWay, add_move, in_short};
use super::book::Book;
use super::config::Config;
use super::format::{Over, Plan};
use super::game::play_game;
use super::record::{GameRecord, MoveRecord};
use super::schedule::Pairing;
use super::side_by_side::side_by_side;
use crate::program::Failure;

/// Everything the threads that play share.
pub(super) struct Hall<'a> {
    config: &'a Config,
    stop: Arc<AtomicBool>,
    book: Mutex<Book>,
    board: Mutex<Board>,
    failure: Mutex<Option<Failure>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hall<'_> {
    /// A hall in which nothing has been played yet, but for what is in the book.
    pub(super) fn new(config: &Config, book: Book, stop: Arc<AtomicBool>) -> Hall<'_> {
        Hall {
            config,
            stop,
            book: Mutex::new(book),
            board: Mutex::default(),
            failure: Mutex::default(),
        }
    }

    /// Whether somebody wants the run to end.
    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What is known at the moment.
    pub(super) fn board(&self) -> MutexGuard<'_, Board> {
        locked(&self.board)
    }

    /// Plays all games that `next` asks for, given the number of the stage and the games before it, until
    /// it asks for none.
    pub(super) fn play_all(
        &self,
        plan: &Plan,
        next: impl Fn(usize, &[Over]) -> Vec<Pairing>,
    ) -> Result<(), Failure> {
        let found = std::mem::take(&mut locked(&self.book).found);
        let names = found.games.into_iter();
        let mut known: HashMap<Key, (GameRecord, String)> = names
            .zip(found.moves)
            .map(|game| (key(&game.0), game))
            .collect();
        self.board().expected = usize::try_from(plan.games()).unwrap_or(usize::MAX);
        let (mut over, mut numbered) = (Vec::new(), 0);
        for stage in 0.. {
            let games = next(stage, &over);
            if games.is_empty() || self.stopped() {
                break;
            }
            let mut left = Vec::new();
            for (pairing, number) in games.iter().zip(numbered + 1..) {
                match known.remove(&self.key_of(pairing)) {
                    Some((game, moves)) => self.board().games.push((game, moves)),
                    None => left.push((number, *pairing)),
                }
            }
            numbered += games.len();
            self.play(&left);
            if !self.has_all(&games, &mut over) {
                break;
            }
        }
        let mut board = self.board();
        board.under_way.clear();
        board.is_over = !self.stopped();
        locked(&self.failure).take().map_or(Ok(()), Err)
    }

    /// Plays some games, several at a time.
    fn play(&self, games: &[(usize, Pairing)]) {
        side_by_side(self.config.at_a_time(), games, |(number, pairing)| {
            if !self.stopped() {
                self.play_one(*number, pairing);
            }
            !self.stopped()
        });
    }

    fn play_one(&self, number: usize, pairing: &Pairing) {
        let under_way = UnderWay {
            pairing: *pairing,
            moves: String::new(),
        };
        self.board().under_way.insert(number, under_way);
        let watch = |made: Option<&MoveRecord>| {
            if let Some(made) = made
                && let Some(game) = self.board().under_way.get_mut(&number)
            {
                add_move(&mut game.moves, made);
            }
            !self.stopped()
        };
        let written = match play_game(self.config, pairing, number, &watch) {
            Ok(Some((moves, game))) => {
                let told = in_short(&moves);
                let written = locked(&self.book).add(moves, game.clone());
                let mut board = self.board();
                board.under_way.remove(&number);
                board.games.extend(written.is_ok().then_some((game, told)));
                written
            }
            Ok(None) => Ok(()),
            Err(error) => Err(cannot_play(self.config, &error)),
        };
        if let Err(failure) = written {
            locked(&self.failure).get_or_insert(failure);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Adds the results of these games, in their order; false if one is missing.
    fn has_all(&self, games: &[Pairing], over: &mut Vec<Over>) -> bool {
        let board = self.board();
        let played = board.games.iter().rev().take(games.len());
        let results: HashMap<Key, &GameRecord> =
            played.map(|(game, _)| (key(game), game)).collect();
        for &pairing in games {
            let Some(game) = results.get(&self.key_of(&pairing)) else {
                return false;
            };
            let by_first = game.winner.as_ref().map(|name| *name == game.first);
            let winner = by_first.map(|first| pairing.bots[usize::from(!first)]);
            over.push(Over { pairing, winner });
        }
        true
    }

    fn key_of(&self, pairing: &Pairing) -> Key {
        let [first, second] = pairing.bots.map(|bot| self.config.bots[bot].name.clone());
        (pairing.round, pairing.stones, first, second)
    }
}

/// A fault of this machine, and of no bot.
pub(super) fn cannot_play(config: &Config, error: &std::io::Error) -> Failure {
    let port = config.port;
    let port = port.map_or(String::new(), |port| format!(" on port {port}"));
    Failure::task(format_args!(
        "cannot play a game{port}: {error}; what was played is kept, go on with --resume"
    ))
}

/// What makes a game the same game in another run.
type Key = (u32, u32, String, String);

fn key(game: &GameRecord) -> Key {
    let (first, second) = (game.first.clone(), game.second.clone());
    (game.round, game.stones, first, second)
}
