//! The table: persons, computers and dice play one game, and the persons may ask for advice.

use std::fmt::Display;
use std::io::{BufRead, Write};

use super::memory::Bytes;
use super::notation::side;
use super::position::{Position, Tap};
use super::record::Record;
use super::solver::{Refusal, Solution, Solver};
use crate::console::Console;
use crate::game::{Game, Player};
use crate::players::{Chance, Value};
use crate::program::Failure;
use crate::progress;
use crate::random::Dice;

/// What is said when the game is given up as a draw.
pub const DRAW: &str = "Draw";

/// A game with a player of chance and no person ends when a position comes up so often.
const OFTEN: u32 = 3;

const HELP: &str = "\
1 1      your hand 1 taps the other side's hand 1
moves    the legal moves
values   what each of them is worth
hint     the best of them
undo     take back the last move (two against the computer)
history  the game so far
draw     end the game as a draw
quit     leave the game";

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

/// Says the present position: its line, whether it came up before, and the end of the game.
pub fn show<R: BufRead, W: Write>(
    record: &Record,
    console: &mut Console<R, W>,
) -> Result<(), Failure> {
    console.say(record.now())?;
    if let Some(number) = record.same_as() {
        console.say(format_args!("same as #{number}"))?;
    }
    record
        .now()
        .ending()
        .map_or(Ok(()), |ending| console.say(ending))
}

/// What a person wants.
enum Wish {
    Tap(Tap),
    LookAgain,
    Leave,
}

impl Table {
    /// Plays the game to its end.
    pub fn play<R: BufRead, W: Write>(self, console: &mut Console<R, W>) -> Result<(), Failure> {
        let needs_solution = self.predict || self.seats.contains(&Seat::Computer);
        let mut session = Session {
            record: Record::new(self.start.clone()),
            solver: Solver::watched(self.allowed, || Box::new(progress::watch("solving"))),
            table: self,
            console,
        };
        if needs_solution {
            session.solution().map_err(Failure::task)?;
        }
        session.run()
    }
}

struct Session<'c, R, W> {
    table: Table,
    record: Record,
    solver: Solver,
    console: &'c mut Console<R, W>,
}

