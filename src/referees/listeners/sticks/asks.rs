//! What the program asks: the size, a take, an option, or something the assignment does not ask.

use super::board::{TAKING, counts};
use crate::game::Player;
use crate::grading::hearing::options::{Choice, choices, letter_choices};
use crate::grading::hearing::question::{Common, common, says_again};
use crate::grading::hearing::{Line, Token};

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
    /// The question before was for the first name.
    pub named: bool,
    /// The number of sticks is settled.
    pub size: bool,
    /// Somebody has taken sticks.
    pub begun: bool,
    /// Sticks were taken just now, and some are left: nobody chooses a game then.
    pub midgame: bool,
    /// A game is to be chosen first.
    pub menu_due: bool,
    /// The game is over.
    pub over: bool,
    /// Whether to play again was asked just now.
    pub again: bool,
    /// A size that has to be refused is shown as the board's, and a player is asked.
    pub accepted: bool,
    /// The last line is, but for its numbers, one with which takes were asked for.
    pub like_a_take: bool,
    /// How many games are to be played.
    pub games: u64,
}

/// Words for people who play.
pub(super) const PEOPLE: [&str; 10] = [
    "friend*", "human*", "people", "two", "multi*", "pvp", "person", "player*", "opponent",
    "another",
];

/// The options that say who plays, in these lines: by number, by letter, or by their own words.
pub(super) fn opponents(lines: &[Line]) -> Vec<Choice> {
    let words = [
        "friend*", "human*", "pvp", "two", "single", "multi*", "opponent", "train*", "vs",
        "versus", "against", "exit", "quit",
    ];
    let about = |choices: &Vec<Choice>| {
        choices
            .iter()
            .any(|choice| choice.line.says(&words) || choice.line.tokens.contains(&Token::Computer))
    };
    // Between two games the last lines of the one before, `Computer: 3`, are no options.
    let ends = ["lose*", "lost", "win", "wins", "won"];
    let end = lines.iter().rposition(|line| line.says(&ends));
    let after = end.map_or(lines, |end| &lines[end + 1..]);
    let by = [choices, letter_choices, word_choices];
    let found = [after, lines].into_iter();
    let mut found = found.flat_map(|lines| by.map(|by| by(lines)));
    found.find(about).unwrap_or_default()
}

/// `Do you play a friend or the computer?`: the words are what is typed.
fn word_choices(lines: &[Line]) -> Vec<Choice> {
    let Some(last) = lines.iter().rev().find(|line| line.has_words()) else {
        return Vec::new();
    };
    let counted = last
        .tokens
        .iter()
        .any(|token| matches!(token, Token::Number(_) | Token::Range(..)));
    let either = last.says(&["or"]) || last.tokens.contains(&Token::Mark('/'));
    if counted || !either || last.says(&["yes", "y", "stick*"]) {
        return Vec::new();
    }
    let words = last.text.split(|c: char| !c.is_alphabetic());
    let choices = words.filter(|word| !word.is_empty()).filter_map(|word| {
        let line = Line::read(word, &[]);
        let offered = line.tokens == [Token::Computer]
            || line.says(&["friend", "human", "person", "pvp", "pvc", "pve"]);
        offered.then(|| Choice {
            key: word.to_owned(),
            line,
        })
    });
    let choices: Vec<Choice> = choices.collect();
    match choices.as_slice() {
        [one, other] if one.key != other.key => choices,
        _ => Vec::new(),
    }
}

/// Whether these lines ask for a number of sticks by their words, and not only by their place.
pub(super) fn about_size(lines: &[Line]) -> bool {
    let words = [
        "stick*",
        "many",
        "number",
        "amount",
        "size",
        "start*",
        "count",
        "total",
        "pile",
        "heap",
        "match*",
        "toothpick*",
        "much",
    ];
    let spoken = lines.iter().rev().filter(|line| line.has_words());
    let mut near = spoken.take(2);
    near.any(|line| line.says(&words) || line.ranges().next().is_some())
}

