//! The rules: which stones may be taken, and who has won.

use std::fmt;

use crate::game::{self, Game, Player, TextError};

/// The number on a stone, from 1.
pub type Stone = u32;

/// The largest board: its divisors still fit into the memory of a small machine.
pub(crate) const LARGEST_BOARD: Stone = 10_000_000;

/// The stones that are left, the one that was taken last, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    stones: Stone,
    /// Indexed by stone; there is no stone 0.
    taken: Vec<bool>,
    last: Option<Stone>,
    to_move: Player,
}

impl Board {
    /// A new game with the stones `1..=stones`.
    pub fn new(stones: u64) -> Result<Board, BadBoard> {
        let size = Stone::try_from(stones).unwrap_or(Stone::MAX);
        if !(1..=LARGEST_BOARD).contains(&size) {
            return Err(BadBoard::Size(stones));
        }
        Ok(Board {
            stones: size,
            taken: vec![false; size as usize + 1],
            last: None,
            to_move: Player::First,
        })
    }

    /// The board after the stones in `taken` have been taken, from first to last.
    ///
    /// The opening rule is not applied to the list: the assignment's classes open with any stone.
    pub fn after(stones: u64, taken: &[u64]) -> Result<Board, BadBoard> {
        let mut board = Board::new(stones)?;
        for &stone in taken {
            let Some(chosen) = board.on_board(stone) else {
                return Err(BadBoard::NotOnBoard { stone, stones });
            };
            if board.taken[chosen as usize] {
                return Err(BadBoard::Twice(chosen));
            }
            if let Some(last) = board.last
                && !linked(chosen, last)
            {
                return Err(BadBoard::NotLinked { chosen, last });
            }
            board.take(chosen);
        }
        Ok(board)
    }

    /// How many stones the game started with.
    pub fn stones(&self) -> Stone {
        self.stones
    }

    /// The stone that was taken last.
    pub fn last(&self) -> Option<Stone> {
        self.last
    }

    /// Whether a stone of this board has not been taken yet.
    pub fn is_left(&self, stone: Stone) -> bool {
        !self.taken[stone as usize]
    }

    /// The stone with this number, if the game started with it.
    pub fn on_board(&self, number: u64) -> Option<Stone> {
        let stone = Stone::try_from(number).ok()?;
        (1..=self.stones).contains(&stone).then_some(stone)
    }

    /// Whether the player to move may take `stone`.
    pub fn is_legal(&self, stone: Stone) -> bool {
        self.is_left(stone)
            && match self.last {
                None => opens(stone, self.stones),
                Some(last) => linked(stone, last),
            }
    }

    /// Appends the legal stones in ascending order.
    pub fn push_legal(&self, legal: &mut Vec<Stone>) {
        match self.last {
            None => legal.extend(
                (1..=self.stones)
                    .step_by(2)
                    .take_while(|&s| opens(s, self.stones)),
            ),
            Some(last) => {
                let small = (1..last).take_while(|factor| factor * factor <= last);
                let factors = small.filter(|&factor| last.is_multiple_of(factor));
                legal.extend(factors.clone().filter(|&factor| self.is_left(factor)));
                let large = factors
                    .map(|factor| last / factor)
                    .filter(|&f| f * f > last && f < last);
                let start = legal.len();
                legal.extend(large.filter(|&factor| self.is_left(factor)));
                legal[start..].reverse();
                let multiples = (2 * last..=self.stones).step_by(last as usize);
                legal.extend(multiples.filter(|&multiple| self.is_left(multiple)));
            }
        }
    }

    /// Takes a stone that is left.
    pub fn take(&mut self, stone: Stone) {
        self.taken[stone as usize] = true;
        self.last = Some(stone);
        self.to_move = self.to_move.other();
    }

    /// Undoes the last move, before which `previous` was the last stone.
    pub fn put_back(&mut self, previous: Option<Stone>) {
        if let Some(last) = self.last {
            self.taken[last as usize] = false;
        }
        self.last = previous;
        self.to_move = self.to_move.other();
    }
}

impl Game for Board {
    type Move = Stone;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> Vec<Stone> {
        let mut legal = Vec::new();
        self.push_legal(&mut legal);
        legal
    }

    fn play(&self, stone: Stone) -> Board {
        let mut board = self.clone();
        board.take(stone);
        board
    }

    fn advance(&mut self, stone: Stone) {
        self.take(stone);
    }

    fn winner(&self) -> Option<Player> {
        self.moves().is_empty().then(|| self.to_move.other())
    }

