//! Which number is the board's. A number that says so by its words, or that has followed the truth
//! so far, decides; the last one in what was said counts.

use std::collections::{BTreeMap, BTreeSet};

use crate::grading::hearing::line::is_word;
use crate::grading::hearing::{Line, Token};

/// Words for taking: a number beside them is what was taken.
pub(crate) const TAKING: [&str; 18] = [
    "take*",
    "took",
    "taking",
    "pick*",
    "remove*",
    "removing",
    "draw*",
    "drew",
    "grab*",
    "pull*",
    "choose*",
    "chose*",
    "select*",
    "subtract*",
    "collect*",
    "nimm*",
    "nahm*",
    "many",
];

/// Words of a number that never changes.
const CONSTANT: [&str; 13] = [
    "start*",
    "initial*",
    "began",
    "begin*",
    "total",
    "maximum",
    "minimum",
    "game",
    "round",
    "turn",
    "originally",
    "wins",
    "score",
];

/// Words of the board.
pub(super) const STRONG: [&str; 12] = [
    "left", "remain*", "there", "board", "table", "pile", "heap", "now", "stack", "über*", "übrig",
    "count",
];

/// Where one clause ends and the next begins.
const JOINTS: [&str; 9] = [
    "leaving", "leaves", "and", "so", "with", "but", "then", "which", "because",
];

/// A number that may be the board's.
#[derive(Clone, Debug)]
struct Claim {
    value: u64,
    place: (String, usize),
    strong: bool,
}

/// What was heard of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// This number.
    Count(u64),
    /// A number that may be meant as the board's, and is not right; nobody can be sure.
    Unsure,
    /// Nothing.
    Silent,
}

/// What has been learnt of the way a program shows its board.
#[derive(Default)]
pub(crate) struct BoardEar {
    /// Where a number has agreed with the truth, and with which numbers.
    agreed: BTreeMap<(String, usize), BTreeSet<u64>>,
    /// How many sticks were drawn when the drawing was right.
    drawn: BTreeSet<u64>,
}

impl BoardEar {
    /// The board's number in these lines. It should be one of `right`; `typed` is what was taken.
    pub(crate) fn hear(&mut self, lines: &[Line], right: &[u64], typed: Option<u64>) -> Heard {
        let claims = claims(lines);
        let known =
            |ear: &BoardEar, claim: &Claim| ear.agreed.get(&claim.place).map_or(0, BTreeSet::len);
        let decisive = claims.iter().rev().find(|claim| claim.strong);
        let followed = claims.iter().rev().find(|claim| known(self, claim) >= 2);
        let heard = match (decisive, followed) {
            (Some(claim), _) => Heard::Count(claim.value),
            (None, Some(claim)) if right.contains(&claim.value) => Heard::Count(claim.value),
            (None, Some(_)) => {
                let other = claims
                    .iter()
                    .rev()
                    .find(|claim| known(self, claim) > 0 && right.contains(&claim.value));
                other.map_or(Heard::Unsure, |claim| Heard::Count(claim.value))
            }
            (None, None) => {
                let fits = |claim: &&Claim| {
                    right.contains(&claim.value)
                        && (known(self, claim) > 0 || claim.value > 3 && Some(claim.value) != typed)
                };
                claims
                    .iter()
                    .rev()
                    .find(fits)
                    .map_or(Heard::Silent, |claim| Heard::Count(claim.value))
            }
        };
        if heard == Heard::Silent
            && let Some(count) = self.see(lines, right)
        {
            return Heard::Count(count);
        }
        if let Heard::Count(count) = heard
            && right.contains(&count)
        {
            for claim in claims
                .iter()
                .filter(|claim| claim.value == count && count > 3 && Some(count) != typed)
            {
                self.agreed
                    .entry(claim.place.clone())
                    .or_default()
                    .insert(count);
            }
            // Of one and the same sentence the last counts: before it the board may be shown as it was.
            self.agreed.retain(|place, _| {
                let mut said = claims.iter().rev().filter(|claim| claim.place == *place);
                said.next()
                    .is_none_or(|claim| claim.value == count || claim.strong)
            });
        }
        heard
    }
}

