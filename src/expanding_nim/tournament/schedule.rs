//! Which games a tournament consists of, in an order that makes partial standings fair.

/// A game to be played: who moves first, who second, and with how many stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pairing {
    /// Which time round, from 1.
    pub round: u32,
    /// Stones at the start.
    pub stones: u32,
    /// The places of the two bots in the list of bots, the one that moves first first.
    pub bots: [usize; 2],
}

/// Every pair with every number of stones in both orders, `rounds` times.
///
/// Pairs come by the circle method: one bot stays, the others go round, and in each turn of the
/// circle everybody plays once (with an odd number of bots one rests). So after any number of games
/// no bot has played many more than another.
pub fn schedule(bots: usize, stones: &[u32], rounds: u32) -> Vec<Pairing> {
    let mut games = Vec::new();
    for round in 1..=rounds {
        for &stones in stones {
            for swapped in [false, true] {
                for [a, b] in circle(bots) {
                    let bots = if swapped { [b, a] } else { [a, b] };
                    games.push(Pairing {
                        round,
                        stones,
                        bots,
                    });
                }
            }
        }
    }
    games
}

fn circle(bots: usize) -> Vec<[usize; 2]> {
    let seats = bots + bots % 2;
    let mut pairs = Vec::new();
    for turn in 0..seats - 1 {
        let at = |place: usize| match place {
            0 => 0,
            _ => (place - 1 + turn) % (seats - 1) + 1,
        };
        for place in 0..seats / 2 {
            let pair = [at(place), at(seats - 1 - place)];
            if pair.iter().all(|&bot| bot < bots) {
                // Who stays at 0 would otherwise open all its games.
                let swapped = place == 0 && turn % 2 == 1;
                pairs.push(if swapped { [pair[1], pair[0]] } else { pair });
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_pair_plays_everything_in_both_orders_once() {
        for bots in 2..=9 {
            let games = schedule(bots, &[20, 50], 3);
            assert_eq!(games.len(), bots * (bots - 1) * 2 * 3);
            let different: HashSet<Pairing> = games.iter().copied().collect();
            assert_eq!(different.len(), games.len());
            assert!(games.iter().all(|game| game.bots[0] != game.bots[1]));
        }
    }

    #[test]
    fn at_any_time_all_have_played_about_equally_often() {
        for bots in 2..=9 {
            let mut played = vec![0; bots];
            for game in schedule(bots, &[20, 50], 2) {
                for bot in game.bots {
                    played[bot] += 1;
                }
                let most = played.iter().max().expect("bots");
                let least = played.iter().min().expect("bots");
                assert!(most - least <= 2, "{played:?}");
            }
        }
    }
}
