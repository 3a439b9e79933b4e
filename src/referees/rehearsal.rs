//! A referee at the keyboard of one of our own programs, in memory: fast enough for many games.

use std::cell::RefCell;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

use crate::console::Console;
use crate::grading::referee::{Action, Referee};
use crate::program::Failure;

/// Lets `program` hold its conversation with the referee, who hears what it prints after `change`,
/// and returns the referee's first complaint or last word.
pub fn rehearse<R: Referee>(
    referee: R,
    change: impl Fn(&str) -> String + 'static,
    program: impl FnOnce(&mut Console<&mut Keyboard<R>, Paper>) -> Result<(), Failure>,
) -> Action {
    let paper = Paper::default();
    let mut keyboard = Keyboard {
        referee,
        change: Box::new(change),
        paper: paper.clone(),
        typed: Vec::new(),
        verdict: Action::Wait,
    };
    // A program whose referee stops typing has no choice but to fail.
    let _ = program(&mut Console::new(&mut keyboard, paper));
    keyboard.ask_referee();
    keyboard.verdict
}

/// All that the program has printed.
#[derive(Clone, Default)]
pub struct Paper(Rc<RefCell<String>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).expect("our programs print UTF-8");
        self.0.borrow_mut().push_str(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The program's input: what the referee types. It ends when the referee types no more.
pub struct Keyboard<R> {
    referee: R,
    change: Box<dyn Fn(&str) -> String>,
    paper: Paper,
    typed: Vec<u8>,
    verdict: Action,
}

impl<R: Referee> Keyboard<R> {
    fn ask_referee(&mut self) {
        if !matches!(self.verdict, Action::Fail(_)) {
            let printed = (self.change)(&self.paper.0.borrow());
            self.verdict = self.referee.next(&printed);
        }
    }
}

impl<R: Referee> Read for Keyboard<R> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        unreachable!("the console reads lines")
    }
}

impl<R: Referee> BufRead for Keyboard<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.typed.is_empty() {
            self.ask_referee();
            if let Action::Type(text) = &self.verdict {
                self.typed = format!("{text}\n").into_bytes();
            }
        }
        Ok(&self.typed)
    }

    fn consume(&mut self, amount: usize) {
        self.typed.drain(..amount);
    }
}
