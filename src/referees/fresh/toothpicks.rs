//! Fresh games of Toothpick Takeaway: legal ones, and ones that have to be refused.

use super::new_ones;
use super::transcript::transcript;
use crate::game::Game;
use crate::grading::fixture::{Fixture, Matching, Step};
use crate::grading::fresh::Maker;
use crate::random::Dice;
use crate::toothpicks::Board;
use crate::toothpicks::table::{put_down, tell_game};

/// Makes cases of `toothpicks`.
pub(crate) struct ToothpicksMaker;

/// Larger than any pile a draw comes from, and longer than any game here.
const MOST: u64 = 30;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Bounds of 2, which need not be said.
    UsualBounds,
    /// Any bounds.
    SomeBounds,
    /// Every draw as large as it may be.
    Largest,
    /// The bounds are more than there is.
    BoundsAboveThePile,
    /// A draw that is none.
    Illegal(Illegal),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Illegal {
    Zero,
    Negative,
    AboveTheBounds,
    MoreThanIsLeft,
    NotANumber,
}

const KINDS: [Kind; 10] = [
    Kind::UsualBounds,
    Kind::SomeBounds,
    Kind::SomeBounds,
    Kind::Largest,
    Kind::BoundsAboveThePile,
    Kind::Illegal(Illegal::Zero),
    Kind::Illegal(Illegal::Negative),
    Kind::Illegal(Illegal::AboveTheBounds),
    Kind::Illegal(Illegal::MoreThanIsLeft),
    Kind::Illegal(Illegal::NotANumber),
];

impl Maker for ToothpicksMaker {
    fn make(
        &self,
        count: usize,
        _: Option<u32>,
        known: &[Fixture],
        dice: &mut Dice,
    ) -> Vec<Fixture> {
        new_ones(&KINDS, count, known, dice, |kind, dice| {
            Some(case(*kind, dice))
        })
    }

    fn smaller(&self, case: &Fixture) -> Vec<Fixture> {
        match case.exit {
            0 => (1..=4).flat_map(legal_games).collect(),
            _ => illegal_games(),
        }
    }
}

fn case(kind: Kind, dice: &mut Dice) -> Fixture {
    let bounds = match kind {
        Kind::UsualBounds => 2,
        _ => 2 + dice.below(5),
    };
    let pile = match kind {
        Kind::BoundsAboveThePile => 1 + dice.below(bounds),
        _ => bounds + 2 + dice.below(MOST - bounds - 2),
    };
    let bounds = match kind {
        Kind::BoundsAboveThePile => bounds + 1,
        _ => bounds,
    };
    let mut board = Board::new(pile as u32, bounds as u32);
    // An illegal draw of more than is left needs less than the bounds to be left.
    let stop = match kind {
        Kind::Illegal(Illegal::MoreThanIsLeft) => bounds - 1,
        Kind::Illegal(_) => 1 + dice.below(pile),
        _ => 0,
    };
    let mut draws: Vec<String> = Vec::new();
    while u64::from(board.state()) > stop {
        let largest = board.largest_draw();
        let draw = match kind {
            Kind::Largest => largest,
            _ => 1 + dice.below(u64::from(largest)) as u32,
        };
        if u64::from(board.state() - draw) == 0 && stop > 0 {
            continue;
        }
        draws.push(draw.to_string());
        if board.update(draw).is_err() {
            break;
        }
    }
    let left = u64::from(board.state());
    let Kind::Illegal(illegal) = kind else {
        return legal(pile, bounds, &draws, kind == Kind::UsualBounds);
    };
    draws.push(match illegal {
        Illegal::Zero => "0".to_owned(),
        Illegal::Negative => format!("-{}", 1 + dice.below(3)),
        Illegal::AboveTheBounds => (bounds + 1 + dice.below(3)).to_string(),
        Illegal::MoreThanIsLeft => (left + 1).to_string(),
        Illegal::NotANumber => (*dice.pick(&["x", "two", "1.5", "3x"])).to_owned(),
    });
    // Who takes it for nothing, or for what it says, comes to an end: it is refused for what it is.
    let said: i64 = draws.last().and_then(|draw| draw.parse().ok()).unwrap_or(0);
    let mut rest = left.saturating_add_signed(-said);
    while rest > 0 {
        let draw = 1 + dice.below(rest.min(bounds));
        draws.push(draw.to_string());
        rest -= draw;
    }
    refused(pile, bounds, &draws, what_is_wrong(illegal))
}

