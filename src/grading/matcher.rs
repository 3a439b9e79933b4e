//! Expected text against output, one byte at a time: exact, lenient, or with `[..]`.

use super::fixture::Matching;

/// What may stand in the output at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Byte(u8),
    /// Anything within the line.
    Anything,
}

/// The expected text between two inputs, and how far the output has followed it.
///
/// With `[..]` there may be several ways to read the output: all of them are followed at once, as
/// the places in the expected text where they stand (a nondeterministic automaton, ascending).
#[derive(Clone, Debug)]
pub(crate) struct Matcher {
    tokens: Vec<Token>,
    places: Vec<usize>,
    lenient: bool,
    last: bool,
    held: Vec<u8>,
}

impl Matcher {
    /// `last` says that no input follows, so that this text ends the transcript.
    pub(crate) fn new(text: &str, matching: Matching, last: bool) -> Matcher {
        let lenient = matching == Matching::Lenient;
        let tokens = match matching {
            Matching::Exact => bytes(text),
            Matching::Lenient => bytes(&without_line_ends(text, last)),
            Matching::Pattern => {
                let mut tokens = Vec::new();
                for (index, piece) in text.split("[..]").enumerate() {
                    if index > 0 {
                        tokens.push(Token::Anything);
                    }
                    tokens.extend(bytes(piece));
                }
                tokens
            }
        };
        let mut matcher = Matcher {
            tokens,
            places: vec![0],
            lenient,
            last,
            held: Vec::new(),
        };
        matcher.skip_anything();
        matcher
    }

    /// Takes one more byte of output.
    ///
    /// An error says that it should not be there, and how many of the bytes before it that seemed
    /// harmless should not be there either.
    pub(crate) fn feed(&mut self, byte: u8) -> Result<(), usize> {
        if !self.lenient {
            return if self.step(byte) { Ok(()) } else { Err(0) };
        }
        match byte {
            b'\r' => {}
            b' ' | b'\t' => self.held.push(byte),
            b'\n' if self.last && self.is_complete() => self.held.push(byte),
            b'\n' => {
                self.held.clear();
                return if self.step(byte) { Ok(()) } else { Err(0) };
            }
            _ => {
                let mut held = std::mem::take(&mut self.held);
                held.push(byte);
                let wrong = held.iter().position(|&byte| !self.step(byte));
                return wrong.map_or(Ok(()), |at| Err(held.len() - 1 - at));
            }
        }
        Ok(())
    }

    /// Whether all that is expected has come.
    pub(crate) fn is_complete(&self) -> bool {
        self.places.last() == Some(&self.tokens.len())
    }

    fn step(&mut self, byte: u8) -> bool {
        let mut next = Vec::with_capacity(self.places.len());
        for &place in &self.places {
            match self.tokens.get(place) {
                Some(Token::Byte(expected)) if *expected == byte => next.push(place + 1),
                Some(Token::Anything) if byte != b'\n' => next.push(place),
                _ => {}
            }
        }
        if next.is_empty() {
            return false;
        }
        self.places = next;
        self.skip_anything();
        true
    }

    /// `[..]` may also stand for nothing.
    fn skip_anything(&mut self) {
        let mut index = 0;
        while let Some(&place) = self.places.get(index) {
            if self.tokens.get(place) == Some(&Token::Anything) {
                self.places.push(place + 1);
            }
            index += 1;
        }
        self.places.sort_unstable();
        self.places.dedup();
    }
}

fn bytes(text: &str) -> Vec<Token> {
    text.bytes().map(Token::Byte).collect()
}

