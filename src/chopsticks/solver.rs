//! The value of every position and every move, for every game that fits in memory.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use super::memory::{self, Bytes};
use super::multisets::{self, Multisets};
use super::position::{Position, Tap, Variant};
use super::wave::{BitMatrix, Wave};
use super::{retrograde, sweep};
use crate::game::{Game, Player};
use crate::players::{Judged, Knowledge, Unsolved, Value};

/// How many plies every position of a game is from its end.
trait Depths: Send + Sync {
    fn sets(&self) -> &Multisets;
    /// The number of a side's hands.
    fn number(&self, hands: &[u32]) -> usize;
    fn plies(&self, mover: usize, opponent: usize) -> Option<u32>;
    fn row(&self, mover: usize) -> Box<dyn Iterator<Item = Option<u32>> + '_>;
    /// The value of a hand that is out.
    fn out(&self) -> u32;
    /// The fingers shown by a hand of some value.
    fn shown(&self, value: u32) -> u32;
    /// What a living value becomes when it is tapped by another.
    fn tapped(&self, value: u32, attacker: u32) -> u32;
}

impl<K: sweep::Key> Depths for sweep::Depths<K> {
    fn sets(&self) -> &Multisets {
        self.sets()
    }

    fn number(&self, hands: &[u32]) -> usize {
        self.number(hands)
    }

    fn plies(&self, mover: usize, opponent: usize) -> Option<u32> {
        Some(self.plies(mover, opponent))
    }

    fn row(&self, mover: usize) -> Box<dyn Iterator<Item = Option<u32>> + '_> {
        Box::new(self.row(mover).map(Some))
    }

    fn out(&self) -> u32 {
        self.fingers()
    }

    fn shown(&self, value: u32) -> u32 {
        (value + 1) % (self.fingers() + 1)
    }

    fn tapped(&self, value: u32, attacker: u32) -> u32 {
        (value + attacker + 1).min(self.fingers())
    }
}

impl<P: retrograde::Plies> Depths for retrograde::Depths<P> {
    fn sets(&self) -> &Multisets {
        self.sets()
    }

    fn number(&self, hands: &[u32]) -> usize {
        let mut values = hands.to_vec();
        values.sort_unstable();
        self.sets().find(&values)
    }

    fn plies(&self, mover: usize, opponent: usize) -> Option<u32> {
        self.plies(mover, opponent)
    }

    fn row(&self, mover: usize) -> Box<dyn Iterator<Item = Option<u32>> + '_> {
        Box::new(self.row(mover))
    }

    fn out(&self) -> u32 {
        retrograde::OUT
    }

    fn shown(&self, value: u32) -> u32 {
        value
    }

    fn tapped(&self, value: u32, attacker: u32) -> u32 {
        (value + attacker) % self.fingers()
    }
}

/// A solved game.
pub struct Solution {
    variant: Variant,
    table: Box<dyn Depths>,
}

impl Solution {
    /// Solves the game, unless that would take more memory than allowed.
    pub fn find(variant: Variant, allowed: Bytes) -> Result<Solution, Refusal> {
        Solution::find_beside(0.0, variant, allowed, &mut |_, _| ())
    }

    /// Solves the game if so many bytes a position are left for other work, and tells `watch` how
    /// many positions of how many are done.
    pub fn find_beside(
        other: f64,
        variant: Variant,
        allowed: Bytes,
        watch: &mut dyn FnMut(u64, u64),
    ) -> Result<Solution, Refusal> {
        let mut solve = |bytes| solve_with_bytes_of(bytes, other, variant, allowed, watch);
        let table = match solve(1)? {
            Some(table) => table,
            None => solve(2)?.ok_or(Refusal::TooLong)?,
        };
        Ok(Solution { variant, table })
    }

    /// The game that was solved.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The value of a position of this game.
    pub fn value(&self, position: &Position) -> Value {
        Value::of_end(position).unwrap_or_else(|| {
            let mover = position.to_move();
            let number = |player| self.table.number(position.hands(player));
            self.judge(self.table.plies(number(mover), number(mover.other())))
        })
    }

    /// Who wins is a matter of parity: the game ends when the player to move has no hands.
    fn judge(&self, plies: Option<u32>) -> Value {
        match plies {
            None => Value::Draw,
            Some(plies) if (plies % 2 == 1) != self.variant.misere => Value::Win(Some(plies)),
            Some(plies) => Value::Lose(Some(plies)),
        }
    }

