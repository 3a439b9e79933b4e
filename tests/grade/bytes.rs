//! Whatever bytes a program prints, `grade` comes to a verdict about the program.

use std::fs;
use std::process::Command;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::menagerie::command;

/// A case of every kind, all of them easy to begin and hard to end.
const CASES: [(&str, &str); 7] = [
    ("01-exact", "---\nHello\n\nBye\n"),
    ("02-lenient", "# match: lenient\n---\nHello\n\nBye\n"),
    ("03-pattern", "# match: pattern\n---\nHel[..]\n\n[..]\n"),
    ("04-hidden", "# hidden:\n---\nHello {{1}}\n"),
    ("05-toothpicks", "# referee: toothpicks\n---\n"),
    ("06-chopsticks", "# referee: chopsticks\n---\n"),
    ("07-sticks", "# referee: sticks\n# part: 2\n---\n"),
];

/// Scraps of right output, half characters, NULs, escapes, markup and line ends of all kinds.
fn output() -> impl Strategy<Value = Vec<u8>> {
    let scraps: [&[u8]; 18] = [
        b"Hello\n",
        b"Hello ",
        b"Bye",
        b"10 toothpicks remaining, Player 1 draws ",
        b"(L 1 1 1 1 1 1)\n",
        b"Welcome to the game of sticks!\n",
        b"How many sticks are there on the table initially (10-100)? ",
        b"\xc3",
        b"\xf0\x9f\x8e",
        b"\xed\xa0\x80",
        b"\0",
        b"\x1b[31m",
        b"\x1b]0;title\x07",
        b"\x04\x03\x1a",
        b"<b>&amp;]]>",
        b"\r\n",
        b" \t\n",
        b"{{1}}\n[..]\n",
    ];
    let scrap = prop_oneof![
        4 => prop::sample::select(scraps.to_vec()).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 1..20),
    ];
    prop::collection::vec(scrap, 0..10).prop_map(|scraps| scraps.concat())
}

/// The exit code of `grade` for a program that prints this and then waits, ends or crashes.
fn exit_code(output: &[u8], then: &str, options: &[&str]) -> Option<i32> {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = folder.path().join("sticks");
    fs::create_dir(&cases).expect("a folder for the cases");
    for (name, text) in CASES {
        fs::write(cases.join(name).with_extension("txt"), text).expect("a case");
    }
    fs::write(folder.path().join("output"), output).expect("the output");
    let path = folder.path().to_str().expect("a plain path");
    let words = ["sticks", "--games", "1", "--fixtures", path];
    let mut grade: Command = command(&[&words[..], options].concat());
    for (option, file) in [
        ("--json", "json"),
        ("--html", "html"),
        ("--gradescope", "scope"),
    ] {
        grade.arg(option).arg(folder.path().join(file));
    }
    let script = format!("cat '{path}/output'; {then}");
    let graded = grade.args(["--", "sh", "-c", &script]).output();
    graded.expect("grade can be started").status.code()
}

#[test]
fn whatever_a_program_prints_the_verdict_is_about_the_program() {
    let config = Config {
        cases: 12,
        // Half a minute of shrinking is enough for anybody.
        max_shrink_iters: 64,
        failure_persistence: None,
        ..Config::default()
    };
    let then = prop::sample::select(vec!["", "read x", "read x; cat", "kill -SEGV $$"]);
    let options = prop::sample::select(vec![&[][..], &["--lenient"], &["--strict"]]);
    let result =
        TestRunner::new(config).run(&(output(), then, options), |(output, then, options)| {
            prop_assert_eq!(exit_code(&output, then, options), Some(1));
            Ok(())
        });
    assert!(result.is_ok(), "{}", result.unwrap_err());
}
