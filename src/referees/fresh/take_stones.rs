//! Fresh boards of Take Stones: both players, every depth, every row of the evaluation, cut-offs on
//! both sides. Of the boards drawn for a kind, the one is taken that most wrong searches fail.

mod facts;

use facts::{Facts, Row};

use super::spread;
use crate::game::{Game, Player};
use crate::grading::fixture::{Fixture, Step};
use crate::grading::fresh::Maker;
use crate::random::Dice;
use crate::referees::listeners::take_stones::slips::{Slip, Slips};
use crate::referees::listeners::take_stones::small::telling_searches;
use crate::referees::listeners::take_stones::suspect::{Question, answer};
use crate::take_stones::arguments::board_and_depth;
use crate::take_stones::{Board, plain};

/// Makes cases of `take_stones`.
pub(crate) struct TakeStonesMaker;

/// The right search has at most so many nodes, and one that never cuts off at most so many: a slow
/// program has to be done in time.
const MOST_NODES: u64 = 2_000;
const MOST_UNCUT: u64 = 20_000;

/// So many boards of its kind are compared for a case, and so many drawn to find them.
const COMPARED: usize = 8;
const DRAWN: usize = 3_000;

/// A board, a depth and what a search of it meets.
struct Drawn {
    taken: Vec<u64>,
    board: Board,
    depth: u64,
    facts: Facts,
}

/// What a board is to be like.
struct Kind {
    name: &'static str,
    fits: fn(&Drawn) -> bool,
}

macro_rules! kinds {
    ($($name:literal $fits:expr,)*) => { [$(Kind { name: $name, fits: $fits },)*] };
}

static KINDS: [Kind; 20] = kinds! {
    "a new game, half of the stones odd" |it| it.taken.is_empty() && it.board.stones() % 4 == 2,
    "a new game, an odd number of stones" |it| it.taken.is_empty() && it.board.stones() % 4 == 3,
    "Max to move, to the end of the game" |it| it.depth == 0 && it.max(),
    "Min to move, to the end of the game" |it| it.depth == 0 && !it.max(),
    "Max to move, one ply" |it| it.depth == 1 && it.max(),
    "Min to move, one ply" |it| it.depth == 1 && !it.max(),
    "Max to move, an even depth" |it| it.limited() && it.depth % 2 == 0 && it.max(),
    "Min to move, an odd depth" |it| it.limited() && it.depth % 2 == 1 && !it.max(),
    "leaves behind stone 1 for Max" |it| it.depth > 0 && it.facts.worth(Row::One, Player::First) > 0,
    "leaves behind stone 1 for Min" |it| it.depth > 0 && it.facts.worth(Row::One, Player::Second) > 0,
    "leaves behind a prime for Max" |it| it.meets(Row::Prime, Player::First),
    "leaves behind a prime for Min" |it| it.meets(Row::Prime, Player::Second),
    "leaves behind a composite stone for Max" |it| it.meets(Row::Composite, Player::First),
    "leaves behind a composite stone for Min" |it| it.meets(Row::Composite, Player::Second),
    "stone 1 is left at some leaves" |it| it.limited() && it.facts.has(Row::OneIsLeft) && it.facts.values > 2,
    "finished games and others among the leaves" |it| it.facts.has(Row::Over) && it.facts.values > 2,
    "cut off at a Max node" |it| it.limited() && it.facts.cuts[0] > 1,
    "cut off at a Min node" |it| it.limited() && it.facts.cuts[1] > 1,
    "cut off on both sides, to the end" |it| it.depth == 0 && it.facts.cuts[0] > 0 && it.facts.cuts[1] > 0,
    "a larger board" |it| it.board.stones() > 40,
};

impl Drawn {
    fn max(&self) -> bool {
        self.board.to_move() == Player::First
    }

    fn limited(&self) -> bool {
        self.depth > 1 && self.facts.deepest == self.depth
    }

    /// Whether leaves of this row are worth different things to this player.
    fn meets(&self, row: Row, player: Player) -> bool {
        self.depth > 0 && self.facts.worth(row, player) == 2
    }

    fn question(&self) -> Option<Question> {
        Question::new(&self.board, self.depth)
    }

    /// How it is asked on the command line.
    fn arguments(&self) -> Vec<String> {
        let sizes = [u64::from(self.board.stones()), self.taken.len() as u64];
        let numbers = [&sizes[..], &self.taken, &[self.depth]].concat();
        numbers.iter().map(u64::to_string).collect()
    }
}

fn case(board: &Board, depth: u64, args: Vec<String>, name: &str) -> Fixture {
    let six_lines = plain::search(board, depth, |_| ()).to_string();
    Fixture {
        args,
        steps: vec![Step::Output(six_lines)],
        ..Fixture::new(format!("fresh: {name}"))
    }
}

impl Maker for TakeStonesMaker {
    fn make(
        &self,
        count: usize,
        _: Option<u32>,
        known: &[Fixture],
        dice: &mut Dice,
    ) -> Vec<Fixture> {
        let mut unseen: Vec<Slip> = Slip::ALL.to_vec();
        let mut made: Vec<Fixture> = Vec::new();
        for kind in spread(&KINDS, count, dice) {
            let mut boards = Vec::new();
            for _ in 0..DRAWN {
                let fits = |drawn: &Drawn| {
                    let mut seen = known.iter().chain(&made);
                    (kind.fits)(drawn) && !seen.any(|case| case.args == drawn.arguments())
                };
                boards.extend(draw(dice).filter(fits));
                if boards.len() == COMPARED {
                    break;
                }
            }
            let Some(best) = boards
                .into_iter()
                .max_by_key(|drawn| shown(drawn, &unseen).len())
            else {
                continue;
            };
            let seen = shown(&best, &unseen);
            unseen.retain(|slip| !seen.contains(slip));
            if unseen.is_empty() {
                unseen = Slip::ALL.to_vec();
            }
            made.push(case(&best.board, best.depth, best.arguments(), kind.name));
        }
        made
    }

