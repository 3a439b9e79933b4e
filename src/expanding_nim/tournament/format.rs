//! What is played against whom: the formats of a tournament, stage by stage.
//!
//! A stage depends on nothing but the plan and the games before it, so that the same seed and the same
//! results lead to the same games, also after an interruption.

use serde::{Deserialize, Serialize};

use super::schedule::{Pairing, match_of, round_robin};
use super::swiss;
use crate::random::Dice;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// In each round everybody meets somebody who stands alike.
    Swiss,
    /// One meets everybody.
    Gauntlet,
    /// Everybody meets everybody in a group, and the best of all groups one another in a final.
    Groups,
}

/// Everything that decides which games are played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who meets whom.
    pub format: Format,
    /// How many bots there are.
    pub bots: usize,
    /// Every match has a game with each of these, in both orders.
    pub stones: Vec<u32>,
    /// How often a pair meets; of a Swiss tournament, how many rounds there are.
    pub rounds: u32,
    /// Who meets everybody in a gauntlet.
    pub champion: usize,
    /// Into how many groups the bots are drawn.
    pub groups: usize,
    /// How many of each group play the final.
    pub finalists: usize,
    /// The luck of the draw.
    pub seed: u64,
}

/// A game of the plan that is over, and which bot won, if one did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Over {
    /// The game.
    pub pairing: Pairing,
    /// The winner.
    pub winner: Option<usize>,
}

impl Plan {
    /// The games of a stage, from 0 on, given all games before it; none if the tournament is over.
    pub fn stage(&self, stage: usize, over: &[Over]) -> Vec<Pairing> {
        let rounds = 1..=self.rounds;
        match (self.format, stage) {
            (Format::RoundRobin, 0) => {
                let all: Vec<usize> = (0..self.bots).collect();
                round_robin(&all, &self.stones, rounds)
            }
            (Format::Gauntlet, 0) => rounds.flat_map(|round| self.gauntlet(round)).collect(),
            (Format::Swiss, stage) if stage < self.rounds as usize => {
                self.swiss(stage as u32 + 1, over)
            }
            (Format::Groups, 0) => {
                let groups = self.drawn_groups();
                let games = groups
                    .iter()
                    .flat_map(|group| round_robin(group, &self.stones, rounds.clone()));
                games.collect()
            }
            (Format::Groups, 1) => {
                let finalists = self.finalists(over);
                round_robin(
                    &finalists,
                    &self.stones,
                    self.rounds + 1..=self.last_round(),
                )
            }
            _ => Vec::new(),
        }
    }

    /// How many games there will be.
    pub fn games(&self) -> u64 {
        let a_match = 2 * self.stones.len() as u64;
        let pairs = |bots: usize| (bots * bots.saturating_sub(1) / 2) as u64;
        let a_round: u64 = match self.format {
            Format::RoundRobin => pairs(self.bots),
            Format::Gauntlet => self.bots as u64 - 1,
            Format::Swiss => self.bots as u64 / 2,
            Format::Groups => {
                let groups = self.drawn_groups();
                let finalists: usize = groups.iter().map(|g| g.len().min(self.finalists)).sum();
                groups.iter().map(|g| pairs(g.len())).sum::<u64>() + pairs(finalists)
            }
        };
        u64::from(self.rounds)
            .saturating_mul(a_match)
            .saturating_mul(a_round)
    }

    /// The number of the last round.
    pub fn last_round(&self) -> u32 {
        match self.format {
            Format::Groups => 2 * self.rounds,
            _ => self.rounds,
        }
    }

    fn gauntlet(&self, round: u32) -> Vec<Pairing> {
        let others = (0..self.bots).filter(|&bot| bot != self.champion);
        others
            .flat_map(|other| match_of(round, &self.stones, [self.champion, other]))
            .collect()
    }

    fn swiss(&self, round: u32, over: &[Over]) -> Vec<Pairing> {
        let order = by_points(&self.drawn(), over);
        let a_match = 2 * self.stones.len() as u32;
        let played = |bot: usize| {
            let its = over.iter().filter(|game| game.pairing.bots.contains(&bot));
            its.count() as u32 / a_match
        };
        let mut met = vec![0; self.bots * self.bots];
        for [a, b] in over.iter().map(|game| game.pairing.bots) {
            met[a * self.bots + b] += 1;
            met[b * self.bots + a] += 1;
        }
        let rested: Vec<u32> = (0..self.bots).map(|bot| round - 1 - played(bot)).collect();
        let pairs = swiss::draw(
            &order,
            |bot| rested[bot],
            |a, b| met[a * self.bots + b] / a_match,
        );
        pairs
            .into_iter()
            .flat_map(|pair| match_of(round, &self.stones, pair))
            .collect()
    }

