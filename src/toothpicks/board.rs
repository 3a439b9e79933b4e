//! The rules of Toothpick Takeaway: what a legal draw is, when the game is over, what the log holds.

use std::fmt;

use crate::game::{self, Game, Player, TextError};

/// A game in progress: the toothpicks on the table and every draw so far.
///
/// ```
/// use sticks_and_stones::game::{Game, Player};
/// use sticks_and_stones::toothpicks::{Board, Illegal};
///
/// let mut board = Board::new(3, 2);
/// assert_eq!(board.update(3), Err(Illegal::AboveBounds(2)));
/// assert_eq!(board.update(2), Ok(()));
/// assert_eq!(board.update(2), Err(Illegal::AboveWhatIsLeft(1)));
/// assert_eq!(board.update(1), Ok(()));
/// assert_eq!(board.winner(), Some(Player::Second));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    initial_state: u32,
    state: u32,
    bounds: u32,
    data: Vec<Turn>,
}

/// One entry of the log: at `state` toothpicks, `player` took `taken` of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// The toothpicks on the table before the draw.
    pub state: u32,
    /// Who drew.
    pub player: Player,
    /// How many toothpicks were drawn.
    pub taken: u32,
}

/// The rule that an illegal draw breaks. Reads on from the draw: `3` `is above the bounds of 2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// Rule 1: a draw is a number.
    NotANumber,
    /// Rule 2: a draw is greater than 0.
    BelowOne,
    /// Rule 3: a draw is at most the bounds, which are given.
    AboveBounds(u32),
    /// Rule 3: a draw is at most what is left, which is given.
    AboveWhatIsLeft(u32),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NotANumber => write!(f, "is not a number"),
            Illegal::BelowOne => write!(f, "is below 1"),
            Illegal::AboveBounds(bounds) => write!(f, "is above the bounds of {bounds}"),
            Illegal::AboveWhatIsLeft(left) => write!(f, "is more than the {left} left"),
        }
    }
}

impl Board {
    /// A table with `initial_state` toothpicks, of which a player may take up to `bounds`.
    pub fn new(initial_state: u32, bounds: u32) -> Board {
        Board {
            initial_state,
            state: initial_state,
            bounds,
            data: Vec::new(),
        }
    }

    /// The number of toothpicks at the start.
    pub fn initial_state(&self) -> u32 {
        self.initial_state
    }

    /// The number of toothpicks still on the table.
    pub fn state(&self) -> u32 {
        self.state
    }

    /// The most toothpicks a player may take on a turn.
    pub fn bounds(&self) -> u32 {
        self.bounds
    }

    /// The log of the game. The state only falls, so no state turns up twice, and the order of play
    /// is the order of the states, from `initial_state` down.
    pub fn data(&self) -> &[Turn] {
        &self.data
    }

    /// The largest legal draw: the bounds or what is left, whichever is smaller.
    pub fn largest_draw(&self) -> u32 {
        self.bounds.min(self.state)
    }

    /// Whether `draw` is legal here, and if not, which rule it breaks.
    pub fn check(&self, draw: i64) -> Result<(), Illegal> {
        if draw < 1 {
            Err(Illegal::BelowOne)
        } else if draw > i64::from(self.bounds) {
            Err(Illegal::AboveBounds(self.bounds))
        } else if draw > i64::from(self.state) {
            Err(Illegal::AboveWhatIsLeft(self.state))
        } else {
            Ok(())
        }
    }

    /// Reads a draw that somebody wrote, and checks it.
    pub fn read_draw(&self, text: &str) -> Result<u32, Illegal> {
        let draw = read_number(text).ok_or(Illegal::NotANumber)?;
        self.check(draw)?;
        u32::try_from(draw).map_err(|_| Illegal::AboveBounds(self.bounds))
    }

    /// Takes `taken` toothpicks off the table and logs the draw; an illegal draw changes nothing.
    pub fn update(&mut self, taken: u32) -> Result<(), Illegal> {
        self.check(i64::from(taken))?;
        self.data.push(Turn {
            state: self.state,
            player: self.to_move(),
            taken,
        });
        self.state -= taken;
        Ok(())
    }

    /// Puts all toothpicks back and forgets the draws.
    pub fn restart(&mut self) {
        self.state = self.initial_state;
        self.data.clear();
    }
}

impl Game for Board {
    type Move = u32;

    fn to_move(&self) -> Player {
        if self.data.len().is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }

    fn moves(&self) -> Vec<u32> {
        (1..=self.largest_draw()).collect()
    }

    fn play(&self, chosen: u32) -> Board {
        let mut next = self.clone();
        next.advance(chosen);
        next
    }

