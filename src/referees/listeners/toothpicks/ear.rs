//! What a text tells of a game of toothpicks: who draws what, how many remain, who won.
//!
//! Words that say what a number is are sure: a wrong number behind them is wrong. A number without
//! such words is only taken for what it has been all along; it can make a game right, never wrong.

use std::collections::BTreeMap;

use super::super::sticks::board::{TAKING, counts};
use super::super::sticks::loser::{Heard, loser};
use crate::game::Player;
use crate::grading::hearing::line::is_word;
use crate::grading::hearing::{Line, Token};
use crate::grading::judgement::Rules;
use crate::toothpicks::Board;

/// Words of a line that speaks of rules or refuses something: what it names is no draw.
const REFUSING: [&str; 19] = [
    "error*", "illegal*", "invalid*", "cannot", "can", "may", "must", "not", "allowed", "tried",
    "tries", "exceed*", "only", "too", "legal", "could", "should", "between", "if",
];

const ENDING: [&str; 8] = [
    "win", "wins", "won", "winner", "lose*", "lost", "loser", "congrat*",
];

/// What is said of a program whose winner is the other one.
pub(super) const OTHER_WINNER: &str = "who drew the last toothpick and wins";

/// A draw that was told, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Draw {
    pub player: Player,
    pub number: u64,
    line: usize,
    token: usize,
}

/// The draws that are told by a word for it, in order. Who draws may have been named just before.
pub(super) fn draws(heard: &[Line]) -> Vec<Draw> {
    let mut found = Vec::new();
    let mut named = None;
    for (at, line) in heard.iter().enumerate() {
        named = line.players().next().or(named);
        let verb = line
            .tokens
            .iter()
            .position(|token| is_word(token, &TAKING) && !is_word(token, &["many"]));
        let Some(verb) = verb.filter(|_| !line.says(&REFUSING)) else {
            continue;
        };
        let number = line.tokens.iter().enumerate().skip(verb);
        let number = number.filter_map(|(token, one)| match one {
            Token::Number(number) => Some((token, *number)),
            _ => None,
        });
        if let (Some(player), Some((token, number))) = (named, number.into_iter().next()) {
            found.push(Draw {
                player,
                number,
                line: at,
                token,
            });
            named = None;
        }
    }
    found
}

/// What may be the draws, though no word says so: the same number of lines that are alike and name a
/// player each.
pub(super) fn loose_draws(heard: &[Line]) -> Vec<Vec<Draw>> {
    let mut places: BTreeMap<(String, usize), Vec<Draw>> = BTreeMap::new();
    for (at, line) in heard.iter().enumerate() {
        let mut players = line.players();
        let (Some(player), None) = (players.next(), players.next()) else {
            continue;
        };
        if line.says(&REFUSING) || line.says(&ENDING) {
            continue;
        }
        for (slot, token, number) in numbers(line) {
            let place = places.entry((line.template(), slot)).or_default();
            place.push(Draw {
                player,
                number,
                line: at,
                token,
            });
        }
    }
    places.into_values().collect()
}

fn numbers(line: &Line) -> impl Iterator<Item = (usize, usize, u64)> {
    let numbers = line.tokens.iter().enumerate();
    let numbers = numbers.filter_map(|(token, one)| match one {
        Token::Number(number) => Some((token, *number)),
        _ => None,
    });
    numbers
        .enumerate()
        .map(|(slot, (token, number))| (slot, token, number))
}

/// Whether these are the draws of the game.
pub(super) fn check_draws(game: &Board, drawn: &[Draw]) -> Result<(), Rules> {
    let mut player = Player::First;
    for (turn, said) in game.data().iter().zip(drawn) {
        let state = turn.state;
        if said.player != player {
            return Err(Rules::Wrong(format!(
                "at {state} toothpicks {} draws, and it is {player}'s turn",
                said.player
            )));
        }
        if said.number != u64::from(turn.taken) {
            return Err(Rules::Wrong(format!(
                "at {state} toothpicks {player} draws {}, and it should be {}",
                said.number, turn.taken
            )));
        }
        player = player.other();
    }
    match (drawn.len(), game.data().len()) {
        (told, draws) if told == draws => Ok(()),
        (told, draws) => Err(Rules::Wrong(format!(
            "there are {draws} draws, and it tells {told}"
        ))),
    }
}