impl<R: BufRead, W: Write> Session<'_, R, W> {
    fn run(&mut self) -> Result<(), Failure> {
        loop {
            show(&self.record, self.console)?;
            if self.record.now().winner().is_some() {
                return Ok(());
            }
            if self.table.predict {
                self.predict()?;
            }
            if let Some(verdict) = self.endless() {
                return self.console.say(verdict);
            }
            let tap = match self.seat(self.record.now().to_move()) {
                Seat::Human => match self.ask()? {
                    Wish::Tap(tap) => tap,
                    Wish::LookAgain => continue,
                    Wish::Leave => return Ok(()),
                },
                Seat::Computer => self.best()?,
                Seat::Random => self.record.now().any(&mut self.table.dice),
            };
            self.console.say(self.record.now().phrase(tap))?;
            self.record.play(tap);
        }
    }

    /// `Left should win in 7`.
    fn predict(&mut self) -> Result<(), Failure> {
        let now = self.record.now().clone();
        let value = self.solution().map_err(Failure::task)?.value(&now);
        let mover = side(now.to_move());
        self.console.say(format_args!("{mover} should {value}"))
    }

    fn seat(&self, player: Player) -> Seat {
        self.table.seats[player.index()]
    }

    /// Why a game without persons stops here. The computer never changes its mind, so one repeated
    /// position means that two of them go round for ever.
    fn endless(&self) -> Option<&'static str> {
        match self.table.seats {
            [Seat::Human, _] | [_, Seat::Human] => None,
            [Seat::Computer, Seat::Computer] => {
                (self.record.times() > 1).then_some("The game goes round for ever. Draw")
            }
            _ => (self.record.times() >= OFTEN)
                .then_some("The same position for the third time. Draw"),
        }
    }

    fn solution(&mut self) -> Result<&Solution, Refusal> {
        self.solver.solution(*self.record.now().rules())
    }

    fn best(&mut self) -> Result<Tap, Failure> {
        let now = self.record.now().clone();
        let best = self.solution().map_err(Failure::task)?.best(&now);
        best.ok_or_else(|| Failure::task("the game is over"))
    }

    fn ask(&mut self) -> Result<Wish, Failure> {
        let mover = self.record.now().to_move();
        let prompt = match self.table.prompt {
            true => format!("{}'s move: ", side(mover)),
            false => String::new(),
        };
        loop {
            let Some(typed) = self.console.ask_line(&prompt)? else {
                return Err(match self.table.prompt {
                    true => self.console.input_ended(),
                    false => Failure::task("input ended before the game was over"),
                });
            };
            match typed.to_ascii_lowercase().as_str() {
                "" => {}
                "help" | "?" => self.console.say(HELP)?,
                "moves" => self.list_moves()?,
                "values" => self.list_values()?,
                "hint" => self.hint()?,
                "history" => self.list_history()?,
                "undo" if self.undo() => return Ok(Wish::LookAgain),
                "undo" => self.console.say("There is no move of yours to take back")?,
                "draw" if self.agrees(mover.other()) => {
                    self.console.say(DRAW)?;
                    return Ok(Wish::Leave);
                }
                "draw" => self
                    .console
                    .say(format_args!("{} plays on", side(mover.other())))?,
                "quit" | "exit" => return Ok(Wish::Leave),
                _ => match self.record.now().read_tap(&typed) {
                    Ok(tap) => return Ok(Wish::Tap(tap)),
                    Err(why) => self.console.say(why)?,
                },
            }
        }
    }

    fn list_moves(&mut self) -> Result<(), Failure> {
        let now = self.record.now();
        now.taps().try_for_each(|tap| self.console.say(tap))
    }

    /// Says what the solution has to say, or why there is none.
    fn advise<T: Display>(
        &mut self,
        advice: impl FnOnce(&Solution, &Position) -> Vec<T>,
    ) -> Result<(), Failure> {
        let now = self.record.now().clone();
        let lines = self.solution().map(|solution| advice(solution, &now));
        match lines {
            Ok(lines) => lines.iter().try_for_each(|line| self.console.say(line)),
            Err(refusal) => self.console.say(refusal),
        }
    }

    fn list_values(&mut self) -> Result<(), Failure> {
        self.advise(|solution, now| {
            let moves = solution.moves(now);
            moves
                .map(|judged| format!("{}  {}", judged.chosen, judged.value))
                .collect()
        })
    }

    fn hint(&mut self) -> Result<(), Failure> {
        self.advise(|solution, now| {
            let best = solution.moves(now).take(1);
            best.map(|judged| format!("{} ({})", now.phrase(judged.chosen), judged.value))
                .collect()
        })
    }

    fn list_history(&mut self) -> Result<(), Failure> {
        for (index, (position, phrase)) in self.record.positions().enumerate() {
            let number = index + 1;
            match phrase {
                None => self.console.say(format_args!("#{number} {position}"))?,
                Some(phrase) => self
                    .console
                    .say(format_args!("#{number} {position} {phrase}"))?,
            }
        }
        Ok(())
    }

    /// Takes back to where a person was last to move, if there is such a position.
    fn undo(&mut self) -> bool {
        let mover = self.record.now().to_move();
        let plies = match self.seat(mover.other()) {
            Seat::Human => 1,
            Seat::Computer | Seat::Random => 2,
        };
        let possible = self.record.plies() >= plies;
        if possible {
            self.record.undo(plies);
        }
        possible
    }

    /// Whether a player agrees to a draw: the computer does not if it is winning.
    fn agrees(&mut self, player: Player) -> bool {
        if self.seat(player) != Seat::Computer {
            return true;
        }
        let now = self.record.now().clone();
        match self.solution() {
            Ok(solution) => !matches!(solution.value(&now), Value::Lose(_)),
            Err(_) => true,
        }
    }
}
