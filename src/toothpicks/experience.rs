//! What `smart` has learnt: how every draw in every state has fared, and what that makes it worth.

use std::cmp::Ordering;

use super::board::Board;
use crate::game::Game;

/// The most pairs of state and draw that are kept, 16 bytes each.
pub const MOST_PAIRS: u64 = 10_000_000;

/// The fate of every draw in the states up to `highest`, as seen in games with the same bounds.
///
/// Win rates mislead: against a random opponent a blunder often wins. So the draws seen are worked
/// backwards, as in any solver: the worth of a draw is one minus the worth of the state it leads to,
/// the worth of a state is the best of its draws, and an empty table is lost for the player to move.
/// Every state that a finished game passed has a draw of its own, so worths are 0 or 1 throughout.
pub struct Experience {
    bounds: u32,
    highest: u32,
    width: u32,
    tallies: Vec<Tally>,
    /// The states seen that are worth nothing, in ascending order; right below `settled`.
    lost: Vec<u32>,
    /// The lowest state whose worth may have changed since `lost` was made.
    settled: u32,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Tally {
    seen: u64,
    won: u64,
}

impl Tally {
    /// Compares the rates `won / seen`, exactly.
    fn compare_rate(self, other: Tally) -> Ordering {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        product(self.won, other.seen).cmp(&product(other.won, self.seen))
    }
}

/// What `smart` thinks of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// The draw it chooses.
    pub draw: u32,
    /// Whether that draw wins; unknown if it was never seen.
    pub wins: Option<bool>,
    /// How often the draw was seen in this state.
    pub seen: u64,
}

impl Experience {
    /// Nothing seen yet, with room for the states up to `highest`; `None` if that takes too much.
    pub fn new(highest: u32, bounds: u32) -> Option<Experience> {
        let width = bounds.min(highest);
        let pairs = u64::from(highest) * u64::from(width);
        if pairs > MOST_PAIRS {
            return None;
        }
        Some(Experience {
            bounds,
            highest,
            width,
            tallies: vec![Tally::default(); pairs as usize],
            lost: vec![0],
            settled: 1,
        })
    }

    /// Remembers a finished game. One with other bounds teaches nothing; of one that began above
    /// `highest` the end is remembered.
    pub fn learn(&mut self, game: &Board) {
        if game.bounds() != self.bounds {
            return;
        }
        let Some(winner) = game.winner() else { return };
        let data = game.data();
        let first = data.partition_point(|turn| turn.state > self.highest);
        for turn in &data[first..] {
            let pair = self.pair(turn.state, turn.taken);
            let tally = &mut self.tallies[pair];
            if tally.seen == 0 {
                self.settled = self.settled.min(turn.state);
            }
            tally.seen += 1;
            tally.won += u64::from(turn.player == winner);
        }
    }

    /// What to draw at `state` (from 1 to `highest`), and why.
    ///
    /// A draw that wins; failing that one never tried; failing that any. Among several the one with
    /// the better observed rate, then the smaller.
    pub fn opinion(&mut self, state: u32) -> Opinion {
        self.settle();
        let draws = 1..=self.width.min(state);
        let wins = |&draw: &u32| self.seen(state, draw) && self.is_lost(state - draw);
        if let Some(draw) = self.best_rated(state, draws.clone().filter(wins)) {
            return self.opinion_of(state, draw, Some(true));
        }
        if let Some(draw) = draws.clone().find(|&draw| !self.seen(state, draw)) {
            return self.opinion_of(state, draw, None);
        }
        let draw = self.best_rated(state, draws).unwrap_or(1);
        self.opinion_of(state, draw, Some(false))
    }

    fn opinion_of(&self, state: u32, draw: u32, wins: Option<bool>) -> Opinion {
        Opinion {
            draw,
            wins,
            seen: self.tally(state, draw).seen,
        }
    }

    fn best_rated(&self, state: u32, draws: impl Iterator<Item = u32>) -> Option<u32> {
        draws.reduce(|best, draw| {
            match self
                .tally(state, draw)
                .compare_rate(self.tally(state, best))
            {
                Ordering::Greater => draw,
                Ordering::Equal | Ordering::Less => best,
            }
        })
    }

