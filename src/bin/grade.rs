//! Grades anyone's program.

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anstream::AutoStream;
use clap::{ColorChoice, Parser};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use sticks_and_stones::grading::bots::{self, Bots};
use sticks_and_stones::grading::grade::{Grade, Graded};
use sticks_and_stones::grading::results::Destinations;
use sticks_and_stones::grading::run::{self, Rules, Task, quoted};
use sticks_and_stones::grading::session::interrupt_flag;
use sticks_and_stones::grading::suite::{self, Selection};
use sticks_and_stones::grading::{record, report};
use sticks_and_stones::program::{self, Failure};

const EXAMPLES: &str = "\
Examples:
  grade take_stones -- java TakeStones       every case; its arguments are appended to the command
  grade sticks --part 1 -- python3 sticks.py a student who has done part one
  grade sticks --only '*menu*' -v -- ./a.out some cases, with their transcripts
  grade take_stones --gradescope results.json -- ./take_stones
  grade greeting --fixtures my_cases --record -- ./reference
  grade expanding_nim --first './bot -f {host}:{port}' --second './bot {host}:{port}'
  grade all                                  our own programs

Exit codes: 0 all passed, 1 some failed, 2 bad usage or bad case file, 3 the command could not be
started, 4 no case selected, 70 internal error, 130 interrupted.

Programs are run with limits, but not in a sandbox: they may do whatever you may do. Grade programs
you do not trust in a container, as another user: grade x -- runuser -u student -- java X";

/// Grade anyone's program, in any language
#[derive(Parser)]
#[command(name = "grade", version, after_help = EXAMPLES)]
struct Arguments {
    /// What to grade (see --list), or `all` for our own programs
    assignment: Option<String>,
    #[arg(hide = true)]
    stray: Vec<OsString>,
    /// The program to grade, as you would start it
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    /// Show what can be graded, or the cases of one assignment
    #[arg(long)]
    list: bool,
    /// Write what the command prints into the cases of --fixtures, as what is expected
    #[arg(long, requires = "fixtures")]
    record: bool,
    /// Colours in the report
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    /// Show the transcripts of all cases, also of those that passed
    #[arg(short, long)]
    verbose: bool,
    /// Show the summary only
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    destinations: Destinations,
    #[command(flatten)]
    bots: Bots,
}

fn main() -> ExitCode {
    program::finish(run())
}

fn run() -> Result<(), Failure> {
    let arguments = Arguments::parse();
    if arguments.list {
        let text = suite::listing(&arguments.selection, arguments.assignment.as_deref())?;
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
    arguments.destinations.check()?;
    let tasks = tasks(&arguments, assignment)?;
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, interrupt_flag())?;
    }
    if arguments.record {
        return record::record_all(&tasks, &arguments.rules);
    }
    let mut screen = Screen::new(arguments.color);
    let grade = grade(&arguments, assignment, &tasks, &mut screen)?;
    let written = arguments.destinations.write(&grade);
    screen.show(&report::summary(&grade));
    written?;
    match grade.failure() {
        Some(failure) => Err(failure),
        None => Ok(()),
    }
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
        return run::our_tasks(arguments.selection.for_ours()?);
    }
    match (
        assignment == bots::ASSIGNMENT,
        arguments.bots.first.is_some(),
    ) {
        (true, true) if command.is_empty() => return Ok(Vec::new()),
        (true, true) => {
            return Err(Failure::usage(
                "bots are given with --first and --second: leave out `--`",
            ));
        }
        (true, false) if arguments.selection.fixtures.is_none() => {
            return Err(Failure::usage(
                "bots play in both seats: grade expanding_nim --first COMMAND --second COMMAND",
            ));
        }
        (false, true) => return Err(Failure::usage("--first and --second are for expanding_nim")),
        _ => {}
    }
    let cases = arguments.selection.for_others(assignment)?;
    if command.is_empty() {
        return Err(Failure::usage(format_args!(
            "no command given: grade {assignment} -- COMMAND [ARGUMENT...]"
        )));
    }
    let task = |case| Task {
        case,
        command: command.clone(),
        ours: false,
    };
    Ok(cases.into_iter().map(task).collect())
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
        _ => screen.show(&report::case(graded)),
    };
    let plays = arguments.bots.first.is_some();
    let cases = catch_unwind(AssertUnwindSafe(|| match plays {
        true => bots::grade(&arguments.bots, &arguments.rules, tell),
        false => Ok(run::run(tasks, &arguments.rules, tell)),
    }));
    let interrupted = interrupt_flag().load(Ordering::Relaxed);
    let broken_off = match &cases {
        Err(_) => Some("grade itself has failed: nothing could be graded"),
        Ok(_) => interrupted.then_some("grading was interrupted"),
    };
    Ok(Grade {
        assignment: assignment.to_owned(),
        command: match (plays, assignment) {
            (true, _) => arguments.bots.command(),
            (_, "all") => "our own programs".to_owned(),
            _ => quoted(&arguments.command),
        },
        seed: arguments.rules.seed,
        time: started.elapsed(),
        broken_off: broken_off.map(str::to_owned),
        cases: cases.unwrap_or_else(|_| Ok(Vec::new()))?,
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
        if !self.closed {
            let shown = self
                .output
                .write_all(text.as_bytes())
                .and_then(|()| self.output.flush());
            self.closed = shown.is_err();
        }
    }
}
