//! At the table: who sits there, the game told line by line, and many games in a row.

use super::board::{Board, Turn};
use super::experience::Experience;
use super::history::History;
use super::strategies::{self, Strategy, Theory};
use crate::console::{Console, number_in};
use crate::game::{Game, Player};
use crate::picture;
use crate::play::{self, End, Record};
use crate::players::Knowledge;
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
    /// What a program draws; a person is asked, not this.
    #[inline]
    fn draw(&mut self, board: &Board) -> u32 {
        match self.strategies[board.to_move().index()] {
            Strategy::Random => strategies::random(board, &mut self.dice),
            Strategy::Smart => self.experience.opinion(board.state()).draw,
            Strategy::Perfect | Strategy::Human => strategies::perfect(board),
        }
    }
}

/// Plays `games` games of programs on the board, and sums up who won. Each is appended to the history
/// as soon as it is over.
pub fn count_games(
    mut board: Board,
    games: u64,
    players: &mut Players,
    mut history: Option<&mut History>,
    console: &mut Console,
) -> Result<(), Failure> {
    let mut wins = [0_u64; 2];
    let mut progress = Progress::new("playing", games);
    let pause = (200_000 / u64::from(board.initial_state())).max(1);
    for game in 1..=games {
        board.restart();
        let winner = play_untold(&mut board, players);
        wins[winner.index()] += 1;
        players.experience.learn(&board);
        if let Some(history) = &mut history {
            history.append(&board)?;
        }
        if game.is_multiple_of(pause) {
            progress.reach(game);
        }
    }
    drop(progress);
    for player in [Player::First, Player::Second] {
        let wins = wins[player.index()];
        console.say(format_args!("{player} wins {wins} of {games} games."))?;
    }
    Ok(())
}

/// One of a million games: no record but the board's own log, and nobody to tell it to.
fn play_untold(board: &mut Board, players: &mut Players) -> Player {
    loop {
        if let Some(winner) = board.winner() {
            return winner;
        }
        board.advance(players.draw(board));
    }
}

/// Plays `games` games on the board, told line by line; then more, as long as a person at the
/// terminal wants to.
pub fn tell_games(
    board: Board,
    games: u64,
    players: &mut Players,
    mut history: Option<&mut History>,
    console: &mut Console,
) -> Result<(), Failure> {
    for game in 1.. {
        let (record, end) = play::play(board.clone(), &mut Host(players, Theory), console)?;
        if end == End::Left {
            break;
        }
        players.experience.learn(record.now());
        if let Some(history) = &mut history {
            history.append(record.now())?;
        }
        let with_a_person = players.strategies.contains(&Strategy::Human);
        if game >= games && !(with_a_person && console.play_again()?) {
            break;
        }
        console.say("")?;
    }
    Ok(())
}

/// The players at a told game, and what theory knows of it.
struct Host<'p>(&'p mut Players, Theory);

impl play::Host<Board> for Host<'_> {
    fn is_person(&self, player: Player) -> bool {
        self.0.strategies[player.index()] == Strategy::Human
    }

    fn choose(&mut self, board: &Board) -> Result<u32, Failure> {
        Ok(self.0.draw(board))
    }

    fn knowledge(&mut self) -> &mut dyn Knowledge<Board> {
        &mut self.1
    }

    fn question(&self, board: &Board) -> String {
        let (player, limit) = (board.to_move(), board.largest_draw());
        format!("{player}: How many toothpicks do you draw (1-{limit})? ")
    }

    fn phrase(&self, board: &Board, draw: u32) -> String {
        let (state, player) = (board.state(), board.to_move());
        format!("{state} toothpicks remaining, {player} draws {draw} toothpicks.")
    }

    fn example(&self) -> (&'static str, &'static str) {
        ("2", "draw two toothpicks; whoever takes the last one wins")
    }

    /// Nobody is asked before it was said how many there are.
    fn turn(
        &mut self,
        record: &Record<Board>,
        console: &mut Console,
    ) -> Result<Option<End>, Failure> {
        let board = record.now();
        if console.is_person() && !console.draws() && self.is_person(board.to_move()) {
            console.say(format_args!("{} toothpicks remaining.", board.state()))?;
        }
        Ok(None)
    }

    fn moves_on(&mut self, draw: u32, board: &Board, console: &mut Console) -> Result<(), Failure> {
        console.say(self.phrase(board, draw))?;
        console.say("")
    }

    fn picture(&self, board: &Board, _: usize) -> String {
        let (state, limit) = (board.state(), board.largest_draw());
        let rows = picture::heap(state.into(), limit.into(), '!', '|');
        format!("{rows}\n  {state} left, {limit} (!) may be drawn")
    }

    fn ended(
        &mut self,
        winner: Player,
        _: &Record<Board>,
        console: &mut Console,
    ) -> Result<(), Failure> {
        tell_end(winner, console)
    }

    fn read(&self, board: &Board, typed: &str) -> Result<u32, String> {
        let limit = board.largest_draw();
        let draw = number_in(typed, 1..=limit.into())?;
        Ok(u32::try_from(draw).unwrap_or(limit))
    }

    /// In a pipe or under a grader the sentence of all prompts answers whatever is not a number.
    fn has_words(&self, console: &Console) -> bool {
        console.is_person()
    }
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
pub fn tell_game(board: &Board, console: &mut Console) -> Result<(), Failure> {
    for turn in board.data() {
        tell(turn, console)?;
    }
    board
        .winner()
        .map_or(Ok(()), |winner| tell_end(winner, console))
}

fn tell(turn: &Turn, console: &mut Console) -> Result<(), Failure> {
    let Turn {
        state,
        player,
        taken,
    } = turn;
    console.say(format_args!(
        "{state} toothpicks remaining, {player} draws {taken} toothpicks.\n"
    ))
}

fn tell_end(winner: Player, console: &mut Console) -> Result<(), Failure> {
    console.say(format_args!("0 toothpicks remaining. {winner} wins."))
}
