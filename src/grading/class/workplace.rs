//! The private copy of a submission: whatever happens to it, the submission stays as it was.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::archives::{self, Room};
use super::gather::{Submission, only_folder};
use super::junk::is_junk;
use super::sources::{JavaFile, is_source, start_of};

/// How many archives may be packed in each other.
const DEEPEST: usize = 5;

/// Copies what a student handed in into `into`, which is made; the folder that holds the program is
/// returned, and how many links and devices were left out. The error is a sentence for the student's row.
pub(super) fn copy(submission: &Submission, into: &Path) -> Result<(PathBuf, usize), String> {
    if let Some(problem) = &submission.problem {
        return Err(problem.clone());
    }
    fs::create_dir_all(into).map_err(|error| format!("cannot make a private copy: {error}"))?;
    let mut left_out = 0;
    for (path, name) in &submission.sources {
        let kind = fs::metadata(path).map_err(|error| cannot_read(name, &error))?;
        if kind.is_dir() {
            let mut left = Room::STUDENT;
            left_out += copy_folder(path, into, &mut left)?;
        } else if !kind.is_file() {
            return Err(format!("`{name}` is neither a folder nor a file"));
        } else if archives::is_archive(name) {
            left_out += archives::unpack(path, into, Room::STUDENT)
                .map_err(|reason| format!("`{name}` {reason}"))?;
        } else if archives::is_foreign_archive(name) {
            return Err(foreign(name));
        } else if kind.len() > Room::STUDENT.bytes {
            return Err(format!("`{name}` is larger than 256 MiB"));
        } else {
            copy_file(path, &into.join(own_name(path, name)))?;
        }
    }
    for _ in 0..DEEPEST {
        match open_inner(into)? {
            Some(inside) => left_out += inside,
            None => break,
        }
    }
    Ok((only_folder(into), left_out))
}

fn foreign(name: &str) -> String {
    format!("`{name}` is an archive of a kind that is not unpacked: hand in a zip or a tar.gz")
}

/// The name that a single file has to have: that of its class, if Java would not take another.
fn own_name(path: &Path, name: &str) -> PathBuf {
    let name = Path::new(name).file_name().unwrap_or_default();
    let name = PathBuf::from(name);
    if name.extension().is_none_or(|ending| ending != "java") {
        return name;
    }
    match JavaFile::read(&start_of(path)).public {
        Some(class) => name.with_file_name(format!("{class}.java")),
        None => name,
    }
}

/// Unpacks the only archive in a folder without a program: students hand in a zip of a zip, and a
/// report beside it. `None` if there is none.
fn open_inner(folder: &Path) -> Result<Option<usize>, String> {
    let found = files(folder).map_err(|error| cannot_read("the copy", &error))?;
    if found.iter().any(|path| is_source(path)) {
        return Ok(None);
    }
    let shown = |path: &Path| path.to_string_lossy().into_owned();
    let mut archives = found
        .iter()
        .filter(|path| archives::is_archive(&shown(path)));
    let (Some(only), None) = (archives.next(), archives.next()) else {
        let others = found.iter().map(|path| shown(path));
        let mut others = others.filter(|name| archives::is_foreign_archive(name));
        return others.next().map_or(Ok(None), |name| Err(foreign(&name)));
    };
    let name = shown(only);
    let outside = folder.with_extension("archive");
    fs::rename(folder.join(only), &outside).map_err(|error| cannot_read(&name, &error))?;
    // In a folder of its own, so that nothing in it meets what lies beside it.
    let mut into = folder.join(only).with_extension("");
    while into.exists() {
        into.as_mut_os_string().push("-");
    }
    let unpacked = fs::create_dir(&into)
        .map_err(|error| format!("cannot be unpacked: {error}"))
        .and_then(|()| archives::unpack(&outside, &into, Room::STUDENT));
    let _ = fs::remove_file(&outside);
    let left_out = unpacked.map_err(|reason| format!("`{name}` {reason}"))?;
    Ok(Some(left_out))
}

/// Copies a folder without what is no submission and without links.
fn copy_folder(from: &Path, into: &Path, left: &mut Room) -> Result<usize, String> {
    copy_wanted(from, into, left, &|name| {
        // Commands are text: a name that is none could not be told to a compiler.
        let name = name.to_string_lossy();
        (!is_junk(&name)).then(|| name.into_owned().into())
    })
}

/// Copies a folder as it is, without links: what was built is needed to run.
pub(super) fn copy_all(from: &Path, into: &Path, left: &mut Room) -> Result<usize, String> {
    copy_wanted(from, into, left, &|name| Some(name.to_owned()))
}

fn copy_wanted(
    from: &Path,
    into: &Path,
    left: &mut Room,
    wanted: &dyn Fn(&OsStr) -> Option<OsString>,
) -> Result<usize, String> {
    let mut left_out = 0;
    fs::create_dir_all(into).map_err(|error| cannot_read(&shown(into), &error))?;
    let entries = fs::read_dir(from).map_err(|error| cannot_read(&shown(from), &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| cannot_read(&shown(from), &error))?;
        let Some(name) = wanted(&entry.file_name()) else {
            continue;
        };
        left.files = left
            .files
            .checked_sub(1)
            .ok_or("holds more than 10000 files")?;
        let kind = entry
            .file_type()
            .map_err(|error| cannot_read(&shown(from), &error))?;
        let (path, copy) = (entry.path(), into.join(&name));
        if kind.is_dir() {
            left_out += copy_wanted(&path, &copy, left, wanted)?;
        } else if kind.is_file() {
            let size = entry.metadata().map_or(0, |meta| meta.len());
            left.bytes = left
                .bytes
                .checked_sub(size)
                .ok_or("is larger than 256 MiB")?;
            copy_file(&path, &copy)?;
        } else {
            left_out += 1;
        }
    }
    Ok(left_out)
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

/// Whether a file belongs to a library that was handed in with the program.
pub(super) fn is_library(path: &Path) -> bool {
    path.iter().any(|part| part == "node_modules")
}

/// Every file below a folder, by its path in it, in order; junk left out.
pub(super) fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
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
pub(super) fn digest(folder: &Path, files: &[PathBuf]) -> io::Result<String> {
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
pub(super) fn digest_of(texts: &[&str]) -> String {
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
