//! Who is in the class, by the export of a learning platform or a plain table, and whose submission is
//! whose.

use std::collections::BTreeMap;
use std::path::Path;

use unicode_normalization::UnicodeNormalization;

use super::gather::Submission;
use super::sheet::Sheet;
use super::student::{Stage, Student};
use crate::files;
use crate::program::Failure;

/// Where a table comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// The gradebook of Canvas.
    Canvas,
    /// The grading worksheet of Moodle.
    Moodle,
    /// The grade centre of Blackboard.
    Blackboard,
    /// A table with `id` or `name` in its first row.
    Plain,
}

/// One student on the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The row in the table.
    pub row: usize,
    /// The platform's number or name of the student.
    pub id: String,
    /// The student's name.
    pub name: String,
    /// Other names of the student, the surest first: student number, login, address.
    others: Vec<String>,
}

/// The roster of a class.
#[derive(Debug)]
pub struct Roster {
    /// Its name, for messages.
    pub shown: String,
    /// The table it was read from.
    pub sheet: Sheet,
    /// Whose table it is.
    pub platform: Platform,
    /// The students in their order.
    pub entries: Vec<Entry>,
}

/// No class fills a file of this size.
const LONGEST: u64 = 64 << 20;

impl Roster {
    /// Reads a roster.
    pub fn open(path: &Path) -> Result<Roster, Failure> {
        let shown = path.display().to_string();
        let bytes = files::read_bytes(path, LONGEST)
            .map_err(|error| Failure::usage(format_args!("cannot read `{shown}`: {error}")))?;
        Roster::read(&bytes, shown)
    }

    pub(super) fn read(bytes: &[u8], shown: String) -> Result<Roster, Failure> {
        let failed = |reason: &str| Failure::usage(format_args!("the roster `{shown}` {reason}"));
        let (mut first_row, mut unreadable) = (String::new(), None);
        for delimiter in [',', ';', '\t'] {
            // Quotes of a table can look wrong to who takes another sign for the one between fields.
            let sheet = match Sheet::read(bytes, delimiter) {
                Ok(sheet) => sheet,
                Err(reason) => {
                    unreadable.get_or_insert(reason);
                    continue;
                }
            };
            let head = sheet.fields(0);
            if let Some(platform) = platform_of(&head) {
                let entries = entries(&sheet, platform);
                tell_apart(&entries, &shown)?;
                return Ok(Roster {
                    shown,
                    sheet,
                    platform,
                    entries,
                });
            }
            if head.len() > 1 || first_row.is_empty() {
                first_row = head.join(", ");
            }
        }
        if let Some(reason) = unreadable {
            return Err(failed(&reason));
        }
        let first_row: String = first_row.chars().take(200).collect();
        Err(failed(&format!(
            "has no columns that tell who is who: its first row is `{}`, and there should be `Student, ID` \
             (Canvas), `Identifier, Full name` (Moodle), `Last Name, First Name, Username` (Blackboard) \
             or `id, name`",
            crate::text::printable(&first_row)
        )))
    }

