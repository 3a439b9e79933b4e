//! How many games fit into a time, found out by a rehearsal in which every bot plays.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::config::Config;
use super::game::play_game;
use super::schedule::{Pairing, round_robin};
use super::side_by_side::side_by_side;

/// The most games of a rehearsal, and its share of the time.
const GAMES: usize = 32;
const SHARE: u32 = 10;

/// Reads `30m`, `90s`, `2h`, or seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let units = [("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let unit = units.iter().find(|(unit, _)| text.ends_with(unit));
    let (number, factor) = match unit {
        Some((unit, factor)) => (text.trim_end_matches(unit), *factor),
        None => (text, 1.0),
    };
    match number.parse::<f64>().map(|number| number * factor) {
        Ok(seconds) if (1.0..=1e7).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("it must be a time of a second or more, like 90s, 30m or 2h".to_owned()),
    }
}

/// How long a game takes while others are played beside it.
pub(super) fn rehearse(
    config: &Config,
    budget: Duration,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Duration {
    let bots: Vec<usize> = (0..config.bots.len()).collect();
    let stones = config.stones.iter().cycle();
    let games: Vec<Pairing> = round_robin(&bots, &[1], 1..=1)
        .into_iter()
        .zip(stones)
        .map(|(pairing, &stones)| Pairing { stones, ..pairing })
        .take(GAMES)
        .collect();
    let started = Instant::now();
    let enough = budget / SHARE;
    let over = AtomicUsize::new(0);
    let goes_on = || started.elapsed() < enough && !stopped();
    side_by_side(config.at_a_time(), &games, |pairing| {
        let played = play_game(config, pairing, 1, &|_| goes_on());
        let is_over = matches!(played, Ok(Some(_)));
        over.fetch_add(usize::from(is_over), Ordering::Relaxed);
        is_over
    });
    started.elapsed() / over.into_inner().max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_unit() {
        let seconds = |text| duration(text).map(|time| time.as_secs());
        assert_eq!(seconds("30m"), Ok(1800));
        assert_eq!(seconds("1.5h"), Ok(5400));
        assert_eq!((seconds("90s"), seconds("90")), (Ok(90), Ok(90)));
        for bad in ["", "m", "0", "-3m", "1d", "nan", "inf", "1e9h"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
