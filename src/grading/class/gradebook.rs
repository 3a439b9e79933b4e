//! The roster again, with the grades in it: one column is filled (and the feedback of Moodle), every
//! other byte is as it was.

use super::roster::{Platform, Roster, column};
use super::sheet::{Change, harmless};
use crate::grading::score::Points;
use crate::program::Failure;

/// The grade of one student on the roster.
pub struct Mark {
    /// The place on the roster.
    pub entry: usize,
    /// The points.
    pub score: Points,
    /// A line for the student.
    pub feedback: String,
}

/// Where grades go.
pub struct Gradebook<'a> {
    roster: &'a Roster,
    grade: usize,
    /// What the column is to be called, if it is a new one.
    new: bool,
}

impl Gradebook<'_> {
    /// Finds the column of the assignment: the only one there is, or the one that is named like the
    /// assignment, or the one whose title contains `wanted`.
    pub fn of<'a>(
        roster: &'a Roster,
        assignment: &str,
        wanted: Option<&str>,
    ) -> Result<Gradebook<'a>, Failure> {
        let head = roster.sheet.fields(0);
        let own = match roster.platform {
            Platform::Moodle => column(&head, "Grade"),
            Platform::Plain => ["score", "grade", "points"]
                .iter()
                .find_map(|title| column(&head, title)),
            Platform::Canvas | Platform::Blackboard => None,
        };
        if wanted.is_none() {
            if let Some(grade) = own {
                return Ok(Gradebook {
                    roster,
                    grade,
                    new: false,
                });
            }
            if roster.platform == Platform::Plain {
                let (grade, new) = (head.len(), true);
                return Ok(Gradebook { roster, grade, new });
            }
        }
        let graded: Vec<usize> = (0..head.len())
            .filter(|&place| wanted.is_some() || is_assignment(&head[place], roster.platform))
            .collect();
        let name = plain(wanted.unwrap_or(assignment));
        let named = |&place: &usize| !name.is_empty() && plain(&head[place]).contains(&name);
        // `Stones 1` is not `Stones 10`, though that contains it.
        let whole =
            |&place: &usize| plain(&head[place]) == name || plain(title(&head[place])) == name;
        let exactly: Vec<usize> = graded.iter().copied().filter(whole).collect();
        let fitting: Vec<usize> = match exactly.is_empty() {
            true => graded.iter().copied().filter(named).collect(),
            false => exactly,
        };
        let grade = match (&fitting[..], &graded[..]) {
            ([only], _) => *only,
            ([], [only]) if wanted.is_none() => *only,
            (several, all) => {
                let shown = if several.is_empty() { all } else { several };
                let titles: Vec<String> = shown
                    .iter()
                    .map(|&place| format!("`{}`", head[place]))
                    .collect();
                return Err(Failure::usage(format_args!(
                    "which column of `{}` is to be filled? Say so with --column: there are {}",
                    roster.shown,
                    titles.join(", ")
                )));
            }
        };
        Ok(Gradebook {
            roster,
            grade,
            new: false,
        })
    }

    /// How many of these grades the file takes.
    pub fn takes(&self, marks: &[Mark]) -> usize {
        let row = |mark: &&Mark| self.roster.entries[mark.entry].row;
        marks
            .iter()
            .filter(|mark| self.may_change(row(mark)))
            .count()
    }

    /// The file with these grades in it; `max` are the points there are to earn. A
    /// gradebook with points of its own gets the same part of those.
    pub fn filled(&self, marks: &[Mark], max: Points) -> Vec<u8> {
        let sheet = &self.roster.sheet;
        let mut changes = Vec::new();
        let mut change = |row, column, text| changes.push(Change { row, column, text });
        if self.new {
            change(0, self.grade, "score".to_owned());
            let without = self.roster.entries.iter().enumerate();
            let without =
                without.filter(|(index, _)| marks.iter().all(|mark| mark.entry != *index));
            for (_, entry) in without {
                change(entry.row, self.grade, String::new());
            }
        }
        for mark in marks {
            let row = self.roster.entries[mark.entry].row;
            if !self.may_change(row) {
                continue;
            }
            let score = match self.out_of(row) {
                Some(own) => own.share(mark.score.part_of(max)),
                None => mark.score,
            };
            change(row, self.grade, score.to_string());
            if let Some(feedback) = self.feedback() {
                change(row, feedback, harmless(&mark.feedback));
            }
        }
        sheet.with(&changes)
    }

    fn feedback(&self) -> Option<usize> {
        let head = self.roster.sheet.fields(0);
        match self.roster.platform {
            Platform::Moodle => column(&head, "Feedback comments"),
            _ => None,
        }
    }

    fn may_change(&self, row: usize) -> bool {
        let sheet = &self.roster.sheet;
        let place = column(&sheet.fields(0), "Grade can be changed");
        match place.filter(|_| self.roster.platform == Platform::Moodle) {
            Some(place) => sheet.field(row, place).trim().eq_ignore_ascii_case("yes"),
            None => true,
        }
    }

    /// The points of the gradebook for this row.
    fn out_of(&self, row: usize) -> Option<Points> {
        let sheet = &self.roster.sheet;
        let text = match self.roster.platform {
            Platform::Moodle => sheet.field(row, column(&sheet.fields(0), "Maximum Grade")?),
            Platform::Canvas => {
                let possible = (1..sheet.len())
                    .find(|&row| sheet.field(row, 0).trim() == "Points Possible")?;
                sheet.field(possible, self.grade)
            }
            Platform::Blackboard => {
                let title = sheet.field(0, self.grade);
                let (_, points) = title.split_once("[Total Pts: ")?;
                let points = points.strip_prefix("up to ").unwrap_or(points);
                points.split([' ', ']']).next()?.to_owned()
            }
            Platform::Plain => return None,
        };
        let number: f64 = text.trim().replace(',', ".").parse().ok()?;
        (number > 0.0 && number < 1e9).then(|| Points::from(number))
    }
}

