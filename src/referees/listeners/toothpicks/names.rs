//! Who the players are, where a program has names of its own for them: `Ann takes 2`, `B draws 1`,
//! players that are counted from 0.

use super::super::sticks::board::TAKING;
use crate::game::Player;
use crate::grading::hearing::line::is_word;
use crate::grading::hearing::{Line, Token, lines};

/// Words before a draw that are nobody's name.
const NOBODY: [&str; 14] = [
    "he", "she", "it", "they", "then", "who", "and", "now", "player", "computer", "move", "turn",
    "random", "choice",
];

/// The lines of a text; who is named in them is one of the two players.
pub(super) fn read(text: &str) -> Vec<Line> {
    let plain = from_zero(lines(text, &[]));
    let numbered = plain.iter().any(|line| line.players().next().is_some());
    match numbered {
        true => plain,
        false => lines(text, &named(&plain)),
    }
}

/// Players 0 and 1 are the first and the second.
fn from_zero(heard: Vec<Line>) -> Vec<Line> {
    let is_zero =
        |pair: &[Token]| is_word(&pair[0], &["player", "p"]) && pair[1] == Token::Number(0);
    let zero = heard.iter().any(|line| line.tokens.windows(2).any(is_zero));
    let second = heard
        .iter()
        .flat_map(Line::players)
        .any(|player| player == Player::Second);
    if !zero || second {
        return heard;
    }
    let counted = |mut line: Line| {
        for token in &mut line.tokens {
            if *token == Token::Player(Player::First) {
                *token = Token::Player(Player::Second);
            }
        }
        while let Some(at) = line.tokens.windows(2).position(is_zero) {
            line.tokens
                .splice(at..at + 2, [Token::Player(Player::First)]);
        }
        line
    };
    heard.into_iter().map(counted).collect()
}

/// The names before the words for drawing, if there are two of them who take turns; the first one begins.
fn named(heard: &[Line]) -> Vec<(String, Player)> {
    let drawing: Vec<&str> = heard.iter().filter_map(before_a_draw).collect();
    let (Some(first), second) = (drawing.first(), drawing.get(1)) else {
        return Vec::new();
    };
    let turns = [Some(first), second];
    let take_turns = drawing
        .iter()
        .zip(turns.iter().flatten().cycle())
        .all(|(one, turn)| one == *turn);
    let article = |name: &str| {
        heard.iter().any(|line| {
            line.text
                .split(' ')
                .any(|word| word.len() == 1 && word == name)
        })
    };
    let named = turns.iter().flatten().all(|name| !article(name));
    if !take_turns || !named || second == Some(first) {
        return Vec::new();
    }
    let players = [Player::First, Player::Second];
    let names = turns.iter().flatten().zip(players);
    names
        .map(|(name, player)| ((**name).to_owned(), player))
        .collect()
}

/// The word before a word for drawing that has a number behind it, if it is written like a name.
fn before_a_draw(line: &Line) -> Option<&str> {
    let verb = line
        .tokens
        .iter()
        .position(|token| is_word(token, &TAKING))?;
    let number = |token: &Token| matches!(token, Token::Number(_));
    line.tokens[verb..].iter().find(|token| number(token))?;
    let Token::Word(name) = line.tokens.get(verb.checked_sub(1)?)? else {
        return None;
    };
    let words = line.text.split(|c: char| !c.is_alphabetic());
    let capital = |word: &str| word.starts_with(char::is_uppercase) && word.to_lowercase() == *name;
    let written = words.into_iter().any(capital);
    (written && !NOBODY.contains(&name.as_str())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(text: &str) -> Vec<Player> {
        read(text)
            .iter()
            .flat_map(|line| line.players().collect::<Vec<_>>())
            .collect()
    }

    #[test]
    fn names_are_whoever_takes_turns() {
        let (first, second) = (Player::First, Player::Second);
        for text in [
            "Ann takes 2. 3 left.\nBob takes 1. 2 left.\nAnn takes 2.\n",
            "A removes 2\nB removes 1\nA removes 2\n",
            "Player 0 -> 2\nPlayer 1 -> 1\nPlayer 0 -> 2\n",
            "P1: 2\nP2: 1\nP1: 2\n",
        ] {
            assert_eq!(
                players(&text.replace("\\\n", "\n")),
                [first, second, first],
                "{text}"
            );
        }
        for text in [
            "Ann takes 2\nAnn takes 1\nBob takes 2\n",
            "Ann takes 2\nAnn takes 1\n",
            "It takes 2 toothpicks\n",
        ] {
            assert_eq!(players(&text.replace("\\\n", "\n")), [], "{text}");
        }
    }
}
