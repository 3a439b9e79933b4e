//! Text from elsewhere: made harmless before it is shown, and command lines split and quoted as a
//! shell would do it.

use std::ffi::OsStr;
use std::fmt::Write;

/// Nothing a stranger writes may control the terminal of whoever reads it, or turn its text round:
/// what would becomes a picture, where Unicode has one.
pub fn printable(text: &str) -> String {
    let visible = text.chars().map(|c| match c {
        '\t' => '→',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('�'),
        '\x7f' => '␡',
        c if steers(c) => '�',
        c => c,
    });
    visible.collect()
}

/// A text of many lines as it is, but for what would control the terminal of whoever reads it.
pub fn without_control(text: &str) -> String {
    let visible = text.chars().map(|c| match c {
        '\n' | '\t' => c,
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('�'),
        c if c.is_control() => '�',
        c => c,
    });
    visible.collect()
}

/// Control characters, line separators, and the invisible ones that change the order of a line.
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Enough of a text to recognise it in a sentence.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text.to_owned(),
    }
}

/// The part of a long line around a place, so much on each side, saying how much was left out; and
/// where the place is.
pub fn around(line: &str, place: usize, widest: usize) -> (String, usize) {
    let length = line.chars().count();
    let place = place.min(length);
    let from = place.saturating_sub(widest);
    let to = (place + widest).min(length);
    let mut short = String::new();
    if from > 0 {
        let _ = write!(short, "({from} more)…");
    }
    let caret = short.chars().count() + place - from;
    short.extend(line.chars().take(to).skip(from));
    if to < length {
        let _ = write!(short, "…({} more)", length - to);
    }
    (short, caret)
}

/// A line with its numbers replaced: the same for all lines that differ in them alone.
pub fn template(line: &str) -> String {
    let mut template = String::new();
    let mut chars = line.trim().chars().peekable();
    while let Some(c) = chars.next() {
        let before = template.chars().next_back();
        let sign = c == '-'
            && chars.peek().is_some_and(char::is_ascii_digit)
            && !before.is_some_and(|c| c == '#' || c.is_alphanumeric());
        match c.is_ascii_digit() {
            true if before == Some('#') => {}
            true => template.push('#'),
            false if sign => {}
            false => template.push(c),
        }
    }
    template
}

/// The words of a command line: blanks, quotes, backslashes and comments as in a shell, and nothing
/// else of it.
pub fn words(line: &str) -> Result<Vec<String>, String> {
    if line.contains('\0') {
        return Err("an argument cannot contain NUL".to_owned());
    }
    shell_words::split(line).map_err(|_| "a quote is not closed".to_owned())
}

/// Words as a shell would have them typed. `shell_words::join` also quotes `--seed=1` and what is not
/// ASCII, which no shell asks for and nobody likes to read.
pub fn quoted<T: AsRef<OsStr>>(words: &[T]) -> String {
    let quoted = words.iter().map(|word| {
        let word = word.as_ref().to_string_lossy();
        let plain = |c: char| c.is_alphanumeric() || "-_./=+,:@%^".contains(c);
        match !word.is_empty() && word.chars().all(plain) {
            true => word.into_owned(),
            false => format!("'{}'", word.replace('\'', r"'\''")),
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_quoted_only_where_a_shell_would_trip() {
        let words = ["java", "-cp", "a b", "it's", ""];
        assert_eq!(quoted(&words), r"java -cp 'a b' 'it'\''s' ''");
    }

    /// `"x\"y"` was refused once, though the documents promise quotes as in a shell.
    #[test]
    fn quotes_are_as_in_a_shell() {
        let split = words(r#"python3  'my bot.py' -n "{name} \"x\"" a\ b '' "#);
        let expected = ["python3", "my bot.py", "-n", "{name} \"x\"", "a b", ""];
        assert_eq!(split, Ok(expected.map(str::to_owned).to_vec()));
        assert_eq!(words("a 'b"), Err("a quote is not closed".to_owned()));
        assert!(words("a\0b").is_err());
    }

    #[test]
    fn nothing_steers_a_terminal() {
        assert_eq!(printable("a\x1b[2J\tb\u{202e}\u{feff}é"), "a␛[2J→b��é");
    }

    proptest! {
        #[test]
        fn what_is_quoted_is_read_again(text in prop::collection::vec("[^\0]*", 0..5)) {
            prop_assert_eq!(words(&quoted(&text)), Ok(text));
        }
    }
}
