//! The referee of `sticks`: plays against the computer and checks every line it says.

use std::ops::RangeInclusive;

use crate::game::{Game, Player};
use crate::random::Dice;
use crate::sticks::rules::{SIZES, Sticks, TAKES, winning_take};

use super::Settings;
use super::learning::Learning;
use crate::grading::conversation::Conversation;
use crate::grading::referee::{Appointment, Referee};
use crate::grading::verdict::Outcome;

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
pub struct Sitting {
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
    let sitting = Sitting {
        part: part as u8,
        option: settings.take("option", 2, 2..=u64::from(part))? as u8,
        sticks: settings.take("sticks", 10, 10..=100)?,
        games: settings.take("games", 10, 1..=10_000)? as u32,
        seed: 0,
    };
    settings.all_taken()?;
    Ok(Box::new(sitting))
}

impl Appointment for Sitting {
    fn seat(&self, seed: u64) -> Box<dyn Referee> {
        Box::new(SticksReferee::new(Sitting { seed, ..*self }))
    }

    fn games_in_a_run(&self) -> u32 {
        self.games
    }
}

/// A sitting of games against the computer.
pub struct SticksReferee {
    sitting: Sitting,
    dice: Dice,
    /// What the referee will take on its next turn, if so many are left.
    take: u64,
    games_left: u32,
    /// Heaps that tell how good the AI is and can be won, and those of them it let go.
    chances: u64,
    slips: u64,
    /// How it learns.
    learning: Learning,
    /// The AI turned out too weak, or to learn otherwise, which is a fault of all its games.
    weak: bool,
}

impl Referee for SticksReferee {
    fn play(&mut self, talk: &mut Conversation) -> Result<(), Outcome> {
        let Sitting { part, option, .. } = self.sitting;
        let welcome = "Welcome to the game of sticks!\n";
        let prompt = "How many sticks are there on the table initially (10-100)? ";
        self.settle(talk, welcome, prompt, SIZES, self.sitting.sticks)?;
        let mut menu = String::from(
            "Options:\n  Play against a friend (1)\n  Play against the computer (2)\n",
        );
        if part == 3 {
            menu += "  Play against the trained computer (3)\n";
        }
        let prompt = format!("Which option do you take (1-{part})? ");
        self.settle(talk, &menu, &prompt, 1..=part.into(), option.into())?;
        if option == 3 {
            talk.hear("Training AI, please wait...\n")?;
        }
        while self.games_left > 0 {
            let winner = self.play_game(talk)?;
            self.learning.learns(winner == Player::Second);
            let verdict = match winner {
                Player::First => "AI loses.\n",
                Player::Second => "You lose.\n",
            };
            let again = u64::from(self.games_left > 1);
            let prompt = "Play again (1 = yes, 0 = no)? ";
            self.settle(talk, verdict, prompt, 0..=1, again)?;
            self.games_left -= 1;
        }
        self.judge_skill()?;
        talk.ends("")
    }

    fn good_games(&self) -> u32 {
        match self.weak {
            true => 0,
            false => self.sitting.games - self.games_left,
        }
    }
}

impl SticksReferee {
    /// A referee for one run of the program.
    pub fn new(sitting: Sitting) -> SticksReferee {
        let mut dice = Dice::new(sitting.seed);
        SticksReferee {
            sitting,
            take: any_take(&mut dice),
            dice,
            games_left: sitting.games,
            chances: 0,
            slips: 0,
            learning: Learning::new(sitting.sticks),
            weak: false,
        }
    }

    /// Plays one game, and says who has won it.
    fn play_game(&mut self, talk: &mut Conversation) -> Result<Player, Outcome> {
        let mut game = Sticks::new(self.sitting.sticks);
        loop {
            if let Some(winner) = game.winner() {
                return Ok(winner);
            }
            let board = match game.left() {
                1 => "\nThere is 1 stick on the board.\n".to_owned(),
                left => format!("\nThere are {left} sticks on the board.\n"),
            };
            let taken = match game.to_move() {
                Player::First => self.take_turn(talk, &board, game.left())?,
                Player::Second => self.watch_ai(talk, &board, game.left())?,
            };
            game = game.play(taken);
        }
    }

    fn take_turn(
        &mut self,
        talk: &mut Conversation,
        board: &str,
        left: u64,
    ) -> Result<u64, Outcome> {
        let prompt = "Player 1: How many sticks do you take (1-3)? ";
        // The handout does not say what becomes of somebody who takes more sticks than are left.
        let taken = self.take.min(left);
        self.settle(talk, board, prompt, TAKES, taken)?;
        self.take = any_take(&mut self.dice);
        Ok(taken)
    }

    fn watch_ai(
        &mut self,
        talk: &mut Conversation,
        board: &str,
        left: u64,
    ) -> Result<u64, Outcome> {
        let taken = talk.hear_number(&format!("{board}AI selects "))?;
        if !TAKES.contains(&taken) {
            return Err(Outcome::RuleBroken(format!(
                "the AI selects {taken}, but only 1 to 3 sticks may be taken"
            )));
        }
        self.learning.draws(left, taken);
        if let Some(winning) = winning_take(left)
            && self.tells_skill(left)
        {
            self.chances += 1;
            self.slips += u64::from(taken != winning);
        }
        Ok(taken)
    }

    /// Whether what the AI takes now says how good it is.
    fn tells_skill(&self, left: u64) -> bool {
        let games = self.sitting.games;
        let late = games >= ENOUGH_TO_LEARN && self.games_left <= games / 4;
        self.sitting.option == 3 || late && SMALL_HEAPS.contains(&left)
    }

    fn judge_skill(&mut self) -> Result<(), Outcome> {
        let Sitting { option, games, .. } = self.sitting;
        if option == 2
            && games >= ENOUGH_TO_LEARN
            && let Some(slip) = self.learning.slip()
        {
            self.weak = true;
            return Err(Outcome::RuleBroken(slip.sentence.to_owned()));
        }
        let (allowed, reason) = match self.sitting.option {
            3 => (
                self.chances / CHANCES_PER_SLIP,
                format!("at most one in {CHANCES_PER_SLIP} is fair for a trained AI"),
            ),
            _ => (
                self.chances / 2,
                format!(
                    "after {} games it should have learnt more",
                    self.sitting.games
                ),
            ),
        };
        self.weak = self.slips > allowed;
        match self.weak {
            true => Err(Outcome::RuleBroken(format!(
                "the AI let {} of {} heaps go that can be won: {reason}",
                self.slips, self.chances
            ))),
            false => Ok(()),
        }
    }

    /// Hears a question and answers it, now and then out of range first.
    fn settle(
        &mut self,
        talk: &mut Conversation,
        before: &str,
        prompt: &str,
        range: RangeInclusive<u64>,
        answer: u64,
    ) -> Result<(), Outcome> {
        talk.asks(&format!("{before}{prompt}"))?;
        if self.dice.below(6) == 0 {
            let (low, high) = range.into_inner();
            let outside = match low > 0 && self.dice.below(2) == 0 {
                true => low - 1,
                false => high + 1,
            };
            talk.answer(&outside.to_string())?;
            talk.asks(&format!(
                "Please enter a number between {low} and {high}\n{prompt}"
            ))?;
        }
        Ok(talk.answer(&answer.to_string())?)
    }
}

/// Any take will do, for the computer has to cope with all of them.
fn any_take(dice: &mut Dice) -> u64 {
    1 + dice.below(3)
}

#[cfg(test)]
mod tests;
