//! Fresh games of sticks between friends: any size, any end, with bad answers at every question.

use super::new_ones;
use super::transcript::transcript;
use crate::grading::fixture::{Fixture, Step};
use crate::grading::fresh::Maker;
use crate::random::Dice;
use crate::sticks::memory::Memory;
use crate::sticks::rules::TAKES;
use crate::sticks::table::Table;

/// Makes cases of `sticks`.
pub(crate) struct SticksMaker;

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The final stick alone is taken.
    One,
    /// The last two or three are taken together.
    All,
    /// More are taken than are left.
    More,
}

/// How often an answer out of range is given: at the size, at the menu, at the takes.
type Bad = (u64, u64, u64);

/// The size, or 0 for any; the end; the bad answers.
type Kind = (u64, End, Bad);

const KINDS: [Kind; 10] = [
    (10, End::One, (0, 0, 0)),
    (10, End::All, (2, 0, 1)),
    (11, End::More, (0, 0, 0)),
    (0, End::One, (0, 0, 3)),
    (0, End::All, (1, 1, 0)),
    (0, End::More, (0, 0, 2)),
    (0, End::One, (3, 2, 2)),
    (0, End::All, (0, 0, 4)),
    (100, End::One, (1, 0, 1)),
    (0, End::More, (1, 1, 1)),
];

/// A game, by what is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FriendGame {
    part: u32,
    /// Sizes that are refused, and the one that is played.
    sizes: Vec<u64>,
    /// Options that are refused, and 1; nothing in part 1.
    options: Vec<u64>,
    /// Takes, those that are refused among them.
    takes: Vec<u64>,
}

impl Maker for SticksMaker {
    fn make(
        &self,
        count: usize,
        part: Option<u32>,
        known: &[Fixture],
        dice: &mut Dice,
    ) -> Vec<Fixture> {
        let part = part.unwrap_or(1);
        let draw = |&(size, end, bad): &Kind, dice: &mut Dice| {
            let size = if size == 0 { 10 + dice.below(40) } else { size };
            FriendGame::draw(part, size, end, bad, dice).case()
        };
        new_ones(&KINDS, count, known, dice, draw)
    }

    fn smaller(&self, case: &Fixture) -> Vec<Fixture> {
        let Some(game) = FriendGame::of(case) else {
            return Vec::new();
        };
        let mut smaller = game.smaller();
        smaller.retain(|other| other.answers() < game.answers());
        smaller.sort_by_key(FriendGame::answers);
        smaller.iter().filter_map(FriendGame::case).collect()
    }
}

impl FriendGame {
    fn draw(part: u32, size: u64, end: End, bad: Bad, dice: &mut Dice) -> FriendGame {
        let (rest, last) = match end {
            End::One => (1, 1),
            End::All => *dice.pick(&[(2, 2), (3, 3)]),
            End::More => *dice.pick(&[(1, 2), (1, 3), (2, 3)]),
        };
        let mut takes = Vec::new();
        let mut left = size;
        while left > rest {
            let take = match left - rest {
                few @ 1..=3 => few,
                _ => 1 + dice.below(3),
            };
            takes.push(take);
            left -= take;
        }
        takes.push(last);
        for answer in out_of_range(bad.2, [0, 4], &[5, 10, 55], dice) {
            let at = dice.below(takes.len() as u64) as usize;
            takes.insert(at, answer);
        }
        let mut sizes = out_of_range(bad.0, [9, 101], &[0, 3, 110, 500], dice);
        sizes.push(size);
        let mut options = Vec::new();
        if part > 1 {
            options = out_of_range(bad.1, [0, u64::from(part) + 1], &[9], dice);
            options.push(1);
        }
        FriendGame {
            part,
            sizes,
            options,
            takes,
        }
    }

    /// The game that a case types.
    fn of(case: &Fixture) -> Option<FriendGame> {
        let mut game = FriendGame {
            part: case.part?,
            sizes: Vec::new(),
            options: Vec::new(),
            takes: Vec::new(),
        };
        let mut question = "";
        for step in &case.steps {
            match step {
                Step::Output(text) => question = text,
                Step::Type(text) if question.contains("initially") => {
                    game.sizes.push(text.parse().ok()?);
                }
                Step::Type(text) if question.contains("option") => {
                    game.options.push(text.parse().ok()?);
                }
                Step::Type(text) => game.takes.push(text.parse().ok()?),
                Step::EndOfInput => return None,
            }
        }
        Some(game)
    }

