//! `expanding_nim play`: the conversation at the table, in the words of the client that classes use.

use std::io::{BufRead, Write};

use clap::ValueEnum;

use super::bot::Bot;
use super::position::{INITIAL_MAX, Position, Request};
use super::protocol::{Dialect, RULE};
use super::solver::{MAX_RESETS, MAX_STONES};
use crate::console::{self, Console};
use crate::game::Player;
use crate::players::Chance;
use crate::program::{Failure, whole_number};
use crate::random::Dice;

/// Play a game, against the perfect bot or a friend (the default command)
///
/// What no flag tells is asked. A move is typed as `3`, or with a reset as `3 1` or `3 reset`. `hint`
/// asks the bot for its move, and `undo` goes back to your last turn (between two people, one move).
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
    play(&mut console::standard(), arguments)
}

fn play<R: BufRead, W: Write>(
    console: &mut Console<R, W>,
    arguments: &Arguments,
) -> Result<(), Failure> {
    let stones = given_or_asked(console, arguments.stones, "How many stones", 1..=MAX_STONES)?;
    let resets = given_or_asked(
        console,
        arguments.resets,
        "How many resets each",
        0..=MAX_RESETS,
    )?;
    let first = seated_or_asked(console, arguments.first, "first")?;
    let second = seated_or_asked(console, arguments.second, "second")?;
    let mut table = Table {
        console,
        seats: [first, second],
        turns: vec![Position::new(stones, resets, arguments.initial_max)],
        bot: Bot::new(),
        dice: Dice::from_flag(arguments.seed),
    };
    table.welcome()?;
    while !table.turn()? {}
    Ok(())
}

fn given_or_asked<R: BufRead, W: Write>(
    console: &mut Console<R, W>,
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

fn seated_or_asked<R: BufRead, W: Write>(
    console: &mut Console<R, W>,
    given: Option<Who>,
    place: &str,
) -> Result<Who, Failure> {
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

struct Table<'a, R, W> {
    console: &'a mut Console<R, W>,
    seats: [Who; 2],
    /// The position before each turn; the last one is the current one.
    turns: Vec<Position>,
    bot: Bot,
    dice: Dice,
}

impl<R: BufRead, W: Write> Table<'_, R, W> {
    /// The seat of the only person at the table, who is then spoken to as "you".
    fn only_person(&self) -> Option<Player> {
        match self.seats.map(Who::is_person) {
            [true, false] => Some(Player::First),
            [false, true] => Some(Player::Second),
            _ => None,
        }
    }

    fn position(&self) -> &Position {
        self.turns.last().expect("the start stays")
    }

    fn welcome(&mut self) -> Result<(), Failure> {
        let start = *self.position();
        self.console.say("Welcome to Expanding Nim!")?;
        match self.only_person() {
            Some(Player::First) => self.console.say("You are player 1 and will go first.")?,
            Some(Player::Second) => self.console.say("You are player 2 and will go second.")?,
            None => {}
        }
        let (stones, resets) = (start.stones, start.resets[0]);
        self.console.say(format_args!(
            "The game starts with {stones} stones and {resets} resets per player."
        ))?;
        self.console.say(RULE)
    }

    /// One turn, or one `undo`; true once the game is over.
    fn turn(&mut self) -> Result<bool, Failure> {
        let position = *self.position();
        let request = match self.seats[position.to_move.index()] {
            Who::Bot => Some(self.bot.choose(&position).map_err(Failure::task)?.into()),
            Who::Random => Some(position.any(&mut self.dice).into()),
            Who::Human | Who::Friend => self.ask(&position)?,
        };
        let Some(request) = request else {
            self.undo()?;
            return Ok(false);
        };
        let (after, ending) = position.judge(request);
        self.turns.push(after);
        let who = match self.only_person() {
            Some(you) if you == position.to_move => "You".to_owned(),
            Some(_) => "Opponent".to_owned(),
            None => position.to_move.to_string(),
        };
        let reset = if request.reset { " and used reset" } else { "" };
        self.console
            .say(format_args!("{who} took {} stones{reset}.", request.stones))?;
        self.say_status()?;
        let Some(ending) = ending else {
            return Ok(false);
        };
        self.console.say("Game over")?;
        self.console
            .say(format_args!("{} {ending}", position.to_move))?;
        Ok(true)
    }

    fn say_status(&mut self) -> Result<(), Failure> {
        let position = *self.position();
        let current_max = Dialect::Taken.current_max(&position);
        self.console
            .say(format_args!("Current max: {current_max}"))?;
        self.console
            .say(format_args!("Stones left: {}", position.stones))?;
        for player in [Player::First, Player::Second] {
            let resets = position.resets[player.index()];
            self.console
                .say(format_args!("{player} has {resets} resets left"))?;
        }
        self.console.say(RULE)
    }

    /// A legal move of a person, or none for `undo`.
    fn ask(&mut self, position: &Position) -> Result<Option<Request>, Failure> {
        if self.only_person().is_none() {
            self.console
                .say(format_args!("{} to move", position.to_move))?;
        }
        loop {
            let Some(answer) = self.console.ask_line("Please enter your move: ")? else {
                return Err(self.console.input_ended());
            };
            match answer.as_str() {
                "undo" => return Ok(None),
                "hint" => self.hint(position)?,
                text => match text.parse() {
                    Err(invalid) => self.console.say(invalid)?,
                    Ok(request) => match position.broken_rule(request) {
                        Some(rule) => self.console.say(rule)?,
                        None => return Ok(Some(request)),
                    },
                },
            }
        }
    }

    fn hint(&mut self, position: &Position) -> Result<(), Failure> {
        let chosen = self.bot.choose(position).map_err(Failure::task)?;
        let wins = self.bot.wins(position).map_err(Failure::task)?;
        let outlook = if wins {
            "it wins"
        } else {
            "every move loses against perfect play"
        };
        self.console.say(format_args!("Hint: {chosen} ({outlook})"))
    }

    /// Goes back to the last turn of a person, and shows the table as it was then.
    fn undo(&mut self) -> Result<(), Failure> {
        let earlier = self.turns[..self.turns.len() - 1]
            .iter()
            .rposition(|turn| self.seats[turn.to_move.index()].is_person());
        match earlier {
            None => self.console.say("There is no move of yours to undo."),
            Some(turn) => {
                self.turns.truncate(turn + 1);
                self.say_status()
            }
        }
    }
}
