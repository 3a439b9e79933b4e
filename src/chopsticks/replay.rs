//! Games from a list of moves: each line a move, and what is printed is the game.

use super::position::Position;
use super::repetition::Repetition;
use super::table::show;
use crate::console::Console;
use crate::game::Game;
use crate::play::{DRAW, Record};
use crate::program::Failure;

/// Replays the moves of the input. Blank lines are skipped; `draw` ends the game.
///
/// With `to_the_end` the lines after the end of the game are read as well, and are an error.
pub fn replay(start: Position, to_the_end: bool, console: &mut Console) -> Result<(), Failure> {
    let mut record = Record::new(start);
    let mut line = 0;
    let mut repetition = Repetition::default();
    repetition.note(&record);
    show(record.now(), &repetition, console)?;
    let mut drawn = false;
    while !drawn && record.now().winner().is_none() {
        let Some(typed) = next_line(&mut line, console)? else {
            return Err(Failure::task("input ended before the game was over"));
        };
        if typed.eq_ignore_ascii_case("draw") {
            drawn = true;
            console.say(DRAW)?;
            continue;
        }
        let tap = record.now().read_tap(&typed);
        let tap = tap.map_err(|why| Failure::task(format_args!("line {line}: {why}")))?;
        console.say(record.now().phrase(tap))?;
        record.play(tap);
        repetition.note(&record);
        show(record.now(), &repetition, console)?;
    }
    match to_the_end
        .then(|| next_line(&mut line, console))
        .transpose()?
        .flatten()
    {
        Some(_) => Err(Failure::task(format_args!("line {line}: the game is over"))),
        None => Ok(()),
    }
}

/// The next line that is not blank; `line` is its number.
fn next_line(line: &mut usize, console: &mut Console) -> Result<Option<String>, Failure> {
    loop {
        let typed = console.ask_line("")?;
        *line += 1;
        if typed.as_deref() != Some("") {
            return Ok(typed);
        }
    }
}
