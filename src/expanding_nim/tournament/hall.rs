//! The hall: plays all games of a tournament, several at a time, and tells who stands where.

use std::collections::HashSet;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::Arguments;
use super::book::Book;
use super::config::Config;
use super::dialect::find_out;
use super::game::play_game;
use super::record::{Forfeit, GameRecord, Spoken};
use super::schedule::{Pairing, schedule};
use super::standings::Standings;
use crate::expanding_nim::protocol::Dialect;
use crate::files;
use crate::program::Failure;

/// Runs a tournament to its end, or to an interruption.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut config = Config::read(&arguments.file)?;
    let log = config.log_path(&arguments.file);
    if let Some(path) = &arguments.json {
        files::try_replacing(path).map_err(|error| cannot_write(path, &error))?;
    }
    let (mut book, aside) = Book::open(&log, config.rules(), arguments.resume)?;
    if let Some(aside) = aside {
        let _ = writeln!(io::stderr(), "the old log is now {}", aside.display());
    }
    crate::process::keep_to_ourselves();
    let stop = stop_at_signals()?;
    find_dialects(&mut config, &mut book, &stop)?;
    let hall = Hall::new(&config, book, stop);
    hall.play_all()?;
    let stopped = hall.stopped();
    let games = hall.into_games();
    let standings = Standings::count(named(&config), &games);
    if stopped {
        return Err(Failure::with_code(
            130,
            format_args!(
                "interrupted after {} games, which are in {}; go on with --resume",
                games.len(),
                log.display()
            ),
        ));
    }
    if let Some(path) = &arguments.json {
        write_json(path, &config, &standings, &games)?;
    }
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{standings}")?;
    write_forfeits(&mut stdout, &games)?;
    Ok(stdout.flush()?)
}

/// Raised by whoever wants the run to end.
fn stop_at_signals() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::default();
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // However often: stopping takes a moment, and nothing may be left of the bots.
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// The bots with what is known of their dialects.
fn named(config: &Config) -> impl Iterator<Item = (&str, Option<Dialect>)> {
    let bots = config.bots.iter();
    bots.map(|bot| (bot.name.as_str(), bot.dialect))
}

/// Settles the dialect of every bot: told, on record, or found out now and put on record.
fn find_dialects(config: &mut Config, book: &mut Book, stop: &AtomicBool) -> Result<(), Failure> {
    for at in 0..config.bots.len() {
        let bot = &config.bots[at];
        if bot.dialect.is_some() || stop.load(Ordering::Relaxed) {
            continue;
        }
        let known = book.dialects.iter().find(|spoken| spoken.bot == bot.name);
        let dialect = match known {
            Some(spoken) => spoken.dialect,
            None => find_out(config, bot, &|| stop.load(Ordering::Relaxed)),
        };
        if known.is_none() && bot.builtin.is_none() && !stop.load(Ordering::Relaxed) {
            let bot = bot.name.clone();
            book.add_dialect(Spoken { bot, dialect })?;
        }
        config.bots[at].dialect = Some(dialect);
    }
    Ok(())
}

/// Everything the threads that play share.
struct Hall<'a> {
    config: &'a Config,
    games: Vec<Pairing>,
    next: AtomicUsize,
    stop: Arc<AtomicBool>,
    board: Mutex<Board>,
}

struct Board {
    book: Book,
    bar: ProgressBar,
    failure: Option<Failure>,
}

