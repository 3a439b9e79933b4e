//! A program's private folder: how much is in it, and its certain end, whatever was made in it.

use std::cell::Cell;
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::fs::{AtFlags, Dir, Mode, OFlags, openat, renameat, unlinkat};
use tempfile::TempDir;

/// What was written: files and folders, and the bytes in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    pub files: usize,
    pub bytes: u64,
}

impl Written {
    /// Where we may not look there can be anything.
    const ANYTHING: Written = Written {
        files: usize::MAX,
        bytes: u64::MAX,
    };
}

/// Deeper folders are a way to hide something.
const DEEPEST: usize = 128;

/// Looking may take this part of the time, but so much is not overlooked.
const SHARE: u32 = 20;
const OVERLOOKED: Duration = Duration::from_millis(300);

/// A folder that is gone when this is dropped.
#[derive(Debug)]
pub(super) struct Private {
    folder: TempDir,
    /// When it was last looked at, how long that took, and what was there.
    looked: Cell<Option<(Instant, Duration, Written)>>,
    /// What was free on its disk at first.
    free: u64,
}

impl Private {
    pub(super) fn new() -> io::Result<Private> {
        let folder = tempfile::tempdir()?;
        Ok(Private {
            free: free(folder.path()),
            folder,
            looked: Cell::new(None),
        })
    }

    /// By how much its disk has become fuller, whoever it was.
    pub(super) fn filled(&self) -> u64 {
        self.free.saturating_sub(free(self.path()))
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// What is in it, or a little while ago was; not counted much further than `most`.
    pub(super) fn written(&self, most: Written) -> Written {
        if let Some((when, took, written)) = self.looked.get()
            && when.elapsed() < OVERLOOKED.min(took * SHARE)
        {
            return written;
        }
        let started = Instant::now();
        let written = below(self.path(), most);
        self.looked
            .set(Some((Instant::now(), started.elapsed(), written)));
        written
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        // What cannot be emptied is left to the folder's own attempt to remove itself.
        let _ = empty(self.path());
    }
}

fn below(folder: &Path, most: Written) -> Written {
    let mut sum = Written::default();
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(_) => return Written::ANYTHING,
        };
        for entry in entries.flatten() {
            sum.files += 1;
            let Ok(about) = entry.metadata() else {
                continue;
            };
            sum.bytes += about.blocks() * 512 / about.nlink().max(1);
            if about.is_dir() {
                folders.push((entry.path(), depth + 1));
            }
            if depth == DEEPEST {
                return Written::ANYTHING;
            }
            if sum.files > most.files || sum.bytes > most.bytes {
                return sum;
            }
        }
    }
    sum
}

/// What is free where the folder is.
fn free(folder: &Path) -> u64 {
    rustix::fs::statvfs(folder).map_or(0, |system| system.f_bfree * system.f_frsize)
}

/// Removes all that is in a folder. Folders in folders are moved to the top one by one, so that no depth
/// is too deep; permissions that their maker took away are given back.
fn empty(folder: &Path) -> io::Result<()> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let top = match rustix::fs::open(folder, flags, Mode::empty()) {
        Ok(top) => top,
        Err(_) => {
            let _ = rustix::fs::chmod(folder, Mode::RWXU);
            rustix::fs::open(folder, flags, Mode::empty())?
        }
    };
    let _ = rustix::fs::fchmod(&top, Mode::RWXU);
    loop {
        let found = names(top.as_fd())?;
        if found.is_empty() {
            return Ok(());
        }
        let mut removed = 0;
        for name in found {
            removed += usize::from(remove(top.as_fd(), &name).is_ok());
        }
        if removed == 0 {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
    }
}

/// Removes a file, or a folder whose own folders go up to the top.
fn remove(top: BorrowedFd, name: &CString) -> io::Result<()> {
    let Err(error) = unlinkat(top, name, AtFlags::empty()) else {
        return Ok(());
    };
    let Ok(folder) = open_up(top, name) else {
        return Err(error.into());
    };
    for inside in names(folder.as_fd())? {
        if unlinkat(&folder, &inside, AtFlags::empty()).is_err() {
            drop(open_up(folder.as_fd(), &inside)?);
            // Nobody can have taken a name that nobody could guess.
            let name = format!(
                "{:016x}{:016x}",
                rand::random::<u64>(),
                rand::random::<u64>()
            );
            renameat(&folder, &inside, top, name)?;
        }
    }
    Ok(unlinkat(top, name, AtFlags::REMOVEDIR)?)
}

/// A folder that can be read, and from which something can be removed, whatever its permissions were.
fn open_up(above: BorrowedFd, name: &CString) -> io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let opened = openat(above, name, flags, Mode::empty()).or_else(|_| {
        unlock(above, name)?;
        openat(above, name, flags, Mode::empty())
    })?;
    let _ = rustix::fs::fchmod(&opened, Mode::RWXU);
    Ok(opened)
}

/// Gives us a folder back, but nothing that a link in its place leads to.
#[cfg(target_os = "linux")]
fn unlock(above: BorrowedFd, name: &CString) -> rustix::io::Result<()> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let place = openat(above, name, flags, Mode::empty())?;
    let number = std::os::fd::AsRawFd::as_raw_fd(&place);
    rustix::fs::chmod(format!("/proc/self/fd/{number}"), Mode::RWXU)
}

#[cfg(not(target_os = "linux"))]
fn unlock(above: BorrowedFd, name: &CString) -> rustix::io::Result<()> {
    rustix::fs::chmodat(above, name, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW)
}

fn names(folder: BorrowedFd) -> io::Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let name = entry?.file_name().to_owned();
        if ![c".", c".."].contains(&name.as_c_str()) {
            names.push(name);
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    const PLENTY: Written = Written {
        files: 9999,
        bytes: 1 << 20,
    };

    #[test]
    fn what_is_written_is_counted_up_to_what_is_enough() {
        let private = Private::new().expect("a folder");
        assert_eq!(private.written(PLENTY), Written::default());
        fs::create_dir(private.path().join("folder")).expect("made");
        fs::write(private.path().join("folder/file"), vec![1; 8192]).expect("written");
        let written = below(private.path(), PLENTY);
        assert_eq!(written.files, 2);
        assert!(written.bytes >= 8192, "{written:?}");
        let few = Written { files: 0, ..PLENTY };
        assert_eq!(below(private.path(), few).files, 1);
    }

    /// Deeper than there are descriptors, and than a path can be long.
    #[test]
    fn folders_of_any_depth_and_without_permissions_go_away() {
        let private = Private::new().expect("a folder");
        let path = private.path().to_owned();
        let mut folder: OwnedFd = fs::File::open(&path).expect("opened").into();
        for _ in 0..1500 {
            rustix::fs::mkdirat(&folder, "deep", Mode::RWXU).expect("made");
            folder = openat(&folder, "deep", OFlags::DIRECTORY, Mode::empty()).expect("opened");
        }
        drop(folder);
        assert_eq!(below(&path, PLENTY), Written::ANYTHING);
        fs::create_dir_all(path.join("locked/inside")).expect("made");
        fs::write(path.join("locked/inside/file"), "").expect("written");
        for (name, mode) in [("locked/inside", 0o500), ("locked", 0)] {
            let mode = fs::Permissions::from_mode(mode);
            fs::set_permissions(path.join(name), mode).expect("set");
        }
        std::os::unix::fs::symlink("/", path.join("link")).expect("linked");
        drop(private);
        assert!(!path.exists());
    }
}
