//! The command line of `grade`, and what it means to the library.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ColorChoice, Parser};
use sticks_and_stones::expanding_nim::protocol::Choice;
use sticks_and_stones::grading::fresh::{Order, Secret};
use sticks_and_stones::grading::results::Destinations;
use sticks_and_stones::grading::suite::Selection;
use sticks_and_stones::grading::terms::Terms;
use sticks_and_stones::process::Seal;
use sticks_and_stones::program::{Failure, whole_number};
use sticks_and_stones::referees::ASSIGNMENTS;
use sticks_and_stones::referees::bots::Bots;

use crate::sealing::Sealing;
use crate::submission::Submission;
use crate::words::Words;

const EXAMPLES: &str = "\
Examples:
  grade take_stones -- java TakeStones       every case; its arguments are appended to the command
  grade sticks --part 1 -- python3 sticks.py a student who has done part one
  grade sticks --only '*menu*' -v -- ./a.out some cases, with their transcripts
  grade take_stones --gradescope results.json -- ./take_stones
  grade greeting --fixtures my_cases --record -- ./reference
  grade expanding_nim --first './bot -f {host}:{port}' --second './bot {host}:{port}'
  grade take_stones --fresh 20 -- ./a.out    with 20 cases that nobody has seen
  grade class take_stones submissions/ --out results/
                                             a whole class: see grade class --help
  grade merge results-*/ --out results/      parts of a class, graded on several machines
  grade all                                  our own programs

Exit codes: 0 all passed, 1 some failed, 2 bad usage or bad case file, 3 the command could not be
started, 4 no case selected, 5 the referee of a case failed, 70 internal error, 130 interrupted.

Programs are run with limits and sealed: they read the system, the tools on the PATH and their own
folder, write in a temporary folder that is gone afterwards, and reach nothing else.";

/// Grade anyone's program, in any language
#[derive(Parser)]
#[command(name = "grade", version, after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// What to grade (see --list), or `all` for our own programs
    pub(crate) assignment: Option<String>,
    #[arg(hide = true)]
    pub(crate) stray: Vec<OsString>,
    /// The program to grade, as you would start it
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
    /// Show what can be graded, or the cases of one assignment
    #[arg(long)]
    pub(crate) list: bool,
    /// Write what the command prints into the cases of --fixtures, as what is expected
    #[arg(long, requires = "fixtures")]
    pub(crate) record: bool,
    /// Colours in the report
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
    /// Show the transcripts of all cases, also of those that passed
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Show the summary only
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) submission: Submission,
    #[command(flatten)]
    pub(crate) cases: Cases,
    #[command(flatten)]
    fresh: Fresh,
    #[command(flatten)]
    pub(crate) marking: Marking,
    #[command(flatten)]
    results: Results,
    #[command(flatten)]
    players: Players,
    #[command(flatten)]
    pub(crate) sealing: Sealing,
}

impl Arguments {
    pub(crate) fn selection(&self) -> Result<Selection, Failure> {
        Ok(Selection {
            assignments: ASSIGNMENTS,
            fixtures: self.cases.fixtures.clone(),
            part: self.cases.part,
            only: self.cases.only.clone(),
            fresh: self
                .fresh
                .count
                .map(|count| self.order(count))
                .transpose()?,
        })
    }

    /// The fresh cases that are wanted.
    fn order(&self, count: u32) -> Result<Order, Failure> {
        let fresh = &self.fresh;
        let seed = match (&fresh.secret, &fresh.student) {
            (Some(secret), Some(student)) => Secret::read(secret)?.seed(student, self.seed()),
            _ => self.seed(),
        };
        Ok(Order {
            count: count as usize,
            seed,
            hidden: fresh.hidden,
            released: fresh.released,
        })
    }

    /// The seed of all chance. It is the same every time, but for fresh cases that nobody shall know.
    fn seed(&self) -> u64 {
        let usual = match (&self.fresh.count, &self.fresh.secret) {
            (Some(_), None) => u64::from(self.fresh.drawn),
            _ => 1,
        };
        self.marking.seed.unwrap_or(usual)
    }

    /// Where the fresh cases are to be written.
    pub(crate) fn export(&self) -> Option<&Path> {
        self.fresh.export.as_deref()
    }

    pub(crate) fn terms(&self) -> Terms {
        Terms {
            lenient: self.marking.words.lenient,
            fail_fast: self.cases.fail_fast,
            wording: self.marking.words.worth(),
            timeout: self.marking.timeout,
            jobs: self.marking.jobs,
            seed: self.seed(),
            games: self.marking.games,
            seal: self.seal(),
            user: self.submission.user.clone(),
        }
    }

    /// The seal around what is graded, which keeps it from cases and results too.
    fn seal(&self) -> Option<Seal> {
        let destinations = self.destinations();
        let results = destinations.paths().into_iter();
        let hidden = results
            .chain([&self.cases.fixtures, &self.fresh.secret, &self.fresh.export])
            .flatten();
        self.sealing.seal(hidden)
    }

    /// Whether whoever started us looks at the results alone, and takes an exit code for a breakdown.
    pub(crate) fn results_alone(&self) -> bool {
        self.results.classroom50.is_some()
    }

