//! The table two players sit at: turns are asked for or announced, until somebody cannot move.

use std::io::{BufRead, Write};

use super::{Board, Stone, perfect, search};
use crate::console::Console;
use crate::game::{Game, Player};
use crate::program::Failure;

/// Who chooses the stones of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chair {
    /// A person, who types them.
    Person,
    /// The program, without a mistake.
    Perfect,
    /// The program, with a search of so many plies.
    Search(u64),
}

/// Plays a game to its end, from the position on the board.
pub fn play<R: BufRead, W: Write>(
    console: &mut Console<R, W>,
    mut board: Board,
    chairs: [Chair; 2],
) -> Result<(), Failure> {
    loop {
        if let Some(winner) = board.winner() {
            return console.say(format_args!("Winner: {winner}"));
        }
        let player = board.to_move();
        let stone = match chairs[player.index()] {
            Chair::Person => ask(console, &board, player)?,
            Chair::Perfect => perfect::advise(&board).map_or(0, |advice| advice.stone),
            Chair::Search(depth) => search::search(&board, depth, search::TABLE_BYTES)?.stone,
        };
        if chairs[player.index()] != Chair::Person {
            console.say(format_args!("{player}: {stone}"))?;
        }
        board.take(stone);
    }
}

/// Asks until a legal stone is given.
fn ask<R: BufRead, W: Write>(
    console: &mut Console<R, W>,
    board: &Board,
    player: Player,
) -> Result<Stone, Failure> {
    loop {
        let number = console.ask(&format!("{player}: "), 1..=board.stones().into())?;
        let Some(stone) = board.on_board(number) else {
            continue;
        };
        if board.is_legal(stone) {
            return Ok(stone);
        }
        match board.last() {
            None => console.say("Please open with an odd stone below half of the board")?,
            Some(_) if !board.is_left(stone) => {
                console.say(format_args!("Stone {stone} has been taken"))?
            }
            Some(last) => console.say(format_args!(
                "Please enter a multiple or a factor of {last}"
            ))?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(stones: u64, chairs: [Chair; 2], typed: &str) -> (Result<(), Failure>, String) {
        let mut said = Vec::new();
        let mut console = Console::new(typed.as_bytes(), &mut said);
        let end = play(
            &mut console,
            Board::new(stones).expect("a small board"),
            chairs,
        );
        (end, String::from_utf8(said).expect("we say UTF-8"))
    }

    #[test]
    fn two_persons_play_the_example_game() {
        let (end, said) = game(7, [Chair::Person; 2], "3\n6\n2\n4\n1\n7\n");
        let prompts = "Player 1: Player 2: ".repeat(3);
        assert_eq!(
            (end, said),
            (Ok(()), format!("{prompts}Winner: Player 2\n"))
        );
    }

    #[test]
    fn an_illegal_stone_is_asked_for_again() {
        let (_, said) = game(7, [Chair::Person; 2], "9\n2\n3\n4\n6\n3\nx\n");
        let lines: Vec<&str> = said.lines().collect();
        let sentences = [
            "Player 1: Please enter a number between 1 and 7",
            "Player 1: Please open with an odd stone below half of the board",
            "Player 1: Player 2: Please enter a multiple or a factor of 3",
            "Player 2: Player 1: Stone 3 has been taken",
            "Player 1: Please enter a number between 1 and 7",
            "Player 1: ",
        ];
        assert_eq!(lines, sentences);
    }

    #[test]
    fn a_perfect_player_wins_every_won_game() {
        // The first player wins with 8 stones, the second with 10.
        for (stones, winner) in [(8, Player::First), (10, Player::Second)] {
            for depth in 1..6 {
                let mut chairs = [Chair::Search(depth); 2];
                chairs[winner.index()] = Chair::Perfect;
                let (end, said) = game(stones, chairs, "");
                assert_eq!(end, Ok(()));
                assert!(said.ends_with(&format!("Winner: {winner}\n")), "{said}");
            }
        }
    }

    #[test]
    fn input_that_ends_in_mid_game_is_a_failure() {
        let (end, said) = game(7, [Chair::Person, Chair::Perfect], "3\n");
        assert_eq!(end.map_err(|failure| failure.code()), Err(1));
        assert!(said.ends_with("Player 1: \n"), "{said}");
    }
}
