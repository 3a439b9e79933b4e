//! Toothpicks and Chopsticks, heard.

use super::support::{Compiled, cases, listener};
use sticks_and_stones::grading::fixture::Fixture;
use sticks_and_stones::grading::judgement::{Judgement, Rules};

/// The cases that anybody's program is graded with.
fn for_all(assignment: &str) -> Vec<Fixture> {
    cases(assignment, None, |case| !case.only_ours)
}

fn heard_in(assignment: &str, wordings: &[&str], bugs: &[&str]) {
    let program = Compiled::new(assignment);
    let cases = for_all(assignment);
    assert!(cases.len() > 10);
    for wording in wordings {
        for case in &cases {
            let judgement = program.judge(assignment, case, &[wording, "none"]);
            assert_eq!(
                judgement.rules,
                Rules::Right,
                "{wording} {}: {judgement:#?}",
                case.name
            );
        }
        for bug in bugs {
            let rules = program.rules(assignment, &cases, &[wording, bug]);
            assert_ne!(rules, Rules::Right, "{bug} in wording {wording}");
        }
    }
}

/// The misconception that explains a run; of a part with referees those, too.
fn misconception(assignment: &str, part: Option<u32>, args: &[&str]) -> Option<String> {
    let program = Compiled::new(assignment);
    let cases = cases(assignment, part, |case| {
        !case.only_ours && (case.referee.is_none() || args[1] == "dead" || part > Some(1))
    });
    let judged: Vec<(Fixture, Judgement)> = cases
        .into_iter()
        .map(|case| (case.clone(), program.judge(assignment, &case, args)))
        .collect();
    let told: Vec<(&Fixture, &Judgement)> = judged
        .iter()
        .map(|(case, judgement)| (case, judgement))
        .collect();
    listener(assignment)
        .misconception(&told)
        .map(|found| found.name)
}

#[test]
fn toothpicks_are_heard_in_every_wording_and_no_bug_is_called_right() {
    let bugs = [
        "lessthan",
        "anything",
        "exit",
        "sameplayer",
        "shows",
        "told",
        "loses",
        "same",
        "greedy",
    ];
    heard_in("toothpicks", &["0", "1", "2"], &bugs);
}

#[test]
fn chopsticks_are_heard_in_every_wording_and_no_bug_is_called_right() {
    heard_in(
        "chopsticks",
        &["0", "1", "2", "3"],
        &["full", "wraps", "misere", "winner", "dead"],
    );
}

#[test]
fn misconceptions_are_named_where_they_explain_every_failing_case() {
    for (assignment, part, bug, name) in [
        ("toothpicks", None, "loses", "last-one-loses"),
        ("toothpicks", None, "lessthan", "less-than-bounds"),
        ("chopsticks", None, "full", "exactly-full-is-out"),
        ("chopsticks", None, "wraps", "wraps-without-the-rule"),
        ("chopsticks", None, "misere", "misere-turned-twice"),
        ("sticks", Some(1), "early", "ends-one-early"),
        ("sticks", Some(1), "earlynext", "ends-one-early"),
        ("sticks", Some(1), "negative", "goes-on-below-zero"),
        ("sticks", Some(1), "nomore", "more-than-left-refused"),
        ("sticks", Some(1), "lasttwo", "last-two-refused"),
        ("sticks", Some(1), "winner", "winner-for-loser"),
        ("sticks", Some(2), "winner", "winner-for-loser"),
        ("sticks", Some(2), "aiagain", "computer-begins-again"),
        ("sticks", Some(2), "onemove", "learns-from-the-last-move"),
        ("sticks", Some(2), "lastball", "loses-the-last-ball"),
        ("sticks", Some(2), "keepsall", "keeps-all-balls"),
        ("chopsticks", None, "dead", "dead-hands-attack"),
    ] {
        let number = part.map(|part: u32| part.to_string());
        let args: Vec<&str> = ["2", bug].into_iter().chain(number.as_deref()).collect();
        assert_eq!(
            misconception(assignment, part, &args).as_deref(),
            Some(name),
            "{assignment} {bug}"
        );
    }
    for (assignment, part, bug) in [
        ("sticks", Some(1), "stale"),
        ("sticks", Some(1), "take4"),
        ("sticks", Some(2), "aifirst"),
        ("sticks", Some(2), "nolearn"),
        ("toothpicks", None, "shows"),
        ("chopsticks", None, "winner"),
    ] {
        let number = part.map(|part: u32| part.to_string());
        let args: Vec<&str> = ["2", bug].into_iter().chain(number.as_deref()).collect();
        assert_eq!(
            misconception(assignment, part, &args),
            None,
            "{assignment} {bug}"
        );
    }
}
