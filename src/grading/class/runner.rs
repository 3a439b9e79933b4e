//! From submissions to results: many cases at a time, each in a private copy, in an order that never
//! depends on timing.
//!
//! Whoever is free takes a case of a program that is ready, and prepares the next submission only if
//! there is none: few programs lie about, and a slow one at the end keeps nobody waiting.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::archives::Room;
use super::gather::Submission;
use super::journal::Journal;
use super::output::file_names;
use super::plans::Plans;
use super::preparing::{self, Places, Ready};
use super::student::{Stage, Student};
use super::workplace;
use crate::grading::grade::{Graded, Status};
use crate::grading::hear;
use crate::grading::run::{self, Task};
use crate::grading::terms::Terms;
use crate::grading::verdict::Outcome;
use crate::program::Failure;

/// What happens while a class is graded.
pub enum News<'a> {
    /// A submission is looked at.
    Begun,
    /// A submission is done.
    Ended,
    /// A submission is done, and all before it are.
    Told(&'a Student),
}

/// Grades all submissions, and tells of each in their order.
pub fn grade(
    plans: &Plans,
    submissions: &[Submission],
    journal: &Journal,
    room: &Path,
    tell: &mut impl FnMut(News<'_>),
) -> Result<Vec<Student>, Failure> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let workers = plans.terms.jobs.map_or_else(cores, usize::from);
    let hall = Hall {
        plans,
        submissions,
        files: file_names(submissions.iter().map(|submission| &*submission.id)),
        journal,
        room,
        queue: Mutex::default(),
        changed: Condvar::new(),
    };
    let (sender, receiver) = mpsc::channel();
    let mut done: Vec<Student> = Vec::with_capacity(submissions.len());
    thread::scope(|scope| {
        for number in 0..workers {
            let (work, sender) = (&hall, sender.clone());
            let worker = thread::Builder::new().spawn_scoped(scope, move || work.work(&sender));
            match worker {
                Ok(_) => {}
                // A system that has no room for more threads has some for fewer.
                Err(_) if number > 0 => break,
                Err(error) => {
                    let failure = format_args!("cannot start a thread: {error}; run it again");
                    hall.queue().failure = Some(Failure::with_code(70, failure));
                }
            }
        }
        drop(sender);
        let mut early = BTreeMap::new();
        for (number, student) in receiver {
            let Some(student) = student else {
                tell(News::Begun);
                continue;
            };
            tell(News::Ended);
            early.insert(number, student);
            while let Some(student) = early.remove(&done.len()) {
                tell(News::Told(&student));
                done.push(student);
            }
        }
    });
    match hall.queue().failure.take() {
        Some(failure) => Err(failure),
        None => Ok(done),
    }
}

/// The number of a submission, and its student when all is done.
type Report = (usize, Option<Student>);

/// Where all work.
struct Hall<'a> {
    plans: &'a Plans,
    submissions: &'a [Submission],
    files: Vec<String>,
    journal: &'a Journal,
    room: &'a Path,
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    /// The next submission that nobody has looked at.
    next: usize,
    /// Cases of programs that are ready.
    cases: VecDeque<(Arc<Bench>, usize)>,
    /// How many are at work, and may bring new cases.
    busy: usize,
    failure: Option<Failure>,
}

/// One program and how far it came.
struct Bench {
    number: usize,
    folder: PathBuf,
    ready: Ready,
    student: Student,
    /// The first case of the next stretch, and how many of this one are not done.
    stretch: Mutex<(usize, usize)>,
}

enum Job {
    Prepare(usize),
    Case(Arc<Bench>, usize),
}

