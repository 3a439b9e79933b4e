//! A client's side of the wire: connecting, and keeping track of the game by itself, so that it plays
//! on servers of either dialect.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use super::bot::Bot;
use super::decoder::Decoder;
use super::position::{Move, Position, Request};
use super::protocol::{Hello, Terms};
use super::server_message::{ServerMessage, State};
use crate::game::Player;
use crate::players::{Chooser, Perfect, Random, Unsolved};
use crate::random::Dice;

/// How long to knock at a door that is closed: servers and clients are often started together.
const KNOCKING: Duration = Duration::from_secs(2);

/// How long to wait for a machine that does not answer at all.
const CONNECTING: Duration = Duration::from_secs(10);

/// Why a client cannot go on.
#[derive(Debug)]
pub enum Lost {
    /// The connection ended before the game did.
    Ended,
    /// The server sent something that makes no sense.
    Malformed,
    /// The server has no seat for us.
    Refused(String),
}

/// A connection to a server.
pub struct Client {
    socket: TcpStream,
    decoder: Decoder,
}

impl Client {
    /// Connects and says hello. For two seconds a refused connection is tried again.
    pub fn connect(address: &str, hello: &Hello) -> io::Result<Client> {
        let deadline = Instant::now() + KNOCKING;
        let mut socket = loop {
            match connect_to_any(address) {
                Err(error)
                    if error.kind() == ErrorKind::ConnectionRefused
                        && Instant::now() < deadline =>
                {
                    std::thread::sleep(Duration::from_millis(20));
                }
                other => break other?,
            }
        };
        socket.set_nodelay(true)?;
        socket.write_all(hello.message().as_bytes())?;
        Ok(Client {
            socket,
            decoder: Decoder::default(),
        })
    }

    /// Another handle on the same connection, to be used for sending.
    pub fn try_clone(&self) -> io::Result<Client> {
        Ok(Client {
            socket: self.socket.try_clone()?,
            decoder: Decoder::default(),
        })
    }

    /// Waits for the next message.
    pub fn hear(&mut self) -> Result<ServerMessage, Lost> {
        loop {
            match self.decoder.next_object() {
                Ok(Some(object)) => {
                    let message = ServerMessage::read(&object).map_err(|_| Lost::Malformed)?;
                    return match message {
                        ServerMessage::Refused(why) => Err(Lost::Refused(why)),
                        message => Ok(message),
                    };
                }
                Ok(None) => {}
                Err(_) => return Err(Lost::Malformed),
            }
            let mut piece = [0; 4096];
            match self.socket.read(&mut piece) {
                Ok(0) => return Err(Lost::Ended),
                Ok(length) => self.decoder.feed(&piece[..length]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Lost::Ended),
            }
        }
    }

    /// Sends a move. Whether it arrived shows in what is heard next.
    pub fn send(&mut self, chosen: Request, seat: Player) {
        let _ = self.socket.write_all(chosen.message(seat).as_bytes());
    }
}

fn connect_to_any(address: &str) -> io::Result<TcpStream> {
    let mut failure = ErrorKind::AddrNotAvailable.into();
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECTING) {
            Ok(socket) => return Ok(socket),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lost::Ended => f.write_str("the server ended the connection before the game was over"),
            Lost::Malformed => {
                f.write_str("the server sent something that is not a message of Expanding Nim")
            }
            Lost::Refused(why) => write!(f, "the server has no seat for us: {why}"),
        }
    }
}

/// The game as a client knows it.
///
/// The largest take is remembered here, because while a cap is in force no server tells it.
#[derive(Clone, Debug)]
pub struct Tracker {
    /// The pile, and whose turn it is.
    pub position: Position,
    /// Where we sit.
    pub seat: Player,
    seat_is_certain: bool,
    sent: Option<Request>,
}

impl Tracker {
    /// The start of a game. Only our own servers tell the seat; otherwise it is the one asked for.
    pub fn new(terms: &Terms, told: Option<Player>, asked_for: Player) -> Tracker {
        Tracker {
            position: terms.start(),
            seat: told.unwrap_or(asked_for),
            seat_is_certain: told.is_some(),
            sent: None,
        }
    }

    /// Whether the server waits for a move that we have not sent.
    pub fn is_our_turn(&self) -> bool {
        self.position.stones > 0 && self.position.to_move == self.seat && self.sent.is_none()
    }

    /// Notes what we send.
    pub fn sent(&mut self, chosen: Request) {
        self.sent = Some(chosen);
    }

