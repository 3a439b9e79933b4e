//! Chopsticks: play, replay and solve any number of hands and fingers.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use sticks_and_stones::chopsticks::memory::{self, Bytes};
use sticks_and_stones::chopsticks::position::MOST_HANDS;
use sticks_and_stones::chopsticks::replay::replay;
use sticks_and_stones::chopsticks::solve::{write_json, write_text};
use sticks_and_stones::chopsticks::stats::Stats;
use sticks_and_stones::chopsticks::table::{Seat, Table};
use sticks_and_stones::chopsticks::{Position, Solution, Variant};
use sticks_and_stones::console::Console;
use sticks_and_stones::program::{self, Failure, whole_number};
use sticks_and_stones::progress;
use sticks_and_stones::random::Dice;

/// How much of a list of moves is read: /dev/zero has no end.
const MOST_MOVES: u64 = 1 << 26;

/// Chopsticks with any number of hands and fingers: play, replay, solve.
///
/// Each side has hands with one finger up; Left starts. A turn adds the fingers of one of your hands
/// to one of the other side's. A hand that gets more fingers than it has is out, and who has no hands
/// left loses. Moves are typed as `1 1` or as `Left's hand 1 to Right's hand 1`.
#[derive(Parser)]
#[command(name = "chopsticks", version, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    game: Game,
}

const EXAMPLES: &str = "\
Examples:
  chopsticks                              two persons, three hands, five fingers
  chopsticks --right computer             play Left against a player who never errs
  chopsticks -n 2 -m 5 --wrap --predict   another game, and what should happen in it
  chopsticks solve '(L 0 4 1 0 1 1)'      what each move is worth
  chopsticks stats -n 4 --misere          how many positions are won and lost
  chopsticks replay game.txt              a game from its list of moves

Type `help` in a game to see what else can be typed.

Exit codes: 0 done; 1 the input ended in mid-game, a move in a file is bad, or the game is too large
to solve; 2 wrong usage.";

/// The flags that say which game it is.
#[derive(Args)]
#[command(next_help_heading = "The game")]
struct Game {
    /// Hands a side
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        default_value_t = 3,
        allow_negative_numbers = true,
        global = true,
        value_parser = whole_number(1..=MOST_HANDS as u64)
    )]
    hands: u64,

    /// Fingers a hand
    #[arg(
        short = 'm',
        long,
        value_name = "M",
        default_value_t = 5,
        allow_negative_numbers = true,
        global = true,
        value_parser = whole_number(1..=u64::from(u32::MAX))
    )]
    fingers: u64,

    /// Misère: who has all hands knocked out wins
    #[arg(long, global = true)]
    misere: bool,

    /// Wrap-around: only exactly M fingers knock a hand out, more lose M and play on
    #[arg(long, global = true)]
    wrap: bool,

    /// The most memory that solving may take, like 500M or 2G [default: what is free]
    #[arg(long, value_name = "SIZE", global = true)]
    memory: Option<Bytes>,
}

impl Game {
    fn variant(&self) -> Result<Variant, Failure> {
        Variant::new(self.hands, self.fingers, self.misere, self.wrap).map_err(Failure::usage)
    }

    fn position(&self, text: Option<&str>) -> Result<Position, Failure> {
        let variant = self.variant()?;
        match text {
            None => Ok(Position::start(variant)),
            Some(text) => Position::read(variant, text).map_err(Failure::usage),
        }
    }

    fn allowed(&self) -> Bytes {
        self.memory.unwrap_or_else(memory::free)
    }
}

#[derive(Subcommand)]
enum Command {
    Play(Play),
    Replay(Replay),
    Solve(Solve),
    Stats(StatsOptions),
}

/// Play a game (what happens without a subcommand, too).
#[derive(Args)]
#[command(after_help = PLAY_EXAMPLES)]
struct Play {
    /// Who plays Left
    #[arg(long, value_enum, value_name = "WHO", default_value_t = Seat::Human)]
    left: Seat,

    /// Who plays Right
    #[arg(long, value_enum, value_name = "WHO", default_value_t = Seat::Human)]
    right: Seat,

    /// Repeat the chance of an earlier game [default: from the system]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,

    /// Start here, e.g. '(L 0 4 1 0 1 1)'
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// Say at every position what should happen
    #[arg(long)]
    predict: bool,

    /// Print no prompt and draw no hands, also on a terminal
    #[arg(long)]
    no_prompt: bool,
}

impl Play {
    /// Whether nothing was asked for.
    fn is_plain(&self) -> bool {
        let asked =
            self.predict || self.no_prompt || self.seed.is_some() || self.position.is_some();
        !asked && [self.left, self.right] == [Seat::Human; 2]
    }
}

const PLAY_EXAMPLES: &str = "\
Examples:
  chopsticks play --left computer --right computer   a perfect game
  chopsticks play --right random --seed 7            an opponent who throws dice
  printf '1 1\\n1 2\\nquit\\n' | chopsticks play        no prompt in a pipe

