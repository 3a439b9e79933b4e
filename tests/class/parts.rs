//! A class in parts is the same class.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;

use crate::{assert_same, class, menagerie, said};

fn merge(parts: &[PathBuf], out: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grade"));
    command.arg("merge").args(parts).arg("--out").arg(out);
    command.output().expect("grade runs")
}

#[test]
fn parts_merge_into_the_bytes_of_one_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, whole) = (folder.path().join("in"), folder.path().join("whole"));
    fs::create_dir(&submissions).expect("a folder");
    let right = menagerie("take_stones.c");
    for (student, text) in [
        ("ada", &*right),
        ("bob", "int main(void) { return 0; }"),
        ("carol", "int main( {"),
        ("dora", &*right),
        ("eve", "int main(void) { return 1; }"),
    ] {
        fs::write(submissions.join(format!("{student}.c")), text).expect("written");
    }
    let roster = folder.path().join("roster.csv");
    fs::write(&roster, "id,name\nada,Ada L.\n7,Nobody\n8,Somebody\n").expect("written");
    let roster = ["--roster", roster.to_str().expect("UTF-8")];
    assert!(class(&submissions, &whole, &roster).status.success());
    let mut parts = Vec::new();
    for part in 1..=3 {
        let out = folder.path().join(format!("part-{part}"));
        let shard = format!("{part}/3");
        let flags = [&roster[..], &["--shard", &shard]].concat();
        let output = class(&submissions, &out, &flags);
        assert!(output.status.success(), "{}", said(&output));
        parts.push(out);
    }
    let merged = folder.path().join("merged");
    let output = merge(&parts, &merged);
    assert!(output.status.success(), "{}", said(&output));
    assert_same(&merged, &whole);
    let output = merge(&parts[..2], &folder.path().join("half"));
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).contains("the results of 3/3 are missing"),
        "{}",
        said(&output)
    );
    let other = folder.path().join("other");
    assert!(
        class(&submissions, &other, &["--seed", "9"])
            .status
            .success()
    );
    let output = merge(&[parts[0].clone(), other], &folder.path().join("mixed"));
    assert!(
        said(&output).contains("is no part of the same class"),
        "{}",
        said(&output)
    );
}
