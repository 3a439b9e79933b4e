//! The files for Gradescope, as Gradescope runs them: by root, and the submission as somebody else.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A machine of Gradescope's with one submission; `None`, said aloud, where nobody can be run as.
struct Autograder(TempDir);

impl Autograder {
    fn new(lines: &str) -> Option<Autograder> {
        let can = |program: &str| {
            let run = Command::new(program).arg("--version").output();
            run.is_ok_and(|output| output.status.success())
        };
        if !rustix::process::geteuid().is_root() || !can("bash") || !can("gcc") {
            eprintln!("SKIPPED: only root runs programs as others, with bash and gcc");
            return None;
        }
        let machine = Autograder(tempfile::tempdir().expect("a folder"));
        for name in ["bin", "source", "submission"] {
            fs::create_dir(machine.path(name)).expect("made");
        }
        fs::set_permissions(machine.0.path(), fs::Permissions::from_mode(0o755)).expect("opened");
        fs::copy(env!("CARGO_BIN_EXE_grade"), machine.path("bin/grade")).expect("copied");
        let private = fs::Permissions::from_mode(0o700);
        fs::set_permissions(machine.path("bin/grade"), private).expect("closed");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let script = fs::read_to_string(root.join("contrib/gradescope/run_autograder"));
        let script = script.expect("there").replace(
            "\nuser=student",
            &format!("\n{lines}\noptions+=(--jobs 1)\nuser=nobody"),
        );
        fs::write(machine.path("run_autograder"), script).expect("written");
        Some(machine)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn submit(&self, name: &str, text: &str) {
        fs::write(self.path("submission").join(name), text).expect("written");
    }

    /// The results of the submission.
    fn results(&self) -> serde_json::Value {
        let path = std::env::var("PATH").expect("a PATH");
        let mut bash = Command::new("bash");
        bash.arg(self.path("run_autograder"));
        bash.env("PATH", format!("{}:{path}", self.path("bin").display()));
        let output = bash.stdin(Stdio::null()).output().expect("bash runs");
        let results = fs::read(self.path("results/results.json")).expect("written");
        let results = serde_json::from_slice(&results);
        results.unwrap_or_else(|error| panic!("{error}: {output:?}"))
    }
}

const C: &str = "build='gcc -o program program.c'\ncommand=(./program)\noptions=(--only '0*')";

#[test]
fn a_submission_is_built_and_graded_as_somebody_else() {
    let Some(machine) = Autograder::new(C) else {
        return;
    };
    let program = include_str!("../menagerie/take_stones.c");
    machine.submit("program.c", program);
    let results = machine.results();
    let output = results["output"].as_str().expect("a text");
    assert!(output.contains("passed"), "{output}");
    assert!(!output.contains("failed"), "{output}");
    assert!(!results.to_string().contains("runuser"), "{results}");
}

/// Between us and the program is nobody who turns a signal into an exit code.
#[test]
fn a_crash_is_named_and_the_program_is_not_root() {
    let Some(machine) = Autograder::new(C) else {
        return;
    };
    let program = "#include <unistd.h>\nint main(void) { if (getuid()) *(volatile int *)0 = 1; }";
    machine.submit("program.c", program);
    let results = machine.results().to_string();
    assert!(results.contains("SIGSEGV"), "{results}");
}

#[test]
fn what_does_not_compile_gets_the_messages_and_nothing_of_a_build_stays() {
    let mark = format!("build-{}", std::process::id());
    let lines = format!("{C}\nbuild='sh build.sh {mark}'");
    let Some(machine) = Autograder::new(&lines) else {
        return;
    };
    machine.submit("program.c", "int main(void) { retrun 0; }");
    let script = "setsid sh -c 'while :; do sleep 1; done' $1 & gcc -o program program.c";
    machine.submit("build.sh", script);
    let results = machine.results().to_string();
    assert!(results.contains("the build failed"), "{results}");
    assert!(results.contains("retrun"), "{results}");
    assert_eq!(alive(&mark), 0);
}

#[test]
fn cases_and_results_are_out_of_reach() {
    let Some(machine) = Autograder::new("build=''\ncommand=(sh look)\noptions=(--only '01*')")
    else {
        return;
    };
    let places = "../source ../results ../results/results.json ../bin/grade";
    machine.submit(
        "look",
        &format!(
            "for p in {places}; do cat $p && echo REACHED; ls $p/ && echo REACHED; done; id -u"
        ),
    );
    let results = machine.results().to_string();
    assert!(!results.contains("REACHED"), "{results}");
    assert!(results.contains("65534"), "{results}");
}

#[test]
fn bots_are_graded_too() {
    let lines = "assignment=expanding_nim\nbuild=''\ncommand=()\noptions=(--games 4 \
                 --first './bot join -f -n {name} --bot perfect {host}:{port}' \
                 --second './bot join -n {name} --bot perfect {host}:{port}')";
    let Some(machine) = Autograder::new(lines) else {
        return;
    };
    let bot = machine.path("submission/bot");
    fs::copy(env!("CARGO_BIN_EXE_expanding_nim"), bot).expect("copied");
    let results = machine.results();
    let output = results["output"].as_str().expect("a text");
    assert!(output.contains("10.00 of 10.00 points"), "{results}");
}

/// How many processes have this word in their command line.
fn alive(mark: &str) -> usize {
    let processes = fs::read_dir("/proc").expect("a process table").flatten();
    let words = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    words
        .filter(|words| {
            words
                .split(|&byte| byte == 0)
                .any(|word| word == mark.as_bytes())
        })
        .count()
}
