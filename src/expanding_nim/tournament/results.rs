//! What is left of a tournament when it is over: the results as JSON, and the faults as text.

use std::io::{self, Write};
use std::path::Path;

use serde_json::json;

use super::config::Config;
use super::record::{Forfeit, GameRecord};
use super::standings::Standings;
use crate::files;
use crate::program::{Failure, cannot_write};

/// Writes standings and games to a file.
pub(super) fn write_json(
    path: &Path,
    config: &Config,
    standings: &Standings,
    games: &[GameRecord],
) -> Result<(), Failure> {
    let result = json!({
        "rules": config.rules(),
        "format": config.format,
        "stones": config.stones,
        "rounds": config.plan().rounds,
        "standings": standings,
        "games": games,
    });
    let text = format!("{result:#}\n");
    files::replace(path, text.as_bytes()).map_err(|error| Failure::task(cannot_write(path, error)))
}

/// Each way in which a bot failed, how often, and the first time.
pub(super) fn faults<'a>(
    games: impl IntoIterator<Item = &'a GameRecord>,
) -> Vec<(&'a Forfeit, usize)> {
    let mut kinds: Vec<(&Forfeit, usize)> = Vec::new();
    for forfeit in games.into_iter().flat_map(|game| &game.forfeits) {
        let same = |(known, _): &&mut (&Forfeit, usize)| {
            known.player == forfeit.player && known.reason == forfeit.reason
        };
        match kinds.iter_mut().find(same) {
            Some((_, count)) => *count += 1,
            None => kinds.push((forfeit, 1)),
        }
    }
    kinds
}

/// The faults as text, each with the last words of the bot the first time.
pub(super) fn write_forfeits(out: &mut impl Write, games: &[GameRecord]) -> io::Result<()> {
    let kinds = faults(games);
    if !kinds.is_empty() {
        writeln!(out, "\nForfeits:")?;
    }
    for (forfeit, count) in kinds {
        writeln!(out, "  {count} x {}: {}", forfeit.player, forfeit.reason)?;
        for line in &forfeit.stderr {
            writeln!(out, "      {line}")?;
        }
    }
    Ok(())
}