impl BoardEar {
    /// The sticks that are drawn, if it is clear how many: as many as there should be, or as many as
    /// were there before, or whatever else in a drawing that was right before.
    fn see(&mut self, lines: &[Line], right: &[u64]) -> Option<u64> {
        let bars = bars(lines);
        if let Some(&count) = bars.iter().find(|bars| right.contains(bars)) {
            self.drawn.insert(count);
            return Some(count);
        }
        let (&count, others) = bars.split_first()?;
        let clear = others.iter().all(|other| *other == count);
        (clear && (self.drawn.contains(&count) || self.drawn.len() > 1)).then_some(count)
    }
}

/// The numbers that say by their words that so many are left, in order.
pub(crate) fn counts(lines: &[Line]) -> Vec<u64> {
    let strong = claims(lines).into_iter().filter(|claim| claim.strong);
    strong.map(|claim| claim.value).collect()
}

/// The numbers that are no take, no range, no player.
fn claims(lines: &[Line]) -> Vec<Claim> {
    let mut found = Vec::new();
    for line in lines {
        let template = line.template();
        let numbers = line
            .tokens
            .iter()
            .filter(|token| matches!(token, Token::Number(_)))
            .count();
        let mut slot = 0;
        for clause in line.tokens.split(|token| {
            matches!(
                token,
                Token::Mark(',' | '.' | ';' | '!' | '?' | '(' | ')' | '|')
            ) || is_word(token, &JOINTS)
        }) {
            let says = |words: &[&str]| clause.iter().any(|token| is_word(token, words));
            // `3 of 10 sticks`, but `the number of sticks left is 7`.
            let share = clause.windows(2).any(|pair| {
                matches!(pair[0], Token::Number(_)) && is_word(&pair[1], &["of"])
                    || is_word(&pair[0], &["of"]) && matches!(pair[1], Token::Number(_))
            });
            let constant = share || says(&CONSTANT);
            let taking =
                says(&TAKING) || clause.iter().any(|token| matches!(token, Token::Range(..)));
            let strong = says(&STRONG)
                || says(&["stick*", "match*"]) && line.says(&STRONG) && !line.says(&TAKING);
            // In a crowd of numbers only the one that is alone with its words is heard.
            let alone = clause
                .iter()
                .filter(|token| matches!(token, Token::Number(_)))
                .count()
                == 1;
            if numbers > 4 && !(strong && alone) {
                continue;
            }
            for (at, token) in clause.iter().enumerate() {
                if let Token::Number(value) = token {
                    let place = (template.clone(), slot);
                    found.push(Claim {
                        value: *value,
                        place,
                        strong: strong && !taking && !constant || left_over(&clause[at + 1..]),
                    });
                    slot += 1;
                }
            }
        }
    }
    found
}

/// Whether a number is followed by `left`, `sticks left`, `remain`: so many are, whatever else is said.
fn left_over(after: &[Token]) -> bool {
    let things = ["stick*", "toothpick*", "match*"];
    let after = match after {
        [thing, after @ ..] if is_word(thing, &things) => after,
        after => after,
    };
    after
        .first()
        .is_some_and(|token| is_word(token, &["left", "remain*"]))
}

/// The sticks that were drawn last: lines of one and the same sign, `| | | |`; all of them together,
/// or each line alone if they are all alike, for a stick may be drawn several lines high.
fn bars(lines: &[Line]) -> Vec<u64> {
    let mut drawings = lines.split(|line| line.has_words() && drawn(line).is_none());
    let drawing = drawings.rfind(|lines| lines.iter().any(|line| drawn(line).is_some()));
    let counts: Vec<u64> = drawing.into_iter().flatten().filter_map(drawn).collect();
    let high = counts.windows(2).all(|pair| pair[0] == pair[1]);
    let one = counts.first().copied().filter(|_| high);
    let all = (!counts.is_empty()).then(|| counts.iter().sum());
    one.into_iter().chain(all).collect()
}