    /// All legal moves, best first, ties by the lowest hands. They are not stored: thousands of hands
    /// have millions of moves.
    pub fn moves(&self, position: &Position) -> impl Iterator<Item = Judged<Tap>> {
        let worth = Rc::new(self.worth(position));
        let mut values: Vec<Value> = worth.values().copied().collect();
        values.sort_unstable_by(|one, other| one.best_first(*other));
        values.dedup();
        values.into_iter().flat_map(move |value| {
            let worth = Rc::clone(&worth);
            let taps = position.taps();
            taps.filter(move |&tap| worth[&position.fingers(tap)] == value)
                .map(move |chosen| Judged { chosen, value })
        })
    }

    /// What a tap is worth to the mover, by the fingers of the two hands.
    fn worth(&self, position: &Position) -> BTreeMap<(u32, u32), Value> {
        let mover = position.to_move();
        let kinds = |player| -> BTreeMap<u32, usize> {
            let shown = |hand| position.hands(player)[hand];
            let alive = position.alive(player);
            alive.map(|hand| (shown(hand), hand)).collect()
        };
        let targets = kinds(mover.other());
        let mut worth = BTreeMap::new();
        for &from in kinds(mover).values() {
            for &to in targets.values() {
                let tap = Tap { from, to };
                let value = self.value(&position.play(tap)).before();
                worth.insert(position.fingers(tap), value);
            }
        }
        worth
    }

    /// The best move, if the game is not over.
    pub fn best(&self, position: &Position) -> Option<Tap> {
        self.moves(position).next().map(|judged| judged.chosen)
    }

    /// In how many ways a side can have hands, up to their order. They are numbered from 0.
    pub fn sides(&self) -> usize {
        self.table.sets().len()
    }

    /// A position, Left to move, by the numbers of the mover's and the opponent's hands.
    pub fn position(&self, mover: usize, opponent: usize) -> Option<Position> {
        let side = |number| self.table.sets().contents(number).iter();
        let shown = side(mover)
            .chain(side(opponent))
            .map(|&value| self.table.shown(value));
        let shown: Vec<u64> = shown.map(u64::from).collect();
        Position::new(self.variant, Player::First, &shown).ok()
    }

    /// The value of every position of one mover, with the number of the opponent's hands.
    pub fn values_of(&self, mover: usize) -> impl Iterator<Item = (usize, Value)> {
        let nobody = self.table.number(&vec![0; self.variant.hands()]);
        // The opponent has no hands: the other way round than if the mover had none.
        let over = match self.judge(Some(0)) {
            Value::Win(_) => Value::Lose(Some(0)),
            _ => Value::Win(Some(0)),
        };
        let row = self.table.row(mover).enumerate();
        row.filter_map(
            move |(opponent, plies)| match (mover == nobody, opponent == nobody) {
                (true, true) => None,
                (false, true) => Some((opponent, over)),
                (_, false) => Some((opponent, self.judge(plies))),
            },
        )
    }

    /// The positions that can come up in a game: a row for each mover, a bit for each opponent.
    pub fn reachable(&self) -> BitMatrix {
        let (sets, out) = (self.table.sets(), self.table.out());
        let start = self.table.number(&vec![1; self.variant.hands()]);
        let mut first = BitMatrix::new(sets.len());
        first.set(start, start);
        let mut wave = Wave::new(
            sets,
            self.variant.most_shown() + 1,
            out,
            first.clone(),
            first,
        );
        while !wave.is_over() {
            wave.advance(|value, attacker| self.table.tapped(value, attacker));
        }
        wave.into_known()
    }
}

/// The solution of whatever game is asked about, found at the first question.
pub struct Solver {
    /// The most memory that solving may take.
    pub allowed: Bytes,
    watching: fn() -> Watch,
    solution: Option<Solution>,
}

/// Told how many positions of how many are done; dropped when all are.
pub type Watch = Box<dyn FnMut(u64, u64)>;

impl Solver {
    /// Nothing is solved yet.
    pub fn new(allowed: Bytes) -> Solver {
        Solver::watched(allowed, || Box::new(|_, _| ()))
    }

    /// The same, with somebody to watch each solution being found.
    pub fn watched(allowed: Bytes, watching: fn() -> Watch) -> Solver {
        Solver {
            allowed,
            watching,
            solution: None,
        }
    }

