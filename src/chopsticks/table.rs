//! The table: persons, computers and dice play one game, and the persons may ask for advice.

use super::memory::Bytes;
use super::notation::side;
use super::picture::picture;
use super::position::{Position, Tap};
use super::repetition::Repetition;
use super::solver::Solver;
use crate::console::Console;
use crate::game::{Game, Player};
use crate::play::{self, End, Record};
use crate::players::{Chance, Knowledge, Value};
use crate::program::Failure;
use crate::progress;
use crate::random::Dice;

/// A game with a player of chance and no person ends when a position comes up so often.
const OFTEN: u32 = 3;

/// Who moves a side's hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Seat {
    /// A person, who types moves
    Human,
    /// The computer, which never errs
    Computer,
    /// Dice: any legal move
    Random,
}

/// A game about to be played.
pub struct Table {
    /// Where it starts.
    pub start: Position,
    /// Left's seat and Right's.
    pub seats: [Seat; 2],
    /// For the players of chance.
    pub dice: Dice,
    /// Whether persons are prompted.
    pub prompt: bool,
    /// Whether it is said what should happen.
    pub predict: bool,
    /// How much memory solving the game may take.
    pub allowed: Bytes,
}

impl Table {
    /// Plays the game to its end, and again as long as a person at the terminal wants to.
    pub fn play(self, console: &mut Console) -> Result<(), Failure> {
        let mut host = Host {
            solver: Solver::watched(self.allowed, || Box::new(progress::watch("solving"))),
            repetition: Repetition::default(),
            table: self,
        };
        // A game too large to solve is refused before anything is said.
        if host.table.predict || host.table.seats.contains(&Seat::Computer) {
            let variant = *host.table.start.variant();
            host.solver.solution(variant).map_err(Failure::task)?;
        }
        let start = host.table.start.clone();
        play::play_on(&start, &mut host, console)
    }
}

/// Says a position: its line, whether it came up before, and the end of the game.
pub fn show(
    position: &Position,
    repetition: &Repetition,
    console: &mut Console,
) -> Result<(), Failure> {
    console.say(position)?;
    if let Some(number) = repetition.same_as(position) {
        console.say(format_args!("same as #{number}"))?;
    }
    position
        .ending()
        .map_or(Ok(()), |ending| console.say(ending))
}

struct Host {
    table: Table,
    solver: Solver,
    repetition: Repetition,
}

impl Host {
    /// Why a game without persons stops here. The computer never changes its mind, so one repeated
    /// position means that two of them go round for ever.
    fn endless(&self, position: &Position) -> Option<&'static str> {
        let times = self.repetition.times(position);
        match self.table.seats {
            [Seat::Human, _] | [_, Seat::Human] => None,
            [Seat::Computer, Seat::Computer] => {
                (times > 1).then_some("The game goes round for ever. Draw")
            }
            _ => (times >= OFTEN).then_some("The same position for the third time. Draw"),
        }
    }

    fn seat(&self, player: Player) -> Seat {
        self.table.seats[player.index()]
    }
}

impl play::Host<Position> for Host {
    fn is_person(&self, player: Player) -> bool {
        self.seat(player) == Seat::Human
    }

    fn choose(&mut self, position: &Position) -> Result<Tap, Failure> {
        match self.seat(position.to_move()) {
            Seat::Random => Ok(position.any(&mut self.table.dice)),
            Seat::Computer | Seat::Human => {
                let best = self.solver.best(position).map_err(Failure::task)?;
                best.ok_or_else(|| Failure::task("the game is over"))
            }
        }
    }

    fn knowledge(&mut self) -> &mut dyn Knowledge<Position> {
        &mut self.solver
    }

    fn question(&self, position: &Position) -> String {
        match self.table.prompt {
            true => format!("{}'s move: ", side(position.to_move())),
            false => String::new(),
        }
    }

    fn phrase(&self, position: &Position, tap: Tap) -> String {
        position.phrase(tap)
    }

    fn example(&self) -> (&'static str, &'static str) {
        ("1 1", "your hand 1 taps the other side's hand 1")
    }

    fn turn(
        &mut self,
        record: &Record<Position>,
        console: &mut Console,
    ) -> Result<Option<End>, Failure> {
        let position = record.now();
        if record.plies() == 0 {
            self.repetition = Repetition::default();
        }
        self.repetition.note(record);
        show(position, &self.repetition, console)?;
        if self.table.predict {
            let value = self.solver.value(position).map_err(Failure::task)?;
            let mover = side(position.to_move());
            console.say(format_args!("{mover} should {value}"))?;
        }
        match self.endless(position) {
            Some(verdict) => console.say(verdict).map(|()| Some(End::Drawn)),
            None => Ok(None),
        }
    }

    fn moves_on(
        &mut self,
        tap: Tap,
        position: &Position,
        console: &mut Console,
    ) -> Result<(), Failure> {
        console.say(position.phrase(tap))
    }

    fn picture(&self, position: &Position, columns: usize) -> String {
        picture(position, columns)
    }

    fn ended(
        &mut self,
        _: Player,
        record: &Record<Position>,
        console: &mut Console,
    ) -> Result<(), Failure> {
        show(record.now(), &self.repetition, console)
    }

    fn undone(&mut self, record: &Record<Position>, _: &mut Console) -> Result<(), Failure> {
        self.repetition.undone(record);
        Ok(())
    }

    fn read(&self, position: &Position, typed: &str) -> Result<Tap, String> {
        match typed {
            "" => Err(String::new()),
            _ => position.read_tap(typed).map_err(|why| why.to_string()),
        }
    }

    fn has_draws(&self) -> bool {
        true
    }

    /// The computer does not agree if it is winning.
    fn offer_draw(&mut self, position: &Position) -> Result<(), String> {
        let other = position.to_move().other();
        let wins = self.seat(other) == Seat::Computer
            && matches!(self.solver.value(position), Ok(Value::Lose(_)));
        match wins {
            true => Err(format!("{} plays on", side(other))),
            false => Ok(()),
        }
    }

    fn moves<'p>(&self, position: &'p Position) -> Box<dyn Iterator<Item = Tap> + 'p> {
        Box::new(position.taps())
    }

    fn hint(&self, position: &Position, best: Tap, value: Value) -> String {
        format!("{} ({value})", position.phrase(best))
    }

    fn history(&self, record: &Record<Position>) -> Vec<String> {
        let mut line = String::new();
        let mut lines = Vec::new();
        for (number, (position, tap)) in (1..).zip(record.turns()) {
            lines.push(format!("#{number} {position}{line}"));
            line = format!(" {}", position.phrase(tap));
        }
        let number = record.plies() + 1;
        lines.push(format!("#{number} {}{line}", record.now()));
        lines
    }
}
