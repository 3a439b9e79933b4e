//! `grade class`: the command line, and what it means to the library.

use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Parser;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use sticks_and_stones::grading::class::gather::{self, Submission};
use sticks_and_stones::grading::class::journal::{self, Journal};
use sticks_and_stones::grading::class::merge::Part;
use sticks_and_stones::grading::class::plans::Plans;
use sticks_and_stones::grading::class::preview::Before;
use sticks_and_stones::grading::class::runner::{self, News};
use sticks_and_stones::grading::class::student::{Row, Student};
use sticks_and_stones::grading::class::{output, similarity};
use sticks_and_stones::grading::fresh::{Order, Secret};
use sticks_and_stones::grading::session::interrupt_flag;
use sticks_and_stones::grading::suite::Selection;
use sticks_and_stones::grading::terms::Terms;
use sticks_and_stones::program::{Failure, cannot_write, whole_number};
use sticks_and_stones::progress::Progress;
use sticks_and_stones::referees::ASSIGNMENTS;
use sticks_and_stones::text::words;

use crate::books::{Books, prepare};
use crate::sealing::{Need, Sealing};
use crate::words::Words;

const EXAMPLES: &str = "\
Examples:
  grade class take_stones submissions/ --out results/
  grade class sticks export.zip --run 'python3 sticks.py' --part 2 --out results/
  grade class sticks export.zip --roster grades.csv --gradebook import.csv --out results/

Exit codes: 0 the class is graded, 2 bad usage, 70 results could not be written, 130 interrupted:
run it again, and it goes on where it was.";

/// What the names of folders for private copies begin with.
const ROOM: &str = "grade-class-";

/// Says where the private copies of a run are, as long as it runs.
const RUNNING: &str = ".running";

/// Grade a whole class: a folder or a zip with a folder, an archive or a file a student
#[derive(Parser)]
#[command(name = "grade class", after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// What to grade (see grade --list)
    assignment: String,
    /// The submissions, as the learning platform exports them
    submissions: PathBuf,
    /// Where the results go; made if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How every submission is built [default: by looking at it]
    #[arg(long, value_name = "CMD")]
    build: Option<String>,
    /// How every submission is started [default: by looking at it]
    #[arg(long, value_name = "CMD")]
    run: Option<String>,
    /// Only the cases of this part of the assignment [default: the last part]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u32::MAX))]
    part: Option<u32>,
    /// Take the cases from DIR rather than the built-in ones
    #[arg(long, value_name = "DIR")]
    fixtures: Option<PathBuf>,
    /// Only cases whose name or file matches GLOB; repeatable
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    #[command(flatten)]
    words: Words,
    /// How long a case may take, in seconds [default: 10, unless the case says more]
    #[arg(long, value_name = "SECS", value_parser = whole_number(1..=86_400u32))]
    timeout: Option<u32>,
    /// How many programs run at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=256u16))]
    jobs: Option<u16>,
    /// Seed of the games that referees play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    /// How many games a referee plays
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole_number(1..=10_000u32))]
    games: u32,
    /// Besides the cases of the files, N that are made now, other ones for every student
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1000u32))]
    fresh: Option<u32>,
    /// Of the fresh cases tell only names, verdicts and points
    #[arg(long, requires = "fresh")]
    fresh_hidden: bool,
    /// But show the smallest one that fails
    #[arg(long, requires = "fresh_hidden")]
    fresh_release: bool,
    /// What decides on fresh cases, the same ones every time: FILE holds what no student knows
    /// [default: made once and kept as `secret` in --out]
    #[arg(long, value_name = "FILE", requires = "fresh")]
    secret: Option<PathBuf>,
    #[command(flatten)]
    books: Books,
    /// Grade only the second of eight parts of the class; `grade merge` makes one of them
    #[arg(long, value_name = "2/8")]
    shard: Option<Part>,
    /// Lay every submission out in a folder of its own in DIR, as JPlag and Dolos want it
    #[arg(long, value_name = "DIR")]
    similarity: Option<PathBuf>,
    /// Grade, show old and new points with the reason of each change, and write nothing
    #[arg(long)]
    preview: bool,
    /// Grade everything again, also what was graded before
    #[arg(long)]
    again: bool,
    /// Leave out how long things took, so that results can be compared byte for byte
    #[arg(long)]
    no_times: bool,
    /// One line a student
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    sealing: Sealing,
}

