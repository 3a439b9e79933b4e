//! The hats on paper: the JSON that `--memory` keeps between runs and `--json` prints.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files::{self, Lock};
use crate::program::Failure;

use super::hats::Hats;
use super::rules;

/// No hats fill a file of this size: what is longer is something else.
const LONGEST_FILE: u64 = 1 << 16;

/// No game adds enough balls to a hat with so many of a number to overflow it.
const MOST_BALLS: u64 = 1 << 53;

/// An AI as it is written down.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "hats as --memory saves them")]
struct Written {
    sticks: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    hats: BTreeMap<u64, [u64; 3]>,
}

impl Written {
    fn new(hats: &Hats) -> Written {
        Written {
            sticks: hats.sticks(),
            games: None,
            seed: None,
            hats: hats.numbers().map(|hat| (hat, hats.balls(hat))).collect(),
        }
    }

    fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers become JSON") + "\n"
    }
}

/// The line of `train --json`.
pub fn trained_json(hats: &Hats, games: u64, seed: u64) -> String {
    let mut written = Written::new(hats);
    (written.games, written.seed) = (Some(games), Some(seed));
    written.to_json()
}

/// The file an AI remembers its hats in; without one it remembers nothing.
#[derive(Default)]
pub struct Memory {
    path: Option<PathBuf>,
    remembered: Option<Hats>,
    _lock: Option<Lock>,
}

impl Memory {
    /// Reads `path`, if there is one; a file that is not there yet remembers nothing.
    ///
    /// A file that could not be saved later, or that somebody else is about to replace, is an error now,
    /// and not after the games.
    pub fn open(path: Option<&Path>) -> Result<Memory, Failure> {
        let Some(path) = path else {
            return Ok(Memory::default());
        };
        let lock = Lock::take(path).map_err(|error| damaged(path, &error.to_string()))?;
        let remembered = match read(path) {
            Ok(text) => Some(parse(&text).map_err(|why| damaged(path, &why))?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(damaged(path, &error.to_string())),
        };
        files::try_replacing(path).map_err(|error| cannot_save("hats", path, &error))?;
        Ok(Memory {
            path: Some(path.to_owned()),
            remembered,
            _lock: lock,
        })
    }

    /// The hats to start a game of `sticks` sticks with: what the file remembers, or new ones.
    pub fn hats(&self, sticks: u64) -> Result<Hats, Failure> {
        match (&self.remembered, &self.path) {
            (Some(hats), _) if hats.sticks() == sticks => Ok(hats.clone()),
            (Some(hats), Some(path)) => Err(Failure::task(format_args!(
                "{} remembers games of {} sticks, not {sticks}: name another file for them",
                path.display(),
                hats.sticks()
            ))),
            _ => Ok(Hats::new(sticks)),
        }
    }

    /// Writes the hats down, the whole file or none of it.
    pub fn save(&self, hats: &Hats) -> Result<(), Failure> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let json = Written::new(hats).to_json();
        files::replace(path, json.as_bytes()).map_err(|error| cannot_save("hats", path, &error))
    }
}

/// The failure to write `what` into a file.
pub(super) fn cannot_save(what: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::task(format_args!(
        "cannot save the {what} in {} ({error}): name a file that can be written",
        path.display()
    ))
}

fn damaged(path: &Path, why: &str) -> Failure {
    Failure::task(format_args!(
        "cannot read hats from {} ({why}): name a file that --memory wrote, or a new one",
        path.display()
    ))
}

fn read(path: &Path) -> io::Result<String> {
    if !std::fs::metadata(path)?.is_file() {
        // To open a pipe is to wait for its other end.
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut text = String::new();
    let length = File::open(path)?
        .take(LONGEST_FILE + 1)
        .read_to_string(&mut text)?;
    if length as u64 > LONGEST_FILE {
        return Err(io::Error::other("it is too long"));
    }
    Ok(text)
}

fn parse(text: &str) -> Result<Hats, String> {
    let written: Written = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let sticks = written.sticks;
    if !rules::SIZES.contains(&sticks) {
        return Err(format!("{sticks} sticks are not between 10 and 100"));
    }
    if !written.hats.keys().copied().eq(1..=sticks) {
        return Err(format!("the hats are not those from 1 to {sticks}"));
    }
    let holds_too_few_or_many =
        |balls: &[u64; 3]| balls.iter().any(|n| !(1..=MOST_BALLS).contains(n));
    if let Some((hat, balls)) =
        (written.hats.iter()).find(|(_, balls)| holds_too_few_or_many(balls))
    {
        return Err(format!("hat {hat} cannot hold the balls {balls:?}"));
    }
    Ok(Hats::with_balls(written.hats.into_values()))
}
