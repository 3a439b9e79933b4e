//! The five games as the page sees them: variants, moves with their text, boards to draw, values, replies.
//!
//! Each game says what is its own in [`Show`]; everything else is the same for all and written once, in
//! [`table`]. No rule lives here: positions and moves come from the games' own rules.

mod chopsticks;
mod expanding_nim;
mod sticks;
pub mod table;
pub mod take_stones;
mod toothpicks;

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde::Serialize;
use serde_json::Value as Json;

use crate::game::Game;
use crate::players::{Chance, Knowledge};
use crate::random::Dice;
use crate::text::shortened;

/// The game with this name, if there is one.
pub fn find(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.name == name)
}

/// Every game there is.
pub static ALL: [Entry; 5] = [
    Entry::of::<sticks::Show>("sticks"),
    Entry::of::<toothpicks::Show>("toothpicks"),
    Entry::of::<take_stones::Show>("take_stones"),
    Entry::of::<chopsticks::Show>("chopsticks"),
    Entry::of::<expanding_nim::Show>("expanding_nim"),
];

/// A game as a list can hold it.
pub struct Entry {
    /// Its name in addresses.
    pub name: &'static str,
    /// Its title, variants and players.
    pub about: fn(&str) -> Json,
    /// A game so far: every position with its value, and the moves of the last.
    pub look: fn(&Query) -> Result<Json, String>,
    /// What a player that is a program does in the last position.
    pub reply: fn(&Query) -> Result<Json, String>,
}

impl Entry {
    const fn of<S: Show>(name: &'static str) -> Entry {
        Entry {
            name,
            about: table::about::<S>,
            look: table::look::<S>,
            reply: table::reply::<S>,
        }
    }
}

/// One question about a variant.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Field {
    /// Its name in addresses.
    pub name: &'static str,
    /// What the page calls it.
    pub label: &'static str,
    /// The smallest and the largest answer; `0` and `1` for no and yes.
    pub low: u64,
    /// See `low`.
    pub high: u64,
    /// The answer unless told otherwise.
    pub usual: u64,
    /// A matter of yes and no.
    pub flag: bool,
}

impl Field {
    /// A number.
    pub const fn number(
        name: &'static str,
        label: &'static str,
        low: u64,
        high: u64,
        usual: u64,
    ) -> Field {
        Field {
            name,
            label,
            low,
            high,
            usual,
            flag: false,
        }
    }

    const fn flag(name: &'static str, label: &'static str) -> Field {
        Field {
            name,
            label,
            low: 0,
            high: 1,
            usual: 0,
            flag: true,
        }
    }
}

/// What a request says: words and what they are set to.
#[derive(Clone, Default, Debug)]
pub struct Query(pub BTreeMap<String, String>);

impl Query {
    /// What a word is set to.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The answer to a question about the variant.
    pub fn answer(&self, field: &Field) -> Result<u64, String> {
        let Some(text) = self.get(field.name) else {
            return Ok(field.usual);
        };
        match text {
            "true" if field.flag => return Ok(1),
            "false" if field.flag => return Ok(0),
            _ => {}
        }
        match text.parse() {
            Ok(number) if (field.low..=field.high).contains(&number) => Ok(number),
            _ => Err(format!(
                "`{}` cannot be {}: it is a whole number from {} to {}",
                field.name,
                short(text),
                field.low,
                field.high
            )),
        }
    }

    /// The variant that is asked for, as the answers to the fields in their order.
    pub fn variant(&self, fields: &[Field]) -> Result<Vec<u64>, String> {
        fields.iter().map(|field| self.answer(field)).collect()
    }

    /// Whether every word is a field of the variant or one of `others`: a word that is misspelt would be as good
    /// as not there, and the answer one to another question.
    pub fn knows(&self, fields: &[Field], others: &[&str]) -> Result<(), String> {
        let words = fields.iter().map(|field| field.name);
        let known: Vec<&str> = words.chain(others.iter().copied()).collect();
        match self.0.keys().find(|word| !known.contains(&word.as_str())) {
            None => Ok(()),
            Some(word) => Err(format!(
                "{} means nothing here; there are {}",
                short(word),
                known.join(", ")
            )),
        }
    }

    /// The moves so far, as they are written: `3,6,2`.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        let moves = self.get("moves").unwrap_or_default();
        moves
            .split(',')
            .map(str::trim)
            .filter(|text| !text.is_empty())
    }
}

/// Enough of a text to recognise it in a sentence.
pub fn short(text: &str) -> String {
    format!("`{}`", shortened(text, 40))
}

/// A player that is a program.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Computer {
    /// Its name in addresses.
    pub name: &'static str,
    /// What the page calls it.
    pub label: &'static str,
}

/// The programs that play every game.
const RANDOM: Computer = Computer {
    name: "random",
    label: "random",
};
const PERFECT: Computer = Computer {
    name: "perfect",
    label: "perfect",
};

/// What is a game's own.
pub trait Show: 'static {
    /// A position, with its rules.
    type Position: Chance;

    /// What the page calls it.
    const TITLE: &'static str;
    /// The rules in two or three sentences.
    const RULES: &'static str;
    /// What a variant is made of.
    const FIELDS: &'static [Field];
    /// The programs that play it.
    const COMPUTERS: &'static [Computer];
    /// What its own AI can be told, beside the game so far.
    const OWN: &'static [&'static str] = &[];
    /// What the two players are called.
    const SIDES: [&'static str; 2] = ["Player 1", "Player 2"];

    /// The start of the variant.
    fn start(variant: &[u64]) -> Result<Self::Position, String>;

    /// Whether a position can come up in the variant: one that was read may be much too large.
    fn fits(variant: &[u64], position: &Self::Position) -> bool;

    /// A move in words.
    fn phrase(position: &Self::Position, chosen: Move<Self>) -> String;

    /// The pieces that are touched for a move, in their order, by their names in the picture.
    fn touch(position: &Self::Position, chosen: Move<Self>) -> Vec<String>;

    /// A position in words.
    fn text(position: &Self::Position) -> String;

    /// What there is to draw.
    fn board(position: &Self::Position) -> Json;

    /// What is known of the game, shared by all who ask.
    fn knowledge() -> &'static Mutex<Known<Self::Position>>;

    /// What the game's own AI plays, if it is not the perfect player; a name that is not among
    /// [`Show::COMPUTERS`] never gets here.
    fn own_ai(
        _query: &Query,
        _variant: &[u64],
        _position: &Self::Position,
        _dice: &mut Dice,
    ) -> Result<Move<Self>, String> {
        Err("this game has no AI but the perfect one".to_owned())
    }
}

/// A move of the game.
pub type Move<S> = <<S as Show>::Position as Game>::Move;

/// A solver.
pub type Known<G> = dyn Knowledge<G> + Send;

/// `1 stick`, `2 sticks`.
pub(super) fn count(number: impl Into<u64>, noun: &str) -> String {
    match number.into() {
        1 => format!("1 {noun}"),
        number => format!("{number} {noun}s"),
    }
}
