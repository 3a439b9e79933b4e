//! Who lost, from the words of winning and losing and the players nearest to them.

use super::board::TAKING;
use crate::game::Player;
use crate::grading::hearing::line::is_word;
use crate::grading::hearing::{Line, Token};

const LOSING: [&str; 10] = [
    "lose*", "loose*", "losing", "lost", "loss", "verlier*", "verlor*", "perd*", "hävi*", "pierd*",
];
const WINNING: [&str; 15] = [
    "win",
    "wins",
    "won",
    "winner",
    "victory",
    "victorious",
    "congrat*",
    "champion*",
    "beat",
    "beats",
    "defeats",
    "gewinn*",
    "gewonn*",
    "voit*",
    "gana*",
];

/// Words of sentences that speak of any game, or of what did not happen.
const GENERAL: [&str; 8] = ["who", "whoever", "if", "not", "t", "never", "would", "when"];

/// Words of sentences that speak of what may yet happen.
const FUTURE: [&str; 12] = [
    "will", "can", "could", "may", "might", "about", "must", "has", "going", "until", "try",
    "should",
];

/// Words of winning that a question about what may happen can have: `Can you beat me?`.
const HOPED: [&str; 4] = ["beat", "beats", "defeats", "champion*"];

/// Words of sentences that keep a score.
const SCORE: [&str; 12] = [
    "score*", "games", "times", "total", "rounds", "record", "far", "tally", "stats", "streak",
    "points", "matches",
];

/// Words with which a sentence goes on about whom the one before it named.
const LINKS: [&str; 26] = [
    "and",
    "so",
    "is",
    "are",
    "the",
    "a",
    "has",
    "have",
    "he",
    "she",
    "they",
    "it",
    "game",
    "over",
    "that",
    "which",
    "means",
    "sorry",
    "this",
    "player",
    "oh",
    "no",
    "therefore",
    "thus",
    "u",
    "you",
];

/// What a text says about the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// This player has lost.
    Loser(Player),
    /// Nothing is said, or it contradicts itself.
    Unclear,
}

/// One word of winning or losing: who has lost by it, and whether its own sentence says so.
struct Word {
    loser: Player,
    named: bool,
    certain: bool,
}

/// Who has lost, as these lines say. `you` is who is spoken to; `computer` says that the second
/// player is the computer.
pub(crate) fn loser(lines: &[Line], you: Player, computer: bool) -> Heard {
    let words = words(lines, you, computer);
    let takers = last_takers(lines, you, computer);
    match words.split_first() {
        // Who says that somebody took the final stick says that somebody lost.
        Some((first, others))
            if others.iter().all(|other| other.loser == first.loser)
                && takers.iter().all(|taker| *taker == first.loser) =>
        {
            Heard::Loser(first.loser)
        }
        // `Lost! Player 2 took the last stick.`; and `FAIL!` alone is said to who has just taken it.
        None if lines.iter().flat_map(sentences).any(is_bare_loss) => {
            let mut losers = takers;
            losers.extend(losers.is_empty().then_some(you).filter(|_| !computer));
            match losers.split_first() {
                Some((one, others)) if others.iter().all(|other| other == one) => {
                    Heard::Loser(*one)
                }
                _ => Heard::Unclear,
            }
        }
        _ => Heard::Unclear,
    }
}

/// Whether a line speaks of winning or losing.
pub(super) fn tells_the_end(line: &Line) -> bool {
    line.says(&LOSING) || line.says(&WINNING)
}

/// Nothing but a word of losing.
fn is_bare_loss(sentence: &[Token]) -> bool {
    let mut words = sentence
        .iter()
        .filter(|token| !matches!(token, Token::Mark(_)));
    let lost = |word| is_word(word, &LOSING) || is_word(word, &["fail", "defeat"]);
    words.next().is_some_and(lost) && words.next().is_none()
}

/// Who is said to have lost by a sentence that names them and is about this very moment.
pub(crate) fn announced(lines: &[Line], you: Player, computer: bool) -> Option<Player> {
    let words = words(lines, you, computer);
    let word = words.into_iter().find(|word| word.named && word.certain)?;
    Some(word.loser)
}

fn sentences(line: &Line) -> impl Iterator<Item = &[Token]> {
    let tokens = line.tokens.as_slice();
    let ends = tokens.iter().enumerate().filter(|(at, token)| match token {
        // `And the loser is... Player 2!`
        Token::Mark('.') => {
            let before = at.checked_sub(1).and_then(|at| tokens.get(at));
            ![before, tokens.get(at + 1)].contains(&Some(&Token::Mark('.')))
        }
        token => matches!(token, Token::Mark('!' | ';' | '?' | '|')),
    });
    let ends = ends.map(|(at, _)| at).chain([tokens.len()]);
    ends.scan(0, move |from, end| {
        let sentence = &tokens[*from..end];
        *from = (end + 1).min(tokens.len());
        Some(sentence)
    })
}

