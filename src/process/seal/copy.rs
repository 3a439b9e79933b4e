//! A program's folder, copied: it may write there what it likes, and the next run finds nothing of it.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// A larger folder is not copied, since that would take longer than the run.
pub(super) struct Room {
    pub entries: u32,
    pub bytes: u64,
}

impl Room {
    pub(super) const FOR_A_RUN: Room = Room {
        entries: 512,
        bytes: 16 << 20,
    };
}

/// Copies `from` to `into`, which must not be there, without the `holes` and what is neither file nor
/// folder nor link; false if there is no room for it.
pub(super) fn copy(
    from: &Path,
    into: &Path,
    holes: &[PathBuf],
    room: &mut Room,
) -> io::Result<bool> {
    fs::create_dir(into)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), into.join(entry.file_name()));
        if holes.contains(&path) {
            continue;
        }
        let meta = entry.metadata()?;
        let (Some(entries), Some(bytes)) = (
            room.entries.checked_sub(1),
            room.bytes
                .checked_sub(if meta.is_file() { meta.len() } else { 0 }),
        ) else {
            return Ok(false);
        };
        *room = Room { entries, bytes };
        if meta.is_dir() {
            if !copy(&path, &target, holes, room)? {
                return Ok(false);
            }
        } else if meta.is_symlink() {
            symlink(fs::read_link(&path)?, &target)?;
        } else if meta.is_file() {
            fs::copy(&path, &target)?;
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_copied_without_its_holes_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let from = folder.path().join("from");
        fs::create_dir_all(from.join("below/deep")).expect("made");
        for name in ["a", "below/b", "below/deep/c", "hole"] {
            fs::write(from.join(name), name).expect("written");
        }
        symlink("below/b", from.join("link")).expect("linked");
        let holes = [from.join("hole"), from.join("below/deep")];
        let copied = |name: &str, entries: u32, bytes: u64| {
            let into = folder.path().join(name);
            let room = &mut Room { entries, bytes };
            copy(&from, &into, &holes, room).map(|_| into)
        };
        let into = copied("into", 9, 99).expect("copied");
        assert_eq!(
            fs::read_to_string(into.join("link")).expect("there"),
            "below/b"
        );
        assert!(!into.join("hole").exists() && !into.join("below/deep").exists());
        let fits = |entries, bytes| {
            let into = folder.path().join(format!("{entries}-{bytes}"));
            copy(&from, &into, &holes, &mut Room { entries, bytes }).expect("copied")
        };
        assert!(fits(4, 8));
        assert!(!fits(3, 8) && !fits(4, 7));
    }
}
