//! One program on a terminal, from its start to its certain end, within its limits.
//!
//! A session tells what happens, one [`Event`] at a time; a
//! [`Conversation`](super::conversation::Conversation) looks at the output so far and answers.

use std::io::PipeReader;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

pub use super::allowance::{Allowance, Limit};
use super::fixture::{LONGEST_TYPED, Step};
use super::habits::Habits;
pub use super::interrupt::{interrupt_flag, interrupted};
pub use super::partner::{Event, Partner, TooLong, Waiting};
use super::terminal::{END_OF_INPUT, Echo, Terminal, is_ready};
use super::verdict::Piece;
use crate::process::{Activity, Program, StartError, Tree};

/// Between two looks at a program that does nothing visible: at first often, then less so.
const SHORTEST_TICK: Duration = Duration::from_micros(100);
const LONGEST_TICK: Duration = Duration::from_millis(20);

/// How much output is read before the driver sees it.
const MOST_AT_ONCE: usize = 64 << 10;

/// After a fault, how long and how far we read on, to show what came instead.
const CONTEXT_TIME: Duration = Duration::from_millis(50);
const CONTEXT_BYTES: usize = 4 << 10;

/// A program that is kept from computing may take so many times its time on the wall clock.
const PATIENCE: u32 = 5;

/// Between two looks at the program there is a tick. Who takes this long was not running at all.
const STOPPED: Duration = Duration::from_secs(1);

/// Between two looks at memory and processes.
const USAGE_TICK: Duration = Duration::from_millis(50);

/// How the program is connected to us.
enum Line {
    Terminal(Terminal),
    Pipes {
        output: PipeReader,
        input: Option<OwnedFd>,
    },
}

/// A running program and its terminal. Dropping it kills everything.
pub struct Session {
    tree: Tree,
    line: Line,
    allowance: Allowance,
    started: Instant,
    changed: Instant,
    measured: Instant,
    looked: Instant,
    tick: Duration,
    told: Option<Waiting>,
    output: Vec<u8>,
    unsent: Vec<u8>,
    typed: Vec<(usize, Piece)>,
    echo: Option<Echo>,
    habits: Habits,
}

impl Partner for Session {
    fn next_event(&mut self) -> Event {
        let far_away = self.started + self.allowance.time * PATIENCE + Duration::from_secs(1);
        self.event_before(far_away)
            .unwrap_or(Event::Limit(Limit::Time))
    }

    fn output(&self) -> &[u8] {
        &self.output
    }

    fn type_line(&mut self, text: &str) -> Result<(), TooLong> {
        if text.len() > LONGEST_TYPED && self.is_on_terminal() {
            return Err(TooLong);
        }
        self.expect_no_echo();
        if let Line::Terminal(terminal) = &self.line {
            self.echo = terminal.echo(text);
        }
        self.unsent.extend_from_slice(text.as_bytes());
        self.unsent.push(b'\n');
        self.typed
            .push((self.output.len(), Piece::Typed(text.to_owned())));
        self.input_given();
        Ok(())
    }

    fn end_input(&mut self) {
        if self.is_on_terminal() {
            self.unsent.push(END_OF_INPUT);
        }
        self.typed.push((self.output.len(), Piece::EndOfInput));
        self.input_given();
    }

    fn repeat_end_of_input(&mut self) {
        self.unsent.push(END_OF_INPUT);
        self.input_given();
    }

    fn read_on(&mut self) {
        let until = Instant::now() + CONTEXT_TIME;
        let enough = self.output.len() + CONTEXT_BYTES;
        while self.output.len() < enough && Instant::now() < until {
            if self.event_before(until) != Some(Event::Output) {
                return;
            }
        }
    }

    fn end(&mut self) {
        self.tree.end();
    }

    fn forgive(&mut self, time: Duration) {
        self.started += time;
    }

    fn is_on_terminal(&self) -> bool {
        matches!(self.line, Line::Terminal(_))
    }

    fn activity(&self) -> Activity {
        match &self.line {
            Line::Terminal(terminal) => self.tree.activity(&terminal.name),
            Line::Pipes { .. } => self.tree.activity(""),
        }
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn transcript(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut from = 0;
        for (at, typed) in &self.typed {
            if *at > from {
                pieces.push(Piece::Output(self.output[from..*at].to_vec()));
            }
            pieces.push(typed.clone());
            from = *at;
        }
        if from < self.output.len() {
            pieces.push(Piece::Output(self.output[from..].to_vec()));
        }
        pieces
    }
}

impl Session {
    /// Starts a program on a terminal of its own; on pipes if there is none to be had.
    pub fn start(program: &Program, allowance: Allowance) -> Result<Session, StartError> {
        let Ok(terminal) = Terminal::open() else {
            return Session::start_on_pipes(program, allowance);
        };
        let Ok(theirs) = terminal.theirs.try_clone() else {
            return Session::start_on_pipes(program, allowance);
        };
        let tree = program.start_on_terminal(theirs)?;
        Ok(Session::new(tree, Line::Terminal(terminal), allowance))
    }

