//! The referee of `sticks`: plays against the computer and checks every line it says.

use std::ops::RangeInclusive;

use crate::game::{Game, Player};
use crate::random::Dice;
use crate::sticks::rules::{SIZES, Sticks, TAKES, winning_take};

use super::{Action, Ear, Referee};

/// Of so many heaps that can be won, a trained AI may let one go: its hats keep balls that lose.
const CHANCES_PER_SLIP: u64 = 10;

/// After so many games an untrained AI has to have learnt something about small heaps: in the last
/// quarter of the games it must not let more than half of them go (who draws blindly lets two of
/// three go).
const ENOUGH_TO_LEARN: u32 = 100;
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
}

#[cfg(test)]
mod tests {
    use super::super::rehearsal::rehearse;
    use super::*;
    use crate::sticks::memory::Memory;
    use crate::sticks::table::Table;

    /// The verdict on our own program, whose trained AI has had that many games.
    fn judge(session: Session, training: u64, change: impl Fn(&str) -> String + 'static) -> Action {
        let table = Table {
            part: session.part,
            games: training,
            dice: Dice::new(session.seed),
            memory: Memory::default(),
            show_hats: false,
        };
        rehearse(SticksReferee::new(session), change, |console| {
            table.play(console)
        })
    }

    /// The verdict on a program that draws from hats nobody ever changes.
    fn judge_forgetful(session: Session) -> Action {
        let mut dice = Dice::new(session.seed + 1000);
        rehearse(SticksReferee::new(session), str::to_owned, |console| {
            console.say("Welcome to the game of sticks!")?;
            let prompt = "How many sticks are there on the table initially (10-100)? ";
            let sticks = console.ask(prompt, SIZES)?;
            console
                .say("Options:\n  Play against a friend (1)\n  Play against the computer (2)")?;
            console.ask("Which option do you take (1-2)? ", 1..=2)?;
            loop {
                let mut game = Sticks::new(sticks);
                while game.winner().is_none() {
                    console.say(match game.left() {
                        1 => "\nThere is 1 stick on the board.".to_owned(),
                        left => format!("\nThere are {left} sticks on the board."),
                    })?;
                    let taken = match game.to_move() {
                        Player::First => {
                            console.ask("Player 1: How many sticks do you take (1-3)? ", TAKES)?
                        }
                        Player::Second => 1 + dice.below(3),
                    };
                    if game.to_move() == Player::Second {
                        console.say(format_args!("AI selects {taken}"))?;
                    }
                    game = game.play(taken);
                }
                console.say(match game.winner() {
                    Some(Player::First) => "AI loses.",
                    _ => "You lose.",
                })?;
                if console.ask("Play again (1 = yes, 0 = no)? ", 0..=1)? == 0 {
                    return Ok(());
                }
            }
        })
    }

    const SESSION: Session = Session {
        part: 3,
        option: 2,
        sticks: 10,
        games: 10,
        seed: 1,
    };

    #[test]
    fn our_own_program_passes_with_every_seed() {
        for seed in 0..200 {
            for part in [2, 3] {
                let sticks = 10 + seed % 91;
                let session = Session {
                    part,
                    sticks,
                    seed,
                    ..SESSION
                };
                assert_eq!(
                    judge(session, 0, str::to_owned),
                    Action::Done,
                    "{session:?}"
                );
            }
            let session = Session {
                option: 3,
                seed,
                ..SESSION
            };
            assert_eq!(
                judge(session, 3_000, str::to_owned),
                Action::Done,
                "{session:?}"
            );
        }
    }

    #[test]
    fn our_own_ai_learns_from_games_against_a_person() {
        for seed in 0..100 {
            let session = Session {
                games: 200,
                seed,
                ..SESSION
            };
            assert_eq!(
                judge(session, 0, str::to_owned),
                Action::Done,
                "{session:?}"
            );
        }
    }

    /// As a program would do that draws from hats nobody ever changes.
    #[test]
    fn an_ai_that_never_learns_is_found_out() {
        let mut found_out = 0;
        for seed in 0..100 {
            let session = Session {
                part: 2,
                games: 200,
                seed,
                ..SESSION
            };
            found_out += u32::from(judge_forgetful(session) != Action::Done);
        }
        assert!(found_out > 95, "{found_out}");
    }

    #[test]
    fn an_untrained_ai_does_not_pass_for_a_trained_one() {
        let verdict = judge(
            Session {
                option: 3,
                ..SESSION
            },
            0,
            str::to_owned,
        );
        assert!(
            matches!(&verdict, Action::Fail(why) if why.contains("let")),
            "{verdict:?}"
        );
    }

    #[test]
    fn every_wrong_word_and_number_is_noticed() {
        let faults = [
            ("Welcome", "welcome", "Welcome"),
            ("  Play", " Play", "  Play against a friend"),
            ("AI selects", "AI takes", "AI selects"),
            ("AI selects 2", "AI selects 4", "only 1 to 3"),
            ("AI selects 2", "AI selects two", "expected a number"),
            ("There are 8", "There are 9", "There are 8"),
            ("There is 1 stick ", "There are 1 sticks ", "There is 1"),
            ("Please enter", "Enter", "Please enter"),
            ("You lose", "AI loses", "You lose"),
            ("= no)? ", "= no)? \n", r#"printed "\n""#),
        ];
        for (right, wrong, reason) in faults {
            let verdict = judge(SESSION, 0, move |said| said.replace(right, wrong));
            let named = matches!(&verdict, Action::Fail(why) if why.contains(reason));
            assert!(named, "{wrong}: {verdict:?}");
        }
    }

    #[test]
    fn a_program_that_says_more_after_the_end_fails() {
        let verdict = judge(SESSION, 0, |said| {
            let questions = said.matches("Play again").count();
            if questions < 10 {
                said.to_owned()
            } else {
                said.to_owned() + "Bye\n"
            }
        });
        assert!(
            matches!(&verdict, Action::Fail(why) if why.contains("Bye")),
            "{verdict:?}"
        );
    }
}
