//! Finding the submissions: one folder, one archive or one file a student; the latest attempt counts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use super::archives::{self, Room};
use super::junk::is_junk;
use super::names::{self, Named};
use super::sources::{self, start_of};
use crate::program::Failure;

/// What one student handed in.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The student's number, or name.
    pub id: String,
    /// The student's name.
    pub name: String,
    /// What a person should know: that it was late, that there are older attempts.
    pub notes: Vec<String>,
    /// The folder, the archive or the files, each with the name that the student gave it.
    pub sources: Vec<(PathBuf, String)>,
    /// Why it cannot be graded, if that is already certain.
    pub problem: Option<String>,
}

/// All submissions in a folder or in a zip of one, in the order of names. An export is unpacked into
/// `room`, an empty folder. Files of `ours` may lie beside the submissions, and are none.
pub fn gather(
    submissions: &Path,
    assignment: &str,
    room: &Path,
    ours: &[&Path],
) -> Result<Vec<Submission>, Failure> {
    let shown = submissions.display();
    let folder = if submissions.is_dir() {
        submissions.to_owned()
    } else {
        let into = room.join("export");
        fs::create_dir_all(&into)
            .map_err(|error| Failure::task(format_args!("cannot make a folder: {error}")))?;
        archives::unpack(submissions, &into, Room::CLASS)
            .map_err(|reason| Failure::usage(format_args!("`{shown}` {reason}")))?;
        // The only student of an export is a folder alone too.
        let wrappers = iter::successors(Some(into), |folder| {
            only_child(folder).filter(|child| !is_a_students(child, assignment))
        });
        wrappers.last().unwrap_or_default()
    };
    let paths: io::Result<Vec<PathBuf>> =
        fs::read_dir(&folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut paths =
        paths.map_err(|error| Failure::usage(format_args!("cannot read `{shown}`: {error}")))?;
    let ours: Vec<PathBuf> = ours
        .iter()
        .filter_map(|path| path.canonicalize().ok())
        .collect();
    paths.retain(|path| {
        let name = self::shown(path);
        let is_ours = path.canonicalize().is_ok_and(|path| ours.contains(&path));
        !is_junk(&name) && !name.starts_with('.') && !is_ours
    });
    let title = title(&paths);
    let mut found: BTreeMap<String, Vec<(Named, PathBuf)>> = BTreeMap::new();
    for path in paths {
        let name = self::shown(&path);
        let mut named = match path.is_dir() {
            true => Named::of_folder(&name, assignment),
            false => names::read(&name, assignment),
        };
        let head = names::titled(&name).filter(|_| !title.is_empty());
        if let Some(user) = head.and_then(|head| head.strip_prefix(&*title)) {
            (named.id, named.name) = (user.to_owned(), user.to_owned());
        }
        found
            .entry(named.id.clone())
            .or_default()
            .push((named, path));
    }
    if found.is_empty() {
        return Err(Failure::usage(format_args!(
            "`{shown}` holds no submissions: there should be a folder, an archive or a file a student"
        )));
    }
    let mut all: Vec<Submission> = found.into_values().map(of_one_student).collect();
    all.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
    Ok(all)
}

/// What all names of Blackboard begin with, the title of the assignment: what follows is the user, who
/// may have the sign in the name that stands between. Nothing if there is only one user.
fn title(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| shown(path)).collect();
    let mut heads = names.iter().filter_map(|name| names::titled(name));
    let Some(first) = heads.next() else {
        return String::new();
    };
    let mut title = first;
    for head in heads.filter(|head| *head != first) {
        let same = title.char_indices().zip(head.chars());
        let same = same.take_while(|((_, a), b)| a == b).last();
        let same = same.map_or(0, |((at, c), _)| at + c.len_utf8());
        title = &title[..title[..same].rfind('_').map_or(0, |at| at + 1)];
    }
    match title == first {
        true => String::new(),
        false => title.to_owned(),
    }
}

/// Whether a learning platform has named a folder after a student.
fn is_a_students(folder: &Path, assignment: &str) -> bool {
    let name = shown(folder);
    Named::of_folder(&name, assignment).id != name
}

/// A folder that holds one folder and nothing else is that folder. A package of Python needs its name.
pub fn only_folder(folder: &Path) -> PathBuf {
    let folders = iter::successors(Some(folder.to_owned()), |folder| {
        only_child(folder).filter(|child| !child.join("__init__.py").exists())
    });
    folders.last().unwrap_or_default()
}

/// The folder that is alone in a folder.
fn only_child(folder: &Path) -> Option<PathBuf> {
    let mut kept = fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter(|entry| !is_junk(&entry.file_name().to_string_lossy()));
    let (only, None) = (kept.next()?, kept.next()) else {
        return None;
    };
    only.file_type().ok()?.is_dir().then(|| only.path())
}

