//! Gradebooks in and out, to the byte.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{class, menagerie, said};

/// Ada and Bob hand in; Carol does not.
fn submissions(folder: &Path, names: [&str; 2]) -> PathBuf {
    let submissions = folder.join("in");
    fs::create_dir(&submissions).expect("a folder");
    let right = menagerie("take_stones.c");
    fs::write(submissions.join(names[0]), right).expect("written");
    fs::write(submissions.join(names[1]), "int main(void) { return 0; }").expect("written");
    submissions
}

fn filled(names: [&str; 2], roster: &[u8], more: &[&str]) -> (Vec<u8>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let submissions = submissions(folder.path(), names);
    let [from, to] = ["roster", "gradebook"].map(|name| folder.path().join(name));
    fs::write(&from, roster).expect("written");
    let flags = ["--roster", from.to_str().expect("UTF-8"), "--gradebook"];
    let flags = [&flags[..], &[to.to_str().expect("UTF-8")], more].concat();
    let out = folder.path().join("out");
    let output = class(&submissions, &out, &flags);
    assert!(output.status.success(), "{}", said(&output));
    let grades = fs::read_to_string(out.join("grades.csv")).expect("grades");
    (fs::read(to).expect("a gradebook"), grades)
}

fn assert_text(bytes: &[u8], wanted: &str) {
    assert_eq!(String::from_utf8_lossy(bytes), wanted);
}

#[test]
fn the_gradebook_of_canvas_gets_one_column() {
    let roster = "\u{feff}Student,ID,SIS Login ID,Section,Sticks (1),Take Stones (22),Final Score\r\n\
                  \x20   Points Possible,,,,10,18,(read only)\r\n\
                  \"Lovelace, Ada\",340934,ada1,\"A, B\",7,,88\r\n\
                  \"Jones, \"\"Bob\"\"\",12,bj,A,,3,\r\nCarol,13,carol,A,,,\r\n";
    let names = [
        "lovelaceada_LATE_340934_20_take_stones.c",
        "bj_12_21_main.c",
    ];
    let (bytes, grades) = filled(names, roster.as_bytes(), &[]);
    let wanted = roster
        .replace(",7,,88", ",7,18.00,88")
        .replace("bj,A,,3,", "bj,A,,0.00,");
    assert_text(&bytes, &wanted);
    assert!(
        grades.contains("\nCarol,13,,9.00,,no submission,,"),
        "{grades}"
    );
    assert!(
        grades.contains("\n\"Lovelace, Ada\",340934,9.00,9.00,100.00,graded,"),
        "{grades}"
    );
}

#[test]
fn the_worksheet_of_moodle_gets_grades_and_feedback_where_they_can_be_changed() {
    let roster = "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,\
                  Last modified (submission),Last modified (grade),Feedback comments\n\
                  Participant 5,Ada Lovelace,a@x.org,Submitted,,100.00,Yes,-,-,\n\
                  Participant 6,Bob Jones,b@x.org,Submitted,4.00,100.00,No,-,-,kept\n\
                  Participant 7,Carol,c@x.org,,,100.00,Yes,-,-,\n";
    let names = [
        "Ada Lovelace_5_assignsubmission_file_take_stones.c",
        "Bob Jones_6_assignsubmission_file_main.c",
    ];
    let (bytes, _) = filled(names, roster.as_bytes(), &[]);
    let wanted = roster.replace(
        "Submitted,,100.00,Yes,-,-,",
        "Submitted,100.00,100.00,Yes,-,-,9.00 of 9.00 points.",
    );
    assert_text(&bytes, &wanted);
}

