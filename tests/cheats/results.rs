//! Results arrive, whatever an unsealed program does to them; and what `grade` survives.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::attempt::Class;

/// Grades a script without a seal, so that it can do its worst; the results.
fn result_after(script: &str) -> Option<(Class, String)> {
    let class = Class::new()?;
    let mut grade = class.grade(&["--no-seal"], &["sh", "-c", script]);
    let output = grade.output().expect("grade runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let result = fs::read_to_string(class.path("results/result.json")).expect("written");
    Some((class, result))
}

#[test]
fn a_link_or_a_fifo_in_their_place_does_not_keep_results_from_being_written() {
    let scripts = [
        "rm -f ../results/result.json; ln -s ../bob/answers.txt ../results/result.json; echo refused",
        "rm -f ../results/result.json; mkfifo ../results/result.json; echo refused",
        "rm -f ../results/result.json; chmod 500 ../results; echo refused",
    ];
    for script in scripts {
        let Some((class, result)) = result_after(script) else {
            return;
        };
        assert!(result.contains("\"score\": 2"), "{script}: {result}");
        assert_eq!(
            fs::read_to_string(class.path("bob/answers.txt")).expect("there"),
            "Bob's"
        );
    }
}

/// Writes to a pipe until it takes no more.
fn fill(pipe: &fs::File) {
    rustix::io::ioctl_fionbio(pipe, true).expect("set");
    let mut pipe_end = pipe;
    while pipe_end.write(&[b'.'; 4096]).is_ok() {}
    while pipe_end.write(b".").is_ok() {}
    rustix::io::ioctl_fionbio(pipe, false).expect("set");
}

#[test]
fn a_report_that_nobody_reads_keeps_no_signal_and_no_results_waiting() {
    let Some(class) = Class::new() else { return };
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let writer = fs::File::from(std::os::fd::OwnedFd::from(writer));
    fill(&writer);
    let mut grade = class.grade(
        &["--no-seal"],
        &["sh", "-c", "touch ../bob/run; echo refused"],
    );
    let mut grade = grade.stdout(writer).spawn().expect("grade runs");
    crate::processes::until(|| class.path("bob/run").exists());
    let pid = rustix::process::Pid::from_child(&grade);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("sent");
    let mut code = None;
    crate::processes::until(|| {
        code = grade.try_wait().expect("ours");
        code.is_some()
    });
    assert_eq!(code.and_then(|code| code.code()), Some(130));
    let result = fs::read_to_string(class.path("results/result.json")).expect("written");
    assert!(result.contains("interrupted"), "{result}");
    drop(reader);
}

#[test]
fn results_for_a_pipe_that_nobody_reads_are_an_error_and_no_wait() {
    let Some(class) = Class::new() else { return };
    let pipe = class.path("results/pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, 0o600.into()).expect("made");
    // Open, so that it can be written to, and never read.
    let open = fs::File::options().read(true).write(true).open(&pipe);
    let open = open.expect("open");
    fill(&open);
    let mut grade = class.grade(&["--html", "../results/pipe"], &["echo", "refused"]);
    let output = grade.output().expect("grade runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(70), "{told}");
    assert!(
        told.contains("nobody reads what is written there"),
        "{told}"
    );
    let result = fs::read_to_string(class.path("results/result.json")).expect("written");
    assert!(result.contains("\"score\": 2"), "{result}");
    drop(open);
}

#[test]
fn the_memory_and_environment_of_grade_are_its_own_without_a_seal_too() {
    let look = "cat /proc/$PPID/environ >../bob/seen 2>&1; head -c 1 /proc/$PPID/mem >>../bob/seen 2>&1; \
                echo refused";
    let Some((class, _)) = result_after(look) else {
        return;
    };
    let seen = fs::read_to_string(class.path("bob/seen")).expect("written");
    if rustix::process::geteuid().is_root() {
        eprintln!("SKIPPED: root may look at everything without a seal");
    } else {
        assert!(!seen.contains("a secret"), "{seen}");
    }
}

#[test]
fn time_in_which_grade_was_stopped_is_not_the_programs() {
    let Some(class) = Class::new() else { return };
    let script = "touch started; sleep 1; echo refused";
    let options = ["--no-seal", "--timeout", "4"];
    let mut grade = class.grade(&options, &["sh", "-c", script]);
    let mut grade = grade.stdout(Stdio::null()).spawn().expect("grade runs");
    crate::processes::until(|| class.path("alice/started").exists());
    let pid = rustix::process::Pid::from_child(&grade);
    use rustix::process::{Signal, kill_process};
    kill_process(pid, Signal::STOP).expect("stopped");
    std::thread::sleep(std::time::Duration::from_secs(6));
    kill_process(pid, Signal::CONT).expect("goes on");
    assert_eq!(grade.wait().expect("ours").code(), Some(0));
}

#[test]
fn the_whole_run_has_a_time_of_its_own() {
    let Some(class) = Class::new() else { return };
    let options = ["--total-timeout", "1"];
    let output = class
        .grade(&options, &["sleep", "600"])
        .output()
        .expect("grade runs");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("--total-timeout is over"), "{told}");
    let result = fs::read_to_string(class.path("results/result.json")).expect("written");
    assert!(result.contains("total-timeout"), "{result}");
}

#[test]
fn a_program_that_computes_gets_its_processor_time_on_a_busy_machine() {
    let Some(class) = Class::new() else { return };
    if !sticks_and_stones::process::sees_processes() {
        return;
    }
    // As nice as can be beside others that are not: it has to wait.
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let mut others: Vec<_> = (0..2 * cores)
        .map(|_| {
            Command::new("sh")
                .args(["-c", "while :; do :; done"])
                .spawn()
                .expect("sh runs")
        })
        .collect();
    let script = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo refused";
    let output = class
        .grade(
            &["--timeout", "3"],
            &["nice", "-n", "5", "sh", "-c", script],
        )
        .output();
    for other in &mut others {
        other.kill().expect("ours");
        other.wait().expect("ours");
    }
    class.has_refused(&output.expect("grade runs"));
}

#[test]
fn what_is_missing_on_our_side_is_said_and_is_nobodys_internal_error() {
    let Some(class) = Class::new() else { return };
    let mut grade = class.grade(&[], &["true"]);
    let output = grade.env("TMPDIR", "/nonexistent").output();
    let output = output.expect("grade runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("no temporary folder can be made"), "{told}");
    let mut grade = class.grade(&["--html", "/proc/page.html"], &["true"]);
    let output = grade.output().expect("grade runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("cannot write `/proc/page.html`"), "{told}");
}