/// A word of losing, or of being defeated by somebody.
fn is_loss(sentence: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| sentence.get(at));
    let of = |after: &Token| is_word(after, &["of"]);
    let out_of_sticks = is_word(&sentence[at], &["out"]) && sentence.get(at + 1).is_some_and(of);
    let passive = ["is", "was", "are", "been", "got", "gets"];
    is_word(&sentence[at], &LOSING)
        || is_word(&sentence[at], &["defeated", "beaten", "out"])
            && before.is_some_and(|before| is_word(before, &passive))
            && !out_of_sticks
        || is_word(&sentence[at], &["luck"])
            && before.is_some_and(|before| is_word(before, &["better"]))
}

fn says(sentence: &[Token], words: &[&str]) -> bool {
    sentence.iter().any(|token| is_word(token, words))
}

/// Whom each token of a sentence names.
fn people(sentence: &[Token], you: Player, computer: bool) -> Vec<(usize, Player)> {
    let named = |token: &Token| match token {
        Token::Player(player) => Some(*player),
        Token::Computer if computer => Some(Player::Second),
        token if computer && is_word(token, &["i"]) => Some(Player::Second),
        _ => None,
    };
    let before = |at: usize| {
        let mut before = sentence[..at].iter().rev();
        before.find(|token| !matches!(token, Token::Mark(_)) && !is_word(token, &["player"]))
    };
    let one = |(at, token): (usize, &Token)| {
        // `AI Player, you lose`: `player` and `you` are whoever stands before them.
        let alias = || match before(at).and_then(named) {
            Some(player) => Some(player),
            None => Some(you),
        };
        let person = is_word(token, &["you", "u", "human", "player", "user", "person"]);
        let player = named(token).or_else(|| alias().filter(|_| computer && person))?;
        Some((at, player))
    };
    sentence.iter().enumerate().filter_map(one).collect()
}

fn nearest(people: &[(usize, Player)], at: usize) -> Option<Player> {
    let nearest = people
        .iter()
        .min_by_key(|(place, _)| (place.abs_diff(at), *place > at));
    nearest.map(|(_, player)| *player)
}

fn words(lines: &[Line], you: Player, computer: bool) -> Vec<Word> {
    let mut found = Vec::new();
    let mut named = None;
    for sentence in lines.iter().flat_map(sentences) {
        let people = people(sentence, you, computer);
        let before = named;
        named = people.last().map(|(_, player)| *player).or(named);
        let counted = sentence
            .iter()
            .any(|token| matches!(token, Token::Number(_)));
        if says(sentence, &GENERAL) || counted && says(sentence, &SCORE) {
            continue;
        }
        for (at, token) in sentence.iter().enumerate() {
            if is_word(token, &HOPED) && says(sentence, &FUTURE) {
                continue;
            }
            let lost = is_loss(sentence, at);
            if !lost && !is_word(token, &WINNING) || counts(sentence, at) {
                continue;
            }
            let own = labelled(sentence, &people, at).or_else(|| nearest(&people, at));
            let about = match own {
                Some(player) => Some(player),
                None if says_you(sentence, at) => Some(before.unwrap_or(you)),
                None => before.filter(|_| links(&sentence[..at])),
            };
            found.extend(about.map(|player| Word {
                loser: if lost { player } else { player.other() },
                named: own.is_some(),
                certain: !says(sentence, &FUTURE),
            }));
        }
    }
    found
}

/// `Loser: P2  Winner: P1`: the label comes first.
fn labelled(sentence: &[Token], people: &[(usize, Player)], at: usize) -> Option<Player> {
    let label = is_word(&sentence[at], &["loser", "winner"])
        && matches!(
            sentence.get(at + 1),
            Some(Token::Mark(':' | '=' | '-' | '>'))
        );
    let mut behind = people.iter().filter(|(place, _)| label && *place > at);
    behind.next().map(|(_, player)| *player)
}

/// Nothing but marks and words with which a sentence goes on.
fn links(tokens: &[Token]) -> bool {
    tokens
        .iter()
        .all(|token| matches!(token, Token::Mark(_)) || is_word(token, &LINKS))
}

/// Whether a word is about whom it speaks to. In `You took the last one, so Red is the winner` it is
/// about somebody else, who is not known by name.
fn says_you(sentence: &[Token], at: usize) -> bool {
    let joint = |token: &Token| *token == Token::Mark(',') || is_word(token, &["so", "and"]);
    let from = sentence[..at].iter().rposition(joint);
    let clause = &sentence[from.map_or(0, |joint| joint + 1)..];
    let own = &sentence[from.map_or(0, |joint| joint + 1)..at];
    let you = ["you", "u"];
    says(clause, &you) || says(sentence, &you) && links(own)
}

