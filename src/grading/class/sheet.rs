//! A table of a spreadsheet or a platform, of which single fields can be replaced: every other byte
//! stays as it was, line ends, quotes and byte-order mark included.

use std::ops::Range;

/// How the bytes of a file are text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Utf8,
    Utf16 {
        big: bool,
    },
    /// Neither: every byte is a character, so that all of them come back as they were.
    Latin1,
}

/// A table, field by field.
#[derive(Clone, Debug)]
pub struct Sheet {
    text: String,
    coding: Coding,
    marked: bool,
    delimiter: char,
    rows: Vec<Vec<Range<usize>>>,
}

/// A field that gets another text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The row, from 0.
    pub row: usize,
    /// The column, from 0; a row that is too short is made longer.
    pub column: usize,
    /// The text.
    pub text: String,
}

const MARK: char = '\u{feff}';

impl Sheet {
    /// Reads a table whose fields are apart by `delimiter`.
    pub fn read(bytes: &[u8], delimiter: char) -> Result<Sheet, String> {
        let (coding, text) = decode(bytes)?;
        let unmarked = text.strip_prefix(MARK).map(str::to_owned);
        let marked = unmarked.is_some();
        let text = unmarked.unwrap_or(text);
        let rows = split(&text, delimiter)?;
        Ok(Sheet {
            text,
            coding,
            marked,
            delimiter,
            rows,
        })
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The number of fields in a row.
    pub fn width(&self, row: usize) -> usize {
        self.rows.get(row).map_or(0, Vec::len)
    }

    /// What a field says, without its quotes; nothing if there is no such field.
    pub fn field(&self, row: usize, column: usize) -> String {
        let range = self.rows.get(row).and_then(|fields| fields.get(column));
        let raw = range.map_or("", |range| &self.text[range.clone()]);
        match raw.strip_prefix('"') {
            Some(quoted) => {
                let (inside, behind) = quoted.rsplit_once('"').unwrap_or((quoted, ""));
                inside.replace("\"\"", "\"") + behind
            }
            None => raw.to_owned(),
        }
    }

    /// All fields of a row.
    pub fn fields(&self, row: usize) -> Vec<String> {
        let columns = 0..self.width(row);
        columns.map(|column| self.field(row, column)).collect()
    }

    /// The file with some fields replaced.
    pub fn with(&self, changes: &[Change]) -> Vec<u8> {
        let mut changes: Vec<&Change> = changes.iter().collect();
        changes.sort_by_key(|change| (change.row, change.column));
        let mut text = String::with_capacity(self.text.len() + 64 * changes.len());
        let mut copied = 0;
        let mut longer: Option<(usize, usize)> = None;
        for change in changes {
            let Some(fields) = self.rows.get(change.row) else {
                continue;
            };
            match fields.get(change.column) {
                Some(range) => {
                    let quoted = self.text[range.clone()].starts_with('"');
                    text += &self.text[copied..range.start];
                    text += &self.quoted(&change.text, quoted);
                    copied = range.end;
                }
                None => {
                    let end = fields.last().map_or(0, |range| range.end);
                    text += &self.text[copied..end.max(copied)];
                    copied = end.max(copied);
                    let width = match longer {
                        Some((row, width)) if row == change.row => width,
                        _ => fields.len(),
                    };
                    for _ in width..=change.column {
                        text.push(self.delimiter);
                    }
                    text += &self.quoted(&change.text, false);
                    longer = Some((change.row, change.column + 1));
                }
            }
        }
        text += &self.text[copied..];
        self.encode(&text)
    }

    fn quoted(&self, text: &str, always: bool) -> String {
        let needed = text.contains([self.delimiter, '"', '\n', '\r']);
        match always || needed {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        }
    }

    fn encode(&self, text: &str) -> Vec<u8> {
        let mark = if self.marked { "\u{feff}" } else { "" };
        let marked = [mark, text].concat();
        match self.coding {
            Coding::Utf8 => marked.into_bytes(),
            Coding::Latin1 => marked
                .chars()
                .map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?'))
                .collect(),
            Coding::Utf16 { big } => {
                let bytes = |unit: u16| match big {
                    true => unit.to_be_bytes(),
                    false => unit.to_le_bytes(),
                };
                marked.encode_utf16().flat_map(bytes).collect()
            }
        }
    }
}

fn decode(bytes: &[u8]) -> Result<(Coding, String), String> {
    let big = match bytes {
        [0xff, 0xfe, ..] => false,
        [0xfe, 0xff, ..] => true,
        _ => {
            return Ok(match std::str::from_utf8(bytes) {
                Ok(text) => (Coding::Utf8, text.to_owned()),
                Err(_) => (
                    Coding::Latin1,
                    bytes.iter().map(|&byte| char::from(byte)).collect(),
                ),
            });
        }
    };
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs
        .iter()
        .map(|&pair| match big {
            true => u16::from_be_bytes(pair),
            false => u16::from_le_bytes(pair),
        })
        .collect();
    match String::from_utf16(&units) {
        Ok(text) if rest.is_empty() => Ok((Coding::Utf16 { big }, text)),
        _ => Err("begins as UTF-16 and goes on as something else".to_owned()),
    }
}

/// Where the fields of every row are, quotes included.
fn split(text: &str, delimiter: char) -> Result<Vec<Vec<Range<usize>>>, String> {
    let mut rows = Vec::new();
    let mut fields: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    let mut quoted_since = None;
    let mut line = 1;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        line += usize::from(character == '\n');
        if quoted_since.is_some() {
            // A quote within quotes is written twice: the second one opens them again.
            if character == '"' {
                quoted_since = None;
            }
            continue;
        }
        let inside = &text[start..at];
        match character {
            '"' if inside.is_empty() || inside.starts_with('"') => quoted_since = Some(line),
            '\n' | '\r' => {
                fields.push(start..at);
                rows.push(std::mem::take(&mut fields));
                start = at + 1;
                if character == '\r' && characters.next_if(|next| next.1 == '\n').is_some() {
                    line += 1;
                    start += 1;
                }
            }
            other if other == delimiter => {
                fields.push(start..at);
                start = at + other.len_utf8();
            }
            _ => {}
        }
    }
    if let Some(line) = quoted_since {
        return Err(format!("has a quote in line {line} that is never closed"));
    }
    if start < text.len() || !fields.is_empty() {
        fields.push(start..text.len());
        rows.push(fields);
    }
    Ok(rows)
}

