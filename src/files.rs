//! Files that are replaced whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Replaces `path` with `contents`: written beside it, then renamed over it, so that a reader or a
/// crash never meets half a file. A link stays a link, and permissions stay as they were. What is
/// not a regular file (`/dev/stdout`, a pipe) is written to directly.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    replaced(path, contents, File::sync_all)
}

/// Replaces a file as [`replace`] does, and does not wait until it is on the disk: for what can be made
/// again.
pub fn replace_soon(path: &Path, contents: &[u8]) -> io::Result<()> {
    replaced(path, contents, |_| Ok(()))
}

fn replaced(
    path: &Path,
    contents: &[u8],
    settle: impl Fn(&File) -> io::Result<()>,
) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|meta| !meta.is_file()) {
        return fs::write(&target, contents);
    }
    let beside = name_beside(&target)?;
    let written = write_new(&beside, contents, old)
        .and_then(|file| settle(&file))
        .and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// The text of a regular file of at most `most` bytes.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let text = String::from_utf8(read_bytes(path, most)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

/// What is in a regular file of at most `most` bytes. What never ends, or makes us wait for somebody
/// to write it, is an error at once.
pub fn read_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let refused = |why: String| Err(io::Error::new(io::ErrorKind::InvalidData, why));
    // Looked at before it is opened: to open a fifo is to wait for its other end.
    if !fs::metadata(path)?.is_file() {
        return refused("it is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => refused(format!("it is larger than {} MiB", most >> 20)),
        false => Ok(bytes),
    }
}

/// A file that was opened for its contents to come: whatever happens to its name or its folder in the
/// meantime, they arrive.
#[derive(Debug)]
pub struct Held {
    target: PathBuf,
    file: File,
    /// What could be done in its folder.
    permissions: Option<fs::Permissions>,
}

impl Held {
    /// Opens `path`, and makes it if it is not there. A link leads to its end now, and never again; a
    /// pipe that nobody reads is an error rather than a wait.
    pub fn open(path: &Path) -> io::Result<Held> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(
            &mut options,
            rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
        );
        let file = options.open(&target)?;
        let meta = fs::metadata(folder_of(&target));
        let permissions = meta.ok().map(|meta| meta.permissions());
        Ok(Held {
            target,
            file,
            permissions,
        })
    }

    /// Replaces the contents, whole if the folder lets us, and otherwise where they are.
    pub fn write(mut self, contents: &[u8]) -> io::Result<()> {
        if !self.file.metadata()?.is_file() {
            return write_in_time(&mut self.file, contents);
        }
        // A rename replaces a link, and does not follow it.
        if self.replace(contents).is_ok() {
            return Ok(());
        }
        // Somebody may have closed the folder to us.
        if let Some(permissions) = self.permissions.take() {
            let opened = fs::set_permissions(folder_of(&self.target), permissions);
            if opened.is_ok() && self.replace(contents).is_ok() {
                return Ok(());
            }
        }
        self.file.set_len(0)?;
        self.file.write_all(contents)?;
        self.file.sync_all()?;
        match is_same(&self.file, &self.target) {
            true => Ok(()),
            false => Err(io::Error::other(
                "its name was taken away, and its folder closed",
            )),
        }
    }

    fn replace(&self, contents: &[u8]) -> io::Result<()> {
        let mut beside = tempfile::NamedTempFile::new_in(folder_of(&self.target))?;
        beside.write_all(contents)?;
        let file = beside.as_file();
        file.set_permissions(self.file.metadata()?.permissions())?;
        file.sync_all()?;
        beside.persist(&self.target)?;
        Ok(())
    }
}

/// How long whoever reads a pipe may take for a piece of it.
const PATIENCE: Duration = Duration::from_secs(10);