The computer takes the soonest win, otherwise a draw, otherwise the latest loss; ties go to the
lowest hands. It agrees to a draw unless it can win. With wrap-around a position that comes again is
announced, `same as #4`: two computers stop there, dice without persons at the third time.";

/// Print a game from its moves, one a line: `1 1` or `Left's hand 1 to Right's hand 1`.
#[derive(Args)]
#[command(after_help = REPLAY_EXAMPLES)]
struct Replay {
    /// The file with the moves; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// Start here, e.g. '(L 0 4 1 0 1 1)'
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

const REPLAY_EXAMPLES: &str = "\
Examples:
  chopsticks replay game.txt
  printf '1 1\\n1 1\\n1 1\\n' | chopsticks replay -n 1 -m 3

An illegal line is an error with its number, and so is a line after the end of the game. A line
`draw` ends the game as a draw. A list that ends in mid-game is printed, and is an error.";

/// Print what a position and each move in it is worth, best move first.
///
/// Values are for the player who moves: win, lose or draw, with the plies until the end if the winner
/// hurries and the loser delays. Plies count the move itself.
#[derive(Args)]
#[command(after_help = SOLVE_EXAMPLES)]
struct Solve {
    /// The position, e.g. '(L 0 4 1 0 1 1)' [default: the start]
    position: Option<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  chopsticks solve                          the default game: lost for Left in 14
  chopsticks solve '(L 0 4 1 0 1 1)' --json
  chopsticks solve -n 2 -m 6 --wrap '(R 5 1 2 2)'";

/// Count the positions that are won, lost and drawn, and how long games last.
///
/// Positions are counted up to the order of hands and for the player to move, those in which somebody
/// has no hands included.
#[derive(Args)]
#[command(after_help = STATS_EXAMPLES)]
struct StatsOptions {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const STATS_EXAMPLES: &str = "\
Examples:
  chopsticks stats
  chopsticks stats -n 2 -m 6 --wrap --json";

fn main() -> ExitCode {
    program::finish(run())
}

fn run() -> Result<(), Failure> {
    let Arguments {
        command,
        game,
        play,
    } = program::arguments()?;
    if command.is_some() && !play.is_plain() {
        return Err(Failure::usage(
            "options that belong to a subcommand must come after it",
        ));
    }
    match command.unwrap_or(Command::Play(play)) {
        Command::Play(play) => self::play(&game, play),
        Command::Replay(options) => self::replay_file(&game, &options),
        Command::Solve(options) => solve(&game, &options),
        Command::Stats(options) => stats(&game, &options),
    }
}

fn play(game: &Game, play: Play) -> Result<(), Failure> {
    let table = Table {
        start: game.position(play.position.as_deref())?,
        seats: [play.left, play.right],
        dice: Dice::from_flag(play.seed),
        prompt: !play.no_prompt && io::stdin().is_terminal() && io::stdout().is_terminal(),
        predict: play.predict,
        allowed: game.allowed(),
    };
    let console = Console::standard();
    let draws = console.draws() && !play.no_prompt;
    table.play(&mut console.drawing(draws))
}

fn replay_file(game: &Game, options: &Replay) -> Result<(), Failure> {
    let start = game.position(options.position.as_deref())?;
    if options.file.as_os_str() == "-" {
        let to_the_end = !io::stdin().is_terminal();
        let moves = io::stdin().lock().take(MOST_MOVES);
        return replay(
            start,
            to_the_end,
            &mut Console::new(moves, io::stdout().lock()),
        );
    }
    let mut moves = File::open(&options.file).map(BufReader::new);
    // A directory can be opened, but not read.
    if let Ok(file) = &mut moves
        && let Err(error) = file.fill_buf()
    {
        moves = Err(error);
    }
    let path = options.file.display();
    let moves =
        moves.map_err(|error| Failure::task(format_args!("cannot read {path}: {error}")))?;
    let moves = moves.take(MOST_MOVES);
    replay(start, true, &mut Console::new(moves, io::stdout().lock()))
}

fn solve(game: &Game, options: &Solve) -> Result<(), Failure> {
    let position = game.position(options.position.as_deref())?;
    let mut watch = progress::watch("solving");
    let solution = Solution::find_beside(0.0, *position.variant(), game.allowed(), &mut watch);
    let solution = solution.map_err(Failure::task)?;
    drop(watch);
    let mut out = io::BufWriter::new(io::stdout().lock());
    if options.json {
        write_json(&solution, &position, &mut out)?;
    } else {
        write_text(&solution, &position, &mut out)?;
    }
    Ok(out.flush()?)
}

fn stats(game: &Game, options: &StatsOptions) -> Result<(), Failure> {
    let (solving, counting) = (progress::watch("solving"), progress::watch("counting"));
    let stats = Stats::collect(game.variant()?, game.allowed(), solving, counting);
    let stats = stats.map_err(Failure::task)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if options.json {
        writeln!(out, "{}", stats.json())?;
    } else {
        write!(out, "{stats}")?;
    }
    Ok(out.flush()?)
}
