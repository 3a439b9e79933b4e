//! Append-only JSON Lines that any number of processes share: whole lines, a lock, a torn tail.
//!
//! Lines are appended by one write under an exclusive lock and read under a shared one, so a last line
//! without its end was never left by a writer still at work, only by one that was killed. What a line
//! means is the caller's affair.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::program::Failure;

/// No line is longer: the longest game of toothpicks, a million draws of one, takes 25 MB.
const LONGEST_LINE: u64 = 1 << 26;

/// A line as it stands in the file.
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its bytes, with the line end if it has one.
    pub bytes: &'a [u8],
    /// Where it ends in the file.
    pub end: u64,
}

impl Line<'_> {
    /// Whether nothing is missing at its end.
    pub fn is_whole(&self) -> bool {
        self.bytes.ends_with(b"\n")
    }
}

/// What a last line without its end is.
pub enum Tail {
    /// All there but for its end, as when somebody has been there with an editor.
    Whole,
    /// Torn in mid-write: it is cut off.
    Torn,
}

/// An open journal.
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The length up to which the file is known to consist of whole lines.
    whole: u64,
    held: bool,
}

impl Journal {
    /// Opens a journal for reading and appending; if there is none, an empty one is made.
    pub fn open(path: &Path) -> Result<Journal, Failure> {
        let mut options = OpenOptions::new();
        Journal::open_with(path, options.read(true).append(true).create(true))
            .map_err(|error| cannot("open", path, &error))
    }

    /// Opens a journal for reading only; `None` if there is none.
    pub fn open_to_read(path: &Path) -> Result<Option<Journal>, Failure> {
        match Journal::open_with(path, OpenOptions::new().read(true)) {
            Ok(journal) => Ok(Some(journal)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(cannot("open", path, &error)),
        }
    }

    fn open_with(path: &Path, options: &OpenOptions) -> io::Result<Journal> {
        // Asked before opening, because opening a pipe would wait for somebody at its other end.
        if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
            return Err(io::Error::other("it is not a regular file"));
        }
        Ok(Journal {
            path: path.to_owned(),
            file: options.open(path)?,
            whole: 0,
            held: false,
        })
    }

    /// Keeps everybody else out until the journal is closed; false if somebody else does so already.
    ///
    /// Not every file system can lock; that is no reason not to work.
    pub fn hold(&mut self) -> bool {
        self.held = !matches!(self.file.try_lock(), Err(TryLockError::WouldBlock));
        self.held
    }

    /// Shows every line to `see`, in order, and changes nothing.
    pub fn read(
        &mut self,
        mut see: impl FnMut(Line) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.lock(File::lock_shared)?;
        let outcome = self.read_lines(&mut see);
        self.unlock();
        outcome
    }

    fn read_lines(
        &mut self,
        see: &mut impl FnMut(Line) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.whole = 0;
        let rewound = self.file.seek(SeekFrom::Start(0));
        rewound.map_err(|error| cannot("read", &self.path, &error))?;
        let mut reader = BufReader::with_capacity(1 << 18, &self.file);
        let mut bytes = Vec::new();
        let mut end = 0;
        for number in 1.. {
            bytes.clear();
            let mut line = reader.by_ref().take(LONGEST_LINE);
            let read = line.read_until(b'\n', &mut bytes);
            end += match read.map_err(|error| cannot("read", &self.path, &error))? {
                0 => break,
                read => read as u64,
            };
            let line = Line {
                number,
                bytes: &bytes,
                end,
            };
            let whole = line.is_whole();
            see(line)?;
            if whole {
                self.whole = end;
            }
        }
        Ok(())
    }

    /// Appends whole lines by one write. If the file ends with a line that has no end, `judge` says
    /// what it is first.
    pub fn append(
        &mut self,
        lines: &[u8],
        judge: impl FnOnce(&[u8]) -> Result<Tail, Failure>,
    ) -> Result<(), Failure> {
        self.lock(File::lock)?;
        let outcome = self.append_lines(lines, judge);
        self.unlock();
        outcome
    }

    fn append_lines(
        &mut self,
        lines: &[u8],
        judge: impl FnOnce(&[u8]) -> Result<Tail, Failure>,
    ) -> Result<(), Failure> {
        let before = self.mend(judge)?;
        if let Err(error) = self.file.write_all(lines) {
            // A full disk may have taken half a line; the others need not see it.
            let _ = self.file.set_len(before);
            return Err(cannot("write to", &self.path, &error));
        }
        self.whole = before + lines.len() as u64;
        Ok(())
    }

