//! The six numbers in a program's output, by their labels, whatever else the lines say.

use super::labels::{BRANCHING, Label, VALUE, label};
use super::table::Head;
use super::tokens::{Token, numbers, tokens, words};

/// The lines of the assignment, in their order, without their numbers.
pub(super) const LABELS: [&str; 6] = [
    "Move",
    "Value",
    "Number of Nodes Visited",
    "Number of Nodes Evaluated",
    "Max Depth Reached",
    "Avg Effective Branching Factor",
];

/// A number as the program wrote it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Said {
    /// Its digits and sign.
    pub text: String,
    /// What they mean.
    pub number: f64,
    /// Where it stands in the text, in bytes.
    pub at: usize,
}

/// The six numbers; a line that is said twice counts as it was said last, because traces come first,
/// and the assignment's own words count more than others.
///
/// A number has its label before it or behind it, alone in the line before, or above it in the head of
/// a table. Numbers without a label are never heard: taking them by position would be guessing.
pub(super) fn hear(text: &str) -> [Option<Said>; 6] {
    let mut heard: [Option<(Label, Said)>; 6] = Default::default();
    let mut open = None;
    let mut head: Option<Head> = None;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let begins = offset;
        let tokens = tokens(line, begins);
        offset += line.len();
        if is_refusal(line) || numbers(&tokens) == 0 && words(&tokens).is_empty() {
            continue;
        }
        let waiting: Option<Label> = open.take();
        let row = head.take().and_then(|head| head.row(line, begins));
        let clauses = match (row, &tokens[..], waiting) {
            (Some(row), ..) => row,
            (None, [Token::Number(text, at)], Some(label)) => {
                vec![(label, text.clone(), *at)]
            }
            _ => clauses(&tokens)
                .iter()
                .filter_map(|one| said(one))
                .collect(),
        };
        head = Head::read(line).filter(|_| numbers(&tokens) == 0);
        if clauses.is_empty() && numbers(&tokens) == 0 {
            open = label(&words(&tokens));
        }
        for (label, text, at) in clauses {
            let slot = &mut heard[label.line];
            let known_better = slot.as_ref().is_some_and(|(old, _)| old.own && !label.own);
            if let Some(said) = read(label.line, text, at).filter(|_| !known_better) {
                *slot = Some((label, said));
            }
        }
    }
    heard.map(|said| said.map(|(_, said)| said))
}

/// Whether a shell or the system says that something cannot be done: its numbers are lines of a script.
fn is_refusal(line: &str) -> bool {
    const REASONS: [&str; 7] = [
        "permission denied",
        "operation not permitted",
        "no such file or directory",
        "not found",
        "exec format error",
        "resource temporarily unavailable",
        "cannot allocate memory",
    ];
    let line = line.trim_end().to_lowercase();
    REASONS.iter().any(|reason| line.ends_with(reason))
}

/// The number of a clause and its label: before it, or if there is none, behind it.
fn said(clause: &[Token]) -> Option<(Label, String, usize)> {
    let at = clause
        .iter()
        .position(|token| matches!(token, Token::Number(..)))?;
    let Token::Number(text, place) = &clause[at] else {
        return None;
    };
    let (before, behind) = (words(&clause[..at]), words(&clause[at + 1..]));
    let names = |words: &[&str]| words.iter().any(|word| label(&[word]).is_some());
    let found = match names(&before) {
        true => label(&before),
        false => label(&[before, behind].concat()),
    };
    Some((found?, text.clone(), *place))
}

/// A line in parts with one number each: `Move: 6, Value: 1.0`, `3 nodes visited; 1 evaluated`,
/// `Move: 6  Value: 1.0` or `stone 6 with value 1.0`. None if there is another number whose label
/// nobody can tell.
fn clauses(tokens: &[Token]) -> Vec<Vec<Token>> {
    let tokens = without_bullet(tokens);
    let (tokens, mut asides) = asides(tokens);
    let mut parts = parts(tokens);
    parts.append(&mut asides);
    parts
}

fn parts(tokens: Vec<Token>) -> Vec<Vec<Token>> {
    if numbers(&tokens) <= 1 {
        return vec![tokens];
    }
    let plain = |part: &Vec<Token>| match numbers(part) {
        0 => true,
        1 => !words(part).is_empty(),
        _ => false,
    };
    let mark = |token: &Token| matches!(token, Token::Mark(',' | ';' | '|' | '/'));
    let joint = |token: &Token| match token {
        Token::Word(word) => ["and", "with", "while"].contains(&word.as_str()),
        token => mark(token) || *token == Token::Mark('.'),
    };
    let at_marks: Vec<Vec<Token>> = tokens.split(mark).map(<[Token]>::to_vec).collect();
    let at_joints: Vec<Vec<Token>> = tokens.split(joint).map(<[Token]>::to_vec).collect();
    for parts in [at_marks, at_joints] {
        if parts.iter().all(plain) {
            return parts;
        }
    }
    let mut parts = Vec::new();
    let mut part = Vec::new();
    for token in tokens {
        let announced = matches!(part.last(), Some(Token::Mark(':' | '=' | '>')));
        let number = matches!(token, Token::Number(..));
        if number && !announced {
            return Vec::new();
        }
        part.push(token);
        if number {
            parts.push(std::mem::take(&mut part));
        }
    }
    parts
}

