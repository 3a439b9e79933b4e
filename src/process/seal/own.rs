//! What belongs to a program itself: which folder is its own, among those that are somebody else's.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::places::{home, is_checkout, on_path};

/// Folders in which projects keep parts of themselves.
const PARTS: [&str; 18] = [
    ".venv",
    "app",
    "bin",
    "build",
    "classes",
    "code",
    "debug",
    "dist",
    "env",
    "lib",
    "main",
    "node_modules",
    "out",
    "release",
    "scripts",
    "src",
    "target",
    "venv",
];

/// Files that lie where a project begins.
const BEGINNINGS: [&str; 13] = [
    "CMakeLists.txt",
    "Cargo.toml",
    "Makefile",
    "build.gradle",
    "build.gradle.kts",
    "go.mod",
    "makefile",
    "meson.build",
    "package.json",
    "pom.xml",
    "pyproject.toml",
    "requirements.txt",
    "setup.py",
];

/// What belongs to a program itself.
pub(super) struct Own {
    /// The program file.
    pub program: Option<PathBuf>,
    /// The folders of its files.
    pub folders: Vec<PathBuf>,
}

/// A program's own folders: those of what its command line names, or else the one it is run in.
///
/// Of what is named below the folder it is run in, that folder if it is all one project, and otherwise
/// the folder there: who runs `python3 alice/x.py` among all submissions does not mean those of others. A
/// home, or the folder of our own programs, is nobody's: there the files alone are meant. What is a link to
/// somewhere else is not its own.
pub(super) fn own(words: &[OsString], folder: &Path) -> Own {
    let program = program(words, folder);
    let folders = folders(words, folder);
    Own { program, folders }
}

/// Those of a command that was found in the folder: nothing else is its own.
pub(super) fn found(words: &[OsString], folder: &Path) -> Own {
    Own {
        program: program(words, folder).filter(|program| program.starts_with(folder)),
        folders: vec![folder.to_owned()],
    }
}

fn is_path(word: &OsString) -> bool {
    word.to_string_lossy().contains('/')
}

/// The place that a word names, but not where a link of the submission's leads.
fn named(word: &OsString, folder: &Path) -> Option<PathBuf> {
    let place = folder.join(word).canonicalize().ok()?;
    (!leads_out(word, &place, folder)).then_some(place)
}

fn program(words: &[OsString], folder: &Path) -> Option<PathBuf> {
    let name = words.first()?;
    match is_path(name) {
        true => named(name, folder),
        false => on_path(name),
    }
}

fn folders(words: &[OsString], folder: &Path) -> Vec<PathBuf> {
    let first = words.first().filter(|word| is_path(word));
    let words = first.into_iter().chain(words.iter().skip(1));
    let words: Vec<&OsString> = words.filter(|word| !word.is_empty()).collect();
    let mut folders: Vec<PathBuf> = Vec::new();
    let (mut is_here, mut is_elsewhere) = (false, false);
    for place in words.iter().filter_map(|word| named(word, folder)) {
        let above = match place.is_dir() {
            true => Some(place.as_path()),
            false => place.parent(),
        };
        let below = above.and_then(|above| above.strip_prefix(folder).ok());
        match below {
            Some(below) if below.components().next().is_some() => {
                let project = project(folder, below, &place);
                is_here |= project == folder;
                is_elsewhere |= project != folder;
                folders.push(project);
            }
            Some(_) if place == folder => is_here = true,
            Some(_) => folders.push(place),
            None => folders.extend(above.filter(|above| !is_shared(above)).map(project_above)),
        }
    }
    // `-cp /srv/lib/a.jar:/srv/classes`, `--data=/srv/data`
    let parts = words.iter().filter_map(|word| word.to_str());
    let parts = parts.flat_map(|word| word.split([':', '=']));
    let parts = parts
        .filter(|part| part.starts_with('/'))
        .map(OsString::from);
    for place in parts.filter_map(|part| named(&part, folder)) {
        let is_outside = !place.starts_with(folder) && !is_shared(&place);
        folders.extend(is_outside.then_some(place));
    }
    if (is_here || !is_elsewhere) && !is_shared(folder) {
        folders.push(folder.to_owned());
    }
    folders
}

