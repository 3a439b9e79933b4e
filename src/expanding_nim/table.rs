//! `expanding_nim play`: the conversation at the table, in the words of the client that classes use.

use clap::ValueEnum;

use super::bot::Bot;
use super::position::{INITIAL_MAX, InvalidMove, Move, Position, Request, Ruling};
use super::protocol::{Dialect, RULE};
use super::solver::{MAX_RESETS, MAX_STONES};
use crate::console::Console;
use crate::game::{Game, Player};
use crate::picture;
use crate::play::{self, End, Record};
use crate::players::{Chance, Knowledge, Value};
use crate::program::{Failure, whole_number};
use crate::random::Dice;

/// Play a game, against the perfect bot or a friend (the default command)
///
/// What no flag tells is asked. A move is typed as `3`, or with a reset as `3 1` or `3 reset`; type
/// `help` to see what else can be typed, such as `hint` and `undo`.
/// `Current max` is the most taken in one turn so far; after a reset it is one less than the initial
/// maximum: one more than this number may be taken, and the initial maximum always.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  expanding_nim                                              asks for everything
  expanding_nim --stones 100 --resets 4 --first human --second bot
  expanding_nim play --stones 50 --first bot --second random --resets 0 --seed 7")]
pub struct Arguments {
    /// Stones at the start
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_STONES))]
    stones: Option<u32>,
    /// Resets of each player
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(0..=MAX_RESETS))]
    resets: Option<u32>,
    /// Who goes first
    #[arg(long, value_name = "WHO")]
    first: Option<Who>,
    /// Who goes second
    #[arg(long, value_name = "WHO")]
    second: Option<Who>,
    /// What may always be taken, and all that may be taken after a reset
    #[arg(long, value_name = "M", default_value_t = INITIAL_MAX, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_STONES))]
    initial_max: u32,
    /// The seed of the random player
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
}

/// Who sits in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Who {
    /// You
    Human,
    /// The perfect player
    Bot,
    /// Somebody beside you
    Friend,
    /// A player that makes any legal move
    Random,
}

impl Who {
    fn is_person(self) -> bool {
        matches!(self, Who::Human | Who::Friend)
    }
}

/// Plays one game on standard input and output.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    talk(&mut Console::standard(), arguments)
}

fn talk(console: &mut Console, arguments: &Arguments) -> Result<(), Failure> {
    let stones = given_or_asked(console, arguments.stones, "How many stones", 1..=MAX_STONES)?;
    let resets = given_or_asked(
        console,
        arguments.resets,
        "How many resets each",
        0..=MAX_RESETS,
    )?;
    let first = seated_or_asked(console, arguments.first, "first")?;
    let second = seated_or_asked(console, arguments.second, "second")?;
    let mut host = Host {
        seats: [first, second],
        bot: Bot::new(),
        dice: Dice::from_flag(arguments.seed),
    };
    let start = Position::new(stones, resets, arguments.initial_max);
    host.welcome(&start, console)?;
    play::play_on(&start, &mut host, console)
}

fn given_or_asked(
    console: &mut Console,
    given: Option<u32>,
    question: &str,
    range: std::ops::RangeInclusive<u32>,
) -> Result<u32, Failure> {
    if let Some(number) = given {
        return Ok(number);
    }
    let (low, high) = range.into_inner();
    let prompt = format!("{question} ({low}-{high})? ");
    let number = console.ask(&prompt, low.into()..=high.into())?;
    Ok(u32::try_from(number).unwrap_or(high))
}

fn seated_or_asked(console: &mut Console, given: Option<Who>, place: &str) -> Result<Who, Failure> {
    if let Some(who) = given {
        return Ok(who);
    }
    let prompt = format!("Who goes {place}: 1 = you, 2 = the bot, 3 = a friend (1-3)? ");
    Ok(match console.ask(&prompt, 1..=3)? {
        1 => Who::Human,
        2 => Who::Bot,
        _ => Who::Friend,
    })
}

struct Host {
    seats: [Who; 2],
    bot: Bot,
    dice: Dice,
}

impl Host {
    /// The seat of the only person at the table, who is then spoken to as "you".
    fn only_person(&self) -> Option<Player> {
        match self.seats.map(Who::is_person) {
            [true, false] => Some(Player::First),
            [false, true] => Some(Player::Second),
            _ => None,
        }
    }

