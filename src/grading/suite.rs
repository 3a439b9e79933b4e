//! Which cases there are, and which of them are wanted.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::assignment::{Assignment, appoint};
pub use super::case::Case;
use super::exec;
use super::fixture::{self, Source};
use super::fresh::Order;
use crate::program::Failure;

/// The exit code that says: not one case was selected.
pub const NOTHING_SELECTED: u8 = 4;

/// Which cases to grade with.
#[derive(Clone, Default)]
pub struct Selection {
    /// What is known of the assignments.
    pub assignments: &'static [Assignment],
    /// The folder of the cases (`<assignment>/*.txt`, or `*.txt`), if not those built in.
    pub fixtures: Option<PathBuf>,
    /// Only the cases of this part of the assignment, and those that belong to no part; of the last
    /// part unless told.
    pub part: Option<u32>,
    /// Only cases whose name or file matches one of these (`*` any text, `?` any character).
    pub only: Vec<String>,
    /// Fresh cases besides those of the files.
    pub fresh: Option<Order>,
}

impl Selection {
    /// Every case of every assignment, in the order of their names.
    pub fn all(&self) -> Result<Vec<Case>, Failure> {
        self.sources()?
            .into_iter()
            .map(|source| self.case(source))
            .collect()
    }

    fn sources(&self) -> Result<Vec<Source>, Failure> {
        match &self.fixtures {
            Some(folder) => fixture::in_folder(folder).map_err(|error| cannot_read(folder, &error)),
            None => Ok(fixture::built_in()),
        }
    }

    /// The cases of one assignment that anybody's program is graded with.
    pub fn for_others(&self, assignment: &str) -> Result<Vec<Case>, Failure> {
        let mut cases = self.all_of(assignment)?;
        cases.retain(|case| !case.fixture.only_ours);
        let parts = cases.iter().filter_map(|case| case.fixture.part);
        let last = parts.max();
        let part = match (self.part, last) {
            (Some(_), None) => {
                return Err(Failure::usage(format_args!(
                    "{assignment} has no parts: leave out --part"
                )));
            }
            (Some(part), Some(last)) if !(1..=last).contains(&part) => {
                return Err(Failure::usage(format_args!(
                    "{assignment} has the parts 1 to {last}, and no part {part}"
                )));
            }
            (part, last) => part.or(last),
        };
        cases.retain(|case| case.fixture.part.is_none() || case.fixture.part == part);
        cases.extend(self.fresh_cases(assignment, part)?);
        self.matching(cases, assignment)
    }

    /// The fresh cases that are wanted of an assignment.
    fn fresh_cases(&self, assignment: &str, part: Option<u32>) -> Result<Vec<Case>, Failure> {
        self.check_fresh(assignment)?;
        let known = self.assignments.iter().find(|of| of.name == assignment);
        let ordered = self.fresh.as_ref().zip(known);
        let cases = ordered.and_then(|(order, of)| order.cases(of, part));
        Ok(cases.unwrap_or_default())
    }

    /// Refuses fresh cases where nobody can make them.
    pub fn check_fresh(&self, assignment: &str) -> Result<(), Failure> {
        let mut makers = self.assignments.iter().filter(|of| of.maker.is_some());
        match self.fresh.is_none() || makers.any(|of| of.name == assignment) {
            true => Ok(()),
            false => Err(Failure::usage(format_args!(
                "no fresh cases of {assignment} can be made: leave out --fresh"
            ))),
        }
    }

    /// The cases that our own programs are graded with: of every assignment, every part.
    pub fn for_ours(&self) -> Result<Vec<Case>, Failure> {
        let mut cases = self.all()?;
        if let Some(part) = self.part {
            cases.retain(|case| case.fixture.part == Some(part));
        }
        self.matching(cases, "any assignment")
    }