/// Whether a column is that of something to be graded: `Title (77)`, `Title [Total Pts: 10] |77`.
fn is_assignment(title: &str, platform: Platform) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match platform {
        Platform::Canvas => title
            .trim()
            .strip_suffix(')')
            .and_then(|title| title.rsplit_once('('))
            .is_some_and(|(_, id)| number(id)),
        Platform::Blackboard => {
            let total = ["Total [", "Weighted Total ["];
            let id = title.rsplit_once('|');
            id.is_some_and(|(_, id)| number(id))
                && !total.iter().any(|word| title.starts_with(word))
        }
        Platform::Moodle | Platform::Plain => true,
    }
}

/// A title without the platform's number and points behind it.
fn title(text: &str) -> &str {
    let end = text.rfind(" [Total Pts").or_else(|| text.rfind(" ("));
    &text[..end.unwrap_or(text.len())]
}

fn plain(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The place of the grade on each platform, and the titles.
    const TABLES: [(usize, &[&str]); 4] = [
        (
            4,
            &[
                "Student",
                "ID",
                "SIS Login ID",
                "Section",
                "Stones (7)",
                "Notes",
            ],
        ),
        (
            3,
            &[
                "Identifier",
                "Full name",
                "Email address",
                "Grade",
                "Maximum Grade",
                "Grade can be changed",
                "Feedback comments",
            ],
        ),
        (
            4,
            &[
                "Last Name",
                "First Name",
                "Username",
                "Student ID",
                "Stones [Total Pts: 10] |7",
                "Notes",
            ],
        ),
        (2, &["id", "name", "score", "notes"]),
    ];
    const MOODLE: usize = 1;

    /// A class of three as a platform exports it, with odd texts wherever they are allowed.
    fn table(platform: usize, odd: &[String], locked: &[bool]) -> Vec<Vec<String>> {
        let titles = TABLES[platform].1;
        let mut odd = odd.iter().cycle().cloned();
        let mut rows = vec![titles.iter().map(|&title| title.to_owned()).collect()];
        if platform == 0 {
            rows.push(
                ["    Points Possible", "", "", "", "10", ""]
                    .map(str::to_owned)
                    .to_vec(),
            );
        }
        for (number, locked) in locked.iter().enumerate() {
            let field = |&title: &&str| match title {
                "ID" | "id" | "Username" => format!("{number}"),
                "Identifier" => format!("Participant {number}"),
                "Maximum Grade" => "10.00".to_owned(),
                "Grade can be changed" => if *locked { "No" } else { "Yes" }.to_owned(),
                _ => odd.next().unwrap_or_default(),
            };
            rows.push(titles.iter().map(field).collect());
        }
        rows
    }

    fn encoded(text: &str, coding: usize, marked: bool) -> Vec<u8> {
        let mark = if marked || coding == 1 || coding == 2 {
            "\u{feff}"
        } else {
            ""
        };
        let text = [mark, text].concat();
        match coding {
            0 => text.into_bytes(),
            1 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            2 => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ => text
                .chars()
                .map(|c| u8::try_from(c).unwrap_or(b'?'))
                .collect(),
        }
    }

    proptest! {
        #[test]
        fn whatever_a_platform_writes_only_the_grades_in_it_change(
            platform in 0_usize..4,
            delimiter in prop::sample::select(vec![',', ';', '\t']),
            end in prop::sample::select(vec!["\n", "\r\n", "\r"]),
            (coding, marked, ended) in (0_usize..4, any::<bool>(), any::<bool>()),
            quotes in prop::collection::vec(any::<bool>(), 64),
            odd in prop::collection::vec("[a=,;\t\"\n\r\u{e9} ]{0,5}", 20),
            locked in prop::collection::vec(any::<bool>(), 3),
            graded in prop::collection::vec(any::<bool>(), 3),
        ) {
            let rows = table(platform, &odd, &locked);
            let first = rows.len() - locked.len();
            let (grade, titles) = TABLES[platform];
            let filled = |row: usize, column: usize| {
                let student = row.checked_sub(first).filter(|student| graded[*student])?;
                let may = platform != MOODLE || !locked[student];
                let feedback = platform == MOODLE && column + 1 == titles.len();
                match () {
                    () if may && column == grade => Some(format!("{student}.00")),
                    () if may && feedback => Some("told".to_owned()),
                    () => None,
                }
            };
            let written = |filling: bool| -> Vec<u8> {
                let mut quotes = quotes.iter().cycle();
                let mut field = |row: usize, column: usize| {
                    let text = &rows[row][column];
                    let needed = text.contains([delimiter, '"', '\n', '\r']);
                    let quoted = needed || quotes.next() == Some(&true);
                    let text = filled(row, column).filter(|_| filling).unwrap_or_else(|| text.clone());
                    match quoted {
                        true => format!("\"{}\"", text.replace('"', "\"\"")),
                        false => text,
                    }
                };
                let lines: Vec<String> = (0..rows.len())
                    .map(|row| {
                        let fields = (0..titles.len()).map(|column| field(row, column));
                        fields.collect::<Vec<_>>().join(&delimiter.to_string())
                    })
                    .collect();
                let last = if ended { end } else { "" };
                encoded(&(lines.join(end) + last), coding, marked && coding != 3)
            };
            let roster = Roster::read(&written(false), "roster.csv".to_owned()).expect("read");
            prop_assert_eq!(roster.entries.len(), locked.len());
            let gradebook = Gradebook::of(&roster, "stones", None).expect("a column");
            let marks = (0..locked.len()).filter(|student| graded[*student]).map(|entry| Mark {
                entry,
                score: Points::whole(entry as u32),
                feedback: "told".to_owned(),
            });
            let marks: Vec<Mark> = marks.collect();
            let out = gradebook.filled(&marks, Points::whole(10));
            prop_assert_eq!(
                String::from_utf8_lossy(&out).into_owned(),
                String::from_utf8_lossy(&written(true)).into_owned()
            );
            prop_assert_eq!(out, written(true));
        }
    }
}
