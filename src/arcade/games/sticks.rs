//! The Game of Sticks on the page; its own AI draws from hats that the page hands in.

use std::sync::Mutex;

use serde_json::{Value as Json, json};

use super::{Computer, Field, Known, PERFECT, Query, RANDOM, count};
use crate::arcade::hats;
use crate::random::Dice;
use crate::sticks::rules::{SIZES, Sticks, Theory};

pub(super) struct Show;

impl super::Show for Show {
    type Position = Sticks;
    const TITLE: &'static str = "Sticks";
    const RULES: &'static str =
        "Take one to three sticks a turn. Whoever takes the final stick loses.";
    const FIELDS: &'static [Field] = &[Field::number(
        "sticks",
        "sticks",
        *SIZES.start(),
        *SIZES.end(),
        20,
    )];
    const COMPUTERS: &'static [Computer] = &[
        RANDOM,
        PERFECT,
        Computer {
            name: "hats",
            label: "AI with hats",
        },
    ];

    const OWN: &'static [&'static str] = &["hats"];

    fn start(variant: &[u64]) -> Result<Sticks, String> {
        Ok(Sticks::new(variant[0]))
    }

    fn fits(variant: &[u64], position: &Sticks) -> bool {
        position.left() <= variant[0]
    }

    fn phrase(_: &Sticks, taken: u64) -> String {
        format!("take {taken}")
    }

    /// Touching a stick takes it and all behind it.
    fn touch(position: &Sticks, taken: u64) -> Vec<String> {
        match position.left().checked_sub(taken) {
            Some(rest) => vec![(rest + 1).to_string()],
            None => Vec::new(),
        }
    }

    fn text(position: &Sticks) -> String {
        count(position.left(), "stick")
    }

    fn board(position: &Sticks) -> Json {
        json!({ "left": position.left() })
    }

    fn knowledge() -> &'static Mutex<Known<Sticks>> {
        static THEORY: Mutex<Theory> = Mutex::new(Theory);
        &THEORY
    }

    fn own_ai(
        query: &Query,
        variant: &[u64],
        position: &Sticks,
        dice: &mut Dice,
    ) -> Result<u64, String> {
        let hats = hats::read(variant[0], query.get("hats"))?;
        Ok(hats.draw(position.left(), dice).ball)
    }
}
