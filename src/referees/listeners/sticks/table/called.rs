//! Names that a program gives by itself and calls out before the takes: `Pete, it is your turn.` Lines
//! that are alike but for one word, which is then among who wins or loses: that word is a name.

use std::collections::BTreeSet;

use super::super::loser::tells_the_end;
use super::TOLD;
use crate::game::Player;
use crate::grading::hearing::{Line, Token};

/// What was called out, and whose turn it was.
#[derive(Default)]
pub(super) struct Called {
    asks: Vec<(Player, Vec<Line>)>,
}

/// The names of the two players, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names {
    pub names: [String; 2],
    /// Who was due when the other one was called.
    pub astray: Option<Player>,
}

impl Called {
    /// Somebody is asked for a take.
    pub(super) fn ask(&mut self, heard: &[Line], due: Player) {
        let lines = heard.iter().filter(|line| !line.says(&TOLD));
        self.asks.push((due, lines.cloned().collect()));
    }

    /// The names, if these lines say who of them wins or loses.
    pub(super) fn names(&self, end: &[Line]) -> Option<Names> {
        let told: Vec<&Line> = end.iter().filter(|line| tells_the_end(line)).collect();
        let told = |word: &str| told.iter().any(|line| has(line, word));
        let (first, others) = self.asks.split_first()?;
        let others = others.iter().flat_map(|(_, lines)| lines);
        let pairs: BTreeSet<(&str, &str)> = others
            .flat_map(|other| first.1.iter().filter_map(|line| unlike(line, other)))
            .filter(|(one, other)| told(one) || told(other))
            .collect();
        let found = pairs.iter().filter_map(|pair| self.held(*pair));
        let mut found: Vec<Names> = found.collect();
        // What fits all that was asked is believed first.
        found.sort_by_key(|names| names.astray.is_some());
        found.into_iter().next()
    }

    /// The two words as names, if each time exactly one of them was called, or none.
    fn held(&self, (one, other): (&str, &str)) -> Option<Names> {
        let calls = |lines: &[Line], word: &str| lines.iter().any(|line| has(line, word));
        let mut called = Vec::new();
        for (due, lines) in &self.asks {
            match (calls(lines, one), calls(lines, other)) {
                (true, true) => return None,
                (false, false) => {}
                (first, _) => {
                    called.push((*due, if first { Player::First } else { Player::Second }))
                }
            }
        }
        let astray = called.iter().find(|(due, called)| due != called);
        // A name is written like one; and once may be a slip of the tongue, of speech or of the ear.
        let capital = self.is_capital(one) && self.is_capital(other);
        (capital && (astray.is_none() || called.len() >= 3)).then(|| Names {
            names: [one.to_owned(), other.to_owned()],
            astray: astray.map(|(due, _)| *due),
        })
    }

    /// Whether a word is always written with a capital.
    fn is_capital(&self, word: &str) -> bool {
        let texts = self.asks.iter().flat_map(|(_, lines)| lines);
        let mut words = texts.flat_map(|line| line.text.split(|c: char| !c.is_alphabetic()));
        words.all(|other| {
            other.to_lowercase() != word || other.chars().next().is_some_and(char::is_uppercase)
        })
    }
}

fn has(line: &Line, word: &str) -> bool {
    line.tokens
        .iter()
        .any(|token| matches!(token, Token::Word(other) if other == word))
}

/// The two words in which lines differ that are otherwise the same, whatever their numbers.
fn unlike<'a>(one: &'a Line, other: &'a Line) -> Option<(&'a str, &'a str)> {
    if one.tokens.len() != other.tokens.len() {
        return None;
    }
    let mut found = None;
    for pair in one.tokens.iter().zip(&other.tokens) {
        match pair {
            (Token::Word(one), Token::Word(other)) if one != other => {
                if found.replace((one.as_str(), other.as_str())).is_some() {
                    return None;
                }
            }
            (Token::Number(_) | Token::Range(..), Token::Number(_) | Token::Range(..)) => {}
            (one, other) if one == other => {}
            _ => return None,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::hearing::lines;

    fn called(asks: &[&str], end: &str) -> Option<Names> {
        let mut called = Called::default();
        let mut due = Player::First;
        for ask in asks {
            called.ask(&lines(ask, &[]), due);
            due = due.other();
        }
        called.names(&lines(end, &[]))
    }

    #[test]
    fn names_are_what_is_called_in_turn_and_loses_in_the_end() {
        let turn = |name: &str| format!("{name}, it is your turn.\nThere are 7 sticks.\nTake: ");
        let (pete, adam) = (turn("Pete"), turn("Adam"));
        let names = ["pete".to_owned(), "adam".to_owned()];
        let asks = [pete.as_str(), &adam, &pete];
        let right = Names {
            names,
            astray: None,
        };
        assert_eq!(called(&asks, "Adam wins"), Some(right.clone()));
        assert_eq!(called(&asks, "Game over"), None);
        let asks = [pete.as_str(), &adam, &pete, &pete];
        let astray = Some(Player::Second);
        assert_eq!(called(&asks, "Pete lost"), Some(Names { astray, ..right }));
    }

    #[test]
    fn other_words_that_change_are_no_names() {
        let asks = ["Next one: ", "Other one: ", "Next one: ", "Next one: "];
        assert_eq!(called(&asks, "You lose"), None);
        let asks = ["There are 3 left: ", "There is 1 left: "];
        assert_eq!(called(&asks, "The loser is you"), None);
    }
}