/// Without the number of a list: `1. Move: 6`.
fn without_bullet(tokens: &[Token]) -> &[Token] {
    match tokens {
        [Token::Number(bullet, _), Token::Mark('.' | ')'), rest @ ..]
            if bullet.parse::<u8>().is_ok() && numbers(rest) > 0 =>
        {
            rest
        }
        _ => tokens,
    }
}

/// A line without what stands in brackets beside its number, quotes, and the numbers of players; and
/// of the brackets those with a number each: `stone 6 (value 1.0)`.
fn asides(tokens: &[Token]) -> (Vec<Token>, Vec<Vec<Token>>) {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut depth = 0usize;
    let mut outside = Vec::new();
    let mut asides = vec![Vec::new()];
    for token in tokens {
        match token {
            Token::Mark('(' | '[') => {
                depth += 1;
                asides.push(Vec::new());
            }
            Token::Mark(')' | ']') => depth = depth.saturating_sub(1),
            Token::Mark('"' | '\'' | '*' | '_' | '`') => continue,
            Token::Number(..) if kept.last() == Some(&Token::Word("player".to_owned())) => continue,
            token if depth == 0 => outside.push(token.clone()),
            // Before the number it explains the label: `Max depth (the root is at 0): 2`.
            token if numbers(&outside) > 0 => {
                if let Some(aside) = asides.last_mut() {
                    aside.push(token.clone());
                }
            }
            _ => {}
        }
        kept.push(token.clone());
    }
    if numbers(&outside) == 0 || words(&outside).is_empty() {
        return (kept, Vec::new());
    }
    asides.retain(|one| numbers(one) == 1 && !words(one).is_empty());
    (outside, asides)
}

/// A comma is a decimal point where there are decimals, and parts thousands elsewhere.
fn read(line: usize, text: String, at: usize) -> Option<Said> {
    let commas = if line == VALUE || line == BRANCHING {
        "."
    } else {
        ""
    };
    let plain = text.replace(',', commas).replace('\u{2212}', "-");
    let number = plain.parse().ok()?;
    Some(Said { text, number, at })
}

