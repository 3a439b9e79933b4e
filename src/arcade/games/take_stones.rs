//! Take Stones on the page; its own AI is the alpha-beta search of the assignment.

use std::sync::{LazyLock, Mutex};

use serde_json::{Value as Json, json};

use super::{Computer, Field, Known, PERFECT, Query, RANDOM};
use crate::random::Dice;
use crate::take_stones::remoteness::Remoteness;
use crate::take_stones::{Board, Stone, search};

/// How deep its own AI searches, unless told otherwise.
const DEPTH: Field = Field::number("depth", "depth", 1, 5, 4);

/// The memory of a search.
const TABLE: usize = 1 << 22;

/// The game.
pub struct Show;

/// So many steps are tried before a position is taken at its word.
const MOST_STEPS: u32 = 100_000;

/// Whether the stones that were taken can be put in an order of play that ends with the last. How a game
/// opens does not matter: the assignment's own boards begin with stones that the rule does not allow.
fn can_come_up(position: &Board) -> bool {
    let mut taken: Vec<Stone> = (1..=position.stones())
        .filter(|&stone| !position.is_left(stone))
        .collect();
    let Some(last) = position.last() else {
        return taken.is_empty();
    };
    taken.retain(|&stone| stone != last);
    fn back(now: Stone, rest: &mut Vec<Stone>, steps: &mut u32) -> bool {
        *steps += 1;
        if rest.is_empty() || *steps > MOST_STEPS {
            return true;
        }
        (0..rest.len()).any(|index| {
            let before = rest[index];
            if !now.is_multiple_of(before) && !before.is_multiple_of(now) {
                return false;
            }
            rest.swap_remove(index);
            let found = back(before, rest, steps);
            rest.push(before);
            let end = rest.len() - 1;
            rest.swap(index, end);
            found
        })
    }
    back(last, &mut taken, &mut 0)
}

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
    const OWN: &'static [&'static str] = &[DEPTH.name];
    const SIDES: [&'static str; 2] = ["Max", "Min"];

    fn start(variant: &[u64]) -> Result<Board, String> {
        Board::new(variant[0]).map_err(|bad| bad.to_string())
    }

    fn fits(variant: &[u64], position: &Board) -> bool {
        u64::from(position.stones()) == variant[0] && can_come_up(position)
    }

    fn phrase(_: &Board, stone: Stone) -> String {
        format!("take stone {stone}")
    }

    fn touch(_: &Board, stone: Stone) -> Vec<String> {
        vec![stone.to_string()]
    }

    fn text(position: &Board) -> String {
        match position.last() {
            None => super::count(position.stones(), "stone"),
            Some(last) => format!("after stone {last}"),
        }
    }

    fn board(position: &Board) -> Json {
        let taken: Vec<Stone> = (1..=position.stones())
            .filter(|&stone| !position.is_left(stone))
            .collect();
        json!({ "stones": position.stones(), "taken": taken, "last": position.last() })
    }

    fn knowledge() -> &'static Mutex<Known<Board>> {
        static COUNTED: LazyLock<Mutex<Remoteness>> = LazyLock::new(Mutex::default);
        &*COUNTED
    }

    fn own_ai(query: &Query, _: &[u64], position: &Board, _: &mut Dice) -> Result<Stone, String> {
        let found = search::search(position, query.answer(&DEPTH)?, TABLE);
        found
            .map(|outcome| outcome.stone)
            .map_err(|why| why.to_string())
    }
}
