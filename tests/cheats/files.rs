//! What can be read, run and written.

use std::fs;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;

use crate::attempt::Class;
use crate::processes::are_alone;

#[test]
fn the_reference_program_cannot_be_run_in_any_way() {
    let Some(class) = Class::new() else { return };
    for path in [
        env!("CARGO_BIN_EXE_take_stones"),
        env!("CARGO_BIN_EXE_grade"),
    ] {
        class.refuses(&["run", path]);
        class.works_without(&["run", path]);
    }
}

/// Beside the tools on the `PATH` as well, where everything else may be run.
#[test]
fn a_reference_program_among_other_tools_cannot_be_run() {
    let Some(class) = Class::new() else { return };
    let tools = class.path("tools/bin");
    fs::create_dir_all(&tools).expect("made");
    fs::copy("/bin/true", tools.join("tool")).expect("copied");
    fs::copy(env!("CARGO_BIN_EXE_take_stones"), tools.join("take_stones")).expect("copied");
    let path = format!("{}:/usr/bin:/bin", tools.display());
    let with_path = |orders: &[&str]| {
        let mut grade = class.cheat(&[], orders, "");
        grade.env("PATH", &path).output().expect("grade runs")
    };
    class.has_refused(&with_path(&["run", &class.text("tools/bin/take_stones")]));
    let tool = with_path(&["run", &class.text("tools/bin/tool")]);
    assert!(String::from_utf8_lossy(&tool.stdout).contains("WORKED: run by path"));
}

#[test]
fn the_graded_command_may_run_itself_also_if_it_is_ours() {
    let Some(class) = Class::new() else { return };
    let reference = env!("CARGO_BIN_EXE_take_stones");
    let mut grade = class.grade(&[], &[reference]);
    let output = grade.output().expect("grade runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(!told.contains("cannot start"), "{told}");
    let mut grade = assert_cmd::Command::new(env!("CARGO_BIN_EXE_grade"));
    grade
        .args(["take_stones", "--", reference])
        .assert()
        .success();
}

#[test]
fn cases_other_submissions_and_homes_cannot_be_read() {
    let Some(class) = Class::new() else { return };
    let home = class.path("home");
    fs::create_dir_all(home.join(".ssh")).expect("made");
    fs::write(home.join(".ssh/id"), "a key").expect("written");
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/take_stones");
    let (cases, bob) = (class.text("cases"), class.text("bob/answers.txt"));
    let key = class.text("home/.ssh/id");
    let orders = [
        "read",
        fixtures,
        &cases,
        &bob,
        &key,
        "../bob",
        "/etc/shadow",
    ];
    let mut grade = class.cheat(&[], &orders, "");
    class.has_refused(&grade.env("HOME", &home).output().expect("grade runs"));
    class.works_without(&orders);
}

#[test]
fn what_is_allowed_can_be_read_or_written() {
    let Some(class) = Class::new() else { return };
    let bob = class.text("bob");
    let answers = class.text("bob/answers.txt");
    let told = class.told(&["--allow", &bob], &["read", &answers]);
    assert!(told.contains(&format!("WORKED: {answers}")), "{told}");
    let new = class.text("bob/new.txt");
    let write = ["write", &new];
    let told = class.told(&["--allow", &bob], &write);
    assert!(!told.contains("WORKED"), "{told}");
    let told = class.told(&["--allow-write", &bob], &write);
    assert!(told.contains("WORKED: open"), "{told}");
}

#[test]
fn results_gradebooks_and_settings_cannot_be_written() {
    let Some(class) = Class::new() else { return };
    let home = class.path("home");
    fs::create_dir(&home).expect("made");
    fs::write(home.join(".bashrc"), "# mine\n").expect("written");
    let (result, book) = (
        class.text("results/result.json"),
        class.text("results/book.csv"),
    );
    let (settings, bob) = (class.text("home/.bashrc"), class.text("bob/answers.txt"));
    // Landlock alone does not keep the owner of a file from changing its permissions.
    let modes: &[&str] = match are_alone() {
        true => &["write", "change"],
        false => &["write"],
    };
    for mode in modes {
        let orders = [mode, &*result, &book, &settings, &bob, "/etc/passwd"];
        let mut grade = class.cheat(&[], &orders, "");
        class.has_refused(&grade.env("HOME", &home).output().expect("grade runs"));
    }
    assert_eq!(
        fs::read_to_string(home.join(".bashrc")).expect("there"),
        "# mine\n"
    );
    assert_eq!(fs::read_to_string(&bob).expect("there"), "Bob's");
}

#[test]
fn nobody_is_reached_over_a_network() {
    let Some(class) = Class::new() else { return };
    let server = TcpListener::bind("127.0.0.1:0").expect("a port");
    let _helper = UnixListener::bind(class.path("helper")).expect("a socket");
    let port = server.local_addr().expect("an address").port().to_string();
    let words = ["connect", &port, &class.text("helper")];
    class.refuses(&words);
    class.works_without(&words);
}

#[test]
fn who_says_that_our_program_was_refused_is_named() {
    let Some(class) = Class::new() else { return };
    let reference = env!("CARGO_BIN_EXE_take_stones");
    let folder = std::path::Path::new(reference)
        .parent()
        .expect("its folder");
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let named = "tried to use take_stones, one of our own programs";
    for script in ["exec take_stones", "take_stones; echo refused"] {
        let mut grade = class.grade(&[], &["sh", "-c", script]);
        let output = grade.env("PATH", &path).output().expect("grade runs");
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains(named), "{told}");
        assert!(told.contains("0.00 of 2.00 points"), "{told}");
    }
    let case = class.text("cases/01-first.txt");
    fs::write(class.path("alice/peek"), format!("cat {case}")).expect("written");
    let output = class.grade(&[], &["sh", "peek"]).output();
    let told = String::from_utf8_lossy(&output.expect("grade runs").stdout).into_owned();
    assert!(
        told.contains(&format!("tried to get at `{case}`")),
        "{told}"
    );
}

#[test]
fn a_refusal_is_told_with_its_path_and_the_flag_that_allows_it() {
    let Some(class) = Class::new() else { return };
    let bob = class.path("bob").canonicalize().expect("there");
    for (script, options, said) in [
        ("cat {}/answers.txt", vec![], "--allow "),
        (
            "echo x >{}/new.txt",
            vec!["--allow", "../bob"],
            "--allow-write ",
        ),
    ] {
        let script = script.replace("{}", &bob.display().to_string());
        fs::write(class.path("alice/script"), script).expect("written");
        let output = class.grade(&options, &["sh", "script"]).output();
        let told = String::from_utf8_lossy(&output.expect("grade runs").stdout).into_owned();
        let hint = format!("{said}{} lets programs", bob.display());
        assert!(told.contains(&hint), "{told}");
        assert!(told.contains(&format!("`{}/", bob.display())), "{told}");
    }
}
