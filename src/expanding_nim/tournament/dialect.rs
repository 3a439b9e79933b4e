//! Which dialect a bot speaks, found out by letting it play a short game of each kind.
//!
//! On a server of the other kind, whoever takes `current_max` for the most taken asks for too much or
//! misses a key and breaks down; whoever takes it for the limit never asks for all that is allowed once
//! the limit has grown, and throws won games away.

use std::io;

use super::config::Config;
use super::contestant::Contestant;
use super::game::{Watch, play_game};
use super::schedule::Pairing;
use crate::expanding_nim::bot::Bot;
use crate::expanding_nim::client::Builtin;
use crate::expanding_nim::position::Position;
use crate::expanding_nim::protocol::Dialect;

/// The stones of the trial games, about: enough for the limit to grow.
const STONES: u32 = 30;

/// What a bot did wrong, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Faults {
    /// Games lost otherwise than on the board.
    forfeits: usize,
    /// It has never asked for all that a grown limit allows.
    holds_back: bool,
    wins_thrown_away: usize,
}

/// The dialect in which the bot does least wrong; `taken` if that does not tell.
pub fn find_out(config: &Config, bot: &Contestant, watch: Watch) -> io::Result<Dialect> {
    if bot.builtin.is_some() {
        return Ok(Dialect::Taken);
    }
    let Some(taken) = faults(config, bot, Dialect::Taken, watch)? else {
        return Ok(Dialect::Taken);
    };
    if taken.forfeits == 0 && !taken.holds_back {
        return Ok(Dialect::Taken);
    }
    Ok(match faults(config, bot, Dialect::Limit, watch)? {
        Some(limit) if limit < taken => Dialect::Limit,
        _ => Dialect::Taken,
    })
}

/// What it does wrong in both seats, against a perfect bot, from starts that can be won. `None` if it does
/// not come to the table: then there is nothing to see.
fn faults(
    config: &Config,
    bot: &Contestant,
    dialect: Dialect,
    watch: Watch,
) -> io::Result<Option<Faults>> {
    let mut trial = config.clone();
    let name = bot.name.clone();
    let perfect = if name == "perfect" { "ours" } else { "perfect" };
    trial.bots = vec![bot.clone(), Contestant::builtin(perfect, Builtin::Perfect)];
    trial.bots[0].dialect = Some(dialect);
    let mut faults = Faults {
        forfeits: 0,
        holds_back: true,
        wins_thrown_away: 0,
    };
    for (seat, bots) in [[0, 1], [1, 0]].into_iter().enumerate() {
        let pairing = Pairing {
            round: 1,
            stones: winnable(seat, STONES, config.resets, config.initial_max),
            bots,
        };
        let Some((moves, game)) = play_game(&trial, &pairing, seat + 1, watch)? else {
            return Ok(None);
        };
        if game.moves == 0 && !game.forfeits.is_empty() {
            return Ok(None);
        }
        let lost = game.forfeits.iter().filter(|lost| lost.player == name);
        faults.forfeits += lost.count();
        faults.wins_thrown_away += game.wins_thrown_away[seat];
        faults.holds_back &= !moves.iter().any(|made| {
            let grown = made.limit > config.initial_max;
            made.seat == seat && grown && made.stones == i64::from(made.limit)
        });
    }
    Ok(Some(faults))
}

/// The fewest stones from `least` on with which the player in this seat can win from the start; `least`
/// if nobody knows.
pub fn winnable(seat: usize, least: u32, resets: u32, initial_max: u32) -> u32 {
    let mut judge = Bot::new();
    let mut wins = |stones: &u32| {
        let start = Position::new(*stones, resets, initial_max);
        judge.wins(&start).is_ok_and(|first| first == (seat == 0))
    };
    // Of the starts up to 1,000 every fourth is lost, and never many in a row.
    (least..least.saturating_add(100))
        .find(&mut wins)
        .unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_winnable_start_is_won_in_its_seat() {
        assert_eq!(
            winnable(1, 8, 4, 3),
            8,
            "8 stones are lost for the first player"
        );
        assert_eq!(winnable(0, 8, 0, 3), 8, "and won without resets");
        assert!(winnable(0, 8, 4, 3) > 8);
    }
}
