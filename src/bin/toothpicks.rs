//! Toothpick Takeaway on the command line.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use sticks_and_stones::console::Console;
use sticks_and_stones::program::{self, Failure, whole_number};
use sticks_and_stones::random::Dice;
use sticks_and_stones::toothpicks::experience::MOST_PAIRS;
use sticks_and_stones::toothpicks::table::{self, Players};
use sticks_and_stones::toothpicks::{Board, Experience, History, Strategy, advice};

const MOST_TOOTHPICKS: u32 = 1_000_000;
const MOST_GAMES: u64 = 1_000_000_000_000;

/// Toothpick Takeaway: two players take turns, and who takes the last toothpick wins
///
/// One game is told line by line; of several, only who won how often. Player 1 always begins.
#[derive(Parser)]
#[command(name = "toothpicks", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    play: Play,
}

const EXAMPLES: &str = "\
Examples:
  toothpicks                                two random players, 10 toothpicks
  toothpicks 21 --bounds 3 --p1 human --p2 perfect
  toothpicks 10 --moves 2,2,1,1,1,1,2       the game of the assignment
  toothpicks 50 --games 1000 --history games.jsonl
  toothpicks 50 --p1 smart --p2 perfect --history games.jsonl
  toothpicks advice 50 --history games.jsonl

Exit codes: 0 done, 1 not done (input ended, bad history), 2 wrong usage (also an illegal --moves).";

#[derive(Subcommand)]
enum Command {
    /// What `smart` would draw at every state, and whether perfect play agrees
    #[command(after_help = ADVICE_EXAMPLES)]
    Advice(AdviceOn),
}

const ADVICE_EXAMPLES: &str = "\
Examples:
  toothpicks 50 --games 1000 --history games.jsonl
  toothpicks advice 50 --history games.jsonl
  toothpicks advice 10 --history games.jsonl --json     {\"10\":1,\"9\":1,...}";

#[derive(Args)]
struct Start {
    /// Toothpicks on the table at the start, up to 1000000
    #[arg(value_name = "N", default_value_t = 10, allow_negative_numbers = true,
          value_parser = whole_number(1..=MOST_TOOTHPICKS))]
    toothpicks: u32,

    /// The most toothpicks a player may take on a turn; times N at most 10000000 for `smart`
    #[arg(long, value_name = "B", default_value_t = 2, allow_negative_numbers = true,
          value_parser = whole_number(1..=MOST_TOOTHPICKS))]
    bounds: u32,
}

#[derive(Args)]
struct Play {
    #[command(flatten)]
    table: Start,

    /// How Player 1 chooses
    #[arg(long, value_name = "WHO", value_enum, default_value_t = Strategy::Random)]
    p1: Strategy,

    /// How Player 2 chooses
    #[arg(long, value_name = "WHO", value_enum, default_value_t = Strategy::Random)]
    p2: Strategy,

    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
          value_parser = whole_number(1..=MOST_GAMES))]
    games: u64,

    /// Makes the random players play the same games again
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,

    /// Tells every game line by line instead of counting who won [always so with a human player]
    #[arg(long)]
    narrate: bool,

    /// Draws the toothpicks before each question
    #[arg(long)]
    board: bool,

    /// Plays these draws, separated by commas, and tells that game
    #[arg(long, value_name = "DRAWS", allow_hyphen_values = true,
          conflicts_with_all = ["p1", "p2", "games", "seed", "narrate", "board"])]
    moves: Option<String>,

    /// Appends every finished game to this file (JSON Lines, made if missing), which `smart` learns
    /// from; several programs may share it
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,
}

#[derive(Args)]
struct AdviceOn {
    #[command(flatten)]
    table: Start,

    /// The games to learn from
    #[arg(long, value_name = "FILE")]
    history: PathBuf,

    /// Prints one JSON object from state to draw, and nothing else
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    program::finish(run())
}

fn run() -> Result<(), Failure> {
    let arguments: Arguments = program::arguments()?;
    match arguments.command {
        Some(Command::Advice(on)) => advise(&on),
        None => match &arguments.play.moves {
            Some(draws) => replay(draws, &arguments.play),
            None => play(&arguments.play),
        },
    }
}

fn replay(draws: &str, play: &Play) -> Result<(), Failure> {
    let mut board = Board::new(play.table.toothpicks, play.table.bounds);
    table::put_down(&mut board, draws)?;
    let history = play.history.as_deref();
    let history = history.map(|path| open(path, |_| {})).transpose()?;
    let mut out = BufWriter::new(io::stdout().lock());
    table::tell_game(&board, &mut Console::new(io::empty(), &mut out))?;
    out.flush()?;
    history.map_or(Ok(()), |mut history| history.append(&board))
}

fn play(play: &Play) -> Result<(), Failure> {
    let strategies = [play.p1, play.p2];
    let highest = if strategies.contains(&Strategy::Smart) {
        play.table.toothpicks
    } else {
        0
    };
    let mut experience = experience(highest, play.table.bounds)?;
    let history = play.history.as_deref();
    let mut history = history
        .map(|path| open(path, |game| experience.learn(game)))
        .transpose()?;
    let mut players = Players {
        strategies,
        dice: Dice::from_flag(play.seed),
        experience,
    };
    let mut console = match strategies.contains(&Strategy::Human) {
        true => Console::standard().drawing(play.board),
        false => Console::new(io::empty(), BufWriter::new(io::stdout().lock())),
    };
    let told = play.narrate || play.games == 1 || strategies.contains(&Strategy::Human);
    let play_games = match told {
        true => table::tell_games,
        false => table::count_games,
    };
    let board = Board::new(play.table.toothpicks, play.table.bounds);
    play_games(
        board,
        play.games,
        &mut players,
        history.as_mut(),
        &mut console,
    )?;
    console.flush()
}

fn advise(on: &AdviceOn) -> Result<(), Failure> {
    let Start { toothpicks, bounds } = on.table;
    let mut experience = experience(toothpicks, bounds)?;
    let mut games = 0_u64;
    match History::open_to_read(&on.history)? {
        Some(mut history) => history.read(|game| {
            games += u64::from(game.bounds() == bounds);
            experience.learn(game);
        })?,
        None => {
            let path = on.history.display();
            let _ = writeln!(
                io::stderr(),
                "warning: there is no {path}: nothing is known yet"
            );
        }
    }
    let advice = advice::advice(toothpicks, bounds, &mut experience);
    let mut out = BufWriter::new(io::stdout().lock());
    if on.json {
        advice::write_json(&advice, &mut out)?;
    } else {
        advice::write_table(&advice, games, &mut out)?;
    }
    Ok(out.flush()?)
}

fn open(path: &Path, see: impl FnMut(&Board)) -> Result<History, Failure> {
    let mut history = History::open(path)?;
    history.read(see)?;
    Ok(history)
}

fn experience(highest: u32, bounds: u32) -> Result<Experience, Failure> {
    Experience::new(highest, bounds).ok_or_else(|| {
        Failure::usage(format_args!(
            "{highest} toothpicks with bounds {bounds} are too many draws to remember; \
             their product may be {MOST_PAIRS} for smart"
        ))
    })
}