/// How often the one sign of a line is drawn.
fn drawn(line: &Line) -> Option<u64> {
    let mut signs = line
        .text
        .chars()
        .filter(|c| !c.is_whitespace() && !"[](){}".contains(*c));
    let first = signs.next()?;
    let drawing = !first.is_ascii_digit()
        && !"-=_~.:>?*#+".contains(first)
        && (!first.is_alphabetic() || "Il".contains(first));
    (drawing && signs.clone().all(|sign| sign == first)).then(|| 1 + signs.count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::hearing::lines;

    fn heard(ear: &mut BoardEar, text: &str, right: u64, typed: u64) -> Heard {
        ear.hear(&lines(text, &[]), &[right], Some(typed))
    }

    #[test]
    fn the_boards_number_is_heard_in_many_words() {
        for text in [
            "There are 7 sticks on the board.",
            "7 sticks remaining",
            "Sticks left: 7",
            "Player 1 takes 3 sticks, 7 remain.",
            "You took 3 sticks leaving 7 on the table",
            "[ 7 left ]",
            "There are seven sticks",
            "| | | | | | |",
            "Player 1 took 3 sticks. There are now 7 sticks.",
            "Remaining sticks = 7",
            "There are 7 number of sticks on the board",
            "Player 1 took 3 -> 7 left",
            "took 3 (7 sticks remain)",
            "#01  P1 took 3  |  P1 total 3  P2 total 0  |  left 7",
        ] {
            assert_eq!(
                heard(&mut BoardEar::default(), text, 7, 3),
                Heard::Count(7),
                "{text}"
            );
        }
    }

    #[test]
    fn what_was_taken_is_not_the_board() {
        for text in [
            "Player 1 took 3 sticks.",
            "You chose 3",
            "How many sticks do you take (1-3)?",
            "Turn 3",
            "----------",
        ] {
            assert_eq!(
                heard(&mut BoardEar::default(), text, 3, 3),
                Heard::Silent,
                "{text}"
            );
        }
    }

    #[test]
    fn of_several_drawings_the_last_one_counts() {
        for text in [
            "| | | |\nThe AI takes 2\n| |\nP1> ",
            "|||\n|||\nfine\n||\n||\n",
        ] {
            let heard = BoardEar::default().hear(&lines(text, &[]), &[1, 2, 3], None);
            assert_eq!(heard, Heard::Count(2), "{text}");
        }
    }

    #[test]
    fn a_drawing_that_stays_the_same_is_heard() {
        let mut ear = BoardEar::default();
        for (text, right, count) in [
            ("||||||", 6, 6),
            ("| | | | | |", 4, 6),
            ("||||", 4, 4),
            ("|||", 2, 3),
        ] {
            assert_eq!(
                heard(&mut ear, text, right, 2),
                Heard::Count(count),
                "{text}"
            );
        }
        assert_eq!(heard(&mut BoardEar::default(), "|||", 2, 2), Heard::Silent);
    }

    #[test]
    fn a_stale_number_behind_the_right_one_counts() {
        let text = "7 sticks left.\nThere are 10 sticks on the board.";
        assert_eq!(
            heard(&mut BoardEar::default(), text, 7, 3),
            Heard::Count(10)
        );
    }

    #[test]
    fn the_board_may_be_shown_before_and_after_somebody_elses_take() {
        let mut ear = BoardEar::default();
        for (text, right) in [
            (">> 17 sticks", 17),
            (">> 15 sticks\nThe AI picks: 2\n>> 13 sticks", 13),
            (">> 10 sticks\nThe AI picks: 3\n>> 7 sticks", 7),
            (">> 5 sticks\nThe AI picks: 3\n>> 2 sticks", 2),
        ] {
            let heard = ear.hear(&lines(text, &[]), &[right], None);
            assert_eq!(heard, Heard::Count(right), "{text}");
        }
    }

    #[test]
    fn a_number_without_known_words_is_heard_by_what_it_did_before() {
        let mut ear = BoardEar::default();
        assert_eq!(
            heard(&mut ear, "Es liegen 10 Hölzer.", 10, 10),
            Heard::Silent
        );
        assert_eq!(
            heard(&mut ear, "Es liegen 20 Hölzer.", 20, 3),
            Heard::Count(20)
        );
        assert_eq!(
            heard(&mut ear, "Es liegen 17 Hölzer.", 17, 3),
            Heard::Count(17)
        );
        assert_eq!(
            heard(&mut ear, "Es liegen 15 Hölzer.", 14, 3),
            Heard::Unsure
        );
    }
}
