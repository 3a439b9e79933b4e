//! One client's socket, never blocking: messages in, in order and bounded; messages out, paced.
//!
//! [`wait`] sleeps until one of several connections can go on. Nothing a client sends or fails to
//! read can hold up another, or take more memory than the bounds below.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::census::Census;
use super::decoder::{Decoder, Object};
use super::pace::Pace;
use super::unread::Ends;

/// Messages that may lie ahead of their turn. A client that sends more is not read for a while.
const MESSAGES_AHEAD: usize = 16;

/// Messages that may wait for a client that does not read. One more, and it counts as gone.
const MESSAGES_BEHIND: usize = 64;

/// How much longer than the pace a message waits for a client that still has not read the last one:
/// a busy machine may keep a client from its processor for long.
const READING_TIME: Duration = Duration::from_secs(1);

/// Between two looks at what a client has read: soon after a message, then less and less often.
const FIRST_LOOK: Duration = Duration::from_micros(500);
const LAST_LOOK: Duration = Duration::from_millis(5);

/// What a client did, in the order in which it did it.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// It sent an object.
    Message(Object),
    /// It sent something else. Nothing comes after that.
    Malformed,
    /// It closed the connection, or the connection broke. Nothing comes after that.
    Closed,
}

/// A connected client.
pub(crate) struct Connection {
    socket: TcpStream,
    decoder: Decoder,
    inbox: VecDeque<Incoming>,
    listening: bool,
    outbox: VecDeque<Vec<u8>>,
    speaking: bool,
    /// Part of the first message in the outbox is on its way, and the socket takes no more.
    blocked: bool,
    ends: Ends,
    pace: Pace,
    last_sent: Option<Instant>,
    bytes_sent: u64,
    /// When to see next whether the pace lets a message go.
    next_look: Instant,
    heard_since: bool,
    hung_up: bool,
    leaving: bool,
}

impl Connection {
    /// Takes over a socket, of a network with this census. Messages go out at the pace, or as soon as the
    /// client has sent something. If it is known not to have read the last one by then, it is given some
    /// more time.
    pub(crate) fn new(
        socket: TcpStream,
        pace: Pace,
        census: Option<Arc<Census>>,
    ) -> io::Result<Connection> {
        socket.set_nonblocking(true)?;
        socket.set_nodelay(true)?;
        Ok(Connection {
            ends: Ends::of(&socket, census),
            socket,
            decoder: Decoder::default(),
            inbox: VecDeque::new(),
            listening: true,
            outbox: VecDeque::new(),
            speaking: true,
            blocked: false,
            pace,
            last_sent: None,
            bytes_sent: 0,
            next_look: Instant::now(),
            heard_since: false,
            hung_up: false,
            leaving: false,
        })
    }

    /// The inode of the socket at the other end, if it is on this machine and can be looked up.
    pub(crate) fn peer_socket(&self) -> Option<u64> {
        self.ends.peer_socket()
    }

    /// What the client did next, if it did anything.
    pub(crate) fn peek(&self) -> Option<&Incoming> {
        self.inbox.front()
    }

    /// Takes the next thing the client did. [`Incoming::Closed`] stays.
    pub(crate) fn take(&mut self) -> Option<Incoming> {
        if let Some(Incoming::Closed) = self.peek() {
            return Some(Incoming::Closed);
        }
        let taken = self.inbox.pop_front();
        self.decode();
        taken
    }

    /// Sends a message as soon as the pace allows.
    pub(crate) fn send(&mut self, message: String) {
        if self.outbox.len() == MESSAGES_BEHIND {
            self.stop_speaking();
            self.stop_listening(Incoming::Closed);
        }
        if self.speaking {
            self.outbox.push_back(message.into_bytes());
            self.write_what_is_due(Instant::now());
        }
    }

    /// Whether the pace is holding nothing back. A client that has not been told of its turn is not
    /// yet on the clock; one that does not read is.
    pub(crate) fn is_told(&self) -> bool {
        self.outbox.is_empty() || self.blocked
    }

    /// How long the pace may still hold back what is to be sent.
    pub(crate) fn held_back(&self) -> Duration {
        match self.is_told() {
            true => Duration::ZERO,
            false => (self.pace.gap() + READING_TIME).saturating_mul(self.outbox.len() as u32),
        }
    }

    /// Nothing will be read any more, and once everything is sent the client hears the end.
    ///
    /// What it still sends is thrown away instead of being left unread: closing a socket with unread
    /// bytes resets the connection, and the client could lose our last message.
    pub(crate) fn leave(&mut self) {
        self.leaving = true;
        self.listening = !self.hung_up;
        self.inbox.clear();
        self.say_goodbye();
    }

    /// Whether a client that was left has heard everything and closed its side.
    pub(crate) fn has_left(&self) -> bool {
        self.leaving && self.outbox.is_empty() && !self.listening
    }

