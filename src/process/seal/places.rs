//! Which places a program needs in order to run, and which are never its business.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
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

/// Where programs are installed that are on nobody's `PATH`.
const INSTALLED: [&str; 4] = [
    "/usr/local/bin",
    "/usr/bin",
    "/usr/games",
    "/usr/local/games",
];

/// Where things are installed in folders of their own, or built.
const INSTALLED_APART: [&str; 3] = ["/opt", "/usr/local", "/usr/src"];

/// Files of the person who grades that lie among tools.
const KEYS: [&str; 4] = [
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".local/share",
    ".local/state",
];

/// What files with passwords are called that tools keep beside themselves, as `~/.docker` does.
const PASSWORDS: [&str; 6] = [
    "auth.json",
    "config.json",
    "config.yml",
    "credential",
    "secret",
    "token",
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

pub(super) fn home() -> Option<PathBuf> {
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
        folders.extend(INSTALLED.map(PathBuf::from));
        let inside_opt = fs::read_dir("/opt").into_iter().flatten().flatten();
        folders.extend(inside_opt.flat_map(|one| [one.path(), one.path().join("bin")]));
        if let Some(home) = home() {
            folders.extend([".cargo/bin", ".local/bin", "bin"].map(|bin| home.join(bin)));
            holes.extend(KEYS.map(|key| home.join(key)));
        }
        let prefixes = folders.iter().filter_map(|folder| prefix(folder));
        holes.extend(prefixes.flat_map(|prefix| passwords_in(&prefix)));
        let ours: Vec<PathBuf> = folders.iter().flat_map(|folder| ours_in(folder)).collect();
        holes.extend(by_other_names(&folders, &ours));
        holes.extend(ours);
        holes.extend(sources());
        holes.extend(
            INSTALLED_APART
                .iter()
                .flat_map(|root| ours_below(Path::new(root))),
        );
        if rustix::process::geteuid().is_root() {
            kept_from_others(Path::new("/etc"), &mut holes);
        }
        holes
            .iter()
            .filter_map(|hole| hole.canonicalize().ok())
            .collect()
    });
    holes.clone()
}

/// Our programs in a folder, and if there are any also what else is the same file, and folders: a
/// compiler keeps copies in those.
fn ours_in(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = OURS.map(|name| folder.join(name)).to_vec();
    found.retain(|path| path.is_file());
    if found.is_empty() {
        return found;
    }
    let same = |path: &Path| Some((path.metadata().ok()?.dev(), path.metadata().ok()?.ino()));
    let known: Vec<_> = found.iter().map(|path| same(path)).collect();
    let others = fs::read_dir(folder).into_iter().flatten().flatten();
    let copies = others.filter(|entry| {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        is_folder || known.contains(&same(&entry.path()))
    });
    found.extend(copies.map(|entry| entry.path()));
    found
}

/// What is the same as one of our programs in folders of tools, or has the same bytes, whatever its name.
fn by_other_names(folders: &[PathBuf], ours: &[PathBuf]) -> Vec<PathBuf> {
    let about = |path: &PathBuf| Some((path.clone(), path.metadata().ok()?));
    let own = env::current_exe().ok();
    let ours: Vec<_> = ours.iter().chain(&own).filter_map(about).collect();
    let ours: Vec<_> = ours
        .into_iter()
        .filter(|(_, ours)| ours.is_file())
        .collect();
    let entries = folders
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok());
    let files = entries.flatten().flatten().filter_map(|entry| {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let about = entry.metadata().ok().filter(|_| is_file)?;
        let same = ours.iter().any(|(path, ours)| {
            let is_one = (about.dev(), about.ino()) == (ours.dev(), ours.ino());
            is_one || about.len() == ours.len() && have_same_bytes(path, &entry.path())
        });
        same.then(|| entry.path())
    });
    files.collect()
}

fn have_same_bytes(one: &Path, other: &Path) -> bool {
    let (one, other) = (fs::read(one), fs::read(other));
    one.is_ok_and(|one| other.is_ok_and(|other| one == other))
}

/// Our sources, with the cases, in what `cargo` has fetched.
fn sources() -> Vec<PathBuf> {
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo = cargo.or_else(|| home().map(|home| home.join(".cargo")));
    let cargo = cargo.unwrap_or_default();
    let released = ["registry/src", "registry/cache"].map(|place| cargo.join(place));
    let released = released.iter().flat_map(|place| inside(place));
    let released = released.flat_map(|registry| inside(&registry));
    let mut found: Vec<PathBuf> = released
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().as_encoded_bytes();
            name.starts_with(env!("CARGO_PKG_NAME").as_bytes())
        })
        .collect();
    // Whatever the repository is called.
    for repository in inside(&cargo.join("git/checkouts")) {
        if inside(&repository).iter().any(|tree| is_checkout(tree)) {
            let name = repository.file_name().unwrap_or_default();
            found.extend([cargo.join("git/db").join(name), repository]);
        }
    }
    found
}

fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Our programs and sources in the nearest folders below one.
fn ours_below(root: &Path) -> Vec<PathBuf> {
    const NEAREST: usize = 1000;
    let (mut folders, mut found) = (vec![root.to_owned()], Vec::new());
    let mut next = 0;
    while let Some(folder) = folders.get(next).filter(|_| next < NEAREST).cloned() {
        next += 1;
        if is_checkout(&folder) {
            found.push(folder);
            continue;
        }
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let is_ours = OURS.iter().any(|name| entry.file_name() == *name);
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                // A compiler keeps copies beside it.
                Ok(kind) if kind.is_file() && is_ours => {
                    found.extend([entry.path(), folder.join("deps")]);
                }
                _ => {}
            }
        }
    }
    found
}

/// Files with passwords, by their names, in a hidden folder that is all open because there are tools in it.
fn passwords_in(prefix: &Path) -> Vec<PathBuf> {
    let name = prefix.file_name().unwrap_or_default();
    let is_hidden = name.as_encoded_bytes().starts_with(b".");
    let files = if is_hidden {
        inside(prefix)
    } else {
        Vec::new()
    };
    let is_password = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        PASSWORDS.iter().any(|known| name.contains(known))
    };
    files.into_iter().filter(is_password).collect()
}

/// What only root may read, who keeps it from programs by name since permissions do not.
fn kept_from_others(folder: &Path, kept: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(about) = entry.metadata() else {
            continue;
        };
        let open = if about.is_dir() { 0o005 } else { 0o004 };
        if !about.is_symlink() && about.mode() & open != open {
            kept.push(entry.path());
        } else if about.is_dir() {
            kept_from_others(&entry.path(), kept);
        }
    }
}

/// If we were built here: the folder `target`, and the cases and sources beside it.
fn build(own: &Path) -> Vec<PathBuf> {
    let target = own.ancestors().find(|folder| folder.ends_with("target"));
    let root = target.and_then(Path::parent);
    root.map_or_else(Vec::new, kept_in_a_checkout)
}

/// What is not for programs that are graded in a folder with our sources.
pub(super) fn kept_in_a_checkout(root: &Path) -> Vec<PathBuf> {
    let names = ["target", "fixtures", "src", "tests", ".git"];
    names.map(|name| root.join(name)).to_vec()
}

/// Whether a folder holds our sources.
pub(super) fn is_checkout(folder: &Path) -> bool {
    folder.join("fixtures").is_dir()
        && folder.join("src/bin/grade").is_dir()
        && folder.join("Cargo.toml").is_file()
}

/// A program by its name, as a shell finds it.
pub(super) fn on_path(name: &OsString) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let found = env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file());
    found?.canonicalize().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_of_this_crate_is_out_of_reach() {
        let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/src/bin");
        let programs = fs::read_dir(sources).expect("listed").map(|entry| {
            let path = entry.expect("an entry").path();
            path.file_stem().expect("a name").to_owned()
        });
        let mut programs: Vec<_> = programs.collect();
        programs.sort();
        let mut known = OURS;
        known.sort_unstable();
        assert_eq!(programs, known);
    }

    #[test]
    fn passwords_beside_tools_are_no_tools() {
        let home = tempfile::tempdir().expect("a folder");
        let docker = home.path().join(".docker");
        fs::create_dir_all(docker.join("bin")).expect("made");
        for name in ["config.json", ".token_seed", "daemon.json", "bin/compose"] {
            fs::write(docker.join(name), "").expect("written");
        }
        let mut found = passwords_in(&docker);
        found.sort();
        assert_eq!(
            found,
            [".token_seed", "config.json"].map(|name| docker.join(name))
        );
        assert!(passwords_in(&docker.join("bin")).is_empty());
    }

    #[test]
    fn our_programs_and_sources_are_found_however_deep_they_are_installed() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        for place in ["a/b/c", "d/fixtures", "d/src/bin/grade", "e"] {
            fs::create_dir_all(root.join(place)).expect("made");
        }
        for file in [
            "a/b/c/take_stones",
            "a/b/other",
            "d/Cargo.toml",
            "e/grade.txt",
        ] {
            fs::write(root.join(file), "").expect("written");
        }
        let mut found = ours_below(root);
        found.sort();
        let expected = ["a/b/c/deps", "a/b/c/take_stones", "d"].map(|name| root.join(name));
        assert_eq!(found, expected);
    }
}