/// Whether the toothpicks that remain are told, and right, wherever they are told.
pub(super) fn check_counts(game: &Board, heard: &[Line], drawn: &[Draw]) -> Result<(), Rules> {
    let mut states: Vec<u64> = game.data().iter().map(|turn| turn.state.into()).collect();
    states.push(0);
    let sure = sure_counts(heard, drawn);
    let wrong = |(after, count): &&(usize, u64)| states.get(*after) != Some(count);
    if let Some((after, count)) = sure.iter().find(wrong) {
        let right = states.get(*after).copied().unwrap_or(0);
        return Err(Rules::Wrong(format!(
            "after {after} of {} draws {right} toothpicks remain, and it tells {count}",
            game.data().len()
        )));
    }
    let between = |told: &[(usize, u64)]| {
        let told = |after: usize| told.iter().any(|(at, _)| *at == after);
        let last = states.len() - 1;
        match last {
            1 => told(0) || told(1),
            last => (1..last).all(told),
        }
    };
    let follows = |told: &Vec<(usize, u64)>| {
        between(told)
            && told
                .iter()
                .all(|(at, count)| states.get(*at) == Some(count))
    };
    match between(&sure) || loose_counts(heard, drawn).iter().any(follows) {
        true => Ok(()),
        false => Err(Rules::Unheard("how many toothpicks remain".to_owned())),
    }
}

/// The numbers that are said to remain, each with the draws before it.
fn sure_counts(heard: &[Line], drawn: &[Draw]) -> Vec<(usize, u64)> {
    let first = drawn.first().map_or(0, |draw| draw.line);
    let mut found = Vec::new();
    for (at, line) in heard.iter().enumerate() {
        let before = drawn.iter().filter(|draw| draw.line < at).count();
        // What is said once, before the game, may be anything: `There are 2 players`.
        let again = |other: &Line| other.template() == line.template();
        let lead = at < first && !heard[first..].iter().any(again);
        if lead || line.says(&REFUSING) || line.says(&["players"]) {
            continue;
        }
        let here = drawn.iter().find(|draw| draw.line == at);
        let parts = match here {
            Some(draw) => vec![
                (before, &line.tokens[..draw.token]),
                (before + 1, &line.tokens[draw.token + 1..]),
            ],
            None => vec![(before, &line.tokens[..])],
        };
        for (after, tokens) in parts {
            let part = Line {
                text: line.text.clone(),
                tokens: tokens.to_vec(),
            };
            let told = counts(std::slice::from_ref(&part));
            found.extend(told.into_iter().map(|count| (after, count)));
            if after == drawn.len() && says_none(&part) {
                found.push((after, 0));
            }
        }
    }
    found
}

/// `no toothpicks left`, `none remain`, `the table is empty`.
fn says_none(part: &Line) -> bool {
    let none = |pair: &[Token]| {
        is_word(&pair[0], &["no", "none", "nothing"])
            && is_word(
                &pair[1],
                &["toothpick*", "are", "is", "left", "remain*", "more"],
            )
    };
    part.says(&["empty"]) || part.tokens.windows(2).any(none)
}

