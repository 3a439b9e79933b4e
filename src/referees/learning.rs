//! Whether a computer learns as the handout says, told from its draws alone.
//!
//! Nobody sees the hats. But every way of learning fills them, given what was drawn and who won, and
//! so says how likely each next draw is. A computer that learns rightly makes a wrong way look
//! [`CERTAIN`] times likelier than the right one with at most one chance in as many (Ville's
//! inequality: the quotient is a martingale); so what does is not right.

use crate::sticks::rules::TAKES;

/// So much likelier than the right way, as a logarithm, has a way to be before it is named: 10^6.
const CERTAIN: f64 = 13.8;

/// So much likelier than any other: 10^3.
const CLEAR: f64 = 6.9;

/// All takes are legal from so many sticks on. With fewer, some draw only what is left.
const FREE: u64 = 3;

/// A wrong way to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slip {
    /// Its name in results.
    pub(super) name: &'static str,
    /// What a student is told.
    pub(super) sentence: &'static str,
}

/// Where in a game a ball was drawn.
struct Drawn {
    first: bool,
    last: bool,
    won: bool,
}

/// What happens to the balls of one number in a hat.
type Learn = fn(u64, &Drawn) -> u64;

fn right(balls: u64, drawn: &Drawn) -> u64 {
    match drawn.won {
        true => balls + 1,
        false => balls.max(2) - 1,
    }
}

/// The wrong ways that have a name ...
const NAMED: [(Slip, Learn); 5] = [
    (
        Slip {
            name: "two-balls-more",
            sentence: "after a win the computer puts two more balls into the hat; it is the ball itself and one more",
        },
        |balls, drawn| match drawn.won {
            true => balls + 2,
            false => right(balls, drawn),
        },
    ),
    (
        Slip {
            name: "loses-the-last-ball",
            sentence: "after a loss the computer throws away even the last ball of a number; that one stays in the hat",
        },
        |balls, drawn| match drawn.won {
            true => balls + 1,
            false => balls.saturating_sub(1),
        },
    ),
    (
        Slip {
            name: "keeps-all-balls",
            sentence: "after a loss the computer throws no balls away; the ball beside each hat goes, unless it was the last of its number",
        },
        |balls, drawn| balls + u64::from(drawn.won),
    ),
    (
        Slip {
            name: "learns-from-the-last-move",
            sentence: "the computer learns from its last move of a game alone; it has to learn from all of them",
        },
        |balls, drawn| match drawn.last {
            true => right(balls, drawn),
            false => balls,
        },
    ),
    (
        Slip {
            name: "learns-from-the-first-move",
            sentence: "the computer learns from its first move of a game alone; it has to learn from all of them",
        },
        |balls, drawn| match drawn.first {
            true => right(balls, drawn),
            false => balls,
        },
    ),
];

/// ... and two that have none, and stand for all others: nothing is learnt, or the wrong way round.
const OTHERS: [Learn; 2] = [
    |balls, _| balls,
    |balls, drawn| {
        let turned = Drawn {
            won: !drawn.won,
            ..*drawn
        };
        right(balls, &turned)
    },
];

/// One way to learn, its hats, and how likely it makes what was drawn.
struct Way {
    slip: Option<Slip>,
    learn: Learn,
    hats: Vec<[u64; 3]>,
    log: f64,
}

/// Watches a computer that begins with hats full of chance.
pub(super) struct Learning {
    /// The right way comes first.
    ways: Vec<Way>,
    beside: Vec<(u64, u64)>,
}

impl Learning {
    /// For games with so many sticks.
    pub(super) fn new(sticks: u64) -> Learning {
        let way = |slip, learn| Way {
            slip,
            learn,
            hats: vec![[1; 3]; sticks as usize + 1],
            log: 0.0,
        };
        let named = NAMED.map(|(slip, learn)| way(Some(slip), learn));
        let others = OTHERS.map(|learn| way(None, learn));
        let right: [Way; 1] = [way(None, right)];
        Learning {
            ways: right.into_iter().chain(named).chain(others).collect(),
            beside: Vec::new(),
        }
    }

