//! Talking with a person: ask, ask again after a bad answer, notice the end of input.
//!
//! A conversation can be held on the terminal, through pipes, or in memory.

use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};
use std::ops::RangeInclusive;

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use crate::program::Failure;

/// Longer answers are read to their end, but only this much of them is kept.
const LONGEST_ANSWER: usize = 4096;

/// A conversation: what is typed comes from `input`, what is said goes to `output`.
pub struct Console<'a> {
    input: Input<'a>,
    output: Box<dyn Write + 'a>,
    /// Somebody sits at a terminal, and nobody compares bytes.
    person: bool,
    draws: bool,
    colours: bool,
}

/// Where answers come from.
enum Input<'a> {
    Plain(Box<dyn BufRead + 'a>),
    /// With a cursor to move and earlier answers to go back to.
    Edited(Box<DefaultEditor>),
}

impl<'a> Console<'a> {
    /// A conversation over the given reader and writer.
    pub fn new(input: impl BufRead + 'a, output: impl Write + 'a) -> Console<'a> {
        Console {
            input: Input::Plain(Box::new(input)),
            output: Box::new(output),
            person: false,
            draws: false,
            colours: false,
        }
    }

    /// The conversation on standard input and output.
    ///
    /// A terminal that calls itself `dumb` has no person at it but a program, as under `grade`.
    pub fn standard() -> Console<'a> {
        let plain = Console::new(io::stdin().lock(), io::stdout().lock());
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        if dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return plain;
        }
        // Pasted lines are answers like typed ones.
        let config = Config::builder().auto_add_history(true);
        match DefaultEditor::with_config(config.bracketed_paste(false).build()) {
            Err(_) => plain,
            Ok(editor) => Console {
                input: Input::Edited(Box::new(editor)),
                person: true,
                draws: true,
                colours: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
                ..plain
            },
        }
    }

    /// The same conversation with boards drawn, or without.
    pub fn drawing(mut self, draws: bool) -> Console<'a> {
        self.draws = draws;
        self
    }

    /// Whether boards are drawn before a question.
    pub fn draws(&self) -> bool {
        self.draws
    }

    /// Whether a person sits at a terminal: then more may be said than the assignment's words.
    pub fn is_person(&self) -> bool {
        self.person
    }

    /// How wide the terminal is; as wide as a usual one where there is none.
    pub fn columns(&self) -> usize {
        #[cfg(unix)]
        if self.person
            && let Ok(size) = rustix::termios::tcgetwinsize(io::stdout())
            && size.ws_col > 0
        {
            return size.ws_col.into();
        }
        80
    }

    /// Says one line.
    pub fn say(&mut self, line: impl fmt::Display) -> Result<(), Failure> {
        Ok(writeln!(self.output, "{line}")?)
    }

    /// Says something painted, without the paint where colours are not wanted.
    pub fn show(&mut self, painted: impl fmt::Display) -> Result<(), Failure> {
        let painted = painted.to_string();
        match self.colours {
            true => self.say(painted),
            false => self.say(strip_str(&painted)),
        }
    }

    /// Makes sure that everything said has left.
    pub fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.output.flush()?)
    }

    /// Asks for a number until one in `range` is given.
    ///
    /// Input that ends here ends in mid-game: the line is ended, and that is a failure.
    pub fn ask(&mut self, prompt: &str, range: RangeInclusive<u64>) -> Result<u64, Failure> {
        match self.ask_unless_over(prompt, range)? {
            Some(number) => Ok(number),
            None => Err(self.input_ended()),
        }
    }

    /// Asks like [`Console::ask`] where input may well end; `None` when it has. A person may leave here with
    /// the word that ends a game.
    pub fn ask_unless_over(
        &mut self,
        prompt: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, Failure> {
        while let Some(answer) = self.ask_line(prompt)? {
            if self.person && matches!(answer.to_ascii_lowercase().as_str(), "quit" | "exit") {
                return Err(Failure::with_code(0, ""));
            }
            match number_in(&answer, range.clone()) {
                Ok(number) => return Ok(Some(number)),
                Err(again) => self.say(again)?,
            }
        }
        Ok(None)
    }

    /// Asks for a line, with the blanks around it removed; `None` at the end of input.
    ///
    /// Bytes that are not UTF-8 become replacement characters, which no game takes for an answer.
    pub fn ask_line(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let line = match &mut self.input {
            Input::Plain(input) => {
                self.output.write_all(prompt.as_bytes())?;
                self.output.flush()?;
                let line = read_line(input).map_err(cannot_read)?;
                line.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            }
            Input::Edited(editor) => {
                self.output.flush()?;
                match editor.readline(prompt) {
                    Ok(line) => Some(line),
                    Err(ReadlineError::Eof) => None,
                    Err(ReadlineError::Interrupted) => return Err(Failure::with_code(130, "")),
                    Err(error) => return Err(cannot_read(error)),
                }
            }
        };
        Ok(line.map(|line| line.trim().to_owned()))
    }

    /// Asks a person at a terminal for another game; nobody else is asked, and that is a no.
    pub fn play_again(&mut self) -> Result<bool, Failure> {
        while self.person {
            let answer = self.ask_line("Play again? ")?;
            match answer.map(|answer| answer.to_ascii_lowercase()).as_deref() {
                Some("y" | "yes" | "1") => return Ok(true),
                Some("n" | "no" | "0" | "quit" | "exit") => break,
                Some(_) => self.say("Please answer yes or no")?,
                None => return Ok(self.end_line().map(|()| false)?),
            }
        }
        Ok(false)
    }

    /// Ends the line of a prompt that will not be answered; the editor has done so already.
    pub fn end_line(&mut self) -> io::Result<()> {
        match self.input {
            Input::Plain(_) => writeln!(self.output),
            Input::Edited(_) => Ok(()),
        }
    }

    /// Ends the line of a prompt that will not be answered, and says why the game stops.
    pub fn input_ended(&mut self) -> Failure {
        match self.end_line().and_then(|()| self.output.flush()) {
            Ok(()) => Failure::task("input ended before the game was over"),
            Err(error) => error.into(),
        }
    }
}

