//! A tournament from its file to its results.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

use super::Arguments;
use super::book::Book;
use super::bot::build;
use super::budget::rehearse;
use super::config::Config;
use super::dialect::find_out;
use super::feed::Feed;
use super::format::{Format, Plan};
use super::hall::{Hall, cannot_play};
use super::record::Spoken;
use super::results::{cannot_write, write_forfeits, write_json};
use super::screen::Screen;
use super::standings::{Order, Standings};
use super::until;
use crate::files;
use crate::program::Failure;

/// Serves the board at an address until the program is interrupted, and tells the address when it is known.
pub type Server = fn(SocketAddr, Arc<Feed>, started: &dyn Fn(SocketAddr)) -> Result<(), Failure>;

/// Runs a tournament to its end, or to an interruption.
pub(super) fn run(arguments: &Arguments, server: Server) -> Result<(), Failure> {
    let mut config = Config::read(&arguments.file)?;
    let log = config.log_path(&arguments.file);
    for path in [&arguments.json, &arguments.html].into_iter().flatten() {
        files::try_replacing(path).map_err(|error| cannot_write(path, &error))?;
    }
    let (mut book, aside) = Book::open(&log, config.rules(), arguments.resume)?;
    if let Some(aside) = aside {
        say(format_args!("the old log is now {}", aside.display()));
    }
    crate::process::keep_to_ourselves();
    let stop = stop_at_signals()?;
    build_bots(&mut config, &stop);
    find_dialects(&mut config, &mut book, &stop)?;
    settle_rounds(arguments, &mut config, &mut book, &stop)?;
    let plan = config.plan();
    let order = order(&plan, arguments.until.is_some());
    let (feed, serving) = serve(arguments, server)?.unzip();
    let hall = Hall::new(&config, book, stop);
    let screen = Screen::new(&config, order, arguments.html.as_deref(), feed);
    let played = screen.show_while(&hall, || {
        hall.play_all(&plan, |stage, over| {
            let games = plan.stage(stage, over);
            match arguments.until {
                Some(sure) if games.is_empty() => {
                    until::more(plan.bots, &plan.stones, over, sure, plan.last_round())
                }
                _ => games,
            }
        })
    });
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
                "interrupted after {} games, which are in {}; go on with --resume",
                games.len(),
                log.display()
            ),
        ));
    }
    let standings = Standings::of(&config, &games, order);
    if let Some(path) = &arguments.json {
        write_json(path, &config, &standings, &games)?;
    }
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{standings}")?;
    write_forfeits(&mut stdout, &games)?;
    stdout.flush()?;
    match serving {
        Some(thread) => {
            say(format_args!("the board is served until Ctrl-C"));
            thread.join().unwrap_or(Ok(()))
        }
        None => Ok(()),
    }
}

/// Serves the board in a thread of its own, if that is asked for.
fn serve(arguments: &Arguments, server: Server) -> Result<Option<(Arc<Feed>, Serving)>, Failure> {
    let Some(address) = arguments.serve else {
        return Ok(None);
    };
    let feed = Arc::new(Feed::default());
    let (started, starting) = channel();
    let shared = Arc::clone(&feed);
    let thread = thread::spawn(move || {
        server(address, shared, &|address| {
            let _ = started.send(address);
        })
    });
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
    for at in 0..config.bots.len() {
        let broken = build(config, &config.bots[at], &|| !stop.load(Ordering::Relaxed));
        if let Some(why) = &broken {
            say(format_args!("{} {why}", config.bots[at].name));
        }
        config.bots[at].broken = broken;
    }
}

/// Settles the dialect of every bot: told, on record, or found out now and put on record.
fn find_dialects(config: &mut Config, book: &mut Book, stop: &AtomicBool) -> Result<(), Failure> {
    for at in 0..config.bots.len() {
        let bot = &config.bots[at];
        if bot.dialect.is_some() || stop.load(Ordering::Relaxed) {
            continue;
        }
        let known = (book.found.dialects.iter()).find(|spoken| spoken.bot == bot.name);
        let dialect = match known {
            Some(spoken) => spoken.dialect,
            None => find_out(config, bot, &|_| !stop.load(Ordering::Relaxed))
                .map_err(|error| cannot_play(config, &error))?,
        };
        if known.is_none() && bot.builtin.is_none() && !stop.load(Ordering::Relaxed) {
            let bot = bot.name.clone();
            book.add_dialect(Spoken { bot, dialect })?;
        }
        config.bots[at].dialect = Some(dialect);
    }
    Ok(())
}

/// Settles the number of rounds: told, on record, or as many as fit into the time.
fn settle_rounds(
    arguments: &Arguments,
    config: &mut Config,
    book: &mut Book,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    if config.rounds.is_none() && book.found.rounds.is_some() {
        config.rounds = book.found.rounds;
        return Ok(());
    }
    let Some(budget) = arguments.budget else {
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
