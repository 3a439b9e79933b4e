//! What is to be typed, by meaning: sizes, options and takes, of a transcript or of a referee.

use crate::grading::fixture::{Fixture, Step};
use crate::grading::hearing::options::Choice;
use crate::random::Dice;
use crate::referees::learning::Learning;
use crate::sticks::rules::winning_take;

/// Games after which it shows how a computer learns.
const ENOUGH_TO_LEARN: u32 = 500;

/// Who plays second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    /// A friend at the same keyboard.
    Friend,
    /// The computer that has learnt nothing yet.
    Computer,
    /// The computer that has practised.
    Trained,
}

impl Opponent {
    /// `against a friend`.
    pub(super) fn words(self) -> &'static str {
        match self {
            Opponent::Friend => "against a friend",
            Opponent::Computer => "against the computer",
            Opponent::Trained => "against the trained computer",
        }
    }
}

/// Where the takes come from.
enum Takes {
    /// A transcript.
    Script(Vec<u64>),
    /// Chance, with a bad answer now and then.
    Chance { dice: Dice, refused: bool },
}

/// What is to be typed.
pub(super) struct Plan {
    /// Whether the part has a menu.
    pub menu: bool,
    /// Who plays second.
    pub opponent: Opponent,
    /// The number of sticks that is played with in the end.
    pub size: u64,
    /// How many games are played.
    pub games: u32,
    /// The menu as it was shown last.
    pub choices: Vec<Choice>,
    bad_sizes: Vec<u64>,
    bad_options: Vec<u64>,
    takes: Takes,
    all_games: u32,
    /// Heaps that could be won and tell how good the computer is, and those it let go.
    pub chances: u64,
    /// Of those, the heaps it let go.
    pub slips: u64,
    /// How the computer learns, if it begins with nothing learnt.
    learning: Learning,
    played: u32,
}

impl Plan {
    /// What a transcript types. `None` if it types what no rule of the game knows.
    pub(super) fn transcript(case: &Fixture) -> Option<Plan> {
        let (mut sizes, mut options, mut takes) = (Vec::new(), Vec::new(), Vec::new());
        let mut question = "";
        for step in &case.steps {
            match step {
                Step::Output(text) => question = text.lines().last().unwrap_or(""),
                Step::Type(text) => {
                    let number: u64 = text.trim().parse().ok()?;
                    match question {
                        _ if question.contains("initially") => sizes.push(number),
                        _ if question.contains("option") => options.push(number),
                        _ if question.contains("do you take") => takes.push(number),
                        _ => return None,
                    }
                }
                Step::EndOfInput => return None,
            }
        }
        let size = sizes.pop()?;
        let menu = case.part.is_some_and(|part| part > 1);
        if options.pop().unwrap_or(1) != 1 {
            return None;
        }
        takes.reverse();
        sizes.reverse();
        options.reverse();
        Some(Plan {
            menu,
            opponent: Opponent::Friend,
            size,
            games: 1,
            choices: Vec::new(),
            bad_sizes: sizes,
            bad_options: options,
            takes: Takes::Script(takes),
            all_games: 1,
            chances: 0,
            slips: 0,
            learning: Learning::new(size),
            played: 0,
        })
    }

    /// What a referee types: `sticks option=2 sticks=10 games=5`.
    pub(super) fn referee(words: &str, seed: u64) -> Option<Plan> {
        let setting = |key, usual| super::super::setting(words, key, usual);
        let games = setting("games", 10)? as u32;
        let size = setting("sticks", 10)?;
        Some(Plan {
            menu: true,
            opponent: if setting("option", 2)? == 3 {
                Opponent::Trained
            } else {
                Opponent::Computer
            },
            size,
            games,
            choices: Vec::new(),
            bad_sizes: Vec::new(),
            bad_options: Vec::new(),
            takes: Takes::Chance {
                dice: Dice::new(seed),
                refused: false,
            },
            all_games: games,
            chances: 0,
            slips: 0,
            learning: Learning::new(size),
            played: 0,
        })
    }

    /// The next answer to the question for the size.
    pub(super) fn next_size(&mut self) -> u64 {
        self.bad_sizes.pop().unwrap_or(self.size)
    }

    /// Takes back an answer that was given to another question.
    pub(super) fn take_back(&mut self, size: u64) {
        if size != self.size {
            self.bad_sizes.push(size);
        }
    }

    /// The next option that is to be refused.
    pub(super) fn next_bad_option(&mut self) -> Option<u64> {
        self.bad_options.pop()
    }

    /// The next take, with so many sticks left.
    pub(super) fn next_take(&mut self, left: u64) -> Option<u64> {
        if left == self.size {
            self.played += 1;
        }
        match &mut self.takes {
            Takes::Script(takes) => takes.pop(),
            Takes::Chance { dice, refused } => {
                *refused = !*refused && dice.below(6) == 0;
                Some(match *refused {
                    true => 4 * dice.below(2),
                    false => (1 + dice.below(3)).min(left),
                })
            }
        }
    }

    /// Takes notice of what the computer took, where it tells how good it is.
    pub(super) fn watch(&mut self, left: u64, take: u64) {
        self.learning.draws(left, take);
        let late = self.all_games >= ENOUGH_TO_LEARN && self.played * 4 > self.all_games * 3;
        let tells = self.opponent == Opponent::Trained || late && (2..=4).contains(&left);
        if let Some(winning) = winning_take(left)
            && tells
        {
            self.chances += 1;
            self.slips += u64::from(take != winning);
        }
    }

    /// Takes notice of the end of a game.
    pub(super) fn watch_end(&mut self, computer_won: bool) {
        self.learning.learns(computer_won);
    }

    /// Whether the computer is as good as it has to be: a trained one lets one heap in three go, one
    /// that has played much half of the small ones.
    pub(super) fn check_skill(&self) -> Result<(), String> {
        if self.opponent == Opponent::Computer
            && self.all_games >= ENOUGH_TO_LEARN
            && let Some(slip) = self.learning.slip()
        {
            return Err(slip.sentence.to_owned());
        }
        let (allowed, why) = match self.opponent {
            Opponent::Trained => (3, "at most one in 3 is fair for a trained one".to_owned()),
            _ => (
                2,
                format!("after {} games it should have learnt more", self.all_games),
            ),
        };
        match self.slips * allowed <= self.chances {
            true => Ok(()),
            false => Err(format!(
                "the computer let {} of {} heaps go that can be won: {why}",
                self.slips, self.chances
            )),
        }
    }
}
