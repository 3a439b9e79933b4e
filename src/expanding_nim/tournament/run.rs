//! A tournament from its file to its results.

use std::fs;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

use super::Wishes;
use super::book::Book;
use super::bot::build;
use super::budget::rehearse;
use super::config::Config;
use super::contestant::Contestant;
use super::dialect::find_out;
use super::feed::Feed;
use super::format::{Format, Plan};
use super::hall::{Hall, cannot_play};
use super::record::Spoken;
use super::results::{write_forfeits, write_json};
use super::screen::Screen;
use super::side_by_side::side_by_side;
use super::standings::{Order, Standings};
use super::until;
use crate::expanding_nim::protocol::Dialect;
use crate::files;
use crate::program::{Failure, cannot_write};

/// Serves the board at an address until the program is interrupted, and tells the address when it is known.
pub type Server = fn(SocketAddr, Arc<Feed>, started: &dyn Fn(SocketAddr)) -> Result<(), Failure>;

/// Runs a tournament to its end, or to an interruption; `server` serves the board, if that is asked for.
pub fn run(wishes: &Wishes, server: Server) -> Result<(), Failure> {
    let mut config = Config::read(&wishes.file)?;
    let log = config.log_path(&wishes.file);
    check_files(wishes, &log)?;
    for path in [&wishes.json, &wishes.html].into_iter().flatten() {
        files::try_replacing(path).map_err(|error| Failure::task(cannot_write(path, error)))?;
    }
    let (mut book, aside) = Book::open(&log, config.rules(), wishes.resume)?;
    if let Some(aside) = aside {
        say(format_args!("the old log is now {}", aside.display()));
    }
    crate::process::keep_to_ourselves();
    let stop = stop_at_signals()?;
    build_bots(&mut config, &stop);
    find_dialects(&mut config, &mut book, &stop)?;
    settle_rounds(wishes, &mut config, &mut book, &stop)?;
    let plan = config.plan();
    let order = order(&plan, wishes.until.is_some());
    let (feed, serving) = serve(wishes, server)?.unzip();
    let hall = Hall::new(&config, book, stop);
    let screen = Screen::new(&config, order, wishes.html.as_deref(), feed);
    let played = screen.show_while(&hall, || {
        hall.play_all(&plan, |stage, over| {
            let games = plan.stage(stage, over);
            match wishes.until {
                Some(sure) if games.is_empty() => {
                    until::more(plan.bots, &plan.stones, over, sure, plan.last_round())
                }
                _ => games,
            }
        })
    });
    let written = screen.write_file();
    played?;
    let mut games: Vec<_> = hall
        .board()
        .games
        .iter()
        .map(|(game, _)| game.clone())
        .collect();
    games.sort_by_key(|game| game.game);
    if hall.stopped() {
        return Err(Failure::with_code(
            130,
            format_args!(
                "interrupted after {}; what was played is in {}, go on with --resume",
                counted(games.len()),
                log.display()
            ),
        ));
    }
    let standings = Standings::of(&config, &games, order);
    if let Some(path) = &wishes.json {
        write_json(path, &config, &standings, &games)?;
    }
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{standings}")?;
    write_forfeits(&mut stdout, &games)?;
    stdout.flush()?;
    written?;
    match serving {
        Some(thread) => {
            say(format_args!("the board is served until Ctrl-C"));
            thread.join().unwrap_or(Ok(()))
        }
        None => Ok(()),
    }
}

/// Refuses to write over the tournament, its log, or what is written already.
fn check_files(wishes: &Wishes, log: &Path) -> Result<(), Failure> {
    let mut taken = vec![
        (real(&wishes.file), "the tournament itself"),
        (real(log), "its log"),
    ];
    for (flag, path) in [("--json", &wishes.json), ("--html", &wishes.html)] {
        let Some(path) = path else { continue };
        let (shown, path) = (path.display(), real(path));
        if let Some((_, what)) = taken.iter().find(|(other, _)| *other == path) {
            let what = format_args!("{flag} {shown} would overwrite {what}: choose another file");
            return Err(Failure::usage(what));
        }
        taken.push((path, "the results"));
    }
    Ok(())
}

/// The path without links, also of a file that is not there yet.
fn real(path: &Path) -> PathBuf {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
    let below = || Some(folder.ok()?.join(path.file_name()?));
    let found = fs::canonicalize(path).ok().or_else(below);
    found.unwrap_or_else(|| path.to_owned())
}

fn counted(games: usize) -> String {
    let noun = if games == 1 { "game" } else { "games" };
    format!("{games} {noun}")
}

/// Serves the board in a thread of its own, if that is asked for.
fn serve(wishes: &Wishes, server: Server) -> Result<Option<(Arc<Feed>, Serving)>, Failure> {
    let Some(address) = wishes.serve else {
        return Ok(None);
    };
    let feed = Arc::new(Feed::default());
    let (started, starting) = channel();
    let shared = Arc::clone(&feed);
    let thread = thread::Builder::new().spawn(move || {
        server(address, shared, &|address| {
            let _ = started.send(address);
        })
    })?;
    match starting.recv() {
        Ok(address) => {
            say(format_args!("the board is at http://{address}/"));
            Ok(Some((feed, thread)))
        }
        Err(_) => Err(match thread.join() {
            Ok(Err(failure)) => failure,
            _ => Failure::task(format_args!("cannot serve the board on {address}")),
        }),
    }
}

