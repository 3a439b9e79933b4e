//! One loop for every game at a table: turn by turn, with the words that a person may type there.
//!
//! A [`Host`] is a game's side of it: who sits there, how the assignment tells the game, and what is
//! known of a position. The loop knows neither the game nor its words.

use crate::console::Console;
use crate::game::{Game, Player};
use crate::picture;
use crate::players::{Judged, Knowledge, Unsolved, Value};
use crate::program::Failure;

/// What is said when the players agree on a draw.
pub const DRAW: &str = "Draw";

/// A game under way: where it began, what was played, where it stands.
pub struct Record<G: Game> {
    start: G,
    now: G,
    moves: Vec<G::Move>,
}

impl<G: Game> Record<G> {
    /// A game that has not begun.
    pub fn new(start: G) -> Record<G> {
        Record {
            now: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// The present position.
    pub fn now(&self) -> &G {
        &self.now
    }

    /// How many moves were made.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Makes a legal move.
    pub fn play(&mut self, chosen: G::Move) {
        self.now.advance(chosen);
        self.moves.push(chosen);
    }

    /// Takes back so many moves, or all if there are fewer.
    pub fn undo(&mut self, plies: usize) {
        self.moves.truncate(self.moves.len().saturating_sub(plies));
        self.now = self.start.clone();
        for &chosen in &self.moves {
            self.now.advance(chosen);
        }
    }

    /// Every turn so far: the position before it, and the move. They are not stored: positions can be
    /// large.
    pub fn turns(&self) -> impl Iterator<Item = (G, G::Move)> {
        let mut position = self.start.clone();
        self.moves.iter().map(move |&chosen| {
            let before = position.clone();
            position.advance(chosen);
            (before, chosen)
        })
    }
}

/// How a game at a table ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Somebody won.
    Won(Player),
    /// Nobody did.
    Drawn,
    /// A person left.
    Left,
}

/// What a game brings to its table.
pub trait Host<G: Game> {
    /// Whether a person plays this side, and is asked.
    fn is_person(&self, player: Player) -> bool;

    /// The move of a side that no person plays.
    fn choose(&mut self, position: &G) -> Result<G::Move, Failure>;

    /// What is known of a position.
    fn knowledge(&mut self) -> &mut dyn Knowledge<G>;

    /// What a person is asked; nothing at all if it is empty.
    fn question(&self, position: &G) -> String;

    /// A move in words, as `history` lists it.
    fn phrase(&self, position: &G, chosen: G::Move) -> String;

    /// How a move is typed, and what that means: the first line of `help`.
    fn example(&self) -> (&'static str, &'static str);

    /// Somebody is about to move. The end that is returned ends the game.
    fn turn(&mut self, _: &Record<G>, _: &mut Console) -> Result<Option<End>, Failure> {
        Ok(None)
    }

    /// A move is being made at the present position.
    fn moves_on(
        &mut self,
        chosen: G::Move,
        position: &G,
        console: &mut Console,
    ) -> Result<(), Failure>;

    /// Somebody has won.
    fn ended(
        &mut self,
        winner: Player,
        record: &Record<G>,
        console: &mut Console,
    ) -> Result<(), Failure>;

    /// Moves were taken back.
    fn undone(&mut self, _: &Record<G>, _: &mut Console) -> Result<(), Failure> {
        Ok(())
    }

    /// Reads a move, or says what is wrong with it.
    fn read(&self, position: &G, typed: &str) -> Result<G::Move, String> {
        position.read_move(typed).map_err(|why| why.to_string())
    }

    /// The board, drawn before a person is asked, in so many columns if they are enough for it.
    fn picture(&self, _: &G, columns: usize) -> String;

    /// Whether words are understood here: not where the assignment has an answer to them already.
    fn has_words(&self, _: &Console) -> bool {
        true
    }

    /// Whether a game can end in a draw that the players agree on.
    fn has_draws(&self) -> bool {
        false
    }

    /// Offers the other side a draw, which it agrees to or answers.
    fn offer_draw(&mut self, _: &G) -> Result<(), String> {
        Ok(())
    }

    /// The legal moves, one by one.
    fn moves<'p>(&self, position: &'p G) -> Box<dyn Iterator<Item = G::Move> + 'p> {
        Box::new(position.moves().into_iter())
    }

    /// What `hint` says: the best move, and what the position is worth.
    fn hint(&self, _: &G, best: G::Move, value: Value) -> String {
        format!("Hint: {best} ({value})")
    }

    /// The lines of `history`.
    fn history(&self, record: &Record<G>) -> Vec<String> {
        let turns = (1..).zip(record.turns());
        turns
            .map(|(number, (position, chosen))| {
                format!("{number}. {}", self.phrase(&position, chosen))
            })
            .collect()
    }
}

/// Plays game after game, as long as a person at the terminal wants to and one took part.
pub fn play_on<G: Game, H: Host<G>>(
    start: &G,
    host: &mut H,
    console: &mut Console,
) -> Result<(), Failure> {
    let persons = [Player::First, Player::Second].map(|player| host.is_person(player));
    loop {
        let (_, end) = play(start.clone(), host, console)?;
        if end == End::Left || persons == [false; 2] || !console.play_again()? {
            return Ok(());
        }
    }
}

