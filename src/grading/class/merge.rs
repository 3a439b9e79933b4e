//! Parts of a class become one: what was graded on several machines, as if it had been one.

use std::collections::BTreeMap;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use super::Class;
use super::journal::Journal;
use super::output::{CLASS, STUDENT};
use super::student::Student;
use crate::program::Failure;

/// The key of the part in the journal of one.
const PART: &str = "part";

/// One of several parts of a class: `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// Whether a student belongs to this part. Who else is in the class does not matter.
    pub fn has(self, id: &str) -> bool {
        let digest = Sha256::digest(id.as_bytes());
        let start = digest
            .iter()
            .take(8)
            .fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        start % u64::from(self.of) == u64::from(self.number - 1)
    }

    /// Writes into a journal which part of the class it is.
    pub fn mark(self, journal: &Journal) -> Result<(), Failure> {
        journal.put(PART, &(self.number, self.of))
    }

    /// The key to keep in the journal of a part.
    pub fn key() -> String {
        PART.to_owned()
    }
}

impl std::str::FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Part { number, of }),
            _ => Err("a part is written as 2/8, the second of eight".to_owned()),
        }
    }
}

/// Takes over what the folders hold, and returns the class and its students.
pub fn merge(folders: &[PathBuf], into: &Journal) -> Result<(Class, Vec<Student>), Failure> {
    let mut class: Option<Class> = None;
    let mut parts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut students: BTreeMap<String, (Student, String)> = BTreeMap::new();
    for folder in folders {
        let shown = folder.display().to_string();
        let from = Journal::open_to_read(folder)?;
        let own: Class = from.get(CLASS).ok_or_else(|| {
            Failure::usage(format_args!(
                "`{shown}` is not graded to its end: run it again"
            ))
        })?;
        if let Some(difference) = class.as_ref().and_then(|class| difference(class, &own)) {
            return Err(Failure::usage(format_args!(
                "`{shown}` is no part of the same class: it has {difference}"
            )));
        }
        class = Some(own);
        if let Some((number, of)) = from.get::<(u32, u32)>(PART) {
            parts.entry(of).or_default().push(number);
        }
        for key in from.keys(STUDENT) {
            let Some(student) = from.get::<Student>(&key) else {
                continue;
            };
            for key in student.build.iter().chain(&student.cases) {
                into.take_over(key, &from)?;
            }
            let (id, shown) = (student.id.clone(), shown.clone());
            if let Some((other, before)) = students.insert(id.clone(), (student, shown.clone()))
                && other != students[&id].0
            {
                return Err(Failure::usage(format_args!(
                    "`{id}` is graded in `{before}` and in `{shown}`, and not alike: leave one"
                )));
            }
        }
    }
    whole(&parts)?;
    let class = class.ok_or_else(|| Failure::usage("there are no results to merge"))?;
    let students = students.into_values().map(|(student, _)| student);
    Ok((class, students.collect()))
}

/// Refuses to lose the students of a part that is not there.
fn whole(parts: &BTreeMap<u32, Vec<u32>>) -> Result<(), Failure> {
    for (of, there) in parts {
        let missing: Vec<String> = (1..=*of)
            .filter(|number| !there.contains(number))
            .map(|number| format!("{number}/{of}"))
            .collect();
        if !missing.is_empty() {
            return Err(Failure::usage(format_args!(
                "the results of {} are missing",
                missing.join(", ")
            )));
        }
    }
    Ok(())
}

fn difference(one: &Class, other: &Class) -> Option<String> {
    Some(match () {
        () if one == other => return None,
        () if one.assignment != other.assignment => {
            format!("{}, and not {}", other.assignment, one.assignment)
        }
        () if one.version != other.version => format!("grade {}", other.version),
        () if one.cases != other.cases => "other cases".to_owned(),
        () => format!("other terms: {}", other.terms),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_student_is_in_exactly_one_part_and_stays_there() {
        let parts: Vec<Part> = (1..=3)
            .map(|number| format!("{number}/3").parse().expect("a part"))
            .collect();
        for id in ["12345", "ada", "bob", "", "Jürgen"] {
            assert_eq!(parts.iter().filter(|part| part.has(id)).count(), 1, "{id}");
        }
        for text in ["0/3", "4/3", "3", "a/b", "1/0", "-1/2"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