    /// The computer draws with so many sticks left.
    pub(super) fn draws(&mut self, left: u64, take: u64) {
        if !TAKES.contains(&take) || left as usize >= self.ways[0].hats.len() {
            return;
        }
        self.beside.push((left, take));
        for way in self.ways.iter_mut().filter(|_| left >= FREE) {
            let hat = way.hats[left as usize];
            way.log += (hat[take as usize - 1] as f64 / hat.iter().sum::<u64>() as f64).ln();
        }
    }

    /// The game is over.
    pub(super) fn learns(&mut self, won: bool) {
        let last = self.beside.len().saturating_sub(1);
        for (at, (left, take)) in self.beside.drain(..).enumerate() {
            let drawn = Drawn {
                first: at == 0,
                last: at == last,
                won,
            };
            for way in &mut self.ways {
                let hat = &mut way.hats[left as usize];
                let balls = &mut hat[take as usize - 1];
                *balls = (way.learn)(*balls, &drawn);
                // An empty hat is filled anew, or the program would end there.
                if hat.iter().all(|&balls| balls == 0) {
                    *hat = [1; 3];
                }
            }
        }
    }

    /// The wrong way in which it certainly learns.
    pub(super) fn slip(&self) -> Option<Slip> {
        let (right, ways) = self.ways.split_first()?;
        let best = ways
            .iter()
            .max_by(|one, other| one.log.total_cmp(&other.log))?;
        let mut others = ways.iter().filter(|way| !std::ptr::eq(*way, best));
        let certain =
            best.log > right.log + CERTAIN && others.all(|other| best.log > other.log + CLEAR);
        best.slip.filter(|_| certain)
    }
}

/// The slip of which this is said.
pub(super) fn named(sentence: &str) -> Option<Slip> {
    let mut slips = NAMED.iter().map(|(slip, _)| *slip);
    slips.find(|slip| slip.sentence == sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Dice;

    /// Many games of a computer that learns in one of the ways.
    fn after_games(learn: Learn, seed: u64) -> Option<Slip> {
        let mut dice = Dice::new(seed);
        let mut watched = Learning::new(10);
        let mut hats = vec![[1u64; 3]; 11];
        for _ in 0..600 {
            let (mut left, mut person, mut beside) = (10u64, true, Vec::new());
            while left > 0 {
                let take = match person {
                    true => 1 + dice.below(3),
                    false => {
                        let hat = hats[left as usize];
                        let ball = dice.below(hat.iter().sum());
                        let take = match ball {
                            ball if ball < hat[0] => 1,
                            ball if ball < hat[0] + hat[1] => 2,
                            _ => 3,
                        };
                        watched.draws(left, take);
                        beside.push((left, take));
                        take
                    }
                };
                left = left.saturating_sub(take);
                person = !person;
            }
            // Whoever would be next has won.
            let (won, last) = (!person, beside.len().saturating_sub(1));
            for (at, (left, take)) in beside.into_iter().enumerate() {
                let drawn = Drawn {
                    first: at == 0,
                    last: at == last,
                    won,
                };
                let hat = &mut hats[left as usize];
                hat[take as usize - 1] = learn(hat[take as usize - 1], &drawn);
                if *hat == [0; 3] {
                    *hat = [1; 3];
                }
            }
            watched.learns(won);
        }
        watched.slip()
    }

    #[test]
    fn who_learns_rightly_is_never_named() {
        for seed in 0..200 {
            assert_eq!(after_games(right, seed), None, "seed {seed}");
        }
    }

    #[test]
    fn a_wrong_way_is_named_and_never_by_another_name() {
        for (slip, learn) in NAMED {
            let found: Vec<Slip> = (0..40)
                .filter_map(|seed| after_games(learn, seed))
                .collect();
            assert!(found.iter().all(|other| *other == slip), "{}", slip.name);
            // A ball more or less shows in few draws; the others show in hundreds.
            let often = match slip.name {
                "two-balls-more" => 4,
                "keeps-all-balls" => 20,
                _ => 30,
            };
            assert!(found.len() >= often, "{}: {} of 40", slip.name, found.len());
        }
    }
}
