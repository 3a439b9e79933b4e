//! `expanding_nim play`: the conversation at the table, in the words of the client that classes use.

use clap::ValueEnum;

use super::bot::Bot;
use super::position::{InvalidMove, Move, Position, Request, Ruling};
use super::protocol::{Dialect, RULE};
use super::remoteness::Remoteness;
use super::solver::{MAX_RESETS, MAX_STONES};
use crate::console::Console;
use crate::game::{Game, Player};
use crate::picture;
use crate::play::{self, End, Record};
use crate::players::{Chance, Knowledge};
use crate::program::Failure;
use crate::random::Dice;

/// What is known of a game before anybody is asked.
pub struct Wishes {
    /// Stones at the start.
    pub stones: Option<u32>,
    /// Resets of each player.
    pub resets: Option<u32>,
    /// Who goes first, and who second.
    pub seats: [Option<Who>; 2],
    /// What may always be taken, and all that may be taken after a reset.
    pub initial_max: u32,
    /// The seed of the random player.
    pub seed: Option<u64>,
}

/// Who sits in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Who {
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

/// Plays on standard input and output. What the wishes leave open is asked.
pub fn run(wishes: &Wishes) -> Result<(), Failure> {
    let console = &mut Console::standard();
    let stones = given_or_asked(console, wishes.stones, "How many stones", 1..=MAX_STONES)?;
    let resets = given_or_asked(
        console,
        wishes.resets,
        "How many resets each",
        0..=MAX_RESETS,
    )?;
    let first = seated_or_asked(console, wishes.seats[0], "first")?;
    let second = seated_or_asked(console, wishes.seats[1], "second")?;
    let mut host = Host {
        seats: [first, second],
        bot: Bot::new(),
        counted: Remoteness::default(),
        dice: Dice::from_flag(wishes.seed),
    };
    let start = Position::new(stones, resets, wishes.initial_max);
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
    counted: Remoteness,
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
        &mut self.counted
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

    fn picture(&self, position: &Position, _: usize) -> String {
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
}