    /// Makes the file end with a whole line, and returns its length then.
    fn mend(&mut self, judge: impl FnOnce(&[u8]) -> Result<Tail, Failure>) -> Result<u64, Failure> {
        let unreadable = |error| cannot("read", &self.path, &error);
        let length = self.length().map_err(unreadable)?;
        if length == self.whole {
            return Ok(length);
        }
        let tail = self.last_line(length).map_err(unreadable)?;
        if tail.is_empty() {
            return Ok(length);
        }
        match judge(&tail)? {
            Tail::Whole => self.file.write_all(b"\n"),
            Tail::Torn => self.file.set_len(length - tail.len() as u64),
        }
        .and_then(|()| self.length())
        .map_err(|error| cannot("write to", &self.path, &error))
    }

    /// Cuts the file off after `length` bytes, where a line must end.
    pub fn cut(&mut self, length: u64) -> Result<(), Failure> {
        let cut = self.file.set_len(length);
        self.whole = length;
        cut.map_err(|error| cannot("write to", &self.path, &error))
    }

    /// How long the file is.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
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

    fn lock(&self, how: impl FnOnce(&File) -> io::Result<()>) -> Result<(), Failure> {
        if self.held {
            return Ok(());
        }
        match how(&self.file) {
            Err(error) if error.kind() != io::ErrorKind::Unsupported => {
                Err(cannot("lock", &self.path, &error))
            }
            _ => Ok(()),
        }
    }

    fn unlock(&self) {
        if !self.held {
            let _ = self.file.unlock();
        }
    }
}

impl Drop for Journal {
    /// Closing the file would not do: a program that is just being started holds a copy of it until
    /// it runs, and with the copy the lock.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

fn cannot(do_what: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::task(format_args!("cannot {do_what} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn torn(_: &[u8]) -> Result<Tail, Failure> {
        Ok(Tail::Torn)
    }

    /// Another process in mid-write: half a line and the lock. Whoever comes meanwhile has to wait,
    /// and finds a whole line. (Without waiting, the few milliseconds suffice to see the half.)
    #[test]
    fn nobody_takes_the_line_of_a_living_writer_for_torn() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.jsonl");
        let mut writer = File::create(&path).expect("made");
        writer.lock().expect("locked");
        writer.write_all(b"{\"half\":").expect("written");
        let (done, seen) = mpsc::channel();
        for appends in [false, true] {
            let (path, done) = (path.clone(), done.clone());
            thread::spawn(move || {
                let mut journal = Journal::open(&path).expect("opened");
                let mut whole = 0;
                let outcome = if appends {
                    journal.append(b"{}\n", torn)
                } else {
                    journal.read(|line| {
                        whole += u32::from(line.is_whole());
                        Ok(())
                    })
                };
                let _ = done.send((appends, outcome, whole));
            });
        }
        let early = seen.recv_timeout(Duration::from_millis(50));
        assert!(early.is_err(), "{early:?} while the writer was at work");
        writer.write_all(b"1}\n").expect("written");
        writer.unlock().expect("unlocked");
        for _ in 0..2 {
            let (appends, outcome, whole) = seen.recv().expect("two reports");
            assert_eq!(outcome, Ok(()));
            assert!(appends || whole >= 1);
        }
        assert_eq!(fs::read(&path).expect("read"), b"{\"half\":1}\n{}\n");
    }

    #[test]
    fn the_last_line_is_found_however_long_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.jsonl");
        for length in [0, 1, 65_535, 65_536, 65_537, 200_000] {
            for before in ["", "\n", "first\n"] {
                let tail = vec![b'x'; length];
                fs::write(&path, [before.as_bytes(), &tail].concat()).expect("written");
                let journal = Journal::open(&path).expect("opened");
                let found = journal.last_line((before.len() + length) as u64);
                assert_eq!(found.expect("read"), tail, "{length} after {before:?}");
            }
        }
    }

    #[test]
    fn a_held_journal_keeps_others_out_until_it_is_closed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.jsonl");
        let [mut first, mut second] = [0, 1].map(|_| Journal::open(&path).expect("opened"));
        assert!(first.hold());
        assert!(!second.hold());
        first.append(b"1\n", torn).expect("the holder may write");
        drop(first);
        assert!(second.hold());
    }

    #[test]
    fn what_is_no_regular_file_is_refused_at_once() {
        for path in ["/dev/zero", "/dev/full", "/dev/null", "/"] {
            assert!(Journal::open(Path::new(path)).is_err(), "{path}");
            assert!(Journal::open_to_read(Path::new(path)).is_err(), "{path}");
        }
    }
}