    fn read_move(&self, text: &str) -> Result<Stone, TextError> {
        let text = text.trim();
        let stones = self.stones;
        let number: u64 = text
            .parse()
            .map_err(|_| TextError::unreadable("a move is the number of a stone"))?;
        let illegal = |why: fmt::Arguments| Err(TextError::illegal(why));
        match self.on_board(number) {
            None => illegal(format_args!(
                "stone {number} is not on a board of {stones} stones"
            )),
            Some(stone) if self.is_legal(stone) => Ok(stone),
            Some(stone) => match self.last {
                None => illegal(format_args!(
                    "Please open with an odd stone below half of the board"
                )),
                Some(_) if !self.is_left(stone) => {
                    illegal(format_args!("Stone {stone} has been taken"))
                }
                Some(last) => illegal(format_args!(
                    "Please enter a multiple or a factor of {last}"
                )),
            },
        }
    }

    /// Whether the stones before the last can have been taken in some order is not asked: that is as
    /// hard as finding a path through all of them.
    fn read_position(&self, text: &str) -> Result<Board, TextError> {
        const LIKE: &str =
            "(20 1 3 6): the stones at the start, those taken, the last of them last";
        let numbers = game::numbers(text, LIKE)?;
        let Some((&stones, taken)) = numbers.split_first() else {
            return Err(game::not_like(text, LIKE));
        };
        let mut board = Board::new(stones).map_err(TextError::illegal)?;
        for &stone in taken {
            let Some(chosen) = board.on_board(stone) else {
                return Err(TextError::illegal(BadBoard::NotOnBoard { stone, stones }));
            };
            if !board.is_left(chosen) {
                return Err(TextError::illegal(BadBoard::Twice(chosen)));
            }
            board.take(chosen);
        }
        Ok(board)
    }
}

impl fmt::Display for Board {
    /// `(20 1 3 6)`: the stones at the start, then those that were taken, ascending but for the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.stones)?;
        let taken = (1..=self.stones).filter(|&stone| !self.is_left(stone));
        for stone in taken.filter(|&stone| Some(stone) != self.last) {
            write!(f, " {stone}")?;
        }
        self.last.map_or(Ok(()), |last| write!(f, " {last}"))?;
        f.write_str(")")
    }
}

/// Whether a game with this many stones may be opened with `stone`: odd, and below half of them.
fn opens(stone: Stone, stones: Stone) -> bool {
    !stone.is_multiple_of(2) && 2 * stone < stones
}

/// Whether one of the two is a multiple of the other.
fn linked(a: Stone, b: Stone) -> bool {
    a.is_multiple_of(b) || b.is_multiple_of(a)
}

/// Why a list of numbers does not describe a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadBoard {
    /// No stones, or more than [`LARGEST_BOARD`].
    #[error("a board has between 1 and {LARGEST_BOARD} stones, not {0}")]
    Size(u64),
    /// A stone that was never there.
    #[error("stone {stone} is not on a board of {stones} stones")]
    NotOnBoard {
        /// Its number.
        stone: u64,
        /// The size of the board.
        stones: u64,
    },
    /// The same stone a second time.
    #[error("stone {0} is taken twice")]
    Twice(Stone),
    /// Neither a multiple nor a factor of the stone before it.
    #[error("stone {chosen} is neither a multiple nor a factor of {last}, the stone before it")]
    NotLinked {
        /// The stone that could not be taken.
        chosen: Stone,
        /// The stone before it.
        last: Stone,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(stones: u64, taken: &[u64]) -> Board {
        Board::after(stones, taken).expect("a legal list")
    }

    #[test]
    fn the_opening_is_odd_and_below_half() {
        for (stones, opening) in [
            (1, vec![]),
            (2, vec![]),
            (3, vec![1]),
            (6, vec![1]),
            (7, vec![1, 3]),
            (11, vec![1, 3, 5]),
        ] {
            assert_eq!(after(stones, &[]).moves(), opening, "{stones} stones");
        }
    }

    #[test]
    fn later_stones_are_the_factors_and_multiples_that_are_left_in_ascending_order() {
        assert_eq!(after(50, &[12]).moves(), [1, 2, 3, 4, 6, 24, 36, 48]);
        assert_eq!(after(50, &[36, 1, 16]).moves(), [2, 4, 8, 32, 48]);
        assert_eq!(after(4, &[1]).moves(), [2, 3, 4]);
        assert!(after(7, &[1, 7]).moves().is_empty());
    }

    #[test]
    fn legal_stones_are_exactly_those_the_rule_allows() {
        for last in 1..=200 {
            let board = after(200, &[last]);
            let by_rule: Vec<Stone> = (1..=200).filter(|&stone| board.is_legal(stone)).collect();
            assert_eq!(board.moves(), by_rule, "after {last}");
        }
    }

    #[test]
    fn who_cannot_take_a_stone_has_lost() {
        assert_eq!(after(7, &[3, 6, 2, 4, 1]).winner(), None);
        assert_eq!(after(7, &[3, 6, 2, 4, 1, 7]).winner(), Some(Player::Second));
        assert_eq!(after(2, &[]).winner(), Some(Player::Second));
    }

    #[test]
    fn putting_back_undoes_taking() {
        let before = after(7, &[3, 6]);
        let mut board = before.clone();
        board.take(2);
        board.put_back(Some(6));
        assert_eq!(board, before);
    }
}
