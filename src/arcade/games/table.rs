//! What is the same for all games: a game so far and its moves as JSON, and the replies of programs.

use std::sync::{MutexGuard, PoisonError};

use serde_json::{Map, Value as Json, json};

use super::{Known, Move, Query, Show, short};
use crate::game::Game;
use crate::players::{Chance, Judged, Unsolved, Value};
use crate::random::Dice;

/// Longer games are refused.
pub const MOST_MOVES: usize = 2_000;

/// What the page needs to offer a game.
pub fn about<S: Show>(name: &str) -> Json {
    json!({
        "name": name, "title": S::TITLE, "rules": S::RULES, "variant": S::FIELDS,
        "players": S::COMPUTERS, "sides": S::SIDES,
    })
}

/// A game under way: its variant, its positions, and the moves between them.
pub struct Play<S: Show + ?Sized> {
    variant: Vec<u64>,
    /// From the start to the present one.
    positions: Vec<S::Position>,
    /// One fewer.
    moves: Vec<Move<S>>,
}

/// The values of all positions, and of all moves of the last.
type Values<S> = (Vec<Value>, Vec<Judged<Move<S>>>);

impl<S: Show> Play<S> {
    /// The game that a request describes: the variant, `start` if it is not the usual one, `moves`. Beside these the
    /// request may have the words in `more`.
    pub fn read(query: &Query, more: &[&str]) -> Result<Play<S>, String> {
        query.knows(S::FIELDS, &[&["start", "moves"], more].concat())?;
        let variant = query.variant(S::FIELDS)?;
        let mut play: Play<S> = Play {
            positions: vec![start::<S>(query, &variant)?],
            moves: Vec::new(),
            variant,
        };
        for text in query.moves() {
            if play.moves.len() == MOST_MOVES {
                return Err(format!("a game has at most {MOST_MOVES} moves here"));
            }
            let (now, number) = (play.now(), play.moves.len() + 1);
            let chosen = now
                .read_move(text)
                .map_err(|why| format!("move {number}, {}, at {now}: {why}", short(text)))?;
            let next = now.play(chosen);
            play.moves.push(chosen);
            play.positions.push(next);
        }
        Ok(play)
    }

    /// The present position.
    pub fn now(&self) -> &S::Position {
        &self.positions[self.positions.len() - 1]
    }

    /// What every position is worth, and every move of the present one.
    fn known(&self) -> Result<Values<S>, Unsolved> {
        let mut known = known::<S>();
        let values = self.positions.iter().map(|position| known.value(position));
        Ok((values.collect::<Result<_, _>>()?, known.judged(self.now())?))
    }
}

fn start<S: Show>(query: &Query, variant: &[u64]) -> Result<S::Position, String> {
    let usual = S::start(variant)?;
    let Some(text) = query.get("start") else {
        return Ok(usual);
    };
    let start = usual.read_position(text).map_err(|why| why.to_string())?;
    match S::fits(variant, &start) {
        true => Ok(start),
        false => Err(format!("{} cannot come up in this variant", short(text))),
    }
}

fn known<S: Show>() -> MutexGuard<'static, Known<S::Position>> {
    S::knowledge()
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// The whole game as the page shows it.
pub fn look<S: Show>(query: &Query) -> Result<Json, String> {
    let play = Play::<S>::read(query, &["values"])?;
    let now = play.now();
    let known = match query.get("values") {
        Some("false") => None,
        _ => Some(play.known()),
    };
    let (values, judged, no_values) = match known {
        Some(Ok((values, judged))) => (values, judged, None),
        Some(Err(why)) => (Vec::new(), Vec::new(), Some(why.to_string())),
        None => (Vec::new(), Vec::new(), None),
    };
    let positions = play.positions.iter().enumerate().map(|(ply, position)| {
        json!({
            "position": position.to_string(), "text": S::text(position),
            "to_move": position.to_move().index(),
            "winner": position.winner().map(|winner| winner.index()),
            "value": values.get(ply).copied().map(worth),
        })
    });
    let history = play.moves.iter().enumerate().map(|(ply, &chosen)| {
        let after = values.get(ply + 1).map(|value| value.before());
        let slip = values.get(ply).zip(after);
        json!({
            "move": chosen.to_string(), "text": S::phrase(&play.positions[ply], chosen),
            "value": after.map(worth),
            "blunder": slip.is_some_and(|(&before, after)| is_blunder(before, after)),
        })
    });
    let moves = now.moves().into_iter().map(|chosen| {
        let rank = judged.iter().position(|judged| judged.chosen == chosen);
        let mut listed = listed::<S>(now, chosen);
        listed["value"] = rank.map(|rank| worth(judged[rank].value)).into();
        listed["rank"] = rank.into();
        listed
    });
    Ok(json!({
        "variant": variant_json::<S>(&play.variant), "history": history.collect::<Json>(),
        "positions": positions.collect::<Json>(), "board": S::board(now),
        "moves": moves.collect::<Json>(), "no_values": no_values,
    }))
}

fn listed<S: Show>(now: &S::Position, chosen: Move<S>) -> Json {
    json!({
        "move": chosen.to_string(), "text": S::phrase(now, chosen), "touch": S::touch(now, chosen),
    })
}

fn worth(value: Value) -> Json {
    json!({ "value": value.word(), "plies": value.remoteness() })
}

fn variant_json<S: Show>(variant: &[u64]) -> Json {
    let fields = S::FIELDS.iter().zip(variant);
    fields
        .map(|(field, &answer)| (field.name.to_owned(), answer.into()))
        .collect::<Map<_, _>>()
        .into()
}

/// Whether a move gave away what the position was worth: a win, or a draw.
fn is_blunder(before: Value, after: Value) -> bool {
    let worse = |value| match value {
        Value::Win(_) => 0,
        Value::Draw => 1,
        Value::Lose(_) => 2,
    };
    worse(after) > worse(before)
}

/// What a program plays: `player=random`, `perfect` or the game's own.
pub fn reply<S: Show>(query: &Query) -> Result<Json, String> {
    let play = Play::<S>::read(query, &[&["player", "seed"], S::OWN].concat())?;
    let now = play.now();
    if now.winner().is_some() {
        return Err("the game is over".to_owned());
    }
    let mut dice = match query.get("seed") {
        None => Dice::from_flag(None),
        Some(text) => Dice::new(
            text.parse()
                .map_err(|_| format!("{} is no seed", short(text)))?,
        ),
    };
    let name = query.get("player").unwrap_or("perfect");
    if !S::COMPUTERS.iter().any(|computer| computer.name == name) {
        let names: Vec<&str> = S::COMPUTERS.iter().map(|computer| computer.name).collect();
        return Err(format!(
            "there is no player {}, only {}",
            short(name),
            names.join(", ")
        ));
    }
    let chosen = match name {
        "random" => now.any(&mut dice),
        "perfect" => {
            let best = known::<S>().best(now).map_err(|why| why.to_string())?;
            best.ok_or("the game is over")?
        }
        _ => S::own_ai(query, &play.variant, now, &mut dice)?,
    };
    Ok(listed::<S>(now, chosen))
}
