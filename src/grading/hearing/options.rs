//! Menus: what can be chosen, and what is typed to choose it. Knows no game.

use super::line::{Line, Token, is_word};

/// One option of a menu: what to type, and the words that say what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// What to type.
    pub key: String,
    /// What it is about.
    pub line: Line,
}

/// The options listed in these lines: `1. Friend`, `(2) Computer`, `Play against a friend (1)`.
pub(crate) fn choices(lines: &[Line]) -> Vec<Choice> {
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
    // `[1] New game (2 players)`: the later keys of a line look like the one it begins with.
    let style = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        (before.filter(|_| opens(before)), tokens.get(at + 1))
    };
    if let Some(&(first @ 0..=1, _)) = starts.first() {
        starts.retain(|&(at, _)| style(at).0 == style(first).0);
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
            .iter()
            .rfind(|token| !matches!(token, Token::Mark('?' | ':' | '.' | '>')))
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

/// The options that are chosen by a letter: `'P' for two people`, `(F)riend`, `a) Friend`, `F = friend`.
pub(crate) fn letter_choices(lines: &[Line]) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for line in lines {
        for (key, words) in letters(&line.text) {
            choices.retain(|choice| choice.key != key);
            let line = Line::read(&words, &[]);
            choices.push(Choice { key, line });
        }
    }
    match choices.len() {
        0 | 1 => Vec::new(),
        _ => choices,
    }
}

/// The letters of one line that are keys, as they are printed, each with the words that belong to it.
fn letters(text: &str) -> Vec<(String, String)> {
    let chars: Vec<char> = text.chars().collect();
    let char_at = |at: Option<usize>| at.and_then(|at| chars.get(at)).copied().unwrap_or(' ');
    let mut keys = Vec::new();
    for (at, c) in chars.iter().enumerate().filter(|(_, c)| c.is_alphabetic()) {
        let (before, after) = (char_at(at.checked_sub(1)), char_at(Some(at + 1)));
        if before.is_alphanumeric() || after.is_alphanumeric() {
            continue;
        }
        let enclosed = "'\"([<".contains(before) && "'\")]>".contains(after);
        let rest: String = chars[at + 1..].iter().collect();
        let rest = rest.trim_start();
        let first = chars[..at].iter().all(|c| !c.is_alphanumeric());
        let listed = first && rest.starts_with([')', '.', ':', '-', '=', ']']);
        let explained =
            rest.starts_with("= ") || rest.starts_with("for ") || rest.starts_with("to ");
        // `a` and `i` are words, unless something else makes them keys.
        if enclosed || listed || explained && !"aAI".contains(*c) {
            keys.push((at, *c));
        }
    }
    let last = keys.last().map_or(0, |(at, _)| *at);
    let behind = chars[last..].iter().skip(1).all(|c| !c.is_alphanumeric());
    let piece = |index: usize| {
        let (at, key): (usize, char) = keys[index];
        let words: String = match behind {
            true => {
                let from = index.checked_sub(1).map_or(0, |before| keys[before].0 + 1);
                chars[from..at].iter().collect()
            }
            false => {
                let to = keys.get(index + 1).map_or(chars.len(), |(at, _)| *at);
                // `(F)riend`: the key is the first letter of its word.
                match chars.get(at + 2) {
                    Some(c) if c.is_alphabetic() && ")]>".contains(char_at(Some(at + 1))) => {
                        let rest = chars[at + 2..to].iter();
                        std::iter::once(&key).chain(rest).collect()
                    }
                    _ => chars[at + 1..to].iter().collect(),
                }
            }
        };
        (key.to_string(), words)
    };
    (0..keys.len()).map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::hearing::lines;

    #[test]
    fn options_are_known_before_and_behind_their_words() {
        for text in [
            "Options:\n  Play against a friend (1)\n  Play against the computer (2)\nWhich option (1-2)? ",
            "1. Friend\n2. Computer\n> ",
            "[1] two people\n[2] computer\nChoice: ",
            "Press 1 for a friend or 2 for the computer: ",
            "Do you play another person (1) or an AI (2)?",
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

    #[test]
    fn a_number_among_the_words_of_an_option_is_no_key() {
        let menu = "[1] New game (2 players)\n[2] How to play\n[3] Quit\nChoice > ";
        let choices = choices(&lines(menu, &[]));
        let keys: Vec<&str> = choices.iter().map(|choice| choice.key.as_str()).collect();
        assert_eq!(keys, ["1", "2", "3"]);
        assert!(choices[0].line.says(&["players"]));
    }

    #[test]
    fn letters_are_keys_where_they_look_like_keys() {
        for (text, keys) in [
            (
                "'P' for Player vs. Player, 'S' for a smart AI: ",
                &["P", "S"][..],
            ),
            ("(F)riend or (C)omputer? ", &["F", "C"]),
            ("a) a friend\nb) the computer\n> ", &["a", "b"]),
            ("F = friend, C = computer: ", &["F", "C"]),
            ("Press h for a human or c for the computer", &["h", "c"]),
            ("Friend [f], computer [c]", &["f", "c"]),
            ("Take a stick, or do I?", &[]),
            ("Player A to move", &[]),
        ] {
            let choices = letter_choices(&lines(text, &[]));
            let found: Vec<&str> = choices.iter().map(|choice| choice.key.as_str()).collect();
            assert_eq!(found, keys, "{text}");
        }
        let choices = letter_choices(&lines("(F)riend or (C)omputer? ", &[]));
        assert!(choices[0].line.says(&["friend"]));
        assert!(choices[1].line.tokens.contains(&Token::Computer));
    }
}
