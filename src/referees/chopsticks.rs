//! The referee of `chopsticks`: plays Left against the computer and checks every line it says.
//!
//! What a program has to do: started with `--right computer` (and `-n`, `-m`, `--misere` where the
//! game is not the default one) it prints the start, reads Left's moves from standard input, one a
//! line, `1 1`, and plays Right itself. It prints no prompt. After each move, its own ones too, it
//! prints the move in words and the next position, as in the example game; after the last position
//! it says who has no hands and who wins, and ends. Games are without wrap-around, so all of them
//! end. Any legal move of the computer will do.

use crate::chopsticks::{Position, Rules, Tap};
use crate::game::{Game, Player};
use crate::random::Dice;

use super::Settings;
use crate::grading::referee::{Action, Appointment, Ear, Referee};

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Session {
    /// Which game; wrap-around games need not end, so they are not for this referee.
    pub rules: Rules,
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
    let rules = Rules::new(hands, fingers, misere, false).map_err(|error| error.to_string())?;
    Ok(Box::new(Session { rules, seed: 0 }))
}

impl Appointment for Session {
    fn seat(&self, seed: u64) -> Box<dyn Referee> {
        Box::new(ChopsticksReferee::new(Session { seed, ..*self }))
    }
}

/// One game against the computer.
pub struct ChopsticksReferee {
    dice: Dice,
    ear: Ear,
    position: Position,
    /// Left's move, typed but not yet seen in words.
    typed: Option<Tap>,
    /// Whether the present position has been printed.
    shown: bool,
    /// Whether the end of the game has been announced.
    over: bool,
}

impl ChopsticksReferee {
    /// A referee for one run of the program.
    pub fn new(session: Session) -> ChopsticksReferee {
        ChopsticksReferee {
            dice: Dice::new(session.seed),
            ear: Ear::default(),
            position: Position::start(session.rules),
            typed: None,
            shown: false,
            over: false,
        }
    }

    /// Goes one step on. `None` means that nothing is to be done before the next.
    fn step(&mut self, output: &str) -> Result<Option<Action>, Action> {
        if !self.shown {
            self.ear.hear(output, &format!("{}\n", self.position))?;
            self.shown = true;
        }
        if let Some(ending) = self.position.ending() {
            if !self.over {
                self.ear.hear(output, &format!("{ending}\n"))?;
                self.over = true;
            }
            self.ear.hear_nothing(output)?;
            return Ok(Some(Action::Done));
        }
        let tap = match (self.position.to_move(), self.typed.take()) {
            (Player::First, None) => {
                self.ear.hear_nothing(output)?;
                let moves = self.position.moves();
                let tap = *self.dice.pick(&moves);
                self.typed = Some(tap);
                return Ok(Some(Action::Type(tap.to_string())));
            }
            (Player::First, Some(tap)) => self.hear_own_move(output, tap)?,
            (Player::Second, _) => self.hear_computer(output)?,
        };
        self.position.tap(tap);
        self.shown = false;
        Ok(None)
    }

    /// The move that was typed, in words.
    fn hear_own_move(&mut self, output: &str, tap: Tap) -> Result<Tap, Action> {
        let phrase = format!("{}\n", self.position.phrase(tap));
        self.ear
            .hear(output, &phrase)
            .inspect_err(|_| self.typed = Some(tap))?;
        Ok(tap)
    }

    /// The computer's move, in words: it is free to choose, but it has to be legal.
    fn hear_computer(&mut self, output: &str) -> Result<Tap, Action> {
        let Some((line, _)) = self.ear.rest(output).split_once('\n') else {
            return Err(Action::Wait);
        };
        let tap = self
            .position
            .read_tap(line)
            .map_err(|why| Action::Fail(format!("at {}, `{line}`: {why}", self.position)))?;
        self.ear
            .hear(output, &format!("{}\n", self.position.phrase(tap)))?;
        Ok(tap)
    }
}

impl Referee for ChopsticksReferee {
    fn next(&mut self, output: &str) -> Action {
        loop {
            match self.step(output) {
                Ok(Some(action)) | Err(action) => return action,
                Ok(None) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rehearsal::rehearse;
    use super::*;
    use crate::chopsticks::memory::Bytes;
    use crate::chopsticks::table::{Seat, Table};

    fn session(hands: u64, fingers: u64, misere: bool, seed: u64) -> Session {
        let rules = Rules::new(hands, fingers, misere, false).expect("a game");
        Session { rules, seed }
    }

    /// The verdict on our own program, with Right's seat taken by `right`.
    fn judge(session: Session, right: Seat, change: impl Fn(&str) -> String + 'static) -> Action {
        let table = Table {
            start: Position::start(session.rules),
            seats: [Seat::Human, right],
            dice: Dice::new(session.seed),
            prompt: false,
            predict: false,
            allowed: Bytes(1 << 30),
        };
        rehearse(ChopsticksReferee::new(session), change, |console| {
            table.play(console)
        })
    }

    #[test]
    fn our_own_program_passes_with_every_seed() {
        for seed in 0..50 {
            for misere in [false, true] {
                let session = session(1 + seed % 4, 1 + seed % 7, misere, seed);
                for right in [Seat::Computer, Seat::Random] {
                    assert_eq!(
                        judge(session, right, str::to_owned),
                        Action::Done,
                        "{session:?}"
                    );
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
            let verdict = judge(session(3, 5, false, 4), Seat::Computer, move |said| {
                said.replace(right, wrong)
            });
            let named = matches!(&verdict, Action::Fail(why) if why.contains(reason));
            assert!(named, "{wrong:?}: {verdict:?}");
        }
    }

    #[test]
    fn a_program_that_moves_for_left_fails() {
        let mut referee = ChopsticksReferee::new(session(2, 5, false, 1));
        let early = "(L 1 1 1 1)\nLeft's hand 1 to Right's hand 1\n";
        assert!(matches!(referee.next(early), Action::Fail(_)));
    }

    #[test]
    fn half_a_line_is_waited_for() {
        let mut referee = ChopsticksReferee::new(session(1, 2, false, 1));
        let said = "(L 1 1)\nLeft's hand 1 to Right's hand 1\n(R 1 2)\nRight's hand 1 to Left's hand 1\n(L 0 2)\nLeft has no hands. Right wins\n";
        let mut typed = 0;
        for end in 0..said.len() {
            match referee.next(&said[..end]) {
                Action::Type(tap) => {
                    assert_eq!(tap, "1 1");
                    typed += 1;
                }
                action => assert_eq!(action, Action::Wait, "after {:?}", &said[..end]),
            }
        }
        assert_eq!((typed, referee.next(said)), (1, Action::Done));
        assert_eq!(referee.next(said), Action::Done);
    }
}
