//! What can be read, run and written.

use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::os::unix::net::{UnixDatagram, UnixListener};
use std::process::{Command, Stdio};

use sticks_and_stones::process::{Program, Seal};

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
        "/etc/.pwd.lock",
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

/// Sockets come in pairs too, and not every pair is closed to the rest of the world.
#[test]
fn nobody_is_reached_by_a_pair_of_sockets() {
    let Some(class) = Class::new() else { return };
    let letters = UnixDatagram::bind(class.path("letters")).expect("a socket");
    let orders = ["pairs", &class.text("letters")];
    class.refuses(&orders);
    class.works_without(&orders);
    drop(letters);
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

/// Neither the reference nor somebody else's work is one's own for a link to it.
#[test]
fn a_submission_that_is_a_link_gets_nowhere() {
    let Some(class) = Class::new() else { return };
    let symlink = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, class.path(name)).expect("linked");
    };
    symlink(env!("CARGO_BIN_EXE_take_stones"), "alice/a.out");
    let mut grade = class.grade(&[], &["./a.out"]);
    let output = grade.output().expect("grade runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("it is a link out of its folder"), "{told}");
    fs::write(class.path("bob/work.sh"), "echo refused").expect("written");
    symlink("../bob/work.sh", "alice/work.sh");
    symlink("../bob", "alice/mine");
    for script in ["work.sh", "mine/work.sh"] {
        let output = class.grade(&[], &["sh", script]).output();
        let told = String::from_utf8_lossy(&output.expect("grade runs").stdout).into_owned();
        assert!(told.contains("0.00 of 2.00 points"), "{told}");
        assert!(told.contains("--allow "), "{told}");
    }
}

/// As a compiler leaves them: the same file by another name, and in a folder beside it.
#[test]
fn other_names_of_a_reference_program_cannot_be_run() {
    let Some(class) = Class::new() else { return };
    let tools = class.path("target/release");
    fs::create_dir_all(tools.join("deps")).expect("made");
    fs::copy(env!("CARGO_BIN_EXE_take_stones"), tools.join("take_stones")).expect("copied");
    for name in ["deps/take_stones-0a1b", "ts"] {
        fs::hard_link(tools.join("take_stones"), tools.join(name)).expect("linked");
        let orders = ["run", &class.text(&format!("target/release/{name}"))];
        let mut grade = class.cheat(&[], &orders, "");
        grade.env("PATH", format!("{}:/usr/bin:/bin", tools.display()));
        class.has_refused(&grade.output().expect("grade runs"));
    }
}

/// In another folder of tools, as the same file or as a copy.
#[test]
fn a_reference_program_by_a_name_of_its_own_cannot_be_run() {
    let Some(class) = Class::new() else { return };
    let (one, other) = (class.path("one/bin"), class.path("other/bin"));
    fs::create_dir_all(&one).expect("made");
    fs::create_dir_all(&other).expect("made");
    let ours = one.join("take_stones");
    fs::copy(env!("CARGO_BIN_EXE_take_stones"), &ours).expect("copied");
    fs::hard_link(&ours, other.join("solver")).expect("linked");
    fs::copy(&ours, other.join("oracle")).expect("copied");
    for name in ["solver", "oracle"] {
        let orders = ["run", &class.text(&format!("other/bin/{name}"))];
        let mut grade = class.cheat(&[], &orders, "");
        let path = format!("{}:{}:/usr/bin:/bin", one.display(), other.display());
        class.has_refused(&grade.env("PATH", path).output().expect("grade runs"));
    }
}

#[test]
fn our_sources_are_out_of_reach_among_what_cargo_has_fetched() {
    let Some(class) = Class::new() else { return };
    let cargo = class.path(".cargo");
    let place = |below: &str| cargo.join(below);
    let source = concat!("registry/src/index/", env!("CARGO_PKG_NAME"), "-1.0.0");
    for folder in ["bin", source, "registry/src/index/other-1.0.0"] {
        fs::create_dir_all(place(folder)).expect("made");
        fs::write(place(folder).join("answers"), "31").expect("written");
    }
    let read = |below: &str| {
        let file = place(below).join("answers");
        let orders = ["read", file.to_str().expect("a plain path")];
        let mut grade = class.cheat(&[], &orders, "");
        grade.env("PATH", format!("{}:/usr/bin:/bin", place("bin").display()));
        grade
            .env("CARGO_HOME", &cargo)
            .output()
            .expect("grade runs")
    };
    class.has_refused(&read(source));
    let other = read("registry/src/index/other-1.0.0");
    assert!(String::from_utf8_lossy(&other.stdout).contains("WORKED"));
}

