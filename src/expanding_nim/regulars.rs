//! Clients that come to the same server again, by their names: which dialect each is told.
//!
//! Real games cannot be games of trial. A client is told the most taken until it has made many moves without ever
//! asking for more, also where only that would have won; then the limit, and if it breaks down on that, the most
//! taken for good.

use std::collections::HashMap;

use super::habits::Habits;
use super::protocol::Dialect;

/// Whoever takes `current_max` for something else asks for more in so many moves, unless it plays so well that it
/// seldom has to: then it asks for more where nothing else wins.
const ENOUGH_MOVES: usize = 12;
const ENOUGH_WINS: usize = 2;

/// So many names are kept in mind.
const MOST_NAMES: usize = 10_000;

/// What is known of those who have played.
#[derive(Debug, Default)]
pub(super) struct Regulars(HashMap<String, Known>);

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    taken: Habits,
    limit: Habits,
}

impl Known {
    fn dialect(&self) -> Dialect {
        let was_tried = self.limit.moves + self.limit.forfeits > 0;
        let has_shown = self.taken.moves >= ENOUGH_MOVES && self.taken.held_back >= ENOUGH_WINS;
        let is_due = has_shown && !self.taken.asks_for_more;
        match (was_tried, is_due) {
            (true, _) if self.limit.forfeits > 0 => Dialect::Taken,
            (true, _) | (_, true) => Dialect::Limit,
            _ => Dialect::Taken,
        }
    }
}

impl Regulars {
    /// The dialect in which a client is told its next game.
    pub(super) fn dialect(&self, name: &str) -> Dialect {
        self.0.get(name).map_or(Dialect::Taken, Known::dialect)
    }

    /// What a client did in a game in which it was told this dialect.
    pub(super) fn learn(&mut self, name: &str, told: Dialect, habits: Habits) {
        if self.0.len() >= MOST_NAMES && !self.0.contains_key(name) {
            self.0.clear();
        }
        let known = self.0.entry(name.to_owned()).or_default();
        let so_far = match told {
            Dialect::Taken => &mut known.taken,
            Dialect::Limit => &mut known.limit,
        };
        so_far.moves += habits.moves;
        so_far.forfeits += habits.forfeits;
        so_far.asks_for_more |= habits.asks_for_more;
        so_far.held_back += habits.held_back;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expanding_nim::bot::Bot;
    use crate::expanding_nim::position::{INITIAL_MAX, Position, RESETS, Request};

    #[test]
    fn only_who_never_asks_for_more_is_told_the_limit_and_only_as_long_as_that_goes_well() {
        let mut regulars = Regulars::default();
        let a_game = Habits {
            moves: 6,
            held_back: 1,
            ..Habits::default()
        };
        let (asking, broken) = (
            Habits {
                asks_for_more: true,
                ..a_game
            },
            Habits {
                forfeits: 1,
                ..a_game
            },
        );
        for name in ["a", "b", "c"] {
            assert_eq!(regulars.dialect(name), Dialect::Taken, "who is new");
            regulars.learn(name, Dialect::Taken, a_game);
            assert_eq!(regulars.dialect(name), Dialect::Taken, "too few moves");
        }
        for (name, second) in [("a", a_game), ("b", asking), ("c", a_game)] {
            regulars.learn(name, Dialect::Taken, second);
        }
        let told = ["a", "b", "c"].map(|name| regulars.dialect(name));
        assert_eq!(told, [Dialect::Limit, Dialect::Taken, Dialect::Limit]);
        regulars.learn("a", Dialect::Limit, asking);
        regulars.learn("c", Dialect::Limit, broken);
        let told = ["a", "b", "c"].map(|name| regulars.dialect(name));
        assert_eq!(told, [Dialect::Limit, Dialect::Taken, Dialect::Taken]);
    }

    /// Two perfect clients that take `current_max` for the most taken: they seldom need more than that.
    #[test]
    fn who_plays_well_and_seldom_asks_for_more_is_not_taken_for_somebody_else() {
        for stones in 20..120 {
            let mut regulars = Regulars::default();
            for game in 0..6 {
                let mut position = Position::new(stones + game, RESETS, INITIAL_MAX);
                let mut bot = Bot::new();
                let mut habits = [Habits::default(); 2];
                while position.stones > 0 {
                    let best = bot.choose(&position).expect("small");
                    let asked = Request {
                        stones: best.stones.into(),
                        reset: best.reset,
                    };
                    let its = &mut habits[position.to_move.index()];
                    its.see(&position, asked, false);
                    its.weigh(&position, asked, &mut bot);
                    position = position.judge(asked).0;
                }
                for (name, habits) in ["a", "b"].into_iter().zip(habits) {
                    regulars.learn(name, Dialect::Taken, habits);
                    assert_eq!(regulars.dialect(name), Dialect::Taken, "{stones} {game}");
                }
            }
        }
    }
}