    /// Every case of one assignment.
    pub fn all_of(&self, assignment: &str) -> Result<Vec<Case>, Failure> {
        let (wanted, others): (Vec<Source>, Vec<Source>) = self
            .sources()?
            .into_iter()
            .partition(|source| source.assignment == assignment);
        if !wanted.is_empty() {
            return wanted.into_iter().map(|source| self.case(source)).collect();
        }
        // A folder of cases, and not of assignments: they are the cases of whatever is asked for.
        if let Some(folder) = &self.fixtures {
            let cases = self.cases_in(folder, assignment)?;
            if !cases.is_empty() {
                return Ok(cases);
            }
        }
        let mut names: Vec<&str> = others.iter().map(|source| &*source.assignment).collect();
        names.dedup();
        if self.fixtures.is_none() {
            let asking = self.assignments.iter();
            names.extend(
                asking
                    .filter(|other| other.questions.is_some())
                    .map(|other| other.name),
            );
        }
        let remedy = match closest(assignment, names.iter().copied().chain(["all"])) {
            Some(name) => format!("did you mean `{name}`?"),
            None if names.is_empty() => "the folder holds no cases".to_owned(),
            None => format!("there are {}", names.join(", ")),
        };
        Err(Failure::usage(format_args!(
            "there is no assignment `{assignment}`: {remedy}"
        )))
    }

    /// The cases that were asked for, of those of an assignment.
    pub fn matching(&self, mut cases: Vec<Case>, of: &str) -> Result<Vec<Case>, Failure> {
        if !self.only.is_empty() {
            cases.retain(|case| {
                let wanted =
                    |glob: &String| matches(glob, &case.file) || matches(glob, &case.fixture.name);
                self.only.iter().any(wanted)
            });
        }
        if cases.is_empty() {
            let wanted: Vec<String> = self.only.iter().map(|glob| format!("`{glob}`")).collect();
            let asked = match wanted.is_empty() {
                true => String::from("there is no case to grade"),
                false => format!("no case of {of} matches {}", wanted.join(" or ")),
            };
            let message = format_args!("{asked}: `grade --list` shows what there is");
            return Err(Failure::with_code(NOTHING_SELECTED, message));
        }
        Ok(cases)
    }

    /// Reads the cases of a folder that holds cases itself, for an assignment of any name.
    fn cases_in(&self, folder: &Path, assignment: &str) -> Result<Vec<Case>, Failure> {
        let entries = fs::read_dir(folder).map_err(|error| cannot_read(folder, &error))?;
        let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let is_case = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "txt");
        let mut paths: Vec<PathBuf> = files.filter(is_case).collect();
        paths.sort();
        let cases = paths.into_iter().map(|path| {
            self.case(Source {
                assignment: assignment.to_owned(),
                stem: path
                    .file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned(),
                bytes: fs::read(&path).map_err(|error| cannot_read(&path, &error))?,
                path: path.display().to_string(),
            })
        });
        cases.collect()
    }

    /// Reads a case.
    pub fn case(&self, source: Source) -> Result<Case, Failure> {
        let fixture = source.parse().map_err(Failure::usage)?;
        let referee = fixture.referee.as_ref().map(|text| {
            let appointment = match text.strip_prefix("exec ") {
                Some(command) => exec::appoint(command, &source.path, fixture.timeout),
                None => appoint(self.assignments, text, fixture.part),
            };
            appointment.map_err(|error| Failure::usage(format_args!("{}: {error}", source.path)))
        });
        let known = self.assignments.iter();
        let known = known.filter(|assignment| assignment.name == source.assignment);
        Ok(Case {
            fixtures: self.fixtures.clone(),
            referee: referee.transpose()?.map(Arc::from),
            listener: known.filter_map(|assignment| assignment.listener).next(),
            fixture,
            assignment: source.assignment,
            file: source.stem,
            path: source.path,
            fresh: None,
        })
    }
}

