//! What every program gives a shell and the manual.

use assert_cmd::Command;
use predicates::prelude::*;

const PROGRAMS: [&str; 7] = [
    "sticks",
    "toothpicks",
    "take_stones",
    "chopsticks",
    "expanding_nim",
    "grade",
    "arcade",
];

fn program(name: &str) -> Command {
    let path = match name {
        "sticks" => env!("CARGO_BIN_EXE_sticks"),
        "toothpicks" => env!("CARGO_BIN_EXE_toothpicks"),
        "take_stones" => env!("CARGO_BIN_EXE_take_stones"),
        "chopsticks" => env!("CARGO_BIN_EXE_chopsticks"),
        "expanding_nim" => env!("CARGO_BIN_EXE_expanding_nim"),
        "arcade" => env!("CARGO_BIN_EXE_arcade"),
        _ => env!("CARGO_BIN_EXE_grade"),
    };
    Command::new(path)
}

#[test]
fn every_program_completes_itself_in_every_shell() {
    for name in PROGRAMS {
        for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
            let said = program(name).args(["completions", shell]).assert();
            said.success()
                .stdout(predicate::str::contains(name))
                .stderr("");
        }
    }
}

#[test]
fn every_program_has_a_page_of_the_manual_and_a_version_with_its_own_name() {
    for name in PROGRAMS {
        let page = program(name).args(["completions", "man"]).assert();
        page.success()
            .stdout(predicate::str::contains(format!(".TH {name} 1")));
        let version = program(name).arg("--version").assert();
        version
            .success()
            .stdout(predicate::str::starts_with(format!("{name} ")));
    }
}

#[test]
fn a_shell_that_is_not_known_is_named() {
    program("grade")
        .args(["completions", "csh"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains("not `csh`"));
}