    fn advance(&mut self, chosen: u32) {
        let legal = self.update(chosen);
        debug_assert_eq!(legal, Ok(()), "{chosen} at {self:?}");
    }

    fn winner(&self) -> Option<Player> {
        (self.state == 0).then(|| self.to_move().other())
    }

    fn read_move(&self, text: &str) -> Result<u32, TextError> {
        let text = text.trim();
        self.read_draw(text).map_err(|illegal| {
            let why = format!("{} {illegal}", text.escape_debug());
            match illegal {
                Illegal::NotANumber => TextError::Unreadable(why),
                _ => TextError::Illegal(why),
            }
        })
    }

    fn read_position(&self, text: &str) -> Result<Board, TextError> {
        const LIKE: &str = "(10 2 1): the toothpicks at the start, then every draw";
        let numbers = game::numbers(text, LIKE)?;
        let mut numbers = numbers.into_iter().map(u32::try_from);
        let start = numbers.next().and_then(Result::ok);
        let start = start.filter(|&start| start > 0);
        let mut board = Board::new(
            start.ok_or_else(|| game::not_like(text, LIKE))?,
            self.bounds,
        );
        for draw in numbers {
            let draw = draw.unwrap_or(u32::MAX);
            let state = board.state;
            board.update(draw).map_err(|illegal| {
                TextError::illegal(format_args!("at {state} the draw of {draw} {illegal}"))
            })?;
        }
        Ok(board)
    }
}

impl fmt::Display for Board {
    /// `(10 2 1)`: the toothpicks at the start, then every draw.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.initial_state)?;
        self.data
            .iter()
            .try_for_each(|turn| write!(f, " {}", turn.taken))?;
        f.write_str(")")
    }
}

/// A whole number; one too large for the type becomes the largest, which no board allows either.
fn read_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let beyond = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    Some(text.parse().unwrap_or(beyond))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_illegal_examples_of_the_assignment_break_these_rules() {
        let board = Board::new(3, 2);
        assert_eq!(board.check(3), Err(Illegal::AboveBounds(2)));
        assert_eq!(board.check(4), Err(Illegal::AboveBounds(2)));
        assert_eq!(board.check(-1), Err(Illegal::BelowOne));
        assert_eq!(board.check(0), Err(Illegal::BelowOne));
    }

    #[test]
    fn a_draw_is_legal_up_to_the_smaller_of_bounds_and_what_is_left() {
        for state in 1..=6 {
            for bounds in 1..=6 {
                let board = Board::new(state, bounds);
                let legal: Vec<i64> = (-2..=8).filter(|&n| board.check(n).is_ok()).collect();
                let expected: Vec<i64> = (1..=i64::from(state.min(bounds))).collect();
                assert_eq!(legal, expected, "state {state}, bounds {bounds}");
            }
        }
        assert_eq!(Board::new(1, 5).check(2), Err(Illegal::AboveWhatIsLeft(1)));
    }

    #[test]
    fn a_written_draw_is_read_or_refused_with_its_rule() {
        let board = Board::new(3, 2);
        for (text, draw) in [("1", 1), ("2", 2), ("+2", 2), ("02", 2)] {
            assert_eq!(board.read_draw(text), Ok(draw), "{text}");
        }
        for text in ["", "x", "1.5", "--1", "-", "1e0", "²"] {
            assert_eq!(board.read_draw(text), Err(Illegal::NotANumber), "{text}");
        }
        let huge = format!("1{}", "0".repeat(30));
        assert_eq!(board.read_draw(&huge), Err(Illegal::AboveBounds(2)));
        assert_eq!(
            board.read_draw(&format!("-{huge}")),
            Err(Illegal::BelowOne),
            "a huge debt"
        );
    }

    #[test]
    fn the_log_names_state_player_and_draw_and_an_illegal_draw_leaves_no_trace() {
        let mut board = Board::new(4, 3);
        assert_eq!(board.update(3), Ok(()));
        assert_eq!(board.update(2), Err(Illegal::AboveWhatIsLeft(1)));
        assert_eq!(board.update(0), Err(Illegal::BelowOne));
        assert_eq!((board.state(), board.winner()), (1, None));
        assert_eq!(board.update(1), Ok(()));
        let turn = |state, player, taken| Turn {
            state,
            player,
            taken,
        };
        assert_eq!(
            board.data(),
            [turn(4, Player::First, 3), turn(1, Player::Second, 1)]
        );
        assert_eq!(board.winner(), Some(Player::Second));
        board.restart();
        assert_eq!(board, Board::new(4, 3));
    }
}