/// The thread that serves the board.
type Serving = JoinHandle<Result<(), Failure>>;

fn say(what: std::fmt::Arguments) {
    let _ = writeln!(io::stderr(), "{what}");
}

/// Raised by whoever wants the run to end.
fn stop_at_signals() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::default();
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
        // However often: stopping takes a moment, and nothing may be left of the bots.
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

fn order(plan: &Plan, goes_on: bool) -> Order {
    match plan.format {
        _ if goes_on => Order::Rating,
        Format::RoundRobin => Order::Points,
        Format::Swiss => Order::Share,
        Format::Gauntlet => Order::Rating,
        Format::Groups => Order::Final(plan.rounds),
    }
}

/// Builds every bot that is to be built. One that cannot be loses its games for that.
fn build_bots(config: &mut Config, stop: &AtomicBool) {
    let goes_on = || !stop.load(Ordering::Relaxed);
    let broken = each(config, |bot| {
        let broken = build(config, bot, &goes_on);
        if let Some(why) = &broken {
            say(format_args!("{} {why}", bot.name));
        }
        broken
    });
    for (bot, broken) in config.bots.iter_mut().zip(broken) {
        bot.broken = broken.flatten();
    }
}

/// Settles the dialect of every bot: told, on record, or found out now and put on record.
fn find_dialects(config: &mut Config, book: &mut Book, stop: &AtomicBool) -> Result<(), Failure> {
    for bot in config.bots.iter_mut().filter(|bot| bot.dialect.is_none()) {
        let mut known = book.found.dialects.iter();
        bot.dialect = known
            .find(|spoken| spoken.bot == bot.name)
            .map(|spoken| spoken.dialect);
    }
    let book = Mutex::new(book);
    let goes_on = || !stop.load(Ordering::Relaxed);
    let found = each(config, |bot| -> Result<Option<Dialect>, Failure> {
        if bot.dialect.is_some() || !goes_on() {
            return Ok(bot.dialect);
        }
        let dialect = find_out(config, bot, &|_| goes_on());
        let dialect = dialect.map_err(|error| cannot_play(config, &error))?;
        if bot.builtin.is_none() && goes_on() {
            let mut book = book.lock().unwrap_or_else(PoisonError::into_inner);
            let bot = bot.name.clone();
            book.add_dialect(Spoken { bot, dialect })?;
        }
        Ok(Some(dialect))
    });
    for (bot, dialect) in config.bots.iter_mut().zip(found) {
        bot.dialect = dialect.transpose()?.flatten();
    }
    Ok(())
}

/// Does something with every bot, with several at the same time.
fn each<T: Send>(config: &Config, work: impl Fn(&Contestant) -> T + Sync) -> Vec<Option<T>> {
    let places: Vec<usize> = (0..config.bots.len()).collect();
    let done: Mutex<Vec<Option<T>>> = Mutex::new(places.iter().map(|_| None).collect());
    side_by_side(config.at_a_time(), &places, |&place| {
        let result = work(&config.bots[place]);
        done.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(result);
        true
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Settles the number of rounds: told, on record, or as many as fit into the time.
fn settle_rounds(
    wishes: &Wishes,
    config: &mut Config,
    book: &mut Book,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    if let Some(rounds) = book.found.rounds
        && (wishes.budget.is_some() || config.rounds.is_none())
    {
        config.rounds = Some(rounds);
        return Ok(());
    }
    let Some(budget) = wishes.budget else {
        return Ok(());
    };
    let a_game = rehearse(config, budget, &|| stop.load(Ordering::Relaxed));
    let fit = (budget.as_secs_f64() / a_game.as_secs_f64().max(1e-6)) as u64;
    let one_round = Plan {
        rounds: 1,
        ..config.plan()
    };
    let rounds = u32::try_from(fit / one_round.games()).unwrap_or(u32::MAX);
    let most = match config.format {
        Format::Swiss => one_round.bots as u32 - 1,
        _ => 1_000_000,
    };
    let rounds = rounds.min(most);
    let a_game = a_game.as_secs_f64();
    if rounds == 0 {
        return Err(Failure::task(format_args!(
            "{fit} games fit into the budget ({a_game:.3} s each), and one round has {}: give more time, \
             or choose format = \"swiss\" or fewer stones",
            one_round.games()
        )));
    }
    say(format_args!(
        "{fit} games fit into the budget ({a_game:.3} s each): {rounds} rounds of {} games are played",
        one_round.games()
    ));
    config.rounds = Some(rounds);
    config.check().map_err(Failure::task)?;
    book.add_rounds(rounds)
}
