//! Questions: what kind of answer a program wants, as far as it shows without knowing the game.

use super::line::{Line, Token, is_word};

/// What a program says before it waits, that any program could say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// Whether to play once more.
    Again,
    /// Somebody's name.
    Name,
    /// Only a key: `Press Enter to continue`.
    Enter,
    /// How many people play.
    Players,
    /// Something to be answered with yes or no.
    YesNo,
}

/// The common question in the last lines, if it is one.
pub fn common(lines: &[Line]) -> Option<Common> {
    let last = lines.iter().rev().find(|line| line.has_words())?;
    let again = last.says(&[
        "again",
        "another",
        "rematch",
        "more",
        "replay",
        "nochmal",
        "encore",
        "uudestaan",
    ]) && last.says(&[
        "play*", "game*", "round*", "match*", "replay", "yes", "y", "rematch", "spiel*",
    ]) && !last.says(&["try", "invalid", "enter"]);
    let play_again = |pair: &[Token]| {
        is_word(&pair[0], &["play", "game", "round"]) && is_word(&pair[1], &["again"])
    };
    let again = again || last.tokens.windows(2).any(play_again);
    let yes_no = says_yes_no(last);
    if again || yes_no && last.says(&["continue", "new", "restart", "again", "another"]) {
        return Some(Common::Again);
    }
    if last.says(&["name", "names", "nickname"]) && !last.says(&["game"]) {
        return Some(Common::Name);
    }
    let counted = |pair: &[Token]| {
        is_word(&pair[0], &["many", "of", "human"])
            && is_word(&pair[1], &["players", "people", "humans"])
    };
    if last.tokens.windows(2).any(counted) && last.says(&["how", "number"]) {
        return Some(Common::Players);
    }
    if last.says(&["press", "hit", "push"])
        && last.says(&["enter", "return", "key"])
        && last.ranges().next().is_none()
    {
        return Some(Common::Enter);
    }
    yes_no.then_some(Common::YesNo)
}

fn says_yes_no(line: &Line) -> bool {
    let yes = line.says(&["yes", "y", "yeah"]);
    yes && line.says(&["no", "n", "nope"])
}

/// How to say yes (or no) to this question: as the program wants it, as far as it says so.
pub fn yes_or_no(lines: &[Line], yes: bool) -> String {
    let tokens: Vec<&Token> = lines
        .iter()
        .rev()
        .take(3)
        .flat_map(|line| &line.tokens)
        .collect();
    let wanted: &[&str] = if yes {
        &["yes", "y"]
    } else {
        &["no", "n", "quit", "exit", "stop"]
    };
    // `1 = yes`, `yes (1)`, `1 for yes`.
    for (at, token) in tokens.iter().enumerate() {
        if !is_word(token, wanted) {
            continue;
        }
        let near = tokens[at.saturating_sub(3)..at]
            .iter()
            .rev()
            .chain(tokens[at + 1..].iter().take(2));
        let number = near
            .take_while(|token| !matches!(token, Token::Mark(',' | '/' | ';')))
            .find_map(|token| match token {
                Token::Number(number @ 0..=2) => Some(*number),
                _ => None,
            });
        if let Some(number) = number {
            return number.to_string();
        }
    }
    let says = |word: &str| tokens.iter().any(|token| is_word(token, &[word]));
    let capital = lines.last().is_some_and(|line| {
        line.text.contains("(Y") || line.text.contains("[Y") || line.text.contains("Y/N")
    });
    match (yes, says("y") || says("n"), says("yes") || says("no")) {
        (true, true, _) => if capital { "Y" } else { "y" }.to_owned(),
        (false, true, _) => if capital { "N" } else { "n" }.to_owned(),
        (true, _, true) => "yes".to_owned(),
        (false, _, true) => "no".to_owned(),
        (true, ..) => "1".to_owned(),
        (false, ..) => "0".to_owned(),
    }
}

/// One option of a menu: what to type, and the words that say what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What to type.
    pub key: String,
    /// What it is about.
    pub line: Line,
}

/// The options listed in these lines: `1. Friend`, `(2) Computer`, `Play against a friend (1)`.
pub fn choices(lines: &[Line]) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for line in lines {
        for (key, tokens) in keys(line) {
            let words = tokens
                .iter()
                .any(|token| matches!(token, Token::Word(_) | Token::Computer));
            choices.retain(|choice| choice.key != key);
            if words {
                let line = Line {
                    text: line.text.clone(),
                    tokens,
                };
                choices.push(Choice { key, line });
            }
        }
    }
    match choices.len() {
        0 | 1 => Vec::new(),
        _ => choices,
    }
}