impl Hall<'_> {
    fn new(config: &Config, mut book: Book, stop: Arc<AtomicBool>) -> Hall<'_> {
        let games = schedule(config.bots.len(), &config.stones, config.rounds);
        book.games.retain(|game| config.includes(game));
        Hall {
            config,
            next: AtomicUsize::new(0),
            stop,
            board: Mutex::new(Board {
                book,
                bar: bar(games.len()),
                failure: None,
            }),
            games,
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn board(&self) -> std::sync::MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play_all(&self) -> Result<(), Failure> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let jobs = match self.config.port {
            Some(_) => 1,
            None => self.config.jobs.unwrap_or(processors),
        };
        let over = self.board().book.games.clone();
        let over: HashSet<_> = over.iter().map(key).collect();
        self.show();
        thread::scope(|scope| {
            for _ in 0..jobs.min(self.games.len()) {
                scope.spawn(|| self.play_one_after_another(&over));
            }
        });
        let mut board = self.board();
        board.bar.finish_and_clear();
        board.failure.take().map_or(Ok(()), Err)
    }

    fn play_one_after_another(&self, over: &HashSet<Key>) {
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(pairing) = self.games.get(index).filter(|_| !self.stopped()) else {
                return;
            };
            if over.contains(&key_of(self.config, pairing)) {
                continue;
            }
            let outcome = play_game(self.config, pairing, index + 1, &|| self.stopped());
            let written = match outcome {
                Ok(Some((moves, game))) => self.board().book.add(moves, game),
                Ok(None) => Ok(()),
                Err(error) => Err(Failure::task(format_args!(
                    "cannot serve a game on port {}: {error}",
                    self.config.port.unwrap_or(0)
                ))),
            };
            match written {
                Ok(()) => self.show(),
                Err(failure) => {
                    self.board().failure.get_or_insert(failure);
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Draws the standings so far, if somebody is looking.
    fn show(&self) {
        let board = self.board();
        board.bar.set_position(board.book.games.len() as u64);
        if !board.bar.is_hidden() {
            let standings = Standings::count(named(self.config), &board.book.games);
            board.bar.set_message(standings.to_string());
        }
    }

    fn into_games(self) -> Vec<GameRecord> {
        let board = self.board.into_inner();
        let mut games = board.unwrap_or_else(PoisonError::into_inner).book.games;
        games.sort_by_key(|game| game.game);
        games
    }
}

/// What makes a game the same game in another run.
type Key = (u32, u32, String, String);

fn key(game: &GameRecord) -> Key {
    let (first, second) = (game.first.clone(), game.second.clone());
    (game.round, game.stones, first, second)
}

fn key_of(config: &Config, pairing: &Pairing) -> Key {
    let [first, second] = pairing.bots.map(|bot| config.bots[bot].name.clone());
    (pairing.round, pairing.stones, first, second)
}

fn bar(games: usize) -> ProgressBar {
    let target = match io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(Some(games as u64), target);
    let template = "{msg}\n[{bar:40}] {pos} of {len} games ({eta})";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

fn write_json(
    path: &Path,
    config: &Config,
    standings: &Standings,
    games: &[GameRecord],
) -> Result<(), Failure> {
    let result = json!({
        "rules": config.rules(),
        "stones": config.stones,
        "rounds": config.rounds,
        "standings": standings,
        "games": games,
    });
    let text = format!("{result:#}\n");
    files::replace(path, text.as_bytes()).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::task(format_args!("cannot write {}: {error}", path.display()))
}

/// Each way in which a bot failed, how often, and its last words the first time.
fn write_forfeits(out: &mut impl Write, games: &[GameRecord]) -> io::Result<()> {
    let mut kinds: Vec<(&Forfeit, usize)> = Vec::new();
    for forfeit in games.iter().flat_map(|game| &game.forfeits) {
        let same = |(known, _): &&mut (&Forfeit, usize)| {
            known.player == forfeit.player && known.reason == forfeit.reason
        };
        match kinds.iter_mut().find(same) {
            Some((_, count)) => *count += 1,
            None => kinds.push((forfeit, 1)),
        }
    }
    if !kinds.is_empty() {
        writeln!(out, "\nForfeits:")?;
    }
    for (
        Forfeit {
            player,
            reason,
            stderr,
        },
        count,
    ) in kinds
    {
        writeln!(out, "  {count} x {player}: {reason}")?;
        for line in stderr {
            writeln!(out, "      {line}")?;
        }
    }
    Ok(())
}
