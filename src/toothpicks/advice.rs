//! What `smart` would draw at every state, beside what perfect play says.

use std::io::{self, Write};

use serde_json::{Map, Value};

use super::experience::{Experience, Opinion};
use super::strategies::winning_draw;

/// What `smart` would do at one state.
pub struct Advice {
    /// The toothpicks on the table.
    pub state: u32,
    /// What `smart` would draw there.
    pub opinion: Opinion,
    /// The draw that really wins, if the state can be won.
    pub winning: Option<u32>,
}

impl Advice {
    /// Whether perfect play would draw the same; in a lost state no draw is better than another.
    pub fn agrees(&self) -> Option<bool> {
        self.winning.map(|draw| draw == self.opinion.draw)
    }
}

/// The advice for the states from `highest` down to 1.
pub fn advice(highest: u32, bounds: u32, experience: &mut Experience) -> Vec<Advice> {
    (1..=highest)
        .rev()
        .map(|state| Advice {
            state,
            opinion: experience.opinion(state),
            winning: winning_draw(state, bounds),
        })
        .collect()
}

/// The advice as a table for people, with a sum below it.
pub fn write_table(advice: &[Advice], games: u64, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "  state   draw  worth      seen  perfect play")?;
    for entry in advice {
        let Opinion { draw, wins, seen } = entry.opinion;
        let worth = wins.map_or("?", |wins| if wins { "1" } else { "0" });
        let verdict = match (entry.agrees(), entry.winning) {
            (Some(true), _) => "agrees".to_owned(),
            (_, Some(winning)) => format!("draws {winning}"),
            (_, None) => "cannot win".to_owned(),
        };
        let state = entry.state;
        writeln!(out, "{state:>7} {draw:>6} {worth:>6} {seen:>9}  {verdict}")?;
    }
    let winnable = advice.iter().filter_map(Advice::agrees);
    let right = winnable.clone().filter(|&right| right).count();
    let winnable = winnable.count();
    writeln!(
        out,
        "After {games} games right in {right} of {winnable} states that can be won."
    )
}

/// The advice as one line of JSON, from state to draw.
pub fn write_json(advice: &[Advice], out: &mut impl Write) -> io::Result<()> {
    let draws: Map<String, Value> = advice
        .iter()
        .map(|entry| (entry.state.to_string(), entry.opinion.draw.into()))
        .collect();
    serde_json::to_writer(&mut *out, &draws)?;
    writeln!(out)
}
