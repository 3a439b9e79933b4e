//! `expanding_nim serve`: the server of the class platform.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::bot::Bot;
use super::game_log::{GameLog, say};
use super::habits::Habits;
use super::lobby::{Guest, Lobby, TurnedAway};
use super::names::Name;
use super::pace::Pace;
use super::position::Ruling;
use super::protocol::{Choice, Dialect, Ending, Terms};
use super::regulars::Regulars;
use super::server::{self, Seat, Turn};
use crate::program::{Failure, cannot_write};

/// How long a client may take to say hello.
const HELLO_TIME: Duration = Duration::from_secs(10);

/// In a game with more stones nobody works out which moves would have won.
const MOST_WEIGHED: u32 = 2_000;

/// What is served, and where.
pub struct Wishes {
    /// Stones, resets, what may always be taken, and each player's seconds.
    pub terms: Terms,
    /// The address to listen on.
    pub address: String,
    /// The port to listen on; 0 takes a free one.
    pub port: u16,
    /// What `current_max` means, to the clients and in the log.
    pub dialect: Choice,
    /// What it means to each player, where that was asked for.
    pub dialects: [Option<Choice>; 2],
    /// Milliseconds at least between two messages to a client that has sent nothing in between.
    pub pace: Option<u64>,
    /// A file for the log, begun anew with each game.
    pub log: Option<PathBuf>,
    /// Whether to play game after game until interrupted.
    pub forever: bool,
}

/// Serves one game, or game after game.
pub fn run(wishes: &Wishes) -> Result<(), Failure> {
    if let Some(path) = &wishes.log {
        create_log(path)?;
    }
    let mut lobby = open(wishes)?;
    let address = lobby.address()?;
    say(&format!("Listening on {address}\n"));
    let mut regulars = Regulars::default();
    loop {
        serve_game(wishes, &mut lobby, &mut regulars)?;
        if !wishes.forever {
            return Ok(lobby.close()?);
        }
    }
}

fn create_log(path: &Path) -> Result<File, Failure> {
    File::create(path).map_err(|error| Failure::task(cannot_write(path, error)))
}

fn open(wishes: &Wishes) -> Result<Lobby, Failure> {
    let Wishes { address, port, .. } = wishes;
    let pace = Pace::told(wishes.pace);
    Lobby::open((address, *port), pace, HELLO_TIME).map_err(|error| {
        let remedy = match error.kind() {
            io::ErrorKind::AddrInUse => "; choose another port with -p, or 0 for a free one",
            _ => "",
        };
        Failure::task(format_args!(
            "cannot listen on {address}:{port}: {error}{remedy}"
        ))
    })
}

fn serve_game(wishes: &Wishes, lobby: &mut Lobby, regulars: &mut Regulars) -> Result<(), Failure> {
    let mut guests = lobby
        .gather(
            2,
            |_| true,
            |turned_away| {
                if let Some(why) = turned_away.filter(|why| *why != TurnedAway::Full) {
                    warn(format_args!("a client got no seat: {why}"));
                }
                true
            },
        )?
        .unwrap_or_default();
    let (Some(second), Some(first)) = (guests.pop(), guests.pop()) else {
        return Ok(());
    };
    let seats = take_seats(wishes, first, second, regulars);
    let file = wishes.log.as_deref().map(create_log).transpose()?;
    let names = [&seats[0].name, &seats[1].name];
    let dialect = wishes.dialect.told().unwrap_or(Dialect::Taken);
    let mut log = GameLog::new(file, dialect, names);
    log.started(&wishes.terms);
    let told = [0, 1].map(|seat| (seats[seat].name.to_string(), seats[seat].dialect));
    let mut habits = [Habits::default(); 2];
    let mut turns = Vec::new();
    server::play(&wishes.terms, seats, lobby, |turn| {
        if let Some(turn) = turn {
            log.turn(turn);
            learn(&mut habits, turn);
            turns.extend((wishes.terms.stones <= MOST_WEIGHED).then_some(*turn));
        }
        true
    })?;
    // What would have won is worked out on nobody's clock.
    let mut judge = Bot::new();
    for turn in turns {
        if let Some(asked) = turn.asked {
            habits[turn.player.index()].weigh(&turn.before, asked, &mut judge);
        }
    }
    for (seat, (name, told)) in told.into_iter().enumerate() {
        if asked(wishes, seat) == Choice::Auto {
            regulars.learn(&name, told, habits[seat]);
            remark(wishes, seat, &name, told, regulars);
        }
    }
    Ok(())
}

fn learn(habits: &mut [Habits; 2], turn: &Turn) {
    if let Some(asked) = turn.asked {
        habits[turn.player.index()].see(&turn.before, asked, false);
    }
    if let Some(verdict) = turn.verdict
        && verdict.ending != Ending::Ruled(Ruling::Won)
    {
        habits[verdict.about.index()].forfeits += 1;
    }
}

/// Says what was found out of a client, so that nobody plays on worse than it can without a word.
fn remark(wishes: &Wishes, seat: usize, name: &str, told: Dialect, regulars: &Regulars) {
    let next = regulars.dialect(name);
    if next == told {
        return;
    }
    match (wishes.forever, next) {
        (true, Dialect::Taken) => warn(format_args!(
            "{name} broke down when it was told the limit, and is told the most taken from now on"
        )),
        (true, Dialect::Limit) => warn(format_args!(
            "{name} has never asked for more than the most taken, and is told the limit from now on"
        )),
        (false, _) => warn(format_args!(
            "{name} has never asked for more than the most taken; if it takes current_max for the \
             limit, serve it with --dialect-{seat} limit"
        )),
    }
}

/// Connection order stands unless the second connection asks to move first, as it has always been.
fn take_seats(wishes: &Wishes, first: Guest, second: Guest, regulars: &Regulars) -> [Seat; 2] {
    if first.hello.first == second.hello.first {
        let order = u8::from(!first.hello.first);
        warn(format_args!("both clients ask for order {order}"));
    }
    let guests = match second.hello.first {
        true => [(0, second), (1, first)],
        false => [(0, first), (1, second)],
    };
    guests.map(|(seat, guest)| {
        let known = || regulars.dialect(&Name::new(&guest.hello.name).to_string());
        let dialect = asked(wishes, seat).told().unwrap_or_else(known);
        Seat::new(guest, dialect)
    })
}

/// What was asked for a seat.
fn asked(wishes: &Wishes, seat: usize) -> Choice {
    wishes.dialects[seat].unwrap_or(wishes.dialect)
}

fn warn(what: std::fmt::Arguments) {
    let _ = writeln!(io::stderr(), "warning: {what}");
}
