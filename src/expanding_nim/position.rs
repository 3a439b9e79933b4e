//! The rules of Expanding Nim, pure: what may be taken, what a turn changes, how a game ends.
//!
//! One pile; whoever takes the last stone wins. A turn may take up to one more than anybody has taken
//! so far (at least the initial maximum, 3). A reset declared with a move holds the opponent's next
//! turn, and only that one, to the initial maximum.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::game::{self, Game, Player, TextError};

/// What the first player may take unless told otherwise.
pub const INITIAL_MAX: u32 = 3;

/// How often each player may reset unless told otherwise.
pub const RESETS: u32 = 4;

/// A game in progress, or over once no stones are left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Stones left.
    pub stones: u32,
    /// The most stones taken in one turn so far, 0 at the start. A reset does not change it.
    pub taken: u32,
    /// What may always be taken, and all that may be taken after a reset: at least 1.
    pub initial_max: u32,
    /// Resets left to the first and to the second player.
    pub resets: [u32; 2],
    /// The turn just before was played with a reset.
    pub capped: bool,
    /// Whose turn it is.
    pub to_move: Player,
}

/// A legal turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Move {
    /// How many stones to take.
    pub stones: u32,
    /// Whether to hold the opponent's next turn to the initial maximum.
    pub reset: bool,
}

/// What somebody asks for, legal or not: typed by a person or sent by a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// How many stones.
    pub stones: i64,
    /// With a reset.
    pub reset: bool,
}

/// Text that is not a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Invalid move string")]
pub struct InvalidMove;

/// How the rules end a game on a player's turn: it wins, or it breaks a rule and loses. Displayed, it
/// is what servers, clients and logs say of the player who moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Ruling {
    /// It asked for no stones, or for more than the limit.
    #[error("made an illegal move")]
    IllegalMove,
    /// It used a reset that it did not have.
    #[error("used too many resets")]
    TooManyResets,
    /// It took the last stone.
    #[error("won the game! Congrats!")]
    Won,
}

impl Position {
    /// The start of a game.
    pub fn new(stones: u32, resets: u32, initial_max: u32) -> Position {
        Position {
            stones,
            taken: 0,
            initial_max,
            resets: [resets; 2],
            capped: false,
            to_move: Player::First,
        }
    }

    /// The most that this turn may ask for.
    pub fn limit(&self) -> u32 {
        if self.capped {
            self.initial_max
        } else {
            self.initial_max.max(self.taken.saturating_add(1))
        }
    }

    /// Resets left to the player to move.
    pub fn own_resets(&self) -> u32 {
        self.resets[self.to_move.index()]
    }

    /// Resets left to the opponent of the player to move.
    pub fn their_resets(&self) -> u32 {
        self.resets[self.to_move.other().index()]
    }

    /// Judges what the player to move asks for: the pile as it then lies, and how the game ended if
    /// it did.
    ///
    /// An illegal number of stones leaves the pile alone. A reset that is not there is noticed only
    /// after the stones are gone, so taking the last stone with one loses.
    pub fn judge(&self, request: Request) -> (Position, Option<Ruling>) {
        let stones = match u32::try_from(request.stones) {
            Ok(stones) if (1..=self.limit()).contains(&stones) => stones,
            _ => return (*self, Some(Ruling::IllegalMove)),
        };
        if request.reset && self.own_resets() == 0 {
            let reset = false;
            let after = self.play(Move { stones, reset });
            return (after, Some(Ruling::TooManyResets));
        }
        let after = self.play(Move {
            stones,
            reset: request.reset,
        });
        (after, (after.stones == 0).then_some(Ruling::Won))
    }

    /// The rule that a request breaks, if it breaks one, in words for a person.
    pub fn broken_rule(&self, request: Request) -> Option<String> {
        let limit = self.limit();
        match self.judge(request).1 {
            Some(Ruling::IllegalMove) => {
                let why = if self.capped {
                    "the opponent has just used a reset"
                } else if limit > self.initial_max {
                    "one more than the most taken so far"
                } else {
                    "the initial maximum"
                };
                Some(format!("Illegal move: take 1 to {limit} stones ({why})"))
            }
            Some(Ruling::TooManyResets) => Some("Illegal move: you have no resets left".to_owned()),
            _ => None,
        }
    }
}

impl Game for Position {
    type Move = Move;

    fn to_move(&self) -> Player {
        self.to_move
    }

    /// Fewest stones first, without a reset before with one. Asking for more stones than are left is
    /// legal too, but it is the same as taking them all.
    fn moves(&self) -> Vec<Move> {
        let may_reset = self.own_resets() > 0;
        (1..=self.limit().min(self.stones))
            .flat_map(|stones| [false, true].map(|reset| Move { stones, reset }))
            .filter(|chosen| may_reset || !chosen.reset)
            .collect()
    }

    fn play(&self, chosen: Move) -> Position {
        let mut after = *self;
        after.stones = self.stones.saturating_sub(chosen.stones);
        after.taken = self.taken.max(chosen.stones);
        after.capped = chosen.reset;
        after.resets[self.to_move.index()] -= u32::from(chosen.reset);
        after.to_move = self.to_move.other();
        after
    }

