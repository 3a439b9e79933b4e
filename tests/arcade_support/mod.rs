//! A running `arcade`, for the tests that ask it and those that look at its page.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use assert_cmd::cargo::cargo_bin;

/// A running arcade; it ends with the test.
pub(crate) struct Arcade {
    pub child: Child,
    /// `127.0.0.1:PORT`.
    pub address: String,
}

impl Arcade {
    pub(crate) fn start() -> Arcade {
        Arcade::run(Command::new(cargo_bin!("arcade")))
    }

    /// What a command runs, whichever way it starts it.
    pub(crate) fn run(mut command: Command) -> Arcade {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("arcade starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut line).expect("a first line");
        let address = line
            .strip_prefix("http://")
            .and_then(|rest| rest.strip_suffix("/\n"));
        let address = address.expect("the address of the page").to_owned();
        Arcade { child, address }
    }

    /// The exit code after Ctrl-C; none if the signal itself ended the program.
    #[cfg(unix)]
    #[allow(dead_code, reason = "only the tests of the server interrupt it")]
    pub(crate) fn interrupted(&mut self) -> Option<i32> {
        use rustix::process::{Pid, Signal, kill_process};
        kill_process(Pid::from_child(&self.child), Signal::INT).expect("a signal");
        self.child.wait().expect("an end").code()
    }
}

impl Drop for Arcade {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks `POST /path` or the like over a connection of its own: status and body.
pub(crate) fn ask(address: &str, head: &str, body: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("somebody listens");
    let length = body.len();
    let request = format!(
        "{head} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("sent");
    // The server may refuse a large body before all of it has arrived.
    let _ = stream.write_all(body);
    read_answer(BufReader::new(stream)).unwrap_or_default()
}

/// By the length that it tells, or else to the end of the connection.
fn read_answer(mut stream: BufReader<TcpStream>) -> io::Result<(u16, String)> {
    let (mut head, mut body) = (String::new(), Vec::new());
    while stream.read_line(&mut head)? > 2 {}
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let told = name.eq_ignore_ascii_case("content-length");
        told.then(|| value.trim().parse().ok()).flatten()
    });
    stream
        .take(length.unwrap_or(u64::MAX))
        .read_to_end(&mut body)?;
    Ok((
        status.unwrap_or(0),
        String::from_utf8_lossy(&body).into_owned(),
    ))
}
