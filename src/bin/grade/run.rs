//! What `grade` does, from its command line to its exit code.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Instant;

use crate::arguments::Arguments;
use crate::sealing::Need;
use anstream::AutoStream;
use clap::{ColorChoice, CommandFactory};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use sticks_and_stones::grading::grade::{Grade, Graded};
use sticks_and_stones::grading::run::{self, Task};
use sticks_and_stones::grading::session::{interrupt_flag, interrupted};
use sticks_and_stones::grading::suite::{self, Case};
use sticks_and_stones::grading::terms::Terms;
use sticks_and_stones::grading::{failed, fresh, hear, recording, report};
use sticks_and_stones::process;
use sticks_and_stones::program::{self, Failure};
use sticks_and_stones::referees::bots;
use sticks_and_stones::text::{printable, quoted};

/// Reads the command line, grades, writes the results and says what came out.
pub(crate) fn run() -> Result<(), Failure> {
    process::keep_to_ourselves();
    let mut words = std::env::args_os().skip(1);
    match words.next() {
        Some(word) if word == "class" => {
            return crate::class::run(std::iter::once("grade class".into()).chain(words));
        }
        Some(word) if word == "merge" => {
            return crate::merge::run(std::iter::once("grade merge".into()).chain(words));
        }
        _ => {}
    }
    let arguments: Arguments = program::arguments_beside(others())?;
    if arguments.list {
        let text = suite::listing(&arguments.selection()?, arguments.assignment.as_deref())?;
        return Ok(io::stdout().write_all(text.as_bytes())?);
    }
    let Some(assignment) = arguments.assignment.as_deref() else {
        return Err(Failure::usage(
            "no assignment given: `grade --list` shows what there is",
        ));
    };
    if !arguments.stray.is_empty() {
        return Err(Failure::usage(format_args!(
            "put `--` before the command: grade {assignment} -- {}",
            quoted(&arguments.stray)
        )));
    }
    arguments.check()?;
    arguments.selection()?.check_fresh(assignment)?;
    if let Some(folder) = arguments.export() {
        export(&arguments, assignment, folder)?;
        if arguments.command.is_empty() {
            return Ok(());
        }
    }
    let tasks = tasks(&arguments, assignment)?;
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
        signal_hook::flag::register(signal, interrupt_flag())?;
    }
    arguments.sealing.check(Need::Possible)?;
    if arguments.record {
        return recording::record_all(&tasks, &arguments.terms());
    }
    let results = arguments.destinations().open()?;
    let mut screen = Screen::new(arguments.color);
    let grade = grade(&arguments, assignment, &tasks, &mut screen)?;
    let written = results.write(&grade);
    failed::remember(&grade);
    if !arguments.verbose {
        screen.show(&report::troubles(&grade, !arguments.quiet));
    } else {
        screen.show(&report::cause(&grade));
        screen.show(&report::wording(&grade));
    }
    screen.show(&report::summary(&grade));
    screen.show(&format!("{}\n", arguments.sealing.promise()));
    written?;
    match grade.failure() {
        Some(failure) if failure.code() <= 3 && arguments.results_alone() => Ok(()),
        Some(failure) => Err(failure),
        None => Ok(()),
    }
}

/// The commands that have a command line of their own.
fn others() -> [clap::Command; 2] {
    let class = crate::class::Arguments::command().name("class");
    [class, crate::merge::Arguments::command().name("merge")]
}

/// Writes the fresh cases as files.
fn export(arguments: &Arguments, assignment: &str, folder: &Path) -> Result<(), Failure> {
    let mut cases = arguments.selection()?.for_others(assignment)?;
    cases.retain(|case| case.fresh.is_some());
    fresh::export(&cases, folder)?;
    Ok(writeln!(
        io::stdout(),
        "{} fresh cases written to {}",
        cases.len(),
        folder.join(assignment).display()
    )?)
}

/// What is to be run; nothing if it is bots that play.
fn tasks(arguments: &Arguments, assignment: &str) -> Result<Vec<Task>, Failure> {
    let command = &arguments.command;
    if assignment == "all" {
        if !command.is_empty() {
            return Err(Failure::usage(
                "`grade all` grades our own programs: leave out the command",
            ));
        }
        return run::our_tasks(arguments.selection()?.for_ours()?);
    }
    match (assignment == bots::ASSIGNMENT, arguments.bots().is_some()) {
        (true, true) if command.is_empty() => {
            asked_of_bots(arguments)?;
            return Ok(Vec::new());
        }
        (true, true) => {
            return Err(Failure::usage(
                "bots are given with --first and --second: leave out `--`",
            ));
        }
        (true, false) if arguments.selection()?.fixtures.is_none() => {
            return Err(Failure::usage(
                "bots play in both seats: grade expanding_nim --first COMMAND --second COMMAND",
            ));
        }
        (false, true) => return Err(Failure::usage("--first and --second are for expanding_nim")),
        _ => {}
    }
    let mut cases = arguments.selection()?.for_others(assignment)?;
    if command.is_empty() {
        return Err(Failure::usage(format_args!(
            "no command given: grade {assignment} -- COMMAND [ARGUMENT...]"
        )));
    }
    if arguments.cases.failed {
        let known = failed::recall(assignment, &quoted(command)).unwrap_or_default();
        cases.retain(|case| known.contains(&case.file));
        if cases.is_empty() {
            return Err(Failure::with_code(
                suite::NOTHING_SELECTED,
                "nothing of it failed last time: leave out --failed",
            ));
        }
    }
    let task = |case| Task {
        case,
        command: command.clone(),
        ours: false,
        folder: None,
    };
    Ok(cases.into_iter().map(task).collect())
}

