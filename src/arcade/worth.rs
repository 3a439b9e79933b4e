//! What a position is worth to the player to move, with the plies to the end under best play.
//!
//! Games that only go forward are worked out from their ends by [`Known`], through the rules alone; what was
//! found is kept, so that the next question about the same game costs nothing.

use std::collections::HashMap;

use serde::Serialize;

use crate::game::Game;

/// Who wins, seen from the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The player to move.
    Win,
    /// Neither side can force an end.
    Draw,
    /// The opponent.
    Lose,
}

/// A value: the outcome and, where it is known, after how many plies the winner who hurries wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Worth {
    /// Who wins.
    pub value: Outcome,
    /// The plies to the end.
    pub plies: Option<u32>,
}

impl Worth {
    /// A value without its plies.
    pub fn won(won: bool) -> Worth {
        Worth {
            value: if won { Outcome::Win } else { Outcome::Lose },
            plies: None,
        }
    }

    /// What a move is worth to its maker if it leads to a position of this value.
    pub fn before(self) -> Worth {
        let value = match self.value {
            Outcome::Win => Outcome::Lose,
            Outcome::Draw => Outcome::Draw,
            Outcome::Lose => Outcome::Win,
        };
        Worth {
            value,
            plies: self.plies.map(|plies| plies + 1),
        }
    }

    /// Better values are larger: the soonest win, then a draw, then the latest loss.
    pub fn rank(self) -> (i8, i64) {
        let plies = i64::from(self.plies.unwrap_or(0));
        match self.value {
            Outcome::Win => (1, -plies),
            Outcome::Draw => (0, 0),
            Outcome::Lose => (-1, plies),
        }
    }
}

/// Positions whose values have been worked out, and how many more there is room for.
pub struct Known<G> {
    worths: HashMap<G, Worth>,
    room: usize,
    bare: fn(&G) -> G,
}

impl<G: Game> Known<G> {
    /// Nothing known yet, with room for so many positions; `bare` takes away what does not change a
    /// position's worth to the player to move.
    pub fn new(room: usize, bare: fn(&G) -> G) -> Known<G> {
        Known {
            worths: HashMap::new(),
            room,
            bare,
        }
    }

    /// The value of a position of a game in which no position comes twice; `None` if that takes more
    /// positions than there is room for.
    pub fn worth(&mut self, position: &G) -> Option<Worth> {
        let position = &(self.bare)(position);
        if let Some(&worth) = self.worths.get(position) {
            return Some(worth);
        }
        let worth = match position.winner() {
            Some(winner) => Worth {
                plies: Some(0),
                ..Worth::won(winner == position.to_move())
            },
            None => {
                let mut best: Option<Worth> = None;
                for chosen in position.moves() {
                    let worth = self.worth(&position.play(chosen))?.before();
                    if best.is_none_or(|best| worth.rank() > best.rank()) {
                        best = Some(worth);
                    }
                }
                best?
            }
        };
        self.room = self.room.checked_sub(1)?;
        self.worths.insert(position.clone(), worth);
        Some(worth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sticks::rules::{Sticks, winning_take};

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        let mut known = Known::new(1000, Sticks::clone);
        for sticks in 1..=40 {
            let worth = known.worth(&Sticks::new(sticks)).expect("there is room");
            assert_eq!(worth.value == Outcome::Win, winning_take(sticks).is_some());
            // From 4k+1 sticks the loser goes on for 2k plies and takes the final one.
            let plies = 2 * ((sticks + 2) / 4) + u64::from(winning_take(sticks).is_none());
            assert_eq!(worth.plies, Some(plies as u32), "{sticks} sticks");
        }
    }

    #[test]
    fn what_does_not_fit_is_not_known() {
        assert_eq!(Known::new(10, Sticks::clone).worth(&Sticks::new(50)), None);
    }
}