/// The project that a place is in, by the folders between it and the one a program is run in: the first
/// of them, from above, that is neither shared nor holds others like it side by side.
fn project(folder: &Path, below: &Path, place: &Path) -> PathBuf {
    let mut at = folder.to_owned();
    for part in below.components().map(Component::as_os_str) {
        let is_project = match at == folder {
            true => !is_shared(&at) && !is_checkout(&at) && is_beginning(&at, part),
            false => true,
        };
        if is_project && (is_part(part) || !has_others_like(&at, part, place)) {
            return at;
        }
        at.push(part);
    }
    at
}

/// The project of which a folder elsewhere is a part.
fn project_above(folder: &Path) -> PathBuf {
    let mut at = folder;
    while let (Some(name), Some(above)) = (at.file_name(), at.parent())
        && is_part(name)
        && name != "bin"
        && above.parent().is_some_and(|top| top.parent().is_some())
        && !is_shared(above)
        && !is_checkout(above)
    {
        at = above;
    }
    at.to_owned()
}

fn is_part(name: &OsStr) -> bool {
    PARTS.iter().any(|part| name == *part)
}

/// Whether a project begins in a folder that has this part.
fn is_beginning(folder: &Path, part: &OsStr) -> bool {
    is_part(part) || BEGINNINGS.iter().any(|name| folder.join(name).is_file())
}

/// Whether most of what is beside this part of a folder has the same place in it: then they are
/// submissions.
fn has_others_like(folder: &Path, part: &OsStr, place: &Path) -> bool {
    let Ok(rest) = place.strip_prefix(folder.join(part)) else {
        return false;
    };
    let beside = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = beside.filter(|other| other.file_name() != part && other.path().is_dir());
    let (alike, others): (Vec<_>, Vec<_>) =
        folders.partition(|other| other.path().join(rest).exists());
    rest.components().next().is_some() && alike.len() > others.len()
}

/// Whether a name in the folder is a link out of it: it was made by who handed in the folder, and not by
/// who typed the command.
pub(super) fn leads_out(word: &OsString, place: &Path, folder: &Path) -> bool {
    let word = Path::new(word);
    let is_inside = match word.is_absolute() {
        true => word.starts_with(folder),
        false => !word.components().any(|part| part == Component::ParentDir),
    };
    is_inside && !place.starts_with(folder)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The folders of a command's own in a folder with these files, as they are called there.
    fn folders(files: &[&str], command: &str) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("its path");
        for file in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, "").expect("written");
        }
        let words: Vec<OsString> = command.split(' ').map(OsString::from).collect();
        let folders = own(&words, &root).folders.into_iter();
        let mut names: Vec<String> = folders
            .filter_map(|path| Some(path.strip_prefix(&root).ok()?.display().to_string()))
            .filter(|name| !files.contains(&name.as_str()))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    #[test]
    fn a_project_is_one_wherever_its_program_is_in_it() {
        let node = ["package.json", "dist/main.js", "node_modules/left/index.js"];
        assert_eq!(folders(&node, "node dist/main.js"), [""]);
        let python = ["src/main.py", "test/main.py", "lib/helper.py"];
        assert_eq!(folders(&python, "python3 src/main.py"), [""]);
        let made = ["Makefile", "game/play.c", "data/boards"];
        assert_eq!(folders(&made, "game/play.c"), [""]);
        assert_eq!(folders(&["a.py", "b.py"], "python3 a.py"), [""]);
    }

    #[test]
    fn submissions_side_by_side_are_not_each_others() {
        let class = ["alice/x.py", "bob/x.py", "carol/x.py", "Makefile"];
        assert_eq!(folders(&class, "python3 alice/x.py"), ["alice"]);
        let class = [
            "all/alice/x.py",
            "all/bob/x.py",
            "all/roster.csv",
            "solo/y.py",
        ];
        assert_eq!(folders(&class, "python3 all/alice/x.py"), ["all/alice"]);
        assert_eq!(folders(&class, "python3 solo/y.py"), ["solo"]);
        let parts = [
            "alice/client/main.py",
            "alice/server/main.py",
            "alice/common/a.py",
        ];
        assert_eq!(folders(&parts, "python3 alice/client/main.py"), ["alice"]);
    }
}