    /// Refuses what was asked for in vain.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.results.classroom {
            return Err(Failure::usage(
                "--classroom wrote for GitHub Classroom, which was retired on 28 August 2026: \
                 use --classroom50 FILE for Classroom 50, or the action of docs/github.md",
            ));
        }
        self.destinations().check()
    }

    pub(crate) fn destinations(&self) -> Destinations {
        Destinations {
            json: self.results.json.clone(),
            gradescope: self.results.gradescope.clone(),
            html: self.results.html.clone(),
            markdown: self.results.markdown.clone(),
            annotations: self.results.annotations.clone(),
            classroom50: self.results.classroom50.clone(),
        }
    }

    /// The bots to grade, if it is bots.
    pub(crate) fn bots(&self) -> Option<Bots> {
        let (first, second) = (self.players.first.as_ref()?, self.players.second.as_ref()?);
        Some(Bots {
            first: first.clone(),
            second: second.clone(),
            dialect: self.players.dialect.told(),
            port: self.players.port,
            game: self.players.game,
        })
    }
}

#[derive(Args)]
#[command(next_help_heading = "Cases")]
pub(crate) struct Cases {
    /// Take the cases from DIR (DIR/ASSIGNMENT/*.txt, or DIR/*.txt) rather than the built-in ones
    #[arg(long, value_name = "DIR")]
    fixtures: Option<PathBuf>,
    /// Only the cases of this part of the assignment, and those that belong to no part [default: the
    /// last part]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u32::MAX))]
    part: Option<u32>,
    /// Only cases whose name or file matches GLOB (`*` any text, `?` any character); repeatable
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// Only the cases that failed last time, with the same command in the same folder
    #[arg(long)]
    pub(crate) failed: bool,
    /// Stop at the first case that fails
    #[arg(long)]
    fail_fast: bool,
}

#[derive(Args)]
#[command(next_help_heading = "Fresh cases")]
struct Fresh {
    /// Besides the cases of the files, N that are made now and that nobody has seen
    #[arg(long = "fresh", value_name = "N", value_parser = whole_number(1..=1000u32))]
    count: Option<u32>,
    /// Of the fresh cases tell only names, verdicts and points
    #[arg(long = "fresh-hidden", requires = "count")]
    hidden: bool,
    /// But show the smallest one that fails
    #[arg(long = "fresh-release", requires = "hidden")]
    released: bool,
    /// Give every student other cases, the same ones every time: FILE holds what no student knows
    #[arg(long, value_name = "FILE", requires_all = ["count", "student"])]
    secret: Option<PathBuf>,
    /// Whose program it is
    #[arg(long, value_name = "ID", requires = "secret")]
    student: Option<String>,
    /// Write the fresh cases to DIR/ASSIGNMENT/*.txt; without a command that is all
    #[arg(long, value_name = "DIR", requires = "count")]
    export: Option<PathBuf>,
    #[arg(skip = rand::random::<u32>())]
    drawn: u32,
}

#[derive(Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct Marking {
    #[command(flatten)]
    words: Words,
    /// How long a case may take [default: 10, unless the case says more]
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// How long everything may take; what is not graded by then is skipped
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) total_timeout: Option<Duration>,
    /// How many cases run at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=256u16))]
    jobs: Option<u16>,
    /// Seed of the games that referees play, and of fresh cases [default: 1; with --fresh another
    /// one every time, which is shown]
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
    /// How many games a referee plays
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole_number(1..=10_000u32))]
    games: u32,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "not a number of seconds".to_owned())?;
    match seconds {
        0.001..=86_400.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a case may take between 0.001 and 86400 seconds".to_owned()),
    }
}

#[derive(Args)]
#[command(next_help_heading = "Results")]
struct Results {
    /// Write everything to FILE as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write FILE (results.json) for Gradescope
    #[arg(long, value_name = "FILE")]
    gradescope: Option<PathBuf>,
    /// Write the report to FILE as one page of HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the report to FILE as Markdown, for a job summary or a comment
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write to FILE what GitHub Actions shows at the files of a run (docs/github.md)
    #[arg(long, value_name = "FILE")]
    annotations: Option<PathBuf>,
    /// Write FILE (result.json) for Classroom 50; the exit code is then 0 whenever something was graded
    #[arg(long, value_name = "FILE")]
    classroom50: Option<PathBuf>,
    /// What it wrote for is gone; whoever still asks for it is told so
    #[arg(long, hide = true)]
    classroom: bool,
}

#[derive(Args)]
#[command(next_help_heading = "Bots for expanding_nim")]
struct Players {
    /// How the bot is started to move first; {host}, {port} and {name} are filled in
    #[arg(long, value_name = "COMMAND", requires = "second")]
    first: Option<String>,
    /// How the bot is started to move second
    #[arg(long, value_name = "COMMAND", requires = "first")]
    second: Option<String>,
    /// What the bot takes `current_max` for
    #[arg(long, value_name = "KIND", default_value = "auto")]
    dialect: Choice,
    /// The port that the bot has built in: every game has it in a network of its own, or, where the kernel
    /// gives us none, one after another
    #[arg(long, value_name = "PORT", requires = "first")]
    #[arg(value_parser = whole_number(1..=u16::MAX))]
    port: Option<u16>,
    /// Play only the game with this number, with the dice that it has among all
    #[arg(long, value_name = "NUMBER", requires = "first")]
    #[arg(value_parser = whole_number(1..=u32::MAX))]
    game: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_may_have_a_fraction_but_not_be_absurd() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["0", "-1", "nan", "inf", "1e30", "soon", ""] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
