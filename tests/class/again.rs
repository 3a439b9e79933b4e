//! What was graded is not graded again; what was killed goes on; what is only looked at stays.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{assert_same, class, everything, menagerie, said};

/// Three cases in a folder of their own.
fn cases(folder: &Path) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/take_stones");
    let into = folder.join("cases");
    fs::create_dir(&into).expect("a folder");
    let mut paths: Vec<PathBuf> = fs::read_dir(from)
        .expect("cases")
        .map(|entry| entry.expect("a case").path())
        .collect();
    paths.sort();
    for path in &paths[..3] {
        fs::copy(path, into.join(path.file_name().expect("a name"))).expect("copied");
    }
    into
}

/// A program that leaves a line in a file whenever it is run.
fn counting(folder: &Path, students: &[&str]) -> (PathBuf, PathBuf) {
    let (submissions, log) = (folder.join("in"), folder.join("log"));
    fs::create_dir(&submissions).expect("a folder");
    for student in students {
        let script = format!("echo {student} >> '{}'\necho wrong\n", log.display());
        fs::write(submissions.join(format!("{student}.sh")), script).expect("written");
    }
    (submissions, log)
}

fn runs(log: &Path) -> usize {
    let runs = fs::read_to_string(log).unwrap_or_default().lines().count();
    let _ = fs::remove_file(log);
    runs
}

#[test]
fn one_changed_case_is_all_that_runs_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = cases(folder.path());
    let (submissions, log) = counting(folder.path(), &["ada", "bob"]);
    let out = folder.path().join("out");
    let flags = [
        "--fixtures",
        cases.to_str().expect("UTF-8"),
        "--no-seal",
        "--strict",
    ];
    let grade = |more: &[&str]| {
        let output = class(&submissions, &out, &[&flags[..], more].concat());
        assert!(output.status.success(), "{}", said(&output));
        (runs(&log), said(&output))
    };
    assert_eq!(grade(&[]).0, 6);
    assert_eq!(grade(&[]).0, 0);
    let case = fs::read_dir(&cases)
        .expect("cases")
        .next()
        .expect("one")
        .expect("read");
    let text = fs::read_to_string(case.path()).expect("a case");
    fs::write(
        case.path(),
        text.replacen("# name:", "# points: 5\n# name:", 1),
    )
    .expect("written");
    let before = everything(&out);
    let (runs, told) = grade(&["--preview"]);
    assert_eq!(runs, 2, "{told}");
    assert!(told.contains("Nothing was written"), "{told}");
    assert_eq!(everything(&out), before);
    assert_eq!(grade(&[]).0, 2);
    assert_eq!(grade(&["--again"]).0, 6);
}

#[test]
fn a_preview_tells_old_and_new_points_and_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, out) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir(&submissions).expect("a folder");
    let file = submissions.join("ada.c");
    fs::write(&file, "int main(void) { return 0; }").expect("written");
    assert!(class(&submissions, &out, &[]).status.success());
    fs::write(&file, menagerie("take_stones.c")).expect("written");
    fs::write(submissions.join("bob.c"), "int main(void) { return 1; }").expect("written");
    let before = everything(&out);
    let told = said(&class(&submissions, &out, &["--preview"]));
    for sentence in [
        "ada: 0.00 -> 9.00\n",
        ": 0.00 -> 1.00, handed in again\n",
        "bob: new, 0.00\n",
        "2 students change, of 2. Nothing was written",
    ] {
        assert!(told.contains(sentence), "{sentence}: {told}");
    }
    assert_eq!(everything(&out), before);
}

/// Starts a class and kills it when some of it is in the journal.
fn killed(submissions: &Path, out: &Path, lines: usize) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grade"));
    command.args(["class", "take_stones"]).arg(submissions);
    command.arg("--out").arg(out);
    command.args(["--only", "0*", "--timeout", "60", "--no-times", "-v"]);
    let mut run: Child = command.stdout(Stdio::piped()).spawn().expect("grade runs");
    let journal = out.join("journal.jsonl");
    let kept = || fs::read(&journal).map_or(0, |bytes| bytes.split(|&byte| byte == b'\n').count());
    while kept() < lines && run.try_wait().expect("asked").is_none() {
        std::thread::yield_now();
    }
    // SIGKILL: no handler, no farewell.
    let _ = run.kill();
    let stdout = run.stdout.take().expect("piped");
    let _ = BufReader::new(stdout).lines().count();
    run.wait().expect("ended");
}

