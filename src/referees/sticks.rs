//! The referee of `sticks`: plays against the computer and checks every line it says.

use std::ops::RangeInclusive;

use crate::game::{Game, Player};
use crate::random::Dice;
use crate::sticks::rules::{SIZES, Sticks, TAKES, winning_take};

use super::Settings;
use crate::grading::referee::{Action, Appointment, Ear, Referee};

/// Of so many heaps that can be won, a trained AI may let one go. Who draws blindly lets two of three
/// go. Who was trained well may let one in six go: the handout does not say who starts the training
/// games, and if it is always the first AI, that one soon wins them all and the second learns little.
const CHANCES_PER_SLIP: u64 = 3;

/// After so many games an untrained AI has to have learnt something about small heaps: in the last
/// quarter of the games it must not let more than half of them go. With fewer games good luck and bad
/// luck weigh too much.
const ENOUGH_TO_LEARN: u32 = 500;
const SMALL_HEAPS: RangeInclusive<u64> = 2..=4;

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Session {
    /// The part of the assignment the program is for: 2 or 3.
    pub part: u8,
    /// The option to take: 2 for the computer, 3 for the trained one.
    pub option: u8,
    /// How many sticks each game starts with.
    pub sticks: u64,
    /// How many games to play.
    pub games: u32,
    /// The seed of the referee's own takes, and of the bad answers it slips in.
    pub seed: u64,
}

/// Reads `option=2 sticks=10 games=10`.
pub(super) fn appoint(settings: &str, part: Option<u32>) -> Result<Box<dyn Appointment>, String> {
    let mut settings = Settings::read(settings.split_whitespace())?;
    let part = part.filter(|part| (2..=3).contains(part));
    let part = part.ok_or("the referee `sticks` is for part 2 or 3: say which with `# part:`")?;
    let session = Session {
        part: part as u8,
        option: settings.take("option", 2, 2..=u64::from(part))? as u8,
        sticks: settings.take("sticks", 10, 10..=100)?,
        games: settings.take("games", 10, 1..=10_000)? as u32,
        seed: 0,
    };
    settings.all_taken()?;
    Ok(Box::new(session))
}

impl Appointment for Session {
    fn seat(&self, seed: u64) -> Box<dyn Referee> {
        Box::new(SticksReferee::new(Session { seed, ..*self }))
    }

    fn games_in_a_run(&self) -> u32 {
        self.games
    }
}

/// Where the conversation stands: the question or the turn that comes next.
#[derive(Clone, Copy)]
enum Stage {
    Size,
    Menu,
    Training,
    Turn,
    PlayAgain,
    End,
}

/// A session of games against the computer.
pub struct SticksReferee {
    session: Session,
    dice: Dice,
    ear: Ear,
    stage: Stage,
    /// Whether the last answer was out of range, and has to be asked for again.
    refused: bool,
    game: Sticks,
    /// What the referee will take on its next turn, if so many are left.
    take: u64,
    games_left: u32,
    /// Heaps that tell how good the AI is and can be won, and those of them it let go.
    chances: u64,
    slips: u64,
    /// The AI turned out too weak, which is a fault of all its games.
    weak: bool,
}

impl SticksReferee {
    /// A referee for one run of the program.
    pub fn new(session: Session) -> SticksReferee {
        let mut dice = Dice::new(session.seed);
        SticksReferee {
            session,
            take: any_take(&mut dice),
            dice,
            ear: Ear::default(),
            stage: Stage::Size,
            refused: false,
            game: Sticks::new(session.sticks),
            games_left: session.games,
            chances: 0,
            slips: 0,
            weak: false,
        }
    }

    /// Goes one stage on. `None` means that nothing is to be done before the next.
    fn step(&mut self, output: &str) -> Result<Option<Action>, Action> {
        match self.stage {
            Stage::Size => self.settle_size(output).map(Some),
            Stage::Menu => self.settle_menu(output).map(Some),
            Stage::Training => {
                self.ear.hear(output, "Training AI, please wait...\n")?;
                self.stage = Stage::Turn;
                Ok(None)
            }
            Stage::Turn => match self.game.to_move() {
                Player::First => self.take_turn(output).map(Some),
                Player::Second => self.watch_ai(output).map(|()| None),
            },
            Stage::PlayAgain => self.settle_play_again(output).map(Some),
            Stage::End => self.end(output).map(|()| Some(Action::Done)),
        }
    }

    fn settle_size(&mut self, output: &str) -> Result<Action, Action> {
        let prompt = "How many sticks are there on the table initially (10-100)? ";
        let welcome = "Welcome to the game of sticks!\n";
        let sticks = self.session.sticks;
        self.answer(output, welcome, prompt, SIZES, sticks, Stage::Menu)
    }

