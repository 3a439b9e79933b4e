//! Listens to Chopsticks: every position, in whatever brackets, the computer's moves, who won.

use super::sticks::loser::{Heard, loser};
use super::{GAMES, expected, nothing_heard, option, setting};
use crate::chopsticks::{Position, Rules as Game, Tap};
use crate::game::{Game as _, Player};
use crate::grading::conversation::{Conversation, Stop};
use crate::grading::fixture::{Fixture, Step};
use crate::grading::hearing::{Line, lines, plain, wording};
use crate::grading::judgement::{Judgement, Listener, Misconception, Rules, Start};
use crate::process::Ending;
use crate::random::Dice;

/// The listener of `chopsticks`.
pub struct ChopsticksListener;

impl Listener for ChopsticksListener {
    fn judge(&self, case: &Fixture, start: &Start<'_>) -> Judgement {
        match (&case.referee, rules_of(case)) {
            (_, None) => nothing_heard(Rules::Unheard("what the case is about".to_owned())),
            (None, Some(game)) => judge_transcript(case, game, start),
            (Some(_), Some(game)) => judge_computer(game, start),
        }
    }

    fn misconception(&self, heard: &[(&Fixture, &Judgement)]) -> Option<Misconception> {
        let explains = |wrong: &&Wrong| {
            !heard.is_empty()
                && heard
                    .iter()
                    .all(|(case, judgement)| match &judgement.rules {
                        Rules::Right => {
                            case.referee.is_some() || (wrong.first_fault)(case).is_none()
                        }
                        Rules::Wrong(sentence) if case.referee.is_some() => {
                            wrong.name == "dead-hands-attack"
                                && sentence.starts_with(OUT_TAKES_PART)
                        }
                        rules => (wrong.first_fault)(case).is_some_and(|fault| *rules == fault),
                    })
        };
        let found = WRONG.iter().find(explains)?;
        Some(Misconception {
            name: found.name.to_owned(),
            sentence: found.sentence.to_owned(),
            example: Some(found.example.to_owned()),
        })
    }
}

/// A game that is wrong in one thing, and where it shows first in a case.
struct Wrong {
    name: &'static str,
    sentence: &'static str,
    example: &'static str,
    first_fault: fn(&Fixture) -> Option<Rules>,
}

const WRONG: [Wrong; 4] = [
    Wrong {
        name: "exactly-full-is-out",
        sentence: "a hand with exactly all its fingers up is taken for out; only more than that knocks it out",
        example: "-n 1 -m 3: after 1 1, 1 1 the position is (L 3 2)",
        first_fault: |case| {
            wrong_tap(case, |rules, sum| match rules.wrap {
                false if sum >= rules.fingers() => 0,
                _ => rules.tapped(0, sum),
            })
        },
    },
    Wrong {
        name: "wraps-without-the-rule",
        sentence: "a hand that gets too many fingers keeps the excess, as with wrap-around, though that rule is off",
        example: "-n 1 -m 3: 1 1 three times leads to (R 3 0)",
        first_fault: |case| {
            wrong_tap(case, |rules, sum| match rules.wrap {
                false if sum > rules.fingers() => sum - rules.fingers(),
                _ => rules.tapped(0, sum),
            })
        },
    },
    Wrong {
        name: "misere-turned-twice",
        sentence: "misere does not turn the winner round: the side without hands has won",
        example: "-n 1 -m 1 --misere: after 1 1 Right has no hands and wins",
        first_fault: |case| {
            let misere = rules_of(case)?.misere;
            misere.then(|| Rules::Wrong(WRONG_WINNER.to_owned()))
        },
    },
    Wrong {
        name: "dead-hands-attack",
        sentence: "a hand that is out still taps, or is still tapped; it takes no part any more",
        example: "(R 1 1 0 2): Right has one hand to tap with",
        first_fault: |_| None,
    },
];

/// What is said of a computer that moves with what is no longer in the game.
const OUT_TAKES_PART: &str = "the computer taps with a hand that is out, or taps one that is out,";

/// What is said of a program whose positions are right and whose winner is not.
const WRONG_WINNER: &str = "it names the wrong winner";

/// The first position of a case that differs if taps come to `sum` in another way.
fn wrong_tap(case: &Fixture, tapped: fn(&Game, u32) -> u32) -> Option<Rules> {
    let rules = rules_of(case)?;
    let mut position = Position::start(rules);
    for step in &case.steps {
        let Step::Type(text) = step else { continue };
        let tap = position.read_tap(text).ok()?;
        let (own, other) = position.fingers(tap);
        let target = position.to_move().other().index() * rules.hands() + tap.to;
        position.tap(tap);
        let mut shown = hands(&position);
        shown[target] = u64::from(tapped(&rules, own + other));
        if shown != hands(&position) {
            return Some(Rules::Wrong(wrong_hands(&shown, &position)));
        }
    }
    None
}