#[test]
fn the_table_of_blackboard_comes_back_in_utf_16_with_tabs() {
    let roster = "\u{feff}\"Last Name\"\t\"First Name\"\t\"Username\"\t\"Student ID\"\t\"Stones [Total Pts: 9 Score] |664617\"\r\n\
                  \"Löve\"\t\"Ada\"\t\"ada1\"\t\"77\"\t\"\"\r\n\"Jones\"\t\"Bob\"\t\"bj\"\t\"78\"\t\"\"\r\n\
                  \"C\"\t\"Carol\"\t\"c\"\t\"79\"\t\"\"\r\n";
    let wide = |text: &str| -> Vec<u8> {
        let units: Vec<u16> = text.encode_utf16().collect();
        units.into_iter().flat_map(u16::to_le_bytes).collect()
    };
    let names = [
        "hw_ada1_attempt_2026-11-02-10-11-12_take_stones.c",
        "hw_bj_attempt_2026-11-02-10-11-12_main.c",
    ];
    let (bytes, _) = filled(names, &wide(roster), &[]);
    let wanted = roster.replace("\"77\"\t\"\"", "\"77\"\t\"9.00\"");
    assert_eq!(
        bytes,
        wide(&wanted.replace("\"78\"\t\"\"", "\"78\"\t\"0.00\""))
    );
}

#[test]
fn a_plain_table_gets_a_column_and_strangers_are_listed() {
    let (bytes, grades) = filled(
        ["Ada.c", "Mallory.c"],
        b"id;name\r\n1;Ada\r\n2;=Carol\r\n",
        &[],
    );
    assert_text(&bytes, "id;name;score\r\n1;Ada;9.00\r\n2;=Carol;\r\n");
    assert!(
        grades.contains("\n'=Carol,2,,9.00,,no submission,"),
        "{grades}"
    );
    assert!(
        grades.contains("\nMallory,Mallory,0.00,9.00,0.00,graded,"),
        "{grades}"
    );
}

#[test]
fn a_gradebook_may_lie_among_the_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let submissions = submissions(folder.path(), ["Ada.c", "Bob.c"]);
    let (roster, out) = (folder.path().join("roster.csv"), folder.path().join("out"));
    fs::write(&roster, "id,name\n1,Ada\n").expect("written");
    let to = out.join("import.csv");
    let files = [&roster, &to].map(|path| path.to_str().expect("UTF-8"));
    for _ in 0..2 {
        let flags = [
            "--roster",
            files[0],
            "--gradebook",
            files[1],
            "--only",
            "01*",
        ];
        let output = class(&submissions, &out, &flags);
        assert!(output.status.success(), "{}", said(&output));
        let filled = fs::read(&to).expect("a gradebook");
        assert!(filled.starts_with(b"id,name,score\n1,Ada,"));
    }
}

#[test]
fn a_column_is_named_by_its_whole_title() {
    let roster = "Student,ID,Section,Stones 1 (5),Stones 10 (6)\nAda,1,A,,\n";
    for (column, wanted) in [("stones 1", "A,9.00,"), ("Stones 10 (6)", "A,,9.00")] {
        let (bytes, _) = filled(["Ada.c", "x.c"], roster.as_bytes(), &["--column", column]);
        assert_text(&bytes, &roster.replace("A,,", wanted));
    }
}

#[test]
fn a_roster_that_tells_nothing_and_a_column_that_is_not_clear_are_refused_before_anything_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let submissions = submissions(folder.path(), ["Ada.c", "Bob.c"]);
    let (roster, out) = (folder.path().join("roster.csv"), folder.path().join("out"));
    let to = folder.path().join("to.csv");
    for (text, sentence) in [
        (
            "matriculation,points\n1,2\n",
            "has no columns that tell who is who",
        ),
        (
            "id,name\n1,Ada\n1,Bob\n",
            "`Ada` and `Bob` cannot be told apart",
        ),
        (
            "Student,ID,Section,Sticks (1),Nim (2)\nAda,1,A,,\n",
            "Say so with --column: there are `Sticks (1)`, `Nim (2)`",
        ),
        (
            "Student,ID,Section,Take Stones 1 (1),Take Stones 10 (2)\nAda,1,A,,\n",
            "there are `Take Stones 1 (1)`, `Take Stones 10 (2)`",
        ),
    ] {
        fs::write(&roster, text).expect("written");
        let [roster, to] = [&roster, &to].map(|path| path.to_str().expect("UTF-8"));
        let output = class(&submissions, &out, &["--roster", roster, "--gradebook", to]);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(sentence), "{}", said(&output));
        assert!(!out.exists());
    }
}
