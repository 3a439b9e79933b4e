//! The door of a server: who knocks, who has said hello, who is turned away, who is leaving.
//!
//! Any number of clients may be waiting here at the same time, so that a silent one keeps nobody.

use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::census::Census;
use super::connection::{Connection, Incoming, wait};
use super::pace::Pace;
use super::protocol::{Hello, refusal_message};

/// How long a client that was told the end may take to close its side. The pace is not charged.
const FAREWELL_TIME: Duration = Duration::from_secs(1);

/// Clients that have not said hello yet. For who comes then, the one goes that was silent longest.
const WAITING: usize = 256;

/// Clients on their way out. Players come first: whoever else would make it more is just dropped.
const LEAVING: usize = 256;

/// So many at a time are turned away while a game is played: the players are not to wait for it.
const AT_A_TIME: usize = 4;

/// The longest sleep, so that whoever watches is asked now and then.
const TICK: Duration = Duration::from_millis(50);

/// A client that has said hello.
pub(crate) struct Guest {
    /// The line to it.
    pub connection: Connection,
    /// What it said.
    pub hello: Hello,
}

/// Why a client that connected got no seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TurnedAway {
    /// It said nothing for too long.
    Silent,
    /// It said something else than hello.
    BadHello,
    /// It closed the connection.
    Gone,
    /// Two others were faster.
    Full,
    /// It is none of those for whom the seat is kept.
    Stranger,
}

/// A listening socket and everybody around it who is not playing.
pub(crate) struct Lobby {
    door: TcpListener,
    /// Of the network of the door.
    census: Option<Arc<Census>>,
    pace: Pace,
    hello_time: Duration,
    waiting: Vec<Visitor>,
    leaving: Vec<Leaver>,
}

struct Leaver {
    connection: Connection,
    until: Instant,
    has_played: bool,
}

struct Visitor {
    connection: Connection,
    hello: Option<Hello>,
    /// Whether it may have a seat, once that has been looked at.
    own: Option<bool>,
    came: Instant,
    deadline: Instant,
}

impl Lobby {
    /// Opens the door. Port 0 lets the system choose one. Whoever has come in is to say hello within
    /// `hello_time`.
    pub(crate) fn open(
        address: (&str, u16),
        pace: Pace,
        hello_time: Duration,
    ) -> io::Result<Lobby> {
        let door = TcpListener::bind(address)?;
        Lobby::behind(door, Census::open(), pace, hello_time)
    }

    /// Behind a door that is open already, in a network with this census.
    pub(crate) fn behind(
        door: TcpListener,
        census: Option<Census>,
        pace: Pace,
        hello_time: Duration,
    ) -> io::Result<Lobby> {
        door.set_nonblocking(true)?;
        Ok(Lobby {
            door,
            census: census.map(Arc::new),
            pace,
            hello_time,
            waiting: Vec::new(),
            leaving: Vec::new(),
        })
    }

