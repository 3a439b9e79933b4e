//! With wrap-around play can go round for ever, so values are found backwards from the ends: round
//! by round the positions that end after so many plies. What is never reached is a draw.
//!
//! The positions of a round come from those of the round before. Rounds take turns: a position with
//! a lost successor is won, in the next round one whose successors are all won is lost. So the
//! predecessors of the last round are candidates, and in every other round they are checked.

use super::crew;
use super::multisets::{Multisets, Order};
use super::sweep::TooLong;
use super::wave::{Attacker, BitMatrix, Wave, ones};
use crate::progress::Progress;

/// The value of a hand that is out. All others are the fingers they show.
pub const OUT: u32 = 0;

/// The plies of every position of a game with wrap-around.
pub struct Table<P> {
    sets: Multisets,
    fingers: u32,
    /// By mover, then by opponent.
    plies: Vec<P>,
}

/// The type that counts plies; its largest number stands for a game without end.
pub trait Plies: Copy + Eq + TryFrom<u32> + Into<u32> + Send + Sync {
    /// A game without end.
    const NEVER: Self;
}

impl Plies for u8 {
    const NEVER: u8 = u8::MAX;
}

impl Plies for u16 {
    const NEVER: u16 = u16::MAX;
}

impl<P: Plies> Table<P> {
    /// Solves the game. Fails if it has games too long for the counters.
    pub fn solve(hands: usize, fingers: u32, misere: bool) -> Result<Table<P>, TooLong> {
        let sets = Multisets::new(hands, fingers as usize, Order::Colexicographic);
        let plies = Search::new(&sets, fingers, misere).run()?;
        Ok(Table {
            sets,
            fingers,
            plies,
        })
    }

    /// Fingers on a hand.
    pub fn fingers(&self) -> u32 {
        self.fingers
    }

    /// All multisets of hands, numbered.
    pub fn sets(&self) -> &Multisets {
        &self.sets
    }

    /// The plies until the end for the mover's and the opponent's hands, given by number, unless
    /// play goes round for ever. The opponent must have a hand left.
    pub fn plies(&self, mover: usize, opponent: usize) -> Option<u32> {
        known(self.plies[mover * self.sets.len() + opponent])
    }

    /// The plies of one mover against all opponents in the order of their numbers.
    pub fn row(&self, mover: usize) -> impl Iterator<Item = Option<u32>> {
        let size = self.sets.len();
        self.plies[mover * size..(mover + 1) * size]
            .iter()
            .map(|&plies| known(plies))
    }
}

fn known<P: Plies>(plies: P) -> Option<u32> {
    (plies != P::NEVER).then(|| plies.into())
}

struct Search<'a, P> {
    sets: &'a Multisets,
    fingers: u32,
    misere: bool,
    /// Positions won for the mover, by mover.
    won: BitMatrix,
    plies: Vec<P>,
}

impl<'a, P: Plies> Search<'a, P> {
    fn new(sets: &'a Multisets, fingers: u32, misere: bool) -> Self {
        let size = sets.len();
        Search {
            sets,
            fingers,
            misere,
            won: BitMatrix::new(size),
            plies: vec![P::NEVER; size * size],
        }
    }

    /// In the wave the rows of news are movers and those of what is reached are opponents: going
    /// back over a tap, the mover of the later position is the one who was tapped.
    fn run(mut self) -> Result<Vec<P>, TooLong> {
        let size = self.sets.len();
        let all_out = self.sets.find(&vec![OUT; self.sets.contents(0).len()]);
        let (mut ends, mut known) = (BitMatrix::new(size), BitMatrix::new(size));
        for opponent in (0..size).filter(|&opponent| opponent != all_out) {
            ends.set(all_out, opponent);
            known.set(opponent, all_out);
        }
        let mut wave = Wave::new(self.sets, self.fingers, OUT, ends, known);
        let mut progress = Progress::new("solving", (size * size) as u64);
        let mut found = 0;
        for round in 0.. {
            let won = (round % 2 == 1) != self.misere;
            found += self.note(&wave, round, won)?;
            progress.reach(found);
            if wave.is_over() {
                break;
            }
            self.step_back(&mut wave, !won);
        }
        Ok(self.plies)
    }

    /// Goes back one ply: to positions that are won if the last ones were lost, and else to those of
    /// which all successors are won.
    fn step_back(&self, wave: &mut Wave, win: bool) {
        let fingers = self.fingers;
        let untapped =
            |value, attacker| (value != attacker).then(|| (value + fingers - attacker) % fingers);
        wave.advance(untapped, |opponent, movers, attackers| {
            if !win {
                self.keep_lost(opponent, movers, attackers);
            }
        });
    }

    /// Keeps the movers that only have moves to positions won for `opponent`.
    fn keep_lost(&self, opponent: usize, movers: &mut [u64], attackers: &[&Attacker]) {
        for (kind, replaced) in self.sets.kinds(opponent).filter(|(kind, _)| *kind != OUT) {
            for attacker in attackers {
                let tapped = (kind + attacker.value) % self.fingers;
                let won = self.won.row(replaced[tapped as usize] as usize);
                for ((mover, &won), &owner) in movers.iter_mut().zip(won).zip(&attacker.owners) {
                    *mover &= won | !owner;
                }
            }
        }
    }

    /// Writes down the positions reached last, and returns how many they are.
    fn note(&mut self, wave: &Wave, round: u32, win: bool) -> Result<u64, TooLong> {
        let size = self.sets.len();
        let words = self.won.words();
        let counter = P::try_from(round).ok().filter(|plies| *plies != P::NEVER);
        let rows = 1024.min(size);
        let count = std::sync::atomic::AtomicU64::new(0);
        let groups = self
            .won
            .groups_mut(rows)
            .zip(self.plies.chunks_mut(rows * size));
        let jobs: Vec<_> = groups.enumerate().collect();
        crew::share(jobs, size < rows, |(job, (won, plies))| {
            let mut found = 0;
            for (index, (won, plies)) in won
                .chunks_mut(words)
                .zip(plies.chunks_mut(size))
                .enumerate()
            {
                let news = wave.news().row(job * rows + index);
                for (at, &word) in news.iter().enumerate().filter(|(_, word)| **word != 0) {
                    let counter = counter.ok_or(TooLong)?;
                    ones(word).for_each(|bit| plies[at * 64 + bit] = counter);
                    found += u64::from(word.count_ones());
                    if win {
                        won[at] |= word;
                    }
                }
            }
            count.fetch_add(found, std::sync::atomic::Ordering::Relaxed);
            Ok(())
        })?;
        Ok(count.into_inner())
    }
}
