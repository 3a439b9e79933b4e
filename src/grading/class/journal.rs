//! What was graded, kept by what it depends on: a line of JSON each, added as soon as it is known.
//!
//! A run that was killed leaves whole lines and at most one torn one, which is cut off. Only where a
//! line stands is remembered, not what it says: a class of a thousand needs little memory.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{FlockOperation, flock};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The name of the file in the folder of results.
pub const NAME: &str = "journal.jsonl";

/// The journal of a folder of results, which nobody else may have open.
pub struct Journal {
    path: PathBuf,
    state: Mutex<State>,
}

struct State {
    file: File,
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
    pub fn open(folder: &Path) -> io::Result<Journal> {
        let path = folder.join(NAME);
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)?;
        flock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
            io::Error::other("another run is using it: wait for its end, or take another --out")
        })?;
        let mut places = HashMap::new();
        let mut end = 0;
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line)?;
            if line.last() != Some(&b'\n') {
                break;
            }
            if let Ok(entry) = serde_json::from_slice::<KeyOnly>(&line) {
                places.insert(entry.key, (end, read));
            }
            end += read as u64;
        }
        file.set_len(end)?;
        let state = Mutex::new(State { file, end, places });
        Ok(Journal { path, state })
    }

    /// Whether something was kept under this key.
    pub fn has(&self, key: &str) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.places.contains_key(key)
    }

    /// What was kept under this key.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let &(start, length) = state.places.get(key)?;
        let mut line = vec![0; length];
        state.file.read_exact_at(&mut line, start).ok()?;
        drop(state);
        Some(serde_json::from_slice::<Entry<T>>(&line).ok()?.value)
    }

    /// Keeps something, and gives it back as it will be read again.
    pub fn put<T: Serialize>(&self, key: &str, value: &T) -> io::Result<()> {
        let entry = Entry {
            key: key.to_owned(),
            value,
        };
        let mut line = serde_json::to_vec(&entry)?;
        line.push(b'\n');
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (start, length) = (state.end, line.len());
        if let Err(error) = state.file.write_all(&line) {
            // Half a line would swallow the next one.
            let _ = state.file.set_len(start);
            return Err(error);
        }
        state.end += length as u64;
        state.places.insert(key.to_owned(), (start, length));
        Ok(())
    }

    /// Replaces the file by the lines of these keys, in this order: what nobody needs any more goes,
    /// and how the run went does not show.
    pub fn settle(&self, keys: &[String]) -> io::Result<()> {
        let beside = self.path.with_extension("new");
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut places = HashMap::new();
        let mut end = 0;
        let mut file = io::BufWriter::new(File::create(&beside)?);
        for key in keys {
            let Some(&(start, length)) =
                state.places.get(key).filter(|_| !places.contains_key(key))
            else {
                continue;
            };
            let mut line = vec![0; length];
            state.file.read_exact_at(&mut line, start)?;
            file.write_all(&line)?;
            places.insert(key.clone(), (end, length));
            end += length as u64;
        }
        drop(file.into_inner()?);
        let file = OpenOptions::new().read(true).append(true).open(&beside)?;
        flock(&file, FlockOperation::NonBlockingLockExclusive)?;
        fs::rename(&beside, &self.path)?;
        *state = State { file, end, places };
        Ok(())
    }
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
        assert!(Journal::open(folder.path()).is_err(), "one run at a time");
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