/// Whether a word of winning counts games: `wins: 3`, `3 wins`.
fn counts(sentence: &[Token], at: usize) -> bool {
    let number = |token: Option<&Token>| matches!(token, Some(Token::Number(_)));
    let mut after = sentence[at + 1..].iter();
    let after = after.find(|token| !matches!(token, Token::Mark(_)));
    // In `HAL-9000 wins` the number is part of a name.
    let counted = match &sentence[..at] {
        [.., Token::Mark('-'), Token::Number(_)] => false,
        [.., Token::Number(_)] => true,
        _ => false,
    };
    number(after) || counted
}

/// Who is said to have taken the final stick.
fn last_takers(lines: &[Line], you: Player, computer: bool) -> Vec<Player> {
    let mut takers = Vec::new();
    for sentence in lines.iter().flat_map(sentences) {
        // `Final score: P1 took 5` is about no stick.
        let last = sentence.iter().enumerate().any(|(at, token)| {
            let counts = [
                "score*",
                "result*",
                "standing*",
                "count",
                "total",
                "tally",
                "position",
            ];
            let count = |after: &Token| is_word(after, &counts);
            is_word(token, &["last", "final"]) && !sentence.get(at + 1).is_some_and(count)
        });
        if !last || says(sentence, &GENERAL) {
            continue;
        }
        let verb = sentence.iter().position(|token| is_word(token, &TAKING));
        let Some(verb) = verb else { continue };
        let people = people(&sentence[..verb], you, computer);
        takers.extend(people.last().map(|(_, player)| *player));
    }
    takers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::hearing::lines;

    #[test]
    fn the_second_player_lost_in_many_words() {
        for text in [
            "Player 2, you lose.",
            "Player 1 wins!",
            "The winner is player 1",
            "Player 2 took the last stick. You lose!",
            "Congratulations Player 1! Player 2 loses.",
            "PLAYER 2 LOST THE GAME",
            "Player Two loses :(",
            "Loser: P2",
            "The player who takes the last stick loses.\nPlayer 1 is the winner!",
            "You lose!",
            "P2 is the loser after 7 moves",
            "Player 2 is defeated.",
            "And the loser is... Player 2!",
            "haha plyer 2 u lose!!!!!",
            "Loser: P2  Winner: P1",
            "Winner = Player 1, loser = Player 2",
            "You took the last stick and lost",
            "You took the last stick, so you lose",
            "| P2 lost | P1 won |",
            "Player 2 loses. Doc Brown is the winner!",
            "Lost ! Player 2 has removed the last stick.",
            "FAIL! What were you thinking?",
            "P2 took the last stick and is out. P1 is the champion!",
            "Loser: P2\nFinal score: P1 took 5, P2 took 5",
            "Player 1 beats Player 2",
            "Better luck next time, Player 2",
            "The pile is out of sticks, Player 1 wins!",
            "Player 2 took the last of the sticks. You lose!",
        ] {
            let heard = loser(&lines(text, &[]), Player::Second, false);
            assert_eq!(heard, Heard::Loser(Player::Second), "{text}");
        }
    }

    #[test]
    fn what_contradicts_itself_is_not_heard() {
        for text in [
            "Game over",
            "Player 1 wins! Player 1 loses!",
            "Player 1 did not lose",
            "Player 1 wins: 3",
            "Player 1 has won 3 games",
            "Player 1 took the last stick, so player 1 wins",
            "You took the last stick, so Marvin is the winner.",
            "You took the last stick and Marvin wins",
        ] {
            assert_eq!(
                loser(&lines(text, &[]), Player::Second, false),
                Heard::Unclear,
                "{text}"
            );
        }
    }

    #[test]
    fn against_the_computer_you_are_the_first_player() {
        for (text, lost) in [
            ("You lose.", Player::First),
            ("AI loses.", Player::Second),
            ("The computer wins!", Player::First),
            ("You win!", Player::Second),
            ("AI Player 2, you lose!", Player::Second),
            ("AI player, you lose!", Player::Second),
            ("The winner is the human", Player::Second),
            ("Player, you win.", Player::Second),
            ("That was the last stick. You lose, I win!", Player::First),
            ("You lose! Can you beat the computer?", Player::First),
        ] {
            assert_eq!(
                loser(&lines(text, &[]), Player::First, true),
                Heard::Loser(lost),
                "{text}"
            );
        }
    }

    #[test]
    fn only_what_is_said_outright_is_announced() {
        for (text, lost) in [
            ("Player 1 loses.", Some(Player::First)),
            ("Player 2 wins!", Some(Player::First)),
            ("Player 1, you could lose now", None),
            ("The last stick loses", None),
            ("Player 1: take one; who takes the last one loses", None),
        ] {
            let heard = announced(&lines(text, &[]), Player::Second, false);
            assert_eq!(heard, lost, "{text}");
        }
    }
}
