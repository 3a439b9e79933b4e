//! One game between two connected clients, from init to the final state.
//!
//! Only the player to move is judged; what the other sends early waits for its turn, and that it has
//! gone is noticed at once. Every way a game can end produces a [`Verdict`].

use std::io;
use std::time::{Duration, Instant};

use super::connection::{Connection, Incoming};
use super::lobby::{Guest, Lobby};
use super::names::Name;
use super::position::{Position, Request};
use super::protocol::{Dialect, Ending, Report, Terms, Verdict};
use crate::game::Player;

/// A player at the table.
pub(crate) struct Seat {
    /// The line to it.
    pub connection: Connection,
    /// What it calls itself.
    pub name: Name,
    /// How it is told the state of the game.
    pub dialect: Dialect,
}

impl Seat {
    /// Sits a guest down.
    pub(crate) fn new(guest: Guest, dialect: Dialect) -> Seat {
        Seat {
            connection: guest.connection,
            name: Name::new(&guest.hello.name),
            dialect,
        }
    }
}

/// What happened on a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// Whose turn it was.
    pub player: Player,
    /// What it asked for; `None` if it did not come to a move.
    pub asked: Option<Request>,
    /// How long it thought about it.
    pub time: Duration,
    /// The pile before.
    pub before: Position,
    /// The pile after.
    pub after: Position,
    /// How the game ended, if it did.
    pub verdict: Option<Verdict>,
}

/// Each player's time for the whole game, `None` before its first move.
type Used = [Option<Duration>; 2];

/// Plays a game and returns how it ended and the time each player used; the players are then on
/// their way out through the lobby.
///
/// `watch` sees every turn, and is asked several times a second (with `None`) whether to go on. If it
/// says no, the game is broken off without a verdict.
pub(crate) fn play(
    terms: &Terms,
    seats: [Seat; 2],
    lobby: &mut Lobby,
    mut watch: impl FnMut(Option<&Turn>) -> bool,
) -> io::Result<Option<(Verdict, [Duration; 2])>> {
    let mut game = Match {
        seats,
        position: terms.start(),
        used: [None; 2],
        limit: Duration::from_secs(terms.seconds),
    };
    for player in [Player::First, Player::Second] {
        game.seats[player.index()]
            .connection
            .send(terms.message(player));
    }
    let verdict = loop {
        let Some(turn) = game.await_turn(lobby, || watch(None))? else {
            break None;
        };
        game.announce(&turn);
        let go_on = watch(Some(&turn));
        if turn.verdict.is_some() || !go_on {
            break turn.verdict;
        }
    };
    let used = game.used.map(Option::unwrap_or_default);
    for seat in game.seats {
        lobby.see_off(seat.connection);
    }
    Ok(verdict.map(|verdict| (verdict, used)))
}

struct Match {
    seats: [Seat; 2],
    position: Position,
    used: Used,
    limit: Duration,
}

impl Match {
    fn seat(&mut self, player: Player) -> &mut Seat {
        &mut self.seats[player.index()]
    }

    /// Waits until the player to move has moved or lost; `None` if `go_on` says no.
    ///
    /// The clock starts when the mover has been told of its turn, which the pace may delay. It is
    /// read when a message has come, and it ends the game without one.
    fn await_turn(
        &mut self,
        lobby: &mut Lobby,
        mut go_on: impl FnMut() -> bool,
    ) -> io::Result<Option<Turn>> {
        let mover = self.position.to_move;
        let used = self.used[mover.index()].unwrap_or_default();
        let left = self.limit.saturating_sub(used);
        let mut started = None;
        loop {
            let now = Instant::now();
            if started.is_none() && self.seat(mover).connection.is_told() {
                started = Some(now);
            }
            let time = started.map_or(Duration::ZERO, |started| now - started);
            if time > left {
                return Ok(Some(self.lose(mover, Ending::TimeLimit, time)));
            }
            if started.is_some()
                && let Some(incoming) = self.seat(mover).connection.take()
            {
                return Ok(Some(self.judge(incoming, time)));
            }
            for player in [mover, mover.other()] {
                if let Some(Incoming::Closed) = self.seat(player).connection.peek() {
                    return Ok(Some(self.lose(player, Ending::Disconnected, time)));
                }
            }
            if !go_on() {
                return Ok(None);
            }
            let until = started.map_or(now + left, |started| started + left);
            let [first, second] = &mut self.seats;
            let players = &mut [&mut first.connection, &mut second.connection];
            lobby.wait_for_players(players, until)?;
        }
    }

    /// Judges what the player to move has done, in time.
    fn judge(&mut self, incoming: Incoming, time: Duration) -> Turn {
        let mover = self.position.to_move;
        let asked = match incoming {
            Incoming::Closed => return self.lose(mover, Ending::Disconnected, time),
            Incoming::Malformed => return self.lose(mover, Ending::InvalidMessage, time),
            Incoming::Message(object) => match Request::read(&object) {
                Ok(asked) => asked,
                Err(_) => return self.lose(mover, Ending::InvalidMessage, time),
            },
        };
        let (after, ending) = self.position.judge(asked);
        let about = mover;
        let verdict = ending.map(|ruling| Verdict {
            about,
            ending: ruling.into(),
        });
        self.turn(Some(asked), time, after, verdict)
    }

    /// The end of the game without a move.
    fn lose(&mut self, about: Player, ending: Ending, time: Duration) -> Turn {
        let verdict = Some(Verdict { about, ending });
        self.turn(None, time, self.position, verdict)
    }

    fn turn(
        &mut self,
        asked: Option<Request>,
        time: Duration,
        after: Position,
        verdict: Option<Verdict>,
    ) -> Turn {
        let before = self.position;
        let player = before.to_move;
        *self.used[player.index()].get_or_insert_default() += time;
        self.position = after;
        Turn {
            player,
            asked,
            time,
            before,
            after,
            verdict,
        }
    }

    /// Tells both players, the first one first, each in its dialect.
    fn announce(&mut self, turn: &Turn) {
        let nothing = Request {
            stones: 0,
            reset: false,
        };
        let [first, second] = &self.seats;
        let report = Report {
            position: &self.position,
            asked: turn.asked.unwrap_or(nothing),
            verdict: turn.verdict,
            names: [&first.name, &second.name],
            used: self.used,
        };
        let messages = [first, second].map(|seat| report.message(seat.dialect));
        for (seat, message) in self.seats.iter_mut().zip(messages) {
            seat.connection.send(message);
        }
    }
}
