//! The driver with programs of every kind, in shells and in memory.

use proptest::prelude::*;

use super::*;
use crate::grading::fixture::Step;
use crate::grading::session::{Limit, Session};
use crate::process::Program;

fn talk_with(script: &str) -> Conversation {
    let program = Program::new("sh").args(["-c", script]);
    let allowance = Allowance {
        time: std::time::Duration::from_secs(if sees_processes() { 60 } else { 3 }),
        ..Allowance::default()
    };
    Conversation::new(Session::start(&program, allowance).expect("started"))
}

fn turn(text: &str, stop: Stop) -> Turn {
    Turn {
        text: text.to_owned(),
        stop,
    }
}

#[test]
fn each_turn_is_what_was_said_since_the_last_answer() {
    let mut talk = talk_with("printf 'Name? '; read n; echo \"Hello, $n!\"; read m; exit 3");
    assert_eq!(talk.turn(), turn("Name? ", Stop::Waits));
    assert_eq!(talk.turn(), turn("", Stop::Waits), "it still waits");
    talk.answer("Ada").expect("short enough");
    assert_eq!(talk.turn(), turn("Hello, Ada!\n", Stop::Waits));
    talk.end_input();
    assert_eq!(talk.turn(), turn("", Stop::Ended(Ending::Exited(3))));
    assert_eq!(talk.turn(), turn("", Stop::Ended(Ending::Exited(3))));
}

#[test]
fn a_program_that_was_silent_before_it_asks_is_not_missed() {
    let mut talk = talk_with("sleep 0.8; read n; printf 'half \\303'");
    assert_eq!(talk.turn(), turn("", Stop::Waits));
    talk.answer("").expect("short enough");
    assert_eq!(
        talk.turn(),
        turn("half \u{fffd}", Stop::Ended(Ending::Exited(0)))
    );
}

#[test]
fn a_flood_stops_at_the_limit() {
    let stop = talk_with("yes").turn().stop;
    assert_eq!(stop, Stop::Limited(Limit::Output));
}

/// Prints these pieces, each as soon as it is listened to, and then does this for ever.
struct Babbler {
    pieces: std::vec::IntoIter<Vec<u8>>,
    output: Vec<u8>,
    then: Event,
    answered: bool,
}

impl Babbler {
    fn new(pieces: &[&[u8]], then: Event) -> Babbler {
        let pieces: Vec<Vec<u8>> = pieces.iter().map(|piece| piece.to_vec()).collect();
        Babbler {
            pieces: pieces.into_iter(),
            output: Vec::new(),
            then,
            answered: false,
        }
    }
}

impl Partner for Babbler {
    fn next_event(&mut self) -> Event {
        match self.pieces.next() {
            Some(piece) => {
                self.output.extend(piece);
                Event::Output
            }
            // What waits for ever is answered once, and then stopped, as a limit would do.
            None if self.answered && self.then == Event::Waiting(Waiting::Surely) => {
                Event::Limit(Limit::Time)
            }
            None => self.then,
        }
    }

    fn output(&self) -> &[u8] {
        &self.output
    }

    fn type_line(&mut self, _: &str) -> Result<(), TooLong> {
        self.answered = true;
        Ok(())
    }

    fn end_input(&mut self) {
        self.answered = true;
    }

    fn repeat_end_of_input(&mut self) {}
}

/// Bytes that look like an answer now and then, and like the worst of programs otherwise.
fn babble() -> impl Strategy<Value = Vec<u8>> {
    let scraps = [
        &b"Hello\n"[..],
        b"Count: 7\n",
        b"Count: ",
        b"Go? ",
        b"Bye\n",
        b"\xc3",
        b"\xe2\x82",
        b"\xf0\x9f\x8e\xb2",
        b"\0",
        b"\x1b[2J\x1b]0;x\x07",
        b"\r\n",
        b" ",
        b"\t\n",
        b"\xff\xfe",
        b"99999999999999999999\n",
        b"\n",
    ];
    let scrap = prop_oneof![
        3 => prop::sample::select(scraps.to_vec()).prop_map(<[u8]>::to_vec),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    let right = Just(b"Hello\nCount: 7\nGo? ".to_vec());
    let begin = prop_oneof![Just(Vec::new()), right];
    (begin, prop::collection::vec(scrap, 0..8)).prop_map(|(begin, more)| {
        let more = more.concat();
        [begin, more].concat()
    })
}

fn endings() -> impl Strategy<Value = Event> {
    prop::sample::select(vec![
        Event::Ended(Ending::Exited(0)),
        Event::Ended(Ending::Exited(1)),
        Event::Ended(Ending::Killed(11)),
        Event::Waiting(Waiting::Surely),
        Event::Limit(Limit::Output),
    ])
}

fn any_matching() -> impl Strategy<Value = Matching> {
    prop::sample::select(vec![Matching::Exact, Matching::Lenient, Matching::Pattern])
}

/// A referee that listens in every way there is.
fn referee(talk: &mut Conversation) -> Result<(), Outcome> {
    talk.hear("Hello\n")?;
    let count = talk.hear_number("Count: ")?;
    talk.asks("Go? ")?;
    talk.answer(&count.to_string())?;
    let line = talk.line_ahead("")?;
    talk.hear(&format!("{line}\n"))?;
    talk.ends("Bye\n")
}

#[test]
fn what_is_right_passes_however_it_is_listened_to() {
    let pieces: [&[u8]; 4] = [b"Hello\nCou", b"nt: 7\nGo? ", b"\xc3", b"\xa9\nBye\n"];
    let then = Event::Ended(Ending::Exited(0));
    let mut talk = Conversation::new(Babbler::new(&pieces, then));
    assert_eq!(referee(&mut talk), Ok(()));
}

proptest! {
    /// Whatever a program prints, and in whatever pieces, the verdict is about the program.
    #[test]
    fn a_referee_comes_to_a_verdict_about_whatever_is_printed(
        pieces in prop::collection::vec(babble(), 0..4),
        then in endings(),
        matching in any_matching(),
    ) {
        let pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
        let mut talk = Conversation::matching(Babbler::new(&pieces, then), matching);
        let found = referee(&mut talk);
        let verdict = talk.verdict(found, 0, Allowance::default());
        prop_assert!(!matches!(verdict.outcome, Outcome::Fault(_) | Outcome::RefereeFailed(_)));
        let (printed, heard) = talk.output();
        prop_assert!(heard <= printed.len() && talk.judged() <= printed.len());
        prop_assert!(talk.complaint().contains("but the program printed"));
    }

    /// A pipe may cut output anywhere: in which pieces it came makes no difference.
    #[test]
    fn a_transcript_is_compared_the_same_in_whatever_pieces_it_comes(
        output in babble(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        then in endings(),
        matching in any_matching(),
    ) {
        let steps = [
            Step::Output("Hello\nCount: [..]\nGo? ".to_owned()),
            Step::Type("1".to_owned()),
            Step::Output("Bye \n\n".to_owned()),
        ];
        let judge = |pieces: &[&[u8]]| {
            let mut talk = Conversation::matching(Babbler::new(pieces, then), matching);
            let found = crate::grading::compare::follow(&mut talk, &steps);
            (talk.verdict(found, 0, Allowance::default()).outcome, talk.output().1)
        };
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(output.len() + 1)).collect();
        cuts.extend([0, output.len()]);
        cuts.sort_unstable();
        let pieces: Vec<&[u8]> = cuts.windows(2).map(|cut| &output[cut[0]..cut[1]]).collect();
        prop_assert_eq!(judge(&pieces), judge(&[&output]));
    }
}
