//! Archives are unpacked here, and nothing in them is trusted: no path, no size, no link.
//!
//! Files and folders are the only things made, each where it belongs and none twice, so that there
//! never is a link to write through.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// How much may come out of an archive.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Files and folders.
    pub files: usize,
    /// Bytes of all files together.
    pub bytes: u64,
}

impl Room {
    /// For the work of one student.
    pub const STUDENT: Room = Room {
        files: 10_000,
        bytes: 256 << 20,
    };
    /// For the export of a whole class.
    pub const CLASS: Room = Room {
        files: 1_000_000,
        bytes: 32 << 30,
    };
}

/// What kind of archive a file is, by its name: `None` for what is no archive.
pub fn is_archive(name: &str) -> bool {
    let name = name.to_lowercase();
    [".zip", ".tar", ".tar.gz", ".tgz"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// An archive of a kind that is not unpacked.
pub fn is_foreign_archive(name: &str) -> bool {
    let name = name.to_lowercase();
    [".rar", ".7z", ".tar.xz", ".tar.bz2", ".tar.zst"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// Unpacks an archive into an empty folder. The error is a sentence about the archive.
pub fn unpack(archive: &Path, into: &Path, room: Room) -> Result<(), String> {
    let cannot = |error: io::Error| format!("cannot be read: {error}");
    // Looked at before it is opened: to open a fifo is to wait for its other end.
    if !fs::metadata(archive).map_err(cannot)?.is_file() {
        return Err("is neither a folder nor an archive".to_owned());
    }
    let mut file = File::open(archive).map_err(cannot)?;
    let mut start = [0; 262];
    let read = read_start(&mut file, &mut start).map_err(|error| error.to_string())?;
    let mut target = Target {
        folder: into,
        left: room,
        room,
    };
    match &start[..read] {
        [b'P', b'K', 3 | 5, 4 | 6, ..] => unzip(file, &mut target),
        [0x1f, 0x8b, ..] => untar(flate2::read::GzDecoder::new(file), &mut target),
        start if start.get(257..) == Some(b"ustar") => untar(file, &mut target),
        [] => Err("is an empty file and no archive".to_owned()),
        _ => Err("is not a zip, tar or tar.gz archive".to_owned()),
    }
}

fn read_start(file: &mut File, start: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < start.len() {
        match file.read(&mut start[read..])? {
            0 => break,
            more => read += more,
        }
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(read)
}

fn unzip(file: File, target: &mut Target<'_>) -> Result<(), String> {
    let damaged = |error: zip::result::ZipError| format!("is damaged or cut off: {error}");
    let mut archive = zip::ZipArchive::new(file).map_err(damaged)?;
    if archive.len() > target.room.files {
        return Err(target.too_many());
    }
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| match error {
            zip::result::ZipError::UnsupportedArchive(_) => {
                "is encrypted or packed in a way that is not supported".to_owned()
            }
            error => damaged(error),
        })?;
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        if entry.is_symlink() {
            continue;
        }
        if entry.is_dir() {
            target.folder(&name)?;
            continue;
        }
        let executable = entry.unix_mode().is_some_and(|mode| mode & 0o111 != 0);
        target.file(&name, executable, &mut entry)?;
    }
    Ok(())
}

fn untar(bytes: impl Read, target: &mut Target<'_>) -> Result<(), String> {
    let damaged = |error: io::Error| format!("is damaged or cut off: {error}");
    let mut archive = tar::Archive::new(bytes);
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let kind = entry.header().entry_type();
        if kind.is_dir() {
            target.folder(&name)?;
        } else if kind.is_file() {
            let executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
            target.file(&name, executable, &mut entry)?;
        }
    }
    // What follows the last entry shows whether the archive is whole: a checksum, if it is packed.
    let mut rest = archive.into_inner();
    io::copy(&mut (&mut rest).take(1 << 20), &mut io::sink()).map_err(damaged)?;
    Ok(())
}

/// The folder that is filled, and the room that is left in it.
struct Target<'a> {
    folder: &'a Path,
    left: Room,
    room: Room,
}

impl Target<'_> {
    /// Where an entry belongs, if it belongs into the folder at all.
    fn place(&mut self, name: &str) -> Result<PathBuf, String> {
        self.left.files = (self.left.files.checked_sub(1)).ok_or_else(|| self.too_many())?;
        // Some programs on Windows write their own separator.
        let name = name.replace('\\', "/");
        let outside = || format!("would write outside its folder: `{name}`");
        let drive = name.as_bytes().get(1) == Some(&b':');
        if name.starts_with('/') || drive || name.contains('\0') {
            return Err(outside());
        }
        let mut path = self.folder.to_owned();
        for part in name.split('/') {
            match part {
                "" | "." => {}
                ".." => return Err(outside()),
                part => path.push(part),
            }
        }
        Ok(path)
    }

    fn folder(&mut self, name: &str) -> Result<(), String> {
        let path = self.place(name)?;
        fs::create_dir_all(path).map_err(|error| cannot_make(name, &error))
    }

    fn file(&mut self, name: &str, executable: bool, from: &mut impl Read) -> Result<(), String> {
        let path = self.place(name)?;
        if path == self.folder {
            return Err(format!("holds a file without a name: `{name}`"));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| cannot_make(name, &error))?;
        }
        let mode = if executable { 0o755 } else { 0o644 };
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(mode)
            .open(&path);
        let mut file = file.map_err(|error| cannot_make(name, &error))?;
        // One byte more than there is room for, to know that it was too much.
        let copied = io::copy(&mut from.take(self.left.bytes + 1), &mut file)
            .map_err(|error| format!("is damaged or cut off at `{name}`: {error}"))?;
        self.left.bytes = (self.left.bytes.checked_sub(copied)).ok_or_else(|| self.too_much())?;
        Ok(())
    }

    fn too_many(&self) -> String {
        format!("holds more than {} files", self.room.files)
    }

    fn too_much(&self) -> String {
        format!("unpacks to more than {} MiB", self.room.bytes >> 20)
    }
}

fn cannot_make(name: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists => format!("holds `{name}` twice"),
        io::ErrorKind::NotADirectory => format!("holds `{name}` in something that is a file"),
        _ => format!("cannot be unpacked at `{name}`: {error}"),
    }
}
