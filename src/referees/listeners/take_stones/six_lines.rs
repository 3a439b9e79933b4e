//! The six numbers in a program's output, by their labels, whatever else the lines say.

/// The lines of the assignment, in their order, without their numbers.
pub(super) const LABELS: [&str; 6] = [
    "Move",
    "Value",
    "Number of Nodes Visited",
    "Number of Nodes Evaluated",
    "Max Depth Reached",
    "Avg Effective Branching Factor",
];

/// The word by which each line is known.
const KEYS: [&str; 6] = [
    "move",
    "value",
    "visited",
    "evaluated",
    "depth",
    "branching",
];

/// Which of the six are not whole numbers.
const VALUE: usize = 1;
const BRANCHING: usize = 5;

/// A number as the program wrote it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Said {
    /// Its digits and sign.
    pub text: String,
    /// What they mean.
    pub number: f64,
}

/// The six numbers; a line that is said twice counts as it was said last, because traces come first.
///
/// A line has exactly one of the key words, and exactly one number after it, or alone in the next
/// line. Numbers without a label are never heard: taking them by position would be guessing.
pub(super) fn hear(text: &str) -> [Option<Said>; 6] {
    let mut heard: [Option<Said>; 6] = Default::default();
    let mut lines = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .peekable();
    while let Some(line) = lines.next() {
        let Some((key, after)) = keyed(line) else {
            continue;
        };
        let numbers = numbers(after);
        let number = match &numbers[..] {
            [one] => Some(one.clone()),
            [] => lines.peek().and_then(|next| alone(next)),
            _ => None,
        };
        if let Some(said) = number.and_then(|text| read(key, text)) {
            heard[key] = Some(said);
        }
    }
    heard
}

/// Which line this is, and what follows its key word.
fn keyed(line: &str) -> Option<(usize, &str)> {
    let mut found = None;
    for (start, word) in words(line) {
        let word = word.to_lowercase();
        if let Some(key) = KEYS.iter().position(|&key| key == word) {
            if found.is_some() {
                return None;
            }
            found = Some((key, &line[start + word.len()..]));
        }
    }
    found
}

/// The words of a line and where they begin; `nodesVisited` is two.
fn words(line: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut start = None;
    let mut before = ' ';
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        let hump = before.is_lowercase() && c.is_uppercase();
        if let Some(from) = start.filter(|_| !c.is_ascii_alphabetic() || hump) {
            words.push((from, &line[from..at]));
            start = None;
        }
        if c.is_ascii_alphabetic() && start.is_none() {
            start = Some(at);
        }
        before = c;
    }
    words
}

/// The numbers of a text, as they are written.
fn numbers(text: &str) -> Vec<String> {
    let mut numbers: Vec<String> = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let mut at = 0;
    while at < chars.len() {
        let sign = matches!(chars[at], '-' | '+' | '\u{2212}');
        let point = |at: usize| matches!(chars.get(at), Some('.' | ',')) && digit(at + 1);
        let first = at + usize::from(sign);
        if !(digit(first) || point(first)) {
            at += 1;
            continue;
        }
        let mut end = first;
        while digit(end) || point(end) {
            end += 1;
        }
        numbers.push(chars[at..end].iter().collect());
        at = end;
    }
    numbers
}

/// The number of a line that holds nothing else.
fn alone(line: &str) -> Option<String> {
    let mut numbers = numbers(line);
    (numbers.len() == 1 && numbers[0] == line.trim()).then(|| numbers.remove(0))
}

/// A comma is a decimal point where there are decimals, and parts thousands elsewhere.
fn read(key: usize, text: String) -> Option<Said> {
    let commas = if key == VALUE || key == BRANCHING {
        "."
    } else {
        ""
    };
    let number = text
        .replace(',', commas)
        .replace('\u{2212}', "-")
        .parse()
        .ok()?;
    Some(Said { text, number })
}

/// Whether a number is the right one, in another notation at most.
///
/// The branching factor may be rounded in any way to one decimal, or not at all: it is then less
/// than a tenth away from the exact one, which is `successors` over `parents`.
pub(super) fn agrees(line: usize, said: f64, right: f64) -> bool {
    let slack = if line == BRANCHING { 0.1 } else { 0.0 };
    (said - right).abs() < slack + 1e-6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &str) -> [Option<f64>; 6] {
        hear(text).map(|said| said.map(|said| said.number))
    }

    const RIGHT: [Option<f64>; 6] = [
        Some(6.0),
        Some(1.0),
        Some(3.0),
        Some(1.0),
        Some(2.0),
        Some(1.5),
    ];

    #[test]
    fn other_words_are_understood() {
        for text in [
            "Move: 6\nValue: 1.0\nNumber of Nodes Visited: 3\nNumber of Nodes Evaluated: 1\n\
             Max Depth Reached: 2\nAvg Effective Branching Factor: 1.5",
            "7 3 1 4 2 3\nBest move = 6\n\nVALUE:  1\nNodes visited 3.\nnodesEvaluated:1\n\
             max_depth -> 2\nAverage Branching Factor: 1,5\n",
            "Value: -0.7\nThe move is:\n6\nvalue 1.00\nVisited 3 nodes\nEvaluated 1 nodes\n\
             Depth reached: 2\nBranching: +1.5",
        ] {
            assert_eq!(heard(text), RIGHT, "{text}");
        }
    }

    #[test]
    fn what_is_not_certain_is_not_heard() {
        assert_eq!(heard("6\n1.0\n3\n1\n2\n1.5\n"), [None; 6], "no labels");
        assert_eq!(heard("Value of the move: 6\n"), [None; 6], "two key words");
        assert_eq!(heard("Move: 6 or 7\n"), [None; 6], "two numbers");
        assert_eq!(heard("Removed 3\nMoved 4\n"), [None; 6], "other words");
    }

    #[test]
    fn thousands_and_negative_zero_are_numbers() {
        assert_eq!(heard("Nodes Visited: 12,345")[2], Some(12345.0));
        assert_eq!(heard("Value: -0.0")[1], Some(0.0));
        assert_eq!(heard("Value: -.5")[1], Some(-0.5));
    }

    #[test]
    fn only_the_branching_factor_may_be_rounded_otherwise() {
        assert!(agrees(BRANCHING, 1.2, 1.25) && agrees(BRANCHING, 1.25, 1.25));
        assert!(agrees(BRANCHING, 2.8, 2.875), "cut off");
        assert!(!agrees(BRANCHING, 1.0, 1.25) && !agrees(VALUE, 0.6, 0.7) && !agrees(2, 3.0, 4.0));
    }
}
