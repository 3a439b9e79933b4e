//! Which games a tournament consists of, in an order that makes partial standings fair.

use std::ops::RangeInclusive;

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

/// The games of two bots on every number of stones, in both orders.
pub(super) fn match_of(round: u32, stones: &[u32], [a, b]: [usize; 2]) -> Vec<Pairing> {
    let orders = [[a, b], [b, a]];
    let games = |&stones: &u32| {
        orders.map(|bots| Pairing {
            round,
            stones,
            bots,
        })
    };
    stones.iter().flat_map(games).collect()
}

/// Every pair of these bots with every number of stones in both orders, once in each of the rounds.
///
/// Pairs come by the circle method: one bot stays, the others go round, and in each turn of the
/// circle everybody plays once (with an odd number of bots one rests). So after any number of games
/// no bot has played many more than another.
pub fn round_robin(bots: &[usize], stones: &[u32], rounds: RangeInclusive<u32>) -> Vec<Pairing> {
    let mut games = Vec::new();
    for round in rounds {
        for &stones in stones {
            for swapped in [false, true] {
                for [a, b] in circle(bots.len()) {
                    let [a, b] = [bots[a], bots[b]];
                    games.push(Pairing {
                        round,
                        stones,
                        bots: if swapped { [b, a] } else { [a, b] },
                    });
                }
            }
        }
    }
    games
}

fn circle(bots: usize) -> Vec<[usize; 2]> {
    if bots < 2 {
        return Vec::new();
    }
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

    fn all(bots: usize, rounds: u32) -> Vec<Pairing> {
        let bots: Vec<usize> = (0..bots).collect();
        round_robin(&bots, &[20, 50], 1..=rounds)
    }

    #[test]
    fn every_pair_plays_everything_in_both_orders_once() {
        for bots in 2..=9 {
            let games = all(bots, 3);
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
            for game in all(bots, 2) {
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
