//! The end: of a game, who lost it, and of the program.

use super::super::asks::Ask;
use super::super::board;
use super::super::loser::{self, loser};
use super::super::plan::Opponent;
use super::consider::{computers_take, sticks};
use super::{Heeded, Table, Typed, refuses, wrong};
use crate::game::{Game, Player};
use crate::grading::hearing::question::says_again;
use crate::grading::hearing::{Line, Token};
use crate::grading::judgement::Rules;
use crate::process::Ending;

impl Table<'_> {
    /// The final stick was taken by who was asked last, or by the computer just now.
    pub(super) fn consider_end(&mut self, heard: &[Line], ask: &Ask, take: u64) -> Heeded {
        let Some(game) = self.game else { return Ok(()) };
        let mover = game.to_move().other();
        match ask {
            Ask::Take if self.asks_again(heard, mover) => {
                return wrong(format!("it refuses a take of {take} as the last one"));
            }
            Ask::Take => return wrong("it goes on after the final stick was taken"),
            _ => {}
        }
        match self.hear_loser(heard) {
            Err(Rules::Unheard(_)) if self.refuses_the_last(heard) => {
                wrong(format!("it refuses a take of {take} as the last one"))
            }
            heeded => heeded,
        }
    }

    /// Whether nobody is told to have lost because the last take is asked for again: `There are 2
    /// sticks left. Please enter a valid number: `.
    fn refuses_the_last(&self, heard: &[Line]) -> bool {
        let last = heard.iter().rev().find(|line| line.has_words());
        let other = ["playing", "played", "thank*", "bye", "goodbye", "over"];
        let refused = |line: &Line| refuses(line) && !says_again(line) && !line.says(&other);
        last.is_some_and(refused) || board::counts(heard).last() == Some(&self.before)
    }

    /// Whether the last take is asked for once more: the same player, about the same board, or with
    /// nothing shown of what it would have led to.
    fn asks_again(&self, heard: &[Line], mover: Player) -> bool {
        let below_zero = heard.iter().any(|line| {
            let tokens = &line.tokens;
            let less = |pair: &[Token]| matches!(pair, [Token::Mark('-'), Token::Number(_)]);
            tokens.windows(2).any(less) && line.ranges().next().is_none()
        });
        let counts = board::counts(heard);
        match self.spoken_to(heard) {
            Some(player) => player == mover,
            None if below_zero => false,
            None => counts.last().is_none_or(|count| *count == self.before),
        }
    }

    /// Hears who has lost a game that is over.
    pub(super) fn hear_loser(&mut self, heard: &[Line]) -> Heeded {
        let Some(game) = self.game else { return Ok(()) };
        let Some(winner) = game.winner() else {
            return Ok(());
        };
        let computer = self.plan.opponent != Opponent::Friend;
        let you = if computer {
            Player::First
        } else {
            if let Typed::Take(take, false) = self.typed {
                self.remember_taker(heard, winner.other(), take);
            }
            winner.other()
        };
        if let Some(due) = self.called.names(heard).and_then(|called| called.astray)
            && !computer
            && self.names.is_empty()
        {
            return wrong(format!("it asks {} when it is {due}'s turn", due.other()));
        }
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

    /// Whether the program may end here.
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
