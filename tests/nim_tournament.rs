//! `expanding_nim tournament`: bots that crash, hang and flood, an interruption, a kill, a resumption.

mod nim_support;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use nim_support::{PATIENCE, expanding_nim, unused_port, wait};
use serde_json::Value;
use tempfile::TempDir;

/// A tournament in a folder of its own, whose name is on every command line in it.
struct Tournament {
    folder: TempDir,
}

impl Tournament {
    fn new(text: &str) -> Tournament {
        let folder = tempfile::tempdir().expect("a folder");
        let text = text
            .replace("{ours}", env!("CARGO_BIN_EXE_expanding_nim"))
            .replace("{odd}", odd_bot())
            .replace("{folder}", folder.path().to_str().expect("UTF-8"));
        fs::write(folder.path().join("t.toml"), text).expect("written");
        Tournament { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, more: &[&str]) -> Output {
        let mut command = expanding_nim(&["tournament"]);
        command.arg(self.path("t.toml")).args(more);
        command.output().expect("run")
    }

    fn log(&self) -> String {
        fs::read_to_string(self.path("t.jsonl")).unwrap_or_default()
    }

    fn lines(&self, kind: &str) -> Vec<Value> {
        let log = self.log();
        let lines = log
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        lines.filter(|line: &Value| line["type"] == kind).collect()
    }

    /// Command lines of living processes that belong to this tournament.
    fn processes(&self) -> Vec<String> {
        let marker = self.folder.path().to_str().expect("UTF-8");
        let entries = fs::read_dir("/proc").into_iter().flatten();
        entries
            .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok())
            .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
            .filter(|line| line.contains(marker))
            .collect()
    }
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !done() {
        assert!(Instant::now() < deadline, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The bots of `odd_bot.c`; compiled once per test run.
fn odd_bot() -> &'static str {
    static BUILT: OnceLock<(TempDir, String)> = OnceLock::new();
    let (_, path) = BUILT.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("odd_bot");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/nim_support/odd_bot.c");
        let mut compiler = Command::new("cc");
        let built = compiler.arg("-w").arg("-o").arg(&path).arg(source).status();
        assert!(built.expect("a C compiler").success());
        (folder, path.to_str().expect("UTF-8").to_owned())
    });
    path
}

const ODD_BOTS: &str = r#"
    [[bot]]
    name = "crash"
    first = "sh -c 'echo oops >&2; exit 3' {folder}"
    second = "sh -c 'echo oops >&2; exit 3' {folder}"
    [[bot]]
    name = "hang"
    first = "'{odd}' hang {port} {folder}"
    second = "'{odd}' hang {port} {folder}"
    [[bot]]
    name = "flood"
    first = "'{odd}' flood {port} {folder}"
    second = "'{odd}' flood {port} {folder}"
"#;

