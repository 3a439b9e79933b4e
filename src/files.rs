//! Files that are replaced whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Replaces `path` with `contents`: written beside it, then renamed over it, so that a reader or a
/// crash never meets half a file. A link stays a link, and permissions stay as they were. What is
/// not a regular file (`/dev/stdout`, a pipe) is written to directly.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|meta| !meta.is_file()) {
        return fs::write(&target, contents);
    }
    let beside = name_beside(&target)?;
    let written = write_new(&beside, contents, old).and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
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

fn write_new(path: &Path, contents: &[u8], old: Option<fs::Metadata>) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    if let Some(old) = old {
        file.set_permissions(old.permissions())?;
    }
    file.write_all(contents)?;
    file.sync_all()
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
