//! Whatever a program does, nothing of it survives, and the results are written.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::menagerie::{command, greeting, processes_are_seen, speaks, told};

/// Whether a process with this word in its command line is there.
fn alive(mark: &str) -> bool {
    let processes = fs::read_dir("/proc").expect("a process table");
    processes.filter_map(Result::ok).any(|process| {
        let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
        words
            .split(|&byte| byte == 0)
            .any(|word| word == mark.as_bytes())
    })
}

fn until(mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "it never happened"
        );
        thread::sleep(Duration::from_millis(10));
    }
}

fn shown(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn what_a_program_leaves_behind_is_killed() {
    if !speaks("python3") || !processes_are_seen() {
        return;
    }
    let mark = format!("stays-{}", std::process::id());
    let output = greeting(&["--timeout", "60"], &["python3", "stays.py", &mark]);
    assert!(output.status.success(), "{}", told(&output));
    assert!(!alive(&mark));
}

#[test]
fn a_flood_does_not_fill_our_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let notes = folder.path().join("notes");
    let output = greeting(
        &["--timeout", "60", "--jobs", "1", "--no-seal"],
        &["sh", "measures.sh", shown(&notes)],
    );
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let notes = fs::read_to_string(notes).unwrap_or_default();
    let kib = notes
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    let kib: Vec<u64> = kib.collect();
    if !processes_are_seen() {
        return;
    }
    assert_eq!(kib.len(), 3, "{notes}");
    assert!(kib[2] - kib[0] < 32 << 10, "{notes}");
}

/// Grades a program that waits for ever, and interrupts that when it has begun.
#[test]
fn an_interruption_kills_what_runs_and_writes_what_is_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let (notes, json) = (
        folder.path().join("notes"),
        folder.path().join("result.json"),
    );
    let words = [
        "greeting",
        "--fixtures",
        "fixtures",
        "--timeout",
        "600",
        "--jobs",
        "1",
        "--json",
    ];
    let words = [
        &words[..],
        &[shown(&json), "--allow-write", shown(folder.path())],
        &["--", "sh", "marked.sh", shown(&notes)],
    ]
    .concat();
    let mut running = command(&words)
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    until(|| fs::read_to_string(&notes).is_ok_and(|text| text.contains("started")));
    let pid = running.id().to_string();
    let sent = Command::new("sh")
        .args(["-c", "kill -INT \"$0\"", &pid])
        .status();
    assert!(sent.expect("sh runs").success());
    let mut told = String::new();
    running
        .stdout
        .take()
        .expect("a pipe")
        .read_to_string(&mut told)
        .expect("read");
    assert_eq!(running.wait().expect("ended").code(), Some(130), "{told}");
    assert!(told.contains("grading was interrupted"), "{told}");
    let result = fs::read_to_string(&json).expect("written");
    let result: serde_json::Value = serde_json::from_str(&result).expect("JSON");
    assert_eq!(
        result["cases"].as_array().map(Vec::len),
        Some(3),
        "{result}"
    );
    assert_eq!(fs::read_to_string(&notes).expect("there"), "started\n");
}

#[test]
fn results_are_written_though_nobody_reads_the_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let json = folder.path().join("result.json");
    let words = [
        "greeting",
        "--fixtures",
        "fixtures",
        "--timeout",
        "60",
        "--json",
    ];
    let words = [&words[..], &[shown(&json), "--", "sh", "greeting.sh"]].concat();
    let mut running = command(&words)
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    drop(running.stdout.take());
    assert_eq!(running.wait().expect("ended").code(), Some(0));
    let result = fs::read_to_string(&json).expect("written");
    assert!(result.contains("\"score\": 10"), "{result}");
}
