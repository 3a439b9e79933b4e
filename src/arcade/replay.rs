//! Game files of the five games, known by what is in them: each becomes the variant and the moves that the
//! page shows.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value as Json;

use super::games::{self, Query, short};
use crate::expanding_nim::tournament::record::{GameRecord, Line};

/// The most games of one file that are listed.
const MOST_GAMES: usize = 1_000;

/// A game that was found in a file.
#[derive(Clone, Serialize, PartialEq, Debug)]
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
/// (`{"game":"sticks","variant":{"sticks":10},"moves":["3","2"]}`). Lines that are not JSON are the moves
/// of one game, of the kind that `page` shows.
pub fn read(text: &[u8], page: &Query) -> Result<Vec<Found>, String> {
    let text = std::str::from_utf8(text).map_err(|_| "the file is not text".to_owned())?;
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty());
    if !text.trim_start().starts_with('{') {
        return plain(lines.map(|(_, line)| line), page).map(|found| vec![found]);
    }
    let mut reader = Reader::default();
    for (number, line) in lines {
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

/// A move a line, as the programs read and print them; the positions between them are left out.
fn plain<'t>(lines: impl Iterator<Item = &'t str>, page: &Query) -> Result<Found, String> {
    let mut variant = page.0.clone();
    let name = variant.remove("game").unwrap_or_default();
    let entry = games::find(&name).ok_or_else(|| format!("there is no game {}", short(&name)))?;
    let moves: Vec<String> = lines
        .filter(|line| !line.starts_with('('))
        .map(str::to_owned)
        .collect();
    let title = format!("{name}, {} moves", moves.len());
    Found {
        game: entry.name,
        title,
        variant,
        moves,
    }
    .checked()
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
        self.tournament(line)
    }

    fn tournament(&mut self, line: Line) -> Result<(), String> {
        match line {
            Line::Tournament(rules) => {
                self.rules = [("resets", rules.resets), ("initial_max", rules.initial_max)]
                    .map(|(name, number)| (name.to_owned(), number.to_string()))
                    .into();
                Ok(())
            }
            Line::Move(made) => {
                let reset = if made.reset { " reset" } else { "" };
                self.moves.push(format!("{}{reset}", made.stones));
                Ok(())
            }
            Line::Game(game) => self.game(&game),
            Line::Dialect(_) | Line::Rounds(_) => Ok(()),
            Line::Whole(whole) => {
                self.tournament(Line::Tournament(whole.rules))?;
                for made in whole.made {
                    self.tournament(Line::Move(made))?;
                }
                self.game(&whole.game)
            }
        }
    }

    /// Whoever lost by an illegal move has it in the log, as the last of the game.
    fn game(&mut self, game: &GameRecord) -> Result<(), String> {
        let mut variant = self.rules.clone();
        variant.insert("stones".to_owned(), game.stones.to_string());
        let (first, second) = (&game.first, &game.second);
        let mut found = Found {
            game: "expanding_nim",
            title: format!("{}: {first} against {second}. {}", game.game, game.reason),
            variant,
            moves: std::mem::take(&mut self.moves),
        };
        if !game.forfeits.is_empty() && found.clone().checked().is_err() {
            found.moves.pop();
        }
        self.add(found)
    }

    fn add(&mut self, found: Found) -> Result<(), String> {
        self.found.push(found.checked()?);
        Ok(())
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
