//! What is typed: the answer to what a program asks, also to what the assignment does not ask.

use super::super::asks::{Ask, PEOPLE, about_size, opponents};
use super::super::plan::Opponent;
use super::{Heeded, Table, Typed};
use crate::game::{Game, Player};
use crate::grading::hearing::options::Choice;
use crate::grading::hearing::question::{Common, yes_or_no};
use crate::grading::hearing::{Line, Token};
use crate::grading::judgement::Rules;
use crate::sticks::rules::{SIZES, Sticks, TAKES};
use crate::text::template;

/// More questions that the assignment does not ask than this are not answered.
const MOST_EXTRAS: usize = 20;

impl Table<'_> {
    /// Answers a question; says whether the program is to be listened to again.
    pub(super) fn answer(&mut self, heard: &[Line], ask: Ask) -> Result<bool, Rules> {
        self.asked = Some(ask.clone());
        if let (Ask::Size | Ask::Take, Some(line)) =
            (&ask, heard.iter().rev().find(|line| line.has_words()))
        {
            // What may be a take, and is taken for a size, is no example of either.
            if self.doubtful.is_empty() || ask == Ask::Take {
                let asked = (ask == Ask::Take, template(&line.text));
                self.asked_with.insert(asked);
            }
        }
        match ask {
            Ask::Common(common) => self.answer_common(heard, common),
            Ask::Size if self.is_over() && self.plan.opponent == Opponent::Friend => Err(
                Rules::Wrong("it starts another game, and should end".to_owned()),
            ),
            Ask::Size => {
                if self.is_over() || self.begun() || matches!(self.typed, Typed::Menu(..)) {
                    self.remark(heard);
                }
                self.guessed = !about_size(heard);
                let size = self.plan.next_size();
                let bad = !SIZES.contains(&size);
                self.typed = Typed::Size(size, bad);
                if !bad {
                    self.game = Some(Sticks::new(size));
                }
                self.events.push(format!("size {size}"));
                self.type_number(heard, size)
            }
            Ask::Menu => self.answer_menu(heard),
            Ask::Take => {
                let Some(game) = self.game else {
                    return Err(Rules::Unplayable(
                        "it asks for a take before the size".to_owned(),
                    ));
                };
                if self.is_over() {
                    return Err(Rules::Wrong(
                        "it goes on after the final stick was taken".to_owned(),
                    ));
                }
                let Some(take) = self.plan.next_take(game.left()) else {
                    return Err(Rules::Unheard("how the game went on".to_owned()));
                };
                self.remember_question(heard, game.to_move());
                self.called.ask(heard, game.to_move());
                self.extras = 0;
                let bad = !TAKES.contains(&take);
                self.typed = Typed::Take(take, bad);
                if !bad {
                    self.before = game.left();
                    self.game = Some(game.play(take));
                }
                self.events.push(format!("take {take}"));
                self.type_number(heard, take)
            }
            Ask::Other(low, high) => {
                self.extra(heard)?;
                self.type_line(&if (low..=high).contains(&3) { 3 } else { low }.to_string())
            }
        }
    }

    fn type_number(&mut self, heard: &[Line], number: u64) -> Result<bool, Rules> {
        self.remember_wait(heard, &number.to_string());
        self.type_line(&number.to_string())
    }

    fn remark(&mut self, heard: &[Line]) {
        let question = heard
            .iter()
            .rev()
            .find(|line| line.has_words())
            .map_or("", |line| &line.text);
        let remark = format!("asks something the assignment does not ask: \"{question}\"");
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    fn extra(&mut self, heard: &[Line]) -> Heeded {
        self.remark(heard);
        self.extras += 1;
        self.typed = Typed::Extra;
        match self.extras > MOST_EXTRAS {
            true => Err(Rules::Unplayable(
                "it asks on and on what the assignment does not ask".to_owned(),
            )),
            false => Ok(()),
        }
    }

    fn answer_common(&mut self, heard: &[Line], common: Common) -> Result<bool, Rules> {
        match common {
            Common::Again if self.plan.opponent == Opponent::Friend => {
                self.remark(heard);
                if !self.is_over() {
                    return Err(Rules::Unheard("what it asks".to_owned()));
                }
                // The game is over and its loser named: whatever comes now is no part of it.
                Ok(false)
            }
            Common::Again => {
                self.end_with_the_computer(heard)?;
                let more = self.plan.games > self.games;
                if self.typed == Typed::Again(more) {
                    return Err(Rules::Unheard(
                        "how to answer whether to play again".to_owned(),
                    ));
                }
                self.typed = Typed::Again(more);
                if more {
                    self.game = Some(Sticks::new(self.plan.size));
                }
                self.type_line(&yes_or_no(heard, more))
            }
            Common::Name => {
                let second = heard.last().and_then(|line| line.players().last())
                    == Some(Player::Second)
                    || !self.names.is_empty();
                let (name, player) = if second {
                    ("Bob", Player::Second)
                } else {
                    ("Ada", Player::First)
                };
                self.names.push((name.to_lowercase(), player));
                self.extra(heard)?;
                self.type_line(name)
            }
            Common::Enter => {
                let typed = self.typed.clone();
                self.extra(heard)?;
                if !self.is_over() || self.pause {
                    self.typed = typed;
                }
                self.type_line("")
            }
            Common::Players => {
                self.extra(heard)?;
                self.type_line(if self.plan.opponent == Opponent::Friend {
                    "2"
                } else {
                    "1"
                })
            }
            Common::YesNo => {
                let question = heard.iter().rev().find(|line| line.has_words());
                let about_computer =
                    question.is_some_and(|line| line.tokens.contains(&Token::Computer));
                let says = |words: &[&str]| question.is_some_and(|line| line.says(words));
                let begins = says(&["first", "start", "starts", "begin", "begins"]);
                let yes = match about_computer {
                    // Player 1 begins, and that is not the computer.
                    true => self.plan.opponent != Opponent::Friend && !begins,
                    false => begins || says(&["ready", "play*", "friend"]),
                };
                let question = question.map_or(String::new(), |line| line.text.clone());
                self.extra(heard)?;
                let answer = self.confirm(heard, question, yes);
                self.type_line(&answer)
            }
        }
    }

    /// Yes or no; and in other words if the same question comes again.
    fn confirm(&mut self, heard: &[Line], question: String, yes: bool) -> String {
        match &mut self.confirmed {
            (asked, times) if *asked == question => *times += 1,
            confirmed => *confirmed = (question, 0),
        }
        let (question, times) = &self.confirmed;
        let usual = yes_or_no(heard, yes);
        let counted = question.contains(|c: char| c.is_ascii_digit());
        let words = if yes {
            ["yes", "y", "1", "Y"]
        } else {
            ["no", "n", "0", "N"]
        };
        match usual.parse::<u64>() {
            Ok(_) if !counted => words[times % words.len()].to_owned(),
            _ if *times == 0 => usual,
            _ => words[(times - 1) % words.len()].to_owned(),
        }
    }

    /// The menu in place of `Play again?`: the same game again, or none.
    fn answer_menu_again(&mut self, heard: &[Line]) -> Result<bool, Rules> {
        self.end_with_the_computer(heard)?;
        self.remark(heard);
        let choices = opponents(heard);
        if self.plan.games <= self.games {
            return Ok(false);
        }
        let Some(choice) = pick(&choices, self.plan.opponent) else {
            return Err(Rules::Wrong(
                "it does not ask whether to play again".to_owned(),
            ));
        };
        self.typed = Typed::Menu(choice.key.clone(), false);
        self.game = Some(Sticks::new(self.plan.size));
        self.type_line(&choice.key)
    }

    /// The computer may have taken the final stick without being asked.
    fn end_with_the_computer(&mut self, heard: &[Line]) -> Heeded {
        match self.game {
            Some(game) if game.winner().is_none() => {
                self.computer_may_have_ended(heard)?;
                self.hear_loser(heard)
            }
            _ => Ok(()),
        }
    }

    fn answer_menu(&mut self, heard: &[Line]) -> Result<bool, Rules> {
        let due = self.game.is_some_and(|game| game.left() == self.plan.size);
        if self.game.is_some() && self.plan.opponent != Opponent::Friend && self.begun() && !due {
            return self.answer_menu_again(heard);
        }
        if self.chosen {
            self.remark(heard);
        }
        if self.is_over() {
            self.remark(heard);
            return match leaving(&opponents(heard)) {
                Some(_) => Ok(false),
                None => Err(Rules::Wrong(
                    "it starts another game, and should end".to_owned(),
                )),
            };
        }
        if !self.plan.menu {
            self.extra(heard)?;
        }
        let choices = match opponents(heard) {
            choices if choices.is_empty() => self.plan.choices.clone(),
            choices => choices,
        };
        self.plan.choices.clone_from(&choices);
        let has = |key: u64| choices.iter().any(|choice| choice.key == key.to_string());
        if let Some(bad) = self.plan.next_bad_option() {
            let bad = [bad, 0, 9, 8, 7]
                .into_iter()
                .find(|&key| !has(key))
                .unwrap_or(bad);
            self.typed = Typed::Menu(bad.to_string(), true);
            return self.type_line(&bad.to_string());
        }
        let about = player_whose_kind(heard, &choices);
        let opponent = match about {
            Some(Player::First) => Opponent::Friend,
            _ => self.plan.opponent,
        };
        let usual = match opponent {
            Opponent::Friend => 1,
            Opponent::Computer => 2,
            Opponent::Trained => 3,
        };
        let key = match (pick(&choices, opponent), choices.is_empty()) {
            (Some(choice), _) => choice.key.clone(),
            (None, true) => usual.to_string(),
            (None, false) => {
                return Err(Rules::Unplayable(format!(
                    "its menu has no game {}",
                    self.plan.opponent.words()
                )));
            }
        };
        if about == Some(Player::First) {
            self.extra(heard)?;
            return self.type_line(&key);
        }
        self.chosen = true;
        self.typed = Typed::Menu(key.clone(), false);
        self.type_line(&key)
    }
}