fn of_one_student(mut found: Vec<(Named, PathBuf)>) -> Submission {
    found.sort_by(|a, b| (&a.0.attempt, &a.1).cmp(&(&b.0.attempt, &b.1)));
    let mut notes = Vec::new();
    let typed_in = |path: &Path| names::is_typed_in(&shown(path));
    let all = found.len();
    if found.iter().any(|(_, path)| !typed_in(path)) {
        found.retain(|(_, path)| !typed_in(path));
        if found.len() < all {
            notes.push("a text that was typed in lies beside it, and was not looked at".to_owned());
        }
    }
    let count = found.len();
    // Files of one upload have their own names; the same name again is a newer attempt.
    let mut latest: BTreeMap<String, (Named, PathBuf)> = BTreeMap::new();
    let last_time = found.last().and_then(|(named, _)| named.attempt.clone());
    let by_time = last_time.as_ref().is_some_and(|time| time.contains('-'));
    let before = by_time && found.iter().any(|(named, _)| named.attempt != last_time);
    let mut problem = None;
    let whose = found.last().map(|(named, _)| named.clone());
    let replaced = replaced(&found);
    for (named, path) in found {
        let file = named.file.clone().unwrap_or_default();
        let note = by_time && file.is_empty();
        if note || by_time && named.attempt != last_time {
            continue;
        }
        let numbered = named.attempt.is_some() && !by_time;
        let place = match () {
            // Nobody hands in two archives at once: the newer one replaces the older.
            () if numbered && archives::is_archive(&file) => ".archive".to_owned(),
            () if numbered && replaced.contains(&base_of(&file)) => base_of(&file),
            () => file,
        };
        if let Some((_, older)) = latest.insert(place, (named.clone(), path.clone()))
            && named.attempt.is_none()
        {
            problem = Some(format!(
                "there are two submissions of this name: `{}` and `{}`",
                shown(&older),
                shown(&path)
            ));
        }
    }
    let older = count - latest.len();
    if older > 0 && problem.is_none() && !by_time {
        notes.push(format!("the latest of {} attempts", older + 1));
    } else if before {
        notes.push("the latest of several attempts".to_owned());
    }
    let mut student: Option<Named> = None;
    let mut sources = Vec::new();
    let latest: Vec<(Named, PathBuf)> = latest.into_values().collect();
    for (named, path) in &latest {
        if path.file_name().is_some_and(|name| name.to_str().is_none()) {
            notes.push("the name of the submission is not UTF-8".to_owned());
        }
        let file = named.file.clone().unwrap_or_else(|| shown(path));
        let numbered = named.attempt.is_some() && !by_time;
        // A class of Java has to lie in a file of its own name, and a header where it is looked for.
        let base = base_of(&file);
        let named_so = || (latest.iter()).any(|(_, path)| start_of(path).contains(&file));
        let new = numbered && base != file && replaced.contains(&base) && !named_so();
        sources.push((path.clone(), if new { base } else { file }));
        student = Some(match student {
            Some(before) if before.late => before,
            _ => named.clone(),
        });
    }
    let student = student.or(whose);
    let student = student.unwrap_or_else(|| names::read("", ""));
    if student.late {
        notes.push("handed in late".to_owned());
    }
    if sources.is_empty() {
        let nothing = match before {
            true => "the latest attempt has no file",
            false => "there is nothing but the platform's own note",
        };
        problem = Some(nothing.to_owned());
    }
    Submission {
        id: student.id,
        name: student.name,
        notes,
        sources,
        problem,
    }
}

/// The names of files that replace each other: `Work-1.c` is a newer `Work.c`. Of `part-1.c` and
/// `part-2.c` one does so only if each is a whole program.
fn replaced(found: &[(Named, PathBuf)]) -> BTreeSet<String> {
    let mut groups: BTreeMap<String, Vec<(&str, &Path)>> = BTreeMap::new();
    for (named, path) in found {
        if let Some(file) = &named.file {
            groups.entry(base_of(file)).or_default().push((file, path));
        }
    }
    groups.retain(|base, files| {
        let original = files.iter().any(|(file, _)| file == base);
        let whole = |(file, path): &(&str, &Path)| sources::stands_alone(Path::new(file), path);
        files.len() == 1 || original || files.iter().all(whole)
    });
    groups.into_keys().collect()
}

/// The name of a file without the number that Canvas adds when it is handed in again: `Work-1.zip`.
fn base_of(file: &str) -> String {
    let (stem, ending) = file.split_at(names::without_ending(file).len());
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let stem = match stem.rsplit_once('-') {
        Some((before, after)) if number(after) => before,
        _ => stem,
    };
    format!("{stem}{ending}")
}