/// A text that no spreadsheet takes for a formula, and that is one line.
pub(super) fn harmless(text: &str) -> String {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    // Full-width signs are formulas to some of them, too.
    let formula = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    match line.trim_start().starts_with(formula) {
        true => format!("'{line}"),
        false => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn change(row: usize, column: usize, text: &str) -> Change {
        Change {
            row,
            column,
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_field_is_replaced_in_its_own_quotes_and_nothing_else_moves() {
        let bytes = b"\xef\xbb\xbfa;\"b \"\"x\"\"\n;y\";\"\"\r\n1;2\r\n\r\n";
        let sheet = Sheet::read(bytes, ';').expect("read");
        assert_eq!(sheet.fields(0), ["a", "b \"x\"\n;y", ""]);
        assert_eq!(sheet.len(), 3);
        let changed = sheet.with(&[change(1, 3, "4;"), change(0, 2, "3")]);
        let wanted = b"\xef\xbb\xbfa;\"b \"\"x\"\"\n;y\";\"3\"\r\n1;2;;\"4;\"\r\n\r\n";
        assert_eq!(
            String::from_utf8_lossy(&changed),
            String::from_utf8_lossy(wanted)
        );
        assert_eq!(sheet.with(&[]), bytes);
    }

    #[test]
    fn every_coding_comes_back_as_it_was() {
        for bytes in [
            &b"\xff\xfea\0\t\0\xfc\0\r\0\n\0"[..],
            b"\xfe\xff\0a\0\t\0\xfc\0\n",
            b"M\xfcller\t7\n",
            b"",
            b"no end of line\t",
        ] {
            let sheet = Sheet::read(bytes, '\t').expect("read");
            assert_eq!(sheet.with(&[]), bytes);
        }
        let sheet = Sheet::read(b"\xff\xfea\0\t\0\n\0", '\t').expect("read");
        assert_eq!(sheet.with(&[change(0, 1, "9")]), b"\xff\xfea\0\t\09\0\n\0");
        assert!(Sheet::read(b"\xff\xfea", '\t').is_err());
        assert!(Sheet::read(b"a,\"b\n", ',').is_err());
    }

    #[test]
    fn nothing_is_a_formula() {
        for (text, wanted) in [
            ("=1+1", "'=1+1"),
            (" @SUM(A1)", "' @SUM(A1)"),
            ("a\r\nEve,100", "a  Eve,100"),
            ("\t-2", "' -2"),
            ("Ada", "Ada"),
        ] {
            assert_eq!(harmless(text), wanted);
        }
    }

    proptest! {
        #[test]
        fn any_text_that_can_be_read_is_written_back(text in "[a,;\"\r\n\u{e9}]{0,40}") {
            if let Ok(sheet) = Sheet::read(text.as_bytes(), ',') {
                prop_assert_eq!(sheet.with(&[]), text.as_bytes());
            }
        }

        #[test]
        fn a_replaced_field_reads_as_it_was_meant(row in 0_usize..2, column in 0_usize..5, text in "[a,\" \r\n]{0,9}") {
            let sheet = Sheet::read(b"a,\"b\",c\n1,2,3\n", ',').expect("read");
            let again = Sheet::read(&sheet.with(&[change(row, column, &text)]), ',').expect("read");
            prop_assert_eq!(again.field(row, column), text);
            prop_assert_eq!(again.len(), 2);
            prop_assert_eq!(again.fields(1 - row), sheet.fields(1 - row));
        }
    }
}
