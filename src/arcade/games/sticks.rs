//! The Game of Sticks on the page; its own AI draws from hats that the page hands in.

use std::sync::Mutex;

use serde_json::{Value as Json, json};

use super::{Computer, Field, PERFECT, Query, RANDOM};
use crate::arcade::hats;
use crate::arcade::worth::{Known, Worth};
use crate::random::Dice;
use crate::sticks::rules::{SIZES, Sticks};

pub struct Show;

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

    fn start(variant: &[u64]) -> Result<Sticks, String> {
        Ok(Sticks::new(variant[0]))
    }

    fn written(taken: u64) -> String {
        taken.to_string()
    }

    fn phrase(_: &Sticks, taken: u64) -> String {
        format!("take {taken}")
    }

    fn text(position: &Sticks) -> String {
        match position.left() {
            1 => "1 stick".to_owned(),
            left => format!("{left} sticks"),
        }
    }

    fn board(position: &Sticks) -> Json {
        json!({ "left": position.left() })
    }

    fn worth(_: &[u64], position: &Sticks) -> Result<Worth, String> {
        static KNOWN: Mutex<Option<Known<Sticks>>> = Mutex::new(None);
        super::table_of(&KNOWN, position, Clone::clone)
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
