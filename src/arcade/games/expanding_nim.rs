//! Expanding Nim on the page: the heap, its limit and the resets.

use std::sync::{Mutex, PoisonError};

use serde_json::{Value as Json, json};

use super::{Computer, Field, PERFECT, RANDOM};
use crate::arcade::worth::{Known, Worth};
use crate::expanding_nim::bot::Bot;
use crate::expanding_nim::position::{INITIAL_MAX, Move, Position, RESETS};
use crate::expanding_nim::solver::MAX_RESETS;
use crate::random::Dice;

/// From larger heaps the plies to the end are too many positions to count; who wins is known all the same.
const MOST_COUNTED: u32 = 60;

pub struct Show;

impl super::Show for Show {
    type Position = Position;
    const TITLE: &'static str = "Expanding Nim";
    const RULES: &'static str = "Take up to one more stone than anybody has taken so far. A reset holds the opponent's \
                                 next turn to the first limit. Whoever takes the last stone wins.";
    const FIELDS: &'static [Field] = &[
        Field::number("stones", "stones", 1, 1000, 40),
        Field::number("resets", "resets each", 0, MAX_RESETS as u64, RESETS as u64),
        Field::number("initial_max", "first limit", 1, 100, INITIAL_MAX as u64),
    ];
    const COMPUTERS: &'static [Computer] = &[
        RANDOM,
        PERFECT,
        Computer {
            name: "bot",
            label: "the class bot (perfect)",
        },
    ];

    fn start(variant: &[u64]) -> Result<Position, String> {
        Ok(Position::new(
            variant[0] as u32,
            variant[1] as u32,
            variant[2] as u32,
        ))
    }

    fn written(chosen: Move) -> String {
        chosen.to_string()
    }

    fn phrase(_: &Position, chosen: Move) -> String {
        let reset = if chosen.reset { " and reset" } else { "" };
        format!("take {}{reset}", chosen.stones)
    }

    fn text(position: &Position) -> String {
        let plural = if position.stones == 1 { "" } else { "s" };
        format!(
            "{} stone{plural}, up to {}",
            position.stones,
            position.limit()
        )
    }

    fn board(position: &Position) -> Json {
        json!({
            "left": position.stones, "limit": position.limit(), "resets": position.resets,
            "capped": position.capped, "largest": position.taken,
        })
    }

    fn worth(_: &[u64], position: &Position) -> Result<Worth, String> {
        static KNOWN: Mutex<Option<Known<Position>>> = Mutex::new(None);
        if position.stones <= MOST_COUNTED {
            return super::table_of(&KNOWN, position, Clone::clone);
        }
        static BOT: Mutex<Option<Bot>> = Mutex::new(None);
        let mut bot = BOT.lock().unwrap_or_else(PoisonError::into_inner);
        let won = bot
            .get_or_insert_default()
            .wins(position)
            .map_err(|large| large.to_string())?;
        Ok(Worth::won(won))
    }

    fn own_ai(
        _: &super::Query,
        _: &[u64],
        position: &Position,
        _: &mut Dice,
    ) -> Result<Move, String> {
        Bot::new()
            .choose(position)
            .map_err(|large| large.to_string())
    }
}
