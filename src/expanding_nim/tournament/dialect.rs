//! Which dialect a bot speaks, found out by letting it play short games of each kind.

use std::io;

use super::config::Config;
use super::contestant::Contestant;
use super::game::{Watch, play_game};
use super::schedule::Pairing;
use crate::expanding_nim::bot::Bot;
use crate::expanding_nim::client::Builtin;
use crate::expanding_nim::habits::{Habits, dialect};
use crate::expanding_nim::position::{Position, Request};
use crate::expanding_nim::protocol::Dialect;

/// The stones of the trial games, about: enough for the limit to grow.
const STONES: u32 = 30;

/// The dialect that the bot turns out to speak; `taken` if that does not tell.
pub fn find_out(config: &Config, bot: &Contestant, watch: Watch) -> io::Result<Dialect> {
    if bot.builtin.is_some() || bot.broken.is_some() {
        return Ok(Dialect::Taken);
    }
    let trial = |opponent, stones, told, habits: &mut Habits| {
        play_both_seats(config, bot, told, opponent, stones, habits, watch)
    };
    let mut taken = Habits::default();
    for opponent in OPPONENTS {
        if !trial(opponent, STONES, Dialect::Taken, &mut taken)? || taken.is_at_home() {
            return Ok(Dialect::Taken);
        }
    }
    let mut limit = Habits::default();
    for opponent in OPPONENTS {
        trial(opponent, STONES, Dialect::Limit, &mut limit)?;
        if limit.forfeits > 0 {
            return Ok(dialect(&taken, &limit));
        }
    }
    let found = dialect(&taken, &limit);
    if found == Dialect::Limit || taken.asks_for_all > 0 {
        return Ok(found);
    }
    // It asks for so little that nothing can be seen, or shows late what it takes for the limit.
    let most = config.stones.iter().copied().max().unwrap_or(STONES);
    let stones = most.clamp(2 * STONES, 4 * STONES);
    for _ in 0..2 {
        trial(Builtin::Random, stones, Dialect::Taken, &mut taken)?;
        trial(Builtin::Random, stones, Dialect::Limit, &mut limit)?;
    }
    Ok(dialect(&taken, &limit))
}

/// Against the first, whoever takes the most taken for the limit takes one stone too for ever; the second
/// makes the most of every fault. Against a third, at random, the limit soon grows.
const OPPONENTS: [Builtin; 2] = [Builtin::One, Builtin::Perfect];

/// Adds what a bot does in both seats, from starts that can be won. False if it comes to the table in
/// neither: then there is nothing to see.
fn play_both_seats(
    config: &Config,
    bot: &Contestant,
    dialect: Dialect,
    opponent: Builtin,
    least: u32,
    habits: &mut Habits,
    watch: Watch,
) -> io::Result<bool> {
    let mut trial = config.clone();
    let other = if bot.name == "ours" {
        "perfect"
    } else {
        "ours"
    };
    trial.bots = vec![bot.clone(), Contestant::builtin(other, opponent)];
    trial.bots[0].dialect = Some(dialect);
    // The same seed finds out the same.
    trial.seed = Some(config.seed.unwrap_or(0).wrapping_add(habits.moves as u64));
    let mut comes = false;
    for (seat, bots) in [[0, 1], [1, 0]].into_iter().enumerate() {
        let stones = winnable(seat, least, config.resets, config.initial_max);
        let pairing = Pairing {
            round: 1,
            stones,
            bots,
        };
        let Some((moves, game)) = play_game(&trial, &pairing, seat + 1, watch)? else {
            return Ok(false);
        };
        if game.moves == 0 && !game.forfeits.is_empty() {
            continue;
        }
        comes = true;
        let lost = game.forfeits.iter().filter(|lost| lost.player == bot.name);
        habits.forfeits += lost.count();
        let mut position = Position::new(stones, config.resets, config.initial_max);
        for made in moves {
            let asked = Request {
                stones: made.stones,
                reset: made.reset,
            };
            if made.seat == seat {
                habits.see(&position, asked, made.threw_away_win == Some(true));
            }
            position = position.judge(asked).0;
        }
    }
    Ok(comes)
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
