//! Toothpick Takeaway on the page; `smart` plays from a thousand random games it has seen.

use std::sync::Mutex;

use serde_json::{Value as Json, json};

use super::{Computer, Field, Known, PERFECT, Query, RANDOM};
use crate::game::Game;
use crate::random::Dice;
use crate::toothpicks::strategies::{self, Theory};
use crate::toothpicks::{Board, Experience};

/// The games that `smart` has seen before it plays, unless told otherwise.
const GAMES: Field = Field::number("games", "games seen", 0, 10_000, 1_000);

pub(super) struct Show;

impl super::Show for Show {
    type Position = Board;
    const TITLE: &'static str = "Toothpicks";
    const RULES: &'static str =
        "Draw from one toothpick up to the bounds. Whoever takes the last toothpick wins.";
    const FIELDS: &'static [Field] = &[
        Field::number("toothpicks", "toothpicks", 1, 500, 21),
        Field::number("bounds", "bounds", 1, 500, 3),
    ];
    const COMPUTERS: &'static [Computer] = &[
        RANDOM,
        PERFECT,
        Computer {
            name: "smart",
            label: "smart (has seen 1,000 games)",
        },
    ];

    const OWN: &'static [&'static str] = &[GAMES.name];

    fn start(variant: &[u64]) -> Result<Board, String> {
        Ok(Board::new(variant[0] as u32, variant[1] as u32))
    }

    fn fits(variant: &[u64], position: &Board) -> bool {
        u64::from(position.state()) <= variant[0]
    }

    fn phrase(_: &Board, taken: u32) -> String {
        format!("draw {taken}")
    }

    /// Touching a toothpick takes it and all behind it.
    fn touch(position: &Board, taken: u32) -> Vec<String> {
        vec![(position.state() - taken + 1).to_string()]
    }

    fn text(position: &Board) -> String {
        super::count(position.state(), "toothpick")
    }

    fn board(position: &Board) -> Json {
        json!({ "left": position.state(), "most": position.largest_draw() })
    }

    fn knowledge() -> &'static Mutex<Known<Board>> {
        static THEORY: Mutex<Theory> = Mutex::new(Theory);
        &THEORY
    }

    fn own_ai(query: &Query, _: &[u64], position: &Board, dice: &mut Dice) -> Result<u32, String> {
        let (state, bounds) = (position.state(), position.bounds());
        let mut experience =
            Experience::new(state, bounds).ok_or("so many toothpicks are too many for `smart`")?;
        for _ in 0..query.answer(&GAMES)? {
            let mut game = Board::new(state, bounds);
            while game.winner().is_none() {
                let drawn = strategies::random(&game, dice);
                game.update(drawn).map_err(|illegal| illegal.to_string())?;
            }
            experience.learn(&game);
        }
        Ok(experience.opinion(state).draw)
    }
}
