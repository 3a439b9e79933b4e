//! A conversation held in memory, written down as the steps of a case.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

use crate::console::Console;
use crate::grading::fixture::Step;
use crate::program::Failure;

type Steps = Rc<RefCell<Vec<Step>>>;

/// Types the lines that are to be typed, each when it is waited for.
struct Keyboard {
    steps: Steps,
    lines: VecDeque<String>,
    line: Vec<u8>,
}

/// Writes down what is said.
struct Screen(Steps);

/// What happens on the terminal when these lines are typed; nothing if the game does not end with the
/// last of them.
pub(super) fn transcript(
    typed: impl IntoIterator<Item = String>,
    play: impl FnOnce(&mut Console) -> Result<(), Failure>,
) -> Option<Vec<Step>> {
    let steps = Steps::default();
    let keyboard = Keyboard {
        steps: Rc::clone(&steps),
        lines: typed.into_iter().collect(),
        line: Vec::new(),
    };
    let lines = keyboard.lines.len();
    play(&mut Console::new(keyboard, Screen(Rc::clone(&steps)))).ok()?;
    let steps = steps.take();
    let typed = steps.iter().filter(|step| matches!(step, Step::Type(_)));
    (typed.count() == lines).then_some(steps)
}

impl Read for Keyboard {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Keyboard {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.line.is_empty()
            && let Some(line) = self.lines.pop_front()
        {
            self.line = format!("{line}\n").into_bytes();
            self.steps.borrow_mut().push(Step::Type(line));
        }
        Ok(&self.line)
    }

    fn consume(&mut self, used: usize) {
        self.line.drain(..used);
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let mut steps = self.0.borrow_mut();
        match steps.last_mut() {
            Some(Step::Output(said)) => *said += &text,
            _ if text.is_empty() => {}
            _ => steps.push(Step::Output(text.into_owned())),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
