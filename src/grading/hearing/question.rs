//! Questions: what kind of answer a program wants, as far as it shows without knowing the game.

use super::line::{Line, Token, is_word};

/// What a program says before it waits, that any program could say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Common {
    /// Whether to play once more.
    Again,
    /// Somebody's name.
    Name,
    /// Only a key: `Press Enter to continue`.
    Enter,
    /// How many people play.
    Players,
    /// Something to be answered with yes or no.
    YesNo,
}

/// The common question in the last lines, if it is one.
pub(crate) fn common(lines: &[Line]) -> Option<Common> {
    let last = lines.iter().rev().find(|line| line.has_words())?;
    let yes_no = says_yes_no(last);
    let new = yes_no && last.says(&["continue", "new", "restart", "again", "another"]);
    if new || says_again(last) || answers_to_again(lines) {
        return Some(Common::Again);
    }
    // `username`, `nickname`, `Spielername`; a tournament has none.
    let names = |token: &Token| matches!(token, Token::Word(word) if word.ends_with("name") || word.ends_with("names"));
    if last.tokens.iter().any(names) && !last.says(&["game"]) {
        return Some(Common::Name);
    }
    let counted = |pair: &[Token]| {
        is_word(&pair[0], &["many", "of", "human"])
            && is_word(&pair[1], &["players", "people", "humans"])
    };
    if last.tokens.windows(2).any(counted) && last.says(&["how", "number"]) {
        return Some(Common::Players);
    }
    if last.says(&["press", "hit", "push"])
        && last.says(&["enter", "return", "key"])
        && last.ranges().next().is_none()
    {
        return Some(Common::Enter);
    }
    yes_no.then_some(Common::YesNo)
}

/// Whether a line asks for another game.
pub(crate) fn says_again(line: &Line) -> bool {
    let again = says_once_more(line)
        && line.says(&[
            "play*", "game*", "round*", "match*", "replay", "yes", "y", "rematch", "spiel*",
        ])
        && !line.says(&["try", "invalid", "enter"]);
    let play_again = |pair: &[Token]| {
        is_word(&pair[0], &["play", "game", "round"]) && is_word(&pair[1], &["again"])
    };
    // `Again (0-1)? `, `Once more? `: nothing else is said.
    let words = line.tokens.iter();
    let words = words.filter(|token| matches!(token, Token::Word(_)));
    let alone = words.count() <= 2
        && says_once_more(line)
        && !line.says(&["try", "invalid", "enter", "wrong", "how", "take*", "stick*"]);
    again || alone || line.tokens.windows(2).any(play_again)
}

/// A word for once more; `another player` and `more players` are people.
fn says_once_more(line: &Line) -> bool {
    let words = [
        "again",
        "another",
        "rematch",
        "more",
        "replay",
        "nochmal",
        "encore",
        "uudestaan",
    ];
    let people = [
        "player*",
        "person",
        "people",
        "human*",
        "friend*",
        "opponent*",
        "user*",
    ];
    let of_people = |at: usize| {
        let next = line.tokens.get(at + 1);
        next.is_some_and(|next| is_word(next, &people) || matches!(next, Token::Player(_)))
    };
    let mut tokens = line.tokens.iter().enumerate();
    tokens.any(|(at, token)| is_word(token, &words) && !of_people(at))
}

/// `Play again?`, and below it what can be answered: `1: Yes`, `2: No`, and perhaps `I choose:`.
fn answers_to_again(lines: &[Line]) -> bool {
    let mut spoken = lines
        .iter()
        .rev()
        .filter(|line| line.has_words())
        .peekable();
    let is_word = |token: &&Token| matches!(token, Token::Word(_));
    let short = |line: &&Line| line.tokens.iter().filter(is_word).count() <= 2;
    spoken.next_if(short);
    let answers = ["yes", "no", "y", "n"];
    let mut answered = 0;
    while answered < 3
        && spoken
            .next_if(|line| line.says(&answers) && !says_again(line))
            .is_some()
    {
        answered += 1;
    }
    let last = lines.iter().rev().find(|line| line.has_words());
    let answered = answered > 0 || last.is_some_and(|line| line.says(&answers));
    answered && spoken.next().is_some_and(says_again)
}

fn says_yes_no(line: &Line) -> bool {
    let yes = line.says(&["yes", "y", "yeah"]);
    yes && line.says(&["no", "n", "nope"])
}

