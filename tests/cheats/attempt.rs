//! A class folder with one cheat in it, and what grading it comes to.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use sticks_and_stones::process::Seal;
use tempfile::TempDir;

/// The compiled cheat; `None` without a compiler, or where nothing can be sealed, and then that is
/// said aloud.
pub(crate) fn cheat() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<(TempDir, PathBuf)>> = OnceLock::new();
    let promise = Seal::promise();
    if !promise.starts_with("sealed: files, network, signals") {
        eprintln!("SKIPPED: {promise}");
        return None;
    }
    let built = BUILT.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = compile("cheat.c", folder.path())?;
        Some((folder, path))
    });
    if built.is_none() {
        eprintln!("SKIPPED: there is no gcc on this machine");
    }
    built.as_ref().map(|(_, path)| path.as_path())
}

/// The program made of a source beside this one; `None` without a compiler.
fn compile(source: &str, folder: &Path) -> Option<PathBuf> {
    let program = folder.join(source).with_extension("");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cheats");
    let mut compiler = Command::new("gcc");
    compiler.args(["-w", "-o"]).arg(&program);
    let compiled = compiler
        .arg(tests.join(source))
        .args(["-lrt"])
        .status()
        .ok()?;
    assert!(compiled.success(), "{source} compiles");
    Some(program)
}

/// A class: cases that expect `refused`, Alice's cheat, Bob's work, and a place for results.
pub(crate) struct Class {
    pub folder: TempDir,
}

impl Class {
    /// `None` if there is no cheat to be had.
    pub(crate) fn new() -> Option<Class> {
        let cheat = cheat()?;
        let class = Class {
            folder: tempfile::tempdir().expect("a folder"),
        };
        for name in ["alice", "bob", "cases", "results"] {
            fs::create_dir(class.path(name)).expect("made");
        }
        fs::copy(cheat, class.path("alice/cheat")).expect("copied");
        fs::write(class.path("bob/answers.txt"), "Bob's").expect("written");
        for case in ["cases/01-first.txt", "cases/02-second.txt"] {
            fs::write(class.path(case), "---\nrefused\n").expect("written");
        }
        Some(class)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("a plain path").to_owned()
    }

    /// `grade`, about to grade Alice's submission with these options and this command.
    pub(crate) fn grade(&self, options: &[&str], command: &[&str]) -> Command {
        let mut grade = Command::new(env!("CARGO_BIN_EXE_grade"));
        grade.current_dir(self.path("alice")).stdin(Stdio::null());
        grade.args(["cheats", "--strict", "--jobs", "1"]);
        if !options.contains(&"--timeout") {
            grade.args(["--timeout", "60"]);
        }
        grade.args(["--fixtures", "../cases", "--json", "../results/result.json"]);
        grade.args(options).arg("--").args(command);
        grade
            .env("GRADE_SECRET", "a secret")
            .env_remove("CLICOLOR_FORCE");
        grade
    }

    /// `grade`, about to grade the cheat with these orders; `mark` is part of its command line.
    pub(crate) fn cheat(&self, options: &[&str], orders: &[&str], mark: &str) -> Command {
        fs::write(self.path("alice/orders"), orders.join("\n")).expect("written");
        self.grade(options, &["./cheat", mark])
    }

    /// Grades the cheat with these orders: everything it tries is refused, and the results are there.
    pub(crate) fn refuses(&self, orders: &[&str]) {
        let mut grade = self.cheat(&[], orders, "refused");
        self.has_refused(&grade.output().expect("grade runs"));
    }

    pub(crate) fn has_refused(&self, output: &Output) {
        let told = String::from_utf8_lossy(&output.stdout);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{told}{error}");
        let result = fs::read_to_string(self.path("results/result.json")).expect("written");
        assert_eq!(
            result.matches("\"status\": \"pass\"").count(),
            2,
            "{result}"
        );
    }

    /// The same on a system that gives no namespaces, like most containers.
    pub(crate) fn refuses_without_namespaces(&self, orders: &[&str]) {
        let mut grade = self.cheat(&[], orders, "refused");
        without_namespaces(&mut grade);
        let output = grade.output().expect("grade runs");
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(told.contains("; not processes"), "{told}");
        self.has_refused(&output);
    }

    /// The same command where Landlock is that of Linux 5.13 and there are no namespaces; `None` where no
    /// program can be told so.
    pub(crate) fn on_an_old_kernel(&self, grade: &Command) -> Option<Command> {
        let program = compile("old_kernel.c", self.folder.path())?;
        let mut old = Command::new(program);
        old.arg(grade.get_program()).args(grade.get_args());
        old.current_dir(self.path("alice")).stdin(Stdio::null());
        let works = Command::new(old.get_program()).arg("true").status();
        works.is_ok_and(|status| status.success()).then_some(old)
    }

    /// Without the seal the same orders get somewhere: the cheat is one.
    pub(crate) fn works_without(&self, orders: &[&str]) {
        let told = self.told(&["--no-seal"], orders);
        assert!(told.contains("WORKED"), "{told}");
    }

    /// What is said of the cheat with these orders.
    pub(crate) fn told(&self, options: &[&str], orders: &[&str]) -> String {
        let output = self.cheat(options, orders, "told").output();
        String::from_utf8_lossy(&output.expect("grade runs").stdout).into_owned()
    }
}

/// The command is then refused what makes a namespace.
#[allow(unsafe_code)]
pub(crate) fn without_namespaces(command: &mut Command) {
    use seccompiler::{SeccompAction, SeccompFilter};
    let calls = [libc::SYS_unshare, libc::SYS_setns, libc::SYS_mount];
    let rules = calls.into_iter().map(|call| (call, Vec::new())).collect();
    let refuse = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let arch = std::env::consts::ARCH.try_into().expect("a known machine");
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch).expect("a filter");
    let filter: seccompiler::BpfProgram = filter.try_into().expect("a filter");
    let apply = move || {
        seccompiler::apply_filter(&filter).map_err(|_| std::io::Error::from_raw_os_error(1))
    };
    // SAFETY: between fork and exec it makes two system calls, and neither allocates nor locks.
    unsafe { std::os::unix::process::CommandExt::pre_exec(command, apply) };
}
