//! Which of the six numbers a label speaks of: by the assignment's own words, or by others that mean
//! the same and nothing else.

/// The lines of the assignment, in their order.
pub(super) const MOVE: usize = 0;
pub(super) const VALUE: usize = 1;
pub(super) const VISITED: usize = 2;
pub(super) const EVALUATED: usize = 3;
pub(super) const DEPTH: usize = 4;
pub(super) const BRANCHING: usize = 5;

/// The assignment's word for each line, and what others say for it.
const WORDS: [(&str, &[&str]); 6] = [
    (
        "move",
        &[
            "stone",
            "pick",
            "picks",
            "choice",
            "chosen",
            "choose",
            "chooses",
            "action",
            "take",
            "takes",
            "taking",
            "select",
            "selects",
            "selected",
            "remove",
            "removes",
            "jugada",
            "movimiento",
            "jogada",
            "zug",
            "coup",
        ],
    ),
    (
        "value",
        &["score", "utility", "payoff", "valor", "wert", "valeur"],
    ),
    (
        "visited",
        &[
            "explored",
            "expanded",
            "examined",
            "searched",
            "traversed",
            "visits",
            "visitados",
            "besucht",
            "besuchte",
            "visités",
        ],
    ),
    (
        "evaluated",
        &[
            "evaluations",
            "evals",
            "leaf",
            "leaves",
            "evaluados",
            "avaliados",
            "bewertet",
            "bewertete",
            "évalués",
        ],
    ),
    (
        "depth",
        &[
            "ply",
            "plies",
            "level",
            "levels",
            "deepest",
            "profundidad",
            "profundidade",
            "tiefe",
            "profondeur",
        ],
    ),
    (
        "branching",
        &[
            "branch",
            "bf",
            "ebf",
            "abf",
            "ramificación",
            "ramificação",
            "verzweigung",
            "verzweigungsfaktor",
            "branchement",
        ],
    ),
];

/// Labels with one of these words speak of something else.
const ELSEWHERE: [&str; 9] = [
    "alpha", "beta", "expected", "pruned", "cutoffs", "time", "seconds", "ms", "elapsed",
];

/// A depth that was asked for and not reached.
const ASKED: [&str; 8] = [
    "limit",
    "given",
    "input",
    "specified",
    "allowed",
    "cutoff",
    "parameter",
    "requested",
];

/// A stone or a move that is not the one to take, unless it is called the best.
const OTHER_STONE: [&str; 15] = [
    "last",
    "previous",
    "first",
    "current",
    "total",
    "legal",
    "possible",
    "available",
    "remaining",
    "left",
    "taken",
    "count",
    "number",
    "each",
    "every",
];
const BEST: [&str; 6] = [
    "best",
    "optimal",
    "chosen",
    "selected",
    "next",
    "recommended",
];

/// A label that was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// Which of the six lines.
    pub line: usize,
    /// Whether it has the assignment's own word for it.
    pub own: bool,
}

/// What these words, in small letters, are the label of; none if that is not certain.
pub(super) fn label(words: &[&str]) -> Option<Label> {
    let words = without_alpha_beta(words);
    let says = |some: &[&str]| words.iter().any(|word| some.contains(word));
    let mut lines: Vec<usize> = words.iter().filter_map(|word| line_of(word)).collect();
    lines.dedup();
    let line = match &lines[..] {
        _ if says(&ELSEWHERE) => return None,
        lines if lines.contains(&BRANCHING) => BRANCHING,
        [one] => *one,
        // `Value of the move` and `best move value` are values; `move of value` is none of both.
        [first, .., last] if lines.iter().all(|line| [MOVE, VALUE].contains(line)) => {
            // The assignment's own list says `the value associated with the move`.
            let with = says(&["with", "by", "at"]) && !says(&["associated"]);
            match (says(&["of", "for", "associated"]), with) {
                (_, true) => return None,
                (true, false) => *first,
                (false, false) => *last,
            }
        }
        _ if says(&["node", "nodes", "state", "states"]) => match says(&["leaf", "leaves"]) {
            true if !lines.contains(&DEPTH) => EVALUATED,
            _ => return None,
        },
        [VISITED, DEPTH] | [DEPTH, VISITED] => DEPTH,
        [EVALUATED, VALUE] | [VALUE, EVALUATED] => VALUE,
        _ => return None,
    };
    let reached = says(&["max", "maximum", "reached", "deepest"]);
    let barred = match line {
        MOVE => {
            let asks_who = says(&["player", "turn"]) && !says(WORDS[MOVE].1);
            (says(&OTHER_STONE) || asks_who) && !says(&BEST)
        }
        DEPTH => says(&ASKED) || says(&["search"]) && !reached,
        _ => false,
    };
    let own = words.contains(&WORDS[line].0);
    (!barred).then_some(Label { line, own })
}

fn line_of(word: &str) -> Option<usize> {
    let fits = |(own, others): &(&str, &[&str])| *own == word || others.contains(&word);
    WORDS.iter().position(fits)
}

/// The search may be called by its name.
fn without_alpha_beta<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let mut kept: Vec<&str> = Vec::with_capacity(words.len());
    for word in words {
        match (kept.last(), *word) {
            (Some(&"alpha"), "beta") => drop(kept.pop()),
            (_, "alphabeta") => {}
            (_, word) => kept.push(word),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Option<usize> {
        let words: Vec<&str> = text.split(' ').collect();
        label(&words).map(|label| label.line)
    }

    #[test]
    fn labels_are_known_by_their_head() {
        for (text, known) in [
            ("move", MOVE),
            ("best stone to take", MOVE),
            ("next move is to take stone", MOVE),
            ("max takes stone", MOVE),
            ("player should take", MOVE),
            ("value of the best move", VALUE),
            ("best move value", VALUE),
            ("the value associated with the move", VALUE),
            ("score for this stone", VALUE),
            ("evaluated value", VALUE),
            ("alpha beta value", VALUE),
            ("number of nodes visited", VISITED),
            ("states explored", VISITED),
            ("leaf nodes visited", EVALUATED),
            ("leaves", EVALUATED),
            ("max depth visited", DEPTH),
            ("deepest level", DEPTH),
            ("average branching factor per visited node", BRANCHING),
            ("ebf", BRANCHING),
            ("nodos evaluados", EVALUATED),
            ("tiefe", DEPTH),
        ] {
            assert_eq!(line(text), Some(known), "{text}");
        }
    }

    #[test]
    fn what_speaks_of_something_else_is_no_label() {
        for text in [
            "number of stones",
            "last move",
            "player to move",
            "depth limit",
            "search depth",
            "alpha",
            "beta value",
            "expected value",
            "nodes pruned",
            "nodes visited at max depth",
            "move with value",
            "stones taken",
            "removed",
        ] {
            assert_eq!(line(text), None, "{text}");
        }
    }
}
