//! Who listens to Take Stones: six numbers by their labels, and the slips that explain wrong ones.

mod labels;
mod leaf;
mod misconceptions;
mod six_lines;
pub mod slips;
pub mod small;
pub mod suspect;
mod table;
mod tokens;

use six_lines::{LABELS, Said, agrees, hear};

use crate::grading::conversation::{Conversation, Stop};
use crate::grading::fixture::{Fixture, Step};
use crate::grading::hearing::{plain, wording};
use crate::grading::judgement::{Judgement, Listener, Misconception, Rules, Start};
use crate::grading::session::Limit;
use crate::process::Ending;
use crate::take_stones::arguments::board_and_depth;

/// How often a program that wants a key pressed after its answer gets Enter.
const MOST_ENTERS: usize = 3;

/// The tree that `take_stones --tree` draws without being asked for more.
const USUAL_TREE: f64 = 10_000.0;

/// Understands programs that print six numbers.
pub struct TakeStonesListener;

impl Listener for TakeStonesListener {
    fn judge(&self, case: &Fixture, start: &Start<'_>) -> Judgement {
        let mut judgement = Judgement::nothing_heard(Rules::Right);
        let conversation = match start() {
            Ok(conversation) => conversation,
            Err(error) => {
                judgement.rules = Rules::Unplayable(error.to_string());
                return judgement;
            }
        };
        let (text, stop) = listen(conversation, &mut judgement.remarks);
        let expected = expected_text(case);
        let text = plain(&text);
        (judgement.wording, judgement.differences) = wording::compare(&expected, &text);
        let said = hear(&text);
        let heard = said.iter().flatten().count();
        match hear(&expected) {
            [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f)] => {
                let right = [a, b, c, d, e, f];
                judge_lines(case, &right, &said, &mut judgement);
                // A wrong number is none of the words.
                (_, judgement.differences) =
                    wording::compare(&expected, &corrected(&text, &right, &said));
                if heard < said.len()
                    && let Some(reason) = trouble(stop)
                {
                    judgement.rules = Rules::Unplayable(reason);
                }
            }
            _ => judgement.rules = judge_refusal(heard, stop),
        }

        judgement.share = match judgement.rules {
            Rules::Right => 1.0,
            // Each number counts by itself, whatever becomes of the others.
            Rules::Wrong(_) | Rules::Unheard(_) => judgement.share,
            Rules::Unplayable(_) => 0.0,
        };
        if let (Rules::Right, Stop::Ended(Ending::Exited(code))) = (&judgement.rules, stop)
            && code != i32::from(case.exit)
            && case.exit == 0
        {
            judgement
                .remarks
                .push(format!("ends with exit code {code}, and not 0"));
        }
        judgement
    }

    fn misconception(&self, heard: &[(&Fixture, &Judgement)]) -> Option<Misconception> {
        let answers = heard
            .iter()
            .map(|(case, judgement)| testimony(case, judgement));
        misconceptions::explain(answers.collect::<Option<Vec<_>>>()?)
    }
}

/// Lets the program speak to its end, and says why it stopped.
fn listen(mut conversation: Conversation, remarks: &mut Vec<String>) -> (String, Stop) {
    let mut text = String::new();
    for enters in 0.. {
        let turn = conversation.turn();
        text += &turn.text;
        let done = hear(&plain(&text)).iter().all(Option::is_some);
        let go_on = turn.stop == Stop::Waits && done && enters < MOST_ENTERS;
        if !go_on || conversation.answer("").is_err() {
            return (text, turn.stop);
        }
        if enters == 0 {
            remarks
                .push("waits for Enter after its answer; the assignment asks for none".to_owned());
        }
    }
    (text, Stop::Interrupted)
}

/// Why a program did not come to say its six numbers, if it was kept from it.
fn trouble(stop: Stop) -> Option<String> {
    Some(match stop {
        Stop::Waits => {
            "waits for input, though its numbers are arguments on the command line".to_owned()
        }
        Stop::Limited(Limit::Time) => "was still searching when the time was over".to_owned(),
        Stop::Limited(limit) => format!("was stopped at a limit ({limit:?})").to_lowercase(),
        Stop::Interrupted => "grading was interrupted".to_owned(),
        Stop::Ended(Ending::Killed(signal)) => format!("crashed (signal {signal})"),
        Stop::Ended(Ending::Exited(code)) if code != 0 => {
            format!("ended with exit code {code} before it had said its six numbers")
        }
        Stop::Ended(_) => return None,
    })
}

