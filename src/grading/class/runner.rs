//! From submissions to results: many at a time, each in its private copy, in an order that never
//! depends on timing.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::archives::Room;
use super::building::{self, Build};
use super::detect::{self, Plan};
use super::gather::Submission;
use super::journal::Journal;
use super::student::{Stage, Student};
use super::{Class, Heading, workplace};
use crate::grading::grade::{Graded, Status};
use crate::grading::run::{self, Task, quoted};
use crate::grading::score::Points;
use crate::grading::suite::Case;
use crate::grading::terms::Terms;
use crate::grading::workers;
use crate::process::Seal;
use crate::program::Failure;

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

/// Grades all submissions, and tells of each in their order.
pub fn grade(
    plans: &Plans,
    submissions: &[Submission],
    journal: &Journal,
    room: &Path,
    tell: &mut impl FnMut(&Student),
) -> Result<Vec<Student>, Failure> {
    let numbered: Vec<(usize, &Submission)> = submissions.iter().enumerate().collect();
    let work = |(number, submission): &(usize, &Submission)| {
        let folder = room.join(number.to_string());
        let student = Work {
            plans,
            journal,
            folder: &folder,
        }
        .student(submission);
        let _ = fs::remove_dir_all(&folder);
        student
    };
    let done = workers::each(&numbered, plans.terms.jobs, work, &mut |student| {
        if let Ok(student) = student {
            tell(student);
        }
    });
    done.into_iter().collect()
}

struct Work<'a> {
    plans: &'a Plans,
    journal: &'a Journal,
    folder: &'a Path,
}

/// A program that is ready to run.
struct Ready {
    /// The folder in which it was built.
    folder: PathBuf,
    words: Vec<String>,
    /// A digest of everything it depends on.
    key: String,
}

