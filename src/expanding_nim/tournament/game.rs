//! One game of a tournament: both bots started and seated, the game played, both ended for certain.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use super::bot::{Running, Trouble};
use super::config::Config;
use super::contestant::Contestant;
use super::record::{Forfeit, GameRecord, MoveRecord};
use super::schedule::Pairing;
use crate::expanding_nim::bot::Bot;
use crate::expanding_nim::connection::Connection;
use crate::expanding_nim::lobby::{Guest, Lobby, TurnedAway};
use crate::expanding_nim::pace::Pace;
use crate::expanding_nim::position::{Request, Ruling};
use crate::expanding_nim::protocol::{Dialect, Ending, Terms, Verdict};
use crate::expanding_nim::server::{self, Seat, Turn};
use crate::game::Player;
use crate::process;

/// How long a bot that has ended may still have a hello on its way.
const GRACE: Duration = Duration::from_millis(200);

/// How long something may be missing on this machine, processes or descriptors, and how often we look.
const SHORTAGE_TIME: Duration = Duration::from_secs(10);
const SHORTAGE_TICK: Duration = Duration::from_millis(250);

/// How long a port that is taken may stay so, and how often we look.
const PORT_TIME: Duration = Duration::from_secs(60);
const PORT_TICK: Duration = Duration::from_millis(50);

const SEATS: [Player; 2] = [Player::First, Player::Second];

/// Sees every move of a game, and is asked several times a second (with `None`) whether to go on.
pub type Watch<'a> = &'a dyn Fn(Option<&MoveRecord>) -> bool;

/// Plays the game with the given number. `None` if `watch` breaks it off before it is over.
pub fn play_game(
    config: &Config,
    pairing: &Pairing,
    number: usize,
    watch: Watch,
) -> io::Result<Option<(Vec<MoveRecord>, GameRecord)>> {
    let mut game = Game {
        config,
        bots: pairing.bots.map(|bot| &config.bots[bot]),
        number,
        running: [None, None],
        faults: [None, None],
        watch,
    };
    let (mut lobby, guests) = game.seat_both()?;
    let mut moves = Vec::new();
    let mut excess = [None, None];
    let mut given_up = None;
    let outcome = match guests {
        [Some(first), Some(second)] if game.faults.iter().all(Option::is_none) => {
            let seats = [
                Seat::new(first, game.bots[0].dialect.unwrap_or(Dialect::Taken)),
                Seat::new(second, game.bots[1].dialect.unwrap_or(Dialect::Taken)),
            ];
            let mut judge = Bot::new();
            server::play(&game.terms(pairing), seats, &mut lobby, |turn| {
                given_up = turn.and_then(|turn| gave_up_a_win(turn, &mut judge));
                let turn = turn.filter(|turn| turn.asked.is_some());
                let made = turn.map(|turn| game.record_move(turn, moves.len() + 1, &mut judge));
                let go_on = watch(made.as_ref());
                moves.extend(made);
                for (excess, running) in excess.iter_mut().zip(&game.running) {
                    *excess = running.as_ref().and_then(Running::excess);
                }
                go_on && excess.iter().all(Option::is_none)
            })?
        }
        // Whoever did come is sent home.
        guests => {
            let guests = guests.into_iter().flatten();
            guests.for_each(|guest| lobby.see_off(guest.connection));
            None
        }
    };
    if !watch(None) {
        return Ok(None);
    }
    for (fault, excess) in game.faults.iter_mut().zip(excess) {
        *fault = fault.take().or(excess);
    }
    // Bots that have been told the end are given a moment to end by themselves.
    lobby.close()?;
    let record = game.conclude(pairing, outcome, &moves, given_up);
    Ok(Some((moves, record)))
}

/// A game between two bots that may or may not be running.
struct Game<'a> {
    config: &'a Config,
    bots: [&'a Contestant; 2],
    number: usize,
    running: [Option<Running>; 2],
    /// Why a bot did not make it to its seat.
    faults: [Option<String>; 2],
    watch: Watch<'a>,
}

