//! `grade class` from outside, with real archives and a real compiler.

mod again;
mod books;
mod hostile;
mod parts;
mod starting;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

fn class(submissions: &Path, out: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grade"));
    command.args(["class", "take_stones"]).arg(submissions);
    command.arg("--out").arg(out);
    command.args(["--only", "0*", "--timeout", "60", "--no-times"]);
    command.args(more);
    command.output().expect("grade runs")
}

fn said(output: &Output) -> String {
    [&output.stdout[..], &output.stderr]
        .map(String::from_utf8_lossy)
        .concat()
}

/// Every file below a folder, by its path in it.
fn everything(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path
                    .strip_prefix(folder)
                    .expect("below")
                    .display()
                    .to_string();
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (everything(one), everything(other));
    let names: Vec<&String> = one.keys().collect();
    assert_eq!(names, other.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        let [one, other] = [bytes, &other[name]].map(|bytes| String::from_utf8_lossy(bytes));
        assert_eq!(one, other, "{name}");
    }
}

fn menagerie(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/menagerie");
    fs::read_to_string(folder.join(name)).expect("a submission")
}

#[test]
fn every_submission_gets_its_row_and_a_second_run_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, out) = (folder.path().join("in"), folder.path().join("out"));
    let ada = submissions.join("Ada Lovelace_101_assignsubmission_file_");
    fs::create_dir_all(&ada).expect("a folder");
    fs::write(ada.join("take_stones.c"), menagerie("take_stones.c")).expect("written");
    fs::write(submissions.join("bob.c"), "int main( {").expect("written");
    fs::write(submissions.join("carol.zip"), "PK\x03\x04 cut off").expect("written");
    fs::write(submissions.join("dora.txt"), "I was ill").expect("written");
    let output = class(&submissions, &out, &["-v"]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{told}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for sentence in [
        "Ada Lovelace: graded, 9.00 points\n",
        "bob: not built, the build failed, exit code 1: bob.c:1:",
        "carol: refused, `carol.zip` is damaged or cut off",
        "dora: unclear, no file is a program that is known: there are `dora.txt`; pass --build",
        "1 graded, 1 not built, 1 refused, 1 unclear: ",
    ] {
        assert!(told.contains(sentence), "{sentence}:\n{told}");
    }
    let grades = fs::read_to_string(out.join("grades.csv")).expect("grades");
    assert!(
        grades.contains("\nAda Lovelace,101,9.00,9.00,100.00,graded,1.00,1.00,"),
        "{grades}"
    );
    assert!(
        grades.contains("\nbob,bob,0.00,9.00,0.00,not built,0.00,0.00,"),
        "{grades}"
    );
    assert!(
        fs::read_to_string(out.join("students/bob.html")).is_ok_and(|page| page.contains("error:"))
    );
    let told = |name: &str| {
        let text = fs::read_to_string(out.join("students").join(name)).expect("JSON");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        (value["score"].as_f64(), value["max_score"].as_f64())
    };
    assert_eq!(told("bob.json"), (Some(0.0), Some(9.0)));
    assert_eq!(told("dora.json"), (None, Some(9.0)));
    let page = fs::read_to_string(out.join("students/dora.html")).expect("a page");
    assert!(page.contains("<b>– / 9.00</b>"), "{page}");
    let journal = fs::read(out.join("journal.jsonl")).expect("the journal");
    assert!(class(&submissions, &out, &[]).status.success());
    assert_eq!(
        fs::read(out.join("journal.jsonl")).expect("the journal"),
        journal
    );
}

#[test]
fn a_folder_that_holds_something_else_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("thesis.tex"), "").expect("written");
    let output = class(folder.path(), folder.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("it holds something else"), "{told}");
}