impl Work<'_> {
    fn student(&self, submission: &Submission) -> Result<Student, Failure> {
        let mut student = Student::new(&submission.id, &submission.name, Stage::Graded);
        student.notes.clone_from(&submission.notes);
        match self.ready(submission, &mut student)? {
            Ok(ready) => self.cases(&ready, &mut student)?,
            Err((stage, problem)) => {
                student.stage = stage;
                student.problem = Some(problem);
            }
        }
        Ok(student)
    }

    /// Unpacks, looks, builds.
    fn ready(
        &self,
        submission: &Submission,
        student: &mut Student,
    ) -> Result<Result<Ready, (Stage, String)>, Failure> {
        let copied = workplace::copy(submission, &self.folder.join("built"));
        let folder = match copied {
            Ok(folder) => folder,
            Err(reason) => return Ok(Err((Stage::Refused, reason))),
        };
        let read = workplace::files(&folder)
            .and_then(|files| Ok((workplace::digest(&folder, &files)?, files)));
        let (content, before) = match read {
            Ok(read) => read,
            Err(error) => return Ok(Err((Stage::Refused, format!("cannot be read: {error}")))),
        };
        student.content.clone_from(&content);
        let plan = match self.plan(&folder, &before) {
            Ok(plan) => plan,
            Err(reason) => return Ok(Err((Stage::Unclear, reason))),
        };
        let key = workplace::digest_of(&[
            env!("CARGO_PKG_VERSION"),
            &content,
            &plan.build.join("\0"),
            &plan.run.join("\0"),
        ]);
        student.chosen = Some(told(&plan));
        let mut words = plan.run;
        if !plan.build.is_empty() {
            let build = self.build(&key, &plan.build, &folder)?;
            student.build = Some(format!("build {key}"));
            student.messages = build.messages;
            if let Some(reason) = build.failed {
                return Ok(Err((Stage::NotBuilt, reason)));
            }
            if words.is_empty() {
                let after = workplace::files(&folder).unwrap_or_default();
                words = match detect::made(&folder, &before, &after, &self.plans.assignment) {
                    Ok(words) => words,
                    Err(reason) => return Ok(Err((Stage::Unclear, reason))),
                };
            }
        }
        student.command = shown(&words);
        Ok(Ok(Ready { folder, words, key }))
    }

    fn plan(&self, folder: &Path, files: &[PathBuf]) -> Result<Plan, String> {
        match &self.plans.run {
            Some(run) => Ok(Plan {
                build: self.plans.build.clone().unwrap_or_default(),
                run: run.clone(),
                because: "as you said".to_owned(),
            }),
            None => {
                let mut plan = detect::detect(folder, files, &self.plans.assignment)?;
                if let Some(build) = &self.plans.build {
                    plan.build.clone_from(build);
                }
                Ok(plan)
            }
        }
    }

    /// Builds, unless every case is known already or the build is known to fail.
    fn build(&self, key: &str, words: &[String], folder: &Path) -> Result<Build, Failure> {
        let name = format!("build {key}");
        let known: Option<Build> = self.journal.get(&name).filter(|_| !self.plans.again);
        if let Some(known) = known
            && (known.failed.is_some() || self.all_known(key))
        {
            return Ok(known);
        }
        let build = building::build(
            words,
            folder,
            Duration::from_secs(120),
            self.plans.terms.seal.clone(),
        );
        self.journal.put(&name, &build)?;
        Ok(build)
    }

    fn all_known(&self, key: &str) -> bool {
        let mut cases = self.plans.cases.iter();
        cases.all(|case| self.journal.has(&self.case_key(key, case)))
    }

    fn case_key(&self, key: &str, case: &Case) -> String {
        let asked = heading(case).digest;
        let digest = workplace::digest_of(&[key, &asked, &self.plans.terms_as_text()]);
        format!("case {digest}")
    }

    /// Runs every case that is not known yet, each in a copy of its own.
    fn cases(&self, ready: &Ready, student: &mut Student) -> Result<(), Failure> {
        let mut shut: Option<&str> = None;
        for case in &self.plans.cases {
            let key = self.case_key(&ready.key, case);
            let known: Option<Graded> = self.journal.get(&key).filter(|_| !self.plans.again);
            let status = match (known, shut) {
                (Some(known), _) if self.plans.times || known.time.is_zero() => known.status,
                (Some(known), _) => {
                    let known = timeless(known);
                    self.journal.put(&key, &known)?;
                    known.status
                }
                (None, Some(gate)) => {
                    let reason = format!("`{gate}` has to pass first");
                    let skipped = Graded::not_run(case, Status::Skip, reason);
                    self.journal.put(&key, &skipped)?;
                    skipped.status
                }
                (None, None) => {
                    let graded = self.case(ready, case);
                    if crate::grading::session::interrupted() {
                        return Err(Failure::with_code(
                            130,
                            "interrupted: run it again to go on",
                        ));
                    }
                    self.journal.put(&key, &graded)?;
                    graded.status
                }
            };
            if case.fixture.gate && !status.is_good() {
                shut = shut.or(Some(&case.fixture.name));
            }
            student.cases.push(key);
        }
        Ok(())
    }

    fn case(&self, ready: &Ready, case: &Case) -> Graded {
        let folder = self.folder.join("run");
        let mut left = Room::STUDENT;
        left.bytes *= 8;
        if let Err(reason) = workplace::copy_all(&ready.folder, &folder, &mut left) {
            return Graded::not_run(case, Status::Error, reason);
        }
        let task = Task {
            case: case.clone(),
            command: ready.words.iter().map(Into::into).collect(),
            ours: false,
            folder: Some(folder.clone()),
        };
        let seal = self.plans.terms.seal.clone();
        let terms = Terms {
            jobs: Some(1),
            seal: seal.map(|seal| seal.allow_writing(&folder)),
            ..self.plans.terms.clone()
        };
        let graded = run::run(&[task], &terms, |_| ()).pop();
        let _ = fs::remove_dir_all(&folder);
        let graded = graded
            .unwrap_or_else(|| Graded::not_run(case, Status::Error, "grade itself has failed"));
        match self.plans.times {
            true => graded,
            false => timeless(graded),
        }
    }
}

/// A result without how long it took.
fn timeless(mut graded: Graded) -> Graded {
    graded.time = Duration::ZERO;
    if let Some(verdict) = &mut graded.verdict {
        verdict.elapsed = Duration::ZERO;
    }
    graded
}

fn shown(words: &[String]) -> String {
    let words: Vec<std::ffi::OsString> = words.iter().map(Into::into).collect();
    quoted(&words)
}

fn told(plan: &Plan) -> String {
    let build = match plan.build.is_empty() {
        true => String::new(),
        false => format!("{} && ", shown(&plan.build)),
    };
    format!("{build}{} ({})", shown(&plan.run), plan.because)
}
