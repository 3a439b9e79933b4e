//! The words: which lines of the assignment were said, and how the others differ. Lines are paired
//! in order, so that as much as possible is said alike.

use crate::grading::judgement::{Manner, WordingDifference};

/// From how much of their words in common two lines are taken for the same sentence.
const ALIKE: f64 = 0.5;

/// More lines than this are not paired: the first ones tell enough.
const MOST_LINES: usize = 400;

/// A line and the blank lines before it.
struct Said<'a> {
    text: &'a str,
    blanks: usize,
    bare: Vec<String>,
    numbers: Vec<f64>,
}

/// Of the expected lines the share that was said, a line that differs in case, blanks or punctuation
/// alone counting half; and the differences, each template once.
pub(crate) fn compare(expected: &str, said: &str) -> (f64, Vec<WordingDifference>) {
    let (expected, said) = (split(expected), split(said));
    if expected.is_empty() {
        return (1.0, Vec::new());
    }
    let pairs = pair(&expected, &said);
    let reached = pairs
        .iter()
        .rposition(|(wanted, heard)| wanted.is_some() && heard.is_some());
    let mut points = 0.0;
    let mut differences: Vec<WordingDifference> = Vec::new();
    for (at, (wanted, heard)) in pairs.into_iter().enumerate() {
        let manner = match (wanted, heard) {
            (Some(wanted), Some(heard)) => manner(wanted, heard),
            (Some(_), None) if reached.is_some_and(|last| at < last) => Some(Manner::Missing),
            (Some(_), None) => Some(Manner::Behind),
            (None, _) => Some(Manner::Extra),
        };
        points += match manner {
            None => 1.0,
            Some(Manner::Case | Manner::Blanks | Manner::Punctuation) => 0.5,
            _ => 0.0,
        };
        let Some(manner) = manner else { continue };
        let difference = WordingDifference {
            manner,
            expected: wanted.map(|line| line.text.to_owned()),
            actual: heard.map(|line| line.text.to_owned()),
        };
        let told = |other: &WordingDifference| {
            other.template() == difference.template() && other.manner == manner
        };
        if !differences.iter().any(told) {
            differences.push(difference);
        }
    }
    (points / expected.len() as f64, differences)
}

fn split(text: &str) -> Vec<Said<'_>> {
    let mut lines = Vec::new();
    let mut blanks = 0;
    for text in text.lines() {
        if text.trim().is_empty() {
            blanks += 1;
            continue;
        }
        if lines.len() == MOST_LINES {
            break;
        }
        lines.push(Said {
            text,
            blanks,
            bare: words(text),
            numbers: numbers(text),
        });
        blanks = 0;
    }
    lines
}

/// The words, with one sign for any number.
fn words(text: &str) -> Vec<String> {
    let words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words
        .map(|word| match word.parse::<u64>() {
            Ok(_) => "#".to_owned(),
            Err(_) => word.to_lowercase(),
        })
        .collect()
}

/// The numbers, with their signs; the dash in `10-100` is none.
fn numbers(text: &str) -> Vec<f64> {
    let mut numbers = Vec::new();
    let mut before = [' ', ' '];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
        let number = rest[..length.unwrap_or(rest.len())].parse::<f64>();
        match number.ok().filter(|_| c.is_ascii_digit()) {
            Some(number) => {
                let negative = before[1] == '-' && !before[0].is_alphanumeric();
                numbers.push(if negative { -number } else { number });
                rest = &rest[length.unwrap_or(rest.len())..];
                before = ['0', '0'];
            }
            None => {
                rest = &rest[c.len_utf8()..];
                before = [before[1], c];
            }
        }
    }
    numbers
}

fn manner(wanted: &Said, heard: &Said) -> Option<Manner> {
    let squeezed = |text: &str| -> String { text.split_whitespace().collect() };
    if let Some((before, after)) = wanted.text.split_once("[..]")
        && heard.text.starts_with(before)
        && heard.text.ends_with(after)
    {
        return None;
    }
    if wanted.text == heard.text {
        return (wanted.blanks != heard.blanks).then_some(Manner::Blanks);
    }
    let (one, other) = (squeezed(wanted.text), squeezed(heard.text));
    if one == other {
        return Some(Manner::Blanks);
    }
    if one.to_lowercase() == other.to_lowercase() {
        return Some(Manner::Case);
    }
    match wanted.bare.concat() == heard.bare.concat() && wanted.numbers == heard.numbers {
        true => Some(Manner::Punctuation),
        false => Some(Manner::Words),
    }
}