#[test]
fn a_class_that_was_killed_ends_with_the_bytes_of_one_that_was_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let submissions = folder.path().join("in");
    fs::create_dir(&submissions).expect("a folder");
    for student in ["ada", "bob", "carol", "dora", "eve", "fay"] {
        let text = menagerie("take_stones.c") + &format!("\nint {student};\n");
        fs::write(submissions.join(format!("{student}.c")), text).expect("written");
    }
    let whole = folder.path().join("whole");
    assert!(class(&submissions, &whole, &[]).status.success());
    for lines in [2, 20, 50] {
        let out = folder.path().join(format!("killed-{lines}"));
        killed(&submissions, &out, lines);
        let output = class(&submissions, &out, &[]);
        assert!(output.status.success(), "{}", said(&output));
        assert_same(&out, &whole);
    }
}

#[test]
fn a_build_that_was_interrupted_is_built_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, out) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir(&submissions).expect("a folder");
    fs::write(submissions.join("ada.c"), menagerie("take_stones.c")).expect("written");
    let begun = folder.path().join("begun");
    let build = format!(
        "test -e '{0}' || {{ touch '{0}' && sleep 60; }}; gcc -o stones ada.c",
        begun.display()
    );
    let flags = ["--no-seal", "--build", build.as_str(), "--run", "./stones"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_grade"));
    command.args(["class", "take_stones"]).arg(&submissions);
    command
        .arg("--out")
        .arg(&out)
        .args(["--no-times", "--only", "0*", "--timeout", "60"]);
    let mut run = command.args(flags).spawn().expect("grade runs");
    while !begun.exists() && run.try_wait().expect("asked").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let ended = Command::new("kill")
        .args(["-INT", &run.id().to_string()])
        .status();
    assert!(ended.expect("kill runs").success());
    assert_eq!(run.wait().expect("ended").code(), Some(130));
    let output = class(&submissions, &out, &flags);
    assert!(said(&output).contains("1 graded: "), "{}", said(&output));
}

/// Makes a small disk, or another size of it.
fn mounted(disk: &Path, options: &str) -> bool {
    let mut mount = Command::new("mount");
    mount
        .args(["-t", "tmpfs", "-o", options, "tmpfs"])
        .arg(disk);
    mount.output().is_ok_and(|output| output.status.success())
}

#[test]
fn a_submission_for_which_there_is_no_room_is_not_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, disk) = (folder.path().join("in"), folder.path().join("disk"));
    fs::create_dir_all(submissions.join("ada")).expect("a folder");
    fs::create_dir(&disk).expect("a folder");
    if !mounted(&disk, "size=12m") {
        eprintln!("skipped: only root can make a small disk to fill");
        return;
    }
    fs::write(submissions.join("ada/take_stones.sh"), "echo wrong").expect("written");
    fs::write(submissions.join("ada/words.txt"), vec![b'a'; 20 << 20]).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_grade"));
    command.args(["class", "take_stones"]).arg(&submissions);
    command.arg("--out").arg(folder.path().join("out"));
    let output = command
        .args(["--only", "01*"])
        .env("TMPDIR", &disk)
        .output();
    let output = output.expect("grade runs");
    let _ = Command::new("umount").arg(&disk).status();
    assert_eq!(output.status.code(), Some(70), "{}", said(&output));
    let told = said(&output);
    assert!(told.contains("no room left for private copies"), "{told}");
}

