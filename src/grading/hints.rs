//! What may help: mistakes that can be recognised by the line in which they show.

use super::fixture::Fixture;
use super::verdict::{Line, LineEnd, Outcome, Verdict, expected_lines};

/// At most one hint: the cause, if it can be recognised, or what the case itself has to say.
pub(super) fn hint(fixture: &Fixture, verdict: &Verdict) -> Option<String> {
    recognised(fixture, verdict)
        .map(str::to_owned)
        .or_else(|| fixture.hint.clone())
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
        return Some(
            "lines must end with \\n alone, and not with \\r\\n as on Windows (--lenient accepts both)",
        );
    }
    if wanted.trim_end() == printed.trim_end() {
        return Some(
            "only the blanks at the end of the line differ (--lenient does not count them)",
        );
    }
    if wanted.to_lowercase() == printed.to_lowercase() {
        return Some("only upper and lower case differ");
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
    let trimmed = pieces.map(|piece| piece.trim_matches(['.', '-']));
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
        for (expected, actual) in [("Move: 6", "Move: 5"), ("You lose.", "You win."), ("", "x")] {
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
