//! From what was handed in to a program that can be run: copied, looked at, built.

use std::fs;
use std::path::{Path, PathBuf};

use super::archives::Room;
use super::building::{self, Build};
use super::commands::Plan;
use super::detect;
use super::gather::Submission;
use super::journal::Journal;
use super::plans::Plans;
use super::student::{Stage, Student};
use super::{likeness, projects, workplace};
use crate::grading::session::interrupted;
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

/// The copy in the private folder in which a submission is built.
const COPY: &str = "built";

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
            Err(reason) => {
                check_room(self.places.folder)?;
                return Ok(Err((Stage::Refused, reason)));
            }
        };
        let mut plan = match self.plan(&folder, &files) {
            Ok(plan) => plan,
            Err(reason) => return Ok(Err((Stage::Unclear, reason))),
        };
        student.chosen = Some(told(&plan));
        let folder = folder.join(&plan.folder);
        let program = workplace::digest_of(&[
            env!("CARGO_PKG_VERSION"),
            &student.content,
            &plan.folder.to_string_lossy(),
            &plan.build.join("\0"),
            &plan.run.join("\0"),
        ]);
        let cases = self.plans.cases(&student.id)?;
        let keys = self.plans.keys(&program, &cases);
        if !plan.build.is_empty() {
            let name = format!("build {program}");
            let build = self.build(&name, &plan.build, &folder, &keys)?;
            student.build = Some(name);
            student.messages = build.messages;
            if let Some(reason) = build.failed {
                let stage = match build.started {
                    true => Stage::NotBuilt,
                    false => Stage::NotStarted,
                };
                student.tool_missing = !build.started;
                return Ok(Err((stage, reason)));
            }
            if plan.run.is_empty() {
                plan.run = match build.made {
                    Ok(words) => words,
                    Err(reason) => return Ok(Err((Stage::Unclear, reason))),
                };
                student.chosen = Some(told(&plan));
            }
        }
        let words = plan.run;
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
        let (folder, left_out) = workplace::copy(submission, &self.places.folder.join(COPY))?;
        match left_out {
            0 => {}
            1 => (student.notes).push("a link or a device in it was left out".to_owned()),
            more => (student.notes).push(format!("{more} links or devices in it were left out")),
        }
        let unreadable = |error| format!("cannot be read: {error}");
        let files = workplace::files(&folder).map_err(unreadable)?;
        student.content = workplace::digest(&folder, &files).map_err(unreadable)?;
        let files: Vec<PathBuf> = files
            .into_iter()
            .filter(|path| !workplace::is_library(path))
            .collect();
        student.likeness = likeness::digest(&folder, &files).map_err(unreadable)?;
        if let Some(into) = &self.places.similarity {
            workplace::copy_all(&folder, into, &mut Room::STUDENT.clone())?;
        }
        Ok((folder, files))
    }

    fn plan(&self, folder: &Path, files: &[PathBuf]) -> Result<Plan, String> {
        match &self.plans.run {
            Some(run) => detect::told(files, self.plans.build.as_deref(), run),
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
        keys: &[String],
    ) -> Result<Build, Failure> {
        let known: Option<Build> = self.journal.get(name).filter(|_| !self.plans.again);
        if let Some(known) = known.filter(|known| known.started)
            && (known.failed.is_some() || keys.iter().all(|key| self.journal.has(key)))
        {
            return Ok(known);
        }
        let before = workplace::files(folder).unwrap_or_default();
        let handed_in = before.iter().map(|path| folder.join(path));
        // A tool would find nothing to make, and what it made elsewhere may not run here.
        for program in handed_in.filter(|path| projects::is_program(path)) {
            let _ = fs::remove_file(program);
        }
        // Its folder may lie beside others of the copy, into which it builds.
        let copy = self.places.folder.join(COPY);
        let mut build = building::build(words, folder, &copy, &self.plans.terms);
        // A build that was ended or had no room is no fault of the submission, and not kept.
        check_interrupted()?;
        if build.failed.is_some() {
            check_room(folder)?;
        }
        if build.failed.is_none() {
            let after = workplace::files(folder).unwrap_or_default();
            build.made = projects::made(folder, &after, &self.plans.assignment);
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
    let place = match plan.folder.as_os_str().is_empty() {
        true => String::new(),
        false => format!("in {}: ", plan.folder.display()),
    };
    format!("{place}{} ({})", steps.join(" && "), plan.because)
}

/// Less room than this for private copies, and nothing more is begun.
const LEAST_ROOM: u64 = 4 << 20;

/// A disk without room is no fault of any submission.
pub(super) fn check_room(room: &Path) -> Result<(), Failure> {
    let Ok(disk) = rustix::fs::statvfs(room) else {
        return Ok(());
    };
    match disk.f_bavail.saturating_mul(disk.f_frsize) < LEAST_ROOM {
        true => Err(Failure::with_code(
            70,
            format_args!(
                "there is no room left for private copies in `{}`: make some or set TMPDIR; \
                 what was graded is kept, run it again",
                room.display()
            ),
        )),
        false => Ok(()),
    }
}

/// Whoever interrupts a run goes on with it later.
pub(super) fn check_interrupted() -> Result<(), Failure> {
    match interrupted() {
        true => Err(Failure::with_code(
            130,
            "interrupted: run it again to go on",
        )),
        false => Ok(()),
    }
}