    /// The solution of the game with these rules.
    pub fn solution(&mut self, variant: Variant) -> Result<&Solution, Refusal> {
        let solution = match self.solution.take() {
            Some(solution) if *solution.variant() == variant => solution,
            _ => Solution::find_beside(0.0, variant, self.allowed, &mut (self.watching)())?,
        };
        Ok(self.solution.insert(solution))
    }
}

impl Knowledge<Position> for Solver {
    fn value(&mut self, position: &Position) -> Result<Value, Unsolved> {
        Ok(self.solution(*position.variant())?.value(position))
    }

    fn judged(&mut self, position: &Position) -> Result<Vec<Judged<Tap>>, Unsolved> {
        let solution = self.solution(*position.variant())?;
        Ok(solution.moves(position).collect())
    }

    fn best(&mut self, position: &Position) -> Result<Option<Tap>, Unsolved> {
        Ok(self.solution(*position.variant())?.best(position))
    }
}

impl From<Refusal> for Unsolved {
    fn from(refusal: Refusal) -> Unsolved {
        Unsolved(refusal.to_string())
    }
}

fn solve_with_bytes_of(
    bytes: u32,
    other: f64,
    variant: Variant,
    allowed: Bytes,
    watch: &mut dyn FnMut(u64, u64),
) -> Result<Option<Box<dyn Depths>>, Refusal> {
    let estimate = Estimate::new(variant, f64::from(bytes) + other);
    if estimate.bytes > allowed.0 as f64 {
        return Err(Refusal::TooLarge { estimate, allowed });
    }
    if !memory::is_given(estimate.bytes) {
        return Err(Refusal::Denied(estimate));
    }
    // The multisets fit in 32 bits, because a position for each pair of them fits in memory.
    let (hands, fingers, misere) = (variant.hands(), variant.fingers(), variant.misere);
    fn boxed<'t, T: Depths + 't>(table: Result<T, sweep::TooLong>) -> Option<Box<dyn Depths + 't>> {
        table.ok().map(|table| Box::new(table) as Box<dyn Depths>)
    }
    Ok(match (variant.wrap, bytes) {
        (false, 1) => boxed(sweep::Depths::<u8>::solve(hands, fingers, misere, watch)),
        (false, _) => boxed(sweep::Depths::<u16>::solve(hands, fingers, misere, watch)),
        (true, 1) => boxed(retrograde::Depths::<u8>::solve(
            hands, fingers, misere, watch,
        )),
        (true, _) => boxed(retrograde::Depths::<u16>::solve(
            hands, fingers, misere, watch,
        )),
    })
}

/// What solving a game takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Positions up to the order of hands and relative to the mover.
    pub positions: f64,
    /// Memory.
    pub bytes: f64,
}

impl Estimate {
    /// With so many bytes for the plies of a position, and for whatever else is kept of it.
    pub fn new(variant: Variant, bytes: f64) -> Estimate {
        let values = u64::from(variant.most_shown()) + 1;
        let sides = multisets::count(variant.hands(), values);
        let positions = sides * sides;
        let hands = variant.hands() as f64;
        // The contents of each multiset, and what replacing any of its values by any other gives.
        let numbering = sides * (hands.min(values as f64) * values as f64 + 2.0 * hands) * 4.0;
        let rest = if variant.wrap {
            positions * 1.5 // how many moves are refuted, and the positions of the last rounds
        } else {
            let sums = hands * (values - 1) as f64 + 1.0;
            sums * sums * 8.0 // where the blocks begin
        };
        Estimate {
            positions,
            bytes: positions * bytes + numbering + rest,
        }
    }
}

impl fmt::Display for Estimate {
    /// As the reason not to solve a game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this game is too large to solve: it has ")?;
        memory::write_count(self.positions, "positions", f)?;
        f.write_str(" and needs ")?;
        memory::write_size(self.bytes, f)?;
        f.write_str(" of memory")
    }
}

/// Why a game is not solved.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum Refusal {
    /// It needs more memory than allowed.
    #[error("{estimate}, of which {allowed} may be used (--memory)")]
    TooLarge {
        /// What it needs.
        estimate: Estimate,
        /// What is allowed.
        allowed: Bytes,
    },
    /// It needs more memory than the system gives.
    #[error("{0}, which the system does not give")]
    Denied(Estimate),
    /// It has games of more plies than 16 bits can count.
    #[error("this game cannot be solved: it can last more than {} plies", u16::MAX - 1)]
    TooLong,
}