/// The option that ends the program.
fn leaving(choices: &[Choice]) -> Option<&Choice> {
    let leaves = ["exit", "quit", "leave", "stop", "end"];
    choices.iter().find(|choice| choice.line.says(&leaves))
}

/// `Is Player 1 a human or a computer?`: each of the two has a question of their own.
fn player_whose_kind(heard: &[Line], choices: &[Choice]) -> Option<Player> {
    let option = |line: &Line| choices.iter().any(|choice| choice.line.text == line.text);
    let near = heard.iter().rev().take(5).filter(|line| !option(line));
    let mut about = near.filter(|line| {
        line.says(&["is", "type", "kind", "be"]) && !line.says(&["opponent", "against", "vs"])
    });
    about.find_map(|line| line.players().last())
}

/// The option for this opponent, by its words.
fn pick(choices: &[Choice], opponent: Opponent) -> Option<&Choice> {
    let trained = |choice: &&Choice| {
        // `Train an AI` plays against one that has not practised yet.
        choice.line.says(&[
            "trained",
            "training",
            "pre*",
            "smart*",
            "hard*",
            "expert*",
            "practi*",
            "experienced",
        ]) && !choice.line.says(&["untrained", "not", "without", "no"])
    };
    let computer = |choice: &&Choice| {
        choice.line.tokens.contains(&Token::Computer)
            || choice
                .line
                .says(&["single", "naive", "untrained", "easy", "pvc"])
    };
    let leaves = |choice: &&Choice| {
        choice
            .line
            .says(&["exit", "quit", "rules", "help", "instructions", "how"])
    };
    let people =
        |choice: &&Choice| choice.line.says(&PEOPLE) || choice.line.players().next().is_some();
    match opponent {
        Opponent::Friend => {
            let mut open = choices
                .iter()
                .filter(|choice| !computer(choice) && !leaves(choice) && !trained(choice));
            let starts = |choice: &&Choice| choice.line.says(&["play", "start", "new", "begin"]);
            let friend = open.clone().find(people);
            friend.or_else(|| open.find(starts))
        }
        Opponent::Computer => {
            let open = || {
                choices
                    .iter()
                    .filter(|choice| !trained(choice) && !leaves(choice))
            };
            // Beside a friend the computer may go by a name of its own.
            let mut others = open().filter(|choice| !people(choice));
            let only = others.next().filter(|_| others.next().is_none());
            open()
                .find(computer)
                .or(only.filter(|_| open().any(|choice| people(&choice))))
        }
        Opponent::Trained => choices
            .iter()
            .find(|choice| trained(choice) && !leaves(choice)),
    }
}