/// Without blanks at the end of lines and of the text; at the very end also without blank lines.
fn without_line_ends(text: &str, last: bool) -> String {
    let text = text.replace('\r', "");
    let lines: Vec<&str> = text
        .split('\n')
        .map(|line| line.trim_end_matches([' ', '\t']))
        .collect();
    let text = lines.join("\n");
    match last {
        true => text.trim_end_matches('\n').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// How many bytes are taken, and whether that is all.
    fn run(text: &str, matching: Matching, last: bool, output: impl AsRef<[u8]>) -> (usize, bool) {
        let mut matcher = Matcher::new(text, matching, last);
        let mut taken = 0;
        for &byte in output.as_ref() {
            match matcher.feed(byte) {
                Ok(()) => taken += 1,
                Err(back) => {
                    taken -= back;
                    break;
                }
            }
        }
        (taken, matcher.is_complete())
    }

    #[test]
    fn exact_means_every_byte() {
        let exact = |output| run("a b\n", Matching::Exact, true, output);
        assert_eq!(exact("a b\n"), (4, true));
        assert_eq!(exact("a b"), (3, false));
        assert_eq!(exact("a b \n"), (3, false));
        assert_eq!(exact("a b\nc"), (4, true));
    }

    #[test]
    fn lenient_forgives_the_ends_of_lines_and_nothing_else() {
        let lenient = |output| run("a b\n\nc \n\n", Matching::Lenient, true, output);
        for output in ["a b\n\nc", "a b \t\r\n\r\nc \n\n\n \n", "a b\n\nc \n\n"] {
            assert_eq!(lenient(output), (output.len(), true), "{output:?}");
        }
        assert_eq!(lenient("a  b\n"), (2, false));
        assert_eq!(lenient("a b\nc"), (4, false));
        assert_eq!(lenient(" a"), (0, false));
        assert_eq!(lenient("a b\n\nc\n\nd"), (6, true));
        assert!(run("How many? ", Matching::Lenient, false, "How many?").1);
        assert!(run("How many?", Matching::Lenient, false, "How many?  ").1);
    }

    #[test]
    fn a_pattern_stands_for_anything_within_a_line() {
        let pattern = |output| run("It is [..] o'[..]k\nBye\n", Matching::Pattern, true, output);
        for output in [
            "It is 5 o'clock\nBye\n",
            "It is  o'k\nBye\n",
            "It is k o'k o'k\nBye\n",
        ] {
            assert_eq!(pattern(output), (output.len(), true), "{output:?}");
        }
        assert_eq!(pattern("It is 5\no'clock"), (7, false));
        let open = |output| run("[..]", Matching::Pattern, true, output);
        assert_eq!(
            (open(""), open("ab"), open("a\n")),
            ((0, true), (2, true), (1, true))
        );
    }

    /// What counts of a text: a slow and simple definition of leniency.
    fn normal(text: &[u8]) -> Vec<u8> {
        let text: Vec<u8> = text.iter().copied().filter(|&byte| byte != b'\r').collect();
        let lines = text.split(|&byte| byte == b'\n').map(|line| {
            let end = line.iter().rposition(|byte| !b" \t".contains(byte));
            &line[..end.map_or(0, |last| last + 1)]
        });
        let lines: Vec<&[u8]> = lines.collect();
        let last = lines.iter().rposition(|line| !line.is_empty());
        lines[..last.map_or(0, |last| last + 1)].join(&b'\n')
    }

    /// Whether `[..]` can be filled so that the texts are the same.
    fn fits(pattern: &[u8], text: &[u8]) -> bool {
        match (pattern, text) {
            ([b'[', b'.', b'.', b']', rest @ ..], _) => {
                fits(rest, text)
                    || matches!(text, [byte, more @ ..] if *byte != b'\n' && fits(pattern, more))
            }
            ([one, rest @ ..], [other, more @ ..]) => one == other && fits(rest, more),
            (pattern, text) => pattern.is_empty() && text.is_empty(),
        }
    }

    proptest! {
        /// Half characters, NULs and line ends of all kinds: the matcher agrees with the definitions,
        /// and never goes back further than it came.
        #[test]
        fn every_output_is_matched_as_defined(
            text in "(a|b| |\t|\r|\n|é|\\[\\.\\.\\]){0,8}",
            noise in prop::collection::vec(prop::sample::select(b"ab \t\r\n\xc3\xa9\0".to_vec()), 0..10),
            keep in 0..20usize,
        ) {
            let mut output = text.replace("[..]", "ab").into_bytes();
            output.truncate(keep);
            output.extend(noise);
            let (bytes, whole) = (output.as_slice(), |taken| taken == output.len());
            let (taken, complete) = run(&text, Matching::Exact, true, bytes);
            prop_assert_eq!(whole(taken) && complete, text.as_bytes() == bytes);
            let (taken, complete) = run(&text, Matching::Lenient, true, bytes);
            prop_assert_eq!(whole(taken) && complete, normal(text.as_bytes()) == normal(bytes));
            let (taken, complete) = run(&text, Matching::Pattern, true, bytes);
            prop_assert_eq!(whole(taken) && complete, fits(text.as_bytes(), bytes));
        }
    }
}
