//! The file of earlier games: a journal, one finished game a line.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::board::Board;
use super::written::{self, Unreadable};
use crate::journal::{Journal, Tail};
use crate::program::Failure;
use crate::progress::Progress;

/// An open file of games.
pub struct History {
    path: PathBuf,
    journal: Journal,
}

impl History {
    /// Opens a file for reading and appending; if there is none, an empty one is made.
    pub fn open(path: &Path) -> Result<History, Failure> {
        Ok(History::of(path, Journal::open(path)?))
    }

    /// Opens a file for reading only; `None` if there is none.
    pub fn open_to_read(path: &Path) -> Result<Option<History>, Failure> {
        let journal = Journal::open_to_read(path)?;
        Ok(journal.map(|journal| History::of(path, journal)))
    }

    fn of(path: &Path, journal: Journal) -> History {
        let path = path.to_owned();
        History { path, journal }
    }

    /// Shows every game to `see`, in the order of the file, and changes nothing.
    ///
    /// A torn last line is left out with a warning; any other line that is not a game is a failure.
    pub fn read(&mut self, mut see: impl FnMut(&Board)) -> Result<(), Failure> {
        let path = self.path.display();
        let mut progress = Progress::new("reading", self.journal.length()?);
        self.journal.read(|line| {
            let number = line.number;
            match written::read(line.bytes) {
                Ok(game) => see(&game),
                Err(Unreadable { torn: true, .. }) if !line.is_whole() => warn(format_args!(
                    "{path}: line {number} was torn in mid-write and is left out"
                )),
                Err(why) => return Err(not_a_game(format_args!("line {number} of {path}"), &why)),
            }
            if number.is_multiple_of(1024) {
                progress.reach(line.end);
            }
            Ok(())
        })
    }

    /// Appends a finished game as one line, after cutting off a torn one.
    pub fn append(&mut self, game: &Board) -> Result<(), Failure> {
        let path = self.path.display();
        let judge = |tail: &[u8]| match written::read(tail) {
            Ok(_) => Ok(Tail::Whole),
            Err(Unreadable { torn: true, .. }) => {
                warn(format_args!("{path}: the torn line at its end is cut off"));
                Ok(Tail::Torn)
            }
            Err(why) => Err(not_a_game(format_args!("the last line of {path}"), &why)),
        };
        self.journal.append(&written::write(game), judge)
    }
}

/// The finished game that a line of such a file holds.
pub(crate) fn game(line: &[u8]) -> Result<Board, String> {
    written::read(line).map_err(|why| format!("not a game of toothpicks: {why}"))
}

fn not_a_game(line: std::fmt::Arguments, why: &Unreadable) -> Failure {
    Failure::task(format_args!(
        "{line} is not a game ({why}); remove it or use another file"
    ))
}

fn warn(what: std::fmt::Arguments) {
    let _ = writeln!(io::stderr(), "warning: {what}");
}
