//! Results for machines, in every format, and that hidden cases tell nothing in any of them.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::menagerie::{command, greeting, told, without_times};

const SUBMISSION: [&str; 2] = ["sh", "only_ada.sh"];

/// Grades into a file and reads it.
fn graded(option: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("result");
    let output = greeting(
        &[
            "--timeout",
            "60",
            option,
            path.to_str().expect("a plain path"),
        ],
        &SUBMISSION,
    );
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
    fs::read_to_string(path).expect("written")
}

/// The same with all times set to 0.
fn timeless(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            for (key, field) in fields.iter_mut() {
                let is_time = ["seconds", "execution_time", "duration"].contains(&key.as_str());
                *field = if is_time {
                    0.into()
                } else {
                    timeless(field.take())
                };
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| *item = timeless(item.take())),
        Value::String(text) => *text = without_times(text),
        _ => {}
    }
    value
}

fn parsed(text: &str) -> Value {
    timeless(serde_json::from_str(text).expect("JSON"))
}

#[test]
fn our_own_json_tells_everything() {
    insta::assert_snapshot!("result_json", format!("{:#}", parsed(&graded("--json"))));
}

#[test]
fn gradescope_gets_a_score_and_a_report_for_every_case() {
    insta::assert_snapshot!(
        "result_gradescope",
        format!("{:#}", parsed(&graded("--gradescope")))
    );
}

#[test]
fn the_page_stands_alone() {
    let page = without_times(&graded("--html"));
    assert!(
        !page.contains("http") && !page.contains("<script"),
        "{page}"
    );
    let body = page.split_once("</style>").expect("a style").1;
    insta::assert_snapshot!(
        "result_html",
        body.replace(env!("CARGO_PKG_VERSION"), "VERSION")
    );
}

#[test]
fn classroom_gets_one_line_in_the_file_of_the_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("output");
    fs::write(&path, "other=1\n").expect("written");
    let words = [
        "greeting",
        "--fixtures",
        "fixtures",
        "--timeout",
        "60",
        "--classroom",
        "--",
    ];
    let output = command(&[&words[..], &SUBMISSION].concat())
        .env("GITHUB_OUTPUT", &path)
        .output();
    assert_eq!(output.expect("started").status.code(), Some(1));
    let text = fs::read_to_string(path).expect("written");
    let line = text.strip_prefix("other=1\nresult=").expect("appended");
    let json = String::from_utf8(decoded(line.trim_end())).expect("UTF-8");
    insta::assert_snapshot!("result_classroom", format!("{:#}", parsed(&json)));
}

fn decoded(base64: &str) -> Vec<u8> {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = base64
        .bytes()
        .filter_map(|c| digits.iter().position(|&digit| digit == c));
    let bits: String = bits.map(|value| format!("{value:06b}")).collect();
    let bytes = bits
        .as_bytes()
        .chunks_exact(8)
        .map(|byte| str::from_utf8(byte).expect("ASCII"));
    bytes
        .map(|byte| u8::from_str_radix(byte, 2).expect("bits"))
        .collect()
}

#[test]
fn a_hidden_case_tells_its_name_and_points_and_nothing_else() {
    let shown = told(&greeting(&["--timeout", "60", "-v"], &SUBMISSION));
    for text in [
        shown,
        graded("--json"),
        graded("--gradescope"),
        graded("--html"),
    ] {
        assert!(text.contains("a secret case"), "{text}");
        assert!(!text.contains("Mary"), "{text}");
        assert!(!text.contains("Your name has 4 letters"), "{text}");
    }
}

#[test]
fn markup_and_escapes_of_a_program_reach_neither_terminal_nor_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.html");
    let options = [
        "--timeout",
        "60",
        "--color",
        "never",
        "-v",
        "--html",
        path.to_str().expect("a plain path"),
    ];
    let output = greeting(&options, &["sh", "escapes.sh"]);
    let page = fs::read_to_string(&path).expect("written");
    for text in [told(&output), page] {
        assert!(!text.contains(['\x1b', '\x07', '\r']), "{text:?}");
        assert!(text.contains("␛[2J"), "{text}");
    }
    let page = fs::read_to_string(&path).expect("written");
    assert!(
        page.contains("&lt;script&gt;") && !page.contains("<script"),
        "{page}"
    );
}

#[test]
fn results_are_refused_before_anything_is_run_if_they_cannot_be_written() {
    let output = greeting(
        &["--json", "/no/such/folder/x.json"],
        &["touch", "must-not-run"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(!Path::new("must-not-run").exists() && output.stdout.is_empty());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.contains("there is no folder `/no/such/folder`"),
        "{error}"
    );
    let output = greeting(&["--classroom"], &SUBMISSION);
    assert_eq!(output.status.code(), Some(2));
}