    /// The student a submission belongs to: by number, then by other numbers and logins, then by
    /// name. `None` if nobody fits.
    pub fn find(&self, id: &str, name: &str) -> Result<Option<usize>, Failure> {
        let wanted = folded(id);
        let same = |a: &str| !a.is_empty() && folded(a) == wanted;
        let others = self.entries.iter().map(|entry| entry.others.len()).max();
        let names = 1 + others.unwrap_or(0);
        for way in 0..=names {
            let fits = |entry: &Entry| match way {
                0 => same(&entry.id),
                way if way == names => is_name_of(name, &entry.name),
                way => entry.others.get(way - 1).is_some_and(|text| same(text)),
            };
            let mut fitting = (0..self.entries.len()).filter(|&index| fits(&self.entries[index]));
            match (fitting.next(), fitting.next()) {
                (Some(only), None) => return Ok(Some(only)),
                (Some(one), Some(other)) => {
                    return Err(Failure::usage(format_args!(
                        "the submission of `{name}` could be that of {} or that of {}, who cannot be told \
                         apart in `{}`",
                        self.entries[one].told(),
                        self.entries[other].told(),
                        self.shown
                    )));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Gives submissions the names of the roster, says of whom nobody knows, and returns those who
    /// handed nothing in.
    pub fn call(&self, submissions: &mut [Submission]) -> Result<Vec<Student>, Failure> {
        let names = submissions.iter().map(|one| (&*one.id, &*one.name));
        let found = self.find_all(names)?;
        for (submission, entry) in submissions.iter_mut().zip(&found) {
            match entry {
                Some(entry) => submission.name.clone_from(&self.entries[*entry].name),
                None => submission
                    .notes
                    .push(format!("is not on the roster `{}`", self.name())),
            }
        }
        let absent = (0..self.entries.len()).filter(|entry| !found.contains(&Some(*entry)));
        let student = |entry: usize| {
            let Entry { id, name, .. } = &self.entries[entry];
            Student::new(id, name, Stage::Missing)
        };
        Ok(absent.map(student).collect())
    }

    /// The name of the file.
    fn name(&self) -> &str {
        self.shown.rsplit('/').next().unwrap_or(&self.shown)
    }

    /// Whose submissions these are, given as ids and names. Two of one student are refused.
    pub fn find_all<'a>(
        &self,
        submissions: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<Vec<Option<usize>>, Failure> {
        let mut taken: BTreeMap<usize, &str> = BTreeMap::new();
        let mut found = Vec::new();
        for (id, name) in submissions {
            let entry = self.find(id, name)?;
            if let Some(index) = entry
                && let Some(other) = taken.insert(index, id)
            {
                return Err(Failure::usage(format_args!(
                    "the submissions of `{other}` and `{id}` are both those of {}: leave one",
                    self.entries[index].told()
                )));
            }
            found.push(entry);
        }
        Ok(found)
    }
}

impl Entry {
    fn told(&self) -> String {
        format!("`{}` ({})", self.name, self.id)
    }
}

fn tell_apart(entries: &[Entry], shown: &str) -> Result<(), Failure> {
    let mut seen: BTreeMap<&str, &Entry> = BTreeMap::new();
    for entry in entries {
        if let Some(other) = seen.insert(&entry.id, entry) {
            return Err(Failure::usage(format_args!(
                "`{}` and `{}` cannot be told apart in `{shown}`: both are `{}`",
                other.name, entry.name, entry.id
            )));
        }
    }
    Ok(())
}

/// The place of a column, whatever the case of its title.
pub fn column(head: &[String], title: &str) -> Option<usize> {
    head.iter()
        .position(|field| field.trim().eq_ignore_ascii_case(title))
}

fn platform_of(head: &[String]) -> Option<Platform> {
    let has = |title| column(head, title).is_some();
    let canvas = has("Student") && has("ID") && (has("Section") || has("SIS Login ID"));
    let moodle = has("Identifier") && has("Grade");
    let blackboard = has("Last Name") && has("First Name") && has("Username");
    Some(match () {
        () if canvas => Platform::Canvas,
        () if moodle => Platform::Moodle,
        () if blackboard => Platform::Blackboard,
        () if has("id") || has("name") => Platform::Plain,
        () => return None,
    })
}

fn entries(sheet: &Sheet, platform: Platform) -> Vec<Entry> {
    let head = sheet.fields(0);
    let place = |title: &str| column(&head, title);
    let others: &[&str] = match platform {
        Platform::Canvas => &["SIS User ID", "SIS Login ID"],
        Platform::Moodle => &["ID number", "Username", "Email address"],
        Platform::Blackboard => &["Student ID"],
        Platform::Plain => &["login", "username", "email"],
    };
    let others: Vec<Option<usize>> = others.iter().map(|title| place(title)).collect();
    let mut entries = Vec::new();
    for row in 1..sheet.len() {
        let field = |column: Option<usize>| {
            let text = column.map(|column| sheet.field(row, column));
            text.unwrap_or_default().trim().to_owned()
        };
        let (id, name) = match platform {
            Platform::Canvas => (field(place("ID")), field(place("Student"))),
            Platform::Moodle => {
                let identifier = field(place("Identifier"));
                let number = identifier
                    .strip_prefix("Participant ")
                    .unwrap_or(&identifier);
                (number.trim().to_owned(), field(place("Full name")))
            }
            Platform::Blackboard => {
                let [first, last] = ["First Name", "Last Name"].map(|title| field(place(title)));
                (field(place("Username")), format!("{first} {last}"))
            }
            Platform::Plain => (field(place("id")), field(place("name"))),
        };
        let (id, name) = match (id.is_empty(), name.trim().is_empty()) {
            (true, true) => continue,
            // The rows above the students of Canvas, and its made-up student.
            (true, _) if platform == Platform::Canvas => continue,
            _ if platform == Platform::Canvas && name == "Student, Test" => continue,
            (true, false) => (name.clone(), name),
            (false, true) if platform == Platform::Moodle => {
                (id.clone(), format!("Participant {id}"))
            }
            (false, true) => (id.clone(), id),
            (false, false) => (id, name.trim().to_owned()),
        };
        let mut others: Vec<String> = others.iter().map(|&column| field(column)).collect();
        // An address begins with a login more often than not.
        let address = others.last().and_then(|text| text.split_once('@'));
        let login = address.map_or(String::new(), |(login, _)| login.to_owned());
        others.push(login);
        entries.push(Entry {
            row,
            id,
            name,
            others,
        });
    }
    entries
}

/// A text as others spell it: an accent may be a character of its own, as macOS has it, and letters
/// may be capitals.
fn folded(text: &str) -> String {
    text.nfc().collect::<String>().to_lowercase()
}

/// Whether two names are one: `Smith, Bob`, `Bob Smith`, `smithbob`.
fn is_name_of(name: &str, entry: &str) -> bool {
    let letters = |text: &str| -> String {
        folded(text)
            .chars()
            .filter(|c| c.is_alphanumeric())
            .collect()
    };
    let other_way = |text: &str| {
        let split = text.split_once(',').or_else(|| text.rsplit_once(' '));
        let turned = split.map(|(one, two)| format!("{two} {one}"));
        turned.unwrap_or_else(|| text.to_owned())
    };
    let wanted = letters(name);
    !wanted.is_empty() && (letters(entry) == wanted || letters(&other_way(entry)) == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roster(text: &str) -> Result<Roster, Failure> {
        Roster::read(text.as_bytes(), "roster.csv".to_owned())
    }

    const CANVAS: &str = "Student;ID;SIS User ID;SIS Login ID;Section;Stones (77)\n    Points Possible;;;;;10\n\
                          \"Smith, Bob\";340934;s1;bsmith1;A;\nStudent, Test;9;;;A;\n\"Smith, Bob\";5;s2;bob2;A;\n";

    #[test]
    fn students_are_found_by_number_login_and_name() {
        let canvas = roster(CANVAS).expect("read");
        assert_eq!(canvas.entries.len(), 2, "{canvas:?}");
        for (id, name, wanted) in [
            ("340934", "smithbob", Some(0)),
            ("S2", "x", Some(1)),
            ("bsmith1", "bsmith1", Some(0)),
            ("nobody", "nobody", None),
        ] {
            assert_eq!(canvas.find(id, name).expect("found"), wanted, "{id}");
        }
        let error = canvas.find("smithbob", "smithbob").expect_err("two");
        let told = error.to_string();
        assert!(told.contains("(340934)") && told.contains("(5)"), "{told}");
        let moodle = roster(
            "Identifier,Full name,Email address,Grade\nParticipant 12,\u{c1}da Lovelace,ada@x.org,\n",
        );
        let moodle = moodle.expect("read");
        for (id, name) in [
            ("12", ""),
            ("ada", "ada"),
            ("x", "Lovelace \u{c1}da"),
            ("x", "\u{e1}da lovelace"),
            ("x", "A\u{301}da Lovelace"),
        ] {
            assert_eq!(
                moodle.find(id, name).expect("found"),
                Some(0),
                "{id} {name}"
            );
        }
    }

    #[test]
    fn who_cannot_be_told_apart_and_what_is_no_roster_is_refused() {
        let error = roster("id,name\n7,Ada\n7,Bob\n")
            .expect_err("alike")
            .to_string();
        assert!(
            error.contains("`Ada` and `Bob` cannot be told apart"),
            "{error}"
        );
        let error = roster("matriculation;points\n7;1\n")
            .expect_err("nothing known")
            .to_string();
        assert!(
            error.contains("its first row is `matriculation, points`"),
            "{error}"
        );
        let two = roster("id,name\n7,Ada Lovelace\n").expect("read");
        let both = [("7", "x"), ("Ada Lovelace", "Ada Lovelace")];
        let error = two
            .find_all(both.into_iter())
            .expect_err("twice")
            .to_string();
        assert!(error.contains("`7` and `Ada Lovelace` are both"), "{error}");
    }
}
