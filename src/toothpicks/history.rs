//! The file of earlier games: JSON Lines, one finished game a line, shared by any number of processes.
//!
//! A game is appended by one write under an exclusive lock and read under a shared one, so a last line
//! without its end was never left by a writer still at work, only by one that was killed.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::board::Board;
use super::record::{self, Unreadable};
use crate::program::Failure;
use crate::progress::Progress;

/// No line is longer: the longest game, a million draws of one toothpick, takes 25 MB.
const LONGEST_LINE: u64 = 1 << 26;

/// An open file of games.
pub struct History {
    path: PathBuf,
    file: File,
    /// The length up to which the file is known to consist of whole lines.
    whole: u64,
}

impl History {
    /// Opens a file for reading and appending; if there is none, an empty one is made.
    pub fn open(path: &Path) -> Result<History, Failure> {
        History::open_with(
            path,
            OpenOptions::new().read(true).append(true).create(true),
        )
        .map_err(|error| Failure::task(format_args!("cannot open {}: {error}", path.display())))
    }

    /// Opens a file for reading only; `None` if there is none.
    pub fn open_to_read(path: &Path) -> Result<Option<History>, Failure> {
        match History::open_with(path, OpenOptions::new().read(true)) {
            Ok(history) => Ok(Some(history)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Failure::task(format_args!(
                "cannot open {}: {error}",
                path.display()
            ))),
        }
    }

    fn open_with(path: &Path, options: &OpenOptions) -> io::Result<History> {
        // Asked before opening, because opening a pipe would wait for somebody at its other end.
        if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
            return Err(io::Error::other("it is not a regular file"));
        }
        Ok(History {
            path: path.to_owned(),
            file: options.open(path)?,
            whole: 0,
        })
    }

    /// Shows every game to `see`, in the order of the file, and changes nothing.
    ///
    /// A torn last line is left out with a warning; any other line that is not a game is a failure.
    pub fn read(&mut self, see: impl FnMut(&Board)) -> Result<(), Failure> {
        tolerate_no_locks(self.file.lock_shared()).map_err(|error| self.cannot("lock", error))?;
        let outcome = self.read_lines(see);
        let _ = self.file.unlock();
        outcome
    }

    fn read_lines(&mut self, mut see: impl FnMut(&Board)) -> Result<(), Failure> {
        let length = self.rewind().map_err(|error| self.cannot("read", error))?;
        let mut progress = Progress::new("reading", length);
        let mut reader = BufReader::with_capacity(1 << 18, &self.file);
        let mut line = Vec::new();
        let mut reached = 0;
        for number in 1_u64.. {
            line.clear();
            let read = reader
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line)
                .map_err(|error| self.cannot("read", error))?;
            if read == 0 {
                break;
            }
            let ended = line.last() == Some(&b'\n');
            match record::read(&line) {
                Ok(game) => see(&game),
                Err(Unreadable { torn: true, .. }) if !ended => self.warn(format_args!(
                    "line {number} was torn in mid-write and is left out"
                )),
                Err(unreadable) => return Err(self.not_a_game(number, &unreadable)),
            }
            reached += read as u64;
            if ended {
                self.whole = reached;
            }
            if number.is_multiple_of(1024) {
                progress.reach(reached);
            }
        }
        Ok(())
    }

    fn rewind(&mut self) -> io::Result<u64> {
        self.whole = 0;
        self.file.seek(SeekFrom::Start(0))?;
        Ok(self.file.metadata()?.len())
    }

    /// Appends a finished game as one line, after cutting off a torn one.
    pub fn append(&mut self, game: &Board) -> Result<(), Failure> {
        let line = record::write(game);
        tolerate_no_locks(self.file.lock()).map_err(|error| self.cannot("lock", error))?;
        let outcome = self.append_line(&line);
        let _ = self.file.unlock();
        outcome
    }

    fn append_line(&mut self, line: &[u8]) -> Result<(), Failure> {
        let before = self.mend()?;
        if let Err(error) = self.file.write_all(line) {
            // A full disk may have taken half the line; the others need not see it.
            let _ = self.file.set_len(before);
            return Err(self.cannot("write to", error));
        }
        self.whole = before + line.len() as u64;
        Ok(())
    }

    /// Makes the file end with a whole line, and returns its length then.
    fn mend(&mut self) -> Result<u64, Failure> {
        let end = |file: &File| Ok(file.metadata()?.len());
        let length = end(&self.file).map_err(|error| self.cannot("read", error))?;
        if length == self.whole {
            return Ok(length);
        }
        let tail = self
            .last_line(length)
            .map_err(|error| self.cannot("read", error))?;
        if tail.is_empty() {
            return Ok(length);
        }
        match record::read(&tail) {
            // Nothing but its end is missing, as when somebody has been there with an editor.
            Ok(_) => self.file.write_all(b"\n"),
            Err(Unreadable { torn: true, .. }) => {
                self.warn("the torn line at its end is cut off");
                self.file.set_len(length - tail.len() as u64)
            }
            Err(unreadable) => {
                return Err(Failure::task(format_args!(
                    "the last line of {} is not a game ({unreadable}); remove it or use another file",
                    self.path.display()
                )));
            }
        }
        .and_then(|()| end(&self.file))
        .map_err(|error| self.cannot("write to", error))
    }

    /// What follows the last line end in a file of `length` bytes.
    fn last_line(&self, length: u64) -> io::Result<Vec<u8>> {
        const STEP: u64 = 1 << 16;
        let mut file = &self.file;
        let mut start = length;
        loop {
            start = start.saturating_sub(STEP);
            file.seek(SeekFrom::Start(start))?;
            let mut tail = Vec::new();
            file.take(length - start).read_to_end(&mut tail)?;
            if let Some(at) = tail.iter().rposition(|&byte| byte == b'\n') {
                return Ok(tail.split_off(at + 1));
            }
            if start == 0 {
                return Ok(tail);
            }
        }
    }

    fn cannot(&self, do_what: &str, error: io::Error) -> Failure {
        Failure::task(format_args!(
            "cannot {do_what} {}: {error}",
            self.path.display()
        ))
    }

    fn not_a_game(&self, number: u64, unreadable: &Unreadable) -> Failure {
        Failure::task(format_args!(
            "line {number} of {} is not a game ({unreadable}); remove it or use another file",
            self.path.display()
        ))
    }

    fn warn(&self, what: impl fmt::Display) {
        let _ = writeln!(io::stderr(), "warning: {}: {what}", self.path.display());
    }
}

