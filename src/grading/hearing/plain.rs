//! What a person reads on the screen: colours, cursor movements and overprinting taken away.

/// The text without escape sequences and control characters. Where the cursor jumps or the line is
/// begun anew, a new line begins.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\x1b' => match chars.next() {
                Some('[') => {
                    let last = chars.by_ref().find(|c| ('@'..='~').contains(c));
                    if last.is_some_and(|c| "ABEFHJfd".contains(c)) {
                        new_line(&mut plain);
                    }
                }
                // An operating system command ends with BEL or ESC \.
                Some(']') => {
                    while let Some(c) = chars.next() {
                        if c == '\x07' || c == '\x1b' && chars.next_if_eq(&'\\').is_some() {
                            break;
                        }
                    }
                }
                // ESC ( B chooses a character set; ESC and one letter moves or resets.
                Some('(' | ')') => drop(chars.next()),
                _ => {}
            },
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' | '\x0c' => new_line(&mut plain),
            '\x08' => drop(plain.pop()),
            '\t' | '\u{a0}' => plain.push(' '),
            '\n' => plain.push('\n'),
            c if c.is_control() || c == '\u{feff}' => {}
            c => plain.push(c),
        }
    }
    plain
}

fn new_line(text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_jumps_leave_the_words() {
        for (text, expected) in [
            ("\x1b[1;31mThere are\x1b[0m 7\n", "There are 7\n"),
            ("\x1b[2J\x1b[HHello", "Hello"),
            ("one\x1b[2;5Htwo", "one\ntwo"),
            ("a\r\nb\rc", "a\nb\nc"),
            ("\x1b]0;title\x07x\x1b]0;t\x1b\\y", "xy"),
            ("tab\tstop ab\x08c\x07", "tab stop ac"),
            ("cut \x1b[", "cut "),
        ] {
            assert_eq!(plain(text), expected, "{text:?}");
        }
    }
}