    /// The bots as drawn from a hat (Fisher and Yates).
    fn drawn(&self) -> Vec<usize> {
        let mut dice = Dice::new(self.seed);
        let mut bots: Vec<usize> = (0..self.bots).collect();
        for last in (1..bots.len()).rev() {
            bots.swap(last, dice.below(last as u64 + 1) as usize);
        }
        bots
    }

    fn drawn_groups(&self) -> Vec<Vec<usize>> {
        let drawn = self.drawn();
        let group = |first: usize| drawn.iter().copied().skip(first).step_by(self.groups);
        (0..self.groups)
            .map(|first| group(first).collect())
            .collect()
    }

    /// The best of each group.
    fn finalists(&self, over: &[Over]) -> Vec<usize> {
        let groups = self.drawn_groups();
        let best = groups.iter().flat_map(|group| {
            let order = by_points(group, over);
            order.into_iter().take(self.finalists)
        });
        best.collect()
    }
}

/// The bots with the largest share of their games won first; who stands alike stays in order.
fn by_points(bots: &[usize], over: &[Over]) -> Vec<usize> {
    let share = |bot: usize| {
        let played = over.iter().filter(|game| game.pairing.bots.contains(&bot));
        let won = played.clone().filter(|game| game.winner == Some(bot));
        won.count() as f64 / played.count().max(1) as f64
    };
    let mut order: Vec<(usize, f64)> = bots.iter().map(|&bot| (bot, share(bot))).collect();
    order.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    order.into_iter().map(|(bot, _)| bot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(format: Format, bots: usize, rounds: u32) -> Plan {
        Plan {
            format,
            bots,
            stones: vec![20, 50],
            rounds,
            champion: 1,
            groups: 3,
            finalists: 2,
            seed: 1,
        }
    }

    /// Plays on until the plan has no more games; the bot with the lower number wins.
    fn play(plan: &Plan) -> Vec<Over> {
        let mut over = Vec::new();
        for stage in 0.. {
            let games = plan.stage(stage, &over);
            if games.is_empty() {
                break;
            }
            over.extend(games.iter().map(|&pairing| Over {
                pairing,
                winner: pairing.bots.into_iter().min(),
            }));
        }
        over
    }

    #[test]
    fn every_format_plays_as_many_games_as_it_says_and_none_twice() {
        use Format::*;
        for format in [RoundRobin, Swiss, Gauntlet, Groups] {
            for bots in [6, 7, 20] {
                for rounds in [1, 3] {
                    let plan = plan(format, bots, rounds);
                    let over = play(&plan);
                    assert_eq!(over.len() as u64, plan.games(), "{plan:?}");
                    let mut games: Vec<_> = over.iter().map(|game| game.pairing).collect();
                    games.sort_by_key(|game| (game.round, game.stones, game.bots));
                    games.dedup();
                    assert_eq!(games.len(), over.len(), "{plan:?}");
                    assert_eq!(play(&plan), over, "the same again");
                }
            }
        }
    }

    #[test]
    fn the_best_come_out_first_in_a_swiss_and_a_final() {
        let order = by_points(&[3, 5, 0, 6, 1, 2, 7, 4], &play(&plan(Format::Swiss, 8, 4)));
        assert_eq!((order[0], order[7]), (0, 7));
        let over = play(&plan(Format::Groups, 9, 1));
        let last = over.iter().filter(|game| game.pairing.round == 2);
        let finalists: Vec<usize> = last.flat_map(|game| game.pairing.bots).collect();
        assert!(finalists.contains(&0) && finalists.contains(&1));
        assert!(!finalists.contains(&8));
    }

    #[test]
    fn in_a_gauntlet_only_one_meets_all() {
        let over = play(&plan(Format::Gauntlet, 5, 1));
        assert!(over.iter().all(|game| game.pairing.bots.contains(&1)));
    }
}
