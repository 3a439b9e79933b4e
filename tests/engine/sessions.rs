//! A session tells what happens, in order, and many can be held at once.

use std::thread;
use std::time::Duration;

use sticks_and_stones::grading::compare;
use sticks_and_stones::grading::fixture::{Fixture, LONGEST_TYPED};
use sticks_and_stones::grading::session::{
    Allowance, Event, Limit, Partner, Session, TooLong, Waiting,
};
use sticks_and_stones::grading::verdict::Piece;
use sticks_and_stones::process::{Ending, sees_processes};

use crate::menagerie::{Mark, animal, script};

fn start(lines: &str) -> Session {
    let allowance = Allowance {
        time: Duration::from_secs(60),
        ..Allowance::default()
    };
    Session::start(&script(lines, &Mark::new()), allowance).expect("a shell")
}

/// Passes over output until the program waits; gives what it has printed by then.
fn wait(session: &mut Session) -> String {
    loop {
        match session.next_event() {
            Event::Output => {}
            Event::Waiting(_) => return String::from_utf8_lossy(session.output()).into_owned(),
            other => panic!("{other:?} instead of a question"),
        }
    }
}

fn finish(session: &mut Session) -> Event {
    loop {
        match session.next_event() {
            Event::Output | Event::Waiting(Waiting::Perhaps) => {}
            other => return other,
        }
    }
}

#[test]
fn a_conversation_has_its_events_and_its_transcript() {
    let mut session = start("printf 'a? '; read a; printf \"$a! b? \"; read b; echo bye $b");
    assert!(session.is_on_terminal());
    assert_eq!(wait(&mut session), "a? ");
    session.type_line("1").expect("short");
    assert_eq!(wait(&mut session), "a? 1! b? ");
    session.type_line("").expect("short");
    assert_eq!(finish(&mut session), Event::Ended(Ending::Exited(0)));
    let output = |text: &str| Piece::Output(text.as_bytes().to_vec());
    let expected = [
        output("a? "),
        Piece::Typed("1".to_owned()),
        output("1! b? "),
        Piece::Typed(String::new()),
        output("bye\n"),
    ];
    assert_eq!(session.transcript(), expected);
}

#[test]
fn what_was_typed_is_no_output_also_when_it_is_echoed() {
    for modes in ["echo", "-icanon -echo"] {
        let edits = "printf \"$a\\r\\n\"";
        let echoes = if modes == "echo" { ":" } else { edits };
        let mut session = start(&format!(
            "stty {modes}; printf 'a? '; read a; {echoes}; printf \"$a! b? \"; read b; echo bye"
        ));
        assert_eq!(wait(&mut session), "a? ");
        session.type_line("12").expect("short");
        assert_eq!(wait(&mut session), "a? 12! b? ", "{modes}");
    }
}

#[test]
fn a_program_that_never_stops_printing_meets_the_clock_too() {
    let allowance = Allowance {
        time: Duration::from_millis(300),
        output: usize::MAX,
        ..Allowance::default()
    };
    let program = script("while :; do echo; done", &Mark::new());
    let mut session = Session::start(&program, allowance).expect("a shell");
    assert_eq!(finish(&mut session), Event::Limit(Limit::Time));
}

#[test]
fn the_longest_line_arrives_whole_and_a_longer_one_is_refused() {
    let mut session = start("read a; echo ${#a}");
    wait(&mut session);
    assert_eq!(
        session.type_line(&"1".repeat(LONGEST_TYPED + 1)),
        Err(TooLong)
    );
    session
        .type_line(&"1".repeat(LONGEST_TYPED))
        .expect("short");
    assert_eq!(finish(&mut session), Event::Ended(Ending::Exited(0)));
    assert_eq!(session.output(), format!("{LONGEST_TYPED}\n").as_bytes());
}

#[test]
fn the_terminal_is_a_real_one_and_changes_nothing() {
    let mut session = start("test -t 0 && test -t 1 && test -t 2 && printf 'a\\tb\\n'; stty size");
    assert_eq!(finish(&mut session), Event::Ended(Ending::Exited(0)));
    assert_eq!(session.output(), b"a\tb\n24 80\n");
}

#[test]
fn a_reader_deep_in_the_tree_is_found() {
    if !sees_processes() {
        return;
    }
    let mut session = start("sh -c 'sh -c \"cat; exit 5\"; exit $?'");
    loop {
        match session.next_event() {
            Event::Waiting(Waiting::Surely) => break,
            Event::Waiting(Waiting::Perhaps) => {}
            other => panic!("{other:?}"),
        }
    }
    session.end_input();
    assert_eq!(finish(&mut session), Event::Ended(Ending::Exited(5)));
}

#[test]
fn many_sessions_at_once_do_not_disturb_each_other() {
    let text = "---\nHow many sticks? {{13}}\nYou said 13\n\
                How many do you take? {{3}}\nYou take 3\n10 left\n";
    let fixture = Fixture::parse("case.txt", text.as_bytes()).expect("a fixture");
    let allowance = Allowance {
        time: Duration::from_secs(60),
        ..Allowance::default()
    };
    thread::scope(|scope| {
        for worker in 0..8 {
            let fixture = &fixture;
            scope.spawn(move || {
                for round in 0..8 {
                    let mark = Mark::new();
                    let species = match (worker + round) % 3 {
                        0 if sees_processes() => "escape",
                        1 => "stubborn-child",
                        _ => "polite",
                    };
                    let verdict = compare::run(&animal(species, &mark), fixture, allowance);
                    assert!(verdict.passed(), "{species}: {}", verdict.sentence());
                    assert_eq!(mark.alive(), 0);
                }
            });
        }
    });
}
