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
        let free = args[1] == "dead" || assignment == "chopsticks" || part > Some(1);
        !case.only_ours && (case.referee.is_none() || free)
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
        "stale",
        "zero",
        "partly",
        "always",
    ];
    // Games that are all alike are played again, seconds apart: in one wording only.
    heard_in("toothpicks", &["1"], &["same", "greedy"]);
    heard_in(
        "toothpicks",
        &["0", "1", "2", "3", "4", "5", "6", "7", "8"],
        &bugs,
    );
}

#[test]
fn chopsticks_are_heard_in_every_wording_and_no_bug_is_called_right() {
    heard_in(
        "chopsticks",
        &["0", "1", "2", "3", "4", "5", "6"],
        &[
            "full", "wraps", "wrapfull", "nowrap", "fingers", "misere", "winner", "dead", "again",
            "early", "moves",
        ],
    );
}

#[test]
fn a_game_that_is_played_is_not_refused_whatever_the_exit_code() {
    let program = Compiled::new("toothpicks");
    for case in for_all("toothpicks").iter().filter(|case| case.exit == 0) {
        for wording in ["1", "3", "5"] {
            let judgement = program.judge("toothpicks", case, &[wording, "ends3"]);
            assert_eq!(judgement.rules, Rules::Right, "{wording} {}", case.name);
        }
    }
}

#[test]
fn misconceptions_are_named_where_they_explain_every_failing_case() {
    for (assignment, part, bug, name) in [
        ("toothpicks", None, "loses", "last-one-loses"),
        ("toothpicks", None, "lessthan", "less-than-bounds"),
        ("chopsticks", None, "full", "exactly-full-is-out"),
        ("chopsticks", None, "wraps", "wraps-without-the-rule"),
        ("chopsticks", None, "wrapfull", "wrap-full-is-alive"),
        ("chopsticks", None, "wrapoff", "wrap-ignored"),
        ("chopsticks", None, "nowrap", "misere-without-wrap"),
        ("chopsticks", None, "misere", "misere-turned-twice"),
        ("chopsticks", None, "winner", "winner-for-loser"),
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
        ("toothpicks", None, "stale"),
        ("toothpicks", None, "always"),
        ("chopsticks", None, "moves"),
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