impl Hall<'_> {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, sender: &Sender<Report>) {
        while let Some(job) = self.job() {
            let done = match job {
                Job::Prepare(number) => self.prepare(number, sender),
                Job::Case(bench, case) => self.case(&bench, case, sender),
            };
            let mut queue = self.queue();
            queue.busy -= 1;
            if let Err(failure) = done {
                queue.failure.get_or_insert(failure);
            }
            self.changed.notify_all();
        }
    }

    fn job(&self) -> Option<Job> {
        let mut queue = self.queue();
        loop {
            if queue.failure.is_some() {
                return None;
            }
            let job = match queue.cases.pop_front() {
                Some((bench, case)) => Some(Job::Case(bench, case)),
                None if queue.next < self.submissions.len() => {
                    queue.next += 1;
                    Some(Job::Prepare(queue.next - 1))
                }
                None => None,
            };
            if job.is_some() {
                queue.busy += 1;
                return job;
            }
            if queue.busy == 0 {
                return None;
            }
            queue = (self.changed.wait(queue)).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn prepare(&self, number: usize, sender: &Sender<Report>) -> Result<(), Failure> {
        let _ = sender.send((number, None));
        preparing::check_room(self.room)?;
        let submission = &self.submissions[number];
        let folder = self.room.join(number.to_string());
        let mut student = Student::new(&submission.id, &submission.name, Stage::Graded);
        student.notes.clone_from(&submission.notes);
        let similarity = self.plans.similarity.as_ref();
        let places = Places {
            folder: &folder,
            similarity: similarity.map(|into| into.join(&self.files[number])),
        };
        let prepared =
            preparing::prepare(self.plans, self.journal, submission, places, &mut student)?;
        preparing::check_interrupted()?;
        let Some(ready) = prepared else {
            let _ = fs::remove_dir_all(&folder);
            let _ = sender.send((number, Some(student)));
            return Ok(());
        };
        student.cases.clone_from(&ready.keys);
        let bench = Arc::new(Bench {
            number,
            folder,
            ready,
            student,
            stretch: Mutex::new((0, 0)),
        });
        self.advance(&bench, sender)
    }

    /// Puts the cases up to the next gate into the queue; what is known needs no work.
    fn advance(&self, bench: &Arc<Bench>, sender: &Sender<Report>) -> Result<(), Failure> {
        let cases = &bench.ready.cases;
        let mut stretch = bench.stretch.lock().unwrap_or_else(PoisonError::into_inner);
        while stretch.0 < cases.len() {
            let from = stretch.0;
            let gate = cases[from..].iter().position(|case| case.fixture.gate);
            let to = gate.map_or(cases.len(), |gate| from + gate + 1);
            let mut wanted = Vec::new();
            for (case, key) in (from..).zip(&bench.ready.keys[from..to]) {
                if !self.is_known(key)? {
                    wanted.push((bench.clone(), case));
                }
            }
            *stretch = (to, wanted.len());
            if !wanted.is_empty() {
                self.queue().cases.extend(wanted);
                self.changed.notify_all();
                return Ok(());
            }
            if gate.is_some() && !self.is_open(bench, to - 1) {
                self.skip(bench, to - 1)?;
                *stretch = (cases.len(), 0);
            }
        }
        drop(stretch);
        self.finish(bench, sender);
        Ok(())
    }

    /// Whether a result can be used. One that came of a fault of ours, or of a tool that was missing,
    /// may come out otherwise today.
    fn is_known(&self, key: &str) -> Result<bool, Failure> {
        if self.plans.again {
            return Ok(false);
        }
        let known: Option<Graded> = self.journal.get(key);
        let Some(known) = known.filter(|known| known.status != Status::Error) else {
            return Ok(false);
        };
        if !self.plans.times && !known.time.is_zero() {
            self.journal.put(key, &timeless(known))?;
        }
        Ok(true)
    }

    fn is_open(&self, bench: &Bench, gate: usize) -> bool {
        let graded: Option<Graded> = self.journal.get(&bench.ready.keys[gate]);
        graded.is_some_and(|graded| graded.status.is_good())
    }

    fn skip(&self, bench: &Bench, gate: usize) -> Result<(), Failure> {
        let cases = &bench.ready.cases;
        let reason = format!("`{}` has to pass first", cases[gate].fixture.name);
        for (case, key) in cases.iter().zip(&bench.ready.keys).skip(gate + 1) {
            let skipped = Graded::not_run(case, Status::Skip, reason.clone());
            self.journal.put(key, &skipped)?;
        }
        Ok(())
    }

    fn case(
        &self,
        bench: &Arc<Bench>,
        case: usize,
        sender: &Sender<Report>,
    ) -> Result<(), Failure> {
        preparing::check_room(self.room)?;
        let graded = self.run(bench, case);
        preparing::check_interrupted()?;
        if graded.status == Status::Error {
            preparing::check_room(self.room)?;
        }
        self.journal.put(&bench.ready.keys[case], &graded)?;
        let mut stretch = bench.stretch.lock().unwrap_or_else(PoisonError::into_inner);
        stretch.1 -= 1;
        let (next, left) = *stretch;
        if left > 0 {
            return Ok(());
        }
        let gate = bench.ready.cases[next - 1].fixture.gate;
        if gate && !self.is_open(bench, next - 1) {
            self.skip(bench, next - 1)?;
            stretch.0 = bench.ready.cases.len();
        }
        drop(stretch);
        self.advance(bench, sender)
    }

    /// Runs a case in a copy of its own, which is gone afterwards.
    fn run(&self, bench: &Bench, number: usize) -> Graded {
        let case = &bench.ready.cases[number];
        let folder = bench.folder.join(format!("run-{number}"));
        let mut left = Room::STUDENT;
        left.bytes *= 8;
        if let Err(reason) = workplace::copy_all(&bench.ready.folder, &folder, &mut left) {
            return Graded::not_run(case, Status::Error, reason);
        }
        let task = Task {
            case: case.clone(),
            command: bench.ready.words.iter().map(Into::into).collect(),
            ours: false,
            folder: Some(folder.clone()),
        };
        let (seal, is_found) = (self.plans.terms.seal.clone(), self.plans.run.is_none());
        let terms = Terms {
            jobs: Some(1),
            seal: seal.map(|seal| seal.allow_writing(&folder).found(is_found)),
            ..self.plans.terms.clone()
        };
        let graded = run::run(&[task], &terms, |_| ()).pop();
        let _ = fs::remove_dir_all(&folder);
        let graded = graded
            .unwrap_or_else(|| Graded::not_run(case, Status::Error, "grade itself has failed"));
        let graded = homeless(graded, &folder);
        match self.plans.times {
            true => graded,
            false => timeless(graded),
        }
    }

    /// What all cases together say, and the end of the private copy.
    fn finish(&self, bench: &Bench, sender: &Sender<Report>) {
        let mut student = bench.student.clone();
        let graded = bench.ready.keys.iter();
        let graded: Vec<Option<Graded>> = graded.map(|key| self.journal.get(key)).collect();
        let first = graded.first().and_then(Option::as_ref);
        if let Some(verdict) = first.and_then(|graded| graded.verdict.as_ref())
            && let Outcome::CouldNotStart(reason) = &verdict.outcome
        {
            student.stage = Stage::NotStarted;
            student.problem = Some(reason.clone());
            student.tool_missing = verdict.ending.is_none();
        }
        let all: Option<Vec<&Graded>> = graded.iter().map(Option::as_ref).collect();
        let judged = bench.ready.cases.iter().zip(all.unwrap_or_default());
        student.misconception = hear::misconception(judged);
        let _ = fs::remove_dir_all(&bench.folder);
        let _ = sender.send((bench.number, Some(student)));
    }
}

/// A result without the name of the private copy, which is another one in every run.
fn homeless(graded: Graded, folder: &Path) -> Graded {
    let (Some(folder), Ok(text)) = (folder.to_str(), serde_json::to_string(&graded)) else {
        return graded;
    };
    match text.contains(folder) {
        true => serde_json::from_str(&text.replace(folder, ".")).unwrap_or(graded),
        false => graded,
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
