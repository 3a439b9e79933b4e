//! Boards drawn in plain characters, for a person at a terminal.
//!
//! Colour helps, but every mark is also another character: whoever sees no colour loses nothing.

use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::players::Value;

/// What may be taken or tapped now.
pub const MARKED: Style = AnsiColor::Green.on_default().bold();

/// What is no longer there.
pub const GONE: Style = Style::new().dimmed();

/// No picture has more rows of ten.
const MOST_ROWS: u64 = 10;

/// A text in a style.
pub fn painted(style: Style, text: impl fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// A value in its colour: won green, lost red, drawn yellow.
pub fn value(value: Value) -> String {
    let colour = match value {
        Value::Win(_) => AnsiColor::Green,
        Value::Lose(_) => AnsiColor::Red,
        Value::Draw => AnsiColor::Yellow,
    };
    painted(colour.on_default(), value)
}

/// So many things in rows of ten with a gap in the middle, the first of them marked.
///
/// ```text
///   ! ! ! | |   | | | | |
///   | |
/// ```
pub fn heap(count: u64, marked: u64, mark: char, plain: char) -> String {
    let mut picture = String::new();
    let drawn = count.min(10 * MOST_ROWS);
    for index in 0..drawn {
        picture.push_str(match index % 10 {
            0 if index == 0 => "  ",
            0 => "\n  ",
            5 => "   ",
            _ => " ",
        });
        match index < marked {
            true => picture.push_str(&painted(MARKED, mark)),
            false => picture.push(plain),
        }
    }
    if drawn < count {
        // Writing to a `String` cannot fail.
        let _ = write!(picture, "\n  ... and {} more", count - drawn);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(picture: &str) -> String {
        anstream::adapter::strip_str(picture).to_string()
    }

    #[test]
    fn a_heap_is_drawn_in_rows_of_ten_and_its_first_are_marked() {
        let rows = "  ! ! ! | |   | | | | |\n  | |";
        assert_eq!(plain(&heap(12, 3, '!', '|')), rows);
        assert_eq!(heap(2, 0, '!', '|'), "  | |");
        assert!(heap(1, 1, '!', '|').contains("\u{1b}["));
        assert!(plain(&heap(1000, 0, '!', '|')).ends_with("|\n  ... and 900 more"));
    }
}
