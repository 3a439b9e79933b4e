//! A referee at the keyboard of one of our own programs, in memory: fast enough for many games.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::console::Console;
use crate::grading::conversation::Conversation;
use crate::grading::partner::{Event, Partner, TooLong, Waiting};
use crate::grading::referee::Referee;
use crate::grading::verdict::Outcome;
use crate::process::Ending;
use crate::program::Failure;

/// Lets `program` hold its conversation with the referee, who hears each of its turns after `change`,
/// and returns the sentence about the first fault, or the outcome, if there is one.
pub(super) fn rehearse(
    referee: &mut dyn Referee,
    change: impl FnMut(&str) -> String + 'static,
    program: impl FnOnce(&mut Console) -> Result<(), Failure> + Send,
) -> Result<(), String> {
    let (paper, printed) = channel();
    let (keys, typed) = channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            let paper = Paper(paper);
            let mut keyboard = Keyboard {
                typed,
                line: Vec::new(),
                paper: paper.clone(),
            };
            // A program whose referee stops typing has no choice but to fail.
            let _ = program(&mut Console::new(&mut keyboard, paper));
        });
        let mut talk = Conversation::new(Rehearsal {
            printed,
            keys: Some(keys),
            change: Box::new(change),
            output: Vec::new(),
            then: None,
        });
        referee.play(&mut talk).map_err(|outcome| match outcome {
            Outcome::Differs | Outcome::StillPrinting => talk.complaint(),
            Outcome::RuleBroken(rule) => rule,
            other => format!("{other:?}"),
        })
    })
}

/// What the program tells us: that it prints, or that it wants a line.
enum Told {
    Printed(String),
    Asks,
}

/// The program, as the referee meets it.
struct Rehearsal {
    printed: Receiver<Told>,
    keys: Option<Sender<String>>,
    change: Box<dyn FnMut(&str) -> String>,
    output: Vec<u8>,
    /// What happens after all the output was heard.
    then: Option<Event>,
}

impl Partner for Rehearsal {
    fn next_event(&mut self) -> Event {
        if let Some(event) = self.then {
            return event;
        }
        let mut turn = String::new();
        let then = loop {
            match self.printed.recv() {
                Ok(Told::Printed(text)) => turn += &text,
                Ok(Told::Asks) => break Event::Waiting(Waiting::Surely),
                Err(_) => break Event::Ended(Ending::Exited(0)),
            }
        };
        self.output.extend((self.change)(&turn).bytes());
        self.then = Some(then);
        Event::Output
    }

    fn output(&self) -> &[u8] {
        &self.output
    }

    fn type_line(&mut self, text: &str) -> Result<(), TooLong> {
        self.then = None;
        if let Some(keys) = &self.keys {
            // Who has ended reads nothing, and that is then heard.
            let _ = keys.send(format!("{text}\n"));
        }
        Ok(())
    }

    fn end_input(&mut self) {
        self.then = None;
        self.keys = None;
    }
}

/// What the program prints on.
#[derive(Clone)]
pub(super) struct Paper(Sender<Told>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).expect("our programs print UTF-8");
        // Nobody may be left to read it.
        let _ = self.0.send(Told::Printed(text.to_owned()));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The program's input: what the referee types. It ends when the referee types no more.
pub(super) struct Keyboard {
    typed: Receiver<String>,
    line: Vec<u8>,
    paper: Paper,
}

impl Read for Keyboard {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        unreachable!("the console reads lines")
    }
}

impl BufRead for Keyboard {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.line.is_empty() {
            let _ = self.paper.0.send(Told::Asks);
            self.line = self.typed.recv().unwrap_or_default().into_bytes();
        }
        Ok(&self.line)
    }

    fn consume(&mut self, amount: usize) {
        self.line.drain(..amount);
    }
}
