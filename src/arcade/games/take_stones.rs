//! Take Stones on the page; its own AI is the alpha-beta search of the assignment.

use std::sync::Mutex;

use serde_json::{Value as Json, json};

use super::{Computer, Field, PERFECT, Query, RANDOM};
use crate::arcade::worth::{Known, Worth};
use crate::game::Game;
use crate::random::Dice;
use crate::take_stones::{Board, Stone, Value, perfect, search};

/// How deep its own AI searches, unless told otherwise.
const DEPTH: Field = Field::number("depth", "depth", 1, 6, 4);

/// On larger boards the plies to the end are too many positions to count; who wins is known all the same.
const MOST_COUNTED: Stone = 16;

/// The memory of a search.
const TABLE: usize = 1 << 22;

pub struct Show;

impl super::Show for Show {
    type Position = Board;
    const TITLE: &'static str = "Take Stones";
    const RULES: &'static str = "Open with an odd stone below half of the board. Then take a stone that is a multiple or \
                                 a factor of the last one. Whoever cannot loses.";
    const FIELDS: &'static [Field] = &[Field::number("stones", "stones", 3, 200, 20)];
    const COMPUTERS: &'static [Computer] = &[
        RANDOM,
        PERFECT,
        Computer {
            name: "alpha-beta",
            label: "alpha-beta, 4 plies",
        },
    ];
    const SIDES: [&'static str; 2] = ["Max", "Min"];

    fn start(variant: &[u64]) -> Result<Board, String> {
        Board::new(variant[0]).map_err(|bad| bad.to_string())
    }

    fn written(stone: Stone) -> String {
        stone.to_string()
    }

    fn phrase(_: &Board, stone: Stone) -> String {
        format!("take stone {stone}")
    }

    fn text(position: &Board) -> String {
        match position.last() {
            None => format!("{} stones", position.stones()),
            Some(last) => format!("after stone {last}"),
        }
    }

    fn board(position: &Board) -> Json {
        let taken: Vec<Stone> = (1..=position.stones())
            .filter(|&stone| !position.is_left(stone))
            .collect();
        json!({ "stones": position.stones(), "taken": taken, "last": position.last() })
    }

    fn worth(variant: &[u64], position: &Board) -> Result<Worth, String> {
        static KNOWN: Mutex<Option<Known<Board>>> = Mutex::new(None);
        if variant[0] <= u64::from(MOST_COUNTED) || few_are_left(position) {
            return super::table_of(&KNOWN, position, Clone::clone);
        }
        let advice = perfect::advise(position);
        let won = advice
            .is_some_and(|advice| advice.value.seen_from_max(position.to_move()) == Value::WON);
        Ok(match position.winner() {
            None => Worth::won(won),
            Some(_) => Worth {
                plies: Some(0),
                ..Worth::won(false)
            },
        })
    }

    fn own_ai(query: &Query, _: &[u64], position: &Board, _: &mut Dice) -> Result<Stone, String> {
        let found = search::search(position, query.answer(&DEPTH)?, TABLE);
        found
            .map(|outcome| outcome.stone)
            .map_err(|failure| failure.to_string())
    }
}

/// Whether what is left of the game is as small as a small board.
fn few_are_left(position: &Board) -> bool {
    let left = (1..=position.stones())
        .filter(|&stone| position.is_left(stone))
        .count();
    left <= MOST_COUNTED as usize
}
