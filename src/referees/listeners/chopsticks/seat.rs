//! One run of a program: what is typed, and what every position that it shows has to be.

use super::ear::{end, shown};
use super::misconceptions::wrong_tap_told;
use super::{OUT_TAKES_PART, hands, out_takes_part, wrong_hands};
use crate::chopsticks::{Position, Tap, Variant};
use crate::game::{Game as _, Player};
use crate::grading::conversation::{Conversation, Stop};
use crate::grading::hearing::question::{Common, common, yes_or_no};
use crate::grading::hearing::{Line, lines, plain};
use crate::grading::judgement::Rules;
use crate::process::Ending;

/// So many questions that the assignment does not ask are answered.
const MOST_QUESTIONS: usize = 6;

/// Who sits at the program, and keeps the right position beside it.
pub(super) struct Seat {
    talk: Conversation,
    position: Position,
    /// The position before the last move.
    before: Position,
    computer: bool,
    /// All that was said, with a new line where something was typed.
    pub said: String,
    /// What the assignment would have said.
    pub right: String,
    /// Questions that the assignment does not ask.
    pub remarks: Vec<String>,
    /// A hand that shows something wrong, as misconceptions want to know it.
    pub fault: Vec<String>,
}

impl Seat {
    pub(super) fn new(talk: Conversation, game: Variant, computer: bool) -> Seat {
        let position = Position::start(game);
        Seat {
            talk,
            computer,
            said: String::new(),
            right: format!("{position}\n"),
            before: position.clone(),
            position,
            remarks: Vec::new(),
            fault: Vec::new(),
        }
    }

    /// Plays to the end, with these moves, and says whether all was right.
    pub(super) fn play(
        &mut self,
        mut choose: impl FnMut(&Position) -> Option<(Tap, String)>,
    ) -> Rules {
        let mut typed = false;
        loop {
            let turn = self.talk.turn();
            let text = plain(&turn.text);
            self.said += &text;
            let heard = read(&text);
            let nothing = shown(&heard, self.position.variant().hands()).0.is_empty();
            if turn.stop == Stop::Waits && !typed && nothing && self.answer_else(&heard) {
                continue;
            }
            if let Err(rules) = self.hear(&heard, typed) {
                return rules;
            }
            if let Some(winner) = self.position.winner()
                && matches!(turn.stop, Stop::Waits | Stop::Ended(Ending::Exited(0)))
            {
                return self.see_out(turn.stop, &text, winner);
            }
            match turn.stop {
                Stop::Waits => {}
                Stop::Ended(Ending::Exited(0)) => {
                    return Rules::Wrong(format!("it ends at {}", self.position));
                }
                Stop::Ended(Ending::Exited(code)) => {
                    let at = &self.position;
                    return Rules::Unplayable(format!("it ends with exit code {code} at {at}"));
                }
                Stop::Ended(_) => {
                    return Rules::Unplayable(format!("it crashes at {}", self.position));
                }
                Stop::Limited(_) | Stop::Interrupted => {
                    return Rules::Unplayable("it neither asks nor ends".to_owned());
                }
            }
            let next = choose(&self.position);
            let Some((tap, _)) = next.filter(|(_, text)| self.talk.answer(text).is_ok()) else {
                return Rules::Unheard("how the game went on".to_owned());
            };
            self.said.push('\n');
            self.right.push('\n');
            self.tap(tap);
            typed = true;
        }
    }

    /// The game is over: the winner is named, and nothing follows but a question or two that nobody
    /// asked for.
    fn see_out(&mut self, stop: Stop, text: &str, winner: Player) -> Rules {
        let named = end(text, winner, self.computer);
        let goes_on = || Rules::Wrong(format!("it goes on at {}", self.position));
        match (stop, &named) {
            (Stop::Waits, Rules::Unheard(_)) => return goes_on(),
            (Stop::Waits, Rules::Right) => {}
            _ => return named,
        }
        let mut heard = read(text);
        loop {
            let asks = matches!(common(&heard), Some(Common::Again | Common::Enter));
            if !asks || !self.answer_else(&heard) {
                return Rules::Wrong(format!("it goes on at {}", self.position));
            }
            let turn = self.talk.turn();
            let text = plain(&turn.text);
            self.said += &text;
            heard = read(&text);
            if turn.stop != Stop::Waits {
                return Rules::Right;
            }
        }
    }

    /// Makes a move, and says what the assignment would say.
    fn tap(&mut self, tap: Tap) {
        self.right += &format!("{}\n", self.position.phrase(tap));
        self.before = self.position.clone();
        self.position.tap(tap);
        self.right += &format!("{}\n", self.position);
        if let Some(ending) = self.position.ending() {
            self.right += &format!("{ending}\n");
        }
    }