/// Reads a number that must be in `range`, or gives the sentence with which it is asked for again.
pub fn number_in(text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!(
            "Please enter a number between {} and {}",
            range.start(),
            range.end()
        )),
    }
}

fn cannot_read(error: impl fmt::Display) -> Failure {
    Failure::task(format_args!("cannot read the input: {error}"))
}

/// The next line without its end, cut to [`LONGEST_ANSWER`] bytes; `None` at the end of input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut seen_anything = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(seen_anything.then_some(line));
        }
        seen_anything = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let piece = &buffer[..end.unwrap_or(buffer.len())];
        let room = LONGEST_ANSWER - line.len();
        line.extend_from_slice(&piece[..piece.len().min(room)]);
        let used = piece.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(typed: &[u8]) -> (Result<u64, Failure>, String) {
        let mut said = Vec::new();
        let answer = Console::new(typed, &mut said).ask("How many (1-3)? ", 1..=3);
        (answer, String::from_utf8(said).expect("we say UTF-8"))
    }

    #[test]
    fn a_number_in_range_is_taken_at_once() {
        for typed in ["2\n", "  2 \r\n", "\t2\n", "2"] {
            let (answer, said) = ask(typed.as_bytes());
            assert_eq!((answer, said.as_str()), (Ok(2), "How many (1-3)? "));
        }
    }

    #[test]
    fn anything_else_is_asked_again_with_the_same_sentence() {
        let ten_to_the_30 = format!("1{}\n", "0".repeat(30));
        let endless = format!("{}\n", "1".repeat(1 << 20));
        let bad: [&[u8]; 9] = [
            b"\n",
            b"two\n",
            b"0\n",
            b"4\n",
            b"-1\n",
            b"2.0\n",
            b"\xff\xfe\n",
            ten_to_the_30.as_bytes(),
            endless.as_bytes(),
        ];
        for typed in bad {
            let (answer, said) = ask(&[typed, b"3\n"].concat());
            assert_eq!(answer, Ok(3));
            assert_eq!(
                said,
                "How many (1-3)? Please enter a number between 1 and 3\nHow many (1-3)? "
            );
        }
    }

    #[test]
    fn the_end_of_input_ends_the_line_and_the_game() {
        let (answer, said) = ask(b"");
        assert_eq!(
            answer.map_err(|failure| (failure.code(), failure.to_string())),
            Err((1, "input ended before the game was over".to_owned()))
        );
        assert_eq!(said, "How many (1-3)? \n");
    }

    #[test]
    fn a_closed_output_stops_the_conversation_quietly() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let failure = Console::new(&b"2\n"[..], Closed).ask("How many? ", 1..=3);
        assert_eq!(failure, Err(Failure::with_code(0, "")));
    }
}