/// How to say yes (or no) to this question: as the program wants it, as far as it says so.
pub(crate) fn yes_or_no(lines: &[Line], yes: bool) -> String {
    let tokens: Vec<&Token> = lines
        .iter()
        .rev()
        .take(3)
        .flat_map(|line| &line.tokens)
        .collect();
    let wanted: &[&str] = if yes {
        &["yes", "y"]
    } else {
        &["no", "n", "quit", "exit", "stop"]
    };
    // `1 = yes`, `yes (1)`, `1 for yes`; and `1 for yes 2, for no` if nothing else helps.
    let number = |divides: &[char]| {
        let mut near = lines.iter().rev().take(3);
        near.find_map(|line| number_of(&line.tokens, wanted, divides))
    };
    if let Some(number) = number(&[',', '/', ';']).or_else(|| number(&[])) {
        return number.to_string();
    }
    let says = |word: &str| tokens.iter().any(|token| is_word(token, &[word]));
    let capital = lines.last().is_some_and(|line| {
        line.text.contains("(Y") || line.text.contains("[Y") || line.text.contains("Y/N")
    });
    match (yes, says("y") || says("n"), says("yes") || says("no")) {
        (true, true, _) => if capital { "Y" } else { "y" }.to_owned(),
        (false, true, _) => if capital { "N" } else { "n" }.to_owned(),
        (true, _, true) => "yes".to_owned(),
        (false, _, true) => "no".to_owned(),
        (true, ..) => "1".to_owned(),
        (false, ..) => "0".to_owned(),
    }
}

/// The number that stands for one of these words, on this side of the marks that divide.
fn number_of(tokens: &[Token], wanted: &[&str], divides: &[char]) -> Option<u64> {
    let divides = |token: &Token| matches!(token, Token::Mark(mark) if divides.contains(mark));
    let places = (0..tokens.len()).filter(|&at| is_word(&tokens[at], wanted));
    let mut numbers = places.filter_map(|at| {
        let before = tokens[at.saturating_sub(3)..at].iter().rev();
        let mut near = before.chain(tokens[at + 1..].iter().take(2));
        near.by_ref()
            .take_while(|token| !divides(token))
            .find_map(|token| match token {
                Token::Number(number @ 0..=2) => Some(*number),
                _ => None,
            })
    });
    numbers.next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::hearing::lines;

    #[test]
    fn common_questions_are_known() {
        for (text, kind) in [
            ("Play again (1 = yes, 0 = no)? ", Some(Common::Again)),
            (
                "Would you like to play another game? (y/n)",
                Some(Common::Again),
            ),
            (
                "Enter the number 1 if you wish to play again: ",
                Some(Common::Again),
            ),
            ("Again (0-1) ", Some(Common::Again)),
            ("Play again?\n1: Yes\n2: No", Some(Common::Again)),
            (
                "Would you like to play again?\n1 for Yes 2, for No\nI choose:",
                Some(Common::Again),
            ),
            ("Another game begins!\nYour choice: ", None),
            ("Do you play the AI (1) or another player (2)?", None),
            ("One more game?", Some(Common::Again)),
            ("Invalid. Try again: ", None),
            ("Again, 1-3 sticks: ", None),
            ("Enter the name of player 1: ", Some(Common::Name)),
            ("Press Enter to continue", Some(Common::Enter)),
            ("How many players? ", Some(Common::Players)),
            ("Do you want the rules (yes/no)?", Some(Common::YesNo)),
            ("How many sticks do you take (1-3)? ", None),
        ] {
            assert_eq!(common(&lines(text, &[])), kind, "{text}");
        }
    }

    #[test]
    fn yes_is_said_as_the_program_wants_it() {
        for (text, yes, no) in [
            ("Play again (1 = yes, 0 = no)? ", "1", "0"),
            ("Again? 1 for yes, 2 for no: ", "1", "2"),
            ("Play again? (y/n)", "y", "n"),
            ("Play again? [Y/N]", "Y", "N"),
            ("Play again? yes or no", "yes", "no"),
            ("Play again?", "1", "0"),
            ("0 sticks left\nPlay again? (y/n)", "y", "n"),
            ("Play again? Yes/No\n1: Yes\n2: No", "1", "2"),
            ("Play again?\n1 for Yes 2, for No\nI choose:", "1", "2"),
        ] {
            let lines = lines(text, &[]);
            assert_eq!(
                (
                    yes_or_no(&lines, true).as_str(),
                    yes_or_no(&lines, false).as_str()
                ),
                (yes, no),
                "{text}"
            );
        }
    }
}
