//! What is started is ended, with everything it started.

use std::io::{Read, Write};
use std::process::Stdio;

use sticks_and_stones::process::{Ending, Limits, Program, Tree, Usage, sees_processes};

use crate::menagerie::{Mark, animal, script, until};

fn start(program: &Program) -> Tree {
    let started = program.start(Stdio::null(), Stdio::null(), Stdio::null());
    started.expect("a program that can be started")
}

#[test]
fn a_program_talks_through_pipes_and_returns_its_exit_code() {
    let mark = Mark::new();
    let program = script("read x; echo got $x; echo oh >&2; exit 7", &mark);
    let started = program.start(Stdio::piped(), Stdio::piped(), Stdio::piped());
    let mut tree = started.expect("a shell");
    let mut stdin = tree.take_stdin().expect("a pipe");
    stdin.write_all(b"it\n").expect("written");
    let (mut out, mut err) = (String::new(), String::new());
    let mut stdout = tree.take_stdout().expect("a pipe");
    stdout.read_to_string(&mut out).expect("read");
    let mut stderr = tree.take_stderr().expect("a pipe");
    stderr.read_to_string(&mut err).expect("read");
    assert_eq!((out.as_str(), err.as_str()), ("got it\n", "oh\n"));
    until(|| tree.ending().is_some());
    assert_eq!(tree.ending(), Some(Ending::Exited(7)));
    assert_eq!(tree.end(), Ending::Exited(7));
    assert_eq!(tree.end(), Ending::Exited(7));
}

#[test]
fn the_environment_is_cleared_but_for_what_is_said() {
    let program = Program::new("env").env("SIZE", "10").env("TERM", "vt100");
    let started = program.start(Stdio::null(), Stdio::piped(), Stdio::null());
    let mut out = String::new();
    let mut tree = started.expect("env");
    let mut stdout = tree.take_stdout().expect("a pipe");
    stdout.read_to_string(&mut out).expect("read");
    let mut names: Vec<&str> = out.lines().filter_map(|l| l.split('=').next()).collect();
    names.retain(|name| *name != "HOME");
    names.sort_unstable();
    assert_eq!(names, ["LANG", "NO_COLOR", "PATH", "SIZE", "TERM"]);
    assert!(out.contains("SIZE=10\n") && out.contains("TERM=vt100\n"));
}

#[test]
fn what_cannot_be_started_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "no program").expect("written");
    let failure = |program: Program| {
        let started = program.start(Stdio::null(), Stdio::null(), Stdio::null());
        started.expect_err("no such program").to_string()
    };
    let missing = failure(Program::new("no-such-program"));
    assert_eq!(
        missing,
        "cannot start `no-such-program`: there is no such program"
    );
    let unusable = failure(Program::new(&text));
    assert!(
        unusable.ends_with("it is not an executable file"),
        "{unusable}"
    );
    let nowhere = failure(Program::new("true").folder(folder.path().join("gone")));
    assert!(nowhere.contains("there is no folder"), "{nowhere}");
}

#[test]
fn a_child_that_ignores_polite_signals_dies_with_its_program() {
    let mark = Mark::new();
    let tree = start(&animal("stubborn-child-and-stay", &mark));
    mark.wait_for(2);
    drop(tree);
    assert_eq!(mark.alive(), 0);
}

#[test]
fn a_grandchild_in_its_own_session_dies_with_its_program() {
    if !sees_processes() {
        return;
    }
    let mark = Mark::new();
    let mut tree = start(&animal("escape-and-stay", &mark));
    mark.wait_for(2);
    // The child between the two has ended, nobody waited for it, and it counts.
    until(|| {
        tree.usage(&Usage::MOST)
            .is_some_and(|usage| usage.processes == 3)
    });
    assert_eq!(tree.end(), Ending::Killed(9));
    assert_eq!(mark.alive(), 0);
}

#[test]
fn an_orphan_dies_when_its_program_has_ended_before_it() {
    if !sees_processes() {
        return;
    }
    let mark = Mark::new();
    let mut tree = start(&animal("escape", &mark));
    until(|| tree.ending().is_some());
    tree.end();
    assert_eq!(mark.alive(), 0);
}

#[test]
fn a_bomb_is_put_out() {
    if !sees_processes() {
        return;
    }
    let mark = Mark::new();
    let tree = start(&animal("bomb", &mark));
    until(|| {
        tree.usage(&Usage::MOST)
            .is_some_and(|usage| usage.processes > 20)
    });
    drop(tree);
    assert_eq!(mark.alive(), 0);
}

#[test]
fn a_comet_is_caught_by_its_group() {
    let mark = Mark::new();
    let tree = start(&animal("comet", &mark));
    until(|| tree.ending().is_some());
    drop(tree);
    assert_eq!(mark.alive(), 0);
}

#[test]
fn too_much_processor_time_ends_with_a_signal_that_says_so() {
    let limits = Limits {
        cpu_seconds: 1,
        ..Limits::default()
    };
    let mark = Mark::new();
    let mut tree = start(&animal("loop", &mark).limits(limits));
    until(|| tree.ending().is_some());
    let sigxcpu = 24;
    assert_eq!(tree.end(), Ending::Killed(sigxcpu));
}

#[test]
fn programs_in_parallel_do_not_disturb_each_other() {
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for round in 0..8 {
                    let mark = Mark::new();
                    let mut quiet = start(&script("sleep 0.02; exit 5", &mark));
                    if round % 2 == 0 {
                        let noisy = Mark::new();
                        drop(start(&animal("escape", &noisy)));
                    }
                    until(|| quiet.ending().is_some());
                    assert_eq!(quiet.end(), Ending::Exited(5));
                }
            });
        }
    });
}

#[test]
fn children_started_by_others_are_left_alone() {
    let mark = Mark::new();
    let mut plain = std::process::Command::new("sleep")
        .arg("60")
        .spawn()
        .expect("sleep");
    drop(start(&animal("escape", &mark)));
    assert!(plain.try_wait().expect("still ours").is_none());
    plain.kill().expect("killed");
    plain.wait().expect("reaped");
}
