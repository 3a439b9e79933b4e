//! The best stone to take, by alpha-beta search or perfect play; and the game itself.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use clap::Parser;
use sticks_and_stones::chopsticks::memory;
use sticks_and_stones::console::Console;
use sticks_and_stones::game::{Game, Player};
use sticks_and_stones::players::Perfect;
use sticks_and_stones::program::{self, Failure, cannot_write, whole_number};
use sticks_and_stones::progress::{Progress, Stopwatch};
use sticks_and_stones::take_stones::parts::{Means, SoFar};
use sticks_and_stones::take_stones::perfect::{ByMatching, ToDepth};
use sticks_and_stones::take_stones::table::{self, Seat};
use sticks_and_stones::take_stones::tree::Tree;
use sticks_and_stones::take_stones::{Board, Outcome, arguments, perfect, plain, search};
use sticks_and_stones::{arcade, files};

/// The board of `--play` without numbers.
const STONES: u64 = 20;

const FORMS: &str = "\
take_stones [OPTIONS] <#stones> <#taken_stones> <list_of_taken_stones> <depth>
       take_stones --perfect <#stones> <#taken_stones> <list_of_taken_stones>
       take_stones --play [OPTIONS] [<#stones> <#taken_stones> <list_of_taken_stones>]";

const EXAMPLES: &str = "\
Players take turns taking a stone that is a multiple or a factor of the one before; whoever cannot
loses. The first stone is odd and below half of the board. Player 1 is Max, player 2 is Min: Min is
to move if the number of taken stones is odd. Depth 0 searches to the end of the game.
While playing, `help` tells what else can be typed.

Examples:
  take_stones 7 3 1 4 2 3              stones 1, 4 and 2 are taken, search 3 plies
  take_stones 20 0 0                   a new game, searched to its end
  take_stones --tree 10 3 4 2 6 4      the nodes of the search, one a line
  take_stones --tree --html tree.html 10 3 4 2 6 4   the same to open node by node
  take_stones --perfect 500000 0       who wins where no search can reach
  take_stones --play                   play against the program, with 20 stones
  take_stones --play 7 0               the same with 7
  take_stones --play --friend 7 0      play against each other

Exit codes: 0 done, 1 the game is over or the input ended, 2 wrong usage.";

/// The best stone to take, by alpha-beta search or perfect play
#[derive(Parser)]
#[command(name = "take_stones", version, override_usage = FORMS, after_help = EXAMPLES, allow_negative_numbers = true)]
struct Arguments {
    /// The size of the board, the number of stones taken, those stones from first to last, and the
    /// depth of the search
    #[arg(value_name = "NUMBER")]
    numbers: Vec<String>,

    /// Draw the search tree instead of printing its numbers
    #[arg(long)]
    tree: bool,

    /// Write the tree into FILE, as one page to open in a browser
    #[arg(long, value_name = "FILE", requires = "tree")]
    html: Option<PathBuf>,

    /// Draw trees of up to this many nodes
    #[arg(
        long,
        value_name = "NODES",
        default_value_t = 10_000,
        requires = "tree",
        value_parser = whole_number(0..=u64::MAX)
    )]
    limit: u64,

    /// Memory for finished subtrees (0: search every one again); by default as much as the search
    /// needs, up to a quarter of what is free
    #[arg(long, value_name = "MIB", value_parser = whole_number(0..=1u32 << 20))]
    table: Option<u32>,

    /// Cores that search to the end of a game; by default all there are. The numbers are the same
    #[arg(long, value_name = "CORES", value_parser = whole_number(1..=1024u16))]
    cores: Option<u16>,

    /// The best stone and its value with perfect play, by matching instead of search (no depth)
    #[arg(long, conflicts_with_all = ["tree", "play"])]
    perfect: bool,

    /// Play the game from this position (no depth)
    #[arg(long, conflicts_with = "tree")]
    play: bool,

    /// Two persons play, the program only watches
    #[arg(long, requires = "play", conflicts_with_all = ["second", "depth"])]
    friend: bool,

    /// The person is player 2, the program player 1
    #[arg(long, requires = "play")]
    second: bool,

    /// The program searches this many plies instead of playing perfectly (0: to the end)
    #[arg(long, value_name = "PLIES", requires = "play", value_parser = whole_number(0..=u64::MAX))]
    depth: Option<u64>,
}

fn main() -> ExitCode {
    program::finish(run())
}

fn run() -> Result<(), Failure> {
    let arguments: Arguments = program::arguments()?;
    let numbers = &arguments.numbers;
    let mut output = BufWriter::new(io::stdout().lock());
    if arguments.play {
        let board = match numbers.is_empty() {
            true => Board::new(STONES).map_err(Failure::usage)?,
            false => arguments::board(numbers)?,
        };
        drop(output);
        return table::play(&mut Console::standard(), &board, seats(&arguments));
    } else if arguments.perfect {
        let board = arguments::board(numbers)?;
        let watch = Stopwatch::new("matching");
        let advice = perfect::advise(&board).ok_or_else(|| game_over(&board))?;
        drop(watch);
        write!(output, "{advice}")?;
    } else {
        let (board, depth) = arguments::board_and_depth(numbers)?;
        if board.winner().is_some() {
            return Err(game_over(&board));
        }
        if !arguments.tree {
            write!(output, "{}", search(&arguments, &board, depth)?)?;
        } else if plain::exceeds(arguments.limit, &board, depth) {
            return Err(Failure::task(format_args!(
                "the tree has more nodes than --limit {}: raise it, or search less deep",
                arguments.limit
            )));
        } else if let Some(file) = &arguments.html {
            let page = arcade::tree::Tree::of(&board, depth).to_html();
            files::replace(file, page.as_bytes())
                .map_err(|error| Failure::task(cannot_write(file, error)))?;
        } else {
            write!(output, "{}", Tree::of(&board, depth))?;
        }
    }
    Ok(output.flush()?)
}

/// Searches with a sign of life: for how long, until some share of the work is done, then which.
fn search(arguments: &Arguments, board: &Board, depth: u64) -> Result<Outcome, Failure> {
    let mut watch = Some(Stopwatch::new("searching"));
    let mut bar = None;
    let mut report = |so_far: SoFar| {
        watch = None;
        let bar = bar.get_or_insert_with(|| Progress::new("searching", so_far.of as u64));
        bar.reach(so_far.parts as u64);
        bar.say(format_args!("searching, {} nodes so far", so_far.visited));
    };
    let table = match arguments.table {
        Some(mebibytes) => (mebibytes as usize) << 20,
        None => (memory::free().0 / 4) as usize,
    };
    let cores = match arguments.cores {
        Some(cores) => cores.into(),
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let means = Means {
        table,
        cores,
        report: &mut report,
    };
    search::search_by(board, depth, means).map_err(Failure::task)
}

fn seats(arguments: &Arguments) -> [Seat; 2] {
    let program: Seat = match arguments.depth {
        _ if arguments.friend => None,
        None => Some(Box::new(Perfect(ByMatching))),
        Some(depth) => Some(Box::new(ToDepth(depth))),
    };
    match arguments.second {
        true => [program, None],
        false => [None, program],
    }
}

/// A finished game has no best stone.
fn game_over(board: &Board) -> Failure {
    let loser = board.to_move();
    Failure::task(format_args!(
        "the game is over: {} has no legal stone, so {} has won",
        role(loser),
        role(loser.other())
    ))
}

/// The player's two names in the assignment.
fn role(player: Player) -> &'static str {
    match player {
        Player::First => "Player 1 (Max)",
        Player::Second => "Player 2 (Min)",
    }
}