    fn wants(&self) -> PollFlags {
        let mut flags = PollFlags::empty();
        flags.set(PollFlags::IN, self.listening && !self.is_full());
        flags.set(PollFlags::OUT, self.blocked);
        flags
    }

    fn is_full(&self) -> bool {
        self.inbox.len() >= MESSAGES_AHEAD
    }

    /// When the pace lets the next message go.
    fn wakes_at(&self) -> Option<Instant> {
        let held_back = !self.is_told() && !self.heard_since;
        held_back.then_some(self.next_look)
    }

    /// Whether a client that has said nothing since its last message may be sent another.
    fn gap_is_over(&mut self, now: Instant) -> bool {
        let gap = self.pace.gap();
        let Some(sent) = self.last_sent.filter(|_| !gap.is_zero()) else {
            return true;
        };
        if now < self.next_look {
            return false;
        }
        let waited = now - sent;
        let is_over = match (self.pace, self.ends.peer_has_unread(self.bytes_sent)) {
            (_, Some(true)) => waited >= gap + READING_TIME,
            (Pace::UntilRead(_), Some(false)) => true,
            _ => waited >= gap,
        };
        self.next_look = now + waited.clamp(FIRST_LOOK, LAST_LOOK);
        is_over
    }

    fn read(&mut self) {
        let mut piece = [0; 4096];
        match self.socket.read(&mut piece) {
            Ok(0) => self.hang_up(),
            Ok(length) => {
                self.heard_since = true;
                if !self.leaving {
                    self.decoder.feed(&piece[..length]);
                    self.decode();
                }
            }
            Err(error) if is_passing(&error) => {}
            Err(_) => self.hang_up(),
        }
    }

    fn hang_up(&mut self) {
        self.hung_up = true;
        self.stop_listening(Incoming::Closed);
    }

    fn decode(&mut self) {
        while self.listening && !self.is_full() {
            match self.decoder.next_object() {
                Ok(Some(object)) => self.inbox.push_back(Incoming::Message(object)),
                Ok(None) => return,
                Err(_) => self.stop_listening(Incoming::Malformed),
            }
        }
    }

    fn stop_listening(&mut self, last: Incoming) {
        self.listening = false;
        self.inbox.push_back(last);
    }

    /// A failed write only ends the writing: what the client sent before is still to be read.
    fn stop_speaking(&mut self) {
        self.speaking = false;
        self.blocked = false;
        self.outbox.clear();
    }

