//! The referee of `toothpicks`: watches two random players and checks every line of their game, and
//! over several games that they are random at all.

use crate::game::Game;
use crate::toothpicks::{Board, Turn};

use super::Settings;
use crate::grading::conversation::Conversation;
use crate::grading::referee::{Appointment, Referee};
use crate::grading::verdict::Outcome;

/// What happens by chance less often than this did not happen by chance.
const NEVER: f64 = 1e-9;

/// A game between two random players.
struct Pile {
    toothpicks: u32,
    bounds: u32,
}

/// Reads `toothpicks=10 bounds=2`.
pub(super) fn appoint(settings: &str, _: Option<u32>) -> Result<Box<dyn Appointment>, String> {
    let mut settings = Settings::read(settings.split_whitespace())?;
    let pile = Pile {
        toothpicks: settings.take("toothpicks", 10, 1..=10_000)? as u32,
        bounds: settings.take("bounds", 2, 1..=10_000)? as u32,
    };
    settings.all_taken()?;
    Ok(Box::new(pile))
}

impl Appointment for Pile {
    fn seat(&self, _: u64) -> Box<dyn Referee> {
        Box::new(ToothpicksReferee::new(self.toothpicks, self.bounds))
    }

    fn look_back(&self, referees: &[Box<dyn Referee>]) -> Result<(), String> {
        let watched = referees.iter().filter_map(|referee| {
            let referee: &dyn std::any::Any = &**referee;
            referee.downcast_ref::<ToothpicksReferee>()
        });
        let games: Vec<Board> = watched.map(|referee| referee.game().clone()).collect();
        check_random(&games)
    }
}

/// One game, watched from its first line to its last.
pub(super) struct ToothpicksReferee {
    board: Board,
}

impl ToothpicksReferee {
    /// A referee for one run of the program.
    pub(super) fn new(toothpicks: u32, bounds: u32) -> ToothpicksReferee {
        ToothpicksReferee {
            board: Board::new(toothpicks, bounds),
        }
    }

    /// The game as far as it was watched.
    pub(super) fn game(&self) -> &Board {
        &self.board
    }

    /// Hears one line and the blank line after it. The draw is read first, then the whole line is
    /// compared with the only one that is right for that draw.
    fn watch_draw(&mut self, talk: &mut Conversation) -> Result<(), Outcome> {
        let (state, player) = (self.board.state(), self.board.to_move());
        let before = format!("{state} toothpicks remaining, {player} draws ");
        let line = talk.line_ahead(&before)?;
        let draw = line[before.len()..].split(' ').next().unwrap_or("");
        let taken = self.board.read_draw(draw).map_err(|illegal| {
            Outcome::RuleBroken(format!(
                "{player} draws {draw} at {state} toothpicks, which {illegal}"
            ))
        })?;
        talk.hear(&format!("{before}{taken} toothpicks.\n\n"))?;
        self.board
            .update(taken)
            .map_err(|illegal| Outcome::RuleBroken(illegal.to_string()))
    }
}

impl Referee for ToothpicksReferee {
    fn play(&mut self, talk: &mut Conversation) -> Result<(), Outcome> {
        while self.board.winner().is_none() {
            self.watch_draw(talk)?;
        }
        let winner = self.board.to_move().other();
        talk.ends(&format!("0 toothpicks remaining. {winner} wins.\n"))
    }
}

/// Whether games of several runs look random: not the same game every time, and every draw that was
/// legal often enough turned up. Says what is wrong only if it cannot be bad luck.
pub(super) fn check_random(games: &[Board]) -> Result<(), String> {
    let Some((first, others)) = games.split_first() else {
        return Ok(());
    };
    let same = others.iter().all(|game| game.data() == first.data());
    if same && chance_of(first).powf(others.len() as f64) < NEVER {
        return Err(format!(
            "{} runs played the same game: a random player has to be seeded anew for every run",
            games.len()
        ));
    }
    let turns = || games.iter().flat_map(Board::data);
    for draw in 1..=first.bounds().min(first.initial_state()) {
        if turns().any(|turn| turn.taken == draw) {
            continue;
        }
        let chances = turns().filter(|turn| turn.state >= draw);
        let missed: f64 = chances
            .map(|turn| 1.0 - fair_share(turn, first.bounds()))
            .product();
        if missed < NEVER {
            return Err(format!(
                "nobody drew {draw} in {} games: a random player draws every legal number, each \
                 equally often",
                games.len()
            ));
        }
    }
    Ok(())
}

/// How likely random players play exactly this game.
fn chance_of(game: &Board) -> f64 {
    let turns = game.data().iter();
    turns.map(|turn| fair_share(turn, game.bounds())).product()
}