impl Arguments {
    /// Everything that is not a submission, wherever it lies.
    fn ours(&self) -> Vec<&Path> {
        let ours = [&self.similarity, &self.fixtures, &self.secret];
        let ours = ours.into_iter().flatten().chain([&self.out]);
        ours.chain(self.books.files())
            .map(PathBuf::as_path)
            .collect()
    }

    /// What decides on fresh cases: told, or kept beside the results.
    fn secret(
        &self,
        kept: impl Fn(&Path) -> Result<Secret, Failure>,
    ) -> Result<Option<Secret>, Failure> {
        match (&self.fresh, &self.secret) {
            (None, _) => Ok(None),
            (Some(_), Some(told)) => Secret::read(told).map(Some),
            (Some(_), None) => {
                if self.shard.is_some() {
                    return Err(Failure::usage(
                        "--shard with --fresh needs --secret FILE, the same one on every machine",
                    ));
                }
                kept(&self.out.join(SECRET)).map(Some)
            }
        }
    }
}

/// The file that decides on fresh cases, beside the results.
const SECRET: &str = "secret";

/// Grades a class.
pub(crate) fn run(words: impl Iterator<Item = OsString>) -> Result<(), Failure> {
    let arguments = Arguments::parse_from(words);
    arguments.sealing.check(Need::Required)?;
    let mut plans = plans(&arguments)?;
    let roster = arguments
        .books
        .open(&arguments.assignment, &arguments.out)?;
    let room = tempfile::Builder::new().prefix(ROOM).tempdir();
    let room = room.map_err(|error| {
        let reason = format_args!("cannot make a folder for private copies: {error}; set TMPDIR");
        Failure::with_code(70, reason)
    })?;
    let mut submissions = gather::gather(
        &arguments.submissions,
        &arguments.assignment,
        room.path(),
        &arguments.ours(),
    )?;
    let mut absent = match &roster {
        Some(roster) => roster.call(&mut submissions)?,
        None => Vec::new(),
    };
    if let Some(part) = arguments.shard {
        submissions.retain(|submission| part.has(&submission.id));
        absent.retain(|student| part.has(&student.id));
    }
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
        signal_hook::flag::register(signal, interrupt_flag())?;
    }
    let out = &arguments.out;
    if arguments.preview {
        plans.similarity = None;
        plans.secret = arguments.secret(|kept| match kept.exists() {
            true => Secret::read(kept),
            false => Secret::keep(&room.path().join(SECRET)),
        })?;
        return preview(&arguments, &plans, &submissions, absent, room.path());
    }
    prepare(out)?;
    let journal = Journal::open(out)?;
    plans.secret = arguments.secret(Secret::keep)?;
    sweep(out);
    let running = out.join(RUNNING);
    fs::write(&running, room.path().as_os_str().as_encoded_bytes())
        .map_err(|error| Failure::with_code(70, cannot_write(&running, error)))?;
    if let Some(folder) = &plans.similarity {
        similarity::prepare(folder)?;
    }
    let mut students = grade(&arguments, &plans, &submissions, &journal, room.path())?;
    students.extend(absent);
    let more = match arguments.shard {
        Some(part) => {
            part.mark(&journal)?;
            Some(Part::key())
        }
        None => None,
    };
    let class = plans.class()?;
    let rows = output::write(out, &class, students, &journal, more)?;
    let _ = fs::remove_file(running);
    arguments.books.close(roster.as_ref(), &class, &rows, out)?;
    Ok(writeln!(io::stdout(), "{}", arguments.sealing.promise())?)
}

/// Removes the private copies that a killed run has left behind.
fn sweep(out: &Path) {
    let Ok(left) = fs::read(out.join(RUNNING)) else {
        return;
    };
    let left = PathBuf::from(OsString::from_vec(left));
    let name = left.file_name().unwrap_or_default().as_encoded_bytes();
    if name.starts_with(ROOM.as_bytes()) {
        let _ = fs::remove_dir_all(left);
    }
}

