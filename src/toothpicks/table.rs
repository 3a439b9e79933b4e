//! At the table: who sits there, the game told line by line, and many games in a row.

use std::io::{BufRead, Write};

use super::board::{Board, Turn};
use super::experience::Experience;
use super::history::History;
use super::strategies::{self, Strategy};
use crate::console::Console;
use crate::game::{Game, Player};
use crate::program::Failure;
use crate::progress::Progress;
use crate::random::Dice;

/// The two players and what they bring along.
pub struct Players {
    /// How Player 1 and Player 2 choose.
    pub strategies: [Strategy; 2],
    /// For the random players.
    pub dice: Dice,
    /// For the smart players, who share it.
    pub experience: Experience,
}

impl Players {
    fn choose<R: BufRead, W: Write>(
        &mut self,
        board: &Board,
        console: &mut Console<R, W>,
    ) -> Result<u32, Failure> {
        let player = board.to_move();
        match self.strategies[player.index()] {
            Strategy::Human => ask(player, board.largest_draw(), console),
            Strategy::Random => Ok(strategies::random(board, &mut self.dice)),
            Strategy::Smart => Ok(self.experience.opinion(board.state()).draw),
            Strategy::Perfect => Ok(strategies::perfect(board)),
        }
    }

    /// Plays the board to its end, told draw by draw if `narrate`, and lets the smart learn from it.
    fn play<R: BufRead, W: Write>(
        &mut self,
        board: &mut Board,
        narrate: bool,
        console: &mut Console<R, W>,
    ) -> Result<Player, Failure> {
        loop {
            if let Some(winner) = board.winner() {
                if narrate {
                    tell_end(winner, console)?;
                }
                self.experience.learn(board);
                return Ok(winner);
            }
            let draw = self.choose(board, console)?;
            board.update(draw).map_err(|illegal| {
                Failure::task(format_args!("a player draws {draw}, which {illegal}"))
            })?;
            if let (true, Some(turn)) = (narrate, board.data().last()) {
                tell(turn, console)?;
            }
        }
    }
}

/// Plays `games` games on the board, told line by line or summed up at the end. Each is appended to
/// the history as soon as it is over.
pub fn play_games<R: BufRead, W: Write>(
    board: &mut Board,
    games: u64,
    narrate: bool,
    players: &mut Players,
    mut history: Option<&mut History>,
    console: &mut Console<R, W>,
) -> Result<(), Failure> {
    let mut wins = [0_u64; 2];
    let mut progress = (!narrate).then(|| Progress::new("playing", games));
    let pause = (200_000 / u64::from(board.initial_state())).max(1);
    for game in 1..=games {
        board.restart();
        if narrate && game > 1 {
            console.say("")?;
        }
        let winner = players.play(board, narrate, console)?;
        wins[winner.index()] += 1;
        if let Some(history) = &mut history {
            history.append(board)?;
        }
        if let Some(progress) = progress.as_mut().filter(|_| game.is_multiple_of(pause)) {
            progress.reach(game);
        }
    }
    drop(progress);
    if !narrate {
        for player in [Player::First, Player::Second] {
            console.say(format_args!(
                "{player} wins {} of {games} games.",
                wins[player.index()]
            ))?;
        }
    }
    Ok(())
}

/// Puts down a game whose draws are given, separated by commas; refuses it if a draw is illegal or
/// the game does not end with the last one.
pub fn put_down(board: &mut Board, draws: &str) -> Result<(), Failure> {
    for (number, text) in (1..).zip(draws.split(',').map(str::trim)) {
        if board.state() == 0 {
            return Err(Failure::usage(format_args!(
                "draw {number} comes after the end of the game; give only the {} draws before it",
                number - 1
            )));
        }
        let draw = board.read_draw(text).map_err(|illegal| {
            let limit = board.largest_draw();
            Failure::usage(format_args!(
                "draw {number} is illegal: '{}' {illegal}; {} can draw {}",
                text.escape_debug(),
                board.to_move(),
                if limit == 1 {
                    "only 1".to_owned()
                } else {
                    format!("1 to {limit}")
                }
            ))
        })?;
        board.update(draw).map_err(Failure::usage)?;
    }
    match board.state() {
        0 => Ok(()),
        left => Err(Failure::usage(format_args!(
            "the game is not over after draw {}: {left} left; add draws that take them all",
            board.data().len()
        ))),
    }
}

/// Tells a finished game from its log.
pub fn tell_game<R: BufRead, W: Write>(
    board: &Board,
    console: &mut Console<R, W>,
) -> Result<(), Failure> {
    for turn in board.data() {
        tell(turn, console)?;
    }
    board
        .winner()
        .map_or(Ok(()), |winner| tell_end(winner, console))
}

fn ask<R: BufRead, W: Write>(
    player: Player,
    limit: u32,
    console: &mut Console<R, W>,
) -> Result<u32, Failure> {
    let prompt = format!("{player}: How many toothpicks do you draw (1-{limit})? ");
    let draw = console.ask(&prompt, 1..=u64::from(limit))?;
    u32::try_from(draw).map_err(Failure::task)
}

fn tell<R: BufRead, W: Write>(turn: &Turn, console: &mut Console<R, W>) -> Result<(), Failure> {
    let Turn {
        state,
        player,
        taken,
    } = turn;
    console.say(format_args!(
        "{state} toothpicks remaining, {player} draws {taken} toothpicks.\n"
    ))
}

fn tell_end<R: BufRead, W: Write>(
    winner: Player,
    console: &mut Console<R, W>,
) -> Result<(), Failure> {
    console.say(format_args!("0 toothpicks remaining. {winner} wins."))
}
