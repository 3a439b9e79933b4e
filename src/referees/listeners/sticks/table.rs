//! The oracle at the terminal: it knows how the game stands, answers what is asked, and compares
//! what it hears with what is true. The first broken rule ends the case.

use std::collections::BTreeSet;

use super::asks::{Ask, Known, ask, opponents};
use super::board::{BoardEar, Heard};
use super::loser::{self, loser};
use super::misconceptions::COMPUTER_BEGINS_AGAIN;
use super::plan::{Opponent, Plan};
use crate::game::{Game, Player};
use crate::grading::conversation::{Conversation, Stop};
use crate::grading::hearing::question::{Choice, Common, yes_or_no};
use crate::grading::hearing::{Line, Token, lines, plain};
use crate::grading::judgement::Rules;
use crate::process::Ending;
use crate::sticks::rules::{SIZES, Sticks, TAKES};

/// More questions that the assignment does not ask than this are not answered.
const MOST_EXTRAS: usize = 20;

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
pub struct Table<'a> {
    talk: Conversation,
    plan: &'a mut Plan,
    board: BoardEar,
    names: Vec<(String, Player)>,
    game: Option<Sticks>,
    chosen: bool,
    typed: Typed,
    asked: Option<Ask>,
    extras: usize,
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
    pub fn new(talk: Conversation, plan: &'a mut Plan) -> Table<'a> {
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
            words: [None, None],
            said: String::new(),
            remarks: Vec::new(),
            events: Vec::new(),
            games: 0,
        }
    }

    /// Plays the case to its end or to the first broken rule.
    pub fn play(&mut self) -> Rules {
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
                let ask = ask(&heard, &self.known());
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

    fn known(&self) -> Known {
        let refused = match self.typed {
            Typed::Size(_, bad) | Typed::Menu(_, bad) | Typed::Take(_, bad) => bad,
            _ => false,
        };
        Known {
            repeated: self.asked.clone().filter(|_| refused),
            size: self.game.is_some(),
            menu_due: self.plan.menu && !self.chosen,
            over: self.is_over(),
        }
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

    /// Whether what was said fits what was typed.
    fn consider(&mut self, heard: &[Line], ask: &Ask) -> Heeded {
        if matches!(ask, Ask::Common(Common::Enter)) && !self.is_over() {
            return Ok(());
        }
        match self.typed.clone() {
            Typed::Size(size, true) if *ask != Ask::Size => wrong(format!(
                "it accepts {size} sticks, and only 10 to 100 are allowed"
            )),
            Typed::Size(size, false) if *ask == Ask::Size => wrong(format!(
                "it refuses {size} sticks, and 10 to 100 are allowed"
            )),
            Typed::Menu(option, true) if *ask != Ask::Menu => wrong(format!(
                "it accepts option {option}, which the menu does not have"
            )),
            Typed::Menu(option, false) if *ask == Ask::Menu && self.plan.menu => {
                wrong(format!("it refuses option {option} of its own menu"))
            }
            Typed::Take(take, true) => self.consider_refusal(heard, ask, take),
            Typed::Take(take, false) if self.is_over() => self.consider_end(heard, ask, take),
            Typed::Take(take, false) => self.consider_take(heard, ask, take),
            _ if *ask == Ask::Take && !self.is_over() => self.consider_board(heard),
            _ => Ok(()),
        }
    }

    fn consider_refusal(&mut self, heard: &[Line], ask: &Ask, take: u64) -> Heeded {
        let Some(game) = self.game else { return Ok(()) };
        self.events
            .push(format!("refusal of {take} due at {}", game.left()));
        if *ask != Ask::Take {
            return wrong(format!(
                "it accepts a take of {take}, and only 1 to 3 are allowed"
            ));
        }
        match self.board.hear(heard, &[game.left()], Some(take)) {
            Heard::Count(count) if count != game.left() => {
                return wrong(format!(
                    "after a take of {take}, which has to be refused, it shows {count} sticks; there are {}",
                    game.left()
                ));
            }
            _ => {}
        }
        match self.spoken_to(heard) {
            Some(player) if player != game.to_move() => wrong(format!(
                "after a take of {take}, which has to be refused, it asks {player} and not {} again",
                game.to_move()
            )),
            _ => Ok(()),
        }
    }

    /// A legal take that did not end the game.
    fn consider_take(&mut self, heard: &[Line], ask: &Ask, take: u64) -> Heeded {
        let Some(game) = self.game else { return Ok(()) };
        let left = game.left();
        if *ask != Ask::Take {
            return match ask {
                Ask::Common(Common::Name | Common::YesNo) | Ask::Other(..) => Ok(()),
                Ask::Common(Common::Again) if self.plan.opponent != Opponent::Friend => Ok(()),
                _ => wrong(format!("the game ends with {} left", sticks(left))),
            };
        }
        if self.plan.opponent != Opponent::Friend {
            return self.consider_computer(heard);
        }
        let mover = game.to_move().other();
        let spoken_to = self.spoken_to(heard);
        match self.board.hear(heard, &[left], Some(take)) {
            Heard::Count(count) if count == left => self.events.push(format!("{left} left")),
            Heard::Count(count) if count == left + take && spoken_to == Some(mover) => {
                return wrong(format!(
                    "it refuses a take of {take} with {} left",
                    sticks(left + take)
                ));
            }
            Heard::Count(count) => {
                return wrong(format!(
                    "it shows {count} sticks after a take of {take} from {}; there are {left}",
                    left + take
                ));
            }
            Heard::Silent if spoken_to == Some(mover) => {
                return wrong(format!(
                    "it refuses a take of {take} with {} left",
                    sticks(left + take)
                ));
            }
            Heard::Silent if left == 1 => {}
            Heard::Silent | Heard::Unsure => {
                return Err(Rules::Unheard("how many sticks are left".to_owned()));
            }
        }
        self.consider_turn(spoken_to)
    }

    fn consider_turn(&mut self, spoken_to: Option<Player>) -> Heeded {
        let due = self.game.map(|game| game.to_move());
        match spoken_to {
            Some(player) if Some(player) != due => wrong(format!(
                "it asks {player}, and it is the other player's turn"
            )),
            _ => Ok(()),
        }
    }

    /// The first board of a game, if it is shown.
    fn consider_board(&mut self, heard: &[Line]) -> Heeded {
        let Some(game) = self.game else {
            return Err(Rules::Unplayable(
                "it asks for a take and never asked how many sticks there are".to_owned(),
            ));
        };
        if self.plan.menu && !self.chosen {
            return wrong("it shows no menu");
        }
        if game.left() != self.plan.size {
            return Ok(());
        }
        if let Heard::Count(count) = self.board.hear(heard, &[game.left()], None)
            && count != game.left()
        {
            let computer_began =
                computers_take(heard).is_some_and(|take| count + take == game.left());
            if computer_began && self.games > 0 {
                return wrong(COMPUTER_BEGINS_AGAIN);
            }
            return wrong(format!(
                "it shows {count} sticks at the start; there are {}",
                game.left()
            ));
        }
        let spoken_to = self.spoken_to(heard);
        self.consider_turn(spoken_to)
    }

    /// What the computer took, by what it says and by the board.
    fn consider_computer(&mut self, heard: &[Line]) -> Heeded {
        let Some(game) = self.game else { return Ok(()) };
        let before = game.left();
        let said = computers_take(heard);
        if let Some(take) = said
            && !TAKES.contains(&take)
        {
            return wrong(format!(
                "the computer takes {take}, and only 1 to 3 are allowed"
            ));
        }
        let possible: Vec<u64> = match said {
            Some(take) => vec![before.saturating_sub(take)],
            None => TAKES.map(|take| before.saturating_sub(take)).collect(),
        };
        let left = match self.board.hear(heard, &possible, None) {
            Heard::Count(left) if possible.contains(&left) && left > 0 => left,
            Heard::Count(0) => return wrong("it goes on after the final stick was taken"),
            Heard::Count(left) if left == before && said.is_none() => {
                return Err(Rules::Unheard("what the computer takes".to_owned()));
            }
            Heard::Count(left) => {
                return match said {
                    Some(take) => wrong(format!(
                        "it shows {left} sticks after the computer took {take} from {before}"
                    )),
                    None => wrong(format!(
                        "it shows {left} sticks after the computer's turn at {before}"
                    )),
                };
            }
            _ if possible == [1] => 1,
            _ => return Err(Rules::Unheard("how many sticks are left".to_owned())),
        };
        let take = before - left;
        self.plan.watch(before, take);
        self.events.push(format!("computer takes {take}"));
        self.game = Some(game.play(take));
        Ok(())
    }

    /// The final stick was taken by who was asked last, or by the computer just now.
    fn consider_end(&mut self, heard: &[Line], ask: &Ask, take: u64) -> Heeded {
        let Some(game) = self.game else { return Ok(()) };
        let mover = game.to_move().other();
        match ask {
            Ask::Take
                if self.spoken_to(heard) == Some(mover)
                    || self.board.hear(heard, &[take], None) == Heard::Count(take) =>
            {
                return wrong(format!("it refuses a take of {take} as the last one"));
            }
            Ask::Take => return wrong("it goes on after the final stick was taken"),
            _ => {}
        }
        self.hear_loser(heard)
    }

    fn hear_loser(&mut self, heard: &[Line]) -> Heeded {
        let Some(game) = self.game else { return Ok(()) };
        let Some(winner) = game.winner() else {
            return Ok(());
        };
        let computer = self.plan.opponent != Opponent::Friend;
        let you = if computer {
            Player::First
        } else {
            winner.other()
        };
        let named = self.named(heard);
        match loser(&named, you, computer) {
            loser::Heard::Loser(loser) if loser != winner => {
                self.events.push("loser heard".to_owned());
                self.games += 1;
                Ok(())
            }
            loser::Heard::Loser(loser) => wrong(match computer {
                true => format!(
                    "it says that {} lost",
                    if loser == Player::First {
                        "the person"
                    } else {
                        "the computer"
                    }
                ),
                false => format!(
                    "{} took the final stick, and it says that {loser} lost",
                    winner.other()
                ),
            }),
            loser::Heard::Unclear => Err(Rules::Unheard("who lost".to_owned())),
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

    fn ended(&mut self, heard: &[Line], ending: Ending) -> Heeded {
        let trace = heard.iter().any(|line| {
            [
                "Traceback (",
                "Exception in thread",
                "panicked at",
                "Segmentation fault",
            ]
            .iter()
            .any(|sign| line.text.contains(sign))
        });
        if trace || matches!(ending, Ending::Killed(_)) {
            let last = heard.last().map_or("", |line| &line.text);
            return Err(Rules::Unplayable(format!(
                "it crashes {}: {last}",
                self.after()
            )));
        }
        if let Ending::Exited(code) = ending
            && code != 0
        {
            self.remarks
                .push(format!("ends with exit code {code}, and not 0"));
        }
        match (&self.typed, self.game) {
            (Typed::Again(false), _) => Ok(()),
            (Typed::Take(_, false), Some(game)) if game.winner().is_some() => {
                self.hear_loser(heard).and_then(|()| self.after_last_game())
            }
            (Typed::Extra, Some(game)) if game.winner().is_some() => self.after_last_game(),
            (Typed::Take(take, true), _) => wrong(format!(
                "it ends after a take of {take}, which has to be refused"
            )),
            (Typed::Take(..), Some(game)) if self.plan.opponent == Opponent::Friend => {
                wrong(format!("the game ends with {} left", sticks(game.left())))
            }
            (Typed::Take(..), Some(_)) => {
                self.computer_may_have_ended(heard)?;
                self.hear_loser(heard)?;
                self.after_last_game()
            }
            (Typed::Nothing, _) => Err(Rules::Unplayable(
                "it ends before it asks anything".to_owned(),
            )),
            _ => wrong(format!("it ends {}", self.after())),
        }
    }

    fn after_last_game(&mut self) -> Heeded {
        match self.plan.games > self.games {
            true => wrong("it does not ask whether to play again"),
            false => Ok(()),
        }
    }

    /// The computer's take may have been the last one.
    fn computer_may_have_ended(&mut self, heard: &[Line]) -> Heeded {
        let Some(game) = self.game else { return Ok(()) };
        let before = game.left();
        let take = computers_take(heard);
        if before > 3 || take.is_some_and(|take| take < before) {
            let left = before - take.unwrap_or(0).min(before);
            return wrong(format!("the game ends with {} left", sticks(left)));
        }
        self.plan.watch(before, take.unwrap_or(before));
        self.game = Some(game.play(before));
        Ok(())
    }

    fn type_line(&mut self, text: &str) -> Result<bool, Rules> {
        let typed = self.talk.answer(text);
        typed.map_err(|error| Rules::Unplayable(error.to_string()))?;
        Ok(true)
    }

    /// Answers a question; says whether the program is to be listened to again.
    fn answer(&mut self, heard: &[Line], ask: Ask) -> Result<bool, Rules> {
        self.asked = Some(ask.clone());
        match ask {
            Ask::Common(common) => self.answer_common(heard, common),
            Ask::Size if self.is_over() && self.plan.opponent == Opponent::Friend => Err(
                Rules::Wrong("it starts another game, and should end".to_owned()),
            ),
            Ask::Size => {
                if self.is_over() {
                    self.remark(heard);
                }
                let size = self.plan.next_size();
                let bad = !SIZES.contains(&size);
                self.typed = Typed::Size(size, bad);
                if !bad {
                    self.game = Some(Sticks::new(size));
                }
                self.events.push(format!("size {size}"));
                self.type_line(&size.to_string())
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
                let bad = !TAKES.contains(&take);
                self.typed = Typed::Take(take, bad);
                if !bad {
                    self.game = Some(game.play(take));
                }
                self.events.push(format!("take {take}"));
                self.type_line(&take.to_string())
            }
            Ask::Other(low, high) => {
                self.extra(heard)?;
                self.type_line(&if (low..=high).contains(&3) { 3 } else { low }.to_string())
            }
        }
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
                if let Some(game) = self.game
                    && game.winner().is_none()
                {
                    self.computer_may_have_ended(heard)?;
                    self.hear_loser(heard)?;
                }
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
                if !self.is_over() {
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
                let yes = match about_computer {
                    true => self.plan.opponent != Opponent::Friend,
                    false => question.is_some_and(|line| {
                        line.says(&["ready", "start", "begin", "play*", "friend"])
                    }),
                };
                self.extra(heard)?;
                self.type_line(&yes_or_no(heard, yes))
            }
        }
    }

    fn answer_menu(&mut self, heard: &[Line]) -> Result<bool, Rules> {
        if self.is_over() {
            self.remark(heard);
            let leaves = opponents(heard)
                .iter()
                .any(|choice| choice.line.says(&["exit", "quit", "leave", "stop", "end"]));
            return match leaves {
                true => Ok(false),
                false => Err(Rules::Wrong(
                    "it starts another game, and should end".to_owned(),
                )),
            };
        }
        if !self.plan.menu {
            self.remark(heard);
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
        let usual = match self.plan.opponent {
            Opponent::Friend => 1,
            Opponent::Computer => 2,
            Opponent::Trained => 3,
        };
        let key = match (pick(&choices, self.plan.opponent), choices.is_empty()) {
            (Some(choice), _) => choice.key.clone(),
            (None, true) => usual.to_string(),
            (None, false) => {
                return Err(Rules::Unplayable(format!(
                    "its menu has no game {}",
                    self.plan.opponent.words()
                )));
            }
        };
        self.chosen = true;
        self.typed = Typed::Menu(key.clone(), false);
        self.type_line(&key)
    }
}

/// The option for this opponent, by its words.
fn pick(choices: &[Choice], opponent: Opponent) -> Option<&Choice> {
    let trained = |choice: &&Choice| {
        choice.line.says(&[
            "train*",
            "pre*",
            "smart*",
            "hard*",
            "expert*",
            "practi*",
            "experienced",
        ]) && !choice.line.says(&["untrained", "not"])
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
            .says(&["exit", "quit", "rules", "help", "instructions"])
    };
    let people = |choice: &&Choice| {
        choice.line.says(&[
            "friend*", "human*", "people", "two", "multi*", "pvp", "person", "player*", "opponent",
            "another",
        ]) || choice.line.players().next().is_some()
    };
    match opponent {
        Opponent::Friend => choices.iter().find(|choice| {
            people(choice) && !computer(choice) && !leaves(choice) && !trained(choice)
        }),
        Opponent::Computer => choices
            .iter()
            .find(|choice| computer(choice) && !trained(choice) && !leaves(choice)),
        Opponent::Trained => choices
            .iter()
            .find(|choice| trained(choice) && !leaves(choice)),
    }
}

/// What the computer says it takes.
fn computers_take(heard: &[Line]) -> Option<u64> {
    heard.iter().rev().find_map(|line| {
        let at = line
            .tokens
            .iter()
            .position(|token| matches!(token, Token::Computer | Token::Player(Player::Second)))?;
        line.ranges().next().is_none().then_some(())?;
        line.says(&super::board::TAKING).then_some(())?;
        line.tokens[at..].iter().find_map(|token| match token {
            Token::Number(take) => Some(*take),
            _ => None,
        })
    })
}

fn sticks(count: u64) -> String {
    match count {
        1 => "1 stick".to_owned(),
        count => format!("{count} sticks"),
    }
}
