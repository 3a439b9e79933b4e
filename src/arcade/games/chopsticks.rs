//! Chopsticks on the page, with any rules that the solver has room for.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use serde_json::{Value as Json, json};

use super::{Computer, Field, Known, PERFECT, RANDOM};
use crate::chopsticks::memory::Bytes;
use crate::chopsticks::{Position, Solver, Tap, Variant};
use crate::game::{Game, Player};
use crate::players::{Judged, Knowledge, Unsolved, Value};

/// What a solution may take; a few of them are kept.
const MEMORY: Bytes = Bytes(16 << 20);
const MOST_KEPT: usize = 8;

pub(super) struct Show;

impl super::Show for Show {
    type Position = Position;
    const TITLE: &'static str = "Chopsticks";
    const RULES: &'static str = "Tap a hand of the other side: it gets your hand's fingers on top of its own. \
                                 A hand with too many is out. Whoever has no hands left loses. Misère: wins. \
                                 Wrap-around: only a hand that is exactly full is out, and of more the rest stays.";
    const FIELDS: &'static [Field] = &[
        Field::number("hands", "hands", 1, 12, 3),
        Field::number("fingers", "fingers", 1, 20, 5),
        Field::flag("misere", "misère"),
        Field::flag("wrap", "wrap-around"),
    ];
    const COMPUTERS: &'static [Computer] = &[
        RANDOM,
        Computer {
            name: PERFECT.name,
            label: "perfect (its own AI)",
        },
    ];
    const SIDES: [&'static str; 2] = ["Left", "Right"];

    fn start(variant: &[u64]) -> Result<Position, String> {
        let &[hands, fingers, misere, wrap] = variant else {
            return Err("chopsticks has hands, fingers, misere and wrap".to_owned());
        };
        let variant = Variant::new(hands, fingers, misere == 1, wrap == 1);
        variant.map(Position::start).map_err(|bad| bad.to_string())
    }

    /// A position is read by its rules, which are the variant.
    fn fits(_: &[u64], _: &Position) -> bool {
        true
    }

    fn phrase(_: &Position, tap: Tap) -> String {
        format!("hand {} to hand {}", tap.from + 1, tap.to + 1)
    }

    fn touch(position: &Position, tap: Tap) -> Vec<String> {
        let name =
            |player: Player, hand: usize| format!("{}{}", ["L", "R"][player.index()], hand + 1);
        let mover = position.to_move();
        vec![name(mover, tap.from), name(mover.other(), tap.to)]
    }

    fn text(position: &Position) -> String {
        position.to_string()
    }

    fn board(position: &Position) -> Json {
        json!({
            "hands": [position.hands(Player::First), position.hands(Player::Second)],
            "fingers": position.variant().fingers(), "ending": position.ending(),
        })
    }

    fn knowledge() -> &'static Mutex<Known<Position>> {
        static SOLVED: LazyLock<Mutex<Solved>> = LazyLock::new(Mutex::default);
        &*SOLVED
    }
}

/// The games that were asked about last, solved.
#[derive(Default)]
struct Solved(HashMap<Variant, Solver>);

impl Solved {
    fn by(&mut self, variant: &Variant) -> &mut Solver {
        if self.0.len() == MOST_KEPT && !self.0.contains_key(variant) {
            self.0.clear();
        }
        let solver = self.0.entry(*variant);
        solver.or_insert_with(|| Solver::new(MEMORY))
    }
}

/// The page has no flags.
fn here(why: Unsolved) -> Unsolved {
    Unsolved(why.0.replace(" (--memory)", " here"))
}

impl Knowledge<Position> for Solved {
    fn value(&mut self, position: &Position) -> Result<Value, Unsolved> {
        self.by(position.variant()).value(position).map_err(here)
    }

    fn judged(&mut self, position: &Position) -> Result<Vec<Judged<Tap>>, Unsolved> {
        self.by(position.variant()).judged(position).map_err(here)
    }

    fn best(&mut self, position: &Position) -> Result<Option<Tap>, Unsolved> {
        self.by(position.variant()).best(position).map_err(here)
    }
}