fn wrong_hands(shown: &[u64], position: &Position) -> String {
    format!("it shows the hands {shown:?}, and the position is {position}")
}

fn rules_of(case: &Fixture) -> Option<Game> {
    let (hands, fingers, misere, wrap) = match &case.referee {
        Some(words) => (
            setting(words, "hands", 3)?,
            setting(words, "fingers", 5)?,
            setting(words, "misere", 0)? == 1,
            false,
        ),
        None => {
            let has = |name: &str| case.args.iter().any(|arg| arg == name);
            let value = |name, usual| {
                if has(name) {
                    option(&case.args, name)
                } else {
                    Some(usual)
                }
            };
            (
                value("-n", 3)?,
                value("-m", 5)?,
                has("--misere"),
                has("--wrap"),
            )
        }
    };
    Game::new(hands, fingers, misere, wrap).ok()
}

fn judge_transcript(case: &Fixture, game: Game, start: &Start<'_>) -> Judgement {
    let typed: Vec<&str> = case
        .steps
        .iter()
        .filter_map(|step| match step {
            Step::Type(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let mut moves = typed.into_iter();
    let mut said = String::new();
    let rules = match start() {
        Ok(talk) => {
            let choose = |position: &Position| {
                let text = moves.next()?;
                Some((position.read_tap(text).ok()?, text.to_owned()))
            };
            Seat {
                talk,
                position: Position::start(game),
                computer: false,
                said: &mut said,
            }
            .play(choose)
        }
        Err(error) => Rules::Unplayable(error.to_string()),
    };
    let (wording, differences) = wording::compare(&expected(case), &said);
    Judgement {
        share: f64::from(u8::from(rules == Rules::Right)),
        rules,
        wording,
        differences,
        remarks: Vec::new(),
        answers: Vec::new(),
        heard: Vec::new(),
    }
}

fn judge_computer(game: Game, start: &Start<'_>) -> Judgement {
    let mut right = 0;
    let mut fault = None;
    for seed in 0..u64::from(GAMES) {
        let mut dice = Dice::new(seed);
        let mut said = String::new();
        let talk = match start() {
            Ok(talk) => talk,
            Err(error) => return nothing_heard(Rules::Unplayable(error.to_string())),
        };
        let choose = |position: &Position| {
            let moves = position.moves();
            let tap = *dice.pick(&moves);
            Some((tap, tap.to_string()))
        };
        match (Seat {
            talk,
            position: Position::start(game),
            computer: true,
            said: &mut said,
        })
        .play(choose)
        {
            Rules::Right => right += 1,
            rules => drop(fault.get_or_insert(rules)),
        }
        if right == 0 && seed == 2 {
            break;
        }
    }
    let rules = fault.unwrap_or(Rules::Right);
    Judgement {
        share: f64::from(right) / f64::from(GAMES),
        wording: f64::from(u8::from(rules == Rules::Right)) / 2.0,
        rules,
        differences: Vec::new(),
        remarks: Vec::new(),
        answers: Vec::new(),
        heard: Vec::new(),
    }
}

/// One run of a program.
struct Seat<'a> {
    talk: Conversation,
    position: Position,
    computer: bool,
    said: &'a mut String,
}

impl Seat<'_> {
    fn play(mut self, mut choose: impl FnMut(&Position) -> Option<(Tap, String)>) -> Rules {
        let mut typed = false;
        loop {
            let turn = self.talk.turn();
            let text = plain(&turn.text);
            *self.said += &text;
            let names = [
                ("left".to_owned(), Player::First),
                ("right".to_owned(), Player::Second),
            ];
            let heard = lines(&text, &names);
            if let Err(rules) = self.hear(&heard, typed) {
                return rules;
            }
            let over = self.position.winner();
            match (turn.stop, over) {
                (Stop::Ended(Ending::Exited(0)), Some(winner)) => return end(&heard, winner),
                (Stop::Ended(Ending::Exited(0)), None) => {
                    return Rules::Wrong(format!("it ends at {}", self.position));
                }
                (Stop::Waits, Some(_)) => {
                    return Rules::Wrong(format!("it goes on at {}", self.position));
                }
                (Stop::Waits, None) => {}
                (Stop::Ended(_), _) => {
                    return Rules::Unplayable(format!("it crashes at {}", self.position));
                }
                (Stop::Limited(_) | Stop::Interrupted, _) => {
                    return Rules::Unplayable("it neither asks nor ends".to_owned());
                }
            }
            let Some((tap, text)) = choose(&self.position) else {
                return Rules::Unheard("how the game went on".to_owned());
            };
            self.position.tap(tap);
            if self.talk.answer(&text).is_err() {
                return Rules::Unheard("how the game went on".to_owned());
            }
            typed = true;
        }
    }

    /// Compares the last position that was shown; the computer may have moved since.
    fn hear(&mut self, heard: &[Line], typed: bool) -> Result<(), Rules> {
        let shown = shown(heard, self.position.rules().hands());
        let Some((side, last)) = shown.last() else {
            return Err(Rules::Unheard("the position".to_owned()));
        };
        if self.computer && typed && self.position.winner().is_none() {
            let before = self.position.clone();
            let reached = before
                .moves()
                .into_iter()
                .map(|tap| before.play(tap))
                .find(|next| hands(next) == *last);
            let moved = *side == Some(Player::First);
            if reached.is_none() && !moved && hands(&before) == *last {
                let asks_right = heard.last().and_then(|line| line.players().last());
                return Err(match asks_right {
                    Some(Player::Second) => Rules::Wrong(format!(
                        "it asks Right for a move at {before}, and the computer plays Right"
                    )),
                    _ => Rules::Unheard("the computer's move".to_owned()),
                });
            }
            self.position = reached.ok_or_else(|| {
                Rules::Wrong(
                    match *side == Some(Player::First) && out_takes_part(&before, last) {
                        true => format!("{OUT_TAKES_PART} at {before}"),
                        false => format!("no legal move leads from {before} to {last:?}"),
                    },
                )
            })?;
        }
        if hands(&self.position) != *last {
            return Err(Rules::Wrong(wrong_hands(last, &self.position)));
        }
        match side {
            Some(side) if *side != self.position.to_move() => Err(Rules::Wrong(format!(
                "the wrong side is to move; the position is {}",
                self.position
            ))),
            _ => Ok(()),
        }
    }
}

/// Whether a tap by a hand that is out, or at one, leads to these hands.
fn out_takes_part(before: &Position, reached: &[u64]) -> bool {
    let rules = before.rules();
    let (mover, other) = (before.to_move(), before.to_move().other());
    let pairs = (0..rules.hands()).flat_map(|from| (0..rules.hands()).map(move |to| (from, to)));
    pairs.into_iter().any(|(from, to)| {
        let (own, theirs) = (before.hands(mover)[from], before.hands(other)[to]);
        let mut shown = hands(before);
        shown[other.index() * rules.hands() + to] = u64::from(rules.tapped(theirs, own));
        (own == 0 || theirs == 0) && shown == reached
    })
}

fn end(heard: &[Line], winner: Player) -> Rules {
    // `Left has no hands` says nothing of winning by itself.
    match loser(heard, winner, false) {
        Heard::Loser(loser) if loser != winner => Rules::Right,
        Heard::Loser(_) => Rules::Wrong(WRONG_WINNER.to_owned()),
        Heard::Unclear => Rules::Unheard("who won".to_owned()),
    }
}

fn hands(position: &Position) -> Vec<u64> {
    let sides = [Player::First, Player::Second];
    sides
        .iter()
        .flat_map(|side| position.hands(*side))
        .map(|shown| u64::from(*shown))
        .collect()
}

/// The positions in these lines: a line with all hands, or two with one side's each.
fn shown(heard: &[Line], count: usize) -> Vec<(Option<Player>, Vec<u64>)> {
    let mut found = Vec::new();
    let mut half: Option<Vec<u64>> = None;
    for line in heard {
        let talks = [
            "to", "move", "enter", "choose", "type", "tap", "taps", "hits", "attacks", "select",
            "which",
        ];
        let before = half.take();
        if line.says(&talks) || line.text.contains('?') {
            continue;
        }
        let numbers: Vec<u64> = line
            .text
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|digits| digits.parse().ok())
            .collect();
        if numbers.len() == 2 * count {
            let letters: Vec<char> = line.text.chars().filter(|c| c.is_alphabetic()).collect();
            let side = match letters.as_slice() {
                ['L' | 'l'] => Some(Player::First),
                ['R' | 'r'] => Some(Player::Second),
                _ => None,
            };
            found.push((side, numbers));
        } else if numbers.len() == count {
            match before {
                Some(mut all) => {
                    all.extend(numbers);
                    found.push((None, all));
                }
                None => half = Some(numbers),
            }
        }
    }
    found
}