    fn answers(&self) -> usize {
        self.sizes.len() + self.options.len() + self.takes.len()
    }

    /// The shortest games of ten sticks that end like this one, without bad answers and with a single
    /// one of its own; then this game without one of its bad answers.
    fn smaller(&self) -> Vec<FriendGame> {
        let legal = |takes: &[u64]| -> Vec<u64> {
            let legal = takes.iter().filter(|take| TAKES.contains(take));
            legal.copied().collect()
        };
        let takes = legal(&self.takes);
        let Some((&last, before)) = takes.split_last() else {
            return Vec::new();
        };
        let size = self.sizes.last().copied().unwrap_or(10);
        let rest = size.saturating_sub(before.iter().sum());
        let mut found = Vec::new();
        for first in [3, 2, 1] {
            let mut takes = vec![first];
            while 10 - takes.iter().sum::<u64>() > rest {
                takes.push((10 - takes.iter().sum::<u64>() - rest).min(3));
            }
            takes.push(last);
            let plain = FriendGame {
                part: self.part,
                sizes: vec![10],
                options: self.options.last().copied().into_iter().collect(),
                takes,
            };
            let bad_takes = self.takes.iter().filter(|take| !TAKES.contains(take));
            for &bad in bad_takes {
                let mut game = plain.clone();
                game.takes.insert(0, bad);
                found.push(game);
            }
            for &bad in self.sizes.split_last().map_or(&[][..], |(_, bad)| bad) {
                let mut game = plain.clone();
                game.sizes.insert(0, bad);
                found.push(game);
            }
            for &bad in self.options.split_last().map_or(&[][..], |(_, bad)| bad) {
                let mut game = plain.clone();
                game.options.insert(0, bad);
                found.push(game);
            }
            found.push(plain);
        }
        for at in 0..self.takes.len() {
            let mut game = self.clone();
            if !TAKES.contains(&game.takes.remove(at)) {
                found.push(game);
            }
        }
        found.push(FriendGame {
            sizes: vec![size],
            ..self.clone()
        });
        found
    }

    fn case(&self) -> Option<Fixture> {
        let part = u8::try_from(self.part).ok()?;
        let typed = [&self.sizes[..], &self.options, &self.takes].concat();
        let table = Table {
            part,
            games: 0,
            dice: Dice::new(0),
            memory: Memory::open(None).ok()?,
            show_hats: false,
        };
        let typed = typed.iter().map(u64::to_string);
        let steps = transcript(typed, |console| table.play(console))?;
        let size = self.sizes.last()?;
        Some(Fixture {
            part: Some(self.part),
            ours: vec!["--part".to_owned(), part.to_string()],
            steps,
            ..Fixture::new(format!("fresh: {size} sticks, two people"))
        })
    }
}

/// So many answers out of range: both that are just outside it, if there is room, and then any.
fn out_of_range(count: u64, just: [u64; 2], any: &[u64], dice: &mut Dice) -> Vec<u64> {
    let first = dice.below(2) as usize;
    let border = [just[first], just[1 - first]].into_iter();
    let others = std::iter::repeat_with(|| *dice.pick(any));
    border.chain(others).take(count as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_every_part_are_whole() {
        for part in 1..=3 {
            let mut dice = Dice::new(part.into());
            let made = SticksMaker.make(50, Some(part), &[], &mut dice);
            assert_eq!(made.len(), 50);
            for case in &made {
                let Some(Step::Output(last)) = case.steps.last() else {
                    panic!("{case:?}");
                };
                assert!(last.ends_with("you lose.\n"), "{last}");
                assert_eq!(
                    FriendGame::of(case).and_then(|game| game.case()).as_ref(),
                    Some(case)
                );
            }
        }
    }

    #[test]
    fn smaller_games_are_whole_and_start_with_the_smallest() {
        let mut dice = Dice::new(4);
        for case in SticksMaker.make(20, Some(2), &[], &mut dice) {
            let length = FriendGame::of(&case).expect("a game").answers();
            let smaller = SticksMaker.smaller(&case);
            let lengths: Vec<usize> = smaller
                .iter()
                .map(|case| FriendGame::of(case).expect("a game").answers())
                .collect();
            assert!(lengths.is_sorted() && lengths.iter().all(|&other| other < length));
        }
    }
}
