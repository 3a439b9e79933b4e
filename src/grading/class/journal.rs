//! What was graded, kept by what it depends on: a line of JSON each, added as soon as it is known.
//!
//! A run that was killed leaves whole lines and at most one torn one, which is cut off. Only where a
//! line stands is remembered, not what it says: a class of a thousand needs little memory.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::journal::{self, Tail};
use crate::program::Failure;

/// The name of the file in the folder of results.
pub const NAME: &str = "journal.jsonl";

/// The journal of a folder of results, which nobody else may have open.
pub struct Journal {
    path: PathBuf,
    state: Mutex<State>,
}

struct State {
    lines: journal::Journal,
    reader: File,
    end: u64,
    places: HashMap<String, (u64, usize)>,
}

#[derive(Serialize, Deserialize)]
struct Entry<T> {
    key: String,
    value: T,
}

#[derive(Deserialize)]
struct KeyOnly {
    key: String,
}

impl Journal {
    /// Opens the journal of a folder; it is made if there is none.
    pub fn open(folder: &Path) -> Result<Journal, Failure> {
        let path = folder.join(NAME);
        let lines = journal::Journal::open(&path);
        let mut lines = lines.map_err(|failure| Failure::with_code(70, failure))?;
        hold(&mut lines, folder)?;
        let mut state = State::of(lines, &path)?;
        state.lines.cut(state.end)?;
        let state = Mutex::new(state);
        Ok(Journal { path, state })
    }

    /// Opens the journal of a folder of results, and leaves it as it is.
    pub fn open_to_read(folder: &Path) -> Result<Journal, Failure> {
        let path = folder.join(NAME);
        let Some(mut lines) = journal::Journal::open_to_read(&path)? else {
            return Err(Failure::usage(format_args!(
                "`{}` holds no results: there is no `{NAME}` in it",
                folder.display()
            )));
        };
        hold(&mut lines, folder)?;
        let state = Mutex::new(State::of(lines, &path)?);
        Ok(Journal { path, state })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether something was kept under this key.
    pub fn has(&self, key: &str) -> bool {
        self.state().places.contains_key(key)
    }

    /// All keys that begin so, in the order in which they were kept.
    pub fn keys(&self, beginning: &str) -> Vec<String> {
        let state = self.state();
        let mut found: Vec<(u64, &String)> = state
            .places
            .iter()
            .filter(|(key, _)| key.starts_with(beginning))
            .map(|(key, &(start, _))| (start, key))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, key)| key.clone()).collect()
    }

    /// What was kept under this key.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let line = self.line(key)?;
        Some(serde_json::from_slice::<Entry<T>>(&line).ok()?.value)
    }

    fn line(&self, key: &str) -> Option<Vec<u8>> {
        let state = self.state();
        let &(start, length) = state.places.get(key)?;
        let mut line = vec![0; length];
        state.reader.read_exact_at(&mut line, start).ok()?;
        Some(line)
    }

    /// Keeps something.
    pub fn put<T: Serialize>(&self, key: &str, value: &T) -> Result<(), Failure> {
        let key = key.to_owned();
        let mut line = serde_json::to_vec(&Entry {
            key: key.clone(),
            value,
        })
        .map_err(|error| Failure::task(format_args!("cannot keep `{key}`: {error}")))?;
        line.push(b'\n');
        self.put_line(key, &line)
    }

    fn put_line(&self, key: String, line: &[u8]) -> Result<(), Failure> {
        let mut state = self.state();
        let appended = state.lines.append(line, |_| Ok(Tail::Torn));
        appended.map_err(|failure| Failure::with_code(70, failure))?;
        let (start, length) = (state.end, line.len());
        state.end += length as u64;
        state.places.insert(key, (start, length));
        Ok(())
    }

    /// Takes over what another journal has kept under a key.
    pub fn take_over(&self, key: &str, from: &Journal) -> Result<(), Failure> {
        match from.line(key) {
            Some(line) => self.put_line(key.to_owned(), &line),
            None => Ok(()),
        }
    }

    /// Replaces the file by the lines of these keys, in this order: what nobody needs any more goes,
    /// and how the run went does not show.
    pub fn settle(&self, keys: &[String]) -> Result<(), Failure> {
        let failed = |error: io::Error| {
            let shown = self.path.display();
            Failure::with_code(70, format_args!("cannot write to {shown}: {error}"))
        };
        let beside = self.path.with_extension("new");
        let mut state = self.state();
        let copied = state.copy(keys, &beside);
        let places = copied.map_err(|error| {
            let _ = fs::remove_file(&beside);
            failed(error)
        })?;
        let mut lines = journal::Journal::open(&beside)?;
        lines.hold();
        fs::rename(&beside, &self.path).map_err(failed)?;
        *state = State {
            reader: File::open(&self.path).map_err(failed)?,
            end: lines.length().map_err(failed)?,
            lines,
            places,
        };
        Ok(())
    }
}

impl State {
    fn of(mut lines: journal::Journal, path: &Path) -> Result<State, Failure> {
        let mut places = HashMap::new();
        let mut end = 0;
        lines.read(|line| {
            if line.is_whole() {
                if let Ok(entry) = serde_json::from_slice::<KeyOnly>(line.bytes) {
                    places.insert(entry.key, (end, line.bytes.len()));
                }
                end = line.end;
            }
            Ok(())
        })?;
        Ok(State {
            lines,
            reader: File::open(path)?,
            end,
            places,
        })
    }

    fn copy(&self, keys: &[String], to: &Path) -> io::Result<HashMap<String, (u64, usize)>> {
        let mut places = HashMap::new();
        let mut end = 0;
        let mut file = io::BufWriter::new(File::create(to)?);
        for key in keys {
            let new = !places.contains_key(key);
            let Some(&(start, length)) = self.places.get(key).filter(|_| new) else {
                continue;
            };
            let mut line = vec![0; length];
            self.reader.read_exact_at(&mut line, start)?;
            file.write_all(&line)?;
            places.insert(key.clone(), (end, length));
            end += length as u64;
        }
        file.into_inner()?.sync_all()?;
        Ok(places)
    }
}

/// Keeps others out. A run that was killed may have left a program that was just being started, and
/// with it the lock, for a moment.
fn hold(lines: &mut journal::Journal, folder: &Path) -> Result<(), Failure> {
    for _ in 0..50 {
        if lines.hold() {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(100));
    }
    Err(Failure::usage(format_args!(
        "another run is using `{}`: wait for its end, or take another --out",
        folder.display()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_off_and_the_others_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = Journal::open(folder.path()).expect("opened");
        journal.put("a", &1).expect("kept");
        journal.put("b", &2).expect("kept");
        drop(journal);
        let path = folder.path().join(NAME);
        let whole = fs::read(&path).expect("read");
        fs::write(&path, &whole[..whole.len() - 3]).expect("torn");
        let journal = Journal::open(folder.path()).expect("opened");
        assert_eq!((journal.get("a"), journal.get::<u32>("b")), (Some(1), None));
        journal.put("b", &3).expect("kept");
        journal.settle(&["b".into(), "a".into()]).expect("settled");
        assert_eq!((journal.get("a"), journal.get("b")), (Some(1), Some(3)));
        drop(journal);
        let text = fs::read_to_string(&path).expect("read");
        assert_eq!(
            text,
            "{\"key\":\"b\",\"value\":3}\n{\"key\":\"a\",\"value\":1}\n"
        );
    }
}
