//! `expanding_nim replay`: recorded games told again, with what every position was worth.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use super::bot::Bot;
use super::position::{Move, Position, Request};
use super::tournament::record::{Line, WholeGame};
use super::tournament::{Conditions, MoveRecord};
use crate::program::Failure;

/// The longest line of a log. A game of a thousand moves has fewer bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// Tells the games of a file on standard output, all or the one with a number, in words or in JSON.
pub fn run(path: &Path, number: Option<usize>, json: bool) -> Result<(), Failure> {
    let shown = path.display();
    let file = File::open(path)
        .map_err(|error| Failure::task(format_args!("cannot read {shown}: {error}")))?;
    let mut output = BufWriter::new(io::stdout().lock());
    let mut told = 0;
    let wanted = |game: &WholeGame| number.is_none_or(|number| game.game.game == number);
    each_game(BufReader::new(file), &shown.to_string(), |game| {
        if !wanted(&game) {
            return Ok(());
        }
        told += 1;
        match json {
            true => {
                let line = serde_json::to_string(&Line::Whole(game)).map_err(io::Error::from)?;
                writeln!(output, "{line}")?;
            }
            false => write!(output, "{}", tell_whole(&game))?,
        }
        Ok(())
    })?;
    if told == 0 {
        let what = match number {
            Some(number) => format!("game {number} is not in {shown}"),
            None => format!("there is no finished game in {shown}"),
        };
        return Err(Failure::task(what));
    }
    Ok(output.flush()?)
}

/// Reads the games of a log one after another, each with the moves before it.
fn each_game(
    mut reader: impl BufRead,
    shown: &str,
    mut tell: impl FnMut(WholeGame) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let bad = |number: usize, what: &dyn std::fmt::Display| {
        Failure::task(format_args!("{shown}, line {number}: {what}"))
    };
    let (mut rules, mut moves) = (None::<Conditions>, Vec::new());
    for number in 1.. {
        let mut line = Vec::new();
        let mut bounded = reader.by_ref().take(LONGEST_LINE);
        let length = bounded.read_until(b'\n', &mut line);
        let length =
            length.map_err(|error| Failure::task(format_args!("cannot read {shown}: {error}")))?;
        if length == 0 {
            break;
        }
        if line.len() as u64 == LONGEST_LINE {
            return Err(bad(number, &"it is too long for a line of a log"));
        }
        match serde_json::from_slice(&line) {
            Ok(Line::Tournament(told)) => rules = Some(told),
            Ok(Line::Dialect(_) | Line::Rounds(_)) => {}
            Ok(Line::Move(made)) => moves.push(made),
            Ok(Line::Whole(game)) => tell(game)?,
            Ok(Line::Game(game)) => {
                let rules = rules.ok_or_else(|| bad(number, &"the rules are missing"))?;
                let made = std::mem::take(&mut moves);
                tell(WholeGame { rules, game, made })?;
            }
            // The end of a log that was cut short.
            Err(_) if !line.ends_with(b"\n") => break,
            Err(error) => {
                return Err(bad(
                    number,
                    &format_args!("not a line of a tournament log: {error}"),
                ));
            }
        }
    }
    Ok(())
}

fn tell_whole(whole: &WholeGame) -> String {
    let WholeGame { rules, game, made } = whole;
    let (resets, initial_max) = (rules.resets, rules.initial_max);
    let start = Position::new(game.stones, resets, initial_max);
    format!(
        "Game {}: {} stones, {resets} resets each, {} first, {} second\n{}{}\n\n",
        game.game,
        game.stones,
        game.first,
        game.second,
        tell_game(made, start),
        game.reason
    )
}

/// A game move by move from its start: who stood how, what was asked for, what was legal, and what would
/// have won where a move was wrong.
pub fn tell_game(moves: &[MoveRecord], start: Position) -> String {
    let (mut text, mut judge, mut position) = (String::new(), Bot::new(), start);
    for made in moves {
        let asked = Request {
            stones: made.stones,
            reset: made.reset,
        };
        let winning = judge.wins(&position).ok();
        let stands = match winning {
            Some(true) => " (winning)",
            Some(false) => " (losing)",
            None => "",
        };
        let reset = if made.reset { " and resets" } else { "" };
        let (left, limit) = (position.stones, position.limit());
        let _ = write!(
            text,
            "{:>3}. {}{stands} takes {}{reset} of {left} stones, 1 to {limit} are legal",
            made.turn, made.player, made.stones
        );
        let thrown = made.threw_away_win == Some(true);
        let wrong = match position.broken_rule(asked) {
            Some(_) => Some("illegal"),
            None => thrown.then_some("throws the win away"),
        };
        if let Some(wrong) = wrong {
            let _ = write!(text, ": {wrong}");
            if winning == Some(true)
                && let Ok(better) = judge.choose(&position)
            {
                let _ = write!(text, ", `{better}` would have won");
            }
        }
        text.push('\n');
        position = position.judge(asked).0;
    }
    text
}

/// The first move with which the player in this seat threw a win away, and a move that would have kept it.
pub fn first_blunder(moves: &[MoveRecord], seat: usize, start: Position) -> Option<(usize, Move)> {
    let mut position = start;
    for made in moves {
        if made.seat == seat && made.threw_away_win == Some(true) {
            let better = Bot::new().choose(&position).ok()?;
            return Some((made.turn, better));
        }
        let asked = Request {
            stones: made.stones,
            reset: made.reset,
        };
        position = position.judge(asked).0;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = concat!(
        r#"{"type":"tournament","resets":0,"initial_max":3,"seconds":60}"#,
        "\n",
        r#"{"type":"move","game":1,"turn":1,"player":"a","seat":0,"stones":2,"reset":false,"#,
        r#""limit":3,"left":6,"seconds":0.1,"threw_away_win":true}"#,
        "\n",
        r#"{"type":"move","game":1,"turn":2,"player":"b","seat":1,"stones":9,"reset":false,"#,
        r#""limit":3,"left":6,"seconds":0.1,"threw_away_win":null}"#,
        "\n",
        r#"{"type":"game","game":1,"round":1,"stones":8,"first":"a","second":"b","winner":"a","#,
        r#""reason":"Player b made an illegal move","moves":2,"seconds":[0.1,0.1],"#,
        r#""wins_thrown_away":[1,0],"forfeits":[]}"#,
        "\n{\"type\":\"mo"
    );

    fn games(log: &str) -> Vec<WholeGame> {
        let mut games = Vec::new();
        each_game(log.as_bytes(), "log", |game| {
            games.push(game);
            Ok(())
        })
        .expect("a log");
        games
    }

    #[test]
    fn a_game_is_told_with_values_and_what_would_have_won() {
        let told: String = games(LOG).iter().map(tell_whole).collect();
        assert_eq!(
            told,
            "Game 1: 8 stones, 0 resets each, a first, b second\n\
             \x20 1. a (winning) takes 2 of 8 stones, 1 to 3 are legal: throws the win away, `1` would have won\n\
             \x20 2. b (winning) takes 9 of 6 stones, 1 to 3 are legal: illegal, `2` would have won\n\
             Player b made an illegal move\n\n"
        );
    }

    #[test]
    fn a_game_as_one_line_is_the_same_game() {
        let whole = &games(LOG)[0];
        let line = serde_json::to_string(&Line::Whole(whole.clone())).expect("written");
        assert_eq!(games(&line)[0], *whole);
    }
}
