//! Who can be reached, what is left behind, what one case leaves for the next.

use std::fs;
use std::process::{Command, Stdio};

use sticks_and_stones::process::Seal;

use crate::attempt::Class;

/// How many processes have this word in their command line.
fn alive(mark: &str) -> usize {
    let processes = fs::read_dir("/proc").expect("a process table");
    let has_mark = |process: fs::DirEntry| {
        let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
        words
            .split(|&byte| byte == 0)
            .any(|word| word == mark.as_bytes())
    };
    processes
        .flatten()
        .filter_map(|process| has_mark(process).then_some(()))
        .count()
}

/// Whether programs are alone among processes here; if not, that is said aloud.
pub(crate) fn are_alone() -> bool {
    let alone = Seal::promise().ends_with("processes") && !Seal::promise().contains("; not");
    if !alone {
        eprintln!("SKIPPED: {}", Seal::promise());
    }
    alone
}

#[test]
fn nobody_can_look_into_other_processes() {
    let Some(class) = Class::new() else { return };
    class.refuses(&["look"]);
    class.works_without(&["look"]);
}

#[test]
fn nobody_can_signal_trace_or_stop_the_grader_or_a_stranger() {
    let Some(class) = Class::new() else { return };
    let mut stranger = Command::new("sleep")
        .arg("600")
        .spawn()
        .expect("sleep runs");
    class.refuses(&["reach", &stranger.id().to_string()]);
    assert_eq!(
        stranger.try_wait().expect("ours"),
        None,
        "the stranger lives"
    );
    stranger.kill().expect("ours");
    stranger.wait().expect("ours");
}

#[test]
fn nobody_can_type_into_a_terminal_or_take_more_of_them() {
    let Some(class) = Class::new() else { return };
    class.refuses(&["terminals"]);
}

#[test]
fn nothing_stays_in_memory_or_in_folders_for_all() {
    let Some(class) = Class::new() else { return };
    let mark = format!("/left-{}", std::process::id());
    class.refuses(&["leave", &mark]);
    for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
        assert!(!fs::exists(format!("{folder}{mark}")).unwrap_or(true));
    }
}

/// What has a number and no name is found by counting.
#[test]
#[allow(unsafe_code)]
fn memory_of_others_is_neither_read_nor_removed() {
    let Some(class) = Class::new() else { return };
    // SAFETY: takes plain numbers, and so does what removes it.
    let number = unsafe { libc::shmget(libc::IPC_PRIVATE, 4096, libc::IPC_CREAT | 0o600) };
    if number < 0 {
        return eprintln!("SKIPPED: there is no such memory on this machine");
    }
    let orders = ["segment", &number.to_string()];
    class.refuses(&orders);
    class.refuses_without_namespaces(&orders);
    // SAFETY: as above; no pointer is needed to remove.
    let removed = unsafe { libc::shmctl(number, libc::IPC_RMID, std::ptr::null_mut()) };
    assert_eq!(removed, 0, "it was still there");
}

/// Where programs have a shared memory at all, it is their own.
#[test]
fn a_note_in_shared_memory_is_not_there_in_the_next_case() {
    let Some(class) = Class::new() else { return };
    let mark = format!("/note-{}", std::process::id());
    class.refuses(&["shared", &mark]);
    class.refuses_without_namespaces(&["shared", &mark]);
    assert!(!fs::exists(format!("/dev/shm{mark}")).unwrap_or(true));
}

#[test]
fn what_we_have_open_is_closed_for_them() {
    let Some(class) = Class::new() else { return };
    let grade = class.cheat(&[], &["descriptors"], "");
    let mut shell = Command::new("sh");
    shell.args(["-c", "exec \"$@\" 3<cheat 7<cheat 1000<cheat", "sh"]);
    shell.arg(grade.get_program()).args(grade.get_args());
    shell.current_dir(class.path("alice")).stdin(Stdio::null());
    class.has_refused(&shell.output().expect("sh runs"));
}

#[test]
fn a_note_from_one_case_is_not_there_in_the_next() {
    let Some(class) = Class::new() else { return };
    class.refuses(&["note"]);
    class.works_without(&["note"]);
}

#[test]
fn hoppers_are_all_dead_when_the_case_is_over() {
    let Some(class) = Class::new() else { return };
    if !are_alone() {
        return;
    }
    let mark = format!("hop-{}", std::process::id());
    let output = class.cheat(&[], &["hop"], &mark).output();
    class.has_refused(&output.expect("grade runs"));
    assert_eq!(alive(&mark), 0);
}

