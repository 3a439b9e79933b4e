//! Names and sentences that strangers chose: escaped for the wire, harmless on a terminal.

use std::fmt::{self, Write};

use crate::text::steers;

/// A name takes at most this many bytes on the wire, so that a state with it four times stays under
/// the 1024 bytes that old clients read.
pub(crate) const LONGEST_NAME: usize = 128;

/// What a player calls itself, cut to [`LONGEST_NAME`] bytes as it is escaped on the wire.
///
/// Displayed, it is safe for a terminal or a log; [`Name::wire`] is what goes into a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(String);

impl Name {
    /// The name, or as much of its beginning as fits.
    pub fn new(text: &str) -> Name {
        let mut length = 0;
        let fits = |c: &char| {
            length += escaped_length(*c);
            length <= LONGEST_NAME
        };
        Name(text.chars().take_while(fits).collect())
    }

    /// The name as it was chosen, to be escaped by whoever writes JSON.
    pub fn wire(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printable(&self.0).fmt(f)
    }
}

/// Displays a stranger's text without anything that could steer a terminal or forge a line.
pub(crate) struct Printable<'a>(pub &'a str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut visible = self.0.chars().filter(|&c| !steers(c));
        visible.try_for_each(|c| f.write_char(c))
    }
}

/// Displays a text as a JSON string in plain ASCII, the way existing programs send it.
pub(crate) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                ' '..='~' => f.write_char(c)?,
                _ => {
                    let units = &mut [0; 2];
                    for unit in c.encode_utf16(units) {
                        write!(f, "\\u{unit:04x}")?;
                    }
                }
            }
        }
        f.write_char('"')
    }
}

fn escaped_length(c: char) -> usize {
    match c {
        '"' | '\\' => 2,
        ' '..='~' => 1,
        _ => 6 * c.len_utf16(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ODD: &str = "A\"l\\i\tc\u{1b}[31me\n\u{7f}\u{9b}é\u{202e}🪨";

    #[test]
    fn a_quoted_text_is_ascii_and_reads_back() {
        let quoted = Quoted(ODD).to_string();
        assert!(quoted.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        assert_eq!(
            serde_json::from_str::<String>(&quoted).ok(),
            Some(ODD.into())
        );
    }

    #[test]
    fn a_displayed_name_cannot_steer_a_terminal() {
        assert_eq!(Name::new(ODD).to_string(), "A\"l\\ic[31meé🪨");
    }

    #[test]
    fn a_long_name_is_cut_at_a_whole_character() {
        for (c, kept) in [('x', 128), ('"', 64), ('é', 21), ('🪨', 10), ('\n', 21)] {
            let name = Name::new(&String::from(c).repeat(10_000));
            assert_eq!(name.wire().chars().count(), kept, "{c:?}");
            assert!(Quoted(name.wire()).to_string().len() <= LONGEST_NAME + 2);
        }
    }
}