/// Plays a game to its end.
pub fn play<G: Game, H: Host<G>>(
    start: G,
    host: &mut H,
    console: &mut Console,
) -> Result<(Record<G>, End), Failure> {
    let mut record = Record::new(start);
    loop {
        if let Some(winner) = record.now().winner() {
            host.ended(winner, &record, console)?;
            return Ok((record, End::Won(winner)));
        }
        if let Some(end) = host.turn(&record, console)? {
            return Ok((record, end));
        }
        let chosen = match host.is_person(record.now().to_move()) {
            false => host.choose(record.now())?,
            true => match ask(&record, host, console)? {
                Wish::Move(chosen) => chosen,
                Wish::TakeBack(plies) => {
                    record.undo(plies);
                    host.undone(&record, console)?;
                    continue;
                }
                Wish::End(end) => return Ok((record, end)),
            },
        };
        host.moves_on(chosen, record.now(), console)?;
        record.play(chosen);
    }
}

/// What a person wants.
enum Wish<M> {
    Move(M),
    TakeBack(usize),
    End(End),
}

/// Asks a person until there is something to do.
fn ask<G: Game, H: Host<G>>(
    record: &Record<G>,
    host: &mut H,
    console: &mut Console,
) -> Result<Wish<G::Move>, Failure> {
    let position = record.now();
    let question = host.question(position);
    if console.draws() {
        console.show(host.picture(position, console.columns()))?;
    }
    loop {
        let Some(typed) = console.ask_line(&question)? else {
            return Err(match question.is_empty() {
                true => Failure::task("input ended before the game was over"),
                false => console.input_ended(),
            });
        };
        let word = match host.has_words(console) {
            true => typed.to_ascii_lowercase(),
            false => String::new(),
        };
        match word.as_str() {
            "help" | "?" => help(host, console)?,
            "moves" => {
                for chosen in host.moves(position) {
                    console.say(chosen)?;
                }
            }
            "values" => values(host.knowledge().judged(position), console)?,
            "hint" => hint(host, position, console)?,
            "history" => history(host.history(record), console)?,
            "quit" | "exit" => return Ok(Wish::End(End::Left)),
            "undo" => {
                let plies = 1 + usize::from(!host.is_person(position.to_move().other()));
                match record.plies() >= plies {
                    true => return Ok(Wish::TakeBack(plies)),
                    false => console.say("There is no move of yours to take back")?,
                }
            }
            "draw" if host.has_draws() => match host.offer_draw(position) {
                Ok(()) => {
                    console.say(DRAW)?;
                    return Ok(Wish::End(End::Drawn));
                }
                Err(answer) => console.say(answer)?,
            },
            _ => match host.read(position, &typed) {
                Ok(chosen) => return Ok(Wish::Move(chosen)),
                Err(why) if why.is_empty() => {}
                Err(why) => console.say(why)?,
            },
        }
    }
}

fn help<G: Game, H: Host<G>>(host: &H, console: &mut Console) -> Result<(), Failure> {
    let words = [
        ("moves", "the legal moves"),
        ("values", "what each of them is worth"),
        ("hint", "the best of them"),
        ("undo", "take back the last move (two against the computer)"),
        ("history", "the game so far"),
    ];
    let lines = std::iter::once(host.example())
        .chain(words)
        .chain(
            host.has_draws()
                .then_some(("draw", "end the game as a draw")),
        )
        .chain([("quit", "leave the game")]);
    for (word, meaning) in lines {
        console.say(format_args!("{word:<8} {meaning}"))?;
    }
    Ok(())
}

fn values<M: std::fmt::Display>(
    judged: Result<Vec<Judged<M>>, Unsolved>,
    console: &mut Console,
) -> Result<(), Failure> {
    match judged {
        Ok(judged) => judged.iter().try_for_each(|judged| {
            let value = picture::value(judged.value);
            console.show(format_args!("{}  {value}", judged.chosen))
        }),
        Err(unsolved) => console.say(unsolved),
    }
}

fn hint<G: Game, H: Host<G>>(
    host: &mut H,
    position: &G,
    console: &mut Console,
) -> Result<(), Failure> {
    let knowledge = host.knowledge();
    let known = knowledge
        .best(position)
        .and_then(|best| Ok(best.zip(Some(knowledge.value(position)?))));
    match known {
        Ok(Some((best, value))) => console.say(host.hint(position, best, value)),
        Ok(None) => Ok(()),
        Err(unsolved) => console.say(unsolved),
    }
}

fn history(lines: Vec<String>, console: &mut Console) -> Result<(), Failure> {
    match lines.is_empty() {
        true => console.say("No move has been made yet"),
        false => lines.iter().try_for_each(|line| console.say(line)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sticks::rules::Sticks;

    #[test]
    fn a_record_knows_every_turn_and_takes_moves_back() {
        let mut record = Record::new(Sticks::new(10));
        [3, 2, 1].into_iter().for_each(|taken| record.play(taken));
        let turns = |record: &Record<Sticks>| -> Vec<(u64, u64)> {
            let turns = record.turns();
            turns.map(|(game, taken)| (game.left(), taken)).collect()
        };
        assert_eq!(turns(&record), [(10, 3), (7, 2), (5, 1)]);
        record.undo(2);
        assert_eq!((record.now().left(), turns(&record)), (7, vec![(10, 3)]));
        record.undo(100);
        assert_eq!((record.plies(), record.now()), (0, &Sticks::new(10)));
    }
}
