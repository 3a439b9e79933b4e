//! Expanding Nim on the page: the heap, its limit and the resets.

use std::sync::{LazyLock, Mutex};

use serde_json::{Value as Json, json};

use super::{Computer, Field, Known, PERFECT, Query, RANDOM};
use crate::expanding_nim::bot::Bot;
use crate::expanding_nim::position::{INITIAL_MAX, Move, Position, RESETS};
use crate::expanding_nim::remoteness::Remoteness;
use crate::expanding_nim::solver::MAX_RESETS;
use crate::random::Dice;

pub(super) struct Show;

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
            label: "the bot of the class",
        },
    ];

    fn start(variant: &[u64]) -> Result<Position, String> {
        Ok(Position::new(
            variant[0] as u32,
            variant[1] as u32,
            variant[2] as u32,
        ))
    }

    fn fits(variant: &[u64], position: &Position) -> bool {
        let Position {
            stones,
            taken,
            resets,
            ..
        } = *position;
        u64::from(stones) + u64::from(taken) <= variant[0]
            && resets.iter().all(|&left| u64::from(left) <= variant[1])
    }

    fn phrase(_: &Position, chosen: Move) -> String {
        let reset = if chosen.reset { " and reset" } else { "" };
        format!("take {}{reset}", chosen.stones)
    }

    /// The reset first, if there is one; then a stone, which is taken with all behind it.
    fn touch(position: &Position, chosen: Move) -> Vec<String> {
        let stone = (position.stones - chosen.stones + 1).to_string();
        match chosen.reset {
            true => vec!["reset".to_owned(), stone],
            false => vec![stone],
        }
    }

    fn text(position: &Position) -> String {
        let limit = position.limit();
        format!("{}, up to {limit}", super::count(position.stones, "stone"))
    }

    fn board(position: &Position) -> Json {
        json!({
            "left": position.stones, "limit": position.limit(), "resets": position.resets,
            "capped": position.capped, "largest": position.taken,
        })
    }

    fn knowledge() -> &'static Mutex<Known<Position>> {
        static COUNTED: LazyLock<Mutex<Remoteness>> = LazyLock::new(Mutex::default);
        &*COUNTED
    }

    fn own_ai(_: &Query, _: &[u64], position: &Position, _: &mut Dice) -> Result<Move, String> {
        Bot::new()
            .choose(position)
            .map_err(|large| large.to_string())
    }
}
