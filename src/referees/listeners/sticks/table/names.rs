//! Names: those that were typed when a program asked for them, and those it gives by itself.

use std::collections::BTreeSet;

use super::super::board::{STRONG, TAKING};
use super::{TOLD, Table, Words};
use crate::game::Player;
use crate::grading::hearing::line::is_word;
use crate::grading::hearing::{Line, Token};

impl Table<'_> {
    /// The lines with the names that the program gives by itself: words of every question to one
    /// player and of none to the other, or with which every take of one of them was told.
    pub(super) fn named(&self, heard: &[Line]) -> Vec<Line> {
        let mut names = self.names.clone();
        let computer = self.computer.iter().flatten();
        names.extend(computer.map(|word| (word.clone(), Player::Second)));
        let own = |mine: &BTreeSet<String>, others: &BTreeSet<String>, player| {
            let own = mine.difference(others).take(2);
            own.map(|word| (word.clone(), player)).collect::<Vec<_>>()
        };
        for words in [&self.words, &self.told] {
            if let [Some((first, all_first)), Some((second, all_second))] = words
                && self.names.is_empty()
            {
                names.extend(own(first, all_second, Player::First));
                names.extend(own(second, all_first, Player::Second));
            }
        }
        if let Some(called) = self.called.names(heard).filter(|_| self.names.is_empty()) {
            let players = [Player::First, Player::Second];
            names.extend(called.names.into_iter().zip(players));
        }
        heard
            .iter()
            .map(|line| Line::read(&line.text, &names))
            .collect()
    }

    pub(super) fn remember_question(&mut self, heard: &[Line], asked: Player) {
        let Some(question) = heard.iter().rev().find(|line| line.has_words()) else {
            return;
        };
        meet(&mut self.words[asked.index()], words_of(&question.tokens));
    }

    /// Learns what a player is called from the line that tells a take: `Red takes 2.`. What is asked
    /// next may name the other one.
    pub(super) fn remember_taker(&mut self, heard: &[Line], taker: Player, take: u64) {
        let mut spoken = heard.iter().rev().filter(|line| line.has_words());
        if !self.is_over() {
            spoken.next();
        }
        if let Some(words) = spoken.find_map(|line| teller(line, &TOLD, take)) {
            meet(&mut self.told[taker.index()], words);
        }
    }

    /// Learns what a computer calls itself from the line that tells its take: `HAL takes 2`.
    pub(super) fn remember_computer(&mut self, heard: &[Line], take: u64) {
        let told = heard
            .iter()
            .rev()
            .find_map(|line| teller(line, &TAKING, take).or_else(|| terse(line, take)));
        let Some(words) = told else { return };
        match &mut self.computer {
            Some(known) => known.retain(|word| words.contains(word)),
            None => self.computer = Some(words),
        }
    }
}

/// The words before the verb of a line that tells a take, if no player is named in it.
fn teller(line: &Line, verbs: &[&str], take: u64) -> Option<BTreeSet<String>> {
    const COMMON: [&str; 24] = [
        "the", "it", "my", "now", "then", "your", "and", "opponent", "there", "was", "were", "is",
        "are", "has", "have", "so", "stick", "sticks", "turn", "player", "s", "on", "board",
        "left",
    ];
    let verb = line.tokens.iter().position(|token| is_word(token, verbs))?;
    let (before, after) = line.tokens.split_at(verb);
    let named = line.players().next().is_some() || line.tokens.contains(&Token::Computer);
    let told = after.contains(&Token::Number(take)) && !named && !line.says(&["you"]);
    told.then(|| {
        let mut words = words_of(before);
        words.retain(|word| !COMMON.contains(&word.as_str()));
        words
    })
}

/// The words of `HAL> 2`, which tells a take without a verb.
fn terse(line: &Line, take: u64) -> Option<BTreeSet<String>> {
    let words = words_of(&line.tokens);
    let only = line.tokens.iter().all(|token| match token {
        Token::Word(_) | Token::Mark(_) => true,
        Token::Number(number) => *number == take,
        _ => false,
    });
    let counts = [
        "stick*", "you", "take*", "round", "turn", "game", "move", "score",
    ];
    let board = line.says(&STRONG) || line.says(&counts);
    let told = only && !board && line.tokens.contains(&Token::Number(take));
    (told && (1..=2).contains(&words.len())).then_some(words)
}

fn words_of(tokens: &[Token]) -> BTreeSet<String> {
    let words = tokens.iter().filter_map(|token| match token {
        Token::Word(word) => Some(word.clone()),
        _ => None,
    });
    words.collect()
}

/// Keeps of the words those that were there again, and remembers all.
fn meet(known: &mut Option<Words>, words: BTreeSet<String>) {
    match known {
        Some((common, all)) => {
            common.retain(|word| words.contains(word));
            all.extend(words);
        }
        None => *known = Some((words.clone(), words)),
    }
}
