//! From what was handed in to a program that can be run: copied, looked at, built.

use std::path::{Path, PathBuf};

use super::archives::Room;
use super::building::{self, Build};
use super::detect::{self, Plan};
use super::gather::Submission;
use super::journal::Journal;
use super::plans::Plans;
use super::student::{Stage, Student};
use super::{likeness, workplace};
use crate::grading::suite::Case;
use crate::program::Failure;
use crate::text::quoted;

/// A program that is ready to run.
pub(super) struct Ready {
    /// The folder in which it was built.
    pub folder: PathBuf,
    /// The command that starts it.
    pub words: Vec<String>,
    /// Its cases, and the key of each.
    pub cases: Vec<Case>,
    pub keys: Vec<String>,
}

/// Where copies of a submission go.
pub(super) struct Places<'a> {
    /// The private one.
    pub folder: &'a Path,
    /// The one for programs that compare submissions.
    pub similarity: Option<PathBuf>,
}

/// Why a submission did not come further.
type Stopped = (Stage, String);

/// Makes a program of a submission, and returns `None` if the student's stage says why there is none.
pub(super) fn prepare(
    plans: &Plans,
    journal: &Journal,
    submission: &Submission,
    places: Places<'_>,
    student: &mut Student,
) -> Result<Option<Ready>, Failure> {
    let preparation = Preparation {
        plans,
        journal,
        places,
    };
    match preparation.ready(submission, student)? {
        Ok(ready) => Ok(Some(ready)),
        Err((stage, problem)) => {
            student.stage = stage;
            student.problem = Some(problem);
            Ok(None)
        }
    }
}

struct Preparation<'a> {
    plans: &'a Plans,
    journal: &'a Journal,
    places: Places<'a>,
}

impl Preparation<'_> {
    fn ready(
        &self,
        submission: &Submission,
        student: &mut Student,
    ) -> Result<Result<Ready, Stopped>, Failure> {
        let (folder, files) = match self.copied(submission, student) {
            Ok(copied) => copied,
            Err(reason) => return Ok(Err((Stage::Refused, reason))),
        };
        let plan = match self.plan(&folder, &files) {
            Ok(plan) => plan,
            Err(reason) => return Ok(Err((Stage::Unclear, reason))),
        };
        student.chosen = Some(told(&plan));
        let program = workplace::digest_of(&[
            env!("CARGO_PKG_VERSION"),
            &student.content,
            &plan.build.join("\0"),
            &plan.run.join("\0"),
        ]);
        let cases = self.plans.cases(&student.id)?;
        let keys = self.plans.keys(&program, &cases);
        let mut words = plan.run;
        if !plan.build.is_empty() {
            let name = format!("build {program}");
            let build = self.build(&name, &plan.build, &folder, &files, &keys)?;
            student.build = Some(name);
            student.messages = build.messages;
            if let Some(reason) = build.failed {
                return Ok(Err((Stage::NotBuilt, reason)));
            }
            if words.is_empty() {
                words = match build.made {
                    Ok(words) => words,
                    Err(reason) => return Ok(Err((Stage::Unclear, reason))),
                };
            }
        }
        student.command = shown(&words);
        Ok(Ok(Ready {
            folder,
            words,
            cases,
            keys,
        }))
    }

    /// The private copy and the files in it.
    fn copied(
        &self,
        submission: &Submission,
        student: &mut Student,
    ) -> Result<(PathBuf, Vec<PathBuf>), String> {
        let folder = workplace::copy(submission, &self.places.folder.join("built"))?;
        let unreadable = |error| format!("cannot be read: {error}");
        let files = workplace::files(&folder).map_err(unreadable)?;
        student.content = workplace::digest(&folder, &files).map_err(unreadable)?;
        student.likeness = likeness::digest(&folder, &files).map_err(unreadable)?;
        if let Some(into) = &self.places.similarity {
            workplace::copy_all(&folder, into, &mut Room::STUDENT.clone())?;
        }
        Ok((folder, files))
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
    fn build(
        &self,
        name: &str,
        words: &[String],
        folder: &Path,
        before: &[PathBuf],
        keys: &[String],
    ) -> Result<Build, Failure> {
        let known: Option<Build> = self.journal.get(name).filter(|_| !self.plans.again);
        if let Some(known) = known.filter(|known| known.started)
            && (known.failed.is_some() || keys.iter().all(|key| self.journal.has(key)))
        {
            return Ok(known);
        }
        let mut build = building::build(words, folder, &self.plans.terms);
        if build.failed.is_none() {
            let after = workplace::files(folder).unwrap_or_default();
            build.made = detect::made(folder, before, &after, &self.plans.assignment);
        }
        self.journal.put(name, &build)?;
        Ok(build)
    }
}

fn shown(words: &[String]) -> String {
    let words: Vec<std::ffi::OsString> = words.iter().map(Into::into).collect();
    quoted(&words)
}

fn told(plan: &Plan) -> String {
    let steps = [&plan.build, &plan.run];
    let steps = steps.iter().filter(|words| !words.is_empty());
    let steps: Vec<String> = steps.map(|words| shown(words)).collect();
    format!("{} ({})", steps.join(" && "), plan.because)
}
