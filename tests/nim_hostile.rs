//! Bots, clients and machines that mean no good: the guilty one forfeits, and nothing is left of it.
#![cfg(unix)]

mod nim_support;

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use nim_support::{PATIENCE, Peer, Server, expanding_nim, unused_port, wait};
use rustix::net::sockopt::set_socket_linger;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// The bots of `hostile_bot.c`; compiled once per test run.
fn hostile_bot() -> &'static str {
    static BUILT: OnceLock<(TempDir, String)> = OnceLock::new();
    let (_, path) = BUILT.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hostile_bot");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/nim_support/hostile_bot.c");
        let mut compiler = Command::new("cc");
        let built = compiler.arg("-w").arg("-o").arg(&path).arg(source).status();
        assert!(built.expect("a C compiler").success());
        (folder, path.to_str().expect("UTF-8").to_owned())
    });
    path
}

/// A tournament in a folder of its own, whose name is on every command line in it.
struct Tournament(TempDir);

impl Tournament {
    /// Between a perfect bot of ours and a hostile one.
    fn against(mode: &str, more: &str) -> Tournament {
        let folder = tempfile::tempdir().expect("a folder");
        let (hostile, mark) = (hostile_bot(), folder.path().display());
        let line = format!("\"'{hostile}' {mode} {{port}} {mark}\"");
        let ours = env!("CARGO_BIN_EXE_expanding_nim");
        let honest = format!("\"'{ours}' join --bot perfect -n {{name}} {{host}}:{{port}}\"");
        let text = format!(
            "stones = [20]\nseconds = 20\n{more}\n\
             [[bot]]\nname = 'hostile'\nfirst = {line}\nsecond = {line}\ndialect = 'taken'\n\
             [[bot]]\nname = 'honest'\nfirst = {honest}\nsecond = {honest}\ndialect = 'taken'\n"
        );
        fs::write(folder.path().join("t.toml"), text).expect("written");
        Tournament(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self) -> Output {
        let mut command = expanding_nim(&["tournament"]);
        command.arg(self.path("t.toml")).output().expect("run")
    }

    fn start(&self) -> Child {
        let mut command = expanding_nim(&["tournament"]);
        command.arg(self.path("t.toml")).stdout(Stdio::null());
        command.stderr(Stdio::null()).spawn().expect("started")
    }

    /// How many bots of this tournament are alive.
    fn bots(&self) -> usize {
        let mark = self.0.path().to_str().expect("UTF-8");
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = processes.filter_map(|one| fs::read(one.path().join("cmdline")).ok());
        let lines = lines.map(|line| String::from_utf8_lossy(&line).into_owned());
        lines
            .filter(|line| line.contains("hostile_bot") && line.contains(mark))
            .count()
    }

    /// What is said of the hostile bot, which has lost every game, for its own fault.
    fn loses_for(&self, reason: &str) {
        let output = self.run();
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(told.contains(&format!("2 x hostile: {reason}")), "{told}");
        assert!(!told.contains("x honest: "), "{told}");
        assert_eq!(self.bots(), 0);
    }
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !done() {
        assert!(Instant::now() < deadline, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// With the port built in both knock at the same door, and only the process tells who it is.
#[test]
fn a_bot_that_takes_its_opponents_seat_forfeits() {
    let port = format!("port = {}\nstart = 20", unused_port());
    let tournament = Tournament::against("thief", &port);
    let output = tournament.run();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(!told.contains("x honest: "), "{told}");
    let log = fs::read_to_string(tournament.path("t.jsonl")).expect("a log");
    assert_eq!(log.matches("\"winner\":\"honest\"").count(), 2, "{log}");
    assert_eq!(tournament.bots(), 0);
}

#[test]
fn a_bot_has_the_memory_and_the_processes_of_a_graded_program_and_no_more() {
    Tournament::against("eater", "").loses_for("used more than 1 GiB of memory");
    Tournament::against("crowd", "").loses_for("started more than 256 processes");
}

#[test]
fn whatever_ends_the_tournament_ends_its_bots() {
    for (signal, code) in [
        (Signal::HUP, 130),
        (Signal::QUIT, 130),
        (Signal::TERM, 130),
        (Signal::KILL, -1),
    ] {
        let tournament = Tournament::against("sleeper", "jobs = 2");
        let mut child = tournament.start();
        wait_until("bots play", || tournament.bots() > 0);
        kill_process(Pid::from_child(&child), signal).expect("sent");
        assert_eq!(wait(&mut child), code, "{signal:?}");
        wait_until("no bot is left", || tournament.bots() == 0);
    }
}

/// They are asked for a hello for ten seconds, and keep nobody waiting for so long.
#[test]
fn hundreds_of_silent_connections_keep_nobody_from_playing() {
    let server = Server::start(&["20", "4"]);
    let started = Instant::now();
    let _silent: Vec<Peer> = (0..300).map(|_| Peer::connect(&server.address)).collect();
    let _players = server.seat_two();
    assert!(started.elapsed() < Duration::from_secs(10));
}

/// They say hello in the name of a bot, nonsense, too much, or nothing, and leave when they like, some with
/// a reset, after which nobody can be asked who they were.
#[test]
fn strangers_at_the_door_cost_no_bot_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let (ours, port) = (env!("CARGO_BIN_EXE_expanding_nim"), unused_port());
    let bot = |name: &str| {
        let line = format!("\"'{ours}' join --bot perfect -n {{name}} {{host}}:{{port}}\"");
        format!("[[bot]]\nname = '{name}'\nfirst = {line}\nsecond = {line}\ndialect = 'taken'\n")
    };
    let path = folder.path().join("t.toml");
    let rules = format!("stones = [20]\nseconds = 20\nrounds = 2\nseal = false\nport = {port}\n");
    fs::write(&path, rules + &bot("ada") + &bot("bob")).expect("written");
    let over = AtomicBool::new(false);
    let said: [&[u8]; 5] = [
        b"{\"name\": \"ada\", \"order\": 0}\0",
        b"{\"name\": \"bob\", \"order\": 1}\0{\"num_stones\": 3, \"reset\": false}\0",
        b"{\"name\":",
        &[b'x'; 100_000],
        b"\xff\0\0{}\0",
    ];
    let knock = |what: &[u8]| {
        for times in 0.. {
            if over.load(Ordering::Relaxed) {
                break;
            }
            if let Ok(mut socket) = TcpStream::connect(("127.0.0.1", port)) {
                let _ = socket.write_all(what);
                let reset = Duration::ZERO;
                let _ = set_socket_linger(&socket, (times % 2 == 0).then_some(reset));
            }
            thread::sleep(Duration::from_millis(5));
        }
    };
    let output = thread::scope(|scope| {
        for what in said {
            scope.spawn(|| knock(what));
        }
        let output = expanding_nim(&["tournament"]).arg(&path).output();
        over.store(true, Ordering::Relaxed);
        output.expect("run")
    });
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let log = fs::read_to_string(folder.path().join("t.jsonl")).expect("a log");
    let games = log.matches("\"winner\":").count();
    assert!(games > 0, "{log}");
    assert_eq!(log.matches("\"forfeits\":[]").count(), games, "{log}");
}

/// The tournament, run by somebody whom no other test is, with limits (soft and hard) on processes.
fn poor(tournament: &Tournament, processes: &str, who: u32) -> Command {
    let program = tournament.path("expanding_nim");
    fs::copy(env!("CARGO_BIN_EXE_expanding_nim"), &program).expect("copied");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("set");
    chown(tournament.0.path(), Some(who), Some(who)).expect("given");
    let mut command = Command::new("prlimit");
    command.arg(format!("--nproc={processes}"));
    command.args(as_user(who)).arg(&program).arg("tournament");
    command.arg(tournament.path("t.toml"));
    command
}

fn as_user(who: u32) -> [String; 4] {
    let ids = [format!("--reuid={who}"), format!("--regid={who}")];
    let [user, group] = ids;
    [
        "setpriv".to_owned(),
        "--clear-groups".to_owned(),
        user,
        group,
    ]
}

fn is_root() -> bool {
    // In a user namespace root is root of a few users only.
    let users = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let is_root = rustix::process::geteuid().is_root() && users.contains("4294967295");
    if !is_root {
        eprintln!("SKIPPED: only root of all users can be somebody without processes");
    }
    is_root
}

#[test]
fn a_machine_that_is_short_of_processes_is_no_bots_fault() {
    if !is_root() {
        return;
    }
    let tournament = Tournament::against("sleeper", "jobs = 1");
    let who = 1_000_000 + std::process::id() % 1_000_000;
    let mut command = poor(&tournament, "1", who);
    let html = tournament.path("board.html");
    let output = command.arg("--html").arg(html).output().expect("run");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(told.contains("go on with --resume"), "{told}");
    let log = fs::read_to_string(tournament.path("t.jsonl")).expect("a log");
    assert!(!log.contains("\"winner\""), "{log}");
}

#[test]
fn a_shortage_that_passes_is_waited_for() {
    if !is_root() {
        return;
    }
    let tournament = Tournament::against("sleeper", "jobs = 1");
    let ours = "stones = [20]\n[[bot]]\nname = 'a'\nbuiltin = 'perfect'\n[[bot]]\nname = 'b'\nbuiltin = 'random'\n";
    fs::write(tournament.path("t.toml"), ours).expect("written");
    let who = 2_000_000 + std::process::id() % 1_000_000;
    let mut command = poor(&tournament, "1:1000", who);
    let mut child = command.stdout(Stdio::null()).spawn().expect("started");
    wait_until("it has begun", || tournament.path("t.jsonl").exists());
    thread::sleep(Duration::from_millis(600));
    let [setpriv, more @ ..] = as_user(who);
    let mut richer = Command::new(setpriv);
    let pid = format!("--pid={}", child.id());
    let richer = richer
        .args(more)
        .args(["prlimit", &pid, "--nproc=1000:1000"]);
    assert!(richer.status().expect("run").success(), "it waits");
    assert_eq!(wait(&mut child), 0);
    let log = fs::read_to_string(tournament.path("t.jsonl")).expect("a log");
    assert_eq!(log.matches("won the game! Congrats!").count(), 2, "{log}");
}
