//! Who has won how often, as a table.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;

use serde::Serialize;

use super::config::Config;
use super::ratings::{Rating, Won, rate};
use super::record::GameRecord;
use crate::expanding_nim::protocol::Dialect;

/// One bot's score.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Score {
    /// Its place, from 1; who stands alike shares one.
    pub rank: usize,
    /// Its name.
    pub name: String,
    /// One for each game won.
    pub points: u32,
    /// Games won when moving first.
    pub wins_first: u32,
    /// Games won when moving second.
    pub wins_second: u32,
    /// Games played.
    pub games: u32,
    /// Games lost otherwise than on the board.
    pub forfeits: u32,
    /// Won positions thrown away.
    pub wins_thrown_away: usize,
    /// Won positions it was given.
    pub won_positions: usize,
    /// The share of them that it kept; none if it was given none.
    pub accuracy: Option<f64>,
    /// Resets that changed nothing: without them the position would have been worth the same.
    pub resets_wasted: usize,
    /// Time used on the clock.
    pub seconds: f64,
    /// Moves made.
    pub moves: usize,
    /// Time used for a move on average; none if it made none.
    pub seconds_per_move: Option<f64>,
    /// Its strength by the method of Bradley and Terry.
    pub rating: f64,
    /// Where that lies with a probability of 95 %.
    pub interval: [f64; 2],
    /// What it takes `current_max` for.
    pub dialect: Option<Dialect>,
    /// Games won in the final, of a bot that played it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_points: Option<u32>,
}

/// What puts one bot before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Points: where all play equally often.
    Points,
    /// The share of games won, then the rating: where one may rest, and opponents differ.
    Share,
    /// The rating: where some play much more than others.
    Rating,
    /// Points in the final, which are the rounds after this one, then points.
    Final(u32),
}

/// The scores of all bots, the best first.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Standings(pub Vec<Score>);

impl Standings {
    /// Counts the games of a tournament.
    pub fn of<'a>(
        config: &'a Config,
        games: impl IntoIterator<Item = &'a GameRecord>,
        order: Order,
    ) -> Standings {
        let bots = config.bots.iter();
        let named = bots.map(|bot| (bot.name.as_str(), bot.dialect));
        Standings::count(named, games, order)
    }

    /// Counts games. Who stands alike is ordered by fewer forfeits, then as the bots were listed.
    pub fn count<'a>(
        bots: impl IntoIterator<Item = (&'a str, Option<Dialect>)>,
        games: impl IntoIterator<Item = &'a GameRecord>,
        order: Order,
    ) -> Standings {
        let blank = |(name, dialect): (&str, _)| Score {
            name: name.to_owned(),
            dialect,
            ..Score::default()
        };
        let mut scores: Vec<Score> = bots.into_iter().map(blank).collect();
        let named = scores.iter().map(|score| score.name.clone());
        let places: HashMap<String, usize> = named.zip(0..).collect();
        let mut won = Vec::new();
        for game in games {
            let [first, second] = [&game.first, &game.second].map(|name| places.get(name));
            let (Some(&first), Some(&second)) = (first, second) else {
                continue;
            };
            for (seat, bot) in [first, second].into_iter().enumerate() {
                scores[bot].add(game, seat);
                scores[bot].add_final(game, order);
            }
            if let Some(winner) = &game.winner {
                won.push(Won {
                    bots: [first, second],
                    by_first: *winner == game.first,
                });
            }
        }
        let ratings = rate(scores.len(), &won);
        for (score, Rating { rating, interval }) in scores.iter_mut().zip(ratings) {
            (score.rating, score.interval) = (rating, interval);
            let (given, thrown) = (score.won_positions as f64, score.wins_thrown_away as f64);
            let moves = score.moves as f64;
            score.seconds_per_move = (moves > 0.0).then(|| score.seconds / moves);
            score.accuracy = (given > 0.0).then(|| 1.0 - thrown / given);
        }
        let stands = |score: &Score| score.stands(order);
        scores.sort_by(|a, b| {
            let by_order = stands(b).partial_cmp(&stands(a)).unwrap_or(Ordering::Equal);
            by_order.then(a.forfeits.cmp(&b.forfeits))
        });
        for at in 0..scores.len() {
            let ties = at > 0 && stands(&scores[at - 1]) == stands(&scores[at]);
            scores[at].rank = if ties { scores[at - 1].rank } else { at + 1 };
        }
        Standings(scores)
    }
}

impl Score {
    /// What is compared, the most important first.
    fn stands(&self, order: Order) -> [f64; 2] {
        let points = f64::from(self.points);
        match order {
            Order::Points => [points, 0.0],
            Order::Share => [points / f64::from(self.games.max(1)), self.rating],
            Order::Rating => [self.rating, 0.0],
            Order::Final(_) => [self.final_points.map_or(-1.0, f64::from), points],
        }
    }