/// What the last of these lines ask.
pub(super) fn ask(lines: &[Line], known: &Known) -> Ask {
    if let Some(common @ (Common::Again | Common::Name | Common::Players | Common::Enter)) =
        common(lines)
    {
        return Ask::Common(common);
    }
    if known.accepted || known.like_a_take && (known.over || known.repeated == Some(Ask::Take)) {
        return Ask::Take;
    }
    let spoken: Vec<&Line> = lines.iter().filter(|line| line.has_words()).collect();
    let Some(last) = spoken.last() else {
        return by_state(known);
    };
    if asks_again_before(&spoken, known) {
        return Ask::Common(Common::Again);
    }
    if !known.size && known.repeated.is_none() && asks_take_of_its_own(&spoken) {
        return Ask::Take;
    }
    let near = spoken.iter().rev().take(3);
    let range = near.filter_map(|line| line.ranges().last()).next();
    if let Some(first) = asks_who_begins(lines, last, known) {
        return first;
    }
    let menu = !known.midgame && !opponents(lines).is_empty() && !last.says(&["stick*"]);
    let names_menu =
        last.says(&["option*", "mode*", "menu", "opponent", "choice*"]) && !last.says(&["stick*"]);
    if let Some(limit) = asks_limit(last, range).filter(|_| !known.begun) {
        return limit;
    }
    match range {
        Some((10, 100)) => return Ask::Size,
        Some(_) if menu || names_menu && known.menu_due => return Ask::Menu,
        Some((1, 1..=3))
            if known.menu_due && known.repeated == Some(Ask::Menu) && !last.says(&["stick*"]) =>
        {
            return Ask::Menu;
        }
        Some((1, 1..=3)) if known.over || known.size => return Ask::Take,
        // The rules may say how many are taken just before the number of sticks is asked for.
        Some((1, 1..=3)) if last.says(&TAKING) && last.ranges().next().is_some() => {
            return Ask::Take;
        }
        _ => {}
    }
    if menu {
        return Ask::Menu;
    }
    if let Some(Common::YesNo) = common(lines) {
        return Ask::Common(Common::YesNo);
    }
    if let Some(first) = other_menu(lines, last).filter(|_| !known.size) {
        return Ask::Other(first, first);
    }
    if !known.begun && asks_how_many_games(last) {
        return Ask::Other(known.games, known.games);
    }
    if !known.size && known.repeated.is_none() && asks_whether(last) {
        return Ask::Common(Common::YesNo);
    }
    if asks_who(last, known) {
        return Ask::Common(Common::Name);
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

/// `There are 20 sticks. Your turn, Hal. How many? `: nobody is asked how many there are at first.
fn asks_take_of_its_own(spoken: &[&Line]) -> bool {
    let near = || spoken.iter().rev().take(4);
    let first = ["start*", "initial*", "begin*", "beginning", "choose"];
    let rules = ["each", "per", "every", "turns", "players", "who", "whoever"];
    let turn = |line: &&&Line| line.says(&["turn"]) || line.players().next().is_some();
    let shown = |line: &&&Line| {
        let count = counts(std::slice::from_ref(**line)).pop();
        line.says(&["stick*"]) && count.is_some_and(|count| count >= 4)
    };
    let other = |line: &&&Line| {
        let ranges = line.ranges().any(|(_, high)| high > 3);
        ranges || line.says(&first) || line.says(&rules)
    };
    near().any(|line| turn(&line))
        && near().any(|line| shown(&line))
        && !near().any(|line| other(&line))
}

/// `Play again (Y or N)?`, and another line behind it that asks for nothing.
fn asks_again_before(spoken: &[&Line], known: &Known) -> bool {
    let mut near = spoken.iter().rev().take(4);
    let Some(last) = near.next().filter(|_| known.begun && !known.again) else {
        return false;
    };
    let takes = last.says(&["stick*"]) || last.says(&TAKING) || last.ranges().next().is_some();
    !takes && near.any(|line| says_again(line) && line.text.contains('?'))
}

/// `How many sticks can be taken per turn (2-20)?`: the rules of the game itself are asked for.
fn asks_limit(last: &Line, range: Option<(u64, u64)>) -> Option<Ask> {
    let may = last.says(&["can", "may", "could", "allowed", "should"])
        && last.says(&["per", "each", "every", "maximum", "max", "most"]);
    match range {
        _ if last.players().next().is_some() || !last.says(&["stick*"]) => None,
        Some((10, 100) | (0 | 1, ..=3)) => None,
        Some((low @ 2.., high)) if (low..=high).contains(&3) => Some(Ask::Other(low, high)),
        Some((low, high)) if may => Some(Ask::Other(low, high)),
        None if may => Some(Ask::Other(3, 3)),
        _ => None,
    }
}

/// `Who goes first? `: a name, or which of the two players.
fn asks_who_begins(lines: &[Line], last: &Line, known: &Known) -> Option<Ask> {
    let begins = last.says(&["first", "second", "start*", "begin*", "next"]);
    let plays = last.says(&["plays", "playing"]) || last.players().count() == 1;
    let which = last.says(&["which"]) && last.says(&["player*", "person", "one"]);
    let asks = (last.says(&["who"]) || which) && (begins || plays);
    let others = [
        "stick*", "option*", "game", "mode", "number", "amount", "many", "size",
    ];
    let counts = last.ranges().any(|(_, high)| high > 2);
    if !asks || known.begun || counts || last.says(&others) {
        return None;
    }
    let choices = choices(lines);
    if !choices.is_empty() {
        let person = |choice: &&Choice| !choice.line.tokens.contains(&Token::Computer);
        let key = choices.iter().find(person).filter(|_| begins)?.key.parse();
        return key.ok().map(|key| Ask::Other(key, key));
    }
    match last.ranges().last() {
        Some((low @ 0..=1, high @ 1..=2)) => Some(Ask::Other(low.max(1), high)),
        _ if last.tokens.contains(&Token::Computer) => None,
        _ if last.players().count() > 1 => Some(Ask::Other(1, 1)),
        _ => Some(Ask::Common(Common::Name)),
    }
}

/// A menu of something else, with which game it is played or how hard: its first option.
fn other_menu(lines: &[Line], last: &Line) -> Option<u64> {
    let listed = choices(lines);
    let asked = !about_size(std::slice::from_ref(last)) && last.ranges().next().is_none();
    listed.first().filter(|_| asked)?.key.parse().ok()
}

/// `How many rounds do you want to play? `
fn asks_how_many_games(last: &Line) -> bool {
    last.says(&["games", "rounds", "times"])
        && last.says(&["many", "number", "much"])
        && !last.says(&["stick*"])
}

/// `Do you want to play? `, without a word of how that is answered.
fn asks_whether(last: &Line) -> bool {
    let sentence = last
        .text
        .rsplit(['.', '!', ':'])
        .find(|text| text.contains('?'));
    let first = sentence.and_then(|text| text.split_whitespace().next());
    let first = Line::read(first.unwrap_or(""), &[]);
    let verbs = [
        "do", "does", "are", "is", "would", "will", "shall", "should", "have", "want", "wanna",
        "ready", "can", "may",
    ];
    let counted = [
        "many", "number", "amount", "which", "what", "or", "enter", "type", "choose", "pick",
        "give", "tell", "size", "count", "initial*", "starting",
    ];
    first.says(&verbs) && last.ranges().next().is_none() && !last.says(&counted)
}

/// `Player 1: ` before there is a number of sticks, or `And the second? ` after somebody's name.
fn asks_who(last: &Line, known: &Known) -> bool {
    let alone = std::slice::from_ref(last);
    let other = last.says(&["second", "other", "next", "friend*", "opponent"])
        || last.players().last() == Some(Player::Second);
    let named = known.named && other;
    let player = !known.size && last.players().next().is_some();
    (named || player) && !known.begun && known.repeated.is_none() && !about_size(alone)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::hearing::lines;

    fn asked(text: &str) -> Ask {
        let known = Known {
            repeated: None,
            named: false,
            size: false,
            begun: false,
            midgame: false,
            menu_due: false,
            over: false,
            again: false,
            accepted: false,
            like_a_take: false,
            games: 1,
        };
        ask(&lines(text, &[]), &known)
    }

    #[test]
    fn who_goes_first_is_a_name_or_one_of_two() {
        let name = Ask::Common(Common::Name);
        for (text, kind) in [
            ("Who goes first? ", name.clone()),
            ("Who is player 2? ", name),
            ("Which player starts (1-2)? ", Ask::Other(1, 2)),
            ("Who begins, player 1 or player 2? ", Ask::Other(1, 1)),
            (
                "Who starts?\n1 = you\n2 = the computer\nWho starts? ",
                Ask::Other(1, 1),
            ),
            ("With which number do you want to start? ", Ask::Size),
            (
                "Hello! Do you want to play sticks? ",
                Ask::Common(Common::YesNo),
            ),
            ("Are you ready?", Ask::Common(Common::YesNo)),
            ("How many rounds do you want to play? ", Ask::Other(1, 1)),
            ("Do you want to play with how many sticks? ", Ask::Size),
            ("Can you please enter the size of the pile? ", Ask::Size),
            ("Which number do you begin with (10-100)? ", Ask::Size),
        ] {
            assert_eq!(asked(text), kind, "{text}");
        }
    }
}
