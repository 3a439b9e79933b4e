//! Whose submission it is, by the name that a learning platform gave it.

use super::archives::FOREIGN;

/// What the name of a submission says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The platform's number of the student, or the name.
    pub id: String,
    /// The student's name, as far as it is known.
    pub name: String,
    /// Handed in after the date.
    pub late: bool,
    /// When it was handed in, in an order that text has too; attempts of one student are told apart
    /// by it.
    pub attempt: Option<String>,
    /// The name that the student gave the file, if the platform put its own before it.
    pub file: Option<String>,
}

impl Named {
    /// The name of a folder: a dot in it begins no ending.
    pub(super) fn of_folder(name: &str, assignment: &str) -> Named {
        moodle(name)
            .or_else(|| canvas(name))
            .or_else(|| github(name, assignment))
            .unwrap_or_else(|| Named::plain(name))
    }

    fn plain(name: &str) -> Named {
        Named {
            id: name.to_owned(),
            name: name.to_owned(),
            late: false,
            attempt: None,
            file: None,
        }
    }
}

/// Reads the name of a folder, an archive or a file that was handed in for an assignment.
pub(super) fn read(name: &str, assignment: &str) -> Named {
    moodle(name)
        .or_else(|| blackboard(name))
        .or_else(|| canvas(name))
        .or_else(|| github(without_ending(name), assignment))
        .unwrap_or_else(|| Named::plain(without_ending(name)))
}

/// `Full Name_12345_assignsubmission_file_`, as a folder or before the name of a file.
fn moodle(name: &str) -> Option<Named> {
    let (student, file) = ["_assignsubmission_file", "_assignsubmission_onlinetext"]
        .iter()
        .find_map(|mark| name.split_once(mark))?;
    // Who must not be named is a `Participant 12345`, in the words of the platform's language.
    let numbered = student.rsplit_once('_').filter(|(_, id)| is_number(id));
    let nameless = || Some((student, student.rsplit_once(' ')?.1));
    let (full_name, number) = numbered.or_else(nameless).unwrap_or((student, ""));
    let participant = ["Participant ", "Participant_"]
        .iter()
        .find_map(|word| student.strip_prefix(word))
        .map(|number| number.split('_').next().unwrap_or(number));
    let id = participant.filter(|id| is_number(id)).unwrap_or(number);
    let file = file.trim_start_matches('_');
    is_number(id).then(|| Named {
        id: id.to_owned(),
        name: match participant {
            Some(_) => format!("Participant {id}"),
            None => full_name.to_owned(),
        },
        file: (!file.is_empty()).then(|| file.to_owned()),
        ..Named::plain("")
    })
}

/// Whether a name is that of a text which a student has typed into Moodle: for a person to read.
pub(super) fn is_typed_in(name: &str) -> bool {
    name.contains("_assignsubmission_onlinetext") && moodle(name).is_some()
}

/// What stands before the time in `hw2_jdoe1_attempt_2026-11-02-10-11-12_Work.java`: the title and the
/// user.
pub(super) fn titled(name: &str) -> Option<&str> {
    blackboard(name)?;
    Some(name.split_once("_attempt_")?.0)
}

/// `hw2_jdoe1_attempt_2026-11-02-10-11-12_Work.java`.
fn blackboard(name: &str) -> Option<Named> {
    let (student, rest) = name.split_once("_attempt_")?;
    let (_, user) = student.rsplit_once('_')?;
    let (time, file) = match rest.split_once('_') {
        Some((time, file)) => (time, Some(file.to_owned())),
        None => (without_ending(rest), None),
    };
    let numbers: Vec<&str> = time.split('-').collect();
    (numbers.len() == 6 && numbers.iter().all(|number| is_number(number))).then(|| Named {
        attempt: Some(time.to_owned()),
        file,
        ..Named::plain(user)
    })
}

/// `smithbob_340934_208490284_Work.zip`, with `_LATE` behind the name if it was; a text that was typed
/// in is `smithbob_340934_text.html`.
fn canvas(name: &str) -> Option<Named> {
    let parts: Vec<&str> = name.split('_').collect();
    let typed = |file: &[&str]| matches!(file, ["text.html" | "link.html"]);
    // Names may have the sign in them that stands between: the first two numbers are the platform's.
    let at = (1..parts.len()).find(|&at| match &parts[at..] {
        [id, upload, _, ..] if is_number(id) && is_number(upload) => true,
        [id, file @ ..] => is_number(id) && typed(file),
        [] => false,
    })?;
    let id = parts[at];
    let (upload, file) = match typed(&parts[at + 1..]) {
        true => ("0", &parts[at + 1..]),
        false => (parts[at + 1], &parts[at + 2..]),
    };
    let (late, student) = match parts[..at] {
        [ref student @ .., "LATE"] if !student.is_empty() => (true, student),
        ref student => (false, student),
    };
    let student = student.join("_");
    (!student.is_empty()).then(|| Named {
        id: id.to_owned(),
        late,
        // Uploads are numbered on: with zeros before it, text is in the order of the numbers.
        attempt: Some(format!("{upload:0>20}")),
        file: Some(file.join("_")),
        ..Named::plain(&student)
    })
}

