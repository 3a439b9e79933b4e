//! Chopsticks on the page, with any rules that the solver has room for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value as Json, json};

use super::{Computer, Field, PERFECT, RANDOM};
use crate::arcade::worth::{Outcome, Worth};
use crate::chopsticks::memory::Bytes;
use crate::chopsticks::{Position, Rules, Solution, Tap, Value};
use crate::game::Player;

/// What a solution may take; a few of them are kept.
const MEMORY: Bytes = Bytes(64 << 20);
const MOST_KEPT: usize = 8;

pub struct Show;

impl super::Show for Show {
    type Position = Position;
    const TITLE: &'static str = "Chopsticks";
    const RULES: &'static str = "Tap a hand of the other side: it gets your hand's fingers on top of its own. \
                                 A hand with too many is out. Whoever has no hands left loses.";
    const FIELDS: &'static [Field] = &[
        Field::number("hands", "hands", 1, 12, 3),
        Field::number("fingers", "fingers", 1, 20, 5),
        Field::flag("misere", "misère"),
        Field::flag("wrap", "wrap-around"),
    ];
    const COMPUTERS: &'static [Computer] = &[RANDOM, PERFECT];
    const SIDES: [&'static str; 2] = ["Left", "Right"];

    fn start(variant: &[u64]) -> Result<Position, String> {
        rules(variant).map(Position::start)
    }

    fn written(tap: Tap) -> String {
        tap.to_string()
    }

    fn phrase(position: &Position, tap: Tap) -> String {
        position.phrase(tap)
    }

    fn text(position: &Position) -> String {
        position.to_string()
    }

    fn board(position: &Position) -> Json {
        json!({
            "hands": [position.hands(Player::First), position.hands(Player::Second)],
            "fingers": position.rules().fingers(), "ending": position.ending(),
        })
    }

    fn worth(variant: &[u64], position: &Position) -> Result<Worth, String> {
        let value = solution(rules(variant)?)?.value(position);
        Ok(Worth {
            value: match value {
                Value::Win(_) => Outcome::Win,
                Value::Lose(_) => Outcome::Lose,
                Value::Draw => Outcome::Draw,
            },
            plies: value.remoteness(),
        })
    }
}

fn rules(variant: &[u64]) -> Result<Rules, String> {
    let &[hands, fingers, misere, wrap] = variant else {
        return Err("chopsticks has hands, fingers, misere and wrap".to_owned());
    };
    Rules::new(hands, fingers, misere == 1, wrap == 1).map_err(|bad| bad.to_string())
}

/// The solved game, from the few that are kept if it is among them.
fn solution(rules: Rules) -> Result<Arc<Solution>, String> {
    static KEPT: Mutex<Option<HashMap<Rules, Arc<Solution>>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    if let Some(solution) = kept.get(&rules) {
        return Ok(Arc::clone(solution));
    }
    let solution = Arc::new(Solution::find(rules, MEMORY).map_err(|refusal| refusal.to_string())?);
    if kept.len() == MOST_KEPT {
        kept.clear();
    }
    kept.insert(rules, Arc::clone(&solution));
    Ok(solution)
}
