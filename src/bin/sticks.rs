//! The Game of Sticks: against a friend, against an AI that learns, or against a trained one.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use sticks_and_stones::console::Console;
use sticks_and_stones::program::{self, Failure, whole_number};
use sticks_and_stones::random::Dice;
use sticks_and_stones::sticks::memory::Memory;
use sticks_and_stones::sticks::report::Course;
use sticks_and_stones::sticks::rules::SIZES;
use sticks_and_stones::sticks::table::Table;
use sticks_and_stones::sticks::training::GAMES;

/// Some minutes of training: a hat has long learned all it can by then.
const MOST_GAMES: u64 = 1_000_000_000;

/// The Game of Sticks: take 1 to 3 sticks a turn; whoever takes the final stick loses.
///
/// Plays against a friend, against an AI that learns from every game, or against one that was
/// trained by playing itself. Taking more sticks than are left is taking the final one.
#[derive(Parser)]
#[command(name = "sticks", version, after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true, allow_negative_numbers = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: Play,
}

const EXAMPLES: &str = "\
Examples:
  sticks                          play; the menu offers all opponents
  sticks --part 1                 the first stage of the assignment: two people, no menu
  sticks --memory ai.json --hats  an AI that remembers you, and shows what it knows
  sticks train 21 --json          train an AI for 21 sticks and print its hats

Exit codes: 0 done; 1 the input ended in mid-game, or a file is bad; 2 wrong usage.

At `Play again` no game is under way: the end of input there means no.";

#[derive(Args)]
struct Play {
    /// The part of the assignment: 1 two people, 2 also an AI, 3 also a trained AI
    #[arg(long, value_name = "1|2|3", default_value_t = 3, value_parser = whole_number(1..=3u8))]
    part: u8,

    /// Repeat the chance of an earlier session [default: from the system]
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,

    /// How many games the trained AI of part 3 trains [default: 100000]
    #[arg(long, value_name = "N", value_parser = whole_number(0..=MOST_GAMES))]
    games: Option<u64>,

    /// Keep the AI's hats in this file: loaded if it exists, saved after each game
    ///
    /// Option 2 plays on with the hats as they are, option 3 trains them further first. A file that
    /// is damaged or holds hats for another number of sticks is an error, and stays as it is.
    #[arg(long, value_name = "FILE")]
    memory: Option<PathBuf>,

    /// After each game against the computer, show its hats
    ///
    /// Once at the end of the game, with the balls that lie beside the hats, and once after the AI
    /// has learned from it. `2x29` stands for 29 balls numbered 2.
    #[arg(long)]
    hats: bool,

    /// Draw the sticks before each question
    #[arg(long)]
    board: bool,
}

#[derive(Subcommand)]
enum Command {
    Train(Train),
}

/// Train an AI without playing, and print its hats.
///
/// Two AIs play each other and both learn; the starter alternates, and each game starts with one of
/// the four largest numbers of sticks. The second AI's hats are printed: what they hold, in how many
/// of the positions that can be won the winning ball is the most frequent one, and its share.
///
/// After 100,000 games or more from new hats, each of these hats holds the winning ball with at least
/// 99.9 % of its balls: the rare pair that misses this is replaced by a new one, which plays all the
/// games again.
#[derive(Args)]
#[command(after_help = TRAIN_EXAMPLES, allow_negative_numbers = true)]
struct Train {
    /// How many sticks, 10 to 100
    #[arg(value_parser = whole_number(SIZES))]
    sticks: u64,

    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = whole_number(0..=MOST_GAMES))]
    games: u64,

    /// Repeat an earlier training [default: from the system, and printed]
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,

    /// Train the hats in this file further, if it exists, and save them there
    #[arg(long, value_name = "FILE")]
    memory: Option<PathBuf>,

    /// Draw the learning curve
    #[arg(long, value_name = "FILE.svg")]
    curve: Option<PathBuf>,

    /// Print the hats as JSON and nothing else
    ///
    /// For each hat how many balls numbered 1, 2 and 3 it holds:
    /// `{"sticks":N,"games":G,"seed":S,"hats":{"1":[a,b,c],...}}`
    #[arg(long)]
    json: bool,
}

const TRAIN_EXAMPLES: &str = "\
Examples:
  sticks train 10                      the hats of a perfect player
  sticks train 10 --games 50           the hats of a beginner
  sticks train 100 --curve curve.svg   how learning goes
  sticks train 21 --memory ai.json     train now, then play: sticks --memory ai.json";

fn main() -> ExitCode {
    program::finish(run())
}

fn run() -> Result<(), Failure> {
    let arguments: Arguments = program::arguments()?;
    match arguments.command {
        None => play(arguments.play),
        Some(Command::Train(train)) => self::train(train),
    }
}

fn play(play: Play) -> Result<(), Failure> {
    refuse_idle_flags(&play)?;
    let table = Table {
        part: play.part,
        games: play.games.unwrap_or(GAMES),
        dice: Dice::from_flag(play.seed),
        memory: Memory::open(play.memory.as_deref())?,
        show_hats: play.hats,
    };
    table.play(&mut Console::standard().drawing(play.board))
}

/// Whoever asks for what the chosen part does not have would wait for it in vain.
///
/// A seed is welcome everywhere: where nothing is random, every run repeats the last.
fn refuse_idle_flags(play: &Play) -> Result<(), Failure> {
    let flags = [
        ("--memory", play.memory.is_some(), 2),
        ("--hats", play.hats, 2),
        ("--games", play.games.is_some(), 3),
    ];
    for (flag, is_given, first_part) in flags {
        if is_given && play.part < first_part {
            return Err(Failure::usage(format_args!(
                "{flag} has no effect with --part {}: it needs at least --part {first_part}",
                play.part
            )));
        }
    }
    Ok(())
}

fn train(train: Train) -> Result<(), Failure> {
    let course = Course {
        sticks: train.sticks,
        games: train.games,
        // A drawn seed is one that people can type and every JSON reader can hold.
        seed: (train.seed).unwrap_or_else(|| u64::from(rand::random::<u32>())),
        memory: train.memory.as_deref(),
        curve: train.curve.as_deref(),
    };
    let hats = course.run()?;
    let report = if train.json {
        course.json(&hats)
    } else {
        course.text(&hats)
    };
    Ok(io::stdout().lock().write_all(report.as_bytes())?)
}
