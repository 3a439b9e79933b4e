//! What is the same for all games: a game so far and its moves as JSON, and the replies of programs.

use serde_json::{Map, Value as Json, json};

use super::{Query, Show, short};
use crate::arcade::worth::{Outcome, Worth};
use crate::game::Game;
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

/// Moves with what each is worth to whoever makes it.
type Judged<S> = Vec<(<<S as Show>::Position as Game>::Move, Worth)>;

/// A game under way: its variant, its positions, and the moves between them.
pub struct Play<S: Show> {
    /// The answers to [`Show::FIELDS`].
    pub variant: Vec<u64>,
    /// From the start to the present one.
    pub positions: Vec<S::Position>,
    /// One fewer.
    pub moves: Vec<<S::Position as Game>::Move>,
}

impl<S: Show> Play<S> {
    /// The game that a request describes.
    pub fn read(query: &Query) -> Result<Play<S>, String> {
        let variant = query.variant(S::FIELDS)?;
        let mut play: Play<S> = Play {
            positions: vec![S::start(&variant)?],
            moves: Vec::new(),
            variant,
        };
        for text in query.moves() {
            if play.moves.len() == MOST_MOVES {
                return Err(format!("a game has at most {MOST_MOVES} moves here"));
            }
            let now = play.now();
            let number = play.moves.len() + 1;
            let chosen = now
                .moves()
                .into_iter()
                .find(|&chosen| S::written(chosen) == text);
            let chosen = chosen.ok_or_else(|| match now.winner() {
                Some(winner) => format!(
                    "move {number}, {}: {} has won already",
                    short(text),
                    S::SIDES[winner.index()]
                ),
                None => format!(
                    "move {number}, {}, is not legal at {}",
                    short(text),
                    S::text(now)
                ),
            })?;
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

    /// The moves of the present position with what each is worth to the player to move.
    fn judged(&self) -> Result<Judged<S>, String> {
        let now = self.now();
        let worth = |chosen| {
            S::worth(&self.variant, &now.play(chosen)).map(|worth| (chosen, worth.before()))
        };
        now.moves().into_iter().map(worth).collect()
    }
}

/// The whole game as the page shows it.
pub fn look<S: Show>(query: &Query) -> Result<Json, String> {
    let play = Play::<S>::read(query)?;
    let now = play.now();
    let values = query.get("values") != Some("false");
    let judged = if values { Some(play.judged()) } else { None };
    let known = judged.as_ref().is_some_and(Result::is_ok);
    let worth = |position| {
        if known {
            S::worth(&play.variant, position).ok()
        } else {
            None
        }
    };
    let positions: Vec<Json> = play
        .positions
        .iter()
        .map(|position| {
            json!({
                "text": S::text(position), "to_move": position.to_move().index(),
                "winner": position.winner().map(|winner| winner.index()), "value": worth(position),
            })
        })
        .collect();
    let worths: Vec<Option<Worth>> = play.positions.iter().map(worth).collect();
    let history: Vec<Json> = play.moves.iter().enumerate().map(|(ply, &chosen)| {
        let (before, after) = (worths[ply], worths[ply + 1].map(Worth::before));
        json!({
            "move": S::written(chosen), "text": S::phrase(&play.positions[ply], chosen), "value": after,
            "blunder": before.zip(after).is_some_and(|(before, after)| is_blunder(before, after)),
        })
    }).collect();
    let moves: Vec<Json> = match &judged {
        Some(Ok(judged)) => judged
            .iter()
            .map(|&(chosen, worth)| listed::<S>(now, chosen, Some(worth)))
            .collect(),
        _ => now
            .moves()
            .into_iter()
            .map(|chosen| listed::<S>(now, chosen, None))
            .collect(),
    };
    let refused = judged.and_then(Result::err);
    Ok(json!({
        "variant": variant_json::<S>(&play.variant), "history": history, "positions": positions,
        "board": S::board(now), "moves": moves, "no_values": refused,
    }))
}

fn listed<S: Show>(
    now: &S::Position,
    chosen: <S::Position as Game>::Move,
    worth: Option<Worth>,
) -> Json {
    json!({ "move": S::written(chosen), "text": S::phrase(now, chosen), "value": worth })
}

fn variant_json<S: Show>(variant: &[u64]) -> Json {
    let fields = S::FIELDS.iter().zip(variant);
    fields
        .map(|(field, &answer)| (field.name.to_owned(), answer.into()))
        .collect::<Map<_, _>>()
        .into()
}

/// Whether a move gave away what the position was worth: a win, or a draw.
fn is_blunder(before: Worth, after: Worth) -> bool {
    let rank = |worth: Worth| match worth.value {
        Outcome::Win => 2,
        Outcome::Draw => 1,
        Outcome::Lose => 0,
    };
    rank(after) < rank(before)
}

/// What a program plays: `player=random`, `perfect` or the game's own.
pub fn reply<S: Show>(query: &Query) -> Result<Json, String> {
    let play = Play::<S>::read(query)?;
    let now = play.now();
    let moves = now.moves();
    if moves.is_empty() {
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
        "random" => *dice.pick(&moves),
        "perfect" => {
            let judged = play.judged()?;
            let best = judged.iter().map(|(_, worth)| worth.rank()).max();
            let best = judged
                .into_iter()
                .find(|(_, worth)| Some(worth.rank()) == best);
            best.map(|(chosen, _)| chosen).ok_or("the game is over")?
        }
        _ => S::own_ai(query, &play.variant, now, &mut dice)?,
    };
    Ok(listed::<S>(now, chosen, None))
}