/// They leave no time to look for them: whoever cannot leave the group is ended at one blow.
#[test]
fn without_namespaces_hoppers_are_all_dead_too() {
    let Some(class) = Class::new() else { return };
    let mark = format!("hop-fast-{}", std::process::id());
    let mut grade = class.cheat(&[], &["hop-fast"], &mark);
    crate::attempt::without_namespaces(&mut grade);
    let output = grade.output().expect("grade runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("; not processes"), "{told}");
    assert!(!told.contains("still runs here"), "{told}");
    assert_eq!(alive(&mark), 0, "{told}");
}

#[test]
fn after_a_fork_bomb_the_next_case_starts() {
    let Some(class) = Class::new() else { return };
    if !are_alone() {
        return;
    }
    let mark = format!("bomb-{}", std::process::id());
    let output = class.cheat(&[], &["bomb"], &mark).output();
    let output = output.expect("grade runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let result = fs::read_to_string(class.path("results/result.json")).expect("written");
    assert_eq!(
        result.matches("more than 256 processes").count(),
        2,
        "{told}{result}"
    );
    assert_eq!(alive(&mark), 0);
}

#[test]
fn limits_and_priorities_of_others_stay_theirs() {
    let Some(class) = Class::new() else { return };
    let mut stranger = Command::new("sleep")
        .arg("600")
        .spawn()
        .expect("sleep runs");
    let orders = ["limit", &stranger.id().to_string()];
    class.refuses(&orders);
    class.refuses_without_namespaces(&orders);
    stranger.kill().expect("ours");
    stranger.wait().expect("ours");
}

#[test]
fn too_much_of_anything_is_named_and_nothing_of_it_is_left() {
    let Some(class) = Class::new() else { return };
    let temporary = class.path("temporary");
    fs::create_dir(&temporary).expect("made");
    let files = "more than 256 MiB in files, or more than 10000 files";
    let memory = "1 GiB of memory";
    for (order, said) in [
        ("fill", files),
        ("fill-unnamed", files),
        ("fill-mapped", files),
        ("fill-sent", files),
        ("sockets", memory),
        ("tables", memory),
        ("dead", "more than 256 processes"),
    ] {
        let mut grade = class.cheat(&["--only", "*first*"], &[order], "");
        let output = grade.env("TMPDIR", &temporary).output();
        let told = String::from_utf8_lossy(&output.expect("grade runs").stdout).into_owned();
        assert!(told.contains(said), "{told}");
        let left = fs::read_dir(&temporary).expect("there").count();
        assert_eq!(left, 0, "{order}");
    }
}

/// Also if it leaves its session and its parent at every hop.
#[test]
fn a_program_dies_with_a_grader_that_is_killed() {
    let Some(class) = Class::new() else { return };
    if !are_alone() {
        return;
    }
    let mark = format!("outlive-{}", std::process::id());
    let script = "setsid sh -c 'while :; do sleep 1; done' \"$0\" & sleep 600";
    let mut grade = class.grade(&[], &["sh", "-c", script, &mark]);
    let mut grade = grade.stdout(Stdio::null()).spawn().expect("grade runs");
    until(|| alive(&mark) > 2);
    grade.kill().expect("ours");
    grade.wait().expect("ours");
    until(|| alive(&mark) == 0);
}

/// Its temporary folder, with what was written there, goes with it.
#[test]
fn nothing_of_a_program_stays_on_the_disk_when_the_grader_is_killed() {
    let Some(class) = Class::new() else { return };
    if !are_alone() {
        return;
    }
    let temporary = class.path("temporary");
    fs::create_dir(&temporary).expect("made");
    let left = || fs::read_dir(&temporary).expect("there").count();
    let script = "mkdir -p deep/er; touch deep/er/note started; sleep 600";
    let mut grade = class.grade(&[], &["sh", "-c", script]);
    grade.env("TMPDIR", &temporary).stdout(Stdio::null());
    let mut grade = grade.spawn().expect("grade runs");
    let copies = || fs::read_dir(&temporary).expect("there").flatten();
    until(|| copies().any(|copy| copy.path().join("alice/started").exists()));
    grade.kill().expect("ours");
    grade.wait().expect("ours");
    until(|| left() == 0);
}

pub(crate) fn until(mut done: impl FnMut() -> bool) {
    let started = std::time::Instant::now();
    while !done() {
        assert!(started.elapsed().as_secs() < 60, "it never happened");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
