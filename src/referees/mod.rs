//! What knows both grading and the games: the registry of assignments, and who plays, listens and
//! judges for each of them. Grading is handed all of it and knows no game.

pub mod bots;
mod chopsticks;
mod fresh;
mod learning;
pub mod listeners;
#[cfg(test)]
mod rehearsal;
mod settings;
pub mod sticks;
mod toothpicks;

use crate::grading::assignment::Assignment;
use settings::Settings;

/// Everything that can be graded. An assignment more is a line more.
pub static ASSIGNMENTS: &[Assignment] = &[
    Assignment::new("chopsticks")
        .refereed_by(chopsticks::appoint)
        .heard_by(&listeners::chopsticks::ChopsticksListener)
        .made_by(&fresh::chopsticks::ChopsticksMaker),
    Assignment::new(bots::ASSIGNMENT).asking(bots::cases),
    Assignment::new("sticks")
        .refereed_by(sticks::appoint)
        .heard_by(&listeners::sticks::SticksListener)
        .made_by(&fresh::sticks::SticksMaker),
    Assignment::new("take_stones")
        .heard_by(&listeners::take_stones::TakeStonesListener)
        .made_by(&fresh::take_stones::TakeStonesMaker),
    Assignment::new("toothpicks")
        .refereed_by(toothpicks::appoint)
        .heard_by(&listeners::toothpicks::ToothpicksListener)
        .made_by(&fresh::toothpicks::ToothpicksMaker),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::assignment::appoint;

    #[test]
    fn what_is_not_said_is_as_usual() {
        let appointment = appoint(ASSIGNMENTS, "sticks option=3 games=5", Some(3)).expect("read");
        assert_eq!(appointment.games_in_a_run(), 5);
    }

    #[test]
    fn what_cannot_be_is_named() {
        for (text, part, message) in [
            (
                "chess",
                None,
                "no referee `chess`: there are chopsticks, sticks and toothpicks",
            ),
            ("take_stones", None, "no referee `take_stones`"),
            ("sticks", Some(1), "part 2 or 3"),
            ("sticks", None, "part 2 or 3"),
            ("sticks option=3", Some(2), "between 2 and 2, not 3"),
            ("sticks sticks=9", Some(2), "between 10 and 100"),
            ("sticks size=9", Some(2), "no setting `size`"),
            ("toothpicks bounds", None, "`bounds` is not `key=number`"),
            ("toothpicks bounds=x", None, "is not `key=number`"),
        ] {
            let error = appoint(ASSIGNMENTS, text, part).err().expect(text);
            assert!(error.contains(message), "{error}");
        }
    }
}
