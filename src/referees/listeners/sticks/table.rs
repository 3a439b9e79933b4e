//! The oracle at the terminal: it knows how the game stands, answers what is asked, and compares
//! what it hears with what is true. The first broken rule ends the case.

mod answers;
mod consider;

use std::collections::BTreeSet;

use super::asks::{Ask, Known, ask};
use super::board::BoardEar;
use super::plan::Plan;
use crate::game::{Game, Player};
use crate::grading::conversation::{Conversation, Stop};
use crate::grading::hearing::{Line, Token, lines, plain};
use crate::grading::judgement::Rules;
use crate::sticks::rules::Sticks;
use crate::text::template;

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
    game: Option<Sticks>,
    chosen: bool,
    typed: Typed,
    asked: Option<Ask>,
    extras: usize,
    /// Sizes that had to be refused, and of which nobody can say whether they were.
    doubtful: Vec<u64>,
    /// The lines with which sizes and takes were asked for, without their numbers.
    asked_with: BTreeSet<(bool, String)>,
    /// The words of the questions to each player: those in all of them, and all of them.
    words: [Option<(BTreeSet<String>, BTreeSet<String>)>; 2],
    /// All that was said, as plain text.
    pub said: String,
    /// What is worth a line in the report.
    pub remarks: Vec<String>,
    /// What was understood.
    pub events: Vec<String>,
    /// Games that were right from beginning to end.
    pub games: u32,
}

type Heeded = Result<(), Rules>;

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
            game: None,
            chosen: false,
            typed: Typed::Nothing,
            asked: None,
            extras: 0,
            doubtful: Vec::new(),
            asked_with: BTreeSet::new(),
            words: [None, None],
            said: String::new(),
            remarks: Vec::new(),
            events: Vec::new(),
            games: 0,
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
                let ask = ask(&heard, &self.known(&heard));
                self.consider(&heard, &ask)?;
                self.answer(&heard, ask)
            }
            Stop::Ended(ending) => self.ended(&heard, ending).map(|()| false),
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
            size: self.game.is_some(),
            menu_due: self.plan.menu && !self.chosen,
            over: self.is_over(),
            like_a_take: self.asked_so(heard, &Ask::Take),
        }
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

    /// The lines with the names that the program gives by itself: words of every question to one
    /// player and of none to the other.
    fn named(&self, heard: &[Line]) -> Vec<Line> {
        let mut names = self.names.clone();
        if let [Some((first, all_first)), Some((second, all_second))] = &self.words
            && names.is_empty()
        {
            let own = |mine: &BTreeSet<String>, others: &BTreeSet<String>, player| {
                let own: Vec<_> = mine
                    .difference(others)
                    .map(|word| (word.clone(), player))
                    .collect();
                own.into_iter().take(2)
            };
            names.extend(own(first, all_second, Player::First));
            names.extend(own(second, all_first, Player::Second));
        }
        heard
            .iter()
            .map(|line| Line::read(&line.text, &names))
            .collect()
    }

    fn remember_question(&mut self, heard: &[Line], asked: Player) {
        let Some(question) = heard.iter().rev().find(|line| line.has_words()) else {
            return;
        };
        let words = question.tokens.iter().filter_map(|token| match token {
            Token::Word(word) if word.len() > 1 => Some(word.clone()),
            _ => None,
        });
        let words: BTreeSet<String> = words.collect();
        let known = &mut self.words[asked.index()];
        match known {
            Some((common, all)) => {
                common.retain(|word| words.contains(word));
                all.extend(words);
            }
            None => *known = Some((words.clone(), words)),
        }
    }

    /// Whose turn it is, as far as it is said.
    fn spoken_to(&self, heard: &[Line]) -> Option<Player> {
        let told = [
            "took", "takes", "taken", "removed", "removes", "picked", "picks", "chose", "drew",
            "draws", "selected", "selects", "takes", "grabbed", "pulled",
        ];
        let mut spoken = heard.iter().rev().filter(|line| line.has_words());
        let question = spoken.next()?;
        if let Some(player) = question.players().last() {
            return Some(player);
        }
        let line = spoken
            .take(4)
            .find(|line| line.players().next().is_some() && !line.says(&told))?;
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
