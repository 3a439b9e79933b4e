//! The conversation at the table: the menu, a game against a friend, games against the computer.

use crate::console::{Console, number_in};
use crate::game::{Game, Player};
use crate::picture;
use crate::play::{self, End, Record};
use crate::players::Knowledge;
use crate::program::Failure;
use crate::progress::Progress;
use crate::random::Dice;

use super::hats::{Beside, Hats};
use super::memory::Memory;
use super::rules::{SIZES, Sticks, TAKES, Theory};
use super::{show, training};

/// What a session at the table is played with.
pub struct Table {
    /// The part of the assignment: 1 has no menu, 2 offers an AI, 3 also a trained one.
    pub part: u8,
    /// How many games the trained AI trains.
    pub games: u64,
    /// Where all chance comes from.
    pub dice: Dice,
    /// Where the AI's hats are kept between sessions.
    pub memory: Memory,
    /// Whether the hats are shown after each game.
    pub show_hats: bool,
}

/// Who sits on the other side.
enum Opponent {
    Friend,
    Computer,
    TrainedComputer,
}

impl Table {
    /// Holds the whole conversation, from the welcome to the last game.
    pub fn play(mut self, console: &mut Console) -> Result<(), Failure> {
        console.say("Welcome to the game of sticks!")?;
        let sticks = console.ask(
            "How many sticks are there on the table initially (10-100)? ",
            SIZES,
        )?;
        match self.choose_opponent(console)? {
            Opponent::Friend => against_friend(console, sticks),
            Opponent::Computer => {
                let hats = self.memory.hats(sticks)?;
                self.against_computer(console, hats)
            }
            Opponent::TrainedComputer => {
                let hats = self.memory.hats(sticks)?;
                console.say("Training AI, please wait...")?;
                let hats = self.train(hats);
                self.against_computer(console, hats)
            }
        }
    }

    fn choose_opponent(&self, console: &mut Console) -> Result<Opponent, Failure> {
        if self.part == 1 {
            return Ok(Opponent::Friend);
        }
        console.say("Options:")?;
        console.say("  Play against a friend (1)")?;
        console.say("  Play against the computer (2)")?;
        let option = if self.part == 2 {
            console.ask("Which option do you take (1-2)? ", 1..=2)?
        } else {
            console.say("  Play against the trained computer (3)")?;
            console.ask("Which option do you take (1-3)? ", 1..=3)?
        };
        Ok(match option {
            1 => Opponent::Friend,
            2 => Opponent::Computer,
            _ => Opponent::TrainedComputer,
        })
    }

    fn train(&mut self, hats: Hats) -> Hats {
        let mut progress = Progress::new("training", self.games);
        training::train(&hats, self.games, &mut self.dice, |played, _| {
            progress.reach(played);
        })
    }

    /// Game after game against the same AI, which learns from each, until the player has had enough.
    fn against_computer(&mut self, console: &mut Console, mut hats: Hats) -> Result<(), Failure> {
        loop {
            let (winner, beside) = match one_game(console, &hats, &mut self.dice)? {
                (record, End::Won(winner)) => (winner, beside(&record)),
                _ => return Ok(()),
            };
            if self.show_hats {
                console.say("\nThe hats at the end of the game:\n")?;
                console.say(show::hats_and_beside(&hats, &beside))?;
            }
            hats.learn(&beside, winner == Player::Second);
            if self.show_hats {
                console.say("The hats after the AI has learned from it:\n")?;
                console.say(show::hats(&hats))?;
            }
            self.memory.save(&hats)?;
            if !play_again(console)? {
                return Ok(());
            }
        }
    }
}

/// A game of two people: the program ends with it.
fn against_friend(console: &mut Console, sticks: u64) -> Result<(), Failure> {
    let mut host = Host {
        computer: None,
        theory: Theory,
    };
    play::play(Sticks::new(sticks), &mut host, console).map(|_| ())
}

/// A game of Player 1 against the AI.
fn one_game(
    console: &mut Console,
    hats: &Hats,
    dice: &mut Dice,
) -> Result<(Record<Sticks>, End), Failure> {
    let mut host = Host {
        computer: Some((hats, dice)),
        theory: Theory,
    };
    play::play(Sticks::new(hats.sticks()), &mut host, console)
}

/// The balls that lie beside the AI's hats after a game.
fn beside(record: &Record<Sticks>) -> Vec<Beside> {
    let of_the_ai = record
        .turns()
        .filter(|(game, _)| game.to_move() == Player::Second);
    let ball = |(game, ball): (Sticks, u64)| Beside {
        hat: game.left(),
        ball,
    };
    of_the_ai.map(ball).collect()
}

/// Player 1 is a person, and so is Player 2 unless it is the computer.
struct Host<'t> {
    computer: Option<(&'t Hats, &'t mut Dice)>,
    theory: Theory,
}

impl play::Host<Sticks> for Host<'_> {
    fn is_person(&self, player: Player) -> bool {
        player == Player::First || self.computer.is_none()
    }

    fn choose(&mut self, game: &Sticks) -> Result<u64, Failure> {
        let computer = self.computer.as_mut();
        let drawn = computer.map(|(hats, dice)| hats.draw(game.left(), dice).ball);
        drawn.ok_or_else(|| Failure::task("a person plays this side"))
    }

    fn knowledge(&mut self) -> &mut dyn Knowledge<Sticks> {
        &mut self.theory
    }

    fn question(&self, game: &Sticks) -> String {
        format!("{}: How many sticks do you take (1-3)? ", game.to_move())
    }

    fn phrase(&self, game: &Sticks, taken: u64) -> String {
        format!("{} selects {taken} of {}", game.to_move(), game.left())
    }

    fn example(&self) -> (&'static str, &'static str) {
        ("2", "take two sticks; whoever takes the final one loses")
    }

    fn turn(
        &mut self,
        record: &Record<Sticks>,
        console: &mut Console,
    ) -> Result<Option<End>, Failure> {
        console.say("")?;
        match record.now().left() {
            1 => console.say("There is 1 stick on the board.")?,
            left => console.say(format_args!("There are {left} sticks on the board."))?,
        }
        Ok(None)
    }

    fn moves_on(
        &mut self,
        taken: u64,
        game: &Sticks,
        console: &mut Console,
    ) -> Result<(), Failure> {
        match self.is_person(game.to_move()) {
            true => Ok(()),
            false => console.say(format_args!("AI selects {taken}")),
        }
    }

    fn picture(&self, game: &Sticks, _: usize) -> String {
        picture::heap(game.left(), 0, '|', '|')
    }

    fn ended(
        &mut self,
        winner: Player,
        _: &Record<Sticks>,
        console: &mut Console,
    ) -> Result<(), Failure> {
        match (&self.computer, winner) {
            (None, winner) => console.say(format_args!("{}, you lose.", winner.other())),
            (Some(_), Player::First) => console.say("AI loses."),
            (Some(_), Player::Second) => console.say("You lose."),
        }
    }

    fn read(&self, _: &Sticks, typed: &str) -> Result<u64, String> {
        number_in(typed, TAKES)
    }

    /// In a pipe or under a grader the assignment's sentence answers whatever is not a number.
    fn has_words(&self, console: &Console) -> bool {
        console.is_person()
    }
}

/// No game is under way here, so the end of input is a plain no.
fn play_again(console: &mut Console) -> Result<bool, Failure> {
    match console.ask_unless_over("Play again (1 = yes, 0 = no)? ", 0..=1)? {
        Some(answer) => Ok(answer == 1),
        None => Ok(console.end_line().map(|()| false)?),
    }
}
