//! Game files of the five games, known by what is in them: each becomes the variant and the moves that the
//! page shows.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value as Json;

use super::games::{self, Query, short};
use crate::expanding_nim::tournament::record::{GameRecord, Line};
use crate::game::Game;
use crate::play::DRAW;
use crate::toothpicks::history;

/// The most games of one file that are listed.
const MOST_GAMES: usize = 1_000;

fn moves_of(number: usize) -> String {
    games::count(number as u64, "move")
}

const NO_GAME: &str = "there is no game in this file";

/// How the log of a server begins.
const STARTED: &str = "Game started!";

/// What `chopsticks` says of a position that came up before.
const SAME: &str = "same as #";

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
        self.look().map(|_| self)
    }

    fn look(&self) -> Result<Json, String> {
        let mut query = self.variant.clone();
        query.insert("moves".to_owned(), self.moves.join(","));
        query.insert("values".to_owned(), "false".to_owned());
        let entry = games::find(self.game).ok_or("no such game")?;
        (entry.look)(&Query(query))
    }

    /// Whether somebody has won.
    fn is_over(&self) -> bool {
        let look = self.look();
        let last = look
            .as_ref()
            .ok()
            .and_then(|look| look["positions"].as_array()?.last());
        last.is_some_and(|position| !position["winner"].is_null())
    }
}

/// The games in a file: the lines of a tournament's log, of toothpicks' history, or the arcade's own
/// (`{"game":"sticks","variant":{"sticks":10},"moves":["3","2"]}`), or the log of a server of Expanding Nim.
/// Other lines are the moves of one game, of the kind that `page` shows.
pub fn read(text: &[u8], page: &Query) -> Result<Vec<Found>, String> {
    let text = std::str::from_utf8(text).map_err(|_| "the file is not text".to_owned())?;
    let text = text.trim_start_matches('\u{feff}');
    let lines = (1..).zip(text.lines().map(str::trim));
    let mut lines = lines.filter(|(_, line)| !line.is_empty()).peekable();
    let mut reader = Reader::default();
    // One game may be written over many lines.
    match serde_json::from_str(text) {
        Ok(Json::Array(games)) => return reader.all(games),
        Ok(game @ Json::Object(_)) if text.trim().contains('\n') => return reader.all(vec![game]),
        _ => {}
    }
    let first = lines.peek().map_or("", |&(_, line)| line);
    if first == STARTED {
        return served(lines.map(|(_, line)| line));
    }
    if !first.starts_with('{') {
        return plain(lines.map(|(_, line)| line), page).map(|found| vec![found]);
    }
    while let Some((number, line)) = lines.next() {
        let at = |why: String| format!("line {number}: {why}");
        match serde_json::from_str(line) {
            Ok(json) => reader.line(json).map_err(at)?,
            // The end of a file that is still being written, or that was cut short.
            Err(_) if number > 1 && lines.peek().is_none() && !text.ends_with('\n') => {}
            Err(_) => return Err(at(format!("{} is not a game", short(line)))),
        }
    }
    reader.end()
}

/// A move a line, as the programs read and print them. Of the positions between them the first is where the
/// game began; what is printed after its end is left out, and whatever follows a draw.
fn plain<'t>(lines: impl Iterator<Item = &'t str>, page: &Query) -> Result<Found, String> {
    let mut variant = page.0.clone();
    let name = variant.remove("game").unwrap_or_default();
    let entry = games::find(&name).ok_or_else(|| format!("there is no game {}", short(&name)))?;
    let mut moves: Vec<String> = Vec::new();
    for line in lines.take_while(|line| !line.eq_ignore_ascii_case(DRAW)) {
        match line {
            _ if line.starts_with(SAME) => {}
            _ if !line.starts_with('(') => moves.push(made(line).to_owned()),
            _ if moves.is_empty() => _ = variant.insert("start".to_owned(), line.to_owned()),
            _ => {}
        }
    }
    let found = |moves: &[String]| Found {
        game: entry.name,
        title: format!("{name}, {}", moves_of(moves.len())),
        variant: variant.clone(),
        moves: moves.to_vec(),
    };
    match moves.split_last() {
        None => Err(NO_GAME.to_owned()),
        Some((_, before)) => found(&moves).checked().or_else(|why| {
            let before = found(before).checked().ok().filter(Found::is_over);
            before.ok_or(why)
        }),
    }
}

