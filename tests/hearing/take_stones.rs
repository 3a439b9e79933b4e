//! Take Stones, heard: six numbers in any words, and wrong searches by their names.

use super::support::{Compiled, cases, listener};
use sticks_and_stones::grading::fixture::Fixture;
use sticks_and_stones::grading::judgement::{Judgement, Rules};

/// Wrong searches, each called what the report calls it.
const WRONG: [&str; 54] = [
    "cuts-late",
    "never-cuts",
    "only-max-cuts",
    "only-min-cuts",
    "shallow-cuts",
    "root-not-counted",
    "leaves-not-counted",
    "evaluated-all",
    "depth-more",
    "depth-less",
    "depth-from-one",
    "descending",
    "last-of-equal",
    "opening-at-half",
    "opening-half-rounded-down",
    "opening-even",
    "multiples-only",
    "factors-only",
    "all-left-counted",
    "smallest-factor",
    "prime-left-out",
    "odd-for-even",
    "stone-one-ignored",
    "six-for-seven",
    "sign-not-flipped",
    "end-by-table",
    "root-always-max",
    "branching-over-all",
    "branching-with-pruned",
    "branching-whole",
    "root-window-fresh",
    "zero-for-minus-infinity",
    "depth-zero-stops",
    "half-forgotten",
    "large-factors-forgotten",
    "largest-forgotten",
    "largest-divisor",
    "squares-prime",
    "one-prime",
    "last-counted",
    "sign-flipped-for-max",
    "end-reversed",
    "multiples-of-last",
    "two-not-prime",
    "six-and-seven-swapped",
    "values-whole",
    "sign-of-root",
    "best-begins-at-one",
    "move-from-below",
    "move-from-own-below",
    "max-takes-last",
    "min-takes-last",
    "max-cuts-late",
    "root-counted-twice",
];

const WORDINGS: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];

/// What is heard of a program in every published case.
fn heard(program: &Compiled, wording: &str, bug: &str) -> Vec<(Fixture, Judgement)> {
    let cases = cases("take_stones", None, |case| !case.only_ours);
    let judged = cases.into_iter().map(|case| {
        let judgement = program.judge("take_stones", &case, &[wording, bug]);
        (case, judgement)
    });
    judged.collect()
}

fn name(heard: &[(Fixture, Judgement)]) -> Option<String> {
    let told: Vec<(&Fixture, &Judgement)> = heard.iter().map(|(case, one)| (case, one)).collect();
    let found = listener("take_stones").misconception(&told);
    found.map(|found| found.name)
}

#[test]
fn a_right_search_is_right_in_any_words() {
    let program = Compiled::new("take_stones");
    for wording in WORDINGS {
        for (case, judgement) in heard(&program, wording, "none") {
            assert_eq!(judgement.rules, Rules::Right, "{wording} {}", case.name);
        }
    }
}

#[test]
fn wrong_searches_are_wrong_by_number_and_called_by_their_names() {
    let program = Compiled::new("take_stones");
    for (bug, wording) in WRONG.iter().zip(WORDINGS.iter().cycle()) {
        let heard = heard(&program, wording, bug);
        let by_number = heard.iter().find_map(|(_, one)| match &one.rules {
            Rules::Wrong(sentence) => Some(sentence),
            _ => None,
        });
        let sentence = by_number.unwrap_or_else(|| panic!("{bug} is called right"));
        assert!(
            sentence.contains(" is ") && sentence.contains(", right is "),
            "{sentence}"
        );
        assert_eq!(name(&heard).as_deref(), Some(*bug), "in wording {wording}");
    }
}

#[test]
fn a_program_with_something_else_wrong_gets_no_name() {
    let program = Compiled::new("take_stones");
    let mut heard = heard(&program, "0", "cuts-late");
    let failing = heard
        .iter_mut()
        .filter(|(_, one)| one.rules != Rules::Right);
    let (_, judgement) = failing.last().expect("a case that fails");
    let line = judgement
        .answers
        .iter_mut()
        .find(|line| line.contains("Visited"));
    let line = line.expect("its number of nodes");
    *line = line.replacen(", right is", "1, right is", 1);
    assert_eq!(name(&heard), None, "one number of one case is another one");
}
