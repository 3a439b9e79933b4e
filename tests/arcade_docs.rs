//! The curl examples of `docs/arcade.md`, asked over a real socket.

mod arcade_support;

use arcade_support::{Arcade, ask};
use serde_json::Value;

/// A question of the document, and a part of its answer.
struct Example {
    head: String,
    body: String,
    part: String,
}

#[test]
fn every_curl_example_gets_the_answer_below_it() {
    let arcade = Arcade::start();
    let examples = examples(include_str!("../docs/arcade.md"));
    assert!(examples.len() >= 10, "{} examples", examples.len());
    for Example { head, body, part } in examples {
        let (_, answer) = ask(&arcade.address, &head, body.as_bytes());
        // Of events the first is shown. Chunks have their lengths on lines of their own.
        let event = |text: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix("data: ").map(str::to_owned))
        };
        let (part, answer) = match event(&part) {
            Some(part) => (part, event(&answer).unwrap_or_default()),
            None => (part, answer),
        };
        let part: Value =
            serde_json::from_str(&part).unwrap_or_else(|error| panic!("{part}: {error}"));
        let answer: Value =
            serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{answer}: {error}"));
        assert!(
            holds(&answer, &part),
            "{head}: {answer} does not hold {part}"
        );
    }
}

#[test]
fn a_part_that_is_not_there_is_noticed() {
    let answer = serde_json::json!({"a": [{"b": 1, "c": 2}, 3]});
    assert!(holds(&answer, &serde_json::json!({"a": [{"b": 1}]})));
    assert!(!holds(&answer, &serde_json::json!({"a": [{"b": 2}]})));
    assert!(!holds(&answer, &serde_json::json!({"d": null})));
}

/// Whether an answer has a part: all its fields, and the first elements of its lists.
fn holds(answer: &Value, part: &Value) -> bool {
    match (answer, part) {
        (Value::Object(answer), Value::Object(part)) => part
            .iter()
            .all(|(name, part)| answer.get(name).is_some_and(|answer| holds(answer, part))),
        (Value::Array(answer), Value::Array(part)) => {
            part.len() <= answer.len()
                && answer
                    .iter()
                    .zip(part)
                    .all(|(answer, part)| holds(answer, part))
        }
        (answer, part) => answer == part,
    }
}

fn examples(document: &str) -> Vec<Example> {
    let mut lines = document.lines().map(str::trim);
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        if let Some(arguments) = line.strip_prefix("curl ") {
            let part = lines.next().unwrap_or_default().to_owned();
            found.push(example(arguments, part));
        }
    }
    found
}

/// The arguments of curl that the document uses: `-s`, `-N`, an address, `-d` with a body.
fn example(arguments: &str, part: String) -> Example {
    let (before, body) = match arguments.split_once(" -d ") {
        Some((before, body)) => (before, body.trim_matches('\'').to_owned()),
        None => (arguments, String::new()),
    };
    let method = if body.is_empty() { "GET" } else { "POST" };
    let address = before.split(' ').next_back().unwrap_or_default();
    let path = address
        .trim_matches('\'')
        .strip_prefix("http://127.0.0.1:8080");
    let path = path.unwrap_or_else(|| panic!("{address} is not on this computer"));
    Example {
        head: format!("{method} {path}"),
        body,
        part,
    }
}