/// A case that has no answer: the program has to refuse it, in whatever words.
fn judge_refusal(heard: usize, stop: Stop) -> Rules {
    match stop {
        Stop::Ended(Ending::Exited(code)) if code != 0 && heard < 6 => Rules::Right,
        Stop::Ended(Ending::Exited(0)) if heard < 6 => {
            Rules::Wrong("says that it cannot, but ends with exit code 0".to_owned())
        }
        Stop::Ended(Ending::Exited(_)) => {
            Rules::Wrong("answers though the arguments are wrong".to_owned())
        }
        stop => Rules::Unplayable(trouble(stop).unwrap_or_default()),
    }
}

/// Each of the six numbers by itself.
fn judge_lines(
    case: &Fixture,
    right: &[Said; 6],
    said: &[Option<Said>; 6],
    judgement: &mut Judgement,
) {
    let branching = exact_branching(right);
    let mut wrong = Vec::new();
    let mut unheard = Vec::new();
    for line in 0..6 {
        let (label, expected) = (LABELS[line], &right[line]);
        let exact = if line == 5 {
            branching
        } else {
            expected.number
        };
        judgement.answers.push(match &said[line] {
            None => {
                unheard.push(label);
                format!("? {label}: not heard, right is {}", expected.text)
            }
            Some(one) if agrees(line, one.number, exact) => format!("✓ {label}: {}", one.text),
            Some(one) => {
                wrong.push(format!(
                    "{label} is {}, right is {}",
                    one.text, expected.text
                ));
                format!("✗ {label}: {}, right is {}", one.text, expected.text)
            }
        });
    }
    judgement.share = (6 - wrong.len() - unheard.len()) as f64 / 6.0;
    judgement.rules = match (wrong.is_empty(), unheard.is_empty()) {
        (true, true) => Rules::Right,
        (false, _) => Rules::Wrong(wrong.join("; ")),
        (true, false) => Rules::Unheard(unheard.join(", ")),
    };
    if judgement.rules != Rules::Right {
        let limit = match right[2].number > USUAL_TREE {
            true => format!(" --limit {}", right[2].text),
            false => String::new(),
        };
        let command = format!("take_stones --tree{limit} {}", case.args.join(" "));
        judgement
            .answers
            .push(format!("every node of the right search: {command}"));
    }
}

/// What was said, with the right number in the place of every wrong one.
fn corrected(text: &str, right: &[Said; 6], said: &[Option<Said>; 6]) -> String {
    let branching = exact_branching(right);
    let mut wrong: Vec<(&Said, &Said)> = (0..6)
        .filter_map(|line| {
            let exact = if line == 5 {
                branching
            } else {
                right[line].number
            };
            let one = said[line].as_ref()?;
            (!agrees(line, one.number, exact)).then_some((one, &right[line]))
        })
        .collect();
    wrong.sort_by_key(|(one, _)| std::cmp::Reverse(one.at));
    let mut corrected = text.to_owned();
    for (one, right) in wrong {
        corrected.replace_range(one.at..one.at + one.text.len(), &right.text);
    }
    corrected
}

/// The branching factor before it was rounded: it follows from two of the other numbers.
fn exact_branching(right: &[Said; 6]) -> f64 {
    let (visited, evaluated) = (right[2].number, right[3].number);
    (visited - 1.0) / (visited - evaluated).max(1.0)
}

fn expected_text(case: &Fixture) -> String {
    let output = case.steps.iter().filter_map(|step| match step {
        Step::Output(text) => Some(text.as_str()),
        Step::Type(_) | Step::EndOfInput => None,
    });
    output.collect()
}

/// What the program said in a case: the six numbers of `answers`, or the expected ones if it was
/// exact and nobody had to listen. None if not all of them are known.
fn testimony(case: &Fixture, judgement: &Judgement) -> Option<misconceptions::Testimony> {
    let (board, depth) = board_and_depth(&case.args).ok()?;
    let question = suspect::Question::new(&board, depth)?;
    let mut said = hear(&expected_text(case));
    if judgement.answers.is_empty() && judgement.rules != Rules::Right {
        return None;
    }
    for (line, heard) in judgement.answers.iter().take(6).enumerate() {
        let said_here = heard.split(", right is").next().unwrap_or_default();
        said[line] = hear(said_here)[line].clone();
    }
    let mut numbers = [0.0; 6];
    for (number, said) in numbers.iter_mut().zip(said) {
        *number = said?.number;
    }
    Some(misconceptions::Testimony {
        question,
        said: numbers,
    })
}