    /// Where clients connect.
    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.door.local_addr()
    }

    /// Waits until `count` clients have said hello and returns them in the order in which they
    /// connected; everybody else waits on, and is turned away while these play.
    ///
    /// Only who is `invited` gets a seat. `watch` hears of every client that is turned away, and is
    /// asked several times a second whether to go on. If it says no, the answer is `None`.
    pub(crate) fn gather(
        &mut self,
        count: usize,
        mut invited: impl FnMut(&Connection) -> bool,
        mut watch: impl FnMut(Option<TurnedAway>) -> bool,
    ) -> io::Result<Option<Vec<Guest>>> {
        loop {
            self.admit(&mut invited);
            for why in self.sort_out(&mut invited) {
                if !watch(Some(why)) {
                    return Ok(None);
                }
            }
            if self.waiting.iter().filter(|v| v.hello.is_some()).count() >= count {
                return Ok(Some(self.seat(count)));
            }
            if !watch(None) {
                return Ok(None);
            }
            self.wait(&mut [], Instant::now() + TICK)?;
        }
    }

    /// Sleeps until one of the players can go on or `until` is past, for a short while at most.
    /// Whoever else knocks is turned away a moment later: if the game is over by then, they may be the
    /// next players, whose connections can be seen before the last players' end is.
    pub(crate) fn wait_for_players(
        &mut self,
        players: &mut [&mut Connection],
        until: Instant,
    ) -> io::Result<()> {
        let now = Instant::now();
        let is_old = |visitor: &&Visitor| visitor.came + TICK <= now;
        // They came in this order.
        let old = self.waiting.iter().take_while(is_old).count();
        let some: Vec<Visitor> = self.waiting.drain(..old.min(AT_A_TIME)).collect();
        for visitor in some {
            self.turn_away(visitor.connection, TurnedAway::Full);
        }
        self.admit(&mut |_| true);
        self.wait(players, until.min(Instant::now() + TICK))
    }

    /// Lets a client hear what is still to be sent to it, and then the end.
    pub(crate) fn see_off(&mut self, connection: Connection) {
        self.let_go(connection, true);
    }

    fn let_go(&mut self, mut connection: Connection, has_played: bool) {
        connection.leave();
        let until = Instant::now() + connection.held_back() + FAREWELL_TIME;
        self.leaving.push(Leaver {
            connection,
            until,
            has_played,
        });
        if self.leaving.len() > LEAVING {
            self.leaving.remove(0);
        }
    }

    /// Waits until all players have left, or had the time to. Nobody waits for others.
    pub(crate) fn close(mut self) -> io::Result<()> {
        for mut visitor in std::mem::take(&mut self.waiting) {
            let why = TurnedAway::Full.to_string();
            visitor.connection.send(refusal_message(&why));
        }
        let players = |leaver: &&Leaver| leaver.has_played;
        while let Some(until) = self
            .leaving
            .iter()
            .filter(players)
            .map(|one| one.until)
            .max()
        {
            let mut all = everybody(&mut self.waiting, &mut self.leaving);
            wait(&mut all, None, until)?;
            self.forget_who_has_left();
        }
        Ok(())
    }

    fn wait(&mut self, players: &mut [&mut Connection], until: Instant) -> io::Result<()> {
        let door = Some(&self.door);
        let mut all = everybody(&mut self.waiting, &mut self.leaving);
        all.extend(players.iter_mut().map(|player| &mut **player));
        wait(&mut all, door, until)?;
        self.forget_who_has_left();
        Ok(())
    }

    fn forget_who_has_left(&mut self) {
        let now = Instant::now();
        self.leaving
            .retain(|one| !one.connection.has_left() && now < one.until);
    }

    fn admit(&mut self, invited: &mut dyn FnMut(&Connection) -> bool) {
        // Not all of a flood at once: those who are here already want to be heard.
        for _ in 0..WAITING {
            let Some(socket) = self.accept() else { return };
            if self.waiting.len() >= WAITING {
                let least_wanted = self.least_wanted(invited);
                let visitor = self.waiting.remove(least_wanted);
                self.turn_away(visitor.connection, TurnedAway::Silent);
            }
            // A connection that broke already is nobody's loss.
            if let Ok(connection) = Connection::new(socket, self.pace, self.census.clone()) {
                self.waiting.push(Visitor {
                    connection,
                    hello: None,
                    own: None,
                    came: Instant::now(),
                    deadline: Instant::now() + self.hello_time,
                });
            }
        }
    }

    /// Who goes when there are too many: who has been silent longest, and is no bot that we wait for.
    fn least_wanted(&mut self, invited: &mut dyn FnMut(&Connection) -> bool) -> usize {
        let silent = |one: &Visitor| one.hello.is_none();
        let mut all = self.waiting.iter_mut();
        let stranger = all.position(|one| silent(one) && !one.is_own(invited));
        let longest = || self.waiting.iter().position(silent);
        stranger.or_else(longest).unwrap_or(0)
    }

    fn accept(&self) -> Option<TcpStream> {
        match self.door.accept() {
            Ok((socket, _)) => Some(socket),
            Err(error) => {
                // Out of descriptors, say: the visitor stays in the queue and would wake us at once.
                if error.kind() != ErrorKind::WouldBlock {
                    std::thread::sleep(TICK);
                }
                None
            }
        }
    }

    /// Reads the hellos that have come, and turns away whoever will not say one.
    fn sort_out(&mut self, invited: &mut dyn FnMut(&Connection) -> bool) -> Vec<TurnedAway> {
        let mut reasons = Vec::new();
        let now = Instant::now();
        for mut visitor in std::mem::take(&mut self.waiting) {
            match visitor.why_not(now, invited) {
                None => self.waiting.push(visitor),
                Some(why) => {
                    reasons.push(why);
                    self.turn_away(visitor.connection, why);
                }
            }
        }
        reasons
    }

    fn turn_away(&mut self, mut connection: Connection, why: TurnedAway) {
        connection.send(refusal_message(&why.to_string()));
        if self.leaving.len() < LEAVING / 2 {
            self.let_go(connection, false);
        }
    }

    fn seat(&mut self, count: usize) -> Vec<Guest> {
        let mut guests = Vec::with_capacity(count);
        for visitor in std::mem::take(&mut self.waiting) {
            match visitor.hello {
                Some(hello) if guests.len() < count => guests.push(Guest {
                    connection: visitor.connection,
                    hello,
                }),
                // For other seats others may be invited.
                _ => self.waiting.push(Visitor {
                    own: None,
                    ..visitor
                }),
            }
        }
        guests
    }
}