/// The move in a line that says who made it: `Player 1: 6`, or `2. Player 2: 6` as `history` lists it.
fn made(line: &str) -> &str {
    let parts = line.rsplit_once(": ");
    parts.map_or(line, |(who, made)| match who.contains("Player ") {
        true => made,
        false => line,
    })
}

/// The log of `expanding_nim serve`, of one game or of several. Whoever lost by an illegal move has it there,
/// as the last of the game.
fn served<'t>(lines: impl Iterator<Item = &'t str>) -> Result<Vec<Found>, String> {
    let mut all: Vec<Found> = Vec::new();
    for line in lines {
        let made = line.strip_prefix("Player ");
        let made = made.and_then(|line| line.rsplit_once(" took "));
        let terms = line.strip_prefix("Initial stones: ");
        if line == STARTED {
            all.push(Found {
                game: "expanding_nim",
                title: String::new(),
                variant: BTreeMap::new(),
                moves: Vec::new(),
            });
        }
        let Some(game) = all.last_mut() else { continue };
        if let Some((stones, resets)) =
            terms.and_then(|terms| terms.split_once(", Initial resets: "))
        {
            for (name, number) in [("stones", stones), ("resets", resets)] {
                game.variant.insert(name.to_owned(), number.to_owned());
            }
        } else if let Some((_, what)) = made {
            let stones = what.split(' ').next().unwrap_or_default();
            let reset = if what.ends_with("used reset.") {
                " reset"
            } else {
                ""
            };
            game.moves.push(format!("{stones}{reset}"));
        }
    }
    let numbered = (1..).zip(all).take(MOST_GAMES);
    let checked = numbered.map(|(number, mut game)| {
        if game.clone().checked().is_err() {
            game.moves.pop();
        }
        game.title = format!("{number}: {}", moves_of(game.moves.len()));
        game.checked()
    });
    checked.collect()
}

#[derive(Default)]
struct Reader {
    found: Vec<Found>,
    /// The rules of a tournament, and the moves of the game whose line comes next.
    rules: BTreeMap<String, String>,
    moves: Vec<String>,
}

impl Reader {
    fn all(mut self, games: Vec<Json>) -> Result<Vec<Found>, String> {
        games.into_iter().try_for_each(|game| self.line(game))?;
        self.end()
    }

    fn end(self) -> Result<Vec<Found>, String> {
        match self.found.is_empty() {
            true => Err(NO_GAME.to_owned()),
            false => Ok(self.found),
        }
    }

    fn line(&mut self, json: Json) -> Result<(), String> {
        if json.get("game").is_some_and(Json::is_string) {
            return own(&json).and_then(|found| self.add(found));
        }
        if json.get("initial_state").is_some() {
            return toothpicks(&json).and_then(|found| self.add(found));
        }
        if json.get("standings").is_some() {
            return Err(
                "these are the results of a tournament: its moves are in its log (.jsonl)"
                    .to_owned(),
            );
        }
        if !json.get("type").is_some_and(Json::is_string) {
            return Err(format!("{} is not a game", short(&json.to_string())));
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
        if self.found.len() == MOST_GAMES {
            return Err(format!("the file has more than {MOST_GAMES} games: cut it"));
        }
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
        title: format!("{}, {}", entry.name, moves_of(moves.len())),
        variant,
        moves: moves.iter().map(plain).collect(),
    })
}

/// A line of toothpicks' history, as `toothpicks` itself reads it.
fn toothpicks(json: &Json) -> Result<Found, String> {
    let game = history::game(json.to_string().as_bytes())?;
    let (winner, toothpicks) = (game.to_move().other(), game.initial_state());
    let variant = [("toothpicks", toothpicks), ("bounds", game.bounds())]
        .map(|(name, number)| (name.to_owned(), number.to_string()));
    Ok(Found {
        game: "toothpicks",
        title: format!("{}, won by {winner}", games::count(toothpicks, "toothpick")),
        variant: variant.into(),
        moves: game
            .data()
            .iter()
            .map(|turn| turn.taken.to_string())
            .collect(),
    })
}
