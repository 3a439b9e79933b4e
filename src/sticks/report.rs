//! `sticks train`: an AI trained without playing, and what it has learned.

use std::fmt::Write as _;
use std::path::Path;

use crate::files;
use crate::program::Failure;
use crate::progress::Progress;
use crate::random::Dice;

use super::curve::{Curve, grouped};
use super::hats::Hats;
use super::memory::{self, Memory, cannot_save};
use super::skill::Skill;
use super::{show, training};

/// A training to be done.
pub struct Course<'a> {
    /// How many sticks the AI learns to play with.
    pub sticks: u64,
    /// How many games it plays.
    pub games: u64,
    /// The seed of all chance in it.
    pub seed: u64,
    /// The file with the hats to begin with and to save them to, if any.
    pub memory: Option<&'a Path>,
    /// Where to draw the learning curve, if anywhere.
    pub curve: Option<&'a Path>,
}

impl Course<'_> {
    /// Trains the AI, saves what is to be saved, and returns its hats.
    pub fn run(&self) -> Result<Hats, Failure> {
        let memory = Memory::open(self.memory)?;
        let start = memory.hats(self.sticks)?;
        if let Some(path) = self.curve {
            files::try_replacing(path).map_err(|error| cannot_save("curve", path, &error))?;
        }
        let mut progress = Progress::new("training", self.games);
        let mut curve = self.curve.map(|_| Curve::default());
        let mut dice = Dice::new(self.seed);
        let hats = training::train(&start, self.games, &mut dice, |played, hats| {
            progress.reach(played);
            if let Some(curve) = &mut curve {
                curve.add(played, &Skill::of(hats), played == self.games);
            }
        });
        drop(progress);
        if let (Some(curve), Some(path)) = (curve, self.curve) {
            let title = format!("Learning {} sticks (seed {})", self.sticks, self.seed);
            files::replace(path, curve.to_svg(&title).as_bytes())
                .map_err(|error| cannot_save("curve", path, &error))?;
        }
        memory.save(&hats)?;
        Ok(hats)
    }

    /// The hats as one line of JSON.
    pub fn json(&self, hats: &Hats) -> String {
        memory::trained_json(hats, self.games, self.seed)
    }

    /// The hats as a table, how many of the winnable positions are right and how sure the AI is.
    pub fn text(&self, hats: &Hats) -> String {
        let mut text = format!(
            "The hats after a training of {} games with up to {} sticks, seed {}:\n\n",
            grouped(self.games),
            self.sticks,
            self.seed
        );
        text.push_str(&show::hats(hats));
        let skill = Skill::of(hats);
        let _ = writeln!(
            text,
            "\nRight in {} of {} positions that can be won (the winning ball is the most frequent).\n\
             Sure to {} in the mean, to {} in the least sure hat, {} (the share of that ball).",
            skill.right,
            skill.winnable,
            percent(skill.mean),
            percent(skill.least),
            skill.least_sure
        );
        text
    }
}

/// A share in per cent, cut and not rounded, so that 100 % is said of nothing less.
fn percent(share: f64) -> String {
    format!("{:.2} %", (share * 10_000.0).floor() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn per_cents_are_cut_not_rounded() {
        assert_eq!(percent(0.999_99), "99.99 %");
        assert_eq!(percent(1.0), "100.00 %");
    }
}
