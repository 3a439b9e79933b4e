//! Whether what a program said fits what was typed: the rules of the game, held against what is heard.

use super::super::asks::Ask;
use super::super::board::{Heard, TAKING};
use super::super::loser::{self, loser};
use super::super::misconceptions::COMPUTER_BEGINS_AGAIN;
use super::super::plan::Opponent;
use super::{Heeded, Table, Typed, wrong};
use crate::game::{Game, Player};
use crate::grading::hearing::question::Common;
use crate::grading::hearing::{Line, Token};
use crate::grading::judgement::Rules;
use crate::process::Ending;
use crate::sticks::rules::TAKES;

impl Table<'_> {
    /// Whether what was said fits what was typed.
    pub(super) fn consider(&mut self, heard: &[Line], ask: &Ask) -> Heeded {
        if matches!(ask, Ask::Common(Common::Enter)) && !self.is_over() {
            return Ok(());
        }
        match self.typed.clone() {
            Typed::Size(size, true) if *ask != Ask::Size => {
                self.doubtful.push(size);
                wrong(self.accepts_sizes())
            }
            Typed::Size(size, true) => {
                let near = heard.iter().rev().filter(|line| line.has_words()).take(3);
                let says_range = near.flat_map(Line::ranges).any(|range| range == (10, 100));
                match says_range || self.asked_so(heard, ask) {
                    true => self.doubtful.clear(),
                    false => self.doubtful.push(size),
                }
                Ok(())
            }
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
        if heard
            .iter()
            .any(|line| line.says(&TAKING) && line.tokens.contains(&Token::Computer))
        {
            return Err(Rules::Unplayable(
                "the computer takes part: there is no game between two people".to_owned(),
            ));
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
            if !self.doubtful.is_empty() {
                return wrong(self.accepts_sizes());
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
            Heard::Count(left)
                if left == before
                    && said.is_none()
                    && self.spoken_to(heard) == Some(Player::Second) =>
            {
                return wrong("it asks Player 2 for a take, and it is the computer's turn");
            }
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

    pub(super) fn hear_loser(&mut self, heard: &[Line]) -> Heeded {
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
                self.plan.watch_end(winner == Player::Second);
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

    /// `it accepts 500 sticks`; if it is not clear which of several it was, all of them.
    fn accepts_sizes(&self) -> String {
        let sizes: Vec<String> = self.doubtful.iter().map(u64::to_string).collect();
        format!(
            "it accepts {} sticks, and only 10 to 100 are allowed",
            sizes.join(" or ")
        )
    }

    pub(super) fn ended(&mut self, heard: &[Line], ending: Ending) -> Heeded {
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
    pub(super) fn computer_may_have_ended(&mut self, heard: &[Line]) -> Heeded {
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
}

/// What the computer says it takes.
fn computers_take(heard: &[Line]) -> Option<u64> {
    heard.iter().rev().find_map(|line| {
        let at = line
            .tokens
            .iter()
            .position(|token| matches!(token, Token::Computer | Token::Player(Player::Second)))?;
        line.ranges().next().is_none().then_some(())?;
        line.says(&TAKING).then_some(())?;
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
