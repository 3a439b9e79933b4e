//! A server to talk to, and a client that speaks the protocol byte by byte.

#![allow(dead_code)] // Each test file uses its own share of this.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Nothing here takes that long: whoever waits longer waits in vain.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Our program with the given arguments.
pub(crate) fn expanding_nim(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_expanding_nim"));
    command.args(arguments).stdin(Stdio::null());
    command.env_remove("COLUMNS");
    command
}

/// A port that nobody listens on, outside the range from which the system picks ports: no test that
/// runs at the same time is given it.
pub(crate) fn unused_port() -> u16 {
    let start = 10_000 + (std::process::id() % 10_000) as u16;
    let mut ports = start..start + 10_000;
    let free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    ports.find(free).expect("a free port")
}

/// Waits for a process; kills it if it does not end.
pub(crate) fn wait(child: &mut Child) -> i32 {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().expect("waited") {
            return status.code().unwrap_or(-1);
        }
        if Instant::now() > deadline {
            let _ = child.kill();
            panic!("the process does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A running `expanding_nim serve`.
pub(crate) struct Server {
    child: Child,
    output: Option<BufReader<ChildStdout>>,
    pub address: String,
}

impl Server {
    /// Serves on a free port; `arguments` end with `N R`.
    pub(crate) fn start(arguments: &[&str]) -> Server {
        let mut command = expanding_nim(&["serve", "-p", "0"]);
        command.args(arguments).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().expect("started");
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("the first line");
        let address = line.trim_end().strip_prefix("Listening on ");
        Server {
            address: address.expect("where it listens").to_owned(),
            child,
            output: Some(output),
        }
    }

    /// Two clients, seated in this order.
    pub(crate) fn seat_two(&self) -> [Peer; 2] {
        let mut first = Peer::connect(&self.address);
        first.hello("Alice", 0);
        let mut second = Peer::connect(&self.address);
        second.hello("Bob", 1);
        // Their connections may have been accepted in either order: both hellos say the same seats.
        assert_eq!(first.hear()["order"], 0);
        assert_eq!(second.hear()["order"], 1);
        [first, second]
    }

    pub(crate) fn close_output(&mut self) {
        self.output = None;
    }

    /// The exit code, and what was written after the first line.
    pub(crate) fn finish(mut self) -> (i32, String) {
        let code = wait(&mut self.child);
        let mut text = String::new();
        if let Some(output) = &mut self.output {
            output.read_to_string(&mut text).expect("UTF-8");
        }
        (code, text)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client written out by hand.
pub(crate) struct Peer {
    pub socket: TcpStream,
    heard: Vec<u8>,
    /// The bytes of the last message, as they came.
    pub raw: Vec<u8>,
}

impl Peer {
    pub(crate) fn connect(address: &str) -> Peer {
        let socket = TcpStream::connect(address).expect("connected");
        socket.set_read_timeout(Some(PATIENCE)).expect("set");
        socket.set_nodelay(true).expect("set");
        Peer {
            socket,
            heard: Vec::new(),
            raw: Vec::new(),
        }
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.socket.write_all(bytes.as_ref()).expect("sent");
    }

    pub(crate) fn hello(&mut self, name: &str, order: u8) {
        let name = Value::from(name);
        self.send(format!("{{\"name\": {name}, \"order\": {order}}}"));
    }

    pub(crate) fn take(&mut self, stones: u32, reset: bool) {
        self.send(take(stones, reset));
    }

    /// The next message.
    pub(crate) fn hear(&mut self) -> Value {
        self.try_hear()
            .expect("a message, not the end of the stream")
    }

    /// The next message, or `None` if the connection has ended.
    pub(crate) fn try_hear(&mut self) -> Option<Value> {
        loop {
            let mut values = serde_json::Deserializer::from_slice(&self.heard).into_iter();
            match values.next() {
                Some(Ok(value)) => {
                    let length = values.byte_offset();
                    self.raw = self.heard.drain(..length).collect();
                    return Some(value);
                }
                Some(Err(error)) => assert!(error.is_eof(), "{:?}", self.heard),
                None => {}
            }
            let mut piece = [0; 1024];
            match self.socket.read(&mut piece) {
                Ok(0) => return None,
                Ok(length) => self.heard.extend_from_slice(&piece[..length]),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => panic!("nothing to hear: {error}"),
            }
        }
    }

    /// Whether nothing is heard for a while.
    pub(crate) fn hears_nothing(&mut self) -> bool {
        let short = Duration::from_millis(200);
        self.socket.set_read_timeout(Some(short)).expect("set");
        let nothing = self.heard.is_empty() && self.socket.read(&mut [0; 1]).is_err();
        self.socket.set_read_timeout(Some(PATIENCE)).expect("set");
        nothing
    }
}

/// A move as a message.
pub(crate) fn take(stones: u32, reset: bool) -> String {
    format!("{{\"order\": 0, \"num_stones\": {stones}, \"reset\": {reset}}}")
}
