//! Numbers that are written as words: `seven`, `twenty-three`, `one hundred`.

use super::token::{Token, is_word};

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 8] = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

fn small(token: &Token) -> Option<usize> {
    match token {
        Token::Word(word) => SMALL.iter().position(|small| small == word),
        _ => None,
    }
}

fn tens(token: &Token) -> Option<usize> {
    match token {
        Token::Word(word) => TENS.iter().position(|tens| tens == word),
        _ => None,
    }
}

/// The tokens with their number words read. `one` is a number only where it counts something: `no one`
/// is not.
pub(super) fn number_words(tokens: Vec<Token>) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
    while let [token, after @ ..] = rest {
        rest = after;
        if let Some(tens) = tens(token) {
            let after = match after {
                [Token::Mark('-'), after @ ..] => after,
                after => after,
            };
            let unit = after.first().and_then(small);
            let unit = unit.filter(|unit| (1..10).contains(unit));
            if unit.is_some() {
                rest = &after[1..];
            }
            let number = 10 * (tens + 2) + unit.unwrap_or(0);
            found.push(Token::Number(number as u64));
        } else if is_word(token, &["hundred"]) {
            found.pop_if(|last| is_word(last, &["one", "a"]));
            found.push(Token::Number(100));
        } else {
            let number = small(token).filter(|&number| number != 1 || one_counts(&found, after));
            found.push(number.map_or_else(|| token.clone(), |number| Token::Number(number as u64)));
        }
    }
    found
}

fn one_counts(before: &[Token], after: &[Token]) -> bool {
    let counted = ["stick*", "left", "remain*", "toothpick*"];
    let is = ["is", "are", "only"];
    // `Player 1 draws one`, and not `choose one of these`.
    let did = [
        "takes", "took", "draws", "drew", "removes", "removed", "picks", "picked",
    ];
    let counted_by = |last: &Token| is_word(last, &is) || is_word(last, &did);
    // `one, two or three`, `one to three`.
    let listed = match after {
        [link, next, ..] => {
            (*link == Token::Mark(',') || is_word(link, &["or", "to", "through"]))
                && small(next).is_some()
        }
        _ => false,
    };
    listed
        || before.last().is_some_and(counted_by)
        || after.first().is_some_and(|next| is_word(next, &counted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::hearing::Line;

    #[test]
    fn numbers_may_be_words() {
        let numbers = |text: &str| -> Vec<u64> {
            let tokens = Line::read(text, &[]).tokens.into_iter();
            let number = |token| match token {
                Token::Number(number) => Some(number),
                _ => None,
            };
            tokens.filter_map(number).collect()
        };
        assert_eq!(numbers("There are ten sticks"), [10]);
        assert_eq!(numbers("twenty-three left"), [23]);
        assert_eq!(numbers("There is one stick"), [1]);
        assert_eq!(numbers("Player 1 draws one."), [1]);
        assert!(numbers("choose one").is_empty());
        assert_eq!(numbers("one hundred sticks"), [100]);
        assert!(numbers("no one wins").is_empty());
        assert!(numbers("the last one, Player 2").is_empty());
        let range = |text: &str| Line::read(text, &[]).ranges().next();
        assert_eq!(range("take one, two or three"), Some((1, 3)));
        assert_eq!(range("one to three"), Some((1, 3)));
        assert_eq!(range("ten to one hundred"), Some((10, 100)));
    }
}
