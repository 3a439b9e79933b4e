//! The oracle at the terminal: it knows how the game stands, answers what is asked, and compares
//! what it hears with what is true. The first broken rule ends the case.

mod answers;
mod called;
mod consider;
mod end;
mod names;
mod swallowed;

use std::collections::BTreeSet;

use super::asks::{Ask, Known, ask};
use super::board::{self, BoardEar};
use super::loser;
use super::plan::{Opponent, Plan};
use crate::game::{Game, Player};
use crate::grading::conversation::{Conversation, Stop};
use crate::grading::hearing::question::Common;
use crate::grading::hearing::{Line, lines, plain};
use crate::grading::judgement::Rules;
use crate::grading::session::Limit;
use crate::sticks::rules::Sticks;
use crate::text::template;
use called::Called;
use swallowed::Waiting;

/// What was typed last, and whether it has to be refused.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Typed {
    Nothing,
    Size(u64, bool),
    Menu(String, bool),
    Take(u64, bool),
    Again(bool),
    Extra,
}

/// One run of a program.
pub(super) struct Table<'a> {
    talk: Conversation,
    plan: &'a mut Plan,
    board: BoardEar,
    names: Vec<(String, Player)>,
    /// The words with which every take of the computer was told, before the verb.
    computer: Option<BTreeSet<String>>,
    game: Option<Sticks>,
    chosen: bool,
    typed: Typed,
    /// The sticks there were before the last legal take.
    before: u64,
    asked: Option<Ask>,
    extras: usize,
    /// The number of sticks was typed at a question that did not speak of any.
    guessed: bool,
    /// Sizes that had to be refused, and of which nobody can say whether they were.
    doubtful: Vec<u64>,
    /// What a player was asked when they may have been accepted.
    doubted: BTreeSet<String>,
    /// The lines with which sizes and takes were asked for, without their numbers.
    asked_with: BTreeSet<(bool, String)>,
    /// The words of the questions to each player: those in all of them, and all of them.
    words: [Option<Words>; 2],
    /// The words with which the takes of each player were told.
    told: [Option<Words>; 2],
    /// What was called out before the takes.
    called: Called,
    /// The last question that was one, and the answer that may have been swallowed after it.
    waiting: Waiting,
    /// All that was said, as plain text.
    pub said: String,
    /// What is worth a line in the report.
    pub remarks: Vec<String>,
    /// What was understood.
    pub events: Vec<String>,
    /// Games that were right from beginning to end.
    pub games: u32,
    /// Who lost is yet to be told, behind a pause.
    pause: bool,
    /// What was answered with yes or no, and how often.
    confirmed: (String, usize),
}

/// Words that were in all of several lines, and in any of them.
type Words = (BTreeSet<String>, BTreeSet<String>);

/// Verbs with which a take is told.
const TOLD: [&str; 14] = [
    "took", "takes", "taken", "removed", "removes", "picked", "picks", "chose", "drew", "draws",
    "selected", "selects", "grabbed", "pulled",
];

type Heeded = Result<(), Rules>;

/// Whether a line says that an answer is none.
fn refuses(line: &Line) -> bool {
    const REFUSING: [&str; 16] = [
        "try", "invalid", "valid", "illegal", "allowed", "not", "cannot", "can", "cant", "too",
        "only", "must", "enough", "sorry", "error", "range",
    ];
    line.says(&REFUSING)
}

fn wrong(sentence: impl Into<String>) -> Heeded {
    Err(Rules::Wrong(sentence.into()))
}

