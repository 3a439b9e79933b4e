//! A line as what it is made of: words, numbers, ranges, players. `Player 2`, `P2` and `player two`
//! are one player; `(1-3)`, `between 1 and 3` and `1, 2, or 3` are one range.

use super::numbers::number_words;
use super::spelling::spelled;
pub(crate) use super::token::{Token, is_word};
use crate::game::Player;

/// One line, as it was printed and as it was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// What was printed, without the blanks around it.
    pub text: String,
    /// What it is made of.
    pub tokens: Vec<Token>,
}

/// The lines of a plain text that are not blank. `names` are other words for the two players.
pub(crate) fn lines(text: &str, names: &[(String, Player)]) -> Vec<Line> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| Line::read(line, names)).collect()
}

const PLAYER_NOUNS: [&str; 14] = [
    "player",
    "p",
    "human",
    "user",
    "person",
    "friend",
    "gamer",
    "participant",
    "spieler",
    "joueur",
    "jugador",
    "jogador",
    "giocatore",
    "pelaaja",
];

const COMPUTERS: [&str; 8] = [
    "ai", "computer", "cpu", "bot", "machine", "robot", "comp", "pc",
];

impl Line {
    /// Reads one line.
    pub(crate) fn read(text: &str, names: &[(String, Player)]) -> Line {
        let tokens = initials(without_clock(split(text)));
        let tokens = players(tokens, names);
        let tokens = ranges(number_words(tokens));
        Line {
            text: text.to_owned(),
            tokens,
        }
    }

