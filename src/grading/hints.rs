//! What may help: mistakes that can be recognised by the line in which they show.

use super::fixture::{Fixture, Step};
use super::grade::Graded;
use super::verdict::{Line, LineEnd, Outcome, Piece, Verdict, expected_lines, lines};
use crate::process::Ending;
use crate::text::template;

/// At most one hint: the cause, if it can be recognised, or what the case itself has to say of a line
/// that says something else.
pub(super) fn hint(fixture: &Fixture, verdict: &Verdict) -> Option<String> {
    let recognised = of_silence(fixture, verdict)
        .or_else(|| of_lines(verdict))
        .or_else(|| recognised(fixture, verdict));
    let says_else = matches!(verdict.outcome, Outcome::Differs)
        && !is_about_blanks(verdict)
        && in_these_words(fixture, verdict);
    recognised
        .map(str::to_owned)
        .or_else(|| fixture.hint.clone().filter(|_| says_else))
}

/// Whether what was said is like some line of the case. In other words than these nobody knows whether
/// it is the rules that are wrong.
fn in_these_words(fixture: &Fixture, verdict: &Verdict) -> bool {
    let Some(actual) = verdict
        .difference
        .as_ref()
        .and_then(|one| one.actual.as_ref())
    else {
        return false;
    };
    let alike = |expected: &str| {
        let pairs = expected
            .split_whitespace()
            .zip(actual.text.split_whitespace());
        let same = pairs.filter(|(one, other)| template(one) == template(other));
        let most = expected
            .split_whitespace()
            .count()
            .max(actual.text.split_whitespace().count());
        2 * same.count() >= most
    };
    let lines = expected_lines(fixture, !verdict.on_pipes);
    lines
        .iter()
        .any(|line| line.text.contains("[..]") || alike(&line.text))
}

/// A hint for a case that was heard and is not right.
pub(super) fn of_rules(fixture: &Fixture, graded: &Graded) -> Option<String> {
    let reason = graded.reason.as_deref()?;
    if reason.starts_with("its time was up") {
        return Some(of_time());
    }
    // Who has given up, by its own exit code, does not claim to be right.
    let gave_up = |one: &Verdict| matches!(one.ending, Some(Ending::Exited(code)) if code != 0);
    let gave_up = graded.verdict.as_ref().is_some_and(gave_up);
    if reason.starts_with("not heard") && !gave_up {
        return Some("it may be right, but only what is heard counts: the words of the assignment are always heard".to_owned());
    }
    if reason.contains("shows no menu") && fixture.part.is_some_and(|part| part > 1) {
        return Some("a program without a menu has done part one: --part 1 grades that".to_owned());
    }
    let verdict = graded.verdict.as_ref().filter(|_| graded.crash.is_none())?;
    let silent = verdict.is_silent();
    silent.then(|| {
        "nothing was printed at all: is the program started, and its output flushed?".to_owned()
    })
}

/// What differs in bytes though every word is as it should be.
pub(super) fn of_bytes(fixture: &Fixture, verdict: &Verdict) -> String {
    let escapes = |piece: &Piece| matches!(piece, Piece::Output(bytes) if bytes.contains(&0x1b));
    let told = match verdict.transcript.iter().any(escapes) {
        true => Some("there are colours or other escape sequences in it; the assignment has none"),
        false => recognised(fixture, verdict),
    };
    told.unwrap_or("differs in what nobody sees, blanks at the ends of lines say")
        .to_owned()
}

/// A hint for what takes longer than it may.
pub(super) fn of_time() -> String {
    "if it only needs longer, to train a computer say, --timeout SECONDS gives it more".to_owned()
}

/// A program that waits or ends without a word.
fn of_silence(fixture: &Fixture, verdict: &Verdict) -> Option<&'static str> {
    let typed = |step: &Step| !matches!(step, Step::Output(_));
    let needs_input = fixture.steps.iter().any(typed);
    match verdict.outcome {
        Outcome::WaitsForInput if !needs_input && !fixture.args.is_empty() => {
            Some("it waits for input, but what it needs to know are arguments of the command")
        }
        Outcome::WaitsForInput if verdict.is_silent() => {
            Some("nothing was printed before it waits: is the question printed, and flushed?")
        }
        Outcome::EndedEarly | Outcome::TimedOut if verdict.is_silent() => {
            Some("nothing was printed at all: is the program started, and its output flushed?")
        }
        _ => None,
    }
}

/// A line too many or too few, told by the line after it.
fn of_lines(verdict: &Verdict) -> Option<&'static str> {
    let difference = verdict.difference.as_ref()?;
    let (expected, actual) = (difference.expected.as_ref()?, difference.actual.as_ref()?);
    let is_blank = |line: &Line| line.text.trim().is_empty() && line.end == LineEnd::Newline;
    match (is_blank(expected), is_blank(actual)) {
        (false, true) if verdict.outcome == Outcome::Differs => {
            return Some("there is a blank line too many before this one");
        }
        (true, false) if !actual.text.trim().is_empty() => {
            return Some("a blank line is missing here");
        }
        _ => {}
    }
    let seen = lines(verdict.transcript.iter().cloned());
    let next = seen.get(difference.line)?;
    (verdict.outcome == Outcome::Differs && !next.text.is_empty() && next.text == expected.text)
        .then_some("this line is one too many: is it left over from debugging?")
}

