//! What a text shows of a game of chopsticks: the positions, in whatever form, whose turn it is, and
//! who won.

use super::super::sticks::loser::{Heard, loser};
use crate::game::Player;
use crate::grading::hearing::line::is_word;
use crate::grading::hearing::{Line, Token, lines};
use crate::grading::judgement::Rules;

/// What is said of a program whose positions are right and whose winner is not.
pub(super) const WRONG_WINNER: &str = "it names the wrong winner";

/// Words of a line that tells a move, or asks for one: its numbers are hands, not fingers.
const ACTING: [&str; 32] = [
    "tap", "taps", "tapped", "hit", "hits", "attack", "attacks", "use", "uses", "used", "strike",
    "strikes", "touch", "touches", "add", "adds", "with", "on", "moves", "moved", "plays",
    "played", "enter", "choose", "type", "select", "which", "chooses", "picks", "pick", "from",
    "onto",
];

/// A position that was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// Whose turn it is, if the position says so.
    pub mover: Option<Player>,
    /// Left's hands, then Right's.
    pub hands: Vec<u64>,
    /// Whether nothing else can be meant.
    pub sure: bool,
}

/// A word, a number, or a sign of one line; `Player 1` is Left.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Side(Player),
    /// Own hands, and the opponent's.
    Own(bool),
    Word(String),
    Number(u64),
    /// A hand that is out, drawn as a cross.
    Cross,
    Arrow,
    /// `:` or `=`.
    Colon,
}

fn pieces(text: &str) -> Vec<Piece> {
    let lower = text.to_lowercase();
    let chars: Vec<char> = lower.chars().collect();
    let mut found: Vec<Piece> = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let run = |test: fn(&char) -> bool| chars[at..].iter().take_while(|c| test(c)).count();
        let (letters, digits) = (run(|c| c.is_alphabetic()), run(|c| c.is_ascii_digit()));
        let token: String = chars[at..at + letters.max(digits).max(1)].iter().collect();
        at += token.chars().count();
        if digits > 0 {
            let Ok(number) = token.parse() else { continue };
            let player = match (found.last(), number) {
                (Some(Piece::Word(word)), 1) if word == "player" => Some(Player::First),
                (Some(Piece::Word(word)), 2) if word == "player" => Some(Player::Second),
                _ => None,
            };
            match player {
                Some(player) => {
                    found.pop();
                    found.push(Piece::Side(player));
                }
                None => found.push(Piece::Number(number)),
            }
        } else if letters > 0 {
            found.push(match token.as_str() {
                "left" | "l" | "lefts" => Piece::Side(Player::First),
                "right" | "r" | "rights" => Piece::Side(Player::Second),
                "own" | "my" | "your" | "yours" | "mine" => Piece::Own(true),
                "opponent" | "opponents" | "enemy" | "other" => Piece::Own(false),
                "x" => Piece::Cross,
                _ => Piece::Word(token),
            });
        } else if token == ">" {
            found.push(Piece::Arrow);
        } else if token == ":" || token == "=" {
            found.push(Piece::Colon);
        }
    }
    found
}

/// Whether a line tells a move or asks for one.
fn acts(pieces: &[Piece]) -> bool {
    let word = |piece: &Piece| match piece {
        Piece::Word(word) => ACTING.contains(&word.as_str()),
        piece => *piece == Piece::Arrow,
    };
    pieces.iter().any(word)
        || pieces
            .windows(2)
            .any(|pair| is(&pair[0], "to") && !turns(&pair[1]))
}

fn is(piece: &Piece, wanted: &str) -> bool {
    matches!(piece, Piece::Word(word) if word == wanted)
}

fn turns(piece: &Piece) -> bool {
    ["move", "play", "go"].iter().any(|word| is(piece, word))
}

/// Whose turn a line says it is: `Left to move`, `Right's turn`, `turn: L`.
fn turn(pieces: &[Piece]) -> Option<Player> {
    let mut side = None;
    for (at, piece) in pieces.iter().enumerate() {
        let to_move = at > 0 && is(&pieces[at - 1], "to") && turns(piece);
        match (piece, pieces.get(at + 1), pieces.get(at + 2)) {
            (Piece::Side(player), ..) => side = Some(*player),
            (piece, ..) if (to_move || is(piece, "turn")) && named_before(&pieces[..at]) => {
                return side;
            }
            (piece, Some(Piece::Colon), Some(Piece::Side(player)))
                if to_move || is(piece, "turn") =>
            {
                return Some(*player);
            }
            (piece, ..) if to_move || is(piece, "turn") => return side,
            _ => {}
        }
    }
    None
}

