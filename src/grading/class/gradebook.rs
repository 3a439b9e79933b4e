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
        let fitting: Vec<usize> = graded.iter().copied().filter(named).collect();
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

fn plain(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