fn shown(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathered(names: &[&str]) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        for name in names {
            let path = folder.path().join(name.trim_end_matches('/'));
            match name.ends_with('/') {
                true => fs::create_dir(path).expect("a folder"),
                false => fs::write(path, "").expect("a file"),
            }
        }
        let room = tempfile::tempdir().expect("a folder");
        let all = gather(folder.path(), "sticks", room.path(), &[]).expect("submissions");
        let tell = |one: Submission| {
            let files: Vec<String> = one.sources.into_iter().map(|(_, file)| file).collect();
            let notes = [one.notes, one.problem.into_iter().collect()].concat();
            format!("{} {} {}", one.id, files.join("+"), notes.join("; "))
        };
        all.into_iter().map(tell).collect()
    }

    #[test]
    fn the_latest_attempt_counts_and_files_of_one_upload_stay_together() {
        assert_eq!(
            gathered(&[
                "smithbob_1_20_Work.zip",
                "smithbob_1_100_Work-1.zip",
                "jones_LATE_2_21_Main.java",
                "jones_LATE_2_22_Board.java",
                "hw_ada_attempt_2026-11-02-10-11-12_a.c",
                "hw_ada_attempt_2026-11-02-10-11-12.txt",
                "hw_ada_attempt_2026-11-01-10-11-12_b.c",
                "hw_eva_attempt_2026-11-02-10-11-12_a.c",
                "hw_eva_attempt_2026-11-02-10-11-12.txt",
                ".DS_Store",
                "__MACOSX/",
            ]),
            [
                "ada a.c the latest of several attempts",
                "eva a.c ",
                "2 Board.java+Main.java handed in late",
                "1 Work.zip the latest of 2 attempts",
            ]
        );
    }

    #[test]
    fn another_archive_is_another_attempt_and_users_may_have_any_name() {
        assert_eq!(
            gathered(&[
                "smithbob_1_20_first.zip",
                "smithbob_1_100_second.tar.gz",
                "smithbob_1_101_notes.pdf",
                "Home_work 2_j_doe_attempt_2026-11-02-10-11-12_a.c",
                "Home_work 2_m_doe_attempt_2026-11-02-10-11-12_a.c",
                "Ann_7_assignsubmission_file_a-1.c",
                "Ann_7_assignsubmission_file_a-2.c",
            ]),
            [
                "7 a-1.c+a-2.c ",
                "j_doe a.c ",
                "m_doe a.c ",
                "1 second.tar.gz+notes.pdf the latest of 2 attempts",
            ]
        );
    }

    #[test]
    fn parts_are_no_attempts_and_who_sent_only_a_text_is_named() {
        assert_eq!(
            gathered(&[
                "bob_1_20_part-1.c",
                "bob_1_21_part-2.c",
                "eve_2_20_game-1.py",
                "eve_2_21_game-2.py",
                "hw_ann_attempt_2026-11-02-10-11-12.txt",
                "hw_jim_attempt_2026-11-01-10-11-12_a.c",
                "hw_jim_attempt_2026-11-02-10-11-12.txt",
            ]),
            [
                "ann  there is nothing but the platform's own note",
                "1 part-1.c+part-2.c ",
                "2 game.py the latest of 2 attempts",
                "jim  the latest of several attempts; the latest attempt has no file",
            ]
        );
    }

    #[test]
    fn a_file_keeps_the_name_by_which_another_one_asks_for_it() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [
            ("a_1_20_lab-1.c", "#include \"lab-1.h\"\nint main() {}"),
            ("a_1_21_lab-1.h", ""),
            ("b_2_22_lab-1.c", "#include \"lab.h\"\nint main() {}"),
            ("b_2_23_lab-1.h", ""),
            ("c_3_24_game-1.c", "int main() {}"),
            ("c_3_25_game-2.c", "int main() { return 0; }"),
        ] {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let all = gather(folder.path(), "sticks", folder.path(), &[]).expect("submissions");
        let files = |one: &Submission| {
            let files = one.sources.iter().map(|(_, file)| &**file);
            files.collect::<Vec<_>>().join(" ")
        };
        let files: Vec<String> = all.iter().map(files).collect();
        assert_eq!(files, ["lab.c lab-1.h", "lab.c lab.h", "game.c"]);
    }

    #[test]
    fn a_text_typed_in_beside_files_is_no_second_submission() {
        assert_eq!(
            gathered(&[
                "Ann_7_assignsubmission_file/",
                "Ann_7_assignsubmission_onlinetext/",
                "Bob_8_assignsubmission_onlinetext/",
            ]),
            [
                "7 Ann_7_assignsubmission_file a text that was typed in lies beside it, and was not looked at",
                "8 Bob_8_assignsubmission_onlinetext ",
            ]
        );
    }

    #[test]
    fn two_submissions_of_one_name_are_told_and_not_chosen_from() {
        let all = gathered(&["ada/", "ada.zip", "bob.py"]);
        assert!(all[0].contains("two submissions of this name: `ada` and `ada.zip`"));
        assert_eq!(all[1], "bob bob.py ");
    }

    #[test]
    fn a_folder_without_submissions_is_refused() {
        let empty = tempfile::tempdir().expect("a folder");
        let error = gather(empty.path(), "sticks", empty.path(), &[]).expect_err("nothing there");
        assert!(
            error.to_string().contains("holds no submissions"),
            "{error}"
        );
    }
}