impl<'a> Table<'a> {
    /// Sits down with a program that has just been started.
    pub(super) fn new(talk: Conversation, plan: &'a mut Plan) -> Table<'a> {
        Table {
            talk,
            plan,
            board: BoardEar::default(),
            names: Vec::new(),
            computer: None,
            game: None,
            chosen: false,
            typed: Typed::Nothing,
            before: 0,
            asked: None,
            extras: 0,
            guessed: false,
            doubtful: Vec::new(),
            doubted: BTreeSet::new(),
            asked_with: BTreeSet::new(),
            words: [None, None],
            told: [None, None],
            called: Called::default(),
            waiting: Waiting::default(),
            said: String::new(),
            remarks: Vec::new(),
            events: Vec::new(),
            games: 0,
            pause: false,
            confirmed: (String::new(), 0),
        }
    }

    /// Plays the case to its end or to the first broken rule.
    pub(super) fn play(&mut self) -> Rules {
        loop {
            match self.step() {
                Ok(true) => {}
                Ok(false) => return Rules::Right,
                Err(rules) => return rules,
            }
        }
    }

    /// One turn of the program and the answer to it; says whether there is another.
    fn step(&mut self) -> Result<bool, Rules> {
        let turn = self.talk.turn();
        let text = plain(&turn.text);
        self.said += &text;
        let heard = lines(&text, &self.names);
        match turn.stop {
            Stop::Waits => {
                if !self.said.ends_with('\n') {
                    self.said.push('\n');
                }
                if let Some(answer) = self.swallowed(&heard) {
                    return self.type_line(&answer);
                }
                let ask = ask(&heard, &self.known(&heard));
                self.consider(&heard, &ask)?;
                self.answer(&heard, ask)
            }
            Stop::Ended(ending) => self.ended(&heard, ending).map(|()| false),
            Stop::Limited(Limit::Time) => Err(Rules::Unplayable(format!(
                "its time was up {}, and it neither asked nor ended",
                self.after()
            ))),
            Stop::Limited(_) => Err(Rules::Unplayable(format!(
                "it neither asks nor ends {}",
                self.after()
            ))),
            Stop::Interrupted => Err(Rules::Unplayable("interrupted".to_owned())),
        }
    }

    fn known(&self, heard: &[Line]) -> Known {
        let refused = match self.typed {
            Typed::Size(_, bad) | Typed::Menu(_, bad) | Typed::Take(_, bad) => bad,
            _ => false,
        };
        Known {
            repeated: self.asked.clone().filter(|_| refused),
            named: self.asked == Some(Ask::Common(Common::Name)) && self.names.len() == 1,
            size: self.game.is_some() && !self.asks_for_size_yet(heard),
            begun: self.begun(),
            midgame: matches!(self.typed, Typed::Take(..))
                && !self.is_over()
                && !self.computer_lost(heard),
            menu_due: self.plan.menu && !self.chosen,
            over: self.is_over(),
            again: matches!(self.typed, Typed::Again(_)),
            accepted: self.accepted(heard),
            like_a_take: self.asked_so(heard, &Ask::Take),
            games: match self.plan.opponent {
                Opponent::Friend => 1,
                _ => u64::from(self.plan.games),
            },
        }
    }

    /// Whether a size was typed at a question that did not speak of any, and is asked for only now.
    fn asks_for_size_yet(&self, heard: &[Line]) -> bool {
        let first = ["start*", "initial*", "begin*", "beginning"];
        let question = heard.iter().rev().find(|line| line.has_words());
        let asked =
            |line: &Line| line.says(&first) || line.ranges().any(|range| range == (10, 100));
        self.guessed && matches!(self.typed, Typed::Size(..)) && question.is_some_and(asked)
    }

    /// Whether the size typed last, which has to be refused, lies on the board: `There are 500 sticks.
    /// Ada, how many?`
    fn accepted(&self, heard: &[Line]) -> bool {
        let Typed::Size(size, true) = self.typed else {
            return false;
        };
        // `You cannot have 500 sticks on the board.` shows no board.
        let told: Vec<Line> = heard
            .iter()
            .filter(|line| !refuses(line))
            .cloned()
            .collect();
        let near = told.iter().rev().filter(|line| line.has_words()).take(2);
        let to_player = near.flat_map(Line::players).next().is_some();
        to_player && !self.asked_so(heard, &Ask::Size) && board::counts(&told).last() == Some(&size)
    }

    /// Whether somebody has taken sticks.
    fn begun(&self) -> bool {
        self.games > 0 || self.events.iter().any(|event| event.starts_with("take"))
    }

    /// Whether the computer is said to have lost: it took the final stick on its turn.
    fn computer_lost(&self, heard: &[Line]) -> bool {
        let lost = |named: &[Line]| loser::announced(named, Player::First, true);
        self.plan.opponent != Opponent::Friend && lost(&self.named(heard)) == Some(Player::Second)
    }

    /// Whether this was asked for in the same words before.
    fn asked_so(&self, heard: &[Line], ask: &Ask) -> bool {
        let question = heard.iter().rev().find(|line| line.has_words());
        question.is_some_and(|line| {
            let asked = (*ask == Ask::Take, template(&line.text));
            self.asked_with.contains(&asked)
        })
    }

    fn is_over(&self) -> bool {
        self.game.is_some_and(|game| game.winner().is_some())
    }

    fn after(&self) -> String {
        match &self.typed {
            Typed::Nothing => "at the beginning".to_owned(),
            Typed::Size(size, _) => format!("after {size} sticks were asked for"),
            Typed::Menu(option, _) => format!("after option {option}"),
            Typed::Take(take, _) => format!("after a take of {take}"),
            Typed::Again(_) => "after the question for another game".to_owned(),
            Typed::Extra => "after a question of its own".to_owned(),
        }
    }

    /// Whose turn it is, as far as it is said.
    fn spoken_to(&self, heard: &[Line]) -> Option<Player> {
        let mut spoken = heard.iter().rev().filter(|line| line.has_words());
        let question = spoken.next()?;
        if let Some(player) = question.players().last() {
            return Some(player);
        }
        let line = spoken
            .take(4)
            .find(|line| line.players().next().is_some() && !line.says(&TOLD))?;
        let about_turn = line.says(&["turn*", "move", "go", "up", "now", "how", "your"])
            || line.tokens.len() <= 3;
        line.players().last().filter(|_| about_turn)
    }

    fn type_line(&mut self, text: &str) -> Result<bool, Rules> {
        let typed = self.talk.answer(text);
        typed.map_err(|error| Rules::Unplayable(error.to_string()))?;
        Ok(true)
    }
}