    /// Starts a program on pipes. Nobody can say when it wants input: everything is typed beforehand.
    pub fn start_on_pipes(program: &Program, allowance: Allowance) -> Result<Session, StartError> {
        let failed = |error| program.cannot_start(error);
        let (output, stdout) = std::io::pipe().map_err(failed)?;
        let stderr = stdout.try_clone().map_err(failed)?;
        let streams = [stdout.into(), stderr.into()];
        Session::start_with(program, allowance, output, streams)
    }

    /// The same, with standard error going somewhere else.
    pub(super) fn start_apart(
        program: &Program,
        allowance: Allowance,
        stderr: Stdio,
    ) -> Result<Session, StartError> {
        let (output, stdout) = std::io::pipe().map_err(|error| program.cannot_start(error))?;
        Session::start_with(program, allowance, output, [stdout.into(), stderr])
    }

    fn start_with(
        program: &Program,
        allowance: Allowance,
        output: PipeReader,
        [stdout, stderr]: [Stdio; 2],
    ) -> Result<Session, StartError> {
        let failed = |error| program.cannot_start(error);
        let mut tree = program.start(Stdio::piped(), stdout, stderr)?;
        let input = tree.take_stdin().map(OwnedFd::from);
        for fd in input.iter().map(AsFd::as_fd).chain([output.as_fd()]) {
            rustix::io::ioctl_fionbio(fd, true).map_err(|error| failed(error.into()))?;
        }
        Ok(Session::new(tree, Line::Pipes { output, input }, allowance))
    }

    fn new(tree: Tree, line: Line, allowance: Allowance) -> Session {
        let now = Instant::now();
        Session {
            tree,
            line,
            allowance,
            started: now,
            changed: now,
            measured: now,
            looked: now,
            tick: SHORTEST_TICK,
            told: None,
            output: Vec::new(),
            unsent: Vec::new(),
            typed: Vec::new(),
            echo: None,
            habits: Habits::default(),
        }
    }

    /// Everything that will ever be typed, for a program on pipes.
    pub(super) fn type_all<'a>(&mut self, steps: impl IntoIterator<Item = &'a Step>) {
        for step in steps {
            if let Step::Type(text) = step {
                self.unsent.extend_from_slice(text.as_bytes());
                self.unsent.push(b'\n');
            }
        }
        self.typed.push((0, Piece::EndOfInput));
        self.input_given();
    }

    fn input_given(&mut self) {
        self.send();
        self.change();
    }

    fn change(&mut self) {
        self.changed = Instant::now();
        self.tick = SHORTEST_TICK;
        self.told = None;
    }

    /// Waits for the next thing to happen, but not longer than `until`.
    pub(super) fn event_before(&mut self, until: Instant) -> Option<Event> {
        self.looked = Instant::now();
        loop {
            if interrupted() {
                return Some(Event::Interrupted);
            }
            self.send();
            if self.read() {
                return Some(self.more_output());
            }
            if let Some(ending) = self.tree.ending() {
                // What it left behind must not print on; what is printed must not be lost.
                self.tree.end();
                let more = self.read() || self.expect_no_echo();
                return Some(if more {
                    self.more_output()
                } else {
                    Event::Ended(ending)
                });
            }
            if let Some(limit) = self.limit() {
                return Some(Event::Limit(limit));
            }
            if self.told != Some(Waiting::Surely)
                && let Some(waiting) = self.waiting().filter(|&now| self.told != Some(now))
            {
                if self.expect_no_echo() {
                    return Some(self.more_output());
                }
                self.told = Some(waiting);
                self.habits.learn(&self.output);
                return Some(Event::Waiting(waiting));
            }
            if Instant::now() >= until {
                return None;
            }
            self.pause(until);
        }
    }

    /// A program that prints without a pause is held to its limits as well.
    fn more_output(&mut self) -> Event {
        self.change();
        self.limit().map_or(Event::Output, Event::Limit)
    }

    fn limit(&mut self) -> Option<Limit> {
        if self.output.len() > self.allowance.output {
            return Some(Limit::Output);
        }
        // Somebody has stopped us, or the machine has slept: that is not the program's time.
        let away = self.looked.elapsed();
        if away > STOPPED {
            self.forgive(away);
        }
        self.looked = Instant::now();
        let (elapsed, time) = (self.started.elapsed(), self.allowance.time);
        if elapsed >= time && (elapsed >= time * PATIENCE || !self.is_kept_waiting()) {
            return Some(Limit::Time);
        }
        if self.measured.elapsed() < USAGE_TICK {
            return None;
        }
        self.measured = Instant::now();
        let most = self.allowance.usage();
        let usage = self.tree.usage(&most)?;
        let limits = [
            (usage.processes > most.processes, Limit::Processes),
            (usage.resident > most.resident, Limit::Memory),
            (usage.files > most.files, Limit::Files),
            (usage.written > most.written, Limit::Files),
        ];
        limits
            .into_iter()
            .find_map(|(used_up, limit)| used_up.then_some(limit))
    }

