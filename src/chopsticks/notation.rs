//! How positions and moves are written, `(L 0 4 1 0 1 1)` and `Left's hand 1 to Right's hand 1`, and
//! read back. What cannot be read and what is not legal here are different errors.

use std::fmt;

use super::position::{BadPosition, Position, Tap, Variant};
use crate::game::{Game, Player, TextError};
use crate::text;

/// `Left` or `Right`.
pub(crate) fn side(player: Player) -> &'static str {
    match player {
        Player::First => "Left",
        Player::Second => "Right",
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.to_move() {
            Player::First => "(L",
            Player::Second => "(R",
        })?;
        for player in [Player::First, Player::Second] {
            for shown in self.hands(player) {
                write!(f, " {shown}")?;
            }
        }
        f.write_str(")")
    }
}

/// Why a text is no position of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// It is not written like one.
    #[error(
        "`{0}` is not a position; one is written (L 0 4 1 0 1 1): who moves, Left's hands, Right's hands"
    )]
    Unreadable(String),
    /// It is, but there is no such position.
    #[error("`{0}`: {1}")]
    Impossible(String, BadPosition),
}

impl From<PositionError> for TextError {
    fn from(why: PositionError) -> TextError {
        match why {
            PositionError::Unreadable(_) => TextError::unreadable(why),
            PositionError::Impossible(..) => TextError::illegal(why),
        }
    }
}

impl Position {
    /// Reads what [`Display`](fmt::Display) writes; the parentheses may be left out.
    ///
    /// ```
    /// use sticks_and_stones::chopsticks::{Position, Variant};
    /// let position = Position::read(Variant::default(), "(L 0 4 1 0 1 1)").expect("a position");
    /// assert_eq!(position.to_string(), "(L 0 4 1 0 1 1)");
    /// assert!(Position::read(Variant::default(), "(L 0 4 1 0 1)").is_err());
    /// ```
    pub fn read(variant: Variant, text: &str) -> Result<Position, PositionError> {
        let unreadable = || PositionError::Unreadable(short(text));
        let bare = text.trim();
        let bare = match bare.strip_prefix('(') {
            Some(rest) => rest.strip_suffix(')').ok_or_else(unreadable)?,
            None => bare,
        };
        let mut words = bare.split_whitespace();
        let mover = match words.next() {
            Some("L" | "l") => Player::First,
            Some("R" | "r") => Player::Second,
            _ => return Err(unreadable()),
        };
        let shown: Vec<u64> = words
            .map(|word| number(word).ok_or_else(unreadable))
            .collect::<Result<_, _>>()?;
        Position::new(variant, mover, &shown)
            .map_err(|why| PositionError::Impossible(short(text), why))
    }

    /// `Left's hand 1 to Right's hand 1`.
    pub fn phrase(&self, tap: Tap) -> String {
        let mover = self.to_move();
        let (ours, theirs) = (side(mover), side(mover.other()));
        format!(
            "{ours}'s hand {} to {theirs}'s hand {}",
            tap.from + 1,
            tap.to + 1
        )
    }

    /// `Left has no hands. Right wins`, once the game is over.
    pub fn ending(&self) -> Option<String> {
        let (out, winner) = (self.knocked_out()?, self.winner()?);
        Some(format!("{} has no hands. {} wins", side(out), side(winner)))
    }

    /// Reads a move, `1 1` or `Left's hand 1 to Right's hand 1`, and checks that it is legal here.
    pub fn read_tap(&self, text: &str) -> Result<Tap, TapError> {
        let (attacker, from, to) = split_tap(text).ok_or_else(|| TapError::unreadable(text))?;
        if self.winner().is_some() {
            return Err(TapError::Over);
        }
        let mover = self.to_move();
        if attacker.is_some_and(|attacker| attacker != mover) {
            return Err(TapError::NotYourTurn(mover));
        }
        Ok(Tap {
            from: self.read_hand(mover, from)?,
            to: self.read_hand(mover.other(), to)?,
        })
    }

    fn read_hand(&self, player: Player, text: &str) -> Result<usize, TapError> {
        let missing = || TapError::NoSuchHand(player, short(text));
        let hand: usize = text.parse().map_err(|_| missing())?;
        let index = hand.checked_sub(1).ok_or_else(missing)?;
        match self.hands(player).get(index) {
            None => Err(missing()),
            Some(0) => Err(TapError::HandIsOut(player, hand)),
            Some(_) => Ok(index),
        }
    }
}

impl fmt::Display for Tap {
    /// The short form, `1 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.from + 1, self.to + 1)
    }
}

/// Why a text is no legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TapError {
    /// It is not written like a move.
    #[error("`{0}` is not a move; type your hand and the hand it taps, like 1 1")]
    Unreadable(String),
    /// It is the move of the other side; this side is to move.
    #[error("it is {}'s turn", side(*.0))]
    NotYourTurn(Player),
    /// The player has no hand of that number.
    #[error("{side} has no hand {1}", side = side(*.0))]
    NoSuchHand(Player, String),
    /// That hand was knocked out.
    #[error("{side}'s hand {1} is out", side = side(*.0))]
    HandIsOut(Player, usize),
    /// Somebody has won already.
    #[error("the game is over")]
    Over,
}

impl TapError {
    fn unreadable(text: &str) -> TapError {
        TapError::Unreadable(short(text))
    }
}

