//! Archives are unpacked here, and nothing in them is trusted: no path, no size, no link.
//!
//! Files and folders are the only things made, each where it belongs and none twice, so that there
//! never is a link to write through. What nobody meant to hand in is left out.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::junk::is_junk;
use crate::text::{printable, shortened};

/// How much may come out of an archive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Files and folders.
    pub files: usize,
    /// Bytes of all files together.
    pub bytes: u64,
}

impl Room {
    /// For the work of one student.
    pub(crate) const STUDENT: Room = Room {
        files: 10_000,
        bytes: 256 << 20,
    };
    /// For the export of a whole class.
    pub(crate) const CLASS: Room = Room {
        files: 1_000_000,
        bytes: 32 << 30,
    };
}

/// What kind of archive a file is, by its name: `None` for what is no archive.
pub(crate) fn is_archive(name: &str) -> bool {
    let name = name.to_lowercase();
    [".zip", ".tar", ".tar.gz", ".tgz"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// What archives end with that are not unpacked.
pub(super) const FOREIGN: [&str; 9] = [
    ".rar", ".7z", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tbz", ".tar.zst", ".tzst",
];

/// An archive of a kind that is not unpacked.
pub(crate) fn is_foreign_archive(name: &str) -> bool {
    let name = name.to_lowercase();
    FOREIGN.iter().any(|ending| name.ends_with(ending))
}

/// Unpacks an archive into an empty folder, and returns how many links and devices were left out. The
/// error is a sentence about the archive.
pub(crate) fn unpack(archive: &Path, into: &Path, room: Room) -> Result<usize, String> {
    let cannot = |error: io::Error| format!("cannot be read: {error}");
    // Looked at before it is opened: to open a fifo is to wait for its other end.
    if !fs::metadata(archive).map_err(cannot)?.is_file() {
        return Err("is neither a folder nor an archive".to_owned());
    }
    let mut file = File::open(archive).map_err(cannot)?;
    let mut start = [0; 512];
    let read = read_start(&mut file, &mut start).map_err(cannot)?;
    file.seek(SeekFrom::Start(0)).map_err(cannot)?;
    let mut target = Target {
        folder: into,
        left: room,
        room,
        links: BTreeSet::new(),
    };
    match &start[..read] {
        [b'P', b'K', 3 | 5, 4 | 6, ..] => unzip(file, &mut target)?,
        [0x1f, 0x8b, ..] => untar(flate2::read::MultiGzDecoder::new(file), &mut target)?,
        start if is_tar(start) => untar(file, &mut target)?,
        [] => return Err("is an empty file and no archive".to_owned()),
        _ => return Err("is not a zip, tar or tar.gz archive".to_owned()),
    }
    let left_out = target.links.iter().filter(|path| target.is_wanted(path));
    Ok(left_out.count())
}

fn read_start(file: &mut impl Read, start: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < start.len() {
        match file.read(&mut start[read..])? {
            0 => break,
            more => read += more,
        }
    }
    Ok(read)
}

/// Whether a file begins as a tar does: by its mark, or in an old one by its checksum.
fn is_tar(start: &[u8]) -> bool {
    let Some((sum, block)) = start.get(148..156).zip(start.get(..512)) else {
        return start.get(257..262) == Some(b"ustar");
    };
    let digits = std::str::from_utf8(sum).unwrap_or_default();
    let digits = digits.trim_matches(|c: char| c == '\0' || c == ' ');
    let bytes = block.iter().map(|&byte| u32::from(byte)).sum::<u32>();
    // The checksum itself counts as blanks.
    let own = sum.iter().map(|&byte| u32::from(byte)).sum::<u32>();
    let nothing = block.iter().all(|&byte| byte == 0);
    nothing || u32::from_str_radix(digits, 8) == Ok(bytes - own + 8 * u32::from(b' '))
}

const OTHERWISE_PACKED: &str =
    "is encrypted or packed in a way that is not supported: hand in a plain zip or tar.gz";

fn unzip(file: File, target: &mut Target<'_>) -> Result<(), String> {
    use zip::result::ZipError;
    let damaged = |error: ZipError| match error {
        ZipError::UnsupportedArchive(_) => OTHERWISE_PACKED.to_owned(),
        ZipError::Io(error) => format!("is damaged or cut off: {error}"),
        _ => "is damaged or cut off".to_owned(),
    };
    let mut archive = zip::ZipArchive::new(file).map_err(damaged)?;
    if archive.len() > target.room.files {
        return Err(target.too_many());
    }
    // Only one of them could be read, and nobody knows which was meant.
    if archive.has_duplicate_names() {
        return Err("holds two files of one name".to_owned());
    }
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(damaged)?;
        let (link, packed) = (entry.is_symlink(), entry.compression());
        // Names are UTF-8 more often than they say so; the others are as DOS wrote them.
        let name = match std::str::from_utf8(entry.name_raw()) {
            Ok(name) => name.to_owned(),
            Err(_) => entry.name().map_err(damaged)?.into_owned(),
        };
        drop(entry);
        if link {
            target.leave_out(&name)?;
            continue;
        }
        if ![
            zip::CompressionMethod::Stored,
            zip::CompressionMethod::Deflated,
        ]
        .contains(&packed)
        {
            return Err(OTHERWISE_PACKED.to_owned());
        }
        let mut entry = archive.by_index(index).map_err(damaged)?;
        if entry.is_dir() || name.ends_with('\\') {
            target.folder(&name)?;
            continue;
        }
        let executable = entry.unix_mode().is_some_and(|mode| mode & 0o111 != 0);
        target.file(&name, executable, &mut entry)?;
    }
    Ok(())
}

fn untar(bytes: impl Read, target: &mut Target<'_>) -> Result<(), String> {
    let left = Cell::new(LONGEST_HEADER);
    let mut bytes = Rationed { bytes, left: &left };
    let damaged = |error: io::Error| {
        let error = shortened(&printable(&error.to_string()), 100);
        format!("is damaged or cut off: {error}")
    };
    let mut start = [0; 512];
    let read = read_start(&mut bytes, &mut start).map_err(damaged)?;
    if !is_tar(&start[..read]) {
        return Err("is packed, but no tar.gz: there is no tar in it".to_owned());
    }
    let mut archive = tar::Archive::new(start[..read].chain(bytes));
    let entries = archive.entries().map_err(damaged)?;
    for entry in entries {
        let mut entry = entry.map_err(damaged)?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let kind = entry.header().entry_type();
        if kind.is_dir() {
            target.folder(&name)?;
        } else if kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse() {
            if name
                .split('/')
                .any(|part| part.starts_with("GNUSparseFile."))
            {
                return Err("holds a sparse file in a way that is not supported".to_owned());
            }
            let executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
            left.set(target.left.bytes + LONGEST_HEADER);
            target.file(&name, executable, &mut entry)?;
        } else if kind.is_symlink()
            || kind.is_hard_link()
            || kind.is_fifo()
            || kind.is_character_special()
            || kind.is_block_special()
        {
            target.leave_out(&name)?;
        }
        left.set(LONGEST_HEADER);
    }
    left.set(LONGEST_HEADER);
    // What follows the last entry shows whether the archive is whole: a checksum, if it is packed.
    let mut rest = archive.into_inner();
    io::copy(&mut (&mut rest).take(1 << 20), &mut io::sink()).map_err(damaged)?;
    Ok(())
}

/// Longer names and notes than this are none: they are read into memory whole.
const LONGEST_HEADER: u64 = 1 << 20;

/// Bytes of which only so many are given out until there are new rations.
struct Rationed<'a, R> {
    bytes: R,
    left: &'a Cell<u64>,
}

