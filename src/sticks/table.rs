//! The conversation at the table: the menu, a game against a friend, games against the computer.

use std::io::{BufRead, Write};

use crate::console::Console;
use crate::game::{Game, Player};
use crate::program::Failure;
use crate::progress::Progress;
use crate::random::Dice;

use super::hats::{Beside, Hats};
use super::memory::Memory;
use super::rules::{SIZES, Sticks, TAKES};
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
    pub fn play<R: BufRead, W: Write>(
        mut self,
        console: &mut Console<R, W>,
    ) -> Result<(), Failure> {
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

    fn choose_opponent<R: BufRead, W: Write>(
        &self,
        console: &mut Console<R, W>,
    ) -> Result<Opponent, Failure> {
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
    fn against_computer<R: BufRead, W: Write>(
        &mut self,
        console: &mut Console<R, W>,
        mut hats: Hats,
    ) -> Result<(), Failure> {
        loop {
            let (winner, beside) = one_game(console, &hats, &mut self.dice)?;
            let ai_won = winner == Player::Second;
            console.say(if ai_won { "You lose." } else { "AI loses." })?;
            if self.show_hats {
                console.say("\nThe hats at the end of the game:\n")?;
                console.say(show::hats_and_beside(&hats, &beside))?;
            }
            hats.learn(&beside, ai_won);
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
fn against_friend<R: BufRead, W: Write>(
    console: &mut Console<R, W>,
    sticks: u64,
) -> Result<(), Failure> {
    let mut game = Sticks::new(sticks);
    loop {
        say_sticks_left(console, &game)?;
        let taken = ask_take(console, game.to_move())?;
        game = game.play(taken);
        if let Some(winner) = game.winner() {
            return console.say(format_args!("{}, you lose.", winner.other()));
        }
    }
}

/// A game of Player 1 against the AI: who wins, and the balls that then lie beside the AI's hats.
fn one_game<R: BufRead, W: Write>(
    console: &mut Console<R, W>,
    hats: &Hats,
    dice: &mut Dice,
) -> Result<(Player, Vec<Beside>), Failure> {
    let mut beside = Vec::new();
    let mut game = Sticks::new(hats.sticks());
    loop {
        say_sticks_left(console, &game)?;
        let taken = match game.to_move() {
            Player::First => ask_take(console, Player::First)?,
            Player::Second => {
                let drawn = hats.draw(game.left(), dice);
                console.say(format_args!("AI selects {}", drawn.ball))?;
                beside.push(drawn);
                drawn.ball
            }
        };
        game = game.play(taken);
        if let Some(winner) = game.winner() {
            return Ok((winner, beside));
        }
    }
}

fn say_sticks_left<R: BufRead, W: Write>(
    console: &mut Console<R, W>,
    game: &Sticks,
) -> Result<(), Failure> {
    console.say("")?;
    match game.left() {
        1 => console.say("There is 1 stick on the board."),
        left => console.say(format_args!("There are {left} sticks on the board.")),
    }
}

fn ask_take<R: BufRead, W: Write>(
    console: &mut Console<R, W>,
    player: Player,
) -> Result<u64, Failure> {
    let prompt = format!("{player}: How many sticks do you take (1-3)? ");
    console.ask(&prompt, TAKES)
}

/// No game is under way here, so the end of input is a plain no.
fn play_again<R: BufRead, W: Write>(console: &mut Console<R, W>) -> Result<bool, Failure> {
    match console.ask_unless_over("Play again (1 = yes, 0 = no)? ", 0..=1)? {
        Some(answer) => Ok(answer == 1),
        None => console.say("").map(|()| false),
    }
}