/// Numbers at one place of lines that are alike, each with the draws before it: one list for a number
/// before the draw of its line, and one for a number behind it.
fn loose_counts(heard: &[Line], drawn: &[Draw]) -> Vec<Vec<(usize, u64)>> {
    let mut places: BTreeMap<(String, usize, bool), Vec<(usize, u64)>> = BTreeMap::new();
    // The head of a table may say which number is which.
    let head = |word: &str| {
        let mut heads = heard.iter().filter(|line| numbers(line).next().is_none());
        heads.any(|line| line.says(&[word]))
    };
    let (says_before, says_after) = (head("before"), head("after"));
    for (at, line) in heard.iter().enumerate() {
        let before = drawn.iter().filter(|draw| draw.line < at).count();
        let here = drawn.iter().find(|draw| draw.line == at);
        for (slot, token, number) in numbers(line) {
            if here.is_some_and(|draw| draw.token == token) {
                continue;
            }
            for behind in [false, true] {
                if behind && here.is_none() {
                    continue;
                }
                let follows = here.is_some_and(|draw| token > draw.token);
                if follows && says_after && !behind || !follows && says_before && behind {
                    continue;
                }
                let place = (line.template(), slot, behind);
                let told = (before + usize::from(behind), number);
                places.entry(place).or_default().push(told);
            }
        }
    }
    places.into_values().collect()
}

/// Whether the winner that is named is the right one.
pub(super) fn check_winner(heard: &[Line], winner: Player) -> Result<(), Rules> {
    // Who takes the last one has not lost by that here.
    let heard = without(heard, |token| is_word(token, &["last", "final"]));
    let named = match loser(&heard, winner, false) {
        Heard::Unclear => loser(&without(&heard, is_number), winner, false),
        named => named,
    };
    match named {
        Heard::Loser(loser) if loser == winner => Err(Rules::Wrong(format!(
            "it says that {} won, and not {winner}, {OTHER_WINNER}",
            winner.other()
        ))),
        Heard::Loser(_) => Ok(()),
        Heard::Unclear => Err(Rules::Unheard("who won".to_owned())),
    }
}

/// In one game no number counts wins: `0 toothpicks remaining, player 1 wins!`
fn is_number(token: &Token) -> bool {
    matches!(token, Token::Number(_))
}