/// The keys of one line, each with the words that belong to it.
fn keys(line: &Line) -> Vec<(String, Vec<Token>)> {
    let opens = |token: Option<&Token>| {
        matches!(
            token,
            Some(Token::Mark('(' | '[' | '\'' | '"' | '=' | '-' | ':'))
        )
    };
    let closes = |token: Option<&Token>| {
        matches!(
            token,
            Some(Token::Mark(
                '.' | ')' | ']' | ':' | '-' | '=' | '\'' | '"' | '>' | '–'
            ))
        )
    };
    let tokens = &line.tokens;
    let mut starts = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let Token::Number(key @ 0..=9) = token else {
            continue;
        };
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let first = at == 0 || at == 1 && opens(before);
        let spoken = before.is_some_and(|token| {
            is_word(
                token,
                &["press", "enter", "type", "option", "select", "choose", "or"],
            )
        }) || tokens
            .get(at + 1)
            .is_some_and(|token| is_word(token, &["for", "to"]));
        if first || spoken || opens(before) || closes(tokens.get(at + 1)) {
            starts.push((at, key.to_string()));
        }
    }
    let one = |&(at, ref key): &(usize, String)| (key.clone(), at);
    let starts: Vec<(String, usize)> = starts.iter().map(one).collect();
    if let [(key, _)] = starts.as_slice() {
        return vec![(key.clone(), tokens.clone())];
    }
    // Several in a line: the words follow their key, unless the line begins with words.
    let leads = starts.first().is_some_and(|(_, at)| *at > 1)
        && tokens
            .iter()
            .take(2)
            .all(|token| !is_word(token, &["press", "enter", "type", "select", "choose"]))
        && tokens
            .last()
            .is_some_and(|last| matches!(last, Token::Mark(')' | ']') | Token::Number(_)));
    let ends = |index: usize| starts.get(index + 1).map_or(tokens.len(), |(_, at)| *at);
    let pieces = starts.iter().enumerate().map(|(index, (key, at))| {
        let words = match leads {
            true => tokens[index
                .checked_sub(1)
                .map_or(0, |before| starts[before].1 + 1)..*at]
                .to_vec(),
            false => tokens[at + 1..ends(index)].to_vec(),
        };
        (key.clone(), words)
    });
    pieces.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::hearing::lines;

    #[test]
    fn common_questions_are_known() {
        for (text, kind) in [
            ("Play again (1 = yes, 0 = no)? ", Some(Common::Again)),
            (
                "Would you like to play another game? (y/n)",
                Some(Common::Again),
            ),
            (
                "Enter the number 1 if you wish to play again: ",
                Some(Common::Again),
            ),
            ("Invalid. Try again: ", None),
            ("Enter the name of player 1: ", Some(Common::Name)),
            ("Press Enter to continue", Some(Common::Enter)),
            ("How many players? ", Some(Common::Players)),
            ("Do you want the rules (yes/no)?", Some(Common::YesNo)),
            ("How many sticks do you take (1-3)? ", None),
        ] {
            assert_eq!(common(&lines(text, &[])), kind, "{text}");
        }
    }

    #[test]
    fn yes_is_said_as_the_program_wants_it() {
        for (text, yes, no) in [
            ("Play again (1 = yes, 0 = no)? ", "1", "0"),
            ("Again? 1 for yes, 2 for no: ", "1", "2"),
            ("Play again? (y/n)", "y", "n"),
            ("Play again? [Y/N]", "Y", "N"),
            ("Play again? yes or no", "yes", "no"),
            ("Play again?", "1", "0"),
        ] {
            let lines = lines(text, &[]);
            assert_eq!(
                (
                    yes_or_no(&lines, true).as_str(),
                    yes_or_no(&lines, false).as_str()
                ),
                (yes, no),
                "{text}"
            );
        }
    }

    #[test]
    fn options_are_known_before_and_behind_their_words() {
        for text in [
            "Options:\n  Play against a friend (1)\n  Play against the computer (2)\nWhich option (1-2)? ",
            "1. Friend\n2. Computer\n> ",
            "[1] two people\n[2] computer\nChoice: ",
            "Press 1 for a friend or 2 for the computer: ",
        ] {
            let keys: Vec<String> = choices(&lines(text, &[]))
                .into_iter()
                .map(|choice| choice.key)
                .collect();
            assert_eq!(keys, ["1", "2"], "{text}");
        }
        assert_eq!(
            choices(&lines(
                "There are 7 sticks\nPlayer 1: How many (1-3)? ",
                &[]
            )),
            []
        );
    }
}