    /// Follows the game by one state; tells who moved, and whether the server counts as we do.
    pub fn follow(&mut self, state: &State) -> (Player, bool) {
        let mover = self.position.to_move;
        if !self.seat_is_certain {
            // If the first state is no echo of what we sent, the server has seated us second, and our
            // move is waiting there for its turn.
            let echoed = self.sent.is_none_or(|sent| sent == state.asked);
            if mover == self.seat && !echoed {
                self.seat = self.seat.other();
            }
            self.seat_is_certain = true;
        }
        if mover == self.seat {
            self.sent = None;
        }
        if let Some(init_max) = state.init_max {
            self.position.initial_max = init_max.max(1);
        }
        let resets = [state.players[0].1, state.players[1].1];
        let (after, ending) = self.position.judge(state.asked);
        let agreed =
            ending.is_none() && after.stones == state.stones_left && after.resets == resets;
        self.position = after;
        if !agreed && state.over.is_none() {
            self.take_their_word(mover, state, resets);
        }
        (mover, agreed || state.over.is_some())
    }

    /// The server is the judge, whatever we think of it.
    fn take_their_word(&mut self, mover: Player, state: &State, resets: [u32; 2]) {
        let asked = u32::try_from(state.asked.stones).unwrap_or_default();
        self.position.stones = state.stones_left;
        self.position.taken = self.position.taken.max(asked);
        self.position.capped = state.asked.reset;
        self.position.resets = resets;
        self.position.to_move = mover.other();
    }
}

/// The players that come with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Builtin {
    /// Wins every position that can be won
    Perfect,
    /// Makes any legal move
    Random,
    /// Always takes one stone: with it others are found out
    #[value(skip)]
    #[serde(skip)]
    One,
}

impl Builtin {
    /// Seats it. The random player throws the dice of `seed`.
    pub fn player(self, seed: Option<u64>) -> Box<dyn Chooser<Position>> {
        match self {
            Builtin::Perfect => Box::new(Perfect(Bot::new())),
            Builtin::Random => Box::new(Random(Dice::from_flag(seed))),
            Builtin::One => Box::new(One),
        }
    }
}

struct One;

impl Chooser<Position> for One {
    fn choose(&mut self, _: &Position) -> Result<Move, Unsolved> {
        let (stones, reset) = (1, false);
        Ok(Move { stones, reset })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: Terms = Terms {
        stones: 20,
        resets: 1,
        initial_max: 3,
        seconds: 60,
    };

    fn request(stones: i64, reset: bool) -> Request {
        Request { stones, reset }
    }

    fn state(asked: Request, stones_left: u32, resets: [u32; 2]) -> State {
        State {
            over: None,
            current_max: 0,
            stones_left,
            asked,
            init_max: None,
            players: resets.map(|resets| (String::new(), resets)),
        }
    }

    #[test]
    fn the_largest_take_is_remembered_through_a_cap() {
        let mut tracker = Tracker::new(&TERMS, None, Player::Second);
        for (asked, left, resets, limit) in [
            (request(3, false), 17, [1, 1], 4),
            (request(4, true), 13, [1, 0], 3),
            (request(2, false), 11, [1, 0], 5),
        ] {
            let (_, agreed) = tracker.follow(&state(asked, left, resets));
            assert!(agreed);
            assert_eq!(tracker.position.limit(), limit);
        }
        assert!(tracker.is_our_turn());
    }

    #[test]
    fn an_echo_that_is_not_ours_shows_that_we_sit_second() {
        let mut tracker = Tracker::new(&TERMS, None, Player::First);
        assert!(tracker.is_our_turn());
        tracker.sent(request(3, false));
        tracker.follow(&state(request(1, false), 19, [1, 1]));
        assert_eq!(tracker.seat, Player::Second);
        assert!(!tracker.is_our_turn(), "our move is on its way already");
        tracker.follow(&state(request(3, false), 16, [1, 1]));
        assert!(!tracker.is_our_turn());
        tracker.follow(&state(request(1, false), 15, [1, 1]));
        assert!(tracker.is_our_turn());
    }

    #[test]
    fn the_word_of_the_server_stands() {
        let mut tracker = Tracker::new(&TERMS, None, Player::First);
        let (_, agreed) = tracker.follow(&state(request(9, true), 5, [0, 1]));
        assert!(!agreed);
        let position = tracker.position;
        assert_eq!((position.stones, position.taken), (5, 9));
        assert_eq!((position.limit(), position.resets), (3, [0, 1]));
        assert_eq!(position.to_move, Player::Second);
    }
}