fn what_is_wrong(illegal: Illegal) -> &'static str {
    match illegal {
        Illegal::Zero => "a draw of nothing",
        Illegal::Negative => "a draw below zero",
        Illegal::AboveTheBounds => "a draw above the bounds",
        Illegal::MoreThanIsLeft => "a draw of more than is left",
        Illegal::NotANumber => "a draw that is no number",
    }
}

/// A game that is told; the usual bounds may be left out.
fn legal(pile: u64, bounds: u64, draws: &[String], usual: bool) -> Fixture {
    let mut board = Board::new(pile as u32, bounds as u32);
    let steps = transcript([], |console| {
        put_down(&mut board, &draws.join(","))?;
        tell_game(&board, console)
    });
    let winner = match board.winner() {
        Some(winner) => format!("fresh: {winner} wins with bounds of {bounds}"),
        None => "fresh: a game".to_owned(),
    };
    Fixture {
        args: arguments(pile, bounds, draws, usual),
        steps: steps.unwrap_or_default(),
        ..Fixture::new(winner)
    }
}

/// A game that is refused, in whatever words.
fn refused(pile: u64, bounds: u64, draws: &[String], wrong: &str) -> Fixture {
    Fixture {
        args: arguments(pile, bounds, draws, bounds == 2),
        exit: 2,
        matching: Matching::Pattern,
        hint: Some(
            "a draw is a number, at least 1, and at most the smaller of the bounds and what is left"
                .to_owned(),
        ),
        steps: vec![Step::Output("error: [..]\n".to_owned())],
        ..Fixture::new(format!("fresh: illegal: {wrong}"))
    }
}

fn arguments(pile: u64, bounds: u64, draws: &[String], usual: bool) -> Vec<String> {
    let mut words = vec![pile.to_string()];
    if !usual {
        words.extend(["--bounds".to_owned(), bounds.to_string()]);
    }
    words.extend(["--moves".to_owned(), draws.join(",")]);
    words
}

/// All games of a small pile with bounds up to 3.
fn legal_games(pile: u64) -> Vec<Fixture> {
    let mut games: Vec<Vec<u64>> = vec![vec![]];
    let mut found = Vec::new();
    while let Some(game) = games.pop() {
        let left = pile - game.iter().sum::<u64>();
        if left == 0 {
            let draws: Vec<String> = game.iter().map(u64::to_string).collect();
            let largest = game.iter().max().copied().unwrap_or(1);
            found.extend(
                (largest.max(2)..=3).map(|bounds| legal(pile, bounds, &draws, bounds == 2)),
            );
        }
        games.extend((1..=left.min(3)).map(|draw| [&game[..], &[draw]].concat()));
    }
    found
}

/// The smallest games with something illegal in them.
fn illegal_games() -> Vec<Fixture> {
    let games = [
        (1, &["0", "1"][..], Illegal::Zero),
        (1, &["-1", "2"], Illegal::Negative),
        (1, &["x", "1"], Illegal::NotANumber),
        (1, &["2"], Illegal::MoreThanIsLeft),
        (3, &["3"], Illegal::AboveTheBounds),
        (2, &["1", "0", "1"], Illegal::Zero),
        (3, &["2", "-1", "2"], Illegal::Negative),
        (3, &["2", "2"], Illegal::MoreThanIsLeft),
        (4, &["1", "3"], Illegal::AboveTheBounds),
    ];
    let case = |(pile, draws, illegal): (u64, &[&str], Illegal)| {
        let draws: Vec<String> = draws.iter().map(|&draw| draw.to_owned()).collect();
        refused(pile, 2, &draws, what_is_wrong(illegal))
    };
    games.into_iter().map(case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board_and_draws(case: &Fixture) -> (Board, String) {
        let value = |name: &str| {
            let at = case.args.iter().position(|arg| arg == name)?;
            case.args.get(at + 1).cloned()
        };
        let pile = case.args[0].parse().expect("a pile");
        let bounds = value("--bounds").map_or(2, |bounds| bounds.parse().expect("bounds"));
        (Board::new(pile, bounds), value("--moves").expect("draws"))
    }

    #[test]
    fn legal_games_are_told_and_illegal_ones_refused() {
        let mut dice = Dice::new(1);
        let made = ToothpicksMaker.make(300, None, &[], &mut dice);
        let small = made.iter().flat_map(|case| ToothpicksMaker.smaller(case));
        for case in made.iter().cloned().chain(small.take(100)) {
            let (mut board, draws) = board_and_draws(&case);
            assert_eq!(
                put_down(&mut board, &draws).is_ok(),
                case.exit == 0,
                "{case:?}"
            );
            assert!(!case.steps.is_empty());
        }
    }
}
