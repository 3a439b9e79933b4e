//! Twenty fresh cases find what is wrong, and nothing in what is right.

use super::support::Compiled;
use sticks_and_stones::grading::fixture::Fixture;
use sticks_and_stones::grading::fresh::Order;
use sticks_and_stones::grading::judgement::Rules;
use sticks_and_stones::referees::ASSIGNMENTS;

fn twenty(assignment: &str, part: Option<u32>, seed: u64) -> Vec<Fixture> {
    let of = ASSIGNMENTS.iter().find(|of| of.name == assignment);
    let order = Order {
        count: 20,
        seed,
        ..Order::default()
    };
    let cases = order.cases(of.expect("an assignment"), part);
    let cases = cases.expect("somebody makes them");
    assert_eq!(cases.len(), 20);
    cases.into_iter().map(|case| case.fixture).collect()
}

/// Every bug is found, and the right program is right, in these words of its own.
fn find(assignment: &str, part: Option<u32>, wording: &str, bugs: &[&str]) {
    let program = Compiled::new(assignment);
    let last: Vec<String> = part.iter().map(u32::to_string).collect();
    for seed in 0..3 {
        let cases = twenty(assignment, part, seed);
        let rules = |bug: &str| {
            let words = [wording, bug]
                .into_iter()
                .chain(last.iter().map(String::as_str));
            program.rules(assignment, &cases, &words.collect::<Vec<_>>())
        };
        assert_eq!(rules("none"), Rules::Right, "{assignment} with seed {seed}");
        for bug in bugs {
            assert_ne!(
                rules(bug),
                Rules::Right,
                "{bug} of {assignment} with seed {seed}"
            );
        }
    }
}

#[test]
fn in_toothpicks() {
    find(
        "toothpicks",
        None,
        "1",
        &[
            "lessthan",
            "anything",
            "exit",
            "sameplayer",
            "shows",
            "told",
            "loses",
        ],
    );
}

#[test]
fn in_chopsticks() {
    find(
        "chopsticks",
        None,
        "1",
        &["full", "wraps", "misere", "winner"],
    );
}

#[test]
fn in_sticks() {
    let bugs = [
        "size9",
        "size101",
        "anysize",
        "sizeplus",
        "sizequit",
        "take0",
        "take4",
        "take2",
        "anytake",
        "sameplayer",
        "lastone",
        "nomore",
        "lasttwo",
        "no1",
        "refuse3",
        "takequit",
        "takecrash",
        "passes",
        "badthree",
        "loop",
        "switches",
        "second",
        "stale",
        "shows1",
        "showsless",
        "notake",
        "onemore",
        "ten",
        "early",
        "early2",
        "sticky",
        "silentend",
        "firstloses",
        "otherloses",
        "goeson",
        "winner",
    ];
    find("sticks", Some(1), "2", &bugs);
    find(
        "sticks",
        Some(2),
        "1",
        &["menuany", "early", "winner", "take4"],
    );
}