    fn add_final(&mut self, game: &GameRecord, order: Order) {
        if let Order::Final(after) = order
            && game.round > after
        {
            let won = game.winner.as_ref() == Some(&self.name);
            *self.final_points.get_or_insert_default() += u32::from(won);
        }
    }

    fn add(&mut self, game: &GameRecord, seat: usize) {
        let won = u32::from(game.winner.as_ref() == Some(&self.name));
        self.games += 1;
        self.points += won;
        *[&mut self.wins_first, &mut self.wins_second][seat] += won;
        let forfeits = game.forfeits.iter();
        self.forfeits += forfeits.filter(|lost| lost.player == self.name).count() as u32;
        self.won_positions += game.won_positions[seat];
        self.wins_thrown_away += game.wins_thrown_away[seat];
        self.resets_wasted += game.resets_wasted[seat];
        self.seconds += game.seconds[seat];
        // The first player makes the first move, and every other one.
        self.moves += (game.moves + 1 - seat) / 2;
    }
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads = [
            "points", "first", "second", "games", "forfeits", "time (s)", "rating", "+/-",
            "accuracy",
        ];
        let widths = self.0.iter().map(|score| score.name.chars().count());
        let width = widths.max().unwrap_or(0).max("bot".len());
        write!(f, "  #  {:width$}", "bot")?;
        for head in heads {
            write!(f, "  {head:>8}")?;
        }
        for score in &self.0 {
            write!(f, "\n{:>3}  {:width$}", score.rank, score.name)?;
            for number in [
                score.points,
                score.wins_first,
                score.wins_second,
                score.games,
                score.forfeits,
            ] {
                write!(f, "  {number:>8}")?;
            }
            let error = (score.interval[1] - score.interval[0]) / 2.0;
            let Score {
                seconds, rating, ..
            } = score;
            write!(f, "  {seconds:>8.1}  {rating:>8.0}  {error:>8.0}")?;
            match score.accuracy {
                Some(share) => write!(f, "  {:>6.1} %", 100.0 * share)?,
                None => write!(f, "  {:>8}", "-")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expanding_nim::tournament::record::Forfeit;

    fn game(first: &str, second: &str, winner: Option<&str>, forfeits: &[&str]) -> GameRecord {
        GameRecord {
            game: 1,
            round: 1,
            stones: 20,
            first: first.to_owned(),
            second: second.to_owned(),
            winner: winner.map(str::to_owned),
            reason: String::new(),
            moves: 5,
            seconds: [0.5, 0.25],
            won_positions: [0, 4],
            wins_thrown_away: [0, 1],
            resets_wasted: [0, 0],
            forfeits: forfeits
                .iter()
                .map(|name| Forfeit {
                    player: (*name).to_owned(),
                    reason: String::new(),
                    stderr: Vec::new(),
                })
                .collect(),
        }
    }

    #[test]
    fn a_win_is_a_point_and_neither_player_starting_is_none() {
        let games = [
            game("a", "bee", Some("bee"), &[]),
            game("bee", "a", Some("bee"), &["a"]),
            game("a", "c", Some("a"), &["c"]),
            game("c", "a", None, &["c", "a"]),
        ];
        let bots = ["a", "bee", "c", "d"].map(|name| (name, None));
        let standings = Standings::count(bots, &games, Order::Points);
        let expected = [
            "  #  bot    points     first    second     games  forfeits  time (s)    rating",
            "  1  bee         2         1         1         2         0       0.8",
            "  2  a           1         1         0         4         2       1.5",
            "  3  d           0         0         0         0         0       0.0      1500",
            "  3  c           0         0         0         2         2       0.8",
        ];
        let table = standings.to_string();
        assert_eq!(table.lines().count(), expected.len());
        for (line, start) in table.lines().zip(expected) {
            assert!(line.starts_with(start), "{table}");
        }
        let accuracies: Vec<_> = standings.0.iter().map(|score| score.accuracy).collect();
        assert_eq!(accuracies, [Some(0.75), Some(0.75), None, Some(0.75)]);
    }

    #[test]
    fn the_format_says_who_is_before_whom() {
        let mut games = vec![
            game("a", "b", Some("a"), &[]),
            game("b", "a", Some("a"), &[]),
            game("c", "b", Some("c"), &[]),
            game("a", "c", Some("c"), &[]),
        ];
        let order = |games: &[GameRecord], order| {
            let bots = ["a", "b", "c"].map(|name| (name, None));
            let standings = Standings::count(bots, games, order).0;
            let names = standings.iter().map(|score| score.name.as_str());
            names.collect::<String>()
        };
        assert_eq!(order(&games, Order::Points), "acb");
        assert_eq!(order(&games, Order::Share), "cab");
        assert_eq!(order(&games, Order::Rating), "cab");
        games[1].round = 2;
        games[1].winner = Some("b".to_owned());
        assert_eq!(order(&games, Order::Final(1)), "bac");
    }
}