impl From<TapError> for TextError {
    fn from(why: TapError) -> TextError {
        match why {
            TapError::Unreadable(_) => TextError::unreadable(why),
            _ => TextError::illegal(why),
        }
    }
}

/// The attacking side, if it is named, and the digits of the two hands.
fn split_tap(text: &str) -> Option<(Option<Player>, &str, &str)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [from, to] if is_number(from) && is_number(to) => Some((None, from, to)),
        [ours, hand, from, word, theirs, other_hand, to] => {
            let attacker = owner(ours)?;
            let is = |word: &str, wanted| word.eq_ignore_ascii_case(wanted);
            let written_so = is(hand, "hand") && is(word, "to") && is(other_hand, "hand");
            let across = owner(theirs)? == attacker.other();
            (written_so && across && is_number(from) && is_number(to)).then_some((
                Some(attacker),
                from,
                to,
            ))
        }
        _ => None,
    }
}

fn owner(word: &str) -> Option<Player> {
    [Player::First, Player::Second]
        .into_iter()
        .find(|&player| word.eq_ignore_ascii_case(&format!("{}'s", side(player))))
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number of fingers; what is too large for 64 bits is too large for any hand as well.
fn number(word: &str) -> Option<u64> {
    is_number(word).then(|| word.parse().unwrap_or(u64::MAX))
}

/// Enough of a text to recognise it in an error message.
fn short(text: &str) -> String {
    text::shortened(text.trim(), 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn position(text: &str) -> Position {
        Position::read(Variant::default(), text).expect("a position")
    }

    fn why_not(at: &str, typed: &str) -> String {
        position(at)
            .read_tap(typed)
            .expect_err("not legal")
            .to_string()
    }

    #[test]
    fn both_ways_to_write_a_move_are_read() {
        let at = position("(R 0 4 1 0 1 1)");
        let tap = Tap { from: 1, to: 2 };
        for typed in [
            "2 3",
            " 2\t3 ",
            "Right's hand 2 to Left's hand 3",
            "right's HAND 2 TO left's hand 3",
        ] {
            assert_eq!(at.read_tap(typed), Ok(tap), "{typed}");
        }
        assert_eq!(at.phrase(tap), "Right's hand 2 to Left's hand 3");
        assert_eq!(tap.to_string(), "2 3");
    }

    #[test]
    fn a_bad_move_is_told_its_reason() {
        let at = "(L 0 4 1 0 1 1)";
        assert_eq!(why_not(at, "1 2"), "Left's hand 1 is out");
        assert_eq!(why_not(at, "2 1"), "Right's hand 1 is out");
        assert_eq!(why_not(at, "2 4"), "Right has no hand 4");
        assert_eq!(why_not(at, "0 2"), "Left has no hand 0");
        let far = format!("1{}", "0".repeat(30));
        assert_eq!(
            why_not(at, &format!("2 {far}")),
            format!("Right has no hand {far}")
        );
        let theirs = "Right's hand 2 to Left's hand 2";
        assert_eq!(why_not(at, theirs), "it is Left's turn");
        assert_eq!(why_not("(L 0 0 0 1 1 1)", "1 1"), "the game is over");
    }

    #[test]
    fn what_is_not_written_like_a_move_is_not_read() {
        for typed in [
            "",
            "1",
            "1 2 3",
            "a b",
            "-1 2",
            "+1 2",
            "1.0 2",
            "Left's hand 2 to Left's hand 3",
            "\u{fffd} 1",
        ] {
            let reason = why_not("(L 0 4 1 0 1 1)", typed);
            assert!(reason.ends_with("like 1 1"), "{typed}: {reason}");
        }
    }

    #[test]
    fn what_is_not_a_position_is_not_read() {
        for text in [
            "",
            "()",
            "(L 1 1 1 1 1 1",
            "(X 1 1 1 1 1 1)",
            "(L 1 1 1 1 1 -1)",
            "(L 1 1 1 1 1 x)",
        ] {
            let read = Position::read(Variant::default(), text);
            assert!(matches!(read, Err(PositionError::Unreadable(_))), "{text}");
        }
        for text in [
            "(L 1 1 1 1 1)",
            "(L 1 1 1 1 1 6)",
            "(L 0 0 0 0 0 0)",
            "(L 1 1 1 1 1 99999999999999999999)",
        ] {
            let read = Position::read(Variant::default(), text);
            assert!(matches!(read, Err(PositionError::Impossible(..))), "{text}");
        }
    }

    #[test]
    fn the_end_names_the_side_without_hands_and_the_winner() {
        assert_eq!(
            position("(L 0 0 0 0 3 5)").ending().as_deref(),
            Some("Left has no hands. Right wins")
        );
        let misere = Variant::new(3, 5, true, false).expect("a game");
        let over = Position::read(misere, "(L 0 0 0 0 3 5)").expect("a position");
        assert_eq!(
            over.ending().as_deref(),
            Some("Left has no hands. Left wins")
        );
        assert_eq!(position("(L 0 4 1 0 1 1)").ending(), None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(left in any::<bool>(), shown in prop::collection::vec(0..=5u64, 6)) {
            let mover = if left { Player::First } else { Player::Second };
            if let Ok(position) = Position::new(Variant::default(), mover, &shown) {
                prop_assert_eq!(Position::read(Variant::default(), &position.to_string()), Ok(position));
            }
        }
    }
}