    /// Answers a question that the assignment does not ask with something harmless.
    fn answer_else(&mut self, heard: &[Line]) -> bool {
        let Some(asked) = heard.iter().rev().find(|line| line.has_words()) else {
            return false;
        };
        let variant = *self.position.variant();
        let answer = match common(heard) {
            _ if asked.says(&["misere", "misère"]) => yes_or_no(heard, variant.misere),
            _ if asked.says(&["wrap*"]) => yes_or_no(heard, variant.wrap),
            Some(Common::Again | Common::YesNo) => yes_or_no(heard, false),
            Some(Common::Name) if self.remarks.is_empty() => "Left".to_owned(),
            Some(Common::Name) => "Right".to_owned(),
            Some(Common::Enter) => String::new(),
            Some(Common::Players) => "2".to_owned(),
            None if asked.says(&["finger*"]) => variant.fingers().to_string(),
            None if asked.says(&["hands"]) => variant.hands().to_string(),
            None => return false,
        };
        self.remarks.push(format!(
            "asks something the assignment does not ask: \"{}\"",
            asked.text
        ));
        self.said.push('\n');
        self.remarks.len() <= MOST_QUESTIONS && self.talk.answer(&answer).is_ok()
    }

    /// Compares the last position that was shown; the computer may have moved since.
    fn hear(&mut self, heard: &[Line], typed: bool) -> Result<(), Rules> {
        let (shown, turn) = shown(heard, self.position.variant().hands());
        let Some(last) = shown.last() else {
            return Err(Rules::Unheard("the position".to_owned()));
        };
        let side = last.mover.or(turn);
        if self.computer && typed && self.position.winner().is_none() {
            // What Left's move led to may have been shown, too.
            if let [first, _, ..] = &shown[..]
                && first.sure
                && first.hands != hands(&self.position)
            {
                return Err(self.wrong(&first.hands));
            }
            self.hear_computer(heard, &last.hands, side)?;
        }
        if hands(&self.position) != last.hands {
            return Err(match last.sure {
                true => self.wrong(&last.hands),
                false => Rules::Unheard("the position".to_owned()),
            });
        }
        match side {
            Some(side) if side != self.position.to_move() && self.position.winner().is_none() => {
                Err(Rules::Wrong(format!(
                    "the wrong side is to move; the position is {}",
                    self.position
                )))
            }
            _ => Ok(()),
        }
    }

    /// Which move of the computer led to these hands.
    fn hear_computer(
        &mut self,
        heard: &[Line],
        last: &[u64],
        side: Option<Player>,
    ) -> Result<(), Rules> {
        let before = self.position.clone();
        let mut moves = before.moves().into_iter();
        let reached = moves.find(|&tap| hands(&before.play(tap)) == last);
        if let Some(tap) = reached {
            self.tap(tap);
            return Ok(());
        }
        self.remember(&before, last);
        if side != Some(Player::First) && hands(&before) == last {
            let asked = heard.last().filter(|line| line.ranges().next().is_none());
            let asked = asked.map(|line| line.players().collect::<Vec<_>>());
            return Err(
                match side.is_some() || asked == Some(vec![Player::Second]) {
                    true => Rules::Wrong(format!(
                        "it asks Right for a move at {before}, and the computer plays Right"
                    )),
                    false => Rules::Unheard("the computer's move".to_owned()),
                },
            );
        }
        if side != Some(Player::Second) && out_takes_part(&before, last) {
            return Err(Rules::Wrong(format!("{OUT_TAKES_PART} at {before}")));
        }
        Err(Rules::Wrong(format!(
            "no legal move leads from {before} to {last:?}"
        )))
    }

    /// What is said of hands that the last move does not lead to.
    fn wrong(&mut self, shown: &[u64]) -> Rules {
        let before = self.before.clone();
        self.remember(&before, shown);
        Rules::Wrong(wrong_hands(shown, &self.position))
    }

    /// Keeps the one hand that shows something else than before; if none does, any may have been
    /// tapped.
    fn remember(&mut self, before: &Position, shown: &[u64]) {
        let had = hands(before);
        let other = before.to_move().other().index() * before.variant().hands();
        let tapped = other..other + before.variant().hands();
        let changed: Vec<usize> = (0..had.len())
            .filter(|&at| shown.get(at) != Some(&had[at]))
            .collect();
        let candidates = match changed[..] {
            [] => tapped.filter(|&at| had[at] > 0).collect(),
            [at] if tapped.contains(&at) => vec![at],
            _ => Vec::new(),
        };
        let own = before.hands(before.to_move()).iter();
        let own: Vec<u64> = own
            .map(|own| u64::from(*own))
            .filter(|own| *own > 0)
            .collect();
        let told = candidates
            .into_iter()
            .map(|at| wrong_tap_told(had[at], &own, shown[at]));
        self.fault = told.collect();
    }
}

fn read(text: &str) -> Vec<Line> {
    let names = [("left", Player::First), ("right", Player::Second)];
    lines(text, &names.map(|(name, side)| (name.to_owned(), side)))
}
