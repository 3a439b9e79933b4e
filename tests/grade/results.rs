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
fn classroom50_gets_whole_points_and_what_the_workflow_knows() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("result.json");
    let words = ["greeting", "--fixtures", "fixtures", "--timeout", "60"];
    let file = ["--classroom50", path.to_str().expect("UTF-8"), "--"];
    let output = command(&[&words[..], &file, &SUBMISSION].concat())
        .env("CLASSROOM", "cs50")
        .env("ASSIGNMENT", "greeting")
        .env("SUBMISSION_TAG", "submit/1")
        .env("COMMIT_URL", "https://example.org/commit")
        .env("RELEASE_URL", "https://example.org/release")
        .output();
    assert_eq!(output.expect("started").status.code(), Some(0));
    let mut result = parsed(&fs::read_to_string(path).expect("written"));
    let now = result["datetime"].take();
    assert!(
        now.as_str()
            .is_some_and(|now| now.len() == 20 && now.ends_with('Z'))
    );
    insta::assert_snapshot!("result_classroom50", format!("{result:#}"));
}

#[test]
fn a_program_that_cannot_start_is_a_result_for_classroom50() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("result.json");
    let file = ["--classroom50", path.to_str().expect("UTF-8")];
    let output = greeting(&file, &["no-such-program"]);
    assert_eq!(output.status.code(), Some(0));
    let result = parsed(&fs::read_to_string(path).expect("written"));
    assert_eq!(result["score"], 0);
}

#[test]
fn markdown_has_a_row_for_every_case_and_the_failures_in_full() {
    let page = without_times(&graded("--markdown"));
    insta::assert_snapshot!("result_markdown", page);
}

#[test]
fn annotations_name_the_case_and_what_went_wrong() {
    assert_eq!(
        graded("--annotations"),
        "::error title=greets somebody else::the output differs\n"
    );
}

/// The action as GitHub runs it, with a `grade` that is already there.
#[test]
fn the_action_writes_a_summary_outputs_and_annotations() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/contrib/github/grade.sh");
    let output = std::process::Command::new("bash")
        .arg(script)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/menagerie"))
        .env("GRADE", env!("CARGO_BIN_EXE_grade"))
        .env("ASSIGNMENT", "greeting")
        .env("OPTIONS", "--fixtures fixtures --timeout 60")
        .env("COMMAND", SUBMISSION.join(" "))
        .env("RUNNER_TEMP", folder.path())
        .env("GITHUB_STEP_SUMMARY", at("summary"))
        .env("GITHUB_OUTPUT", at("output"))
        .output()
        .expect("bash");
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("::stop-commands::"), "{said}");
    assert!(said.ends_with("::error title=greets somebody else::the output differs\n"));
    let read = |name| fs::read_to_string(at(name)).expect("written");
    assert_eq!(read("output"), "score=2.0\nmax-score=10.0\n");
    assert!(read("summary").starts_with("## greeting"));
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 2);
}

#[test]
fn the_action_builds_behind_the_seal() {
    let folder = tempfile::tempdir().expect("a folder");
    let [work, runner] = ["work", "runner"].map(|name| folder.path().join(name));
    let menagerie = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/menagerie");
    for made in [&work, &runner] {
        fs::create_dir(made).expect("made");
    }
    fs::copy(
        format!("{menagerie}/greeting.sh"),
        work.join("it's a source"),
    )
    .expect("copied");
    let build =
        format!("cp \"it's a source\" built.sh && cat {menagerie}/greeting.sh >stolen; true");
    let output = std::process::Command::new("bash")
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/contrib/github/grade.sh"
        ))
        .current_dir(&work)
        .env("GRADE", env!("CARGO_BIN_EXE_grade"))
        .env("ASSIGNMENT", "greeting")
        .env("BUILD", build)
        .env(
            "OPTIONS",
            format!("--fixtures {menagerie}/fixtures --timeout 60"),
        )
        .env("COMMAND", "sh built.sh")
        .env("RUNNER_TEMP", &runner)
        .env("GITHUB_STEP_SUMMARY", runner.join("summary"))
        .env("GITHUB_OUTPUT", runner.join("output"))
        .output()
        .expect("bash");
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert_eq!(
        fs::read(work.join("stolen")).expect("made"),
        b"",
        "the build read what is not its own"
    );
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
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.contains("retired on 28 August 2026: use --classroom50 FILE"),
        "{error}"
    );
}