    fn settle_menu(&mut self, output: &str) -> Result<Action, Action> {
        let mut menu = String::from(
            "Options:\n  Play against a friend (1)\n  Play against the computer (2)\n",
        );
        let options = u64::from(self.session.part);
        if options == 3 {
            menu += "  Play against the trained computer (3)\n";
        }
        let prompt = format!("Which option do you take (1-{options})? ");
        let option = u64::from(self.session.option);
        let then = if option == 3 {
            Stage::Training
        } else {
            Stage::Turn
        };
        self.answer(output, &menu, &prompt, 1..=options, option, then)
    }

    fn take_turn(&mut self, output: &str) -> Result<Action, Action> {
        let board = self.board();
        let prompt = "Player 1: How many sticks do you take (1-3)? ";
        // The handout does not say what becomes of somebody who takes more sticks than are left.
        let taken = self.take.min(self.game.left());
        let action = self.answer(output, &board, prompt, TAKES, taken, Stage::Turn)?;
        if !self.refused {
            self.play(taken);
            self.take = any_take(&mut self.dice);
        }
        Ok(action)
    }

    fn watch_ai(&mut self, output: &str) -> Result<(), Action> {
        let turn = self.board() + "AI selects ";
        let taken = self.ear.hear_number(output, &turn)?;
        if !TAKES.contains(&taken) {
            return Err(Action::Fail(format!(
                "the AI selects {taken}, but only 1 to 3 sticks may be taken"
            )));
        }
        if let Some(winning) = winning_take(self.game.left())
            && self.tells_skill()
        {
            self.chances += 1;
            self.slips += u64::from(taken != winning);
        }
        self.play(taken);
        Ok(())
    }

    /// Whether what the AI takes now says how good it is.
    fn tells_skill(&self) -> bool {
        let games = self.session.games;
        let late = games >= ENOUGH_TO_LEARN && self.games_left <= games / 4;
        self.session.option == 3 || late && SMALL_HEAPS.contains(&self.game.left())
    }

    fn settle_play_again(&mut self, output: &str) -> Result<Action, Action> {
        let verdict = match self.game.winner() {
            Some(Player::First) => "AI loses.\n",
            _ => "You lose.\n",
        };
        let prompt = "Play again (1 = yes, 0 = no)? ";
        let (again, then) = if self.games_left > 1 {
            (1, Stage::Turn)
        } else {
            (0, Stage::End)
        };
        let action = self.answer(output, verdict, prompt, 0..=1, again, then)?;
        if !self.refused {
            self.games_left -= 1;
            self.game = Sticks::new(self.session.sticks);
        }
        Ok(action)
    }

    fn end(&mut self, output: &str) -> Result<(), Action> {
        self.ear.hear_nothing(output)?;
        let fair = match self.session.option {
            3 => self.slips * CHANCES_PER_SLIP <= self.chances,
            _ => self.slips * 2 <= self.chances,
        };
        if !fair {
            self.weak = true;
            let reason = match self.session.option {
                3 => format!("at most one in {CHANCES_PER_SLIP} is fair for a trained AI"),
                _ => format!(
                    "after {} games it should have learnt more",
                    self.session.games
                ),
            };
            return Err(Action::Fail(format!(
                "the AI let {} of {} heaps go that can be won: {reason}",
                self.slips, self.chances
            )));
        }
        Ok(())
    }

    /// Hears a question and answers it, now and then out of range first.
    fn answer(
        &mut self,
        output: &str,
        before: &str,
        prompt: &str,
        range: RangeInclusive<u64>,
        answer: u64,
        then: Stage,
    ) -> Result<Action, Action> {
        let (low, high) = range.into_inner();
        if self.refused {
            let sentence = format!("Please enter a number between {low} and {high}\n{prompt}");
            self.ear.hear(output, &sentence)?;
        } else {
            self.ear.hear(output, &format!("{before}{prompt}"))?;
        }
        self.refused = !self.refused && self.dice.below(6) == 0;
        let typed = if self.refused {
            if low > 0 && self.dice.below(2) == 0 {
                low - 1
            } else {
                high + 1
            }
        } else {
            self.stage = then;
            answer
        };
        Ok(Action::Type(typed.to_string()))
    }

    fn board(&self) -> String {
        match self.game.left() {
            1 => "\nThere is 1 stick on the board.\n".to_owned(),
            left => format!("\nThere are {left} sticks on the board.\n"),
        }
    }

    fn play(&mut self, taken: u64) {
        self.game = self.game.play(taken);
        if self.game.winner().is_some() {
            self.stage = Stage::PlayAgain;
        }
    }
}

/// Any take will do, for the computer has to cope with all of them.
fn any_take(dice: &mut Dice) -> u64 {
    1 + dice.below(3)
}

impl Referee for SticksReferee {
    fn next(&mut self, output: &str) -> Action {
        loop {
            match self.step(output) {
                Ok(Some(action)) | Err(action) => return action,
                Ok(None) => {}
            }
        }
    }

    fn good_games(&self) -> u32 {
        match self.weak {
            true => 0,
            false => self.session.games - self.games_left,
        }
    }
}

#[cfg(test)]
mod tests;