/// Landlock did not know this right at first; where there are mounts of their own it is not needed.
#[test]
fn what_can_be_read_cannot_be_cut_off_on_an_old_kernel_either() {
    let Some(class) = Class::new() else { return };
    let (bob, cases) = (class.text("bob"), class.text("cases/01-first.txt"));
    let answers = class.text("bob/answers.txt");
    let orders = ["cut", &*answers, &cases];
    class.refuses(&orders);
    let grade = class.cheat(&["--allow", &bob], &orders, "");
    let Some(mut old) = class.on_an_old_kernel(&grade) else {
        return;
    };
    let output = old.output().expect("grade runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        told.contains("sealed: files, network; not signals, processes"),
        "{told}"
    );
    class.has_refused(&output);
}

/// How a submission says that it is started is not the word of whoever grades.
#[test]
fn the_first_line_of_a_submission_gives_it_nothing() {
    let Some(class) = Class::new() else { return };
    let secret = class.text("secret.txt");
    fs::write(&secret, "a-secret-word\n").expect("written");
    fs::remove_file(class.path("alice/cheat")).expect("there");
    let reference = env!("CARGO_BIN_EXE_take_stones");
    for line in [
        format!("#!/bin/cat {secret}"),
        format!("#!{reference} --version"),
    ] {
        fs::write(class.path("alice/x.sh"), format!("{line}\n")).expect("written");
        let mut grade = Command::new(env!("CARGO_BIN_EXE_grade"));
        grade
            .args(["class", "cheats", "."])
            .arg("--out")
            .arg(class.path("results"));
        grade
            .arg("--fixtures")
            .arg(class.path("cases"))
            .args(["--only", "*first*"]);
        let students = class.path("students");
        fs::create_dir_all(students.join("alice")).expect("made");
        fs::copy(class.path("alice/x.sh"), students.join("alice/x.sh")).expect("copied");
        let output = grade.current_dir(&students).output().expect("grade runs");
        assert_ne!(output.status.code(), Some(70), "{output:?}");
        let alice = class.path("results/students/alice.json");
        let alice = fs::read_to_string(alice).expect("written");
        assert!(!alice.contains("a-secret-word"), "{alice}");
        assert!(!alice.contains("take_stones 0."), "{alice}");
    }
}

#[test]
fn what_happens_in_folders_cannot_be_watched() {
    let Some(class) = Class::new() else { return };
    let orders = ["watch", &class.text("cases"), &class.text("results")];
    class.refuses(&orders);
    class.works_without(&orders);
}

#[test]
fn files_cannot_be_marked_with_or_without_namespaces() {
    let Some(class) = Class::new() else { return };
    let (bob, cases) = (class.text("bob/answers.txt"), class.text("cases"));
    let orders = ["mark", &bob, &cases];
    class.refuses(&orders);
    class.refuses_without_namespaces(&orders);
    class.works_without(&orders);
}

#[test]
fn a_bot_reaches_no_other_port_by_another_protocol() {
    let Some(class) = Class::new() else { return };
    let other = TcpListener::bind("127.0.0.1:0").expect("a port");
    let own = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = |server: &TcpListener| server.local_addr().expect("an address").port();
    fs::write(
        class.path("alice/orders"),
        format!("names\n{}", port(&other)),
    )
    .expect("written");
    let seal = Seal::default().allow_port(port(&own));
    let program = Program::new("./cheat")
        .folder(class.path("alice"))
        .seal(seal);
    let started = program.start(Stdio::null(), Stdio::piped(), Stdio::null());
    let mut said = String::new();
    let mut tree = started.expect("started");
    let mut stdout = tree.take_stdout().expect("a pipe");
    stdout.read_to_string(&mut said).expect("read");
    assert_eq!(said, "refused\n");
}