    /// The smallest boards on which the known slips show, and then this one with a little less.
    fn smaller(&self, failed: &Fixture) -> Vec<Fixture> {
        let Ok((board, depth)) = board_and_depth(&failed.args) else {
            return Vec::new();
        };
        let nodes = plain::search(&board, depth, |_| ()).visited;
        let telling = telling_searches().into_iter().map(|small| small.arguments);
        let lists = telling.chain(less(&failed.args, depth));
        let cases = lists.filter_map(|args| {
            let (board, depth) = board_and_depth(&args).ok()?;
            if board.winner().is_some() {
                return None;
            }
            let visited = plain::search(&board, depth, |_| ()).visited;
            (visited < nodes).then(|| (visited, case(&board, depth, args, "a small board")))
        });
        let mut cases: Vec<(u64, Fixture)> = cases.collect();
        cases.sort_by_key(|(visited, _)| *visited);
        cases.into_iter().map(|(_, case)| case).collect()
    }
}

/// The slips that a board shows.
fn shown(drawn: &Drawn, slips: &[Slip]) -> Vec<Slip> {
    let Some(question) = drawn.question() else {
        return Vec::new();
    };
    let right = answer(question, Slips::NONE, MOST_NODES).map(|answer| answer.numbers());
    let tells = |slip: &&Slip| {
        let wrong = answer(question, Slips::of(&[**slip]), MOST_UNCUT);
        wrong.map(|answer| answer.numbers()) != right
    };
    slips.iter().filter(tells).copied().collect()
}

/// Some board that can be searched in time.
fn draw(dice: &mut Dice) -> Option<Drawn> {
    let stones = match dice.below(8) {
        0 => 41 + dice.below(40),
        _ => 4 + dice.below(30),
    };
    let mut board = Board::new(stones).ok()?;
    let mut taken = Vec::new();
    for _ in 0..dice.below(10) {
        let moves = board.moves();
        if moves.is_empty() {
            break;
        }
        let stone = *dice.pick(&moves);
        board.take(stone);
        taken.push(u64::from(stone));
    }
    let depth = match dice.below(5) {
        0 => 0,
        _ => 1 + dice.below(5),
    };
    if board.winner().is_some() {
        return None;
    }
    let question = Question::new(&board, depth)?;
    answer(question, Slips::NONE, MOST_NODES).filter(|right| right.visited > 2)?;
    answer(question, Slips::of(&[Slip::NeverCuts]), MOST_UNCUT)?;
    Some(Drawn {
        facts: Facts::of(&board, depth),
        taken,
        board,
        depth,
    })
}

/// The same question with a stone less, a ply less, or a move or two further back.
fn less(args: &[String], depth: u64) -> Vec<Vec<String>> {
    let Some((_, list)) = args.split_last() else {
        return Vec::new();
    };
    let stones = args.first().and_then(|stones| stones.parse::<u64>().ok());
    let Some((stones, taken)) = stones.zip(list.get(2..)) else {
        return Vec::new();
    };
    let asked = |stones: u64, taken: &[String], depth: u64| -> Vec<String> {
        let sizes = [stones.to_string(), taken.len().to_string()];
        [&sizes[..], taken, &[depth.to_string()]].concat()
    };
    let mut found = Vec::new();
    for fewer in [stones / 2, stones * 3 / 4, stones.saturating_sub(1)] {
        found.push(asked(fewer, taken, depth));
    }
    for plies in [1, 2, depth.saturating_sub(1)] {
        found.push(asked(stones, taken, plies.max(1)));
    }
    for back in 1..=2 {
        if let Some(kept) = taken.len().checked_sub(back) {
            found.push(asked(stones, &taken[..kept], depth));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn six(case: &Fixture, slips: Slips) -> Option<[f64; 6]> {
        let (board, depth) = board_and_depth(&case.args).expect("a board");
        let question = Question::new(&board, depth).expect("small");
        answer(question, slips, 100 * MOST_UNCUT).map(|answer| answer.numbers())
    }

    #[test]
    fn twenty_boards_find_every_wrong_search() {
        for seed in 0..10 {
            let made = TakeStonesMaker.make(20, None, &[], &mut Dice::new(seed));
            assert_eq!(made.len(), 20, "seed {seed}");
            for &slip in Slip::ALL {
                let found = made
                    .iter()
                    .any(|case| six(case, Slips::of(&[slip])) != six(case, Slips::NONE));
                assert!(found, "{slip:?} with seed {seed}");
            }
        }
    }

    #[test]
    fn what_is_expected_is_what_the_program_prints() {
        for case in TakeStonesMaker.make(20, None, &[], &mut Dice::new(3)) {
            let (board, depth) = board_and_depth(&case.args).expect("a board");
            let outcome = crate::take_stones::search::search(&board, depth, 1 << 20);
            let outcome = outcome.expect("a small search").to_string();
            assert_eq!(case.steps, [Step::Output(outcome)]);
        }
    }

    #[test]
    fn smaller_boards_have_smaller_searches() {
        for case in TakeStonesMaker.make(5, None, &[], &mut Dice::new(4)) {
            let smaller = TakeStonesMaker.smaller(&case);
            let visited: Vec<f64> = smaller
                .iter()
                .map(|case| six(case, Slips::NONE).expect("a small search")[2])
                .collect();
            assert!(visited.is_sorted());
            assert!(visited.len() > 2);
        }
    }
}