#[test]
fn odd_bots_lose_for_their_own_faults_and_nothing_is_left_of_them() {
    let tournament = Tournament::new(&format!(
        "stones = [20]\nseconds = 3\njobs = 4\n[[bot]]\nname = 'perfect'\nbuiltin = 'perfect'\n{ODD_BOTS}"
    ));
    let result = tournament.path("result.json");
    let output = tournament.run(&["--json", result.to_str().expect("UTF-8")]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(tournament.processes(), Vec::<String>::new());

    let result = fs::read_to_string(result).expect("a result");
    let result: Value = serde_json::from_str(&result).expect("JSON");
    let scores = result["standings"].as_array().expect("a list").iter();
    let scores: Vec<String> = scores
        .map(|bot| format!("{} {} {}", bot["name"], bot["points"], bot["forfeits"]))
        .collect();
    let expected = [
        "\"perfect\" 6 0",
        "\"hang\" 3 3",
        "\"flood\" 3 3",
        "\"crash\" 0 6",
    ];
    assert_eq!(scores, expected);
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(table.starts_with("  #  bot"), "{table}");

    let games = tournament.lines("game");
    assert_eq!(games.len(), 12);
    for forfeit in games.iter().flat_map(|game| game["forfeits"].as_array()) {
        let Some(forfeit) = forfeit.first() else {
            continue;
        };
        let name = forfeit["player"].as_str().expect("a name");
        let (reason, said) = match name {
            "crash" => ("ended before it said hello (exit code 3)", Some("oops")),
            "hang" => ("Player hang exceeded time limit", None),
            _ => (
                "Player flood sent an invalid message",
                Some("so much to say"),
            ),
        };
        assert_eq!(forfeit["reason"], reason);
        let lines = forfeit["stderr"].as_array().expect("a list");
        assert!(lines.len() <= 10);
        assert_eq!(lines.is_empty(), said.is_none(), "{forfeit}");
        assert!(lines.iter().all(|line| line.as_str() == said), "{forfeit}");
    }
}

/// Who won and why, each answer once.
fn outcomes(tournament: &Tournament) -> Vec<String> {
    let games = tournament.lines("game");
    let mut outcomes: Vec<String> = games
        .iter()
        .map(|game| format!("{}: {}", game["winner"], game["reason"]).replace('"', ""))
        .collect();
    outcomes.sort();
    outcomes.dedup();
    outcomes
}

#[test]
fn bots_that_cannot_be_started_or_never_connect_give_the_other_the_point() {
    let tournament = Tournament::new(
        "stones = [20]\nstart = 3\njobs = 6\n\
         [[bot]]\nname = 'missing'\nfirst = './nope'\nsecond = './nope'\n\
         [[bot]]\nname = 'silent'\nfirst = 'sleep 1000'\nsecond = 'sleep 1000'\n\
         [[bot]]\nname = 'perfect'\nbuiltin = 'perfect'\n",
    );
    assert_eq!(tournament.run(&[]).status.code(), Some(0));
    let expected = [
        "null: Neither player could be started",
        "perfect: Player missing cannot start `./nope`: there is no such program",
        "perfect: Player silent said no hello within 3 seconds",
    ];
    assert_eq!(outcomes(&tournament), expected);
}

#[test]
fn a_bot_that_leaves_in_mid_game_loses_with_its_last_words() {
    let join = "\"'{ours}' join -n '{name}' {host}:{port}\"";
    let tournament = Tournament::new(&format!(
        "stones = [20]\n[[bot]]\nname = 'a leaver'\nfirst = {join}\nsecond = {join}\n\
         [[bot]]\nname = 'perfect'\nbuiltin = 'perfect'\n"
    ));
    let output = tournament.run(&[]);
    assert_eq!(output.status.code(), Some(0));
    let expected = ["perfect: Player a leaver disconnected (exit code 1)"];
    assert_eq!(outcomes(&tournament), expected);
    // 20 stones are lost for who moves first: in the other seat it is given a win, and gives it up.
    for game in tournament.lines("game") {
        let given = serde_json::json!([0, u8::from(game["second"] == "a leaver")]);
        assert_eq!(game["wins_thrown_away"], given, "{game}");
    }
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(table.contains("\n  2 x a leaver: Player a leaver disconnected (exit code 1)\n"));
    assert!(table.contains("      error: input ended before the game was over\n"));
}

/// Over real sockets, two seats, both dialects: no message is lost, and no won position either.
#[test]
fn our_bots_play_hundreds_of_games_and_the_perfect_one_never_throws_a_win_away() {
    let tournament = Tournament::new(
        "stones = [30, 31]\nrounds = 34\nseed = 5\n\
         [[bot]]\nname = 'perfect'\nbuiltin = 'perfect'\n\
         [[bot]]\nname = 'limit'\nbuiltin = 'perfect'\ndialect = 'limit'\n\
         [[bot]]\nname = 'random'\nbuiltin = 'random'\n",
    );
    assert_eq!(tournament.run(&[]).status.code(), Some(0));
    let games = tournament.lines("game");
    assert_eq!(games.len(), 3 * 2 * 2 * 34);
    let moves = tournament.lines("move");
    let counted: u64 = games.iter().filter_map(|game| game["moves"].as_u64()).sum();
    assert_eq!(counted, moves.len() as u64);
    for game in &games {
        let reason = game["reason"].as_str().expect("a reason");
        assert!(reason.ends_with("won the game! Congrats!"), "{reason}");
    }
    let thrown = |name: &str| {
        let theirs = moves.iter().filter(|made| made["player"] == name);
        theirs.filter(|made| made["threw_away_win"] == true).count()
    };
    assert_eq!((thrown("perfect"), thrown("limit")), (0, 0));
    assert!(thrown("random") > 0);
}

#[test]
fn dialects_are_found_out_and_every_bot_is_rated() {
    let bot = |kind: &str| {
        let line = |seat: &str| format!("\"'{{odd}}' {kind} {{port}} {seat}\"");
        let (first, second) = (line("first"), line("second"));
        format!("[[bot]]\nname = '{kind}'\nfirst = {first}\nsecond = {second}\n")
    };
    let tournament = Tournament::new(&format!(
        "stones = [30]\n[[bot]]\nname = 'perfect'\nbuiltin = 'perfect'\n{}{}{}",
        bot("limit"),
        bot("late"),
        bot("taken")
    ));
    let result = tournament.path("result.json");
    let output = tournament.run(&["--json", result.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let result = fs::read_to_string(result).expect("a result");
    let result: Value = serde_json::from_str(&result).expect("JSON");
    let standings = result["standings"].as_array().expect("a list");
    for bot in standings {
        let rating = bot["rating"].as_f64().expect("a rating");
        let bound = |at: usize| bot["interval"][at].as_f64().expect("a bound");
        assert!(bound(0) < rating && rating < bound(1), "{bot}");
        assert_eq!(bot["forfeits"], 0, "{bot}");
        let (name, dialect) = (&bot["name"], &bot["dialect"]);
        assert_eq!(
            dialect,
            match name.as_str() {
                Some("limit" | "late") => "limit",
                _ => "taken",
            },
            "{bot}"
        );
    }
    let perfect = standings.iter().find(|bot| bot["name"] == "perfect");
    assert_eq!(perfect.expect("it played")["accuracy"], 1.0);
    let log = tournament.log();
    assert!(
        log.contains(r#"{"type":"dialect","bot":"limit","dialect":"limit"}"#),
        "{log}"
    );
}

#[test]
fn a_bot_is_built_in_its_folder_and_one_that_cannot_be_loses_for_that() {
    let line = "\"./bot {port} '{ours}'\"";
    let tournament = Tournament::new(&format!(
        "stones = [20]\nseal = false\n\
         [[bot]]\nname = 'built'\nfolder = 'hers'\nbuild = 'sh make.sh'\nenv = {{ SEAT = '-n x' }}\n\
         first = {line}\nsecond = {line}\n\
         [[bot]]\nname = 'broken'\nbuild = \"sh -c 'echo no such rule >&2; exit 2'\"\n\
         first = 'true'\nsecond = 'true'\n\
         [[bot]]\nname = 'perfect'\nbuiltin = 'perfect'\n"
    ));
    let hers = tournament.path("hers");
    fs::create_dir(&hers).expect("a folder");
    let bot = "#!/bin/sh\nexec \"$2\" join --bot perfect $SEAT 127.0.0.1:$1\n";
    let script = format!("cat > bot <<'END'\n{bot}END\nchmod +x bot\n");
    fs::write(hers.join("make.sh"), script).expect("written");
    let output = tournament.run(&[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        said,
        "broken could not be built (exit code 2): no such rule\n"
    );
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let fault = "  4 x broken: could not be built (exit code 2): no such rule\n";
    assert!(table.contains(fault), "{table}");
    assert!(!table.contains("x built"), "{table}");
}

#[test]
fn a_full_disk_is_said_and_ends_the_tournament() {
    let tournament = Tournament::new(
        "stones = [20]\nlog = '/dev/full'\n[[bot]]\nname = 'a'\nbuiltin = 'perfect'\n\
         [[bot]]\nname = 'b'\nbuiltin = 'random'\n",
    );
    let output = tournament.run(&[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stdout.is_empty());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.starts_with("error: ") && said.contains("/dev/full"),
        "{said}"
    );
}

#[test]
fn bots_with_a_port_built_in_play_one_after_another() {
    let port = unused_port();
    let join = format!("'{{ours}}' join -n {{name}} --bot perfect 127.0.0.1:{port}");
    let tournament = Tournament::new(&format!(
        "stones = [10, 11]\nport = {port}\njobs = 4\npace = 0\n\
         [[bot]]\nname = 'a b'\nfirst = \"{join} -f\"\nsecond = \"{join}\"\ndialect = 'limit'\n\
         [[bot]]\nname = 'c'\nfirst = \"{join} -f\"\nsecond = \"{join}\"\n"
    ));
    assert_eq!(tournament.run(&[]).status.code(), Some(0));
    let games = tournament.lines("game");
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(game["forfeits"], Value::Array(vec![]), "{game}");
        assert_eq!(game["wins_thrown_away"], serde_json::json!([0, 0]));
    }
}

fn keys(games: &[Value]) -> HashSet<String> {
    let key = |game: &Value| {
        let parts = ["round", "stones", "first", "second"];
        parts.map(|part| game[part].to_string()).join(" ")
    };
    games.iter().map(key).collect()
}

#[test]
fn a_run_that_was_killed_goes_on_without_losing_or_repeating_a_game() {
    let tournament = Tournament::new(
        "stones = [40]\nrounds = 200\n[[bot]]\nname = 'a'\nbuiltin = 'perfect'\n\
         [[bot]]\nname = 'b'\nbuiltin = 'random'\n",
    );
    let mut command = expanding_nim(&["tournament"]);
    let command = command.arg(tournament.path("t.toml")).stdout(Stdio::null());
    let mut child = command.spawn().expect("started");
    wait_until("some games are over", || tournament.lines("game").len() > 5);
    child.kill().expect("killed");
    child.wait().expect("reaped");
    let before = tournament.log();
    let kept = before.rfind("{\"type\":\"game\"").expect("a game");

    assert_eq!(tournament.run(&["--resume"]).status.code(), Some(0));
    let games = tournament.lines("game");
    assert_eq!(games.len(), 400);
    assert_eq!(keys(&games).len(), 400);
    assert!(tournament.log().starts_with(&before[..kept]));

    let whole = tournament.log();
    assert_eq!(tournament.run(&["--resume"]).status.code(), Some(0));
    assert_eq!(tournament.log(), whole);
}

#[test]
fn an_interrupted_run_ends_its_bots_and_says_how_to_go_on() {
    let tournament = Tournament::new(&format!("stones = [20]\njobs = 2\n{ODD_BOTS}"));
    let mut command = expanding_nim(&["tournament"]);
    command.arg(tournament.path("t.toml")).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("started");
    let hangs = |line: &String| line.contains("odd_bot hang");
    wait_until("a bot hangs", || tournament.processes().iter().any(hangs));
    let id = rustix::process::Pid::from_child(&child);
    for _ in 0..2 {
        rustix::process::kill_process(id, rustix::process::Signal::INT).expect("sent");
    }
    assert_eq!(wait(&mut child), 130);
    assert_eq!(tournament.processes(), Vec::<String>::new());
    let mut errors = String::new();
    let mut stderr = child.stderr.take().expect("piped");
    std::io::Read::read_to_string(&mut stderr, &mut errors).expect("UTF-8");
    assert!(errors.starts_with("error: interrupted after "), "{errors}");
    assert!(errors.contains("--resume"));
}

#[test]
fn results_overwrite_neither_the_tournament_nor_one_another() {
    let text = "stones = [9]\n[[bot]]\nname = 'a'\nbuiltin = 'perfect'\n\
        [[bot]]\nname = 'b'\nbuiltin = 'random'\n";
    let tournament = Tournament::new(text);
    let path = |name| tournament.path(name).display().to_string();
    let (file, log, other) = (path("t.toml"), path("t.jsonl"), path("x"));
    for (words, what) in [
        (["--html", &file, "--json", &other], "the tournament itself"),
        (["--json", &log, "--html", &other], "its log"),
        (["--json", &other, "--html", &other], "the results"),
    ] {
        let output = tournament.run(&words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(&format!("would overwrite {what}")), "{said}");
    }
    assert_eq!(fs::read_to_string(&file).expect("read"), text);
    assert!(!Path::new(&log).exists());
}

#[test]
fn a_bad_file_is_refused() {
    let tournament = Tournament::new("stones = []\nbot = []\n");
    let output = tournament.run(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(output.stderr.starts_with(b"error: "));
    assert!(!Path::new(&tournament.path("t.jsonl")).exists());
}
