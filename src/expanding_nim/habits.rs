//! What the moves of a client tell of what it takes `current_max` for.
//!
//! Told the most taken so far, a client that takes it for the limit never asks for more than that. Told the
//! limit, a client that takes it for the most taken asks for one too many sooner or later, or misses a key
//! and breaks down.

use super::bot::Bot;
use super::position::{Position, Request};
use super::protocol::Dialect;
use crate::players::{Knowledge, Value};

/// What a client did in some games in which it was told `current_max` in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Habits {
    /// Moves made after something was told.
    pub moves: usize,
    /// Games lost otherwise than on the board.
    pub forfeits: usize,
    /// Won positions thrown away.
    pub wins_thrown_away: usize,
    /// It has asked for more than the most taken, which no client does that was told that number and takes
    /// it for the limit.
    pub asks_for_more: bool,
    /// Moves under a limit that has grown ...
    pub grown: usize,
    /// ... and how many of them asked for all of it. A built-in 3 can be more than the most taken, but not that.
    pub asks_for_all: usize,
    /// Moves that asked for no more than the most taken where only that would have won.
    pub held_back: usize,
}

impl Habits {
    /// One more move.
    pub(crate) fn see(&mut self, before: &Position, asked: Request, threw_away_win: bool) {
        let limit = i64::from(before.limit());
        self.wins_thrown_away += usize::from(threw_away_win);
        // Before the first move nobody is told `current_max`, and what is illegal tells nothing.
        if before.taken == 0 || asked.stones > limit {
            return;
        }
        self.moves += 1;
        let most_taken = Dialect::Taken.current_max(before);
        self.asks_for_more |= asked.stones > i64::from(most_taken);
        if before.limit() > before.initial_max {
            self.grown += 1;
            self.asks_for_all += usize::from(asked.stones == limit);
        }
    }

    /// Weighs a move that was seen. Who takes the most taken for the limit cannot ask for more; who plays well
    /// and does not, never misses a win by that.
    pub(crate) fn weigh(&mut self, before: &Position, asked: Request, judge: &mut Bot) {
        let most_taken = Dialect::Taken.current_max(before);
        if before.taken == 0 || asked.stones > i64::from(most_taken) {
            return;
        }
        let judged = judge.judged(before).unwrap_or_default();
        let wins = judged.iter().filter(|one| one.value == Value::won(true));
        let wins: Vec<u32> = wins.map(|one| one.chosen.stones).collect();
        let only_more = !wins.is_empty() && wins.iter().all(|&stones| stones > most_taken);
        self.held_back += usize::from(only_more);
    }

    /// Whether this is how a client plays that was told what it takes `current_max` for: the most taken.
    pub(crate) fn is_at_home(&self) -> bool {
        self.forfeits == 0 && self.asks_for_more && self.wins_thrown_away == 0
    }
}

/// So many moves under a limit that has grown without asking for all of it are hardly chance, and so many
/// that ask for all of it and never for more are none either.
const MANY: usize = 10;
const SEVERAL: usize = 3;

/// The dialect of a client, by what it did when it was told the most taken and when it was told the limit.
///
/// In doubt it is the most taken: then a client that takes it for the limit plays on, if not as well,
/// while the other way round it loses by illegal moves.
pub(crate) fn dialect(taken: &Habits, limit: &Habits) -> Dialect {
    let held_back = !taken.asks_for_more && limit.asks_for_more;
    let never_asks_for_all = taken.asks_for_all == 0;
    let plays_better =
        never_asks_for_all && taken.wins_thrown_away > 0 && limit.wins_thrown_away == 0;
    let held_back_late = never_asks_for_all && taken.grown >= MANY && limit.asks_for_all >= SEVERAL;
    let held_back = held_back || held_back_late;
    match limit.forfeits == 0 && (taken.forfeits > 0 || held_back || plays_better) {
        true => Dialect::Limit,
        false => Dialect::Taken,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expanding_nim::position::{INITIAL_MAX, RESETS};
    use crate::expanding_nim::solver::Solver;
    use crate::random::Dice;

    /// What a client does in the games of a trial if it is told `current_max` in one way and takes it for
    /// something. It plays by dice, or perfectly within what it takes for the limit.
    fn play(told: Dialect, spoken: Dialect, perfect: bool, seed: u64) -> Habits {
        let (mut habits, mut dice) = (Habits::default(), Dice::new(seed));
        for game in 0..4 {
            let mut position = Position::new(30 + game, RESETS, INITIAL_MAX);
            let solver = Solver::new(&position).expect("small");
            let mut its_turn = game % 2 == 0;
            loop {
                let believed = match spoken {
                    _ if position.taken == 0 => INITIAL_MAX,
                    Dialect::Limit => told.current_max(&position),
                    Dialect::Taken => INITIAL_MAX.max(told.current_max(&position) + 1),
                };
                let most = if its_turn { believed } else { position.limit() };
                let mut winning = solver.winning_moves(&position).into_iter();
                let best = winning.find(|win| win.stones <= most);
                let takes_one = !its_turn && game < 2;
                let by_dice = Request {
                    stones: match takes_one {
                        true => 1,
                        false => 1 + dice.below(most.into()) as i64,
                    },
                    reset: !takes_one && position.own_resets() > 0 && dice.below(4) == 0,
                };
                let plays_well = if its_turn { perfect } else { game >= 2 };
                let asked = match best.filter(|_| plays_well) {
                    Some(best) => Request {
                        stones: best.stones.into(),
                        reset: best.reset,
                    },
                    None => by_dice,
                };
                let (after, ruling) = position.judge(asked);
                if its_turn {
                    let threw_away =
                        solver.is_win(&position) && (ruling.is_none() && solver.is_win(&after));
                    habits.see(&position, asked, threw_away);
                }
                if let Some(ruling) = ruling {
                    let lost = ruling != crate::expanding_nim::position::Ruling::Won;
                    habits.forfeits += usize::from(its_turn && lost);
                    break;
                }
                (position, its_turn) = (after, !its_turn);
            }
        }
        habits
    }

    #[test]
    fn clients_of_both_kinds_are_known_by_their_games() {
        for perfect in [true, false] {
            for seed in 0..200 {
                for spoken in [Dialect::Taken, Dialect::Limit] {
                    let taken = play(Dialect::Taken, spoken, perfect, seed);
                    let limit = play(Dialect::Limit, spoken, perfect, seed + 1000);
                    let found = match taken.is_at_home() {
                        true => Dialect::Taken,
                        false => dialect(&taken, &limit),
                    };
                    assert_eq!(found, spoken, "{perfect} {seed} {taken:?} {limit:?}");
                }
            }
        }
    }

    #[test]
    fn who_shows_nothing_is_told_the_most_taken() {
        let nothing = Habits::default();
        assert_eq!(dialect(&nothing, &nothing), Dialect::Taken);
        let broken = Habits {
            forfeits: 2,
            ..nothing
        };
        assert_eq!(dialect(&broken, &broken), Dialect::Taken);
        assert_eq!(dialect(&broken, &nothing), Dialect::Limit);
        assert!(!broken.is_at_home());
    }
}