/// Whether a number is the right one, in another notation at most.
///
/// The branching factor may be rounded in any way to one decimal or to more, or not at all: it is
/// then less than one in its last decimal away from the exact one.
pub(super) fn agrees(line: usize, said: f64, right: f64) -> bool {
    let slack = match line {
        BRANCHING => {
            let shown = said.to_string();
            let decimals = shown.split_once('.').map_or(0, |(_, after)| after.len());
            0.1f64.powi(decimals.clamp(1, 5) as i32)
        }
        // A value may have been kept in single precision.
        VALUE => 1e-4,
        _ => 0.0,
    };
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
    fn what_a_shell_cannot_do_is_no_answer() {
        for text in [
            "../take_stones: 6: ../bin/take_stones: Permission denied",
            "take_stones: line 6: python: command not found\n",
        ] {
            assert_eq!(heard(text), [None; 6], "{text}");
        }
    }

    #[test]
    fn other_words_are_understood() {
        for text in [
            "Move: 6\nValue: 1.0\nNumber of Nodes Visited: 3\nNumber of Nodes Evaluated: 1\n\
             Max Depth Reached: 2\nAvg Effective Branching Factor: 1.5",
            "7 3 1 4 2 3\nBest move = 6\n\nVALUE:  1\nNodes visited 3.\nnodesEvaluated:1\n\
             max_depth -> 2\nAverage Branching Factor: 1,5\n",
            "Value: -0.7\nThe move is:\n6\nvalue 1.00\nVisited 3 nodes\nEvaluated 1 nodes\n\
             Depth reached: 2\nBranching: +1.5",
            "Move: 6, Value: 1.0, Visited: 3, Evaluated: 1, Depth: 2, Branching: 1.500\n",
            "Move: 6  Value: 1.0  Visited: 3  Evaluated: 1  Depth: 2  Branching: 1.5\n",
            "{\"move\":6,\"value\":1.0,\"nodesVisited\":3,\"nodesEvaluated\":1,\"maxDepth\":2,\"bf\":1.5}",
            "Player 2 should take stone 6 (legal: 6)\nIts score: 1.00\n3 nodes visited, 1 evaluated\n\
             Maximum depth (root = 0): 2\nEBF is 1.5\nTime: 0.003 s",
            "Best move is stone 6 with value 1.0\n3 nodes were visited and 1 nodes were evaluated.\n\
             The max depth reached was 2. The average branching factor was 1.50.\n",
            "Max chooses stone 6 (value 1.0)\n3 nodes visited (evaluated: 1)\nMax depth (root = 0): 2\n\
             EBF: 1.5",
            "The best move for Max: 6\nThe value associated with the move (by alpha-beta): 1.0\n\
             The total number of nodes visited: 3\nThe number of nodes evaluated (end or depth): 1\n\
             The maximum depth reached (the root is at depth 0): 2\nThe branching factor: 1.5",
            "1. Move: 6\n2. Value: 1.0\n3. Nodes visited: 3\n4) Nodes evaluated: 1\n5) Max depth: 2\n\
             6) Branching factor: 1.5",
            "(Move) 6\n(Value) 1.0\n[Visited] 3\nEvaluated......1\nMax depth....2\nBranching factor..1.5",
            "Move  Value  Nodes visited  Nodes evaluated  Max depth  Branching\n\
             ----  -----  -------------  ---------------  ---------  ---------\n\
             \u{20}  6    1.0              3                1          2        1.5\n",
            "move,value,visited,evaluated,max_depth,branching\n6,1.0,3,1,2,1.500\n",
            "| Move | Value | Visited | Evaluated | Depth | EBF |\n|---|---|---|---|---|---|\n\
             | 6 | 1.0 | 3 | 1 | 2 | 1.5 |\n",
            "[Move, Value, Visited, Evaluated, Depth, Branching]\n[6, 1.0, 3, 1, 2, 1.5]\n",
            "Best move value: 1.0\nSearch depth: 9\nLast move: 2\nBest stone: 6\nExplored 3\n\
             Leaf nodes: 1\nDeepest level: 2\nAverage branching factor: 1.5",
        ] {
            assert_eq!(heard(text), RIGHT, "{text}");
        }
    }

    #[test]
    fn what_is_not_certain_is_not_heard() {
        assert_eq!(heard("6\n1.0\n3\n1\n2\n1.5\n"), [None; 6], "no labels");
        assert_eq!(heard("Move with value: 6\n"), [None; 6], "one of two");
        assert_eq!(
            heard("Move: 6 or 7\nMove: 6, 7\n"),
            [None; 6],
            "two numbers"
        );
        assert_eq!(heard("Removed 3\nMoved 4\n"), [None; 6], "other words");
        assert_eq!(
            heard("move,value,visited\n6,1.0\n"),
            [None; 6],
            "too few for the head"
        );
        assert_eq!(
            heard("move,stone,value\n6,5,1.0\n"),
            [None; 6],
            "a head that says a thing twice"
        );
        assert_eq!(heard("Depth 3 search visited 12 nodes\n"), [None; 6], "two");
    }

    #[test]
    fn the_assignments_own_words_count_more() {
        assert_eq!(heard("Value: 1.0\nTotal score: 31")[VALUE], Some(1.0));
        assert_eq!(heard("Value: 1.0\nValue: 0.5")[VALUE], Some(0.5));
    }

    #[test]
    fn thousands_negative_zero_and_infinity_are_numbers() {
        assert_eq!(heard("Nodes Visited: 12,345")[2], Some(12345.0));
        assert_eq!(heard("Value: -0.0")[1], Some(0.0));
        assert_eq!(heard("Value: -.5")[1], Some(-0.5));
        assert_eq!(heard("Value: -Infinity")[1], Some(f64::NEG_INFINITY));
        assert_eq!(heard("Value: 4.9E-324")[1], Some(4.9e-324));
        assert!(heard("Branching: NaN")[5].is_some_and(f64::is_nan));
        assert_eq!(
            hear("Value: x -0.5")[1].as_ref().map(|said| said.at),
            Some(9)
        );
    }

    #[test]
    fn only_the_branching_factor_may_be_rounded_otherwise() {
        assert!(agrees(BRANCHING, 1.2, 1.25) && agrees(BRANCHING, 1.25, 1.25));
        assert!(agrees(BRANCHING, 2.8, 2.875), "cut off");
        assert!(agrees(BRANCHING, 2.88, 2.875) && agrees(BRANCHING, 3.0, 2.999));
        assert!(
            !agrees(BRANCHING, 2.9137, 2.875),
            "not rounded, and another"
        );
        assert!(!agrees(BRANCHING, 1.0, 1.25) && !agrees(VALUE, 0.6, 0.7) && !agrees(2, 3.0, 4.0));
        assert!(!agrees(BRANCHING, f64::NAN, 1.0));
    }
}