/// Writes to what may take it in pieces, and is not waited for without an end.
fn write_in_time(file: &mut File, mut contents: &[u8]) -> io::Result<()> {
    let mut last = Instant::now();
    while !contents.is_empty() {
        match file.write(contents) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(taken) => (contents, last) = (&contents[taken..], Instant::now()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
            Err(_) if last.elapsed() > PATIENCE => {
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "nobody reads what is written there",
                ));
            }
            Err(_) => thread::sleep(Duration::from_millis(5)),
        }
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Held by one process at a time, for a file that is read, thought about and replaced.
#[derive(Debug)]
pub struct Lock {
    beside: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock of `path`; the error says who holds it. `None` if there can be none: then the
    /// file cannot be replaced either, or is none.
    pub fn take(path: &Path) -> io::Result<Option<Lock>> {
        if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
            return Ok(None);
        }
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let beside = target.with_file_name(format!(".{name}.lock"));
        let mut options = fs::OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        loop {
            let Ok(mut file) = options.open(&beside) else {
                return Ok(None);
            };
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                let mut holder = String::new();
                let _ = file.take(20).read_to_string(&mut holder);
                // It takes the lock first, and says who it is then.
                let holder = match holder.trim() {
                    "" => "another process".to_owned(),
                    number => format!("process {number}"),
                };
                let refused = format!("{holder} is using it, and may write it any moment");
                return Err(io::Error::new(io::ErrorKind::WouldBlock, refused));
            }
            // Its last holder may have removed it between our two steps.
            if is_same(&file, &beside) {
                file.set_len(0)?;
                write!(file, "{}", std::process::id())?;
                let _file = file;
                return Ok(Some(Lock { beside, _file }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.beside);
    }
}

/// Whether this is what is open.
fn is_same(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let number = |meta: fs::Metadata| (meta.dev(), meta.ino());
        let open = file.metadata().map(number).ok();
        open.is_some() && open == fs::metadata(path).map(number).ok()
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// Tries what [`replace`] needs and changes nothing: an error is better met before long work than
/// after it.
pub fn try_replacing(path: &Path) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(meta) if meta.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(meta) if !meta.is_file() => Ok(()),
        _ => {
            let beside = name_beside(&target)?;
            File::create_new(&beside)?;
            fs::remove_file(&beside)
        }
    }
}

fn write_new(path: &Path, contents: &[u8], old: Option<fs::Metadata>) -> io::Result<File> {
    let mut file = File::create_new(path)?;
    if let Some(old) = old {
        file.set_permissions(old.permissions())?;
    }
    file.write_all(contents)?;
    Ok(file)
}

fn name_beside(target: &Path) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = target
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))?;
    let mut beside = OsString::from(".");
    beside.push(name);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    beside.push(format!(".{}-{count}.tmp", std::process::id()));
    Ok(target.with_file_name(beside))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hats.json");
        for contents in ["one", "a longer two", ""] {
            replace(&path, contents.as_bytes()).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("read"), contents);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[test]
    fn what_never_ends_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("text");
        fs::write(&path, "four").expect("written");
        assert_eq!(read_text(&path, 4).expect("read"), "four");
        assert!(read_text(&path, 3).is_err());
        assert!(read_text(folder.path(), 99).is_err());
        #[cfg(unix)]
        assert!(read_text(Path::new("/dev/zero"), 99).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn what_is_held_arrives_whatever_happens_to_its_name() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder");
        let (path, other) = (folder.path().join("result"), folder.path().join("other"));
        fs::write(&other, "precious").expect("written");
        let read = |path: &Path| fs::read_to_string(path).expect("there");
        let held = Held::open(&path).expect("opened");
        fs::remove_file(&path).expect("there");
        symlink(&other, &path).expect("linked");
        held.write(b"all points").expect("written");
        assert_eq!(
            (read(&path), read(&other)),
            ("all points".into(), "precious".into())
        );
        let held = Held::open(&path).expect("opened");
        fs::remove_file(&path).expect("there");
        make_fifo(&path);
        held.write(b"once more").expect("written");
        assert_eq!(read(&path), "once more");
        fs::remove_file(&path).expect("there");
        make_fifo(&path);
        Held::open(&path).expect_err("nobody reads it");
    }

    #[cfg(unix)]
    fn make_fifo(path: &Path) {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.expect("mkfifo runs").success());
    }

    #[test]
    fn a_lock_is_held_by_one_and_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hats.json");
        let lock = Lock::take(&path).expect("free").expect("a lock");
        let error = Lock::take(&path).expect_err("held").to_string();
        let us = format!("process {} is using it", std::process::id());
        assert!(error.starts_with(&us), "{error}");
        drop(lock);
        drop(Lock::take(&path).expect("free again"));
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 0);
        assert!(Lock::take(folder.path()).expect("no file").is_none());
    }

    #[test]
    fn trying_changes_nothing_and_meets_the_errors_of_replacing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hats.json");
        try_replacing(&path).expect("a new file can be written");
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 0);
        fs::write(&path, "old").expect("written");
        try_replacing(&path).expect("an old file can be replaced");
        assert_eq!(fs::read_to_string(&path).expect("read"), "old");
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
        for hopeless in [folder.path(), &path.join("hats.json"), Path::new("/")] {
            assert!(try_replacing(hopeless).is_err(), "{}", hopeless.display());
        }
    }

    #[test]
    fn a_failure_leaves_the_old_file_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("missing").join("hats.json");
        assert!(replace(&path, b"new").is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().expect("a folder");
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "old").expect("written");
        std::os::unix::fs::symlink(&real, &link).expect("linked");
        replace(&link, b"new").expect("written");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&real).expect("read"), "new");
    }
}
