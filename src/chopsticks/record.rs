//! A game under way: what was played, how to take it back, and which positions came up before.

use std::collections::HashMap;

use super::position::{Position, Tap};

/// A game from its first position to the present one. Positions are numbered from 1.
pub struct Record {
    start: Position,
    now: Position,
    taps: Vec<Tap>,
    /// When each position came up first, and how often it has. Without wrap-around none comes twice.
    seen: HashMap<Position, (usize, u32)>,
}

impl Record {
    /// A game that has not begun.
    pub fn new(start: Position) -> Record {
        let mut record = Record {
            now: start.clone(),
            start,
            taps: Vec::new(),
            seen: HashMap::new(),
        };
        record.note();
        record
    }

    /// The present position.
    pub fn now(&self) -> &Position {
        &self.now
    }

    /// How many moves were made.
    pub fn plies(&self) -> usize {
        self.taps.len()
    }

    /// Makes a legal move.
    pub fn play(&mut self, tap: Tap) {
        self.now.tap(tap);
        self.taps.push(tap);
        self.note();
    }

    /// Takes back so many moves, or all if there are fewer.
    pub fn undo(&mut self, plies: usize) {
        let kept = self.taps.len().saturating_sub(plies);
        let taps = std::mem::take(&mut self.taps);
        *self = Record::new(self.start.clone());
        taps.into_iter().take(kept).for_each(|tap| self.play(tap));
    }

    /// The number under which the present position came up before, if it did.
    pub fn same_as(&self) -> Option<usize> {
        let &(first, times) = self.seen.get(&self.now)?;
        (times > 1).then_some(first)
    }

    /// How often the present position has come up.
    pub fn times(&self) -> u32 {
        self.seen.get(&self.now).map_or(1, |&(_, times)| times)
    }

    /// All positions, each with the move that led to it in words.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Option<String>)> {
        let mut position = self.start.clone();
        let first = std::iter::once((position.clone(), None));
        first.chain(self.taps.iter().map(move |&tap| {
            let phrase = position.phrase(tap);
            position.tap(tap);
            (position.clone(), Some(phrase))
        }))
    }

    fn note(&mut self) {
        if self.now.rules().wrap {
            let number = self.taps.len() + 1;
            let entry = self.seen.entry(self.now.clone()).or_insert((number, 0));
            entry.1 += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chopsticks::Rules;

    /// One hand of five fingers from 1 against 2: 3, 4, 2, 1 and so on for ever.
    fn round(plies: usize) -> Record {
        let rules = Rules::new(1, 5, false, true).expect("a game");
        let mut record = Record::new(Position::read(rules, "(L 1 2)").expect("a position"));
        (0..plies).for_each(|_| record.play(Tap { from: 0, to: 0 }));
        record
    }

    #[test]
    fn a_position_that_comes_again_is_known_by_its_first_number() {
        let same: Vec<_> = (0..=8).map(|plies| round(plies).same_as()).collect();
        assert_eq!(same[..4], [None; 4]);
        assert_eq!(same[4], Some(1));
        assert_eq!(same[8], Some(1));
        assert_eq!(round(8).times(), 3);
    }

    #[test]
    fn what_is_taken_back_has_not_happened() {
        let mut record = round(5);
        record.undo(2);
        assert_eq!((record.plies(), record.same_as()), (3, None));
        record.play(Tap { from: 0, to: 0 });
        assert_eq!((record.same_as(), record.times()), (Some(1), 2));
        record.undo(100);
        assert_eq!(
            (record.plies(), record.now().to_string().as_str()),
            (0, "(L 1 2)")
        );
    }
}