/// The lines without some of their tokens.
fn without(heard: &[Line], left_out: impl Fn(&Token) -> bool) -> Vec<Line> {
    let kept = heard.iter().map(|line| Line {
        text: line.text.clone(),
        tokens: {
            let tokens = line.tokens.iter();
            tokens.filter(|token| !left_out(token)).cloned().collect()
        },
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::hearing::lines;

    /// What is heard of a game of five toothpicks: 2, 1, 2.
    fn judge(text: &str) -> Rules {
        let mut game = Board::new(5, 2);
        for draw in [2, 1, 2] {
            game.update(draw).expect("legal");
        }
        let heard = super::super::names::read(text);
        super::super::check(&game, &heard)
            .err()
            .unwrap_or(Rules::Right)
    }

    #[test]
    fn a_right_game_is_right_in_many_words() {
        for text in [
            "5 toothpicks remaining, player 1 draws 2\n3 toothpicks remaining, player 2 draws 1\n2 toothpicks remaining, player 1 draws 2\n0 toothpicks remaining, player 1 wins!\n",
            "Starting with 5 toothpicks (take 1-2 each turn)\nP1: -2  (5 -> 3)\nP2: -1  (3 -> 2)\nP1: -2  (2 -> 0)\nWinner: P1\n",
            "Remaining  Player     Draw   After\n5          Player 1   2      3\n3          Player 2   1      2\n2          Player 1   2      0\nWinner: Player 1\n",
            "[Turn 1] Player 1 to move, toothpicks: 5\n   Player 1 removes 2\n[Turn 2] Player 2 to move, toothpicks: 3\n   Player 2 removes 1\n[Turn 3] Player 1 to move, toothpicks: 2\n   Player 1 removes 2\nToothpicks: 0. Game over after 3 turns.\nCongratulations Player 1!\n",
            "There are 2 players.\nBoard: 5\nPlayer 1's move: 2\nBoard: 3\nPlayer 2's move: 1\nBoard: 2\nPlayer 1's move: 2\nBoard: 0\nThe winner is Player 1\n",
            "Player A takes 2 toothpicks; 3 are left.\nPlayer B takes 1 toothpick; 2 are left.\nPlayer A takes 2 toothpicks; none are left.\nPlayer A is the winner\n",
            "First player took 2; remaining: 3\nSecond player took 1; remaining: 2\nFirst player took 2; remaining: 0\nFirst player took the last toothpick and wins.\n",
            "Ann removes 2 toothpicks, 3 toothpicks left on the table\nBob removes 1 toothpick, 2 toothpicks left on the table\nAnn removes 2 toothpicks, 0 toothpicks left on the table\nNo toothpicks left. Ann wins the game!\n",
            "[5] Player 0 -> 2\n[3] Player 1 -> 1\n[2] Player 0 -> 2\n[0] Player 0 wins\n",
            "Five toothpicks remain. The first player draws two.\nThree toothpicks remain. The second player draws one.\nTwo toothpicks remain. The first player draws two.\nNo toothpicks remain, so the first player is the winner.\n",
            "Player 1's turn\nDraws 2, leaving 3.\nPlayer 2's turn\nDraws 1, leaving 2.\nPlayer 1's turn\nDraws 2, leaving 0.\nPlayer 1 wins\n",
        ] {
            assert_eq!(judge(text), Rules::Right, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_never_right() {
        for (text, sure) in [
            (
                "The game starts with 5 toothpicks.\nPlayer 1 draws 2 toothpicks and leaves 5 on the table.\nPlayer 2 draws 1 toothpicks and leaves 3 on the table.\nPlayer 1 draws 2 toothpicks and leaves 2 on the table.\nPlayer 1 wins.\n",
                true,
            ),
            (
                "5 left\nPlayer 1 takes 2\n5 left\nPlayer 2 takes 1\n3 left\nPlayer 1 takes 2\n2 left\nPlayer 1 wins\n",
                true,
            ),
            (
                "5 toothpicks. Player 1 draws 2.\n3 toothpicks. Player 2 draws 1.\n2 toothpicks. Player 1 draws 2.\nPlayer 1 had to draw the last toothpick and loses.\nPlayer 2 wins!\n",
                true,
            ),
            (
                "Ann takes 2. 3 left.\nBob takes 1. 2 left.\nAnn takes 2. 0 left.\nBob wins!\n",
                true,
            ),
            (
                "Ann takes 2. 3 left.\nAnn takes 1. 2 left.\nBob takes 2. 0 left.\nBob wins!\n",
                false,
            ),
            (
                "Player | Before | Draw | After\nPlayer 1 | 5 | 2 | 5\nPlayer 2 | 5 | 1 | 3\nPlayer 1 | 3 | 2 | 2\nWinner: Player 1\n",
                false,
            ),
            ("P1: 2 (5)\nP2: 1 (4)\nP1: 2 (3)\nP1 wins\n", false),
            ("P1: 2 (5)\nP1: 1 (3)\nP1: 2 (2)\nP1 wins\n", false),
            (
                "Player 1 takes 2\nPlayer 2 takes 1\nPlayer 1 takes 2\nPlayer 1 wins\n",
                false,
            ),
        ] {
            let rules = judge(text);
            let fits = match sure {
                true => matches!(rules, Rules::Wrong(_)),
                false => matches!(rules, Rules::Unheard(_)),
            };
            assert!(fits, "{text}: {rules:?}");
        }
    }

    #[test]
    fn a_refusal_is_no_draw() {
        for text in [
            "error: Player 2 is not allowed to draw 3",
            "Player 1 can draw 1 to 2",
            "Illegal: player 2 tried to take 4 toothpicks!",
        ] {
            assert_eq!(draws(&lines(text, &[])), [], "{text}");
        }
    }
}
