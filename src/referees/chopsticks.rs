//! The referee of `chopsticks`: plays Left against the computer and checks every line it says.
//!
//! What a program has to do: started with `--right computer` (and `-n`, `-m`, `--misere` where the
//! game is not the default one) it prints the start, reads Left's moves from standard input, one a
//! line, `1 1`, and plays Right itself. It prints no prompt. After each move, its own ones too, it
//! prints the move in words and the next position, as in the example game; after the last position
//! it says who has no hands and who wins, and ends. Games are without wrap-around, so all of them
//! end. Any legal move of the computer will do.

use crate::chopsticks::{Position, Tap, Variant};
use crate::game::{Game, Player};
use crate::random::Dice;

use super::Settings;
use crate::grading::conversation::Conversation;
use crate::grading::referee::{Appointment, Referee};
use crate::grading::verdict::Outcome;

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sitting {
    /// Which game; wrap-around games need not end, so they are not for this referee.
    pub variant: Variant,
    /// The seed of the referee's own moves.
    pub seed: u64,
}

/// Reads `hands=3 fingers=5 misere=0`.
pub(super) fn appoint(settings: &str, _: Option<u32>) -> Result<Box<dyn Appointment>, String> {
    let mut settings = Settings::read(settings.split_whitespace())?;
    let hands = settings.take("hands", 3, 1..=20)?;
    let fingers = settings.take("fingers", 5, 1..=1000)?;
    let misere = settings.take("misere", 0, 0..=1)? == 1;
    settings.all_taken()?;
    let variant = Variant::new(hands, fingers, misere, false).map_err(|error| error.to_string())?;
    Ok(Box::new(Sitting { variant, seed: 0 }))
}

impl Appointment for Sitting {
    fn seat(&self, seed: u64) -> Box<dyn Referee> {
        Box::new(ChopsticksReferee::new(Sitting { seed, ..*self }))
    }
}

/// One game against the computer.
pub(super) struct ChopsticksReferee {
    dice: Dice,
    position: Position,
}

impl ChopsticksReferee {
    /// A referee for one run of the program.
    pub(super) fn new(sitting: Sitting) -> ChopsticksReferee {
        ChopsticksReferee {
            dice: Dice::new(sitting.seed),
            position: Position::start(sitting.variant),
        }
    }

    /// The computer's move, in words: it is free to choose, but it has to be legal.
    fn hear_computer(&self, talk: &mut Conversation) -> Result<Tap, Outcome> {
        let line = talk.line_ahead("")?;
        self.position
            .read_tap(&line)
            .map_err(|why| Outcome::RuleBroken(format!("at {}, `{line}`: {why}", self.position)))
    }
}

impl Referee for ChopsticksReferee {
    fn play(&mut self, talk: &mut Conversation) -> Result<(), Outcome> {
        loop {
            let shown = format!("{}\n", self.position);
            if let Some(ending) = self.position.ending() {
                return talk.ends(&format!("{shown}{ending}\n"));
            }
            let tap = match self.position.to_move() {
                Player::First => {
                    talk.asks(&shown)?;
                    let tap = *self.dice.pick(&self.position.moves());
                    talk.answer(&tap.to_string())?;
                    tap
                }
                Player::Second => {
                    talk.hear(&shown)?;
                    self.hear_computer(talk)?
                }
            };
            talk.hear(&format!("{}\n", self.position.phrase(tap)))?;
            self.position.tap(tap);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rehearsal::rehearse;
    use super::*;
    use crate::chopsticks::memory::Bytes;
    use crate::chopsticks::table::{Seat, Table};

    fn sitting(hands: u64, fingers: u64, misere: bool, seed: u64) -> Sitting {
        let variant = Variant::new(hands, fingers, misere, false).expect("a game");
        Sitting { variant, seed }
    }

    /// The verdict on our own program, with Right's seat taken by `right`.
    fn judge(
        sitting: Sitting,
        right: Seat,
        change: impl FnMut(&str) -> String + 'static,
    ) -> Result<(), String> {
        let table = Table {
            start: Position::start(sitting.variant),
            seats: [Seat::Human, right],
            dice: Dice::new(sitting.seed),
            prompt: false,
            predict: false,
            allowed: Bytes(1 << 30),
        };
        rehearse(&mut ChopsticksReferee::new(sitting), change, |console| {
            table.play(console)
        })
    }

    #[test]
    fn our_own_program_passes_with_every_seed() {
        for seed in 0..50 {
            for misere in [false, true] {
                let sitting = sitting(1 + seed % 4, 1 + seed % 7, misere, seed);
                for right in [Seat::Computer, Seat::Random] {
                    assert_eq!(judge(sitting, right, str::to_owned), Ok(()), "{sitting:?}");
                }
            }
        }
    }

    #[test]
    fn every_wrong_word_and_number_is_noticed() {
        let faults = [
            ("(L 1 1 1 1 1 1)", "(L 1 1 1 1 1 1) ", "(L 1 1 1 1 1 1)"),
            ("Left's hand", "left's hand", "Left's hand"),
            (
                "Right's hand 1 to",
                "Right's hand 4 to",
                "Right has no hand 4",
            ),
            (
                "Right's hand 1 to",
                "right's hand 1 to",
                "Right's hand 1 to",
            ),
            ("Right's hand 1 to", "Right takes 1 to", "is not a move"),
            ("\n(R ", "\n(L ", "(R "),
            ("\nRight's", "\n\nRight's", "is not a move"),
            ("has no hands. ", "has no hands, ", "has no hands. "),
            (
                "Left has no hands",
                "Right has no hands",
                "Left has no hands",
            ),
            ("wins\n", "wins\nBye\n", "Bye"),
        ];
        for (right, wrong, reason) in faults {
            let verdict = judge(sitting(3, 5, false, 4), Seat::Computer, move |said| {
                said.replace(right, wrong)
            });
            let named = verdict.as_ref().is_err_and(|why| why.contains(reason));
            assert!(named, "{wrong:?}: {verdict:?}");
        }
    }

    #[test]
    fn a_program_that_moves_for_left_fails() {
        let mut referee = ChopsticksReferee::new(sitting(2, 5, false, 1));
        let verdict = rehearse(&mut referee, str::to_owned, |console| {
            console.say("(L 1 1 1 1)\nLeft's hand 1 to Right's hand 1")
        });
        assert!(verdict.is_err_and(|why| why.contains("expected nothing more")));
    }
}
