//! A contestant at work: a process of its own, or a thread that plays one of our bots.

use std::cell::Cell;
use std::io::{self, Read};
use std::net::TcpListener;
use std::process::{ChildStderr, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::config::Config;
use super::contestant::Contestant;
use crate::expanding_nim::census::Census;
use crate::expanding_nim::join::play_silently;
use crate::expanding_nim::names::Printable;
use crate::expanding_nim::protocol::Hello;
use crate::game::Player;
use crate::process::{Ending, Limits, Program, StartError, Tree, Usage, has_socket};
use crate::text::{self, shortened};

/// How much of a bot's standard error is kept: the end of it.
const LAST_BYTES: usize = 4096;
const LAST_LINES: usize = 10;
/// Of a longer line the beginning is shown.
const LONGEST_LINE: usize = 300;

/// What each process of a bot may allocate.
const MEMORY: u64 = 2 << 30;

/// How long we wait for the last words of a bot whose processes are all dead.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How long a bot may take to be built.
const BUILD_TIME: Duration = Duration::from_secs(120);

/// Between two looks at what a bot uses.
const USAGE_TICK: Duration = Duration::from_millis(100);

/// A bot that was started.
pub(super) enum Running {
    /// A program, where the end of its standard error will come from, and when it was measured last.
    Process(Tree, Option<Receiver<Vec<u8>>>, Cell<Instant>),
    /// One of ours.
    Thread(JoinHandle<()>),
}

/// A command line of a bot, in its folder and with its variables.
fn program(config: &Config, bot: &Contestant, line: &str, port: u16) -> Program {
    let words = text::words(line).unwrap_or_default();
    let mut words = words
        .into_iter()
        .map(|word| fill_in(&word, port, &bot.name));
    let program = Program::new(words.next().unwrap_or_default())
        .args(words)
        .folder(config.folder_of(bot));
    let add = |program: Program, (key, value): (&String, &String)| program.env(key, value);
    bot.env.iter().fold(program, add)
}

/// Builds a bot that is to be built; the answer is why it cannot be.
pub(super) fn build(
    config: &Config,
    bot: &Contestant,
    goes_on: &dyn Fn() -> bool,
) -> Option<String> {
    let folder = config.folder_of(bot);
    let program = program(config, bot, bot.build.as_deref()?, 0)
        .seal(config.seal.clone().map(|seal| seal.allow_writing(folder)))
        .user(config.user.clone());
    let mut tree = match program.start(Stdio::null(), Stdio::null(), Stdio::piped()) {
        Ok(tree) => tree,
        Err(error) => return Some(format!("could not be built: {error}")),
    };
    let last_words = tree.take_stderr().map(keep_the_end)?.ok();
    let deadline = Instant::now() + BUILD_TIME;
    while tree.ending().is_none() && Instant::now() < deadline && goes_on() {
        thread::sleep(Duration::from_millis(10));
    }
    let why = match tree.ending() {
        Some(Ending::Exited(0)) => None,
        Some(Ending::Exited(code)) => Some(format!("exit code {code}")),
        Some(Ending::Killed(signal)) => Some(format!("killed by signal {signal}")),
        None => Some(format!("not done within {} seconds", BUILD_TIME.as_secs())),
    };
    tree.end();
    let words = last_words.and_then(|words| words.recv_timeout(LAST_WORDS).ok());
    let said = last_lines(&words.unwrap_or_default()).pop();
    let said = said.map_or(String::new(), |line| format!(": {line}"));
    why.map(|why| format!("could not be built ({why}){said}"))
}

/// Why a bot was not started.
pub(super) enum Trouble {
    /// It cannot be.
    Bot(String),
    /// There was not enough of something on this machine.
    Machine(io::Error),
}

impl From<StartError> for Trouble {
    fn from(error: StartError) -> Trouble {
        match error.is_shortage() {
            true => Trouble::Machine(io::Error::other(error)),
            false => Trouble::Bot(error.to_string()),
        }
    }
}

impl Running {
    /// Starts a bot for a seat at a server on this machine.
    pub(super) fn start(
        config: &Config,
        bot: &Contestant,
        seat: Player,
        port: u16,
        seed: Option<u64>,
    ) -> Result<Running, Trouble> {
        if let Some(builtin) = bot.builtin {
            let hello = Hello {
                name: bot.name.clone(),
                first: seat == Player::First,
            };
            // Whatever goes wrong there, the server sees it as a bot that has gone.
            let play = move || {
                let address = format!("127.0.0.1:{port}");
                let _ = play_silently(&address, hello, builtin.player(seed));
            };
            let thread = thread::Builder::new().spawn(play);
            return thread.map(Running::Thread).map_err(Trouble::Machine);
        }
        let program = Running::program(config, bot, seat, port)?;
        let started = program.start(Stdio::null(), Stdio::null(), Stdio::piped());
        Running::process(started.map_err(Trouble::from)?)
    }

    /// Starts a program for a seat at a server in a network of its own, with its door and its census.
    pub(super) fn start_in_own_network(
        config: &Config,
        bot: &Contestant,
        seat: Player,
        port: u16,
    ) -> Result<(Running, TcpListener, Census), Trouble> {
        let program = Running::program(config, bot, seat, port)?;
        let streams = [Stdio::null(), Stdio::null(), Stdio::piped()];
        let (tree, (door, census)) = program.start_in_own_network(port, streams)?;
        Ok((Running::process(tree)?, door, Census::of(census)))
    }

    fn program(
        config: &Config,
        bot: &Contestant,
        seat: Player,
        port: u16,
    ) -> Result<Program, Trouble> {
        if let Some(why) = &bot.broken {
            return Err(Trouble::Bot(why.clone()));
        }
        let line = [&bot.first, &bot.second][seat.index()].as_deref();
        let program = program(config, bot, line.unwrap_or_default(), port)
            .limits(Limits {
                cpu_seconds: config.start + 2 * config.seconds + 10,
                file_bytes: 64 << 20,
                memory_bytes: MEMORY,
            })
            .seal(config.seal.clone().map(|seal| seal.allow_port(port)))
            .user(config.user.clone());
        Ok(program)
    }

    fn process(mut tree: Tree) -> Result<Running, Trouble> {
        let last_words = tree.take_stderr().map(keep_the_end).transpose();
        let last_words = last_words.map_err(Trouble::Machine)?;
        let now = Cell::new(Instant::now());
        Ok(Running::Process(tree, last_words, now))
    }

    /// Whether this end of a connection is its own; yes where nobody can tell, no if it is nobody's any more.
    pub(super) fn holds(&self, socket: Option<u64>) -> bool {
        if socket == Some(0) {
            return false;
        }
        let held = socket.and_then(|socket| match self {
            Running::Process(tree, ..) => tree.has_socket(socket),
            Running::Thread(_) => has_socket("self", socket),
        });
        held.unwrap_or(true)
    }

    /// What it uses too much of, if it does.
    pub(super) fn excess(&self) -> Option<String> {
        let Running::Process(tree, _, measured) = self else {
            return None;
        };
        if measured.get().elapsed() < USAGE_TICK {
            return None;
        }
        measured.set(Instant::now());
        let most = Usage::MOST;
        let usage = tree.usage(&most)?;
        if usage.processes > most.processes {
            return Some(format!("started more than {} processes", most.processes));
        }
        if usage.resident > most.resident {
            let gib = most.resident >> 30;
            return Some(format!("used more than {gib} GiB of memory"));
        }
        let excess = usage.written > most.written || usage.files > most.files;
        let mib = most.written >> 20;
        excess.then(|| {
            format!(
                "wrote more than {mib} MiB in files, or {} files",
                most.files
            )
        })
    }

    /// How its process ended, if it has.
    pub(super) fn ending(&self) -> Option<Ending> {
        match self {
            Running::Process(tree, ..) => tree.ending(),
            Running::Thread(_) => None,
        }
    }

    /// Waits a moment for a process that has closed its connection: it is probably ending.
    pub(super) fn ending_soon(&self) -> Option<Ending> {
        let deadline = Instant::now() + Duration::from_millis(300);
        while self.ending().is_none() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        self.ending()
    }

    /// Ends it with everything it has started; returns the last lines of its standard error.
    ///
    /// Its connection must be closed by now: that is what ends a thread.
    pub(super) fn end(self) -> Vec<String> {
        match self {
            Running::Process(mut tree, last_words, _) => {
                tree.end();
                let words = last_words.and_then(|words| words.recv_timeout(LAST_WORDS).ok());
                last_lines(&words.unwrap_or_default())
            }
            Running::Thread(thread) => {
                let _ = thread.join();
                Vec::new()
            }
        }
    }
}

fn fill_in(word: &str, port: u16, name: &str) -> String {
    word.replace("{host}", "127.0.0.1")
        .replace("{port}", &port.to_string())
        .replace("{name}", name)
}

/// Reads on and on, so that the bot never blocks, and keeps only the end.
fn keep_the_end(mut stderr: ChildStderr) -> io::Result<Receiver<Vec<u8>>> {
    let (words, last_words) = channel();
    thread::Builder::new().spawn(move || {
        let mut end = Vec::new();
        let mut piece = [0; LAST_BYTES];
        while let Ok(length @ 1..) = stderr.read(&mut piece) {
            end.extend_from_slice(&piece[..length]);
            let surplus = end.len().saturating_sub(LAST_BYTES);
            end.drain(..surplus);
        }
        let _ = words.send(end);
    })?;
    Ok(last_words)
}

fn last_lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let lines = text
        .lines()
        .map(|line| shortened(&Printable(line).to_string(), LONGEST_LINE));
    let lines: Vec<String> = lines.filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_are_few_and_short() {
        let endless = "é".repeat(2 * LONGEST_LINE);
        let text = format!("{}\n\n{endless}\n", "so much\n".repeat(20));
        let words = last_lines(text.as_bytes());
        assert_eq!((words.len(), words[0].as_str()), (LAST_LINES, "so much"));
        let end = words.last().expect("a line");
        assert_eq!(end.chars().count(), LONGEST_LINE + "...".len());
    }
}