impl<R: Read> Read for Rationed<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer
            .len()
            .min(usize::try_from(self.left.get()).unwrap_or(usize::MAX));
        if most == 0 && !buffer.is_empty() {
            return Err(io::Error::other("a header of more than 1 MiB"));
        }
        let read = self.bytes.read(&mut buffer[..most])?;
        self.left.set(self.left.get() - read as u64);
        Ok(read)
    }
}

/// The folder that is filled, and the room that is left in it.
struct Target<'a> {
    folder: &'a Path,
    left: Room,
    room: Room,
    /// Links and devices that were not made, and through which nothing may be written either.
    links: BTreeSet<PathBuf>,
}

impl Target<'_> {
    /// Where an entry belongs, if it belongs into the folder at all.
    fn place(&mut self, name: &str) -> Result<PathBuf, String> {
        self.left.files = (self.left.files.checked_sub(1)).ok_or_else(|| self.too_many())?;
        // Some programs on Windows write their own separator.
        let name = name.replace('\\', "/");
        let outside = || format!("would write outside its folder: `{}`", told(&name));
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
            if self.links.contains(&path) {
                return Err(format!("would write through a link: `{}`", told(&name)));
            }
        }
        Ok(path)
    }

    fn leave_out(&mut self, name: &str) -> Result<(), String> {
        let path = self.place(name)?;
        self.links.insert(path);
        Ok(())
    }

    fn folder(&mut self, name: &str) -> Result<(), String> {
        let path = self.place(name)?;
        match self.is_wanted(&path) {
            true => fs::create_dir_all(path).map_err(|error| cannot_make(name, &error)),
            false => Ok(()),
        }
    }

    /// Whether an entry is what somebody wrote, and not what a system left behind.
    fn is_wanted(&self, path: &Path) -> bool {
        let inside = path.strip_prefix(self.folder).unwrap_or(path);
        !inside.iter().any(|part| is_junk(&part.to_string_lossy()))
    }

    fn file(&mut self, name: &str, executable: bool, from: &mut impl Read) -> Result<(), String> {
        let path = self.place(name)?;
        if path == self.folder {
            return Err(format!("holds a file without a name: `{}`", told(name)));
        }
        let mut file: Box<dyn io::Write> = match self.is_wanted(&path) {
            true => {
                Box::new(new_file(&path, executable).map_err(|error| cannot_make(name, &error))?)
            }
            false => Box::new(io::sink()),
        };
        // One byte more than there is room for, to know that it was too much.
        let copied = io::copy(&mut from.take(self.left.bytes + 1), &mut file)
            .map_err(|error| format!("is damaged or cut off at `{}`: {error}", told(name)))?;
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

fn new_file(path: &Path, executable: bool) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        // A file of this name is there: nothing is there twice.
        fs::create_dir_all(folder).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
            _ => error,
        })?;
    }
    let mode = if executable { 0o755 } else { 0o644 };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(mode).open(path)
}

/// Enough of a name to recognise it.
fn told(name: &str) -> String {
    shortened(&printable(name), 80)
}

fn cannot_make(name: &str, error: &io::Error) -> String {
    let name = told(name);
    match error.kind() {
        io::ErrorKind::AlreadyExists => format!("holds `{name}` twice"),
        io::ErrorKind::NotADirectory => format!("holds `{name}` in something that is a file"),
        _ => format!("cannot be unpacked at `{name}`: {error}"),
    }
}