fn everybody<'a>(waiting: &'a mut [Visitor], leaving: &'a mut [Leaver]) -> Vec<&'a mut Connection> {
    let waiting = waiting.iter_mut().map(|visitor| &mut visitor.connection);
    let leaving = leaving.iter_mut().map(|one| &mut one.connection);
    waiting.chain(leaving).collect()
}

impl Visitor {
    /// Why it gets no seat, if it gets none. What a stranger says or does not say is nobody's fault.
    fn why_not(
        &mut self,
        now: Instant,
        invited: &mut dyn FnMut(&Connection) -> bool,
    ) -> Option<TurnedAway> {
        match self.listen(now) {
            None => self.is_stranger(invited),
            Some(TurnedAway::BadHello | TurnedAway::Silent) if !self.is_own(invited) => {
                Some(TurnedAway::Stranger)
            }
            why => why,
        }
    }

    fn is_stranger(&mut self, invited: &mut dyn FnMut(&Connection) -> bool) -> Option<TurnedAway> {
        let is_here = self.hello.is_some();
        (is_here && !self.is_own(invited)).then_some(TurnedAway::Stranger)
    }

    /// Asked once.
    fn is_own(&mut self, invited: &mut dyn FnMut(&Connection) -> bool) -> bool {
        *self.own.get_or_insert_with(|| invited(&self.connection))
    }

    /// Why it has to go, if it has to.
    fn listen(&mut self, now: Instant) -> Option<TurnedAway> {
        match self.connection.peek() {
            Some(Incoming::Closed) => return Some(TurnedAway::Gone),
            // Whoever has said hello may speak on: it is for the game.
            _ if self.hello.is_some() => return None,
            Some(_) => {}
            None => return (now > self.deadline).then_some(TurnedAway::Silent),
        }
        match self.connection.take() {
            Some(Incoming::Message(object)) => match Hello::read(&object) {
                Ok(hello) => {
                    self.hello = Some(hello);
                    self.listen(now)
                }
                Err(_) => Some(TurnedAway::BadHello),
            },
            _ => Some(TurnedAway::BadHello),
        }
    }
}

impl fmt::Display for TurnedAway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnedAway::Silent => f.write_str("no hello came in time"),
            TurnedAway::BadHello => f.write_str(
                r#"the first message was not a hello like {"name": "Alice", "order": 0}"#,
            ),
            TurnedAway::Gone => f.write_str("the connection was closed before the game began"),
            TurnedAway::Full => f.write_str("the game already has two players"),
            TurnedAway::Stranger => f.write_str("the seat is kept for somebody else"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_bot_that_takes_its_time_is_not_crowded_out() {
        let patience = Duration::from_secs(60);
        let lobby = Lobby::open(("127.0.0.1", 0), Pace::NONE, patience);
        let mut lobby = lobby.expect("a port");
        let address = lobby.address().expect("known");
        let mut bot = TcpStream::connect(address).expect("connected");
        let crowd = std::thread::spawn(move || {
            let crowd = (0..WAITING + 50).map(|_| TcpStream::connect(address));
            let crowd: Vec<_> = crowd.collect();
            std::thread::sleep(2 * TICK);
            bot.write_all(br#"{"name": "a", "order": 0}"#)
                .expect("sent");
            (bot, crowd)
        });
        // The first that is asked about is the first that came.
        let mut known = false;
        let invited = |_: &Connection| !std::mem::replace(&mut known, true);
        let deadline = Instant::now() + patience;
        let guests = lobby.gather(1, invited, |_| Instant::now() < deadline);
        assert_eq!(guests.expect("polled").map(|guests| guests.len()), Some(1));
        crowd.join().expect("all came");
    }
}
