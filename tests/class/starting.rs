//! How submissions are built and started, with real compilers.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

use crate::{class, menagerie, said};

fn put(folder: &Path, files: &[(&str, &[u8])]) {
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    }
}

fn told(folder: &Path, more: &[&str]) -> String {
    let output = class(
        &folder.join("in"),
        &folder.join("out"),
        &[&["-v"], more].concat(),
    );
    assert!(output.status.success(), "{}", said(&output));
    said(&output)
}

#[test]
fn projects_are_built_where_they_lie_and_not_with_what_was_built_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let right = menagerie("take_stones.c");
    let right = right.as_bytes();
    let makefile = b"stones: x.o\n\t$(CC) -o $@ x.o\n";
    put(
        &folder.path().join("in"),
        &[
            ("made/README.md", b"a report lies beside the project"),
            ("made/project/Makefile", makefile),
            ("made/project/x.c", right),
            ("made/project/x.o", b"of another system"),
            ("made/project/stones", b"\x7fELF of another system"),
            ("docs/take_stones.c", right),
            ("docs/docs/Makefile", b"all:\n\tfalse\n"),
            ("parts/src/main.c", b"#include \"stones.h\"\n#include <stdio.h>\nint main(void) { puts(WORD); return 0; }\n"),
            ("parts/src/take_stones.c", b"#include \"stones.h\"\nint not_the_program(void) { return 0; }\n"),
            ("parts/include/stones.h", b"#define WORD \"wrong\"\n"),
            ("parts/tests/test_main.c", b"int main(void) { return 1; }\n"),
            ("beside/report.txt", b"a folder for what is made lies beside the project"),
            ("beside/src/Makefile", b"all:\n\tmkdir -p ../bin && $(CC) -o ../bin/stones x.c && cp ../bin/stones .\n"),
            ("beside/src/x.c", right),
            ("several/Makefile", b"all: a b\na: a.c\nb: b.c\n"),
            ("several/a.c", right),
            ("several/b.c", right),
        ],
    );
    let told = told(folder.path(), &[]);
    for sentence in [
        "made: graded, 9.00 points\n",
        "docs: graded, 9.00 points\n",
        "beside: graded, 9.00 points\n",
        "parts: graded, 0.00 points\n",
        "several: unclear, the build has made several programs, `./a`, `./b`; pass --run\n",
    ] {
        assert!(told.contains(sentence), "{sentence}\n{told}");
    }
    let page = fs::read_to_string(folder.path().join("out/students/made.html")).expect("a page");
    assert!(
        page.contains("in project: make &amp;&amp; ./stones"),
        "{page}"
    );
}

#[test]
fn what_is_missing_on_this_machine_costs_nobody_points_and_a_syntax_error_does() {
    let folder = tempfile::tempdir().expect("a folder");
    put(
        &folder.path().join("in"),
        &[
            ("ada/stones", b"#!/usr/bin/env no-such-language\n"),
            ("bob/Makefile", b"stones: x.c\n\tno-such-compiler x.c\n"),
            ("bob/x.c", b"int main(void) { return 0; }\n"),
            ("carol.py", b"def play(:\n"),
        ],
    );
    let told = told(folder.path(), &[]);
    let sentence = "ada: not started, cannot start `no-such-language`: there is no such program\n";
    assert!(told.contains(sentence), "{told}");
    assert!(told.contains("bob: not built, "), "{told}");
    let grades = fs::read_to_string(folder.path().join("out/grades.csv")).expect("grades");
    assert!(grades.contains("\nada,ada,,9.00,,not started,"), "{grades}");
}

#[test]
fn one_command_for_all_is_run_where_its_file_is_and_may_need_a_shell() {
    let folder = tempfile::tempdir().expect("a folder");
    let right = menagerie("take_stones.c");
    put(
        &folder.path().join("in"),
        &[
            ("ada/work/stones.c", right.as_bytes()),
            ("ada/README", b""),
            ("bob/other.c", right.as_bytes()),
        ],
    );
    let flags = ["--build", "gcc -o stones stones.c", "--run", "./stones"];
    let answer = told(folder.path(), &flags);
    assert!(answer.contains("ada: graded, 9.00 points\n"), "{answer}");
    assert!(answer.contains("bob: not built, "), "{answer}");
    let flags = [
        "--build",
        "gcc -o stones *.c */*.c || gcc -o stones *.c || gcc -o stones */*.c",
        "--run",
        "./stones",
    ];
    let answer = told(folder.path(), &flags);
    assert!(answer.contains("ada: graded, 9.00 points\n"), "{answer}");
    assert!(answer.contains("bob: graded, 9.00 points\n"), "{answer}");
    let answer = told(folder.path(), &["--run", "sh stones.sh"]);
    let sentence =
        "bob: unclear, there is no `stones.sh`: there are `other.c`; pass another --run, or none\n";
    assert!(answer.contains(sentence), "{answer}");
}

#[test]
fn a_single_java_file_may_have_any_name() {
    if Command::new("javac").arg("-version").output().is_err() {
        eprintln!("SKIPPED: javac is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let text = b"public class TakeStones { public static void main(String[] a) { System.out.println(\"wrong\"); } }";
    put(
        &folder.path().join("in"),
        &[
            ("ada.java", text),
            ("bob_1_2_TakeStones-1.java", text),
            // What was kept of an older state is no part of the program.
            ("eve/TakeStones.java", text),
            ("eve/old/TakeStones.java", text),
        ],
    );
    let told = told(folder.path(), &["--only", "01*"]);
    assert!(told.contains("3 graded: "), "{told}");
}

#[test]
fn names_that_look_like_flags_and_packages_in_folders_are_started_all_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let (right, script) = (menagerie("take_stones.c"), menagerie("take_stones.py"));
    put(
        &folder.path().join("in"),
        &[
            ("-ada.py", script.as_bytes()),
            ("bob/-rf.c", right.as_bytes()),
            ("carol/@x.c", right.as_bytes()),
            ("dora/pyproject.toml", b"[project]\nname = \"stones\"\n"),
            ("dora/src/stones/__init__.py", b""),
            ("dora/src/stones/__main__.py", b"from . import game\n"),
            ("dora/src/stones/game.py", script.as_bytes()),
            ("fay/stones/__init__.py", b""),
            ("fay/stones/__main__.py", b"from . import game\n"),
            ("fay/stones/game.py", script.as_bytes()),
        ],
    );
    // A name that is no text.
    let odd = folder.path().join("in/eve");
    fs::create_dir(&odd).expect("a folder");
    let odd = odd.join(OsStr::from_bytes(b"Spiel-\xfc.c"));
    fs::write(odd, &right).expect("written");
    let told = told(folder.path(), &[]);
    for name in ["-ada", "bob", "carol", "dora", "eve", "fay"] {
        let sentence = format!("{name}: graded, 9.00 points\n");
        assert!(told.contains(&sentence), "{sentence}\n{told}");
    }
}