/// What can be graded, or the cases of one assignment, as a table.
pub fn listing(selection: &Selection, assignment: Option<&str>) -> Result<String, Failure> {
    let bots: Vec<Case> = match selection.fixtures {
        Some(_) => Vec::new(),
        None => {
            let questions = selection
                .assignments
                .iter()
                .filter_map(|other| other.questions);
            questions.flat_map(|questions| questions()).collect()
        }
    };
    let Some(assignment) = assignment.filter(|&name| name != "all") else {
        let mut cases = [selection.all()?, bots].concat();
        cases.sort_by(|a, b| a.assignment.cmp(&b.assignment));
        return Ok(list_assignments(&cases));
    };
    let cases = match bots.first() {
        Some(question) if question.assignment == assignment => {
            selection.matching(bots, assignment)?
        }
        _ => selection.for_others(assignment)?,
    };
    let widest = cases.iter().map(|case| case.file.len()).max().unwrap_or(0);
    let lines = cases.iter().map(|case| {
        let fixture = &case.fixture;
        let notes = [
            (fixture.gate, " (gate)"),
            (fixture.hidden, " (hidden)"),
            (fixture.referee.is_some(), " (referee)"),
        ];
        let notes: String = notes
            .iter()
            .filter(|(yes, _)| *yes)
            .map(|(_, note)| *note)
            .collect();
        let part = fixture
            .part
            .map_or_else(|| "-".to_owned(), |part| part.to_string());
        format!(
            "{:widest$}  {:>6}  {part:>4}  {}{notes}\n",
            case.file, fixture.points, fixture.name
        )
    });
    let points: u32 = cases.iter().map(|case| case.fixture.points).sum();
    let head = format!("{:widest$}  points  part  name\n", "file");
    let sum = format!(
        "{:widest$}  {points:>6}\n",
        format!("{} cases", cases.len())
    );
    Ok(head + &lines.collect::<String>() + &sum)
}

/// Of every assignment what is graded when nothing else is said: its last part.
fn list_assignments(cases: &[Case]) -> String {
    let mut text = String::from("assignment     cases  points\n");
    for cases in cases.chunk_by(|a, b| a.assignment == b.assignment) {
        let mut others: Vec<&Case> = cases
            .iter()
            .filter(|case| !case.fixture.only_ours)
            .collect();
        let last = others.iter().filter_map(|case| case.fixture.part).max();
        others.retain(|case| case.fixture.part.is_none() || case.fixture.part == last);
        let points: u32 = others.iter().map(|case| case.fixture.points).sum();
        let parts = match last {
            Some(last) => format!("  (part {last}; --part 1 to {last})"),
            None => String::new(),
        };
        text += &format!(
            "{:<13}  {:>5}  {points:>6}{parts}\n",
            cases[0].assignment,
            others.len()
        );
    }
    text
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format_args!("cannot read `{}`: {error}", path.display()))
}

/// Whether all of `text` matches: `*` stands for any text, `?` for any one character.
fn matches(glob: &str, text: &str) -> bool {
    let (glob, text): (Vec<char>, Vec<char>) = (glob.chars().collect(), text.chars().collect());
    // reached[j]: the glob so far matches the first j characters.
    let mut reached = vec![false; text.len() + 1];
    reached[0] = true;
    for wanted in glob {
        if wanted == '*' {
            let first = reached.iter().position(|&yes| yes).unwrap_or(reached.len());
            reached[first..].fill(true);
            continue;
        }
        for end in (1..reached.len()).rev() {
            let fits = wanted == '?' || wanted == text[end - 1];
            reached[end] = fits && reached[end - 1];
        }
        reached[0] = false;
    }
    reached[text.len()]
}

/// The word nearest to what was typed, if it can have been meant.
fn closest<'a>(typed: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = words
        .map(|word| (strsim::levenshtein(typed, word), word))
        .min()?;
    (near.0 <= 1 + near.1.len() / 4).then_some(near.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_matches_the_whole_text() {
        for (glob, text) in [
            ("*", ""),
            ("*", "ab"),
            ("a*c", "abbc"),
            ("a?c", "abc"),
            ("*b*", "abc"),
        ] {
            assert!(matches(glob, text), "{glob} {text}");
        }
        for (glob, text) in [
            ("", "a"),
            ("a", ""),
            ("a*c", "ab"),
            ("?", ""),
            ("b*", "abc"),
            ("*a", "ab"),
        ] {
            assert!(!matches(glob, text), "{glob} {text}");
        }
    }

    #[test]
    fn a_slip_of_the_finger_is_recognised_and_nonsense_is_not() {
        let names = ["chopsticks", "sticks", "take_stones"];
        let closest = |typed| closest(typed, names.into_iter());
        assert_eq!(closest("stick"), Some("sticks"));
        assert_eq!(closest("take-stones"), Some("take_stones"));
        assert_eq!(closest("chess"), None);
    }
}