/// Grades with a copy of the journal, and throws it away.
fn preview(
    arguments: &Arguments,
    plans: &Plans,
    submissions: &[Submission],
    absent: Vec<Student>,
    room: &Path,
) -> Result<(), Failure> {
    let (old, copy) = (arguments.out.join(journal::NAME), room.join("preview"));
    fs::create_dir(&copy)?;
    if old.exists() {
        fs::copy(&old, copy.join(journal::NAME))?;
    }
    let journal = Journal::open(&copy)?;
    let before = Before::read(&journal);
    let mut students = grade(arguments, plans, submissions, &journal, room)?;
    students.extend(absent);
    students.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
    let rows = students.into_iter().map(|student| {
        let (row, _) = output::row(student, &journal, String::new());
        row
    });
    let rows: Vec<Row> = rows.collect();
    let changes = before.changes(&plans.class()?, &rows);
    Ok(io::stdout().write_all(changes.as_bytes())?)
}

fn grade(
    arguments: &Arguments,
    plans: &Plans,
    submissions: &[Submission],
    journal: &Journal,
    room: &Path,
) -> Result<Vec<Student>, Failure> {
    let mut progress = (!arguments.verbose && io::stderr().is_terminal())
        .then(|| Progress::counting("grading", submissions.len() as u64));
    let (mut begun, mut ended) = (0, 0);
    runner::grade(plans, submissions, journal, room, &mut |news| {
        match news {
            News::Begun => begun += 1,
            News::Ended => ended += 1,
            News::Told(student) if arguments.verbose => {
                let (row, _) = output::row(student.clone(), journal, String::new());
                let _ = writeln!(io::stdout(), "{}", row.line());
            }
            News::Told(_) => {}
        }
        if let Some(progress) = &mut progress {
            progress.say(format_args!("grading: {} running", begun - ended));
            progress.reach(ended);
        }
    })
}

fn plans(arguments: &Arguments) -> Result<Plans, Failure> {
    let selection = Selection {
        assignments: ASSIGNMENTS,
        fixtures: arguments.fixtures.clone(),
        part: arguments.part,
        only: arguments.only.clone(),
        fresh: arguments.fresh.map(|count| Order {
            count: count as usize,
            seed: arguments.seed,
            hidden: arguments.fresh_hidden,
            released: arguments.fresh_release,
        }),
    };
    // What is wrong with the choice of cases is said before anything runs.
    selection.for_others(&arguments.assignment)?;
    let split = |flag: &str, command: &Option<String>| match command.as_deref().map(words) {
        None => Ok(None),
        Some(Ok(words)) if !words.is_empty() => Ok(Some(in_a_shell(command, words))),
        Some(Ok(_)) => Err(Failure::usage(format_args!("{flag} is an empty command"))),
        Some(Err(error)) => Err(Failure::usage(format_args!("{flag}: {error}"))),
    };
    Ok(Plans {
        selection,
        secret: None,
        assignment: arguments.assignment.clone(),
        terms: Terms {
            lenient: arguments.words.lenient,
            fail_fast: false,
            wording: arguments.words.worth(),
            timeout: arguments
                .timeout
                .map(|seconds| Duration::from_secs(seconds.into())),
            jobs: arguments.jobs,
            seed: arguments.seed,
            games: arguments.games,
            seal: arguments.sealing.seal(
                [&arguments.out, &arguments.submissions]
                    .into_iter()
                    .chain(&arguments.fixtures)
                    .chain(&arguments.secret),
            ),
            user: None,
        },
        build: split("--build", &arguments.build)?,
        run: split("--run", &arguments.run)?,
        again: arguments.again,
        times: !arguments.no_times,
        similarity: arguments.similarity.clone(),
    })
}

/// A command that only a shell understands is given to one.
fn in_a_shell(command: &Option<String>, words: Vec<String>) -> Vec<String> {
    let text = command.as_deref().unwrap_or_default();
    match text.contains(['*', '?', '[', '$', '&', '|', ';', '<', '>', '`', '~']) {
        true => ["sh", "-c", text].map(str::to_owned).to_vec(),
        false => words,
    }
}
