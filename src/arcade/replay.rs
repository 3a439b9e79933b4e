//! Game files of the five games, known by what is in them: each becomes the variant and the moves that the
//! page shows.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value as Json;

use super::games::{self, Query, short};
use crate::expanding_nim::tournament::record::Line;

/// The most games of one file that are listed.
const MOST_GAMES: usize = 1_000;

/// A game that was found in a file.
#[derive(Serialize, PartialEq, Debug)]
pub struct Found {
    game: &'static str,
    title: String,
    variant: BTreeMap<String, String>,
    moves: Vec<String>,
}

impl Found {
    /// Checked by playing it.
    fn checked(self) -> Result<Found, String> {
        let mut query = self.variant.clone();
        query.insert("moves".to_owned(), self.moves.join(","));
        query.insert("values".to_owned(), "false".to_owned());
        let entry = games::find(self.game).ok_or("no such game")?;
        (entry.look)(&Query(query)).map(|_| self)
    }
}

/// The games in a file: the lines of a tournament's log, of toothpicks' history, or the arcade's own
/// (`{"game":"sticks","variant":{"sticks":10},"moves":["3","2"]}`).
pub fn read(text: &[u8]) -> Result<Vec<Found>, String> {
    let text = std::str::from_utf8(text).map_err(|_| "the file is not text".to_owned())?;
    let mut reader = Reader::default();
    for (number, line) in (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let at = |why: String| format!("line {number}: {why}");
        let json: Json =
            serde_json::from_str(line).map_err(|_| at(format!("{} is not a game", short(line))))?;
        reader.line(json).map_err(at)?;
        if reader.found.len() > MOST_GAMES {
            return Err(format!("the file has more than {MOST_GAMES} games: cut it"));
        }
    }
    match reader.found.is_empty() {
        true => Err("there is no game in this file".to_owned()),
        false => Ok(reader.found),
    }
}

#[derive(Default)]
struct Reader {
    found: Vec<Found>,
    /// The rules of a tournament, and the moves of the game whose line comes next.
    rules: BTreeMap<String, String>,
    moves: Vec<String>,
}

impl Reader {
    fn line(&mut self, json: Json) -> Result<(), String> {
        if json.get("game").is_some_and(Json::is_string) {
            return own(&json).and_then(|found| self.add(found));
        }
        if json.get("initial_state").is_some() {
            return toothpicks(&json).and_then(|found| self.add(found));
        }
        let line: Line =
            serde_json::from_value(json).map_err(|error| format!("this is not a game: {error}"))?;
        match line {
            Line::Tournament(rules) => {
                self.rules = [("resets", rules.resets), ("initial_max", rules.initial_max)]
                    .map(|(name, number)| (name.to_owned(), number.to_string()))
                    .into();
                Ok(())
            }
            Line::Move(made) => {
                let reset = if made.reset { " reset" } else { "" };
                // Asking for more than is left takes what is left.
                let before = made.stones.min(i64::from(made.limit));
                self.moves.push(format!("{before}{reset}"));
                Ok(())
            }
            Line::Game(game) => {
                let mut variant = self.rules.clone();
                variant.insert("stones".to_owned(), game.stones.to_string());
                let mut moves = std::mem::take(&mut self.moves);
                shorten_last(&mut moves, game.stones);
                self.add(Found {
                    game: "expanding_nim",
                    title: format!(
                        "{}: {} against {}. {}",
                        game.game, game.first, game.second, game.reason
                    ),
                    variant,
                    moves,
                })
            }
        }
    }

    fn add(&mut self, found: Found) -> Result<(), String> {
        self.found.push(found.checked()?);
        Ok(())
    }
}

/// The last move may ask for more stones than are left; written down it takes those that are.
fn shorten_last(moves: &mut [String], stones: u32) {
    let taken = |text: &String| {
        text.split(' ')
            .next()
            .and_then(|word| word.parse::<u32>().ok())
            .unwrap_or(0)
    };
    let Some((last, before)) = moves.split_last_mut() else {
        return;
    };
    let left = stones.saturating_sub(before.iter().map(taken).sum());
    if taken(last) > left {
        let reset = if last.ends_with("reset") {
            " reset"
        } else {
            ""
        };
        *last = format!("{left}{reset}");
    }
}

fn own(json: &Json) -> Result<Found, String> {
    let name = json["game"].as_str().unwrap_or_default();
    let entry = games::find(name).ok_or_else(|| format!("there is no game {}", short(name)))?;
    let plain = |value: &Json| match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let variant = json.get("variant").and_then(Json::as_object);
    let variant = variant
        .into_iter()
        .flatten()
        .map(|(name, value)| (name.clone(), plain(value)))
        .collect();
    let moves = json
        .get("moves")
        .and_then(Json::as_array)
        .ok_or("a game has `moves`, a list")?;
    Ok(Found {
        game: entry.name,
        title: format!("{}, {} moves", entry.name, moves.len()),
        variant,
        moves: moves.iter().map(plain).collect(),
    })
}

/// A line of toothpicks' history: the states fall, so their order is the order of play.
fn toothpicks(json: &Json) -> Result<Found, String> {
    let data = json
        .get("data")
        .and_then(Json::as_object)
        .ok_or("a game of toothpicks has `data`")?;
    let mut turns: Vec<(u64, String)> = Vec::new();
    for (state, turn) in data {
        let state = state
            .parse()
            .map_err(|_| format!("{} is not a number of toothpicks", short(state)))?;
        turns.push((state, turn[1].to_string()));
    }
    turns.sort_unstable_by_key(|&(state, _)| std::cmp::Reverse(state));
    let variant = [("toothpicks", "initial_state"), ("bounds", "bounds")]
        .map(|(name, field)| (name.to_owned(), json[field].to_string()));
    Ok(Found {
        game: "toothpicks",
        title: format!(
            "{} toothpicks, won by {}",
            json["initial_state"],
            json["winner"].as_str().unwrap_or("?")
        ),
        variant: variant.into(),
        moves: turns.into_iter().map(|(_, taken)| taken).collect(),
    })
}
