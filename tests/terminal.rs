//! Our programs with a person at a real terminal: boards, words, line editing, another game. And the
//! same programs on a terminal that calls itself dumb, as under `grade`: nothing but the assignment.

use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use sticks_and_stones::grading::session::{Allowance, Event, Partner, Session};
use sticks_and_stones::process::{Ending, Program};

/// Starts a program, types the answers one by one, each when it is waited for, and returns all that
/// the terminal was sent.
fn played(program: &str, arguments: &str, variables: [&str; 2], answers: &[&str]) -> String {
    let [term, no_color] = variables;
    let program = Program::new(cargo_bin(program))
        .args(arguments.split_whitespace())
        .env("TERM", term)
        .env("NO_COLOR", no_color);
    let allowance = Allowance {
        time: Duration::from_secs(60),
        ..Allowance::default()
    };
    let mut session = Session::start(&program, allowance).expect("it starts");
    let mut answers = answers.iter();
    let ending = loop {
        match session.next_event() {
            Event::Output => {}
            Event::Waiting(_) => match answers.next() {
                Some(answer) => session.type_line(answer).expect("short"),
                None => session.end_input(),
            },
            ended => break ended,
        }
    };
    assert_eq!(ending, Event::Ended(Ending::Exited(0)));
    String::from_utf8_lossy(session.output()).replace('\r', "")
}

const PERSON: [&str; 2] = ["xterm", "1"];
const DUMB: [&str; 2] = ["dumb", "1"];

/// What is left to read without the editor's own escapes.
fn read(said: &str) -> String {
    anstream::adapter::strip_str(said).to_string()
}

fn assert_contains(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "{part:?} is missing in {said}");
    }
}

#[test]
fn a_person_sees_the_stones_and_may_play_again() {
    let said = played("take_stones", "--play 7 0", PERSON, &["3", "quit"]);
    assert_contains(
        &read(&said),
        &[" [1]  2  [3]  4   5   6   7 ", "Player 2: "],
    );
    let answers = ["3", "6", "2", "4", "1", "7", "perhaps", "yes", "quit"];
    let said = read(&played(
        "take_stones",
        "--play --friend 7 0",
        PERSON,
        &answers,
    ));
    assert_contains(
        &said,
        &[
            "Winner: Player 2\n",
            "Play again? ",
            "Please answer yes or no",
        ],
    );
    assert_eq!(said.matches(" [1]  2  [3]  4 ").count(), 2, "{said}");
}

#[test]
fn a_person_sees_hands_and_heaps() {
    let said = read(&played("chopsticks", "-n 2 -m 3", PERSON, &["quit"]));
    assert_contains(
        &said,
        &["> Left   1 |..  2 |..\n", "  Right  1 |..  2 |..\n"],
    );
    let arguments = "--stones 12 --resets 1 --first human --second bot";
    let said = read(&played(
        "expanding_nim",
        arguments,
        PERSON,
        &["help", "quit"],
    ));
    let parts = [
        "  @ @ @ o o   o o o o o\n",
        "take 1 to 3 (@), 1 reset left",
        "history  the game so far",
    ];
    assert_contains(&said, &parts);
}

#[test]
fn colour_needs_a_terminal_that_has_it_and_can_be_declined() {
    let painted = "\u{1b}[1m\u{1b}[32m[3]\u{1b}[0m";
    let said = |variables| played("take_stones", "--play 7 0", variables, &["quit"]);
    assert!(said(["xterm", ""]).contains(painted));
    assert!(!said(PERSON).contains(painted));
    assert!(said(PERSON).contains("[3]"));
}

#[test]
fn the_up_arrow_brings_back_an_earlier_answer() {
    let typed = ["moves", "\u{1b}[A", "quit"];
    let said = read(&played("take_stones", "--play 7 0", PERSON, &typed));
    assert_eq!(said.matches("1\n3\nPlayer 1: ").count(), 2, "{said}");
}

#[test]
fn where_every_byte_is_fixed_boards_are_a_flag_and_words_are_for_persons() {
    let typed = ["12", "hint", "quit"];
    let said = read(&played("sticks", "--part 1", PERSON, &typed));
    assert!(
        said.contains("Hint: 3 (win in 6)") && !said.contains("| |"),
        "{said}"
    );
    let said = read(&played("sticks", "--part 1 --board", PERSON, &typed));
    assert_contains(
        &said,
        &["on the board.\n  | | | | |   | | | | |\n  | |\nPlayer 1: "],
    );
    let arguments = "3 --p1 human --p2 perfect --board";
    let said = read(&played("toothpicks", arguments, PERSON, &["1", "no"]));
    assert_contains(
        &said,
        &[
            "  ! ! |\n  3 left, 2 (!) may be drawn\n",
            "Player 2 wins.\nPlay again? ",
        ],
    );
}

#[test]
fn nobody_is_asked_before_it_was_said_how_many_there_are() {
    let arguments = "9 --p1 human --p2 perfect";
    let said = read(&played("toothpicks", arguments, PERSON, &["quit"]));
    assert!(
        said.starts_with("9 toothpicks remaining.\nPlayer 1: "),
        "{said}"
    );
}

#[test]
fn quit_leaves_at_the_questions_before_a_game_too() {
    for program in ["sticks", "expanding_nim"] {
        let said = read(&played(program, "", PERSON, &["QUIT"]));
        assert!(!said.contains("Please enter"), "{said}");
    }
}

#[test]
fn a_dumb_terminal_gets_the_assignment_and_nothing_else() {
    let answers = ["10", "help", "3", "3", "3", "1"];
    let said = played("sticks", "--part 1", DUMB, &answers);
    // The session's terminal does not show what is typed.
    let asked = "Player 1: How many sticks do you take (1-3)? ";
    let again = format!("{asked}Please enter a number between 1 and 3\n{asked}");
    assert_contains(&said, &[&again]);
    let stones = ["3", "6", "2", "4", "1", "7"];
    let said = played("take_stones", "--play --friend 7 0", DUMB, &stones);
    let asked = "Player 1: Player 2: ".repeat(3);
    assert_eq!(said, format!("{asked}Winner: Player 2\n"));
}
