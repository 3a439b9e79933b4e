//! The Game of Sticks, heard.

use super::support::{Compiled, cases};
use sticks_and_stones::grading::fixture::Fixture;
use sticks_and_stones::grading::judgement::Rules;

const WORDINGS: [&str; 25] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20", "21", "22", "23", "24",
];

/// Wrong in their rules, each in its own way.
const BUGS: [&str; 42] = [
    "size9",
    "size11",
    "size101",
    "size99",
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
    "earlynext",
    "negative",
    "tellsearly",
    "skips",
];

/// The games between friends of a part.
fn friends(part: u32) -> Vec<Fixture> {
    cases("sticks", Some(part), |case| {
        case.referee.is_none() && !case.ours.iter().any(|word| word == "--seed")
    })
}

#[test]
fn a_right_program_is_called_right_in_every_wording() {
    let program = Compiled::new("sticks");
    let cases = friends(1);
    assert!(cases.len() >= 6);
    for wording in WORDINGS {
        for case in &cases {
            let judgement = program.judge("sticks", case, &[wording, "none", "1"]);
            assert_eq!(
                judgement.rules,
                Rules::Right,
                "{wording} {}: {judgement:#?}",
                case.name
            );
        }
    }
}

#[test]
fn no_bug_is_called_right_in_any_wording() {
    let program = Compiled::new("sticks");
    let cases = friends(1);
    let mut not_wrong = Vec::new();
    for bug in BUGS {
        for wording in ["0", "2", "5", "6", "15", "19", "20", "23"] {
            // Its questions name nobody, so it does not show whom they are put to; and of Red and Blue either
            // may be the first player. What the program prints is what the right one prints.
            let unseen = match wording {
                "19" => ["sameplayer", "switches", "second"].contains(&bug),
                "23" => bug == "second",
                _ => false,
            };
            if unseen {
                continue;
            }
            let rules = program.rules("sticks", &cases, &[wording, bug, "1"]);
            assert_ne!(rules, Rules::Right, "{bug} in wording {wording}");
            if !matches!(rules, Rules::Wrong(_)) {
                not_wrong.push(format!("{bug} {wording}: {rules:?}"));
            }
        }
    }
    println!("{}", not_wrong.join("\n"));
    assert!(not_wrong.len() <= BUGS.len(), "{}", not_wrong.join("\n"));
}

#[test]
fn what_is_no_game_between_two_people_cannot_be_played() {
    let program = Compiled::new("sticks");
    for case in friends(1) {
        for (wording, bug) in [
            ("0", "silent"),
            ("6", "silent"),
            ("0", "nosize"),
            ("23", "nosize"),
        ] {
            let rules = program.judge("sticks", &case, &[wording, bug, "1"]).rules;
            let unplayable = matches!(rules, Rules::Unplayable(_));
            assert!(unplayable, "{bug} {wording} {}: {rules:?}", case.name);
        }
    }
}

#[test]
fn menus_are_understood_and_bad_options_refused() {
    let program = Compiled::new("sticks");
    for part in ["2", "3"] {
        let cases = friends(part.parse().expect("a part"));
        assert!(cases.len() >= 2);
        for wording in ["0", "1", "2", "3", "6", "13", "23"] {
            for case in &cases {
                let judgement = program.judge("sticks", case, &[wording, "none", part]);
                assert_eq!(
                    judgement.rules,
                    Rules::Right,
                    "{wording} {}: {judgement:#?}",
                    case.name
                );
            }
            assert_ne!(
                program.rules("sticks", &cases, &[wording, "menuany", part]),
                Rules::Right,
                "{wording}"
            );
            // The thirteenth has a menu in part 1 already.
            assert!(
                wording == "13"
                    || program.rules("sticks", &cases, &[wording, "none", "1"]) != Rules::Right,
                "no menu {wording}"
            );
        }
    }
}

#[test]
fn games_against_the_computer_are_heard() {
    let program = Compiled::new("sticks");
    for part in ["2", "3"] {
        let cases = cases("sticks", part.parse().ok(), |case| case.referee.is_some());
        assert!(cases.len() >= 2);
        for wording in ["0", "1", "2", "3", "4", "13", "23"] {
            for case in &cases {
                let judgement = program.judge("sticks", case, &[wording, "none", part]);
                assert_eq!(
                    judgement.rules,
                    Rules::Right,
                    "{wording} {}: {judgement:#?}",
                    case.name
                );
            }
            for bug in [
                "ai4", "ailies", "winner", "early", "stale", "aifirst", "noagain", "aiagain",
                "take4",
            ] {
                let rules = program.rules("sticks", &cases, &[wording, bug, part]);
                assert_ne!(rules, Rules::Right, "{bug} in wording {wording}");
            }
        }
    }
    let learns = cases("sticks", Some(2), |case| case.name.contains("learnt"));
    let trained = cases("sticks", Some(3), |case| {
        case.referee.is_some() && case.name.contains("the trained")
    });
    assert!(!learns.is_empty() && !trained.is_empty());
    assert!(matches!(
        program.rules("sticks", &learns, &["2", "nolearn", "2"]),
        Rules::Wrong(_)
    ));
    assert!(matches!(
        program.rules("sticks", &trained, &["2", "untrained", "3"]),
        Rules::Wrong(_)
    ));
}
