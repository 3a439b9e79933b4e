//! How a class is graded, and what a result depends on.

use std::path::PathBuf;

use super::{Class, Heading, workplace};
use crate::grading::score::Points;
use crate::grading::suite::Case;
use crate::grading::terms::Terms;
use crate::process::Seal;

/// How a class is graded.
pub struct Plans {
    /// The assignment.
    pub assignment: String,
    /// Its cases.
    pub cases: Vec<Case>,
    /// The terms of every run.
    pub terms: Terms,
    /// How all are built, if all are built alike.
    pub build: Option<Vec<String>>,
    /// How all are started, if all start alike.
    pub run: Option<Vec<String>>,
    /// Whether to grade again what is in the journal.
    pub again: bool,
    /// Whether to keep how long things took.
    pub times: bool,
    /// Where every submission is laid out in a folder of its own, for programs that compare them.
    pub similarity: Option<PathBuf>,
}

impl Plans {
    /// What the class is graded with.
    pub fn class(&self) -> Class {
        Class {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            assignment: self.assignment.clone(),
            seed: self.terms.seed,
            terms: self.terms_as_text(),
            cases: self.cases.iter().map(heading).collect(),
        }
    }

    /// The keys of all cases of a program, which has a key itself.
    pub(super) fn keys(&self, program: &str) -> Vec<String> {
        let terms = self.terms_as_text();
        let key = |case: &Case| {
            let digest = workplace::digest_of(&[program, &heading(case).digest, &terms]);
            format!("case {digest}")
        };
        self.cases.iter().map(key).collect()
    }

    /// The terms that a result depends on.
    fn terms_as_text(&self) -> String {
        let terms = Terms {
            jobs: None,
            seal: None,
            ..self.terms.clone()
        };
        // What is hidden from programs are our own folders, on every machine other ones.
        let allowed = self.terms.seal.as_ref().map(Seal::allowed);
        format!("{terms:?}, allowed: {allowed:?}")
    }
}

fn heading(case: &Case) -> Heading {
    Heading {
        file: case.file.clone(),
        name: case.fixture.name.clone(),
        points: Points::whole(case.fixture.points),
        digest: workplace::digest_of(&[&case.file, &case.fixture.render()]),
    }
}
