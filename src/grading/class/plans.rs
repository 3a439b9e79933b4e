//! How a class is graded, and what a result depends on.

use std::path::PathBuf;

use super::{Class, Heading, workplace};
use crate::grading::fresh::Secret;
use crate::grading::score::Points;
use crate::grading::suite::{Case, Selection};
use crate::grading::terms::Terms;
use crate::process::Seal;
use crate::program::Failure;

/// How a class is graded.
pub struct Plans {
    /// The assignment.
    pub assignment: String,
    /// Which cases it is graded with; of fresh ones, which seed they come of.
    pub selection: Selection,
    /// What gives every student fresh cases of their own.
    pub secret: Option<Secret>,
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
    /// The cases of a student, who may have fresh ones of their own.
    pub fn cases(&self, student: &str) -> Result<Vec<Case>, Failure> {
        let mut selection = self.selection.clone();
        if let (Some(order), Some(secret)) = (&mut selection.fresh, &self.secret) {
            order.seed = secret.seed(student, order.seed);
        }
        selection.for_others(&self.assignment)
    }

    /// What the class is graded with.
    pub fn class(&self) -> Result<Class, Failure> {
        Ok(Class {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            assignment: self.assignment.clone(),
            seed: self.terms.seed,
            terms: self.terms_as_text(),
            cases: self
                .cases("")?
                .iter()
                .map(|case| self.heading(case))
                .collect(),
        })
    }

    /// Fresh cases are other ones for each student, and alike in name and points alone.
    fn heading(&self, case: &Case) -> Heading {
        let Some(order) = self
            .selection
            .fresh
            .as_ref()
            .filter(|_| case.fresh.is_some())
        else {
            return heading(case);
        };
        Heading {
            name: case.file.replace('-', " case "),
            digest: workplace::digest_of(&[&case.file, &format!("{order:?}")]),
            ..heading(case)
        }
    }

    /// The keys of all cases of a program, which has a key itself.
    pub(super) fn keys(&self, program: &str, cases: &[Case]) -> Vec<String> {
        let terms = self.terms_as_text();
        let key = |case: &Case| {
            let digest = workplace::digest_of(&[program, &heading(case).digest, &terms]);
            format!("case {digest}")
        };
        cases.iter().map(key).collect()
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
