//! A table that lies on its side: the labels in one line, the numbers in the next.

use super::labels::{Label, label};
use super::tokens::{Token, numbers, tokens, words};

/// Fewer columns are no table.
const FEWEST: usize = 3;

/// The first line of a table: what each column holds, as far as it is one of the six numbers.
pub(super) struct Head {
    between: Option<char>,
    columns: Vec<Option<Label>>,
}

impl Head {
    /// The head of a table, if the line is one: each of its columns says something else.
    pub(super) fn read(line: &str) -> Option<Head> {
        let between = [',', ';', '|', '\t']
            .into_iter()
            .find(|&c| line.contains(c));
        let columns: Vec<Option<Label>> = cells(line, between, true)
            .map(|cell| label(&words(&tokens(cell, 0))))
            .collect();
        let mut known: Vec<usize> = columns.iter().flatten().map(|label| label.line).collect();
        let told = known.len();
        known.sort_unstable();
        known.dedup();
        (known.len() == told && told >= FEWEST).then_some(Head { between, columns })
    }

    /// The numbers of a row with their labels; none if the line, which begins at this place of the text,
    /// does not have one in each column.
    pub(super) fn row(&self, line: &str, begins: usize) -> Option<Vec<(Label, String, usize)>> {
        let number = |cell: &str| {
            let place = cell.as_ptr() as usize - line.as_ptr() as usize;
            match &tokens(cell, begins + place)[..] {
                made_of if numbers(made_of) != 1 || !words(made_of).is_empty() => None,
                made_of => made_of.iter().find_map(|token| match token {
                    Token::Number(text, at) => Some((text.clone(), *at)),
                    _ => None,
                }),
            }
        };
        let said: Option<Vec<(String, usize)>> =
            cells(line, self.between, false).map(number).collect();
        let said = said.filter(|said| said.len() == self.columns.len())?;
        let labelled = self.columns.iter().zip(said);
        let known = labelled.filter_map(|(label, (text, at))| Some(((*label)?, text, at)));
        Some(known.collect())
    }
}

/// The cells of a line that are not empty: between separators, or else between blanks, of which a label may
/// have some inside.
fn cells(line: &str, between: Option<char>, labels: bool) -> impl Iterator<Item = &str> {
    let cells: Vec<&str> = match between {
        Some(c) => line.split(c).collect(),
        None if labels => line.split("  ").collect(),
        None => line.split_whitespace().collect(),
    };
    let shown = |cell: &&str| cell.chars().any(char::is_alphanumeric);
    cells.into_iter().filter(shown)
}