/// Whether the difference may be one in blanks alone.
pub(super) fn is_about_blanks(verdict: &Verdict) -> bool {
    let Some(difference) = &verdict.difference else {
        return false;
    };
    let text = |line: &Option<Line>| {
        line.as_ref()
            .map_or(String::new(), |line| line.text.trim_end().to_owned())
    };
    match verdict.outcome {
        Outcome::StillPrinting => text(&difference.actual).is_empty(),
        Outcome::Differs | Outcome::EndedEarly | Outcome::WaitsForInput => {
            text(&difference.expected) == text(&difference.actual)
        }
        _ => false,
    }
}

fn recognised(fixture: &Fixture, verdict: &Verdict) -> Option<&'static str> {
    let difference = verdict.difference.as_ref()?;
    let (expected, actual) = (difference.expected.as_ref()?, difference.actual.as_ref()?);
    match verdict.outcome {
        Outcome::WaitsForInput => about_a_prompt(expected, actual),
        Outcome::EndedEarly => {
            let last = expected_lines(fixture, !verdict.on_pipes).len();
            about_the_end(expected, actual).filter(|_| difference.line == last)
        }
        Outcome::Differs | Outcome::StillPrinting => about_a_line(expected, actual),
        _ => None,
    }
}

fn about_a_prompt(expected: &Line, actual: &Line) -> Option<&'static str> {
    let asks = matches!(expected.end, LineEnd::Typed(_) | LineEnd::EndOfInput);
    let missing = expected.text.strip_prefix(&actual.text)?;
    let only_blanks = !missing.is_empty() && missing.trim().is_empty();
    (asks && only_blanks).then_some(
        "the blank at the end of the prompt is missing: the program already waits for the answer",
    )
}

fn about_the_end(expected: &Line, actual: &Line) -> Option<&'static str> {
    let only_newline = expected.text == actual.text
        && (&expected.end, &actual.end) == (&LineEnd::Newline, &LineEnd::Nothing);
    only_newline.then_some("everything is right but for the newline that ends the last line")
}

fn about_a_line(expected: &Line, actual: &Line) -> Option<&'static str> {
    let (wanted, printed) = (expected.text.as_str(), actual.text.as_str());
    if printed.strip_suffix('\r') == Some(wanted) {
        return Some("lines must end with \\n alone, and not with \\r\\n as on Windows");
    }
    if wanted.trim_end() == printed.trim_end() {
        return Some("only the blanks at the end of the line differ");
    }
    if wanted.to_lowercase() == printed.to_lowercase() {
        return Some("only upper and lower case differ");
    }
    if wanted.trim() == printed.trim() {
        return Some("only the indentation differs");
    }
    let without_blanks = |text: &str| text.split_whitespace().collect::<String>();
    if without_blanks(wanted) == without_blanks(printed) {
        return Some("only the blanks between the words differ");
    }
    let same_numbers = !numbers(wanted).is_empty() && numbers(wanted) == numbers(printed);
    same_numbers.then_some("the numbers are right, but not the words around them")
}

/// The numbers in a line, as they are written.
fn numbers(line: &str) -> Vec<&str> {
    let pieces = line.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    let trimmed = pieces.map(|piece| piece.trim_end_matches(['.', '-']).trim_start_matches('.'));
    trimmed.filter(|piece| !piece.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, end: LineEnd) -> Line {
        Line {
            text: text.to_owned(),
            end,
        }
    }

    #[test]
    fn a_line_tells_what_is_wrong_with_it() {
        for (expected, actual, said) in [
            ("You said 13", "You said 13 ", "end of the line"),
            ("You said 13 ", "You said 13", "end of the line"),
            ("You said 13", "You said 13\r", "\\r\\n"),
            ("You said 13", "you said 13", "lower case"),
            ("You said 13", "You  said 13", "between the words"),
            ("  You said 13", "You said 13", "indentation"),
            ("Move: 6", "Best move: 6", "numbers are right"),
            ("Value: 1.0", "The value: 1.0.", "numbers are right"),
        ] {
            let [expected, actual] = [expected, actual].map(|text| line(text, LineEnd::Newline));
            let hint = about_a_line(&expected, &actual).expect("recognised");
            assert!(hint.contains(said), "{hint}");
        }
    }

    #[test]
    fn what_is_just_wrong_gets_no_hint() {
        for (expected, actual) in [
            ("Move: 6", "Move: 5"),
            ("You lose.", "You win."),
            ("Value: 1.0", "Value: -1.0"),
        ] {
            let [expected, actual] = [expected, actual].map(|text| line(text, LineEnd::Newline));
            assert_eq!(about_a_line(&expected, &actual), None);
        }
    }

    #[test]
    fn a_prompt_without_its_blank_and_a_line_without_its_end_are_recognised() {
        let prompt = line("How many? ", LineEnd::Typed("3".to_owned()));
        assert!(about_a_prompt(&prompt, &line("How many?", LineEnd::Nothing)).is_some());
        assert!(about_a_prompt(&prompt, &line("How ", LineEnd::Nothing)).is_none());
        let last = line("You lose.", LineEnd::Newline);
        assert!(about_the_end(&last, &line("You lose.", LineEnd::Nothing)).is_some());
        assert!(about_the_end(&last, &line("You lose", LineEnd::Nothing)).is_none());
    }
}
