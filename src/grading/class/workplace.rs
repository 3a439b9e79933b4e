//! The private copy of a submission: whatever happens to it, the submission stays as it was.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::archives::{self, Room};
use super::gather::{Submission, is_junk, only_folder};

/// Copies what a student handed in into `into`, which is made; the folder that holds the program is
/// returned. The error is a sentence for the student's row.
pub fn copy(submission: &Submission, into: &Path) -> Result<PathBuf, String> {
    if let Some(problem) = &submission.problem {
        return Err(problem.clone());
    }
    fs::create_dir_all(into).map_err(|error| format!("cannot make a private copy: {error}"))?;
    for (path, name) in &submission.sources {
        let kind = fs::metadata(path).map_err(|error| cannot_read(name, &error))?;
        if kind.is_dir() {
            let mut left = Room::STUDENT;
            copy_folder(path, into, &mut left)?;
        } else if archives::is_archive(name) {
            archives::unpack(path, into, Room::STUDENT)
                .map_err(|reason| format!("`{name}` {reason}"))?;
        } else if archives::is_foreign_archive(name) {
            return Err(format!(
                "`{name}` is an archive of a kind that is not unpacked: hand in a zip or a tar.gz"
            ));
        } else if kind.len() > Room::STUDENT.bytes {
            return Err(format!("`{name}` is larger than 256 MiB"));
        } else {
            let name = Path::new(name).file_name().unwrap_or_default();
            copy_file(path, &into.join(name))?;
        }
    }
    inner_archive(into)?;
    Ok(only_folder(into))
}

/// A folder with one archive in it and nothing else, as Moodle exports them, is that archive.
fn inner_archive(folder: &Path) -> Result<(), String> {
    let found = files(folder).map_err(|error| cannot_read("the copy", &error))?;
    let [only] = &found[..] else { return Ok(()) };
    let name = only.to_string_lossy();
    if !archives::is_archive(&name) {
        return Ok(());
    }
    let outside = folder.with_extension("archive");
    fs::rename(folder.join(only), &outside).map_err(|error| cannot_read(&name, &error))?;
    let unpacked = archives::unpack(&outside, folder, Room::STUDENT);
    let _ = fs::remove_file(&outside);
    unpacked.map_err(|reason| format!("`{name}` {reason}"))
}

/// Copies a folder without what is no submission and without links.
fn copy_folder(from: &Path, into: &Path, left: &mut Room) -> Result<(), String> {
    copy_wanted(from, into, left, &|name| !is_junk(name))
}

/// Copies a folder as it is, without links: what was built is needed to run.
pub fn copy_all(from: &Path, into: &Path, left: &mut Room) -> Result<(), String> {
    copy_wanted(from, into, left, &|_| true)
}

fn copy_wanted(
    from: &Path,
    into: &Path,
    left: &mut Room,
    wanted: &dyn Fn(&str) -> bool,
) -> Result<(), String> {
    fs::create_dir_all(into).map_err(|error| cannot_read(&shown(into), &error))?;
    let entries = fs::read_dir(from).map_err(|error| cannot_read(&shown(from), &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| cannot_read(&shown(from), &error))?;
        let name = entry.file_name();
        if !wanted(&name.to_string_lossy()) {
            continue;
        }
        left.files = left
            .files
            .checked_sub(1)
            .ok_or("holds more than 10000 files")?;
        let kind = entry
            .file_type()
            .map_err(|error| cannot_read(&shown(from), &error))?;
        let (path, copy) = (entry.path(), into.join(&name));
        if kind.is_dir() {
            copy_wanted(&path, &copy, left, wanted)?;
        } else if kind.is_file() {
            let size = entry.metadata().map_or(0, |meta| meta.len());
            left.bytes = left
                .bytes
                .checked_sub(size)
                .ok_or("is larger than 256 MiB")?;
            copy_file(&path, &copy)?;
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map_err(|error| cannot_read(&shown(from), &error))?;
    let mode = fs::metadata(to).map_or(0o644, |meta| meta.permissions().mode());
    let _ = fs::set_permissions(to, fs::Permissions::from_mode(mode | 0o600));
    Ok(())
}

fn shown(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn cannot_read(name: &str, error: &io::Error) -> String {
    format!("`{name}` cannot be read: {error}")
}

/// Every file below a folder, by its path in it, in order; junk left out.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fn walk(folder: &Path, below: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
        for entry in fs::read_dir(folder.join(below))? {
            let entry = entry?;
            if is_junk(&entry.file_name().to_string_lossy()) {
                continue;
            }
            let path = below.join(entry.file_name());
            let kind = entry.file_type()?;
            if kind.is_dir() {
                walk(folder, &path, found)?;
            } else if kind.is_file() {
                found.push(path);
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    walk(folder, Path::new(""), &mut found)?;
    found.sort();
    Ok(found)
}

/// A digest of all files: their names, whether they can be executed, what is in them.
pub fn digest(folder: &Path, files: &[PathBuf]) -> io::Result<String> {
    let mut hasher = Sha256::new();
    for path in files {
        let mut file = File::open(folder.join(path))?;
        let meta = file.metadata()?;
        let name = path.as_os_str().as_encoded_bytes();
        hasher.update((name.len() as u64).to_le_bytes());
        hasher.update(name);
        hasher.update([u8::from(meta.permissions().mode() & 0o100 != 0)]);
        hasher.update(meta.len().to_le_bytes());
        let mut buffer = [0; 1 << 14];
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                read => hasher.update(&buffer[..read]),
            }
        }
    }
    Ok(hex(&hasher.finalize()))
}

/// A digest of several texts, no two lists of which look alike.
pub fn digest_of(texts: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    hex(&hasher.finalize())
}

fn hex(bytes: &[u8]) -> String {
    bytes[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