impl Game<'_> {
    fn terms(&self, pairing: &Pairing) -> Terms {
        Terms {
            stones: pairing.stones,
            resets: self.config.resets,
            initial_max: self.config.initial_max,
            seconds: self.config.seconds,
        }
    }

    /// Seats both, and begins again if the machine was short of something: that may pass.
    fn seat_both(&mut self) -> io::Result<(Lobby, [Option<Guest>; 2])> {
        let deadline = Instant::now() + SHORTAGE_TIME;
        loop {
            match self.try_to_seat_both() {
                Err(_) if Instant::now() < deadline && (self.watch)(None) => {
                    self.end_both();
                    thread::sleep(SHORTAGE_TICK);
                }
                seated => return seated,
            }
        }
    }

    /// Starts both bots and waits for their hellos.
    ///
    /// Who is who is certain: each bot has a port or a network of its own, and a seat is given only to a
    /// process of that bot. Where the port is shared, the second bot is started only when the first one is
    /// seated.
    fn try_to_seat_both(&mut self) -> io::Result<(Lobby, [Option<Guest>; 2])> {
        if self.config.shares_port() {
            let mut lobby = self.open(self.config.port, Pace::told(self.config.pace))?;
            self.start(0, &lobby)?;
            let first = self.await_hello(0, &mut lobby)?;
            self.start(1, &lobby)?;
            let second = self.await_hello(1, &mut lobby)?;
            return Ok((lobby, [first, second]));
        }
        let mut lobby = self.start_apart(0)?;
        let mut other = self.start_apart(1)?;
        let first = self.await_hello(0, &mut lobby)?;
        let second = self.await_hello(1, &mut other)?;
        Ok((lobby, [first, second]))
    }

    /// Starts a bot at a port of its own. Our own bots need no pace.
    fn start_apart(&mut self, seat: usize) -> io::Result<Lobby> {
        let bot = self.bots[seat];
        let pace = match bot.builtin {
            Some(_) => Pace::NONE,
            None => Pace::told(self.config.pace),
        };
        let own_port = self.config.own_port().filter(|_| bot.builtin.is_none());
        let Some(port) = own_port else {
            let lobby = self.open(None, pace)?;
            self.start(seat, &lobby)?;
            return Ok(lobby);
        };
        match Running::start_in_own_network(self.config, bot, SEATS[seat], port) {
            Ok((running, door, census)) => {
                self.running[seat] = Some(running);
                Lobby::behind(door, Some(census), pace, self.time_to_start())
            }
            Err(Trouble::Bot(why)) => {
                self.faults[seat] = Some(why);
                self.open(None, pace)
            }
            Err(Trouble::Machine(error)) => Err(error),
        }
    }

    fn time_to_start(&self) -> Duration {
        Duration::from_secs(self.config.start)
    }

    /// Opens a lobby at a port, or at any that is free. Whoever else plays at that port now is waited for.
    fn open(&self, port: Option<u16>, pace: Pace) -> io::Result<Lobby> {
        let address = ("127.0.0.1", port.unwrap_or(0));
        let deadline = Instant::now() + PORT_TIME;
        loop {
            match Lobby::open(address, pace, self.time_to_start()) {
                Err(error)
                    if error.kind() == io::ErrorKind::AddrInUse
                        && Instant::now() < deadline
                        && (self.watch)(None) =>
                {
                    thread::sleep(PORT_TICK);
                }
                opened => return opened,
            }
        }
    }

    fn start(&mut self, seat: usize, lobby: &Lobby) -> io::Result<()> {
        let port = lobby.address()?.port();
        let seed = self.config.seed;
        let seed = seed.map(|seed| seed.wrapping_add(2 * self.number as u64 + seat as u64));
        match Running::start(self.config, self.bots[seat], SEATS[seat], port, seed) {
            Ok(running) => self.running[seat] = Some(running),
            Err(Trouble::Bot(why)) => self.faults[seat] = Some(why),
            Err(Trouble::Machine(error)) => return Err(error),
        }
        Ok(())
    }

    fn await_hello(&mut self, seat: usize, lobby: &mut Lobby) -> io::Result<Option<Guest>> {
        let Some(running) = &self.running[seat] else {
            return Ok(None);
        };
        let start = self.config.start;
        let deadline = Instant::now() + self.time_to_start();
        let no_hello = || format!("said no hello within {start} seconds");
        let other = self.running[1 - seat].as_ref();
        let mut thief = false;
        // The kernel takes milliseconds to tell whose socket it is: nobody asks between our own bots, and in
        // a network in which there is nobody else.
        let is_alone = self.config.own_port().is_some() && self.bots[seat].builtin.is_none();
        let may_cheat = !is_alone && self.bots.iter().any(|bot| bot.builtin.is_none());
        let invited = |guest: &Connection| {
            if !may_cheat {
                return true;
            }
            let socket = guest.peer_socket();
            let its_own = running.holds(socket);
            thief |= !its_own && other.is_some_and(|other| other.holds(socket));
            its_own
        };
        let mut ended = None;
        let mut fault = None;
        let guests = lobby.gather(1, invited, |turned_away| {
            let now = Instant::now();
            if ended.is_none() {
                ended = running.ending().map(|ending| (ending, now + GRACE));
            }
            fault = match (turned_away, ended) {
                (Some(TurnedAway::BadHello), _) => {
                    Some("said something else than hello".to_owned())
                }
                (_, Some((ending, grace))) if now > grace => {
                    Some(format!("ended before it said hello ({})", describe(ending)))
                }
                (Some(TurnedAway::Silent), _) => Some(no_hello()),
                _ if now > deadline => Some(no_hello()),
                _ => None,
            };
            fault = fault.take().or_else(|| running.excess());
            fault.is_none() && (self.watch)(None)
        })?;
        self.faults[seat] = fault;
        if thief {
            self.faults[1 - seat] = Some("tried to take the seat of its opponent".to_owned());
        }
        Ok(guests.and_then(|mut guests| guests.pop()))
    }

    fn record_move(&self, turn: &Turn, number: usize, judge: &mut Bot) -> MoveRecord {
        let asked = turn.asked.expect("only moves are recorded");
        let was_won = judge.wins(&turn.before).ok();
        let is_won = match turn.verdict {
            Some(verdict) => Some(verdict.winner() == turn.player),
            None => judge.wins(&turn.after).ok().map(|theirs| !theirs),
        };
        MoveRecord {
            game: self.number,
            turn: number,
            player: self.bots[turn.player.index()].name.clone(),
            seat: turn.player.index(),
            stones: asked.stones,
            reset: asked.reset,
            limit: turn.before.limit(),
            left: turn.after.stones,
            seconds: turn.time.as_secs_f64(),
            was_won,
            threw_away_win: was_won
                .zip(is_won)
                .map(|(was_won, is_won)| was_won && !is_won),
            wasted_reset: wasted_reset(turn, is_won, judge),
        }
    }

    fn conclude(
        mut self,
        pairing: &Pairing,
        outcome: Option<(Verdict, [Duration; 2])>,
        moves: &[MoveRecord],
        given_up: Option<Player>,
    ) -> GameRecord {
        let mut winner = None;
        let mut reason = "Neither player could be started".to_owned();
        match outcome {
            Some((verdict, _)) => {
                let about = verdict.about.index();
                let mut what = verdict.ending.reason(&self.bots[about].name);
                if verdict.ending == Ending::Disconnected
                    && let Some(ending) =
                        self.running[about].as_ref().and_then(Running::ending_soon)
                {
                    what = format!("{what} ({})", describe(ending));
                }
                winner = Some(verdict.winner().index());
                reason = what;
                if verdict.ending != Ending::Ruled(Ruling::Won) {
                    self.faults[about] = Some(reason.clone());
                }
            }
            None => {
                let present = [0, 1].into_iter().find(|&seat| self.faults[seat].is_none());
                if let Some(present) = present {
                    let absent = 1 - present;
                    let what = self.faults[absent].as_deref().unwrap_or_default();
                    reason = format!("Player {} {what}", self.bots[absent].name);
                    winner = Some(present);
                }
            }
        }
        let names = self.bots.map(|bot| bot.name.clone());
        let count = |seat: usize, which: fn(&MoveRecord) -> Option<bool>| {
            let fits = |made: &&MoveRecord| made.seat == seat && which(made) == Some(true);
            moves.iter().filter(fits).count()
        };
        let lapses = [0, 1].map(|seat| usize::from(given_up == Some(SEATS[seat])));
        let [first, second] = names.clone();
        GameRecord {
            game: self.number,
            round: pairing.round,
            stones: pairing.stones,
            first,
            second,
            winner: winner.map(|seat| names[seat].clone()),
            reason,
            moves: moves.len(),
            seconds: outcome.map_or([0.0; 2], |(_, used)| used.map(|time| time.as_secs_f64())),
            won_positions: [0, 1].map(|seat| count(seat, |made| made.was_won) + lapses[seat]),
            wins_thrown_away: [0, 1]
                .map(|seat| count(seat, |made| made.threw_away_win) + lapses[seat]),
            resets_wasted: [0, 1].map(|seat| count(seat, |made| made.wasted_reset)),
            forfeits: self.end_both(),
        }
    }

    /// Ends both bots; those that failed are written down with their last words.
    fn end_both(&mut self) -> Vec<Forfeit> {
        let mut forfeits = Vec::new();
        for seat in [0, 1] {
            let stderr = self.running[seat].take().map(Running::end);
            if let Some(reason) = self.faults[seat].take() {
                forfeits.push(Forfeit {
                    player: self.bots[seat].name.clone(),
                    reason,
                    stderr: stderr.unwrap_or_default(),
                });
            }
        }
        forfeits
    }
}

/// The player that was to move in a won position and lost without a move: out of time, or gone.
fn gave_up_a_win(turn: &Turn, judge: &mut Bot) -> Option<Player> {
    let its_own = turn.verdict.is_some_and(|one| one.about == turn.player);
    let lapses = turn.asked.is_none() && its_own;
    (lapses && judge.wins(&turn.before).is_ok_and(|won| won)).then_some(turn.player)
}

/// Whether a reset was used, and the position would have been worth the same without it.
fn wasted_reset(turn: &Turn, is_won: Option<bool>, judge: &mut Bot) -> Option<bool> {
    let asked = turn.asked?;
    if !asked.reset {
        return Some(false);
    }
    let (without, ruling) = turn.before.judge(Request {
        reset: false,
        ..asked
    });
    let would_be_won = match ruling {
        Some(ruling) => ruling == Ruling::Won,
        None => !judge.wins(&without).ok()?,
    };
    Some(would_be_won == is_won?)
}

fn describe(ending: process::Ending) -> String {
    match ending {
        process::Ending::Exited(code) => format!("exit code {code}"),
        process::Ending::Killed(signal) => format!("killed by signal {signal}"),
    }
}