/// Whether a side is named right here: in `Right to move: L 1 0 | R 2 3` it is not the one behind.
fn named_before(pieces: &[Piece]) -> bool {
    let between = |piece: &&Piece| ["s", "is", "to"].iter().any(|word| is(piece, word));
    let last = pieces.iter().rev().find(|piece| !between(piece));
    matches!(last, Some(Piece::Side(_)))
}

/// The hands that some numbers show: as many as there are hands, or `1: 2, 2: 0, 3: 1`.
fn hands_in(numbers: &[u64], words: &[&str], count: usize) -> Option<Vec<u64>> {
    let named = words.contains(&"hand") || words.contains(&"h");
    let indexed = numbers.len() == 2 * count
        && named
        && (numbers.iter().step_by(2)).eq((1..=count as u64).collect::<Vec<_>>().iter());
    match indexed {
        true => Some(numbers.iter().skip(1).step_by(2).copied().collect()),
        false => (numbers.len() == count && !named).then(|| numbers.to_vec()),
    }
}

/// The positions in these lines, and whose turn they say it is at last.
pub(super) fn shown(heard: &[Line], count: usize) -> (Vec<Shown>, Option<Player>) {
    let mut found = Vec::new();
    let mut at_turn = None;
    let mut mover = None;
    let mut halves: [Option<Vec<u64>>; 2] = [None, None];
    let mut single: [Vec<u64>; 2] = [Vec::new(), Vec::new()];
    let mut loose: Option<Vec<u64>> = None;
    for line in heard {
        let pieces = pieces(&line.text);
        at_turn = turn(&pieces).or(at_turn);
        if acts(&pieces) || line.text.contains('?') {
            loose = None;
            continue;
        }
        mover = turn(&pieces).or(mover);
        for (side, numbers, words) in segments(&pieces, mover) {
            let hand = words.contains(&"hand");
            if numbers.len() == 2 * count && hands_in(&numbers, &words, count).is_none() {
                found.push(Shown {
                    mover: side,
                    hands: numbers,
                    sure: true,
                });
                continue;
            }
            let hands = match (side, &numbers[..]) {
                // A hand a line: `Left hand 1: 2`.
                (Some(side), [at, fingers]) if hand => {
                    let one = &mut single[side.index()];
                    if *at == 1 {
                        one.clear();
                    }
                    if *at == one.len() as u64 + 1 {
                        one.push(*fingers);
                    }
                    (one.len() == count).then(|| std::mem::take(one))
                }
                (_, numbers) => hands_in(numbers, &words, count),
            };
            match (side, hands) {
                (Some(side), Some(hands)) => halves[side.index()] = Some(hands),
                (None, Some(hands)) => match loose.take() {
                    Some(mut all) => {
                        all.extend(hands);
                        found.push(Shown {
                            mover: None,
                            hands: all,
                            sure: false,
                        });
                    }
                    None => loose = Some(hands),
                },
                (_, None) => {}
            }
            if let [Some(left), Some(right)] = &mut halves {
                found.push(Shown {
                    mover: None,
                    hands: [std::mem::take(left), std::mem::take(right)].concat(),
                    sure: true,
                });
                halves = [None, None];
            }
        }
    }
    (found, at_turn)
}

type Segment<'a> = (Option<Player>, Vec<u64>, Vec<&'a str>);

/// A line in parts, each with the side that is named before its numbers.
fn segments(pieces: &[Piece], mover: Option<Player>) -> Vec<Segment<'_>> {
    let mut parts: Vec<Segment> = vec![(None, Vec::new(), Vec::new())];
    // Where a hand that is out is told as 0, a cross is a drawing: `|| X   2 0`.
    let told_in_numbers = pieces.contains(&Piece::Number(0));
    for piece in pieces {
        let side = match piece {
            Piece::Side(player) => Some(*player),
            Piece::Own(true) => mover,
            Piece::Own(false) => mover.map(Player::other),
            _ => None,
        };
        if side.is_some() {
            parts.push((side, Vec::new(), Vec::new()));
        }
        if let Some((_, numbers, words)) = parts.last_mut() {
            match piece {
                Piece::Number(number) => numbers.push(*number),
                Piece::Cross if !told_in_numbers => numbers.push(0),
                Piece::Word(word) => words.push(word),
                _ => {}
            }
        }
    }
    parts.retain(|(_, numbers, _)| !numbers.is_empty());
    parts
}

