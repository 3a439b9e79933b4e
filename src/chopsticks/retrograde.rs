//! With wrap-around play can go round for ever, so values are found backwards from the ends: round
//! by round the positions that end after so many plies. What is never reached is a draw.
//!
//! Rounds take turns. Where somebody has just lost, every position before is won; where somebody has
//! won, a position before is lost once all its moves are known to be such, and those are counted.
//! Predecessors are generated, not stored: a tap leaves the hands of the one who taps alone, so all
//! predecessors of positions in which B waits lie in the one row of the table in which B is to move.
//! That row stays in the cache, and threads that take different rows do not meet.

use std::convert::Infallible;

use super::crew;
use super::multisets::{Multisets, Order};
use super::sweep::TooLong;

/// Games with fewer multisets than this are not worth a second thread.
const WORTH_A_THREAD: usize = 1024;

/// How many rows a thread takes at a time.
const ROWS: usize = 64;

/// The value of a hand that is out. All others are the fingers they show.
pub(crate) const OUT: u32 = 0;

/// The plies of every position of a game with wrap-around.
pub(crate) struct Depths<P> {
    sets: Multisets,
    fingers: u32,
    /// By mover, then by opponent.
    plies: Vec<P>,
}

/// The type that counts plies; its largest number stands for a game without end.
pub(crate) trait Plies: Copy + Eq + TryFrom<u32> + Into<u32> + Send + Sync {
    /// A game without end.
    const NEVER: Self;
}

impl Plies for u8 {
    const NEVER: u8 = u8::MAX;
}

impl Plies for u16 {
    const NEVER: u16 = u16::MAX;
}

impl<P: Plies> Depths<P> {
    /// Solves the game, telling `watch` how many positions of how many are done. Fails if it has
    /// games too long for the counters.
    pub(crate) fn solve(
        hands: usize,
        fingers: u32,
        misere: bool,
        watch: &mut dyn FnMut(u64, u64),
    ) -> Result<Depths<P>, TooLong> {
        let sets = Multisets::new(hands, fingers as usize, Order::Colexicographic);
        let plies = Search::new(&sets, fingers).run(misere, watch)?;
        Ok(Depths {
            sets,
            fingers,
            plies,
        })
    }

    /// Fingers on a hand.
    pub(crate) fn fingers(&self) -> u32 {
        self.fingers
    }

    /// All multisets of hands, numbered.
    pub(crate) fn sets(&self) -> &Multisets {
        &self.sets
    }

    /// The plies until the end for the mover's and the opponent's hands, given by number, unless
    /// play goes round for ever. The opponent must have a hand left.
    pub(crate) fn plies(&self, mover: usize, opponent: usize) -> Option<u32> {
        known(self.plies[mover * self.sets.len() + opponent])
    }

    /// The plies of one mover against all opponents in the order of their numbers.
    pub(crate) fn row(&self, mover: usize) -> impl Iterator<Item = Option<u32>> {
        let size = self.sets.len();
        self.plies[mover * size..(mover + 1) * size]
            .iter()
            .map(|&plies| known(plies))
    }
}

fn known<P: Plies>(plies: P) -> Option<u32> {
    (plies != P::NEVER).then(|| plies.into())
}

/// The positions of a round, by the side that waits.
struct Front {
    /// Where the movers against each waiting side begin, and where the last of them end.
    first: Vec<usize>,
    movers: Vec<u32>,
}

impl Front {
    /// From lists of movers and the sides that wait.
    fn sorted(size: usize, lists: &[Vec<(u32, u32)>]) -> Front {
        let mut first = vec![0; size + 1];
        for &(_, waiting) in lists.iter().flatten() {
            first[waiting as usize + 1] += 1;
        }
        for index in 0..size {
            first[index + 1] += first[index];
        }
        let mut next = first.clone();
        let mut movers = vec![0; first[size]];
        for &(mover, waiting) in lists.iter().flatten() {
            let at = &mut next[waiting as usize];
            movers[*at] = mover;
            *at += 1;
        }
        Front { first, movers }
    }

    fn against(&self, waiting: usize) -> &[u32] {
        &self.movers[self.first[waiting]..self.first[waiting + 1]]
    }
}

/// What all rounds share.
struct Search<'a> {
    sets: &'a Multisets,
    fingers: u32,
    /// How many kinds of living hands each multiset has.
    living: Vec<u8>,
}