    fn write_what_is_due(&mut self, now: Instant) {
        while !self.outbox.is_empty() {
            if !self.blocked && !self.heard_since && !self.gap_is_over(now) {
                return;
            }
            let Some(message) = self.outbox.front_mut() else {
                break;
            };
            match self.socket.write(message) {
                Ok(length) if length == message.len() => {
                    self.bytes_sent += length as u64;
                    self.outbox.pop_front();
                    self.blocked = false;
                    self.heard_since = false;
                    self.last_sent = Some(now);
                    self.next_look = now + FIRST_LOOK.min(self.pace.gap());
                }
                Ok(length) => {
                    self.bytes_sent += length as u64;
                    message.drain(..length);
                    self.blocked = true;
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.blocked = true;
                    return;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => self.stop_speaking(),
            }
        }
        self.say_goodbye();
    }

    fn say_goodbye(&mut self) {
        if self.leaving && self.speaking && self.outbox.is_empty() {
            self.speaking = false;
            let _ = self.socket.shutdown(Shutdown::Write);
        }
    }
}

fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// Sleeps until a connection has something to do, somebody knocks at the `door`, or `until` is past;
/// then lets every connection read and write what it can.
pub(crate) fn wait(
    connections: &mut [&mut Connection],
    door: Option<&TcpListener>,
    until: Instant,
) -> io::Result<()> {
    let wakes = connections.iter().filter_map(|peer| peer.wakes_at());
    let until = wakes.fold(until, Instant::min);
    let ready = poll_all(connections, door, until)?;
    let now = Instant::now();
    for (connection, ready) in connections.iter_mut().zip(ready) {
        if ready && connection.wants().contains(PollFlags::IN) {
            connection.read();
        }
        connection.write_what_is_due(now);
    }
    Ok(())
}

/// Which of the connections the system has news about.
fn poll_all(
    connections: &[&mut Connection],
    door: Option<&TcpListener>,
    until: Instant,
) -> io::Result<Vec<bool>> {
    let knocks = door.map(|door| PollFd::new(door, PollFlags::IN));
    let mut asked: Vec<PollFd> = knocks.into_iter().collect();
    let mut places = Vec::with_capacity(connections.len());
    for connection in connections {
        // A broken connection is reported whether or not one asks: leave out whom we do not ask.
        let wants = connection.wants();
        places.push((!wants.is_empty()).then_some(asked.len()));
        if !wants.is_empty() {
            asked.push(PollFd::new(&connection.socket, wants));
        }
    }
    let timeout = until.saturating_duration_since(Instant::now());
    let timeout = Timespec::try_from(timeout).map_err(io::Error::other)?;
    match poll(&mut asked, Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let is_ready = |place: Option<usize>| place.is_some_and(|at| !asked[at].revents().is_empty());
    Ok(places.into_iter().map(is_ready).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANY: usize = 10_000;

    fn pair(pace: Pace) -> (TcpListener, Connection, TcpStream) {
        let door = TcpListener::bind("127.0.0.1:0").expect("a port");
        let client = TcpStream::connect(door.local_addr().expect("known")).expect("connected");
        let (socket, _) = door.accept().expect("accepted");
        let census = Census::open().map(Arc::new);
        let connection = Connection::new(socket, pace, census).expect("set up");
        (door, connection, client)
    }

    fn wait_for(
        door: &TcpListener,
        connection: &mut Connection,
        done: impl Fn(&Connection) -> bool,
    ) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !done(connection) {
            assert!(Instant::now() < deadline, "nothing happens");
            let soon = Instant::now() + Duration::from_millis(20);
            wait(&mut [connection], Some(door), soon).expect("polled");
        }
    }

    #[test]
    fn a_flood_is_read_only_as_fast_as_it_is_taken() {
        let (door, mut connection, mut client) = pair(Pace::NONE);
        let flood = std::thread::spawn(move || {
            for _ in 0..MANY {
                client.write_all(b"{\"a\": 1}").expect("sent");
            }
        });
        wait_for(&door, &mut connection, Connection::is_full);
        for _ in 0..10 {
            wait(&mut [&mut connection], Some(&door), Instant::now()).expect("polled");
            assert_eq!(connection.inbox.len(), MESSAGES_AHEAD);
        }
        for _ in 0..MANY {
            wait_for(&door, &mut connection, |peer| peer.peek().is_some());
            assert!(matches!(connection.take(), Some(Incoming::Message(_))));
        }
        wait_for(&door, &mut connection, |peer| peer.peek().is_some());
        assert!(matches!(connection.take(), Some(Incoming::Closed)));
        assert!(matches!(connection.take(), Some(Incoming::Closed)));
        flood.join().expect("sent");
    }

    #[test]
    fn a_client_that_never_reads_costs_a_bounded_outbox_and_no_waiting() {
        let (_door, mut connection, _client) = pair(Pace::NONE);
        let message = "x".repeat(1000);
        for _ in 0..MANY {
            connection.send(message.clone());
            assert!(connection.outbox.len() <= MESSAGES_BEHIND);
        }
        assert!(matches!(connection.take(), Some(Incoming::Closed)));
    }

    #[test]
    fn the_pace_is_kept_unless_the_client_has_spoken() {
        let long = Duration::from_secs(3600);
        let (door, mut connection, mut client) = pair(Pace::UntilRead(long));
        connection.send("one".to_owned());
        assert!(connection.is_told());
        connection.send("two".to_owned());
        assert!(!connection.is_told());
        wait(&mut [&mut connection], Some(&door), Instant::now()).expect("polled");
        assert!(!connection.is_told());
        client.write_all(b"{").expect("sent");
        wait_for(&door, &mut connection, Connection::is_told);
        connection.send("three".to_owned());
        assert!(!connection.is_told());
        let mut heard = [0; 64];
        let length = client.read(&mut heard).expect("read");
        assert_eq!(&heard[..length], b"onetwo");
    }

    #[test]
    fn a_message_waits_a_while_for_a_client_that_has_not_read_the_last_one() {
        let pace = Duration::from_millis(20);
        let (_door, mut connection, mut client) = pair(Pace::UntilRead(pace));
        connection.send("one".to_owned());
        let sent = connection.last_sent.expect("sent");
        let due = sent + pace;
        client.peek(&mut [0; 3]).expect("arrived");
        // Not every system tells.
        let is_known = connection.ends.peer_has_unread(3).is_some();
        assert_eq!(connection.gap_is_over(due), !is_known);
        assert!(connection.gap_is_over(due + READING_TIME));
        client.read_exact(&mut [0; 3]).expect("read");
        let soon = sent + FIRST_LOOK;
        connection.next_look = soon;
        assert_eq!(
            connection.gap_is_over(soon),
            is_known,
            "who has read needs no pace"
        );
        connection.pace = Pace::Always(pace);
        connection.next_look = soon;
        assert!(!connection.gap_is_over(soon), "but it was asked for");
        assert!(connection.gap_is_over(due + LAST_LOOK));
    }

    #[test]
    fn a_short_pace_only_delays() {
        let (door, mut connection, mut client) = pair(Pace::Always(Duration::from_millis(5)));
        for message in ["one", "two"] {
            connection.send(message.to_owned());
        }
        wait_for(&door, &mut connection, Connection::is_told);
        connection.leave();
        let mut heard = String::new();
        client.read_to_string(&mut heard).expect("read");
        assert_eq!(heard, "onetwo");
        drop(client);
        wait_for(&door, &mut connection, Connection::has_left);
    }
}