/// How likely each legal draw is on this turn.
fn fair_share(turn: &Turn, bounds: u32) -> f64 {
    1.0 / f64::from(turn.state.min(bounds))
}

#[cfg(test)]
mod tests {
    use super::super::rehearsal::rehearse;
    use super::*;
    use crate::console::Console;
    use crate::random::Dice;
    use crate::toothpicks::strategies::random;
    use crate::toothpicks::table::tell_game;

    fn game(toothpicks: u32, bounds: u32, mut choose: impl FnMut(&Board) -> u32) -> Board {
        let mut board = Board::new(toothpicks, bounds);
        while board.winner().is_none() {
            board = board.play(choose(&board));
        }
        board
    }

    fn told(game: &Board) -> String {
        let mut said = Vec::new();
        tell_game(game, &mut Console::new(std::io::empty(), &mut said)).expect("told");
        String::from_utf8(said).expect("we print UTF-8")
    }

    /// The verdict on a program that prints just this, and the game that was watched.
    fn judge(toothpicks: u32, bounds: u32, output: String) -> (Result<(), String>, Board) {
        let mut referee = ToothpicksReferee::new(toothpicks, bounds);
        let verdict = rehearse(&mut referee, str::to_owned, |console| {
            console.say(output.trim_end_matches('\n'))
        });
        (verdict, referee.board)
    }

    #[test]
    fn a_right_game_passes_and_is_remembered() {
        for seed in 0..50 {
            let mut dice = Dice::new(seed);
            let (toothpicks, bounds) = (1 + dice.below(30) as u32, 1 + dice.below(12) as u32);
            let game = game(toothpicks, bounds, |board| random(board, &mut dice));
            let verdict = judge(toothpicks, bounds, told(&game));
            assert_eq!(verdict, (Ok(()), game), "{seed}");
        }
    }

    #[test]
    fn every_wrong_word_and_number_is_noticed() {
        let mut draws = [2, 1, 1, 2].into_iter();
        let output = told(&game(6, 2, |_| draws.next().expect("four draws")));
        for (right, wrong, reason) in [
            (
                "6 toothpicks",
                "7 toothpicks",
                "expected \"6 toothpicks remaining",
            ),
            ("toothpicks.\n", "toothpick.\n", "draws 2 toothpicks."),
            (".\n\n", ".\n", "expected \"\\n\""),
            (".\n\n", ".\n\n\n", "expected \"4 toothpicks"),
            (
                "Player 2",
                "Player 1",
                "expected \"4 toothpicks remaining, Player 2",
            ),
            (
                "draws 1",
                "draws 0",
                "Player 2 draws 0 at 4 toothpicks, which is below 1",
            ),
            ("draws 1", "draws 3", "which is above the bounds of 2"),
            ("draws 1", "draws x", "which is not a number"),
            ("draws 1", "draws 01", "draws 1 toothpicks"),
            ("draws 1", "draws", "Player 2 draws "),
            ("Player 2 wins", "Player 1 wins", "Player 2 wins"),
            ("wins.", "wins", "Player 2 wins."),
            ("wins.\n", "wins.\nBye\n", "Bye"),
            ("4 toothpicks", "", "expected \"4 toothpicks remaining"),
        ] {
            let (verdict, _) = judge(6, 2, output.replacen(right, wrong, 1));
            let named = verdict.as_ref().is_err_and(|why| why.contains(reason));
            assert!(named, "{right:?} -> {wrong:?}: {verdict:?}");
        }
    }

    #[test]
    fn random_players_pass_as_random_and_others_do_not() {
        for seed in 0..200 {
            let mut dice = Dice::new(seed);
            let games = 1 + dice.below(20);
            let games: Vec<Board> = (0..games)
                .map(|_| game(10, 2, |board| random(board, &mut dice)))
                .collect();
            assert_eq!(check_random(&games), Ok(()), "{seed}");
        }
        let same = vec![game(10, 2, |_| 1); 20];
        assert!(check_random(&same).is_err_and(|why| why.contains("20 runs played the same")));
        let mut dice = Dice::new(1);
        let timid: Vec<Board> = (0..20)
            .map(|_| {
                game(10, 3, |board| {
                    1 + dice.below(2.min(board.state().into())) as u32
                })
            })
            .collect();
        assert!(check_random(&timid).is_err_and(|why| why.contains("nobody drew 3")));
        assert_eq!(check_random(&timid[..2]), Ok(()), "that can be bad luck");
        assert_eq!(check_random(&[]), Ok(()));
    }
}
