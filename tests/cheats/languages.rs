//! Honest programs notice nothing: the same points, sealed and not sealed, in seven languages.

use std::fs;
use std::process::{Command, Stdio};

use sticks_and_stones::process::Seal;

struct Language {
    name: &'static str,
    /// How to find out whether it is there.
    version: [&'static str; 2],
    file: &'static str,
    program: &'static str,
    build: Option<&'static str>,
    command: &'static [&'static str],
}

/// Each asks for a name, greets, and keeps a note in a file for a moment.
const LANGUAGES: [Language; 7] = [
    Language {
        name: "C",
        version: ["gcc", "--version"],
        file: "hello.c",
        program: "#include <stdio.h>\nint main(void) { char name[99]; printf(\"Name? \"); scanf(\"%98s\", name);\n\
            FILE *note = fopen(\"note\", \"w\"); if (!note) return 3; fprintf(note, \"%s\", name); fclose(note);\n\
            printf(\"Hello, %s!\\n\", name); }",
        build: Some("gcc -o hello hello.c"),
        command: &["./hello"],
    },
    Language {
        name: "C++",
        version: ["g++", "--version"],
        file: "hello.cpp",
        program: "#include <fstream>\n#include <iostream>\nint main() { std::string name; std::cout << \"Name? \"; std::cin >> name;\n\
            std::ofstream note(\"note\"); if (!(note << name)) return 3;\n\
            std::cout << \"Hello, \" << name << \"!\\n\"; }",
        build: Some("g++ -o hello hello.cpp"),
        command: &["./hello"],
    },
    Language {
        name: "Python",
        version: ["python3", "--version"],
        file: "hello.py",
        program: "import tempfile\nname = input('Name? ')\nopen('note', 'w').write(name)\n\
            tempfile.TemporaryFile()\nprint(f'Hello, {name}!')",
        build: None,
        command: &["python3", "hello.py"],
    },
    Language {
        name: "Java",
        version: ["javac", "-version"],
        file: "Hello.java",
        program: "import java.nio.file.*; import java.util.*;\npublic class Hello { public static void main(String[] a) throws Exception {\n\
            System.out.print(\"Name? \"); String name = new Scanner(System.in).nextLine();\n\
            Files.writeString(Path.of(\"note\"), name); System.out.println(\"Hello, \" + name + \"!\"); } }",
        build: Some("javac Hello.java"),
        command: &["java", "Hello"],
    },
    Language {
        name: "Node",
        version: ["node", "--version"],
        file: "hello.js",
        program: "const asking = require('readline').createInterface({ input: process.stdin, output: process.stdout });\n\
            asking.question('Name? ', name => { require('fs').writeFileSync('note', name);\n\
            console.log(`Hello, ${name}!`); asking.close(); });",
        build: None,
        command: &["node", "hello.js"],
    },
    Language {
        name: "Rust",
        version: ["rustc", "--version"],
        file: "hello.rs",
        program: "use std::io::Write;\nfn main() { print!(\"Name? \"); std::io::stdout().flush().unwrap();\n\
            let mut name = String::new(); std::io::stdin().read_line(&mut name).unwrap();\n\
            std::fs::write(\"note\", &name).unwrap(); println!(\"Hello, {}!\", name.trim()); }",
        build: Some("rustc hello.rs"),
        command: &["./hello"],
    },
    Language {
        name: "Go",
        version: ["go", "version"],
        file: "hello.go",
        program: "package main\nimport (\"fmt\"; \"os\")\nfunc main() { var name string; fmt.Print(\"Name? \"); fmt.Scan(&name)\n\
            if os.WriteFile(\"note\", []byte(name), 0600) != nil { os.Exit(3) }\n\
            fmt.Printf(\"Hello, %s!\\n\", name) }",
        build: Some("go build -o hello hello.go"),
        command: &["./hello"],
    },
];

#[test]
fn honest_programs_in_seven_languages_get_the_same_points_sealed_and_not() {
    if !Seal::is_possible() {
        eprintln!("SKIPPED: {}", Seal::promise());
        return;
    }
    for language in &LANGUAGES {
        let [program, version] = language.version;
        let there = Command::new(program).arg(version).output();
        if !there.is_ok_and(|output| output.status.success()) {
            eprintln!(
                "SKIPPED: {}: there is no {program} on this machine",
                language.name
            );
            continue;
        }
        for seal in [&["--seal", "required"][..], &["--no-seal"]] {
            let told = graded(language, seal);
            assert!(
                told.contains("1.00 of 1.00 points"),
                "{} {seal:?}: {told}",
                language.name
            );
        }
    }
}

fn graded(language: &Language, seal: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = folder.path().join("cases");
    let own = folder.path().join("ada");
    for place in [&cases, &own] {
        fs::create_dir(place).expect("made");
    }
    fs::write(
        cases.join("01-greets.txt"),
        "---\nName? {{Ada}}\nHello, Ada!\n",
    )
    .expect("written");
    fs::write(own.join(language.file), language.program).expect("written");
    let mut grade = Command::new(env!("CARGO_BIN_EXE_grade"));
    grade
        .args(["hello", "--fixtures", "../cases", "--timeout", "60"])
        .args(seal);
    grade.args(language.build.iter().flat_map(|build| ["--build", build]));
    grade.arg("--").args(language.command).current_dir(own);
    let output = grade.stdin(Stdio::null()).output().expect("grade runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}