#[test]
fn a_full_disk_loses_nothing_that_was_graded() {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).expect("a folder");
    let mount = |options: &str| mounted(&disk, options);
    if !mount("size=64k") {
        eprintln!("skipped: only root can make a small disk to fill");
        return;
    }
    let submissions = folder.path().join("in");
    fs::create_dir(&submissions).expect("a folder");
    for student in ["ada", "bob", "carol", "dora"] {
        let text = menagerie("take_stones.c") + &format!("\nint {student};\n");
        fs::write(submissions.join(format!("{student}.c")), text).expect("written");
    }
    let (out, whole) = (disk.join("out"), folder.path().join("whole"));
    assert!(class(&submissions, &whole, &[]).status.success());
    let full = class(&submissions, &out, &[]);
    let kept = fs::read(out.join("journal.jsonl")).map_or(0, |bytes| bytes.len());
    assert!(mount("remount,size=16m"), "the disk grows");
    let output = class(&submissions, &out, &[]);
    let same = everything(&out) == everything(&whole);
    let _ = Command::new("umount").arg(&disk).status();
    assert_eq!(full.status.code(), Some(70), "{}", said(&full));
    assert!(said(&full).contains("No space left"), "{}", said(&full));
    assert!(kept > 0, "something was graded before the disk was full");
    assert!(output.status.success(), "{}", said(&output));
    assert!(same, "the same bytes as with room enough");
}

#[test]
fn every_student_has_fresh_cases_of_their_own_and_keeps_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, out) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir(&submissions).expect("a folder");
    for student in ["ada", "bob"] {
        let text = menagerie("take_stones.c");
        fs::write(submissions.join(format!("{student}.c")), text).expect("written");
    }
    let secret = folder.path().join("secret");
    fs::write(&secret, "what nobody knows").expect("written");
    let flags = ["--fresh", "2", "--secret", secret.to_str().expect("UTF-8")];
    let flags = [&flags[..], &["--only", "fresh*"]].concat();
    let output = class(&submissions, &out, &flags);
    assert!(output.status.success(), "{}", said(&output));
    let grades = fs::read_to_string(out.join("grades.csv")).expect("grades");
    assert!(grades.contains(",fresh-01,fresh-02\n"), "{grades}");
    let page = |name: &str| {
        let text = fs::read_to_string(out.join(format!("students/{name}.json"))).expect("a page");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let transcripts = value["tests"].as_array().or(value["cases"].as_array());
        transcripts
            .expect("cases")
            .iter()
            .skip(9)
            .map(|case| case["transcript"].to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(page("ada").len(), 2);
    assert_ne!(page("ada"), page("bob"));
    let before = everything(&out);
    assert!(class(&submissions, &out, &flags).status.success());
    assert_eq!(everything(&out), before);
}

#[test]
fn the_secret_is_made_once_and_kept_with_the_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, out) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir(&submissions).expect("a folder");
    fs::write(submissions.join("ada.sh"), "echo $*\n").expect("written");
    let flags = ["--fresh", "2", "--only", "fresh*"];
    let previewed = class(&submissions, &out, &[&flags[..], &["--preview"]].concat());
    assert!(previewed.status.success(), "{}", said(&previewed));
    assert!(!out.exists(), "a preview writes nothing");
    let part = class(
        &submissions,
        &out,
        &[&flags[..], &["--shard", "1/2"]].concat(),
    );
    assert_eq!(part.status.code(), Some(2));
    assert!(said(&part).contains("--secret FILE"), "{}", said(&part));
    let output = class(&submissions, &out, &flags);
    assert!(output.status.success(), "{}", said(&output));
    let (secret, before) = (fs::read(out.join("secret")), everything(&out));
    assert_eq!(secret.expect("a secret").len(), 65);
    assert!(class(&submissions, &out, &flags).status.success());
    assert_eq!(everything(&out), before);
}

#[test]
fn where_the_private_copy_was_is_not_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, out) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir(&submissions).expect("a folder");
    fs::write(submissions.join("ada.sh"), "echo \"Move: 1 in $PWD/x\"\n").expect("written");
    assert!(class(&submissions, &out, &[]).status.success());
    let page = fs::read_to_string(out.join("students/ada.json")).expect("a page");
    assert!(page.contains("in ./x"), "{page}");
    assert!(!page.contains("grade-class-"), "{page}");
}