/// `take-stones-jdoe1`, the clone of a repository.
fn github(name: &str, assignment: &str) -> Option<Named> {
    let lower = name.to_ascii_lowercase().replace('_', "-");
    let slug = assignment.to_ascii_lowercase().replace('_', "-");
    let prefixes = [format!("{slug}-"), format!("game-of-{slug}-")];
    let prefix = prefixes
        .iter()
        .find(|prefix| lower.starts_with(&***prefix))?;
    let user = &name[prefix.len()..];
    (!user.is_empty()).then(|| Named::plain(user))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Without the ending of an archive or of a source file.
pub(super) fn without_ending(name: &str) -> &str {
    let archive = [".tar.gz", ".tgz", ".tar", ".zip"]
        .iter()
        .chain(&FOREIGN)
        .find_map(|ending| strip_ending(name, ending));
    let stem = || match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && (1..=5).contains(&ending.len()) => {
            let plain = ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if plain { stem } else { name }
        }
        _ => name,
    };
    archive.unwrap_or_else(stem)
}

fn strip_ending<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    let at = name.len().checked_sub(ending.len())?;
    let fits = name.is_char_boundary(at) && name[at..].eq_ignore_ascii_case(ending) && at > 0;
    fits.then(|| &name[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str) -> String {
        let named = read(name, "take_stones");
        let late = if named.late { ", late" } else { "" };
        let file = named.file.map(|file| format!(", {file}"));
        format!(
            "{}: {}{late}{}",
            named.id,
            named.name,
            file.unwrap_or_default()
        )
    }

    #[test]
    fn names_of_every_platform_are_understood() {
        for (name, wanted) in [
            (
                "Ada Lovelace_12345_assignsubmission_file_",
                "12345: Ada Lovelace",
            ),
            (
                "Ada Lovelace_12345_assignsubmission_file",
                "12345: Ada Lovelace",
            ),
            (
                "Participant 12345_assignsubmission_file_",
                "12345: Participant 12345",
            ),
            (
                "Jürgen O'Neil_7_assignsubmission_file_w.py",
                "7: Jürgen O'Neil, w.py",
            ),
            (
                "Participant_12345_assignsubmission_file_",
                "12345: Participant 12345",
            ),
            (
                "Participant 12345_99_assignsubmission_file_",
                "12345: Participant 12345",
            ),
            (
                "Teilnehmer_in 12345_assignsubmission_file",
                "12345: Teilnehmer_in 12345",
            ),
            (
                "smithbob_340934_208490284_Work.zip",
                "340934: smithbob, Work.zip",
            ),
            (
                "smithbob_LATE_340934_208490284_My_Work.zip",
                "340934: smithbob, late, My_Work.zip",
            ),
            (
                "van_der_berg_LATE_1_2_My_1_2.zip",
                "1: van_der_berg, late, My_1_2.zip",
            ),
            ("smithbob_LATE_7_text.html", "7: smithbob, late, text.html"),
            ("LATE_7_8_x.c", "7: LATE, x.c"),
            (
                "hw2_jdoe1_attempt_2026-11-02-10-11-12_Work.java",
                "jdoe1: jdoe1, Work.java",
            ),
            ("hw2_jdoe1_attempt_2026-11-02-10-11-12.txt", "jdoe1: jdoe1"),
            ("take-stones-jdoe1", "jdoe1: jdoe1"),
            ("game-of-take_stones-jdoe1", "jdoe1: jdoe1"),
            (
                "Ta\u{212a}e-stones-é",
                "Ta\u{212a}e-stones-é: Ta\u{212a}e-stones-é",
            ),
            ("Take_Stones-jdoe1.tar.gz", "jdoe1: jdoe1"),
            ("Ada Lovelace", "Ada Lovelace: Ada Lovelace"),
            ("ada.zip", "ada: ada"),
            ("ada.py", "ada: ada"),
            ("ada.tar.xz", "ada: ada"),
            ("smith_a_b_c", "smith_a_b_c: smith_a_b_c"),
            ("_1_2_x", "_1_2_x: _1_2_x"),
            ("take-stones-", "take-stones-: take-stones-"),
            (".zip", ".zip: .zip"),
            ("J. R. Hartley", "J. R. Hartley: J. R. Hartley"),
        ] {
            assert_eq!(told(name), wanted, "{name}");
        }
    }

    #[test]
    fn later_attempts_come_later() {
        let attempt = |name| read(name, "sticks").attempt;
        assert!(attempt("a_1_99_w.c") < attempt("a_1_100_w.c"));
        assert!(
            attempt("h_u_attempt_2026-11-02-10-11-12_w.c")
                < attempt("h_u_attempt_2026-11-03-09-11-12_w.c")
        );
    }
}
