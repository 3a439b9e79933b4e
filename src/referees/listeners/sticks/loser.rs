//! Who lost, from the words of winning and losing and the players nearest to them.

use crate::game::Player;
use crate::grading::hearing::line::is_word;
use crate::grading::hearing::{Line, Token};

const LOSING: [&str; 8] = [
    "lose*", "losing", "lost", "loss", "verlier*", "verlor*", "perd*", "hävi*",
];
const WINNING: [&str; 10] = [
    "win",
    "wins",
    "won",
    "winner",
    "victory",
    "victorious",
    "congrat*",
    "gewinn*",
    "gewonn*",
    "voit*",
];

/// What a text says about the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// This player has lost.
    Loser(Player),
    /// Nothing is said, or it contradicts itself.
    Unclear,
}

/// Who has lost, as these lines say. `you` is who is spoken to; `computer` says that the second
/// player is the computer.
pub(crate) fn loser(lines: &[Line], you: Player, computer: bool) -> Heard {
    let mut losers = Vec::new();
    let mut named = None;
    for line in lines {
        for sentence in line
            .tokens
            .split(|token| matches!(token, Token::Mark('.' | '!' | ';' | '?')))
        {
            let players = |token: &Token| match token {
                Token::Player(player) => Some(*player),
                Token::Computer if computer => Some(Player::Second),
                _ => None,
            };
            let before = named;
            named = sentence.iter().filter_map(players).next_back().or(named);
            let general = [
                "who", "whoever", "if", "not", "t", "never", "would", "when", "0",
            ];
            let counts = sentence
                .iter()
                .any(|token| matches!(token, Token::Number(_)))
                && !sentence.iter().any(|token| is_word(token, &["stick*"]));
            if sentence.iter().any(|token| is_word(token, &general)) || counts {
                continue;
            }
            for (at, token) in sentence.iter().enumerate() {
                let lost = is_word(token, &LOSING);
                if !lost && !is_word(token, &WINNING) {
                    continue;
                }
                let one = |(place, token): (usize, &Token)| {
                    let player = players(token)
                        .or_else(|| is_word(token, &["you"]).then_some(you).filter(|_| computer))?;
                    Some((place, player))
                };
                let all: Vec<(usize, Player)> =
                    sentence.iter().enumerate().filter_map(one).collect();
                let nearest = all
                    .iter()
                    .min_by_key(|(place, _)| (place.abs_diff(at), *place > at));
                let about = match nearest {
                    Some((_, player)) => Some(*player),
                    None if sentence.iter().any(|token| is_word(token, &["you"])) => {
                        Some(before.unwrap_or(you))
                    }
                    None => before,
                };
                losers.extend(about.map(|player| if lost { player } else { player.other() }));
            }
        }
    }
    match losers.split_first() {
        Some((first, others)) if others.iter().all(|other| other == first) => Heard::Loser(*first),
        _ => Heard::Unclear,
    }
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
        ] {
            assert_eq!(
                loser(&lines(text, &[]), Player::First, true),
                Heard::Loser(lost),
                "{text}"
            );
        }
    }
}
