//! Which slip explains all that a program has said, if exactly one does.

use super::six_lines::{LABELS, agrees};
use super::slips::{Slip, Slips};
use super::small::{Small, small_searches};
use super::suspect::{Answer, Question, answer};
use crate::grading::judgement::Misconception;

/// More nodes than this are not searched for one answer: a few times what the published cases come to
/// without a cut-off.
const MOST_NODES: u64 = 5_000_000;

/// One answer of a program: what it was asked, and the six numbers it gave.
pub(super) struct Testimony {
    /// What it was asked.
    pub question: Question,
    /// What it said, and what the assignment expects where it was not heard to say anything else.
    pub said: [f64; 6],
}

/// The slip, or the pair of slips, that reproduces every number of every answer. Nothing is named
/// if the answers leave a choice, or if they are right.
pub(super) fn explain(mut answers: Vec<Testimony>) -> Option<Misconception> {
    // Small searches first: they refute most suspicions at once.
    let size = |one: &Testimony| {
        answer(one.question, Slips::NONE, MOST_NODES).map_or(u64::MAX, |a| a.visited)
    };
    answers.sort_by_cached_key(size);
    let explains = |slips: Slips| {
        // Who counts otherwise may work the branching factor out of these counts, or apart from them.
        let agree = |one: &Testimony, numbers: fn(&Answer) -> [f64; 6]| {
            answer(one.question, slips, MOST_NODES).is_some_and(|found| {
                let numbers = numbers(&found);
                (0..6).all(|line| match line {
                    // Who finds no stone may call that 0, -1, or nothing.
                    0 if found.stone == 0 => one.said[0] <= 0.0,
                    5 if found.parents == 0 => !one.said[5].is_normal(),
                    line => agrees(line, one.said[line], numbers[line]),
                })
            })
        };
        let all = |numbers| answers.iter().all(|one| agree(one, numbers));
        all(Answer::numbers) || all(Answer::numbers_by_formula)
    };
    if answers.is_empty() || explains(Slips::NONE) {
        return None;
    }
    let single: Vec<&[Slip]> = Slip::ALL
        .chunks(1)
        .filter(|one| explains(Slips::of(one)))
        .collect();
    match &single[..] {
        [one] => return Some(named(one)),
        [] => {}
        _ => return None,
    }
    let pairs = Slip::ALL.iter().enumerate();
    let pairs =
        pairs.flat_map(|(at, &one)| Slip::ALL[at + 1..].iter().map(move |&other| [one, other]));
    let mut fitting = pairs.filter(|pair| explains(Slips::of(pair)));
    match (fitting.next(), fitting.next()) {
        (Some(pair), None) => Some(named(&pair)),
        _ => None,
    }
}

fn named(slips: &[Slip]) -> Misconception {
    let names: Vec<&str> = slips.iter().map(|slip| slip.name()).collect();
    let sentences: Vec<&str> = slips.iter().map(|slip| slip.sentence()).collect();
    Misconception {
        name: names.join("+"),
        sentence: format!("your program {}", sentences.join(", and it ")),
        example: smallest_example(Slips::of(slips)),
    }
}

/// The smallest search whose numbers tell the slips from the textbook.
fn smallest_example(slips: Slips) -> Option<String> {
    // What a program says that finds no stone to take, nobody can know.
    let told = |small: &Small| {
        let said = small.told_by(slips).filter(|said| said.stone > 0)?;
        Some((said.numbers(), small.right.numbers()))
    };
    let searches = small_searches();
    let (small, (said, right)) = searches
        .iter()
        .find_map(|small| Some((small, told(small)?)))?;
    let line = (0..6).find(|&line| !agrees(line, said[line], right[line]))?;
    let shown = |number: f64| match line {
        1 => format!("{number:.1}"),
        5 => format!("{:.1}", number + 1e-9),
        _ => format!("{number}"),
    };
    let arguments = small.arguments.join(" ");
    Some(format!(
        "with {arguments} it says {}: {}, and right is {} (take_stones --tree {arguments})",
        LABELS[line],
        shown(said[line]),
        shown(right[line])
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::fixture::built_in;
    use crate::random::Dice;
    use crate::take_stones::arguments::board_and_depth;

    /// What a program with these slips says to the published cases that are quick to search.
    fn testimony(slips: Slips) -> Vec<Testimony> {
        let cases = built_in()
            .into_iter()
            .filter(|case| case.assignment == "take_stones");
        let questions = cases.filter_map(|case| {
            let case = case.parse().expect("a fixture");
            let (board, depth) = board_and_depth(&case.args)
                .ok()
                .filter(|_| !case.only_ours)?;
            let question = Question::new(&board, depth)?;
            let said = answer(question, slips, MOST_NODES)?.numbers();
            Some(Testimony { question, said })
        });
        questions.collect()
    }

    #[test]
    fn a_single_slip_is_named_or_nothing_is() {
        let mut unnamed = Vec::new();
        for slip in Slip::ALL {
            match explain(testimony(Slips::of(&[*slip]))) {
                Some(found) => assert_eq!(found.name, slip.name()),
                None => unnamed.push(slip.name()),
            }
        }
        assert_eq!(
            unnamed,
            Vec::<&str>::new(),
            "the published cases tell all slips apart"
        );
    }

    /// What pairs of slips come to on boards that did not serve to name them.
    #[test]
    fn what_is_named_is_what_the_program_does_elsewhere_too() {
        let mut dice = Dice::new(1);
        let slips_of = |name: &str| {
            let named = name.split('+').map(|name| {
                let slip = Slip::ALL.iter().find(|slip| slip.name() == name);
                *slip.expect("a slip")
            });
            Slips::of(&named.collect::<Vec<_>>())
        };
        let searches = small_searches();
        let mut named = 0;
        for _ in 0..40 {
            let planted = Slips::of(&[*dice.pick(Slip::ALL), *dice.pick(Slip::ALL)]);
            let Some(found) = explain(testimony(planted)) else {
                continue;
            };
            named += 1;
            let found = slips_of(&found.name);
            for small in searches.iter().step_by(7) {
                assert_eq!(
                    answer(small.question, found, MOST_NODES),
                    answer(small.question, planted, MOST_NODES),
                    "{found:?} for {planted:?} with {:?}",
                    small.arguments
                );
            }
        }
        assert!(named > 20, "{named}");
    }

    #[test]
    fn a_right_program_has_no_misconception() {
        assert_eq!(explain(testimony(Slips::NONE)), None);
    }

    #[test]
    fn the_smallest_example_shows_the_slip() {
        let example = smallest_example(Slips::of(&[Slip::DepthFromOne])).expect("an example");
        assert_eq!(
            example,
            "with 2 1 1 0 it says Max Depth Reached: 2, and right is 1 (take_stones --tree 2 1 1 0)"
        );
    }
}
