//! Whether what a program said fits what was typed: the rules of the game, held against what is heard.

use super::super::asks::{Ask, about_size};
use super::super::board::{Heard, TAKING};
use super::super::loser;
use super::super::misconceptions::COMPUTER_BEGINS_AGAIN;
use super::super::plan::Opponent;
use super::{Heeded, Table, Typed, refuses, wrong};
use crate::game::{Game, Player};
use crate::grading::hearing::line::is_word;
use crate::grading::hearing::question::Common;
use crate::grading::hearing::{Line, Token};
use crate::grading::judgement::Rules;
use crate::sticks::rules::TAKES;

impl Table<'_> {
    /// Whether what was said fits what was typed.
    pub(super) fn consider(&mut self, heard: &[Line], ask: &Ask) -> Heeded {
        if matches!(ask, Ask::Common(Common::Enter)) && matches!(self.typed, Typed::Take(_, false))
        {
            let heeded = self.hear_loser(heard);
            // `Press Enter` may come before who lost.
            self.pause = matches!(heeded, Err(Rules::Unheard(_)));
            return heeded.or_else(|rules| if self.pause { Ok(()) } else { Err(rules) });
        }
        if matches!(ask, Ask::Common(Common::Enter)) && !self.is_over() {
            return Ok(());
        }
        self.pause = false;
        match self.typed.clone() {
            Typed::Size(_, false) if self.guessed && self.asked_so(heard, &Ask::Size) => {
                Err(Rules::Unheard("what it asks".to_owned()))
            }
            Typed::Size(size, _) if self.guessed && self.was_another(heard, ask) => {
                self.plan.take_back(size);
                self.game = None;
                Ok(())
            }
            Typed::Size(size, true) if *ask != Ask::Size => {
                self.doubtful.push(size);
                wrong(self.accepts_sizes())
            }
            Typed::Size(size, true) => {
                let near = heard.iter().rev().filter(|line| line.has_words()).take(3);
                let says_range = near.flat_map(Line::ranges).any(|range| range == (10, 100));
                match says_range || self.asked_so(heard, ask) {
                    true => self.doubtful.clear(),
                    false => {
                        self.doubtful.push(size);
                        self.doubted.extend(asked_of_a_player(heard));
                    }
                }
                Ok(())
            }
            Typed::Size(size, false) if *ask == Ask::Size => wrong(format!(
                "it refuses {size} sticks, and 10 to 100 are allowed"
            )),
            // Who begins anew with the number of sticks has refused it too.
            Typed::Menu(_, true) if *ask == Ask::Size => Ok(()),
            Typed::Menu(option, true) if *ask != Ask::Menu => wrong(format!(
                "it accepts option {option}, which the menu does not have"
            )),
            Typed::Menu(option, false) if *ask == Ask::Menu && self.plan.menu => {
                match option.parse::<u64>() {
                    Ok(_) => wrong(format!("it refuses option {option} of its own menu")),
                    Err(_) => Err(Rules::Unheard("how to choose a game".to_owned())),
                }
            }
            Typed::Take(take, true) => self.consider_refusal(heard, ask, take),
            Typed::Take(take, false) if self.is_over() => self.consider_end(heard, ask, take),
            Typed::Take(take, false) => self.consider_take(heard, ask, take),
            _ if *ask == Ask::Take && !self.is_over() => self.consider_board(heard),
            _ => Ok(()),
        }
    }

    /// Whether the number of sticks is asked for only now, and was typed before at another question.
    fn was_another(&self, heard: &[Line], ask: &Ask) -> bool {
        *ask == Ask::Size && about_size(heard) && !self.asked_so(heard, ask)
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
                Ask::Common(Common::Again) | Ask::Menu
                    if self.plan.opponent != Opponent::Friend =>
                {
                    Ok(())
                }
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
        self.remember_taker(heard, mover, take);
        self.consider_announcement(heard)?;
        let spoken_to = self.spoken_to(heard);
        match self.board.hear(heard, &[left], Some(take)) {
            Heard::Count(count) if count == left => self.events.push(format!("{left} left")),
            Heard::Count(count)
                if count == left + take
                    && (spoken_to == Some(mover)
                        || spoken_to.is_none() && heard.iter().any(refuses)) =>
            {
                return wrong(format!(
                    "it refuses a take of {take} with {} left",
                    sticks(left + take)
                ));
            }
            Heard::Count(count)
                if spoken_to == Some(mover) && TAKES.contains(&left.saturating_sub(count)) =>
            {
                return Err(Rules::Unplayable(format!(
                    "after a take of {take} from {} it shows {} and asks {mover} again: \
                     somebody else takes part, and there is no game between two people",
                    left + take,
                    sticks(count)
                )));
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

    /// Nobody has lost yet. But who is left with one stick may be told already.
    fn consider_announcement(&self, heard: &[Line]) -> Heeded {
        let Some(game) = self.game else { return Ok(()) };
        let computer = self.plan.opponent != Opponent::Friend;
        let named = self.named(heard);
        match loser::announced(&named, game.to_move(), computer) {
            Some(player) if game.left() > 1 || player != game.to_move() => wrong(format!(
                "it says that {player} lost, with {} left",
                sticks(game.left())
            )),
            _ => Ok(()),
        }
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
        // The very question that came after a bad size asks for takes.
        let doubted = asked_of_a_player(heard).is_some_and(|asked| self.doubted.contains(&asked));
        if doubted && !self.doubtful.is_empty() && self.games == 0 {
            return wrong(self.accepts_sizes());
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
        self.remember_computer(heard, take);
        self.events.push(format!("computer takes {take}"));
        self.game = Some(game.play(take));
        self.consider_announcement(heard)
    }

    /// `it accepts 500 sticks`; if it is not clear which of several it was, all of them.
    fn accepts_sizes(&self) -> String {
        let sizes: Vec<String> = self.doubtful.iter().map(u64::to_string).collect();
        format!(
            "it accepts {} sticks, and only 10 to 100 are allowed",
            sizes.join(" or ")
        )
    }
}

/// The question, if it names a player, without the name.
fn asked_of_a_player(heard: &[Line]) -> Option<String> {
    let question = heard.iter().rev().find(|line| line.has_words())?;
    question.players().next().map(|_| question.template())
}

/// What the computer says it takes.
pub(super) fn computers_take(heard: &[Line]) -> Option<u64> {
    heard.iter().rev().find_map(|line| {
        let at = line.tokens.iter().position(|token| {
            matches!(token, Token::Computer | Token::Player(Player::Second))
                || is_word(token, &["i"])
        })?;
        line.ranges().next().is_none().then_some(())?;
        line.says(&TAKING).then_some(())?;
        line.tokens[at..].iter().find_map(|token| match token {
            Token::Number(take) => Some(*take),
            _ => None,
        })
    })
}

pub(super) fn sticks(count: u64) -> String {
    match count {
        1 => "1 stick".to_owned(),
        count => format!("{count} sticks"),
    }
}
