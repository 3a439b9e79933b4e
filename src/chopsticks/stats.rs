//! A census of a solved game: how many positions are won, lost and drawn, and how long games last.

use std::fmt::{self, Write};

use serde_json::{Value as Json, json};

use super::memory::Bytes;
use super::position::{Position, Variant};
use super::solver::{Refusal, Solution};
use super::wave::BitMatrix;
use crate::players::Value;

/// The longest bar of the chart.
const WIDEST: u64 = 50;

/// Positions counted by their value for the player to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// Won positions.
    pub won: u64,
    /// Lost positions.
    pub lost: u64,
    /// Drawn positions.
    pub drawn: u64,
    /// Won and lost positions by the plies until the end.
    pub by_plies: Vec<u64>,
    /// The first position that is farthest from its end.
    pub farthest: Option<Position>,
}

impl Census {
    /// All positions.
    pub fn positions(&self) -> u64 {
        self.won + self.lost + self.drawn
    }

    /// The plies of the longest game under best play.
    pub fn longest(&self) -> Option<usize> {
        self.by_plies.len().checked_sub(1)
    }

    fn count(&mut self, value: Value, position: impl FnOnce() -> Option<Position>) {
        match value {
            Value::Win(_) => self.won += 1,
            Value::Lose(_) => self.lost += 1,
            Value::Draw => self.drawn += 1,
        }
        if let Some(plies) = value.remoteness() {
            let plies = plies as usize;
            if self.by_plies.len() <= plies {
                self.by_plies.resize(plies + 1, 0);
                self.farthest = position();
            }
            self.by_plies[plies] += 1;
        }
    }

    fn json(&self) -> Json {
        json!({
            "positions": self.positions(),
            "win": self.won,
            "lose": self.lost,
            "draw": self.drawn,
            "longest": self.longest(),
            "longest_from": self.farthest.as_ref().map(Position::to_string),
            "remoteness": self.by_plies,
        })
    }
}

/// The census of all positions, and of those that can come up in a game from the start.
pub struct Stats {
    variant: Variant,
    start: Value,
    /// All positions, up to the order of hands and relative to the mover.
    pub all: Census,
    /// Those that can come up.
    pub reachable: Census,
}

impl Stats {
    /// Solves the game and counts, unless that would take more memory than allowed. Both are watched:
    /// how much of how much is done.
    pub fn collect(
        variant: Variant,
        allowed: Bytes,
        mut solving: impl FnMut(u64, u64),
        counting: impl FnMut(u64, u64),
    ) -> Result<Stats, Refusal> {
        // What can be reached is found with three bits a position.
        let solution = Solution::find_beside(3.0 / 8.0, variant, allowed, &mut solving)?;
        drop(solving);
        let reachable = solution.reachable();
        Ok(Stats::count(&solution, &reachable, counting))
    }

    fn count(solution: &Solution, reachable: &BitMatrix, mut watch: impl FnMut(u64, u64)) -> Stats {
        let variant = *solution.variant();
        let mut stats = Stats {
            variant,
            start: solution.value(&Position::start(variant)),
            all: Census::default(),
            reachable: Census::default(),
        };
        for mover in 0..solution.sides() {
            let row = reachable.row(mover);
            for (opponent, value) in solution.values_of(mover) {
                let position = || solution.position(mover, opponent);
                stats.all.count(value, position);
                if row[opponent / 64] >> (opponent % 64) & 1 == 1 {
                    stats.reachable.count(value, position);
                }
            }
            watch(mover as u64, solution.sides() as u64);
        }
        stats
    }

    /// As JSON.
    pub fn json(&self) -> Json {
        json!({
            "hands": self.variant.hands(),
            "fingers": self.variant.fingers(),
            "misere": self.variant.misere,
            "wrap": self.variant.wrap,
            "start": { "value": self.start.word(), "remoteness": self.start.remoteness() },
            "all": self.all.json(),
            "reachable": self.reachable.json(),
        })
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Variant { misere, wrap, .. } = self.variant;
        write!(
            f,
            "{} hands, {} fingers",
            self.variant.hands(),
            self.variant.fingers()
        )?;
        f.write_str(if misere { ", misère" } else { "" })?;
        f.write_str(if wrap { ", wrap-around" } else { "" })?;
        writeln!(f, "\nThe start: {}\n", self.start)?;
        writeln!(f, "{:10} {:>14} {:>14}", "positions", "all", "reachable")?;
        for (name, count) in [
            ("win", (|census| census.won) as fn(&Census) -> u64),
            ("lose", |census| census.lost),
            ("draw", |census| census.drawn),
            ("together", Census::positions),
        ] {
            writeln!(
                f,
                "{name:10} {:>14} {:>14}",
                count(&self.all),
                count(&self.reachable)
            )?;
        }
        for (name, census) in [("all", &self.all), ("reachable", &self.reachable)] {
            if let (Some(plies), Some(from)) = (census.longest(), &census.farthest) {
                writeln!(f, "\nThe longest game of {name}: {plies} plies from {from}")?;
            }
        }
        write_chart(&self.all.by_plies, f)
    }
}

fn write_chart(by_plies: &[u64], f: &mut impl Write) -> fmt::Result {
    writeln!(f, "\nPlies until the end, all positions:")?;
    let most = by_plies.iter().copied().max().unwrap_or(0).max(1);
    for (plies, &count) in by_plies.iter().enumerate() {
        // Rounded up, so that nothing that is there looks empty.
        let width = (u128::from(count) * u128::from(WIDEST)).div_ceil(u128::from(most)) as usize;
        let bar = "#".repeat(width);
        writeln!(f, "{}", format!("{plies:4} {count:>14} {bar}").trim_end())?;
    }
    Ok(())
}
