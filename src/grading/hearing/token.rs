//! The smallest things that are heard: words, numbers, players, marks.

use crate::game::Player;

/// What a line is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A word, in small letters.
    Word(String),
    /// A number that is neither a player's nor an end of a range.
    Number(u64),
    /// From the lower to the higher.
    Range(u64, u64),
    /// One of the two players, by number or by name.
    Player(Player),
    /// The computer.
    Computer,
    /// Anything else that is no blank.
    Mark(char),
}

/// Whether a token is one of these words; `take*` stands for all that begin so.
pub(crate) fn is_word(token: &Token, words: &[&str]) -> bool {
    let Token::Word(word) = token else {
        return false;
    };
    words.iter().any(|wanted| match wanted.strip_suffix('*') {
        Some(stem) => word.starts_with(stem),
        None => word == wanted,
    })
}