/// How much two lines have in common: words of both over words of either.
fn alike(one: &Said, other: &Said) -> f64 {
    if one.text.contains("[..]") {
        return f64::from(u8::from(manner(one, other).is_none()));
    }
    let both = one
        .bare
        .iter()
        .filter(|word| other.bare.contains(word))
        .count();
    let either = one.bare.len()
        + other
            .bare
            .iter()
            .filter(|word| !one.bare.contains(word))
            .count();
    match either {
        0 => f64::from(u8::from(one.text.trim() == other.text.trim())),
        _ => both as f64 / either as f64,
    }
}

type Pair<'a, 'b> = (Option<&'a Said<'b>>, Option<&'a Said<'b>>);

/// Pairs the lines in order so that the sum of what they have in common is largest.
fn pair<'a, 'b>(expected: &'a [Said<'b>], said: &'a [Said<'b>]) -> Vec<Pair<'a, 'b>> {
    let gain = |one: &Said, other: &Said| match alike(one, other) {
        alike if alike < ALIKE => 0.0,
        alike if one.text == other.text => alike + 1.0,
        alike if one.numbers == other.numbers => alike + 0.5,
        alike => alike,
    };
    let (rows, columns) = (expected.len(), said.len());
    let mut best = vec![vec![0.0f64; columns + 1]; rows + 1];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            let both = gain(&expected[i], &said[j]) + best[i + 1][j + 1];
            best[i][j] = both.max(best[i + 1][j]).max(best[i][j + 1]);
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < rows || j < columns {
        let together = i < rows && j < columns && {
            let gain = gain(&expected[i], &said[j]);
            gain > 0.0 && best[i][j] <= gain + best[i + 1][j + 1]
        };
        if together {
            pairs.push((Some(&expected[i]), Some(&said[j])));
            (i, j) = (i + 1, j + 1);
        } else if j == columns || i < rows && best[i + 1][j] >= best[i][j + 1] {
            pairs.push((Some(&expected[i]), None));
            i += 1;
        } else {
            pairs.push((None, Some(&said[j])));
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_manner_is_known_and_worth_its_share() {
        for (said, share, manner) in [
            ("There are 7 sticks on the board.", 1.0, None),
            ("There Are 7 sticks on the board.", 0.5, Some(Manner::Case)),
            (
                "There are  7 sticks on the board. ",
                0.5,
                Some(Manner::Blanks),
            ),
            (
                "\nThere are 7 sticks on the board.",
                0.5,
                Some(Manner::Blanks),
            ),
            (
                "There are 7 sticks on the board",
                0.5,
                Some(Manner::Punctuation),
            ),
            ("There are 7 sticks on the table.", 0.0, Some(Manner::Words)),
            ("", 0.0, Some(Manner::Behind)),
        ] {
            let (heard, differences) = compare("There are 7 sticks on the board.", said);
            assert_eq!(
                (heard, differences.first().map(|one| one.manner)),
                (share, manner),
                "{said:?}"
            );
        }
    }

    #[test]
    fn what_was_passed_over_is_missing_and_what_never_came_is_behind() {
        let (_, differences) = compare("Welcome!\nA b 1\nC d e\n", "A b 1\n");
        let manners: Vec<Manner> = differences.iter().map(|one| one.manner).collect();
        assert_eq!(manners, [Manner::Missing, Manner::Behind]);
    }

    #[test]
    fn another_number_is_no_punctuation() {
        let manner = |expected, said| compare(expected, said).1.first().map(|one| one.manner);
        assert_eq!(manner("Value: -1.0", "Value: 1.0"), Some(Manner::Words));
        assert_eq!(
            manner("Value: 0.0", "Value: -0.0"),
            Some(Manner::Punctuation)
        );
        assert_eq!(manner("(10-100)?", "(10-100)"), Some(Manner::Punctuation));
    }

    #[test]
    fn lines_are_paired_in_order_and_told_once() {
        let (share, differences) = compare("A b 1\nC d e\nA b 2\n", "Hi\na b 1\nC d e\na b 2\n");
        assert!((share - 2.0 / 3.0).abs() < 1e-9, "{share}");
        let told: Vec<(String, Manner)> = differences
            .iter()
            .map(|one| (one.template(), one.manner))
            .collect();
        assert_eq!(
            told,
            [("Hi".into(), Manner::Extra), ("A b #".into(), Manner::Case)]
        );
    }
}