/// The cases of bots that were asked for.
fn asked_of_bots(arguments: &Arguments) -> Result<Vec<Case>, Failure> {
    let selection = arguments.selection()?;
    selection.matching(bots::cases(), bots::ASSIGNMENT)
}

/// Builds the program, if it has to be: all cases, if there is nothing to run then.
fn unbuilt(
    arguments: &Arguments,
    tasks: &[Task],
    terms: &Terms,
) -> Result<Option<Vec<Graded>>, Failure> {
    let Some(build) = arguments.submission.build(terms)? else {
        return Ok(None);
    };
    if build.failed.is_some() {
        let mut lines = build.messages.lines().map(printable);
        // Whoever does not read it finds it in the results.
        let _ = lines.try_for_each(|line| writeln!(io::stderr(), "{line}"));
    }
    Ok(match arguments.bots() {
        Some(_) => build.graded(asked_of_bots(arguments)?.iter()),
        None => build.graded(tasks.iter().map(|task| &task.case)),
    })
}

/// Grades, and tells of it on the screen. A panic of ours becomes part of the result.
fn grade(
    arguments: &Arguments,
    assignment: &str,
    tasks: &[Task],
    screen: &mut Screen,
) -> Result<Grade, Failure> {
    let started = Instant::now();
    let tell = |graded: &Graded| match (arguments.quiet, arguments.verbose) {
        (true, _) => {}
        (_, true) => screen.show(&report::case_with_transcript(graded)),
        _ => screen.show(&report::good_case(graded)),
    };
    let (mut bots, terms) = (arguments.bots(), arguments.terms());
    if let Some(time) = arguments.marking.total_timeout {
        thread::spawn(move || {
            thread::sleep(time);
            interrupt_flag().store(true, Ordering::Relaxed);
        });
    }
    let cases = catch_unwind(AssertUnwindSafe(|| {
        if let Some(cases) = unbuilt(arguments, tasks, &terms)? {
            return Ok(cases);
        }
        match &mut bots {
            Some(bots) => bots::grade(bots, &asked_of_bots(arguments)?, &terms, tell),
            None => Ok(run::run(tasks, &terms, tell)),
        }
    }));
    let interrupted = interrupt_flag().load(Ordering::Relaxed);
    let out_of_time =
        (arguments.marking.total_timeout).is_some_and(|time| started.elapsed() >= time);
    let broken_off = match &cases {
        Err(_) => Some("grade itself has failed: nothing could be graded"),
        Ok(_) if interrupted && out_of_time => Some("the time of --total-timeout is over"),
        Ok(_) => interrupted.then_some("grading was interrupted"),
    };
    let cases = cases.unwrap_or_else(|_| Ok(Vec::new()))?;
    let tasks = tasks.iter().map(|task| &task.case);
    let dialect = bots.as_ref().and_then(|bots| bots.dialect);
    Ok(Grade {
        dialect: dialect.map(|dialect| dialect.name().to_owned()),
        misconception: hear::misconception(tasks.zip(&cases)),
        assignment: assignment.to_owned(),
        command: match (bots, assignment) {
            (Some(bots), _) => bots.command(),
            (_, "all") => "our own programs".to_owned(),
            _ => quoted(&arguments.command),
        },
        seed: terms.seed,
        time: started.elapsed(),
        broken_off: broken_off.map(str::to_owned),
        cases,
    })
}

/// Standard output. When nobody reads it any more, grading goes on: there are results to write.
struct Screen {
    output: AutoStream<io::Stdout>,
    closed: bool,
}

impl Screen {
    fn new(color: ColorChoice) -> Screen {
        let color = match color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        Screen {
            output: AutoStream::new(io::stdout(), color),
            closed: false,
        }
    }

    fn show(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() && !self.closed {
            let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE));
            rest = after;
            let shown = is_read()
                && self.output.write_all(piece.as_bytes()).is_ok()
                && self.output.flush().is_ok();
            self.closed = !shown;
        }
    }
}

/// So much can be written without a wait to whatever can be written to (pipe(7)).
const PIECE: usize = 4096;

/// Waits until somebody reads standard output, but no longer than until we are to end: results come first.
fn is_read() -> bool {
    let moment = Timespec {
        tv_sec: 0,
        tv_nsec: 50_000_000,
    };
    let output = rustix::stdio::stdout();
    loop {
        let mut fds = [PollFd::from_borrowed_fd(output, PollFlags::OUT)];
        match poll(&mut fds, Some(&moment)) {
            Ok(0) | Err(Errno::INTR) if !interrupted() => {}
            Ok(0) | Err(Errno::INTR) => return false,
            // What is wrong with it, writing tells.
            _ => return true,
        }
    }
}