/// Whether the winner that is named is the right one.
pub(super) fn end(text: &str, winner: Player, computer: bool) -> Rules {
    let names = [
        ("left", Player::First),
        ("right", Player::Second),
        ("l", Player::First),
        ("r", Player::Second),
    ];
    let names = names.map(|(name, player)| (name.to_owned(), player));
    // A position names nobody, and who has lost hands has not lost by that.
    let said = text.lines().filter(|line| {
        let letters = line.split(|c: char| !c.is_alphabetic());
        letters.into_iter().any(|word| word.chars().count() > 1)
    });
    let said: String = said.map(|line| format!("{line}\n")).collect();
    let heard: Vec<Line> = lines(&said, &names)
        .into_iter()
        .map(without_hands)
        .collect();
    let to = |you| loser(&heard, you, computer);
    // Against the computer it speaks to Left; otherwise nobody knows to whom.
    let heard = match (to(Player::First), to(Player::Second)) {
        (one, _) if computer => one,
        (one, other) if one == other => one,
        _ => Heard::Unclear,
    };
    match heard {
        Heard::Loser(loser) if loser != winner => Rules::Right,
        Heard::Loser(_) => Rules::Wrong(WRONG_WINNER.to_owned()),
        Heard::Unclear => Rules::Unheard("who won".to_owned()),
    }
}

/// `Left has lost all hands` says nothing of winning by itself.
fn without_hands(mut line: Line) -> Line {
    let about_hands = |rest: &[Token]| {
        let near = rest.iter().take(6);
        let near = near.take_while(|token| !matches!(token, Token::Mark('.' | '!' | ';' | ',')));
        near.into_iter().any(|token| is_word(token, &["hand*"]))
    };
    for at in 0..line.tokens.len() {
        let lost = is_word(&line.tokens[at], &["lost", "lose*", "losing"]);
        if lost && about_hands(&line.tokens[at..]) {
            line.tokens[at] = Token::Word("without".to_owned());
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(text: &str, count: usize) -> Option<(Vec<u64>, Option<Player>)> {
        let (found, turn) = shown(&lines(text, &[]), count);
        found
            .last()
            .map(|one| (one.hands.clone(), one.mover.or(turn)))
    }

    #[test]
    fn a_position_is_known_in_many_forms() {
        let (left, right) = (Some(Player::First), Some(Player::Second));
        for (text, turn) in [
            ("(R 1 0 2 3)", right),
            ("('R', (1, 0), (2, 3))", right),
            ("Left: 1 0 | Right: 2 3 | Left to move", left),
            ("L: 1 0 | R: 2 3   turn: L", left),
            ("Right to move: L 1 0 | R 2 3", right),
            ("Left's turn: R 2 3 | L 1 0", left),
            ("[Right to play]  Left = [1, 0]  Right = [2, 3]", right),
            (
                "Left has 1, 0\nRight has 2, 3\nIt is Right's turn.\n",
                right,
            ),
            (
                "Right to move\n  own hands:        [2, 3]\n  opponent's hands: [1, 0]",
                right,
            ),
            (
                "Right: 2 3\nLeft:  1 x\nRight uses hand 1 on Left's hand 2.",
                None,
            ),
            ("| Left   1 0\n| Right  2 3\nLeft > ", None),
            ("Right  || |||   2 3\nLeft   | X   1 0\n", None),
            ("1 0\n2 3\n", None),
            (
                "Left hand 1: 1\nLeft hand 2: 0\nRight hand 1: 2\nRight hand 2: 3\n",
                None,
            ),
            (
                "Left: hand 1: 1, hand 2: 0\nRight: hand 1: 2, hand 2: 3\n",
                None,
            ),
            ("Player 1: [1, 0]\nPlayer 2: [2, 3]\n", None),
        ] {
            assert_eq!(last(text, 2), Some((vec![1, 0, 2, 3], turn)), "{text}");
        }
    }

    #[test]
    fn a_move_is_no_position() {
        for text in [
            "Left's hand 1 to Right's hand 2",
            "Left uses hand 1 on Right's hand 2.",
            "Left 2 -> Right 1",
            "Left hand 2 hits Right hand 1",
            "Enter your move, Left (1-2): 1 1",
        ] {
            for count in [1, 2] {
                assert_eq!(last(text, count), None, "{text}");
            }
        }
    }

    #[test]
    fn the_winner_is_heard_beside_the_hands_that_were_lost() {
        for text in [
            "Left has no hands. Right wins",
            "(L 0 0)\nwinner: R",
            "Left has lost all hands.\nRight wins the game!",
            "Right wins! Left has lost all hands.",
            "LEFT LOSES!",
        ] {
            assert_eq!(end(text, Player::Second, false), Rules::Right, "{text}");
            assert_ne!(end(text, Player::First, false), Rules::Right, "{text}");
        }
        for text in ["(L 0 0)\nYou win!", "Game over", "Left has lost all hands."] {
            assert_ne!(end(text, Player::First, false), Rules::Right, "{text}");
            assert_ne!(end(text, Player::Second, false), Rules::Right, "{text}");
        }
        assert_eq!(end("You lose!", Player::Second, true), Rules::Right);
    }
}
