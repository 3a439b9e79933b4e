//! Which positions of a game came up before. Only with wrap-around can one come twice.

use std::collections::HashMap;

use super::position::Position;
use crate::play::Record;

/// When each position came up first (they are numbered from 1), and how often it has.
#[derive(Default)]
pub struct Repetition {
    seen: HashMap<Position, (usize, u32)>,
}

impl Repetition {
    /// Notes the present position, once for every turn.
    pub fn note(&mut self, record: &Record<Position>) {
        self.note_one(record.now().clone(), record.plies() + 1);
    }

    /// Forgets what was taken back: everything before the present position is noted anew.
    pub fn undone(&mut self, record: &Record<Position>) {
        self.seen.clear();
        for (number, (position, _)) in (1..).zip(record.turns()) {
            self.note_one(position, number);
        }
    }

    fn note_one(&mut self, position: Position, number: usize) {
        if position.variant().wrap {
            self.seen.entry(position).or_insert((number, 0)).1 += 1;
        }
    }

    /// The number under which a position came up before, if it did.
    pub fn same_as(&self, position: &Position) -> Option<usize> {
        let &(first, times) = self.seen.get(position)?;
        (times > 1).then_some(first)
    }

    /// How often a position has come up.
    pub fn times(&self, position: &Position) -> u32 {
        self.seen.get(position).map_or(1, |&(_, times)| times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chopsticks::{Tap, Variant};

    const TAP: Tap = Tap { from: 0, to: 0 };

    /// One hand of five fingers from 1 against 2: 3, 4, 2, 1 and so on for ever.
    fn round(plies: usize) -> (Record<Position>, Repetition) {
        let variant = Variant::new(1, 5, false, true).expect("a game");
        let mut record = Record::new(Position::read(variant, "(L 1 2)").expect("a position"));
        let mut repetition = Repetition::default();
        repetition.note(&record);
        for _ in 0..plies {
            record.play(TAP);
            repetition.note(&record);
        }
        (record, repetition)
    }

    #[test]
    fn a_position_that_comes_again_is_known_by_its_first_number() {
        let same = |plies| {
            let (record, repetition) = round(plies);
            repetition.same_as(record.now())
        };
        assert_eq!([0, 1, 2, 3].map(same), [None; 4]);
        assert_eq!([4, 8].map(same), [Some(1); 2]);
        let (record, repetition) = round(8);
        assert_eq!(repetition.times(record.now()), 3);
    }

    #[test]
    fn what_is_taken_back_has_not_happened() {
        let (mut record, mut repetition) = round(5);
        record.undo(2);
        repetition.undone(&record);
        repetition.note(&record);
        assert_eq!(
            (record.plies(), repetition.same_as(record.now())),
            (3, None)
        );
        record.play(TAP);
        repetition.note(&record);
        assert_eq!(repetition.same_as(record.now()), Some(1));
        assert_eq!(repetition.times(record.now()), 2);
        record.undo(100);
        assert_eq!(
            (record.plies(), record.now().to_string()),
            (0, "(L 1 2)".to_owned())
        );
    }
}