    fn winner(&self) -> Option<Player> {
        (self.stones == 0).then(|| self.to_move.other())
    }

    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        let request: Request = text.parse().map_err(TextError::unreadable)?;
        if self.stones == 0 {
            return Err(TextError::illegal("the game is over"));
        }
        match self.broken_rule(request) {
            Some(rule) => Err(TextError::Illegal(rule)),
            None => Ok(Move {
                // Within the limit, which is 32 bits; more than are left is all of them.
                stones: (request.stones as u32).min(self.stones),
                reset: request.reset,
            }),
        }
    }

    fn read_position(&self, text: &str) -> Result<Position, TextError> {
        const LIKE: &str =
            "(1 40 5 4 4 capped): who moves, stones left, most taken, both players' resets";
        let mut words = game::words(text, LIKE)?;
        let capped = words.last() == Some(&"capped");
        words.truncate(words.len() - usize::from(capped));
        let wrong = || game::not_like(text, LIKE);
        let numbers: Vec<u32> = words
            .into_iter()
            .map(|word| word.parse().map_err(|_| wrong()))
            .collect::<Result<_, _>>()?;
        match numbers[..] {
            [mover, stones, taken, first, second] => Ok(Position {
                stones,
                taken,
                initial_max: self.initial_max,
                resets: [first, second],
                capped,
                to_move: game::side(mover.into()).ok_or_else(wrong)?,
            }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Position {
    /// `(1 40 5 4 4 capped)`: who moves, stones left, most taken, both players' resets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mover, [first, second]) = (self.to_move.index() + 1, self.resets);
        let capped = if self.capped { " capped" } else { "" };
        let (stones, taken) = (self.stones, self.taken);
        write!(f, "({mover} {stones} {taken} {first} {second}{capped})")
    }
}

impl From<Move> for Request {
    fn from(chosen: Move) -> Request {
        Request {
            stones: chosen.stones.into(),
            reset: chosen.reset,
        }
    }
}

impl FromStr for Request {
    type Err = InvalidMove;

    /// `3`, `3 0`, `3 1` or `3 reset`; as in the clients that classes use, any second number but 0
    /// asks for a reset.
    fn from_str(text: &str) -> Result<Request, InvalidMove> {
        let mut words = text.split_whitespace();
        let stones = words.next().and_then(|word| word.parse().ok());
        let reset = match words.next() {
            None => false,
            Some("reset") => true,
            Some(number) => number.parse::<i64>().map_err(|_| InvalidMove)? != 0,
        };
        match (stones, words.next()) {
            (Some(stones), None) => Ok(Request { stones, reset }),
            _ => Err(InvalidMove),
        }
    }
}

impl fmt::Display for Move {
    /// `3` or `3 reset`, which can be typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            self.stones,
            if self.reset { " reset" } else { "" }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Request {
        text.parse().expect("a request")
    }

    /// The worked example of the rules, to the row.
    #[test]
    fn forty_stones_and_two_resets_go_as_in_the_worked_example() {
        let mut position = Position::new(40, 2, INITIAL_MAX);
        let rows = [
            ("3", 3, 37, 3),
            ("4", 4, 33, 4),
            ("5 1", 5, 28, 5),
            ("3 reset", 3, 25, 5),
            ("3 0", 3, 22, 5),
            ("6", 6, 16, 6),
        ];
        for (typed, limit, left, taken) in rows {
            assert_eq!(position.limit(), limit, "before {typed}");
            let (after, ending) = position.judge(request(typed));
            assert_eq!((after.stones, after.taken, ending), (left, taken, None));
            position = after;
        }
        assert_eq!((position.limit(), position.resets), (7, [1, 1]));
    }

    #[test]
    fn an_illegal_number_of_stones_leaves_the_pile_alone() {
        let start = Position::new(2, 0, INITIAL_MAX);
        for stones in [0, -1, 4, i64::MAX, i64::MIN, 1 << 32 | 1] {
            for reset in [false, true] {
                let judged = start.judge(Request { stones, reset });
                assert_eq!(judged, (start, Some(Ruling::IllegalMove)));
            }
        }
    }

    #[test]
    fn asking_for_more_than_is_left_takes_all_and_wins() {
        let (after, ending) = Position::new(2, 1, INITIAL_MAX).judge(request("3 reset"));
        assert_eq!((after.stones, ending), (0, Some(Ruling::Won)));
        assert_eq!(after.winner(), Some(Player::First));
    }

    #[test]
    fn the_last_stone_with_a_reset_that_is_not_there_loses() {
        let (after, ending) = Position::new(2, 0, INITIAL_MAX).judge(request("2 1"));
        assert_eq!((after.stones, ending), (0, Some(Ruling::TooManyResets)));
    }

    #[test]
    fn a_move_reads_back_as_it_is_written() {
        for stones in [1, 44] {
            for reset in [false, true] {
                let chosen = Move { stones, reset };
                assert_eq!(request(&chosen.to_string()), chosen.into());
            }
        }
        assert!(request("3 7").reset && request("3 -1").reset);
        assert!(!request(" 3  0 ").reset);
    }

    #[test]
    fn anything_else_is_an_invalid_move_string() {
        for text in [
            "",
            "reset",
            "three",
            "3 x",
            "3 1 1",
            "1.5",
            "3,1",
            "9999999999999999999",
        ] {
            assert_eq!(text.parse::<Request>(), Err(InvalidMove), "{text}");
        }
    }
}