    /// Works out anew which states are lost, from the lowest that a new draw was seen in.
    ///
    /// In hindsight few states are lost (one in `bounds + 1`), so looking for a draw that leads to
    /// one of them is faster than going through the draws.
    fn settle(&mut self) {
        if self.settled > self.highest {
            return;
        }
        let kept = self.lost.partition_point(|&state| state < self.settled);
        self.lost.truncate(kept);
        for state in self.settled..=self.highest {
            let lowest = state.saturating_sub(self.width);
            let within_reach = self.lost.iter().rev().take_while(|&&lost| lost >= lowest);
            let won = within_reach
                .into_iter()
                .any(|&lost| self.seen(state, state - lost));
            if !won {
                self.lost.push(state);
            }
        }
        self.settled = self.highest + 1;
    }

    fn is_lost(&self, state: u32) -> bool {
        self.lost.binary_search(&state).is_ok()
    }

    fn seen(&self, state: u32, draw: u32) -> bool {
        self.tally(state, draw).seen > 0
    }

    fn tally(&self, state: u32, draw: u32) -> Tally {
        self.tallies[self.pair(state, draw)]
    }

    fn pair(&self, state: u32, draw: u32) -> usize {
        (state - 1) as usize * self.width as usize + (draw - 1) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::game::Player;
    use crate::random::Dice;
    use crate::toothpicks::strategies::{perfect, random, winning_draw};

    fn random_game(toothpicks: u32, bounds: u32, dice: &mut Dice) -> Board {
        let mut board = Board::new(toothpicks, bounds);
        while board.winner().is_none() {
            board.update(random(&board, dice)).expect("legal");
        }
        board
    }

    fn game(toothpicks: u32, bounds: u32, draws: &[u32]) -> Board {
        let mut board = Board::new(toothpicks, bounds);
        for &draw in draws {
            board.update(draw).expect("legal");
        }
        board
    }

    fn after(games: &[Board], highest: u32, bounds: u32) -> Experience {
        let mut experience = Experience::new(highest, bounds).expect("small");
        games.iter().for_each(|game| experience.learn(game));
        experience
    }

    #[test]
    fn a_winning_draw_seen_once_beats_any_rate() {
        let lost_by_a_slip = game(4, 2, &[1, 1, 1, 1]);
        let won_by_a_gift = game(4, 2, &[2, 1, 1]);
        let punished = game(4, 2, &[2, 2]);
        let mut smart = after(&[lost_by_a_slip, won_by_a_gift, punished], 4, 2);
        // Drawing 1 at 4 was only seen to lose, but it leaves 3, where the one draw seen leaves 2, where
        // drawing 2 was seen to win.
        assert_eq!(
            smart.opinion(4),
            Opinion {
                draw: 1,
                wins: Some(true),
                seen: 1
            }
        );
    }

    #[test]
    fn what_was_never_tried_is_tried_when_all_else_loses() {
        let mut smart = after(&[game(3, 2, &[1, 2])], 3, 2);
        let opinion = |draw, wins, seen| Opinion { draw, wins, seen };
        assert_eq!(smart.opinion(3), opinion(2, None, 0));
        assert_eq!(smart.opinion(2), opinion(2, Some(true), 1));
        assert_eq!(smart.opinion(1), opinion(1, None, 0));
        smart.learn(&game(3, 2, &[2, 1]));
        assert_eq!(smart.opinion(3), opinion(1, Some(false), 1));
    }

    #[test]
    fn a_tie_goes_to_the_better_rate_then_to_the_smaller_draw() {
        // 3 with bounds 2 is lost either way; drawing 2 never came off, drawing 1 sometimes did.
        let played = [[1, 2].as_slice(), &[2, 1], &[1, 1, 1], &[2, 1]];
        let games: Vec<Board> = played.iter().map(|draws| game(3, 2, draws)).collect();
        assert_eq!(after(&games, 3, 2).opinion(3).draw, 1);
        assert_eq!(after(&games[..2], 3, 2).opinion(3).draw, 1);
    }

    #[test]
    fn games_with_other_bounds_or_not_over_teach_nothing_and_higher_starts_do() {
        let unfinished = game(5, 2, &[2, 1]);
        let mut smart = after(&[game(2, 3, &[2]), unfinished], 2, 2);
        assert_eq!(smart.opinion(2).seen, 0);
        smart.learn(&game(5, 2, &[2, 1, 2]));
        assert_eq!(smart.opinion(2).wins, Some(true));
    }

    #[test]
    fn a_table_that_would_not_fit_is_refused() {
        assert!(Experience::new(1_000_000, 10).is_some());
        assert!(Experience::new(1_000_000, 11).is_none());
        assert!(Experience::new(u32::MAX, u32::MAX).is_none());
    }

    /// The definition, word by word, on a dictionary of all draws seen.
    struct Definition {
        bounds: u32,
        outcomes: HashMap<(u32, u32), Vec<bool>>,
    }

    impl Definition {
        fn worth(&self, state: u32) -> u32 {
            let draws = (1..=self.bounds.min(state)).filter(|d| self.seen(state, *d) > 0);
            draws.map(|d| 1 - self.worth(state - d)).max().unwrap_or(0)
        }

        fn seen(&self, state: u32, draw: u32) -> u64 {
            self.outcomes.get(&(state, draw)).map_or(0, Vec::len) as u64
        }

        fn rate(&self, state: u32, draw: u32) -> f64 {
            let outcomes = &self.outcomes[&(state, draw)];
            outcomes.iter().filter(|&&won| won).count() as f64 / outcomes.len() as f64
        }

        fn draw(&self, state: u32) -> u32 {
            let draws = 1..=self.bounds.min(state);
            let untried = draws.clone().find(|&d| self.seen(state, d) == 0);
            let mut tried: Vec<u32> = draws.filter(|&d| self.seen(state, d) > 0).collect();
            tried.sort_by(|&a, &b| {
                let worth = |d| 1 - self.worth(state - d);
                (worth(b), self.rate(state, b))
                    .partial_cmp(&(worth(a), self.rate(state, a)))
                    .expect("rates are numbers")
                    .then(a.cmp(&b))
            });
            match (tried.first(), untried) {
                (Some(&best), _) if self.worth(state - best) == 0 => best,
                (_, Some(untried)) => untried,
                (best, None) => *best.expect("every draw was tried"),
            }
        }
    }

    #[test]
    fn the_choice_is_the_one_of_the_definition_after_every_game() {
        for seed in 0..20 {
            let mut dice = Dice::new(seed);
            let (highest, bounds) = (8 + dice.below(6) as u32, 1 + dice.below(5) as u32);
            let mut smart = Experience::new(highest, bounds).expect("small");
            let mut definition = Definition {
                bounds,
                outcomes: HashMap::new(),
            };
            for _ in 0..40 {
                let start = 1 + dice.below(u64::from(highest)) as u32;
                let board = random_game(start, bounds, &mut dice);
                smart.learn(&board);
                for turn in board.data() {
                    let outcomes = definition.outcomes.entry((turn.state, turn.taken));
                    let won = Some(turn.player) == board.winner();
                    outcomes.or_default().push(won);
                }
                for state in 1..=highest {
                    assert_eq!(smart.opinion(state).draw, definition.draw(state), "{seed}");
                }
            }
        }
    }

    #[test]
    fn a_thousand_random_games_make_it_right_wherever_it_can_win_and_unbeaten_by_perfect() {
        for seed in 0..10 {
            for bounds in 2..=5 {
                for toothpicks in 1..=50 {
                    let mut dice = Dice::new(seed);
                    let mut smart = Experience::new(toothpicks, bounds).expect("small");
                    for _ in 0..1_000 {
                        smart.learn(&random_game(toothpicks, bounds, &mut dice));
                    }
                    for state in 1..=toothpicks {
                        if let Some(draw) = winning_draw(state, bounds) {
                            let at = format!("{state} of {toothpicks}, bounds {bounds}, {seed}");
                            assert_eq!(smart.opinion(state).draw, draw, "{at}");
                            assert!(beats_perfect(&mut smart, state, bounds), "{at}");
                        }
                    }
                }
            }
        }
    }

    fn beats_perfect(smart: &mut Experience, start: u32, bounds: u32) -> bool {
        let mut board = Board::new(start, bounds);
        while board.winner().is_none() {
            let draw = match board.to_move() {
                Player::First => smart.opinion(board.state()).draw,
                Player::Second => perfect(&board),
            };
            board.update(draw).expect("legal");
        }
        board.winner() == Some(Player::First)
    }
}