    /// Whether one of these words, or one that begins like it and is written with a `*`, occurs.
    pub(crate) fn says(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| is_word(token, words))
    }

    /// The ranges in the line, in order.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = (u64, u64)> {
        self.tokens.iter().filter_map(|token| match token {
            Token::Range(low, high) => Some((*low, *high)),
            _ => None,
        })
    }

    /// The players named in the line, in order.
    pub(crate) fn players(&self) -> impl Iterator<Item = Player> {
        self.tokens.iter().filter_map(|token| match token {
            Token::Player(player) => Some(*player),
            _ => None,
        })
    }

    /// Whether the line holds anything but decoration.
    pub(crate) fn has_words(&self) -> bool {
        !self
            .tokens
            .iter()
            .all(|token| matches!(token, Token::Mark(_)))
    }

    /// The line with its numbers and players replaced, the same for one stick and for several.
    pub(crate) fn template(&self) -> String {
        let words = self.tokens.iter().filter_map(|token| match token {
            Token::Word(word) => Some(match word.as_str() {
                "is" | "are" | "s" | "re" => "be",
                word if word.len() > 3 => word.strip_suffix('s').unwrap_or(word),
                word => word,
            }),
            Token::Number(_) => Some("#"),
            Token::Range(..) => Some("#-#"),
            Token::Player(_) => Some("@"),
            Token::Computer => Some("computer"),
            Token::Mark(_) => None,
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

fn split(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(&c) = chars.peek() {
        if c.is_alphabetic() {
            let mut word = String::new();
            while let Some(c) = chars.next_if(|c| c.is_alphabetic()) {
                word.extend(c.to_lowercase());
            }
            tokens.push(Token::Word(spelled(word)));
        } else if c.is_ascii_digit() {
            let mut digits = String::new();
            while let Some(c) = chars.next_if(char::is_ascii_digit) {
                digits.push(c);
            }
            // What is too large for a number is no count of anything.
            tokens.push(digits.parse().map_or(Token::Mark('#'), Token::Number));
        } else {
            chars.next();
            if !c.is_whitespace() {
                tokens.push(Token::Mark(c));
            }
        }
    }
    tokens
}

/// What stands before a line in a log, `12:34:56`, says nothing of a game.
fn without_clock(tokens: Vec<Token>) -> Vec<Token> {
    use Token::{Mark, Number};
    let mut found = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
    while let [token, after @ ..] = rest {
        rest = match rest {
            [
                Number(0..=23),
                Mark(':'),
                Number(0..=59),
                Mark(':'),
                Number(0..=59),
                after @ ..,
            ] => after,
            _ => {
                found.push(token.clone());
                after
            }
        };
    }
    found
}

/// `A.I.` and `A. I.` are the AI.
fn initials(tokens: Vec<Token>) -> Vec<Token> {
    let mut found = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
    while let [token, after @ ..] = rest {
        rest = after;
        match (is_word(token, &["a"]), after) {
            (true, [Token::Mark('.'), i, after @ ..]) if is_word(i, &["i"]) => {
                rest = after.strip_prefix(&[Token::Mark('.')]).unwrap_or(after);
                found.push(Token::Word("ai".to_owned()));
            }
            _ => found.push(token.clone()),
        }
    }
    found
}

fn players(tokens: Vec<Token>, names: &[(String, Player)]) -> Vec<Token> {
    let mut found = Vec::with_capacity(tokens.len());
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let Token::Word(word) = &token else {
            found.push(token);
            continue;
        };
        if let Some((_, player)) = names.iter().find(|(name, _)| name == word) {
            found.push(Token::Player(*player));
        } else if COMPUTERS.contains(&word.as_str()) {
            found.push(Token::Computer);
        } else if PLAYER_NOUNS.contains(&word.as_str()) {
            let before = found.last().and_then(ordinal);
            let numbered = word != "p" || matches!(rest.peek(), Some(Token::Number(_)));
            while rest.next_if(is_sign).is_some() {}
            match rest.peek().and_then(numeral).filter(|_| numbered) {
                Some(player) => {
                    rest.next();
                    found.push(Token::Player(player));
                }
                None if before.is_some() => {
                    found.pop();
                    found.extend(before.map(Token::Player));
                }
                None => found.push(token),
            }
        } else {
            found.push(token);
        }
    }
    found
}

fn is_sign(token: &Token) -> bool {
    matches!(token, Token::Mark('#' | '_' | '№' | '°')) || is_word(token, &["number", "no"])
}

fn numeral(token: &Token) -> Option<Player> {
    match token {
        Token::Number(1) => Some(Player::First),
        Token::Number(2) => Some(Player::Second),
        token if is_word(token, &["one", "a", "i"]) => Some(Player::First),
        token if is_word(token, &["two", "b", "ii"]) => Some(Player::Second),
        _ => None,
    }
}

fn ordinal(token: &Token) -> Option<Player> {
    match token {
        token if is_word(token, &["first"]) => Some(Player::First),
        token if is_word(token, &["second"]) => Some(Player::Second),
        _ => None,
    }
}

fn ranges(tokens: Vec<Token>) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let between = found.iter().rev().take(3).any(|token| {
            is_word(
                token,
                &[
                    "between", "from", "least", "minimum", "min", "zwischen", "entre",
                ],
            )
        });
        match range(&tokens[at..], between) {
            Some((low, high, length)) => {
                found.push(Token::Range(low, high));
                at += length;
            }
            None => {
                found.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    found
}

/// The range that begins here, and how many tokens it takes.
fn range(tokens: &[Token], between: bool) -> Option<(u64, u64, usize)> {
    let Some(&Token::Number(low)) = tokens.first() else {
        return None;
    };
    let (mut last, mut length, mut listed, mut sure) = (low, 1, 1, false);
    loop {
        let mut links = 0;
        let (mut dash, mut comma, mut and) = (false, false, false);
        while let Some(token) = tokens.get(length + links) {
            match token {
                Token::Mark('-' | '–' | '—' | '~' | '‑' | '…') => dash = true,
                // Two points make a range; one ends a sentence.
                Token::Mark('.')
                    if tokens.get(length + links + 1) == Some(&Token::Mark('.'))
                        || links > 0 && tokens[length + links - 1] == Token::Mark('.') =>
                {
                    dash = true;
                }
                Token::Mark(',' | '/' | '|') => comma = true,
                Token::Mark('\'' | '"' | '<' | '=' | '(' | ')' | '[' | ']') => {}
                token if is_word(token, &["to", "through", "thru", "bis", "or", "oder", "ou"]) => {
                    dash = true
                }
                token
                    if is_word(
                        token,
                        &["and", "und", "et", "y", "most", "at", "maximum", "max"],
                    ) =>
                {
                    and = true
                }
                _ => break,
            }
            links += 1;
        }
        let next = match tokens.get(length + links) {
            Some(&Token::Number(next)) if links > 0 && links < 6 && next > last => next,
            _ => break,
        };
        match (dash, comma, and) {
            (true, false, _) => sure = true,
            (_, true, _) if next == last + 1 && low <= 1 => sure |= dash || and || listed >= 2,
            (false, false, true) if between || listed >= 2 => sure = true,
            _ => break,
        }
        (last, listed) = (next, listed + 1);
        length += links + 1;
        if dash && !comma {
            break;
        }
    }
    (sure && listed >= 2).then_some((low, last, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Line {
        Line::read(text, &[("ada".to_owned(), Player::First)])
    }

    #[test]
    fn a_player_is_known_by_number_word_and_name() {
        for text in [
            "Player 1:",
            "P1>",
            "player one",
            "PLAYER #1",
            "player №1",
            "Player1's turn",
            "the first player",
            "Ada",
        ] {
            assert_eq!(
                read(text).players().collect::<Vec<_>>(),
                [Player::First],
                "{text}"
            );
        }
        assert!(read("A. I. - 1 took 2").tokens.contains(&Token::Computer));
        for text in ["Player 3", "player", "one", "p is"] {
            assert_eq!(read(text).players().count(), 0, "{text}");
        }
    }

    #[test]
    fn a_range_is_known_in_all_its_forms() {
        for text in [
            "(1-3)",
            "between 1 and 3",
            "1 to 3",
            "1, 2, or 3",
            "1/2/3",
            "[1,2,3]",
            "1..3",
            "1…3",
            "1 – 3",
            "at least 1 and at most 3",
            "1, 2 or 3?",
        ] {
            assert_eq!(read(text).ranges().collect::<Vec<_>>(), [(1, 3)], "{text}");
        }
        for text in [
            "3 and 7 are left",
            "10 - 3 = 7",
            "took 3. 7 left",
            "3 sticks, 7 left",
            "took 3, 4 remain",
            "Player 1, 2 sticks",
        ] {
            assert_eq!(read(text).ranges().count(), 0, "{text}");
        }
    }
}