/// Some file systems know no locks; the writes are whole lines there too.
fn tolerate_no_locks(outcome: io::Result<()>) -> io::Result<()> {
    match outcome {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        outcome => outcome,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn game() -> Board {
        let mut board = Board::new(3, 2);
        board.update(2).expect("legal");
        board.update(1).expect("legal");
        board
    }

    /// Another process in mid-write: half a line and the lock. Whoever comes meanwhile has to wait,
    /// and finds a whole line. (Without waiting, the few milliseconds suffice to see the half.)
    #[test]
    fn nobody_takes_the_line_of_a_living_writer_for_torn() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.jsonl");
        let mut writer = File::create(&path).expect("made");
        let line = record::write(&game());
        writer.lock().expect("locked");
        writer.write_all(&line[..20]).expect("written");
        let (done, seen) = mpsc::channel();
        for appends in [false, true] {
            let (path, done) = (path.clone(), done.clone());
            thread::spawn(move || {
                let mut history = History::open(&path).expect("opened");
                let mut games = 0;
                let outcome = if appends {
                    history.append(&game())
                } else {
                    history.read(|_| games += 1)
                };
                let _ = done.send((appends, outcome, games));
            });
        }
        let early = seen.recv_timeout(Duration::from_millis(50));
        assert!(early.is_err(), "{early:?} while the writer was at work");
        writer.write_all(&line[20..]).expect("written");
        writer.unlock().expect("unlocked");
        for _ in 0..2 {
            let (appends, outcome, games) = seen.recv().expect("two reports");
            assert_eq!(outcome, Ok(()));
            assert!(appends || games >= 1);
        }
        assert_eq!(fs::read(&path).expect("read"), line.repeat(2));
    }

    #[test]
    fn the_last_line_is_found_however_long_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.jsonl");
        for length in [0, 1, 65_535, 65_536, 65_537, 200_000] {
            for before in ["", "\n", "first\n"] {
                let tail = vec![b'x'; length];
                fs::write(&path, [before.as_bytes(), &tail].concat()).expect("written");
                let history = History::open(&path).expect("opened");
                let found = history.last_line((before.len() + length) as u64);
                assert_eq!(found.expect("read"), tail, "{length} after {before:?}");
            }
        }
    }
}