    /// Whether the program computes and was kept from it: it is not to suffer for a busy machine.
    fn is_kept_waiting(&self) -> bool {
        let had = self.tree.processor_time();
        had.is_some_and(|had| had < self.allowance.time) && self.activity() == Activity::Busy
    }

    /// Whether the program waits for input. The order of the questions matters: what was typed has
    /// been read, then the program blocks in a read, then still nothing of it is on its way to us.
    fn waiting(&self) -> Option<Waiting> {
        let Line::Terminal(terminal) = &self.line else {
            return None;
        };
        if !self.unsent.is_empty() || terminal.has_unread_input() {
            return None;
        }
        let quiet = self.changed.elapsed();
        let quiet_for = |millis| quiet >= Duration::from_millis(millis);
        let waiting = match self.activity() {
            Activity::Reading => Waiting::Surely,
            Activity::Polling if quiet_for(150) => Waiting::Surely,
            Activity::Polling if quiet_for(1) && self.habits.know(&self.output) => Waiting::Surely,
            Activity::Unknown if quiet_for(200) => Waiting::Perhaps,
            Activity::Sleeping if quiet_for(500) => Waiting::Perhaps,
            Activity::Busy if quiet_for(1000) => Waiting::Perhaps,
            _ => return None,
        };
        (!is_ready(&terminal.ours, PollFlags::IN)).then_some(waiting)
    }

    fn our_end(&self) -> BorrowedFd<'_> {
        match &self.line {
            Line::Terminal(terminal) => terminal.ours.as_fd(),
            Line::Pipes { output, .. } => output.as_fd(),
        }
    }

    /// Reads what is there, though not all of a flood at once; false if there is nothing.
    fn read(&mut self) -> bool {
        let enough = self.allowance.output.min(self.output.len() + MOST_AT_ONCE);
        let mut buffer = [0; 16 << 10];
        let before = self.output.len();
        while self.output.len() <= enough {
            match rustix::io::read(self.our_end(), &mut buffer) {
                Ok(0) => break,
                Ok(count) => self.printed(&buffer[..count]),
                Err(Errno::INTR) => continue,
                Err(_) => break,
            }
        }
        self.output.len() > before
    }

    fn printed(&mut self, bytes: &[u8]) {
        let Some(echo) = &mut self.echo else {
            return self.output.extend_from_slice(bytes);
        };
        let (output, may_still_come) = echo.filter(bytes);
        self.output.extend(output);
        if !may_still_come {
            self.echo = None;
        }
    }

    /// What was held back as the beginning of an echo is output; false if there is none.
    fn expect_no_echo(&mut self) -> bool {
        let held = self
            .echo
            .take()
            .map_or_else(Vec::new, |mut echo| echo.give_up());
        self.output.extend_from_slice(&held);
        !held.is_empty()
    }

    /// Sends what has been typed, as far as it is taken.
    fn send(&mut self) {
        while !self.unsent.is_empty() {
            let sent = match &self.line {
                Line::Terminal(terminal) => rustix::io::write(&terminal.ours, &self.unsent),
                Line::Pipes {
                    input: Some(input), ..
                } => rustix::io::write(input, &self.unsent),
                Line::Pipes { input: None, .. } => Ok(self.unsent.len()),
            };
            match sent {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                // Nobody will read it any more.
                Err(_) => self.unsent.clear(),
            }
        }
        if let Line::Pipes { input, .. } = &mut self.line
            && self
                .typed
                .last()
                .is_some_and(|(_, last)| *last == Piece::EndOfInput)
        {
            *input = None;
        }
    }

    /// Sleeps until there is output, the program ends, or it is time to look again.
    fn pause(&mut self, until: Instant) {
        let left = until.saturating_duration_since(Instant::now());
        let wait = self.tick.min(left);
        self.tick = (self.tick * 2).min(LONGEST_TICK);
        let timeout = Timespec {
            tv_sec: 0,
            tv_nsec: wait.subsec_nanos().into(),
        };
        let ours = self.our_end();
        let mut fds = vec![PollFd::from_borrowed_fd(ours, PollFlags::IN)];
        if let Some(exit) = self.tree.exit_notice() {
            fds.push(PollFd::from_borrowed_fd(exit, PollFlags::IN));
        }
        // An error or a signal only means that we look again sooner. A pipe that hung up would
        // wake us for nothing, again and again, so then we wait for the end alone.
        let woken = poll(&mut fds, Some(&timeout));
        if woken.is_ok() && fds[0].revents() == PollFlags::HUP && fds.len() == 2 {
            let _ = poll(&mut fds[1..], Some(&timeout));
        }
    }
}
