//! The table two players sit at: turns are asked for or announced, until somebody cannot move.

use super::picture::picture;
use super::remoteness::Remoteness;
use super::{Board, Stone};
use crate::console::{Console, number_in};
use crate::game::{Game, Player};
use crate::play::{self, Record};
use crate::players::{Chooser, Knowledge};
use crate::program::Failure;

/// Who plays: a person, or a program.
pub type Seat = Option<Box<dyn Chooser<Board>>>;

/// Plays a game to its end, from the position on the board, and again as long as a person at the
/// terminal wants to. A seat without a program is a person's.
pub fn play(console: &mut Console, board: &Board, seats: [Seat; 2]) -> Result<(), Failure> {
    let mut host = Host {
        seats,
        theory: Remoteness::default(),
    };
    play::play_on(board, &mut host, console)
}

struct Host {
    seats: [Seat; 2],
    theory: Remoteness,
}

impl play::Host<Board> for Host {
    fn is_person(&self, player: Player) -> bool {
        self.seats[player.index()].is_none()
    }

    fn choose(&mut self, board: &Board) -> Result<Stone, Failure> {
        match &mut self.seats[board.to_move().index()] {
            Some(program) => program.choose(board).map_err(Failure::task),
            None => Err(Failure::task("a person plays this side")),
        }
    }

    fn knowledge(&mut self) -> &mut dyn Knowledge<Board> {
        &mut self.theory
    }

    fn question(&self, board: &Board) -> String {
        format!("{}: ", board.to_move())
    }

    fn phrase(&self, board: &Board, stone: Stone) -> String {
        format!("{}: {stone}", board.to_move())
    }

    fn example(&self) -> (&'static str, &'static str) {
        (
            "6",
            "take stone 6, a multiple or a factor of the one before",
        )
    }

    fn moves_on(
        &mut self,
        stone: Stone,
        board: &Board,
        console: &mut Console,
    ) -> Result<(), Failure> {
        match self.is_person(board.to_move()) {
            true => Ok(()),
            false => console.say(self.phrase(board, stone)),
        }
    }

    fn picture(&self, board: &Board, columns: usize) -> String {
        picture(board, columns)
    }

    fn ended(
        &mut self,
        winner: Player,
        _: &Record<Board>,
        console: &mut Console,
    ) -> Result<(), Failure> {
        console.say(format_args!("Winner: {winner}"))
    }

    fn read(&self, board: &Board, typed: &str) -> Result<Stone, String> {
        number_in(typed, 1..=board.stones().into())?;
        board.read_move(typed).map_err(|why| why.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Perfect;
    use crate::take_stones::perfect::{ByMatching, ToDepth};

    fn game(stones: u64, seats: [Seat; 2], typed: &str) -> (Result<(), Failure>, String) {
        let mut said = Vec::new();
        let mut console = Console::new(typed.as_bytes(), &mut said);
        let end = play(
            &mut console,
            &Board::new(stones).expect("a small board"),
            seats,
        );
        drop(console);
        (end, String::from_utf8(said).expect("we say UTF-8"))
    }

    #[test]
    fn two_persons_play_the_example_game() {
        let (end, said) = game(7, [None, None], "3\n6\n2\n4\n1\n7\n");
        let prompts = "Player 1: Player 2: ".repeat(3);
        assert_eq!(
            (end, said),
            (Ok(()), format!("{prompts}Winner: Player 2\n"))
        );
    }

    #[test]
    fn an_illegal_stone_is_asked_for_again() {
        let (_, said) = game(7, [None, None], "9\n2\n3\n4\n6\n3\nx\n");
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
                let mut seats: [Seat; 2] = [0, 1].map(|_| Some(Box::new(ToDepth(depth)) as _));
                seats[winner.index()] = Some(Box::new(Perfect(ByMatching)));
                let (end, said) = game(stones, seats, "");
                assert_eq!(end, Ok(()));
                assert!(said.ends_with(&format!("Winner: {winner}\n")), "{said}");
            }
        }
    }

    #[test]
    fn input_that_ends_in_mid_game_is_a_failure() {
        let (end, said) = game(7, [None, Some(Box::new(Perfect(ByMatching)))], "3\n");
        assert_eq!(end.map_err(|failure| failure.code()), Err(1));
        assert!(said.ends_with("Player 1: \n"), "{said}");
    }
}