/// The positions of one mover, by opponent.
struct Row<'t, P> {
    mover: usize,
    plies: &'t mut [P],
    /// How many different moves are known to let the opponent win. They fit in a byte: a game with
    /// 16 kinds of hands on both sides has some 10^17 positions.
    refuted: &'t mut [u8],
}

impl Search<'_> {
    fn new(sets: &Multisets, fingers: u32) -> Search<'_> {
        let living = |index| sets.kinds(index).filter(|(kind, _)| *kind != OUT).count();
        Search {
            sets,
            fingers,
            living: (0..sets.len()).map(|index| living(index) as u8).collect(),
        }
    }

    fn run<P: Plies>(
        &self,
        misere: bool,
        watch: &mut dyn FnMut(u64, u64),
    ) -> Result<Vec<P>, TooLong> {
        let size = self.sets.len();
        let mut plies = vec![P::NEVER; size * size];
        let mut refuted = vec![0; size * size];
        let all_out = self.sets.find(&vec![OUT; self.sets.contents(0).len()]);
        let others = (0..size).filter(|&waiting| waiting != all_out);
        let ends = others.map(|waiting| (all_out as u32, waiting as u32));
        plies[all_out * size..][..size].fill(count(0)?);
        let mut found = vec![ends.collect()];
        let mut known = 0;
        for round in 1.. {
            let front = Front::sorted(size, &found);
            if front.movers.is_empty() {
                break;
            }
            known += front.movers.len() as u64;
            watch(known, (size * size) as u64);
            let win = (round % 2 == 1) != misere;
            found = self.step_back(&front, count(round)?, win, &mut plies, &mut refuted);
        }
        Ok(plies)
    }

    /// Goes back one ply from the positions of a round: to won positions if those are lost, and else
    /// to lost ones. Returns movers and opponents.
    fn step_back<P: Plies>(
        &self,
        front: &Front,
        round: P,
        win: bool,
        plies: &mut [P],
        refuted: &mut [u8],
    ) -> Vec<Vec<(u32, u32)>> {
        let size = self.sets.len();
        let mut found = vec![Vec::new(); size.div_ceil(ROWS)];
        let rows = plies
            .chunks_mut(ROWS * size)
            .zip(refuted.chunks_mut(ROWS * size));
        let jobs: Vec<_> = rows.zip(&mut found).enumerate().collect();
        let alone = size < WORTH_A_THREAD;
        let done: Result<(), Infallible> =
            crew::share(jobs, alone, |(job, ((plies, refuted), found))| {
                let rows = plies.chunks_mut(size).zip(refuted.chunks_mut(size));
                for (mover, (plies, refuted)) in (job * ROWS..).zip(rows) {
                    let row = Row {
                        mover,
                        plies,
                        refuted,
                    };
                    self.row_back(row, front.against(mover), round, win, found);
                }
                Ok(())
            });
        let Ok(()) = done;
        found
    }

    /// Finds the positions of a row that lead to those in which its mover waits for one of `tapped`.
    fn row_back<P: Plies>(
        &self,
        row: Row<P>,
        tapped: &[u32],
        round: P,
        win: bool,
        found: &mut Vec<(u32, u32)>,
    ) {
        let living = self.sets.kinds(row.mover).map(|(kind, _)| kind);
        let attackers: Vec<u32> = living.filter(|&kind| kind != OUT).collect();
        for &after in tapped {
            for (kind, replaced) in self.sets.kinds(after as usize) {
                // A hand that now shows what was added had been out, and is not tapped.
                for &attacker in attackers.iter().filter(|&&attacker| attacker != kind) {
                    let untapped = if kind > attacker {
                        kind - attacker
                    } else {
                        kind + self.fingers - attacker
                    };
                    let opponent = replaced[untapped as usize];
                    let at = opponent as usize;
                    if row.plies[at] != P::NEVER {
                        continue;
                    }
                    row.refuted[at] += u8::from(!win);
                    let moves = self.living[row.mover] * self.living[at];
                    if win || row.refuted[at] == moves {
                        row.plies[at] = round;
                        found.push((row.mover as u32, opponent));
                    }
                }
            }
        }
    }
}

/// A number of plies, if it can be counted.
fn count<P: Plies>(plies: u32) -> Result<P, TooLong> {
    let plies = P::try_from(plies).map_err(|_| TooLong)?;
    (plies != P::NEVER).then_some(plies).ok_or(TooLong)
}
