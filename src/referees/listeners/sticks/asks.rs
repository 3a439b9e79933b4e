//! What the program asks: the size, a take, an option, or something the assignment does not ask.

use super::board::TAKING;
use crate::grading::hearing::Line;
use crate::grading::hearing::question::{Choice, Common, choices, common};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// How many sticks there are at first.
    Size,
    /// How many are taken.
    Take,
    /// Which of several games.
    Menu,
    /// One of the questions any program could ask.
    Common(Common),
    /// A number in this range.
    Other(u64, u64),
}

/// What is known when a question is heard.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The question before, if its answer was out of range.
    pub repeated: Option<Ask>,
    /// The number of sticks is settled.
    pub size: bool,
    /// A game is to be chosen first.
    pub menu_due: bool,
    /// The game is over.
    pub over: bool,
    /// The last line is, but for its numbers, one with which takes were asked for.
    pub like_a_take: bool,
}

/// The options that say who plays, in these lines.
pub(super) fn opponents(lines: &[Line]) -> Vec<Choice> {
    let words = [
        "friend*", "human*", "pvp", "two", "single", "multi*", "opponent", "train*", "vs",
        "versus", "against", "exit", "quit",
    ];
    let choices = choices(lines);
    let about = choices.iter().any(|choice| {
        choice.line.says(&words)
            || choice
                .line
                .tokens
                .contains(&crate::grading::hearing::Token::Computer)
    });
    if about { choices } else { Vec::new() }
}

/// What the last of these lines ask.
pub(super) fn ask(lines: &[Line], known: &Known) -> Ask {
    if let Some(common @ (Common::Again | Common::Name | Common::Players | Common::Enter)) =
        common(lines)
    {
        return Ask::Common(common);
    }
    if known.over && known.like_a_take {
        return Ask::Take;
    }
    let spoken: Vec<&Line> = lines.iter().filter(|line| line.has_words()).collect();
    let Some(last) = spoken.last() else {
        return by_state(known);
    };
    let near = spoken.iter().rev().take(3);
    let range = near.filter_map(|line| line.ranges().last()).next();
    let menu = !opponents(lines).is_empty() && !last.says(&["stick*"]);
    let names_menu =
        last.says(&["option*", "mode*", "menu", "opponent", "choice*"]) && !last.says(&["stick*"]);
    match range {
        Some((10, 100)) => return Ask::Size,
        Some(_) if menu || names_menu && known.menu_due => return Ask::Menu,
        Some((1, 1..=3))
            if known.menu_due && known.repeated == Some(Ask::Menu) && !last.says(&["stick*"]) =>
        {
            return Ask::Menu;
        }
        Some((1, 1..=3)) if known.over || known.size || last.says(&TAKING) => return Ask::Take,
        _ => {}
    }
    if menu {
        return Ask::Menu;
    }
    if let Some(Common::YesNo) = common(lines) {
        return Ask::Common(Common::YesNo);
    }
    let tail = || spoken.iter().rev().take(2);
    let sticks = tail().any(|line| line.says(&["stick*"]));
    let taking =
        tail().any(|line| line.says(&["take*", "remove*", "pick*", "draw*", "grab*", "pull*"]));
    match (known.repeated.clone(), range) {
        (Some(asked), None) => asked,
        _ if known.size && sticks && (taking || !known.over) && !known.menu_due => Ask::Take,
        (_, Some((low, high))) if !sticks && last.ranges().next().is_some() => {
            Ask::Other(low, high)
        }
        _ => by_state(known),
    }
}

fn by_state(known: &Known) -> Ask {
    match known {
        Known {
            repeated: Some(asked),
            ..
        } => asked.clone(),
        Known { over: true, .. } => Ask::Common(Common::Again),
        Known { size: false, .. } => Ask::Size,
        Known { menu_due: true, .. } => Ask::Menu,
        _ => Ask::Take,
    }
}
