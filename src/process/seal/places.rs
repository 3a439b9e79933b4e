//! Which places a program needs in order to run, and which are never its business.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Our own programs, by name.
pub(super) const OURS: [&str; 7] = [
    "grade",
    "sticks",
    "toothpicks",
    "take_stones",
    "chopsticks",
    "expanding_nim",
    "arcade",
];

/// Where systems keep programs, their libraries and settings.
const SYSTEM: [&str; 22] = [
    "/bin",
    "/etc",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/opt",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/self",
    "/proc/stat",
    "/proc/sys",
    "/proc/uptime",
    "/proc/version",
    "/run/systemd/resolve",
    "/sbin",
    "/snap",
    "/sys/devices/system/cpu",
    "/sys/fs/cgroup",
    "/usr",
];

/// What a system keeps from others by its permissions, which do not bind root.
const SECRETS: [&str; 8] = [
    "/etc/gshadow",
    "/etc/gshadow-",
    "/etc/shadow",
    "/etc/shadow-",
    "/etc/ssh",
    "/etc/ssl/private",
    "/etc/sudoers",
    "/etc/sudoers.d",
];

/// Files of the person who grades that lie among tools.
const KEYS: [&str; 4] = [
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".local/share",
    ".local/state",
];

/// The system and the tools on the `PATH` with their prefixes, free of links.
pub(super) fn system() -> &'static [PathBuf] {
    static PLACES: OnceLock<Vec<PathBuf>> = OnceLock::new();
    PLACES.get_or_init(|| {
        let path = env::var_os("PATH").unwrap_or_default();
        let mut places: Vec<PathBuf> = SYSTEM.map(PathBuf::from).to_vec();
        for folder in env::split_paths(&path).filter(|folder| folder.is_absolute()) {
            places.extend(prefix(&folder));
        }
        let home = home();
        let toolchains = env::var_os("RUSTUP_HOME").map(PathBuf::from);
        places.extend(toolchains.or(home.map(|home| home.join(".rustup"))));
        let mut places: Vec<PathBuf> = places
            .into_iter()
            .filter(|place| !place.starts_with("/proc/self"))
            .filter_map(|place| place.canonicalize().ok())
            .collect();
        places.sort();
        places.dedup_by(|later, earlier| later.starts_with(&*earlier));
        places
    })
}

/// A path without links. What is not there yet is known by its folder.
pub(super) fn real(path: &Path) -> Option<PathBuf> {
    let there = path.canonicalize().ok();
    there.or_else(|| {
        let folder = match path.parent()? {
            here if here.as_os_str().is_empty() => Path::new("."),
            folder => folder,
        };
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    })
}

fn home() -> Option<PathBuf> {
    env::var_os("HOME").map(PathBuf::from)?.canonicalize().ok()
}

/// The folder of tools, with what they are installed with: all of `~/.pyenv` for `~/.pyenv/shims`,
/// all of `/usr/local/go` for its `bin`, but neither a home nor the root.
fn prefix(folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    let above = folder.parent()?.to_owned();
    let is_tools = folder
        .file_name()
        .is_some_and(|name| name == "bin" || name == "sbin" || name == "shims");
    let home = home();
    let is_home = |place: &Path| {
        place == Path::new("/") || home.as_deref().is_some_and(|home| home.starts_with(place))
    };
    // Our own folder of programs is beside cases, sources and submissions, or can be.
    let is_ours = OURS.iter().any(|name| folder.join(name).is_file());
    let is_hidden = above
        .file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let is_prefix = ["lib", "lib64", "libexec", "share", "versions"]
        .iter()
        .any(|name| above.join(name).is_dir());
    match is_tools && (is_hidden || is_prefix) && !is_home(&above) && !is_ours {
        true => Some(above),
        false => Some(folder).filter(|folder| !is_home(folder)),
    }
}

/// Devices that anybody may use.
pub(super) fn devices() -> Vec<PathBuf> {
    let names = ["null", "zero", "full", "random", "urandom", "tty"];
    names.map(|name| Path::new("/dev").join(name)).to_vec()
}

/// Our programs wherever they are installed, secrets of the system and of who grades.
pub(super) fn out_of_reach() -> Vec<PathBuf> {
    static HOLES: OnceLock<Vec<PathBuf>> = OnceLock::new();
    let holes = HOLES.get_or_init(|| {
        let path = env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = env::split_paths(&path).collect();
        let mut holes: Vec<PathBuf> = SECRETS.map(PathBuf::from).to_vec();
        if let Ok(own) = env::current_exe() {
            folders.extend(own.parent().map(Path::to_owned));
            holes.extend(build(&own));
            holes.push(own);
        }
        for folder in folders {
            holes.extend(OURS.map(|name| folder.join(name)));
        }
        holes.extend(
            home()
                .into_iter()
                .flat_map(|home| KEYS.map(|key| home.join(key))),
        );
        holes
            .iter()
            .filter_map(|hole| hole.canonicalize().ok())
            .collect()
    });
    holes.clone()
}

/// If we were built here: the folder `target`, and the cases and sources beside it.
fn build(own: &Path) -> Vec<PathBuf> {
    let target = own.ancestors().find(|folder| folder.ends_with("target"));
    let root = target.and_then(Path::parent);
    let names = ["target", "fixtures", "src"];
    root.map_or_else(Vec::new, |root| names.map(|name| root.join(name)).to_vec())
}

/// What belongs to a program itself.
pub(super) struct Own {
    /// The program file.
    pub program: Option<PathBuf>,
    /// The folders of its files.
    pub folders: Vec<PathBuf>,
}

/// A program's own folders: those of what its command line names, or else the one it is run in.
///
/// Of what is named below the folder it is run in, the folder there: who runs `python3 alice/x.py`
/// among all submissions does not mean those of others. A home, or the folder of our own programs, is
/// nobody's: there the files alone are meant.
pub(super) fn own(words: &[OsString], folder: &Path) -> Own {
    let is_path = |name: &&OsString| name.to_string_lossy().contains('/');
    let real = |word: &OsString| folder.join(word).canonicalize().ok();
    let program = words.first().and_then(|name| match is_path(&name) {
        true => real(name),
        false => on_path(name),
    });
    let first = words.first().filter(is_path);
    let named = first.into_iter().chain(words.iter().skip(1));
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut is_here = true;
    for place in named.filter(|word| !word.is_empty()).filter_map(real) {
        let above = match place.is_dir() {
            true => Some(place.as_path()),
            false => place.parent(),
        };
        let below = above.and_then(|above| above.strip_prefix(folder).ok());
        match below.map(|below| below.components().next()) {
            Some(Some(top)) => {
                is_here = false;
                folders.push(folder.join(top));
            }
            Some(None) => folders.push(place),
            None => folders.extend(above.filter(|above| !is_shared(above)).map(Path::to_owned)),
        }
    }
    if is_here && !is_shared(folder) {
        folders.push(folder.to_owned());
    }
    Own { program, folders }
}

pub(super) fn on_path(name: &OsString) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let found = env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file());
    found?.canonicalize().ok()
}

/// A folder that is no program's own: the root, a home or what is above it, a folder for everyone's
/// temporary files, the folder of our programs.
fn is_shared(folder: &Path) -> bool {
    let ours = env::current_exe().ok();
    let ours = ours.as_deref().and_then(Path::parent);
    let temporary = env::temp_dir();
    home().is_some_and(|home| home.starts_with(folder))
        || folder.parent().is_none()
        || [Some(temporary.as_path()), ours, Some(Path::new("/tmp"))].contains(&Some(folder))
}
