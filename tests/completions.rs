//! What every program gives a shell and the manual.

use assert_cmd::Command;
use predicates::prelude::*;

const GAMES: [&str; 6] = [
    "sticks",
    "toothpicks",
    "take_stones",
    "chopsticks",
    "expanding_nim",
    "arcade",
];

/// All programs; `grade` is only where it can grade.
fn programs() -> impl Iterator<Item = &'static str> {
    GAMES.into_iter().chain(cfg!(unix).then_some("grade"))
}

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
    for name in programs() {
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
    for name in programs() {
        let page = program(name).args(["completions", "man"]).assert();
        page.success()
            .stdout(predicate::str::contains(format!(".TH {name} 1")));
        let version = program(name).arg("--version").assert();
        version
            .success()
            .stdout(predicate::str::starts_with(format!("{name} ")));
    }
}

/// What `--help` says behind some words.
fn help(name: &str, words: &[&str]) -> String {
    let said = program(name).args(words).arg("--help").assert().success();
    String::from_utf8_lossy(&said.get_output().stdout).into_owned()
}

/// The commands of a program.
fn commands(name: &str) -> Vec<String> {
    let help = help(name, &[]);
    let (_, listed) = help.split_once("\nCommands:\n").unwrap_or_default();
    let lines = listed.lines().take_while(|line| !line.is_empty());
    let lines = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let words = lines.filter_map(|line| line.split_whitespace().next());
    let others = if name == "grade" {
        &["class", "merge"][..]
    } else {
        &[]
    };
    let words = words.chain(others.iter().copied());
    words
        .filter(|word| *word != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_help_tells_the_exit_codes() {
    for name in programs() {
        assert!(help(name, &[]).contains("\nExit codes: 0"), "{name}");
        for command in commands(name) {
            let told = help(name, &[&command]).matches("Exit codes: 0").count();
            assert_eq!(told, 1, "{name} {command}");
        }
    }
    let many = commands("expanding_nim");
    assert!(many.len() > 5, "{many:?}");
}

#[test]
fn the_page_of_the_manual_has_every_command_with_its_options() {
    for name in programs() {
        let page = program(name)
            .args(["completions", "man"])
            .assert()
            .success();
        let page = String::from_utf8_lossy(&page.get_output().stdout).into_owned();
        for command in commands(name) {
            let heading = format!(".SH \"{name} {command}\"").to_uppercase();
            let (_, part) = page.split_once(&heading).expect(&heading);
            let part = part.split("\n.SH ").next().unwrap_or_default();
            assert!(part.contains(".SS OPTIONS"), "{name} {command}: {part}");
        }
        assert!(
            !page.contains("(1)"),
            "{name} names pages that there are not"
        );
    }
}

#[cfg(unix)]
#[test]
fn the_shell_knows_the_commands_that_have_a_command_line_of_their_own() {
    let said = program("grade").args(["completions", "bash"]).assert();
    said.stdout(predicate::str::contains("--gradebook").and(predicate::str::contains("--shard")));
}

#[test]
fn a_number_that_is_none_is_told_what_would_be_right() {
    let grade = [
        "grade sticks --jobs many -- true",
        "grade sticks --jobs 0 -- true",
        "grade sticks --fresh 1001 -- true",
        "grade sticks --games -1 -- true",
        "grade sticks --seed -1 -- true",
        "grade sticks --wording 101 -- true",
        "grade sticks --part one -- true",
        "grade class sticks . --out out --jobs 0",
        "grade class sticks . --out out --seed x",
        "grade class sticks . --out out --timeout 0",
    ];
    let games = [
        "take_stones --cores 0 7 0 0",
        "take_stones --table -1 7 0 0",
        "take_stones --tree --limit -1 7 0 0",
        "arcade --port 65536",
        "expanding_nim serve 0 4",
        "expanding_nim serve --port -1 20 4",
        "expanding_nim serve 20 4 --time 0",
        "expanding_nim join -n A --bot random --seed -1 127.0.0.1:9",
        "expanding_nim replay file --game first",
        "toothpicks 10 --seed -1",
        "chopsticks --seed x",
        "sticks --seed x",
        "sticks train 9",
    ];
    for line in games
        .iter()
        .chain(cfg!(unix).then_some(&grade).into_iter().flatten())
    {
        let words: Vec<&str> = line.split(' ').collect();
        let said = program(words[0])
            .args(&words[1..])
            .assert()
            .code(2)
            .stdout("");
        said.stderr(predicate::str::contains("it must be a whole number from "));
    }
}

#[test]
fn a_shell_that_is_not_known_is_named() {
    program("sticks")
        .args(["completions", "csh"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains("not `csh`"));
}
