//! A line as words, numbers and marks.

/// What a line is made of.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// In small letters.
    Word(String),
    /// As it is written, and where.
    Number(String, usize),
    Mark(char),
}

/// What a line is made of; `nodesVisited` is two words, and a digit behind a letter is none.
pub(super) fn tokens(line: &str, offset: usize) -> Vec<Token> {
    let chars: Vec<(usize, char)> = line.char_indices().collect();
    let char_at = |at: usize| chars.get(at).map_or(' ', |&(_, c)| c);
    let text = |from: usize, to: usize| chars[from..to].iter().map(|&(_, c)| c).collect::<String>();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let c = char_at(at);
        let before = at.checked_sub(1).map_or(' ', char_at);
        let signed = is_sign(c) && !before.is_alphanumeric();
        let first = at + usize::from(signed);
        // `Move.....6` and `Value.0.5` lead to a number; `.5` is one.
        let leader = c == '.' && (before == '.' || before.is_alphanumeric());
        let end = match leader {
            true => first,
            false => number_end(&chars, first),
        };
        if end > first {
            tokens.push(Token::Number(text(at, end), offset + chars[at].0));
            at = end;
        } else if c.is_alphabetic() {
            let run = (at..).take_while(|&at| char_at(at).is_alphabetic()).count();
            let hump = |at: &usize| char_at(at - 1).is_lowercase() && char_at(*at).is_uppercase();
            let mut end = (at + 1..at + run).find(hump).unwrap_or(at + run);
            let sign = matches!(tokens.last(), Some(Token::Mark(c)) if is_sign(*c) && before == *c);
            if is_no_number(&text(at, at + run)) {
                end = at + run;
                let from = at - usize::from(sign);
                tokens.truncate(tokens.len() - usize::from(sign));
                tokens.push(Token::Number(text(from, end), offset + chars[from].0));
            } else {
                tokens.push(Token::Word(text(at, end).to_lowercase()));
            }
            while char_at(end).is_ascii_digit() {
                end += 1;
            }
            at = end;
        } else {
            if !c.is_whitespace() {
                tokens.push(Token::Mark(c));
            }
            at += 1;
        }
    }
    tokens
}

fn is_sign(c: char) -> bool {
    matches!(c, '-' | '+' | '\u{2212}')
}

/// What a division by zero, or a search that found nothing, prints for a number.
fn is_no_number(word: &str) -> bool {
    ["nan", "inf", "infinity"].contains(&word.to_lowercase().as_str())
}

/// Where the digits end that begin here; here, if none do. `4.9E-324` is one number.
fn number_end(chars: &[(usize, char)], from: usize) -> usize {
    let char_at = |at: usize| chars.get(at).map_or(' ', |&(_, c)| c);
    let digit = |at: usize| char_at(at).is_ascii_digit();
    let mut end = from;
    while digit(end) || matches!(char_at(end), '.' | ',') && digit(end + 1) {
        end += 1;
    }
    let sign = usize::from(is_sign(char_at(end + 1)));
    if end > from && matches!(char_at(end), 'e' | 'E') && digit(end + 1 + sign) {
        end += 1 + sign;
        while digit(end) {
            end += 1;
        }
    }
    end
}

/// The words among these.
pub(super) fn words(tokens: &[Token]) -> Vec<&str> {
    let words = tokens.iter().filter_map(|token| match token {
        Token::Word(word) => Some(word.as_str()),
        _ => None,
    });
    words.collect()
}

/// How many numbers are among these.
pub(super) fn numbers(tokens: &[Token]) -> usize {
    let number = |token: &&Token| matches!(token, Token::Number(..));
    tokens.iter().filter(number).count()
}
