//! The little programs of `menagerie.c`, and who of them is still alive.

use std::fs;
use std::path::Path;
use std::process::{Command, id};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use sticks_and_stones::process::Program;
use tempfile::TempDir;

/// For what should happen at once, on a machine that may be very busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The compiled menagerie; built once per test run.
fn binary() -> &'static Path {
    static BUILT: OnceLock<(TempDir, std::path::PathBuf)> = OnceLock::new();
    let (_, path) = BUILT.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("menagerie");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/menagerie.c");
        let mut compiler = Command::new("cc");
        let built = compiler.arg("-w").arg("-o").arg(&path).arg(source).status();
        assert!(built.expect("a C compiler").success());
        (folder, path)
    });
    path
}

/// One species; `mark` becomes part of the command line of all its processes.
pub(crate) fn animal(species: &str, mark: &Mark) -> Program {
    Program::new(binary()).args([species, mark.0.as_str()])
}

/// A shell script, with a mark like an animal.
pub(crate) fn script(text: &str, mark: &Mark) -> Program {
    Program::new("/bin/sh").args(["-c", text, mark.0.as_str()])
}

/// A word that occurs in no other command line.
pub(crate) struct Mark(String);

impl Mark {
    pub(crate) fn new() -> Mark {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Mark(format!("mark-{}-{:x}-{count}-", id(), start_time()))
    }

    /// How many living processes carry the mark.
    pub(crate) fn alive(&self) -> usize {
        let entries = fs::read_dir("/proc").expect("a process table");
        entries
            .filter_map(|entry| {
                let folder = entry.ok()?.path();
                let words = fs::read(folder.join("cmdline")).ok()?;
                String::from_utf8_lossy(&words)
                    .contains(&self.0)
                    .then_some(())
            })
            .count()
    }

    /// Waits until that many processes carry the mark, or more.
    pub(crate) fn wait_for(&self, processes: usize) {
        until(|| self.alive() >= processes);
    }
}

/// Process numbers repeat in every new PID namespace, times do not.
fn start_time() -> u128 {
    static START: OnceLock<u128> = OnceLock::new();
    *START.get_or_init(|| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |since| since.as_nanos())
    })
}

/// Waits for something that should happen at once.
pub(crate) fn until(mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !done() {
        assert!(Instant::now() < deadline, "it never happened");
        std::thread::sleep(Duration::from_millis(2));
    }
}