    fn welcome(&self, start: &Position, console: &mut Console) -> Result<(), Failure> {
        console.say("Welcome to Expanding Nim!")?;
        match self.only_person() {
            Some(Player::First) => console.say("You are player 1 and will go first.")?,
            Some(Player::Second) => console.say("You are player 2 and will go second.")?,
            None => {}
        }
        let (stones, resets) = (start.stones, start.resets[0]);
        console.say(format_args!(
            "The game starts with {stones} stones and {resets} resets per player."
        ))?;
        console.say(RULE)
    }
}

fn say_status(position: &Position, console: &mut Console) -> Result<(), Failure> {
    let current_max = Dialect::Taken.current_max(position);
    console.say(format_args!("Current max: {current_max}"))?;
    console.say(format_args!("Stones left: {}", position.stones))?;
    for player in [Player::First, Player::Second] {
        let resets = position.resets[player.index()];
        console.say(format_args!("{player} has {resets} resets left"))?;
    }
    console.say(RULE)
}

impl play::Host<Position> for Host {
    fn is_person(&self, player: Player) -> bool {
        self.seats[player.index()].is_person()
    }

    fn choose(&mut self, position: &Position) -> Result<Move, Failure> {
        match self.seats[position.to_move.index()] {
            Who::Random => Ok(position.any(&mut self.dice)),
            Who::Bot | Who::Human | Who::Friend => self.bot.choose(position).map_err(Failure::task),
        }
    }

    fn knowledge(&mut self) -> &mut dyn Knowledge<Position> {
        &mut self.bot
    }

    fn question(&self, _: &Position) -> String {
        "Please enter your move: ".to_owned()
    }

    fn phrase(&self, position: &Position, chosen: Move) -> String {
        let who = match self.only_person() {
            Some(you) if you == position.to_move => "You".to_owned(),
            Some(_) => "Opponent".to_owned(),
            None => position.to_move.to_string(),
        };
        let reset = if chosen.reset { " and used reset" } else { "" };
        format!("{who} took {} stones{reset}.", chosen.stones)
    }

    fn example(&self) -> (&'static str, &'static str) {
        ("3 reset", "take 3 stones, with a reset; `3` without one")
    }

    fn turn(
        &mut self,
        record: &Record<Position>,
        console: &mut Console,
    ) -> Result<Option<End>, Failure> {
        let mover = record.now().to_move;
        if self.only_person().is_none() && self.is_person(mover) {
            console.say(format_args!("{mover} to move"))?;
        }
        Ok(None)
    }

    fn moves_on(
        &mut self,
        chosen: Move,
        position: &Position,
        console: &mut Console,
    ) -> Result<(), Failure> {
        console.say(self.phrase(position, chosen))?;
        say_status(&position.play(chosen), console)
    }

    fn picture(&self, position: &Position) -> String {
        let (stones, limit) = (position.stones, position.limit());
        let rows = picture::heap(stones.into(), limit.into(), '@', 'o');
        let why = match position.capped {
            true => " after a reset",
            false => "",
        };
        let resets = match position.own_resets() {
            0 => String::new(),
            1 => ", 1 reset left".to_owned(),
            resets => format!(", {resets} resets left"),
        };
        format!("{rows}\n  {stones} stones, take 1 to {limit} (@){why}{resets}")
    }

    fn ended(
        &mut self,
        winner: Player,
        _: &Record<Position>,
        console: &mut Console,
    ) -> Result<(), Failure> {
        console.say("Game over")?;
        console.say(format_args!("{winner} {}", Ruling::Won))
    }

    fn undone(&mut self, record: &Record<Position>, console: &mut Console) -> Result<(), Failure> {
        say_status(record.now(), console)
    }

    /// What is announced is what was asked for, even if fewer stones are left.
    fn read(&self, position: &Position, typed: &str) -> Result<Move, String> {
        let asked: Request = typed.parse().map_err(|why: InvalidMove| why.to_string())?;
        match (position.broken_rule(asked), u32::try_from(asked.stones)) {
            (None, Ok(stones)) => Ok(Move {
                stones,
                reset: asked.reset,
            }),
            (rule, _) => Err(rule.unwrap_or_else(|| InvalidMove.to_string())),
        }
    }

    fn hint(&self, _: &Position, best: Move, value: Value) -> String {
        let outlook = match value {
            Value::Win(_) => "it wins",
            _ => "every move loses against perfect play",
        };
        format!("Hint: {best} ({outlook})")
    }
}
