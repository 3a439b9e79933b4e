//! A crash is called a crash, whatever the language; what never began is one line for the run.

use std::fs;
use std::process::Command;

use crate::menagerie::{command, speaks, told};

/// A language: what has to be there, the file of a program, how it is made, how it is run.
struct Language {
    tool: &'static str,
    file: &'static str,
    make: &'static [&'static str],
    run: &'static [&'static str],
}

const PYTHON: Language = Language {
    tool: "python3",
    file: "sticks.py",
    make: &[],
    run: &["python3", "sticks.py"],
};
const C: Language = Language {
    tool: "gcc",
    file: "sticks.c",
    make: &["gcc", "-w", "-O0", "-o", "sticks", "sticks.c"],
    run: &["./sticks"],
};
const CPP: Language = Language {
    tool: "g++",
    file: "sticks.cpp",
    make: &["g++", "-w", "-O0", "-o", "sticks", "sticks.cpp"],
    run: &["./sticks"],
};
const JAVA: Language = Language {
    tool: "javac",
    file: "Sticks.java",
    make: &["javac", "Sticks.java"],
    run: &["java", "Sticks"],
};
const NODE: Language = Language {
    tool: "node",
    file: "sticks.js",
    make: &[],
    run: &["node", "sticks.js"],
};
const RUST: Language = Language {
    tool: "rustc",
    file: "sticks.rs",
    make: &["rustc", "sticks.rs"],
    run: &["./sticks"],
};
const GO: Language = Language {
    tool: "go",
    file: "sticks.go",
    make: &["go", "build", "-o", "sticks", "sticks.go"],
    run: &["./sticks"],
};

impl Language {
    /// The report on part 1 of the game of sticks; `None` without the language.
    fn report(&self, program: &str, options: &[&str]) -> Option<(Option<i32>, String)> {
        if !speaks(self.tool) {
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(self.file), program).expect("written");
        if let [tool, words @ ..] = self.make {
            let made = Command::new(tool)
                .args(words)
                .current_dir(&folder)
                .env("GOCACHE", folder.path().join("cache"))
                .output();
            let made = made.expect("the compiler runs");
            let said = String::from_utf8_lossy(&made.stderr);
            assert!(made.status.success(), "{said}");
        }
        let words = ["sticks", "--part", "1", "--timeout", "60"];
        let words = [&words[..], options, &["--"], self.run].concat();
        let output = command(&words).current_dir(&folder).output();
        let output = output.expect("grade can be started");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        Some((output.status.code(), told(&output) + &error))
    }
}

const ASKS: &str = "How many sticks are there on the table initially (10-100)? ";

/// Programs that greet, ask, and die of the answer; and what is said of it.
fn crashes() -> Vec<(Language, String, &'static str)> {
    let python = |dies: &str| {
        format!("print(\"Welcome to the game of sticks!\")\nn = input(\"{ASKS}\")\n{dies}\n")
    };
    let c = |dies: &str| {
        format!(
            "#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\nint main() {{ volatile int n; printf(\"Welcome to the game of sticks!\\n{ASKS}\"); scanf(\"%d\", &n); {dies} }}\n"
        )
    };
    let java = |dies: &str| {
        format!(
            "import java.util.*;\nclass Sticks {{\n  public static void main(String[] words) {{\n    System.out.println(\"Welcome to the game of sticks!\");\n    System.out.print(\"{ASKS}\");\n    int n = new Scanner(System.in).nextInt();\n    {dies}\n  }}\n}}\n"
        )
    };
    let rust = |dies: &str| {
        format!(
            "fn main() {{\n    println!(\"Welcome to the game of sticks!\\n{ASKS}\");\n    let mut n = String::new();\n    std::io::stdin().read_line(&mut n).unwrap();\n    {dies}\n}}\n"
        )
    };
    vec![
        (PYTHON, python("int(n + 'x')"), "ValueError: invalid literal for int() with base 10: '10x' (sticks.py, line 3)"),
        (PYTHON, python("[1, 2][int(n)]"), "IndexError: list index out of range (sticks.py, line 3)"),
        (PYTHON, python("undefined(n)"), "NameError: name 'undefined' is not defined (sticks.py, line 3)"),
        (C, c("int *p = 0; *p = n;"), "SIGSEGV, a pointer or an index that leads nowhere"),
        (C, c("raise(8);"), "SIGFPE, a division by zero"),
        (C, c("abort();"), "SIGABRT, the program gave itself up"),
        (CPP, "#include <iostream>\n#include <vector>\nint main() { std::cout << \"Sticks\\nHow many sticks (10-100)? \" << std::flush; int n; std::cin >> n; std::vector<int> v(2); std::cout << v.at(n); }\n".to_owned(), "std::out_of_range: vector::_M_range_check"),
        (JAVA, java("System.out.println(words[n]);"), "ArrayIndexOutOfBoundsException: Index 10 out of bounds for length 0 (Sticks.java, line 7)"),
        (JAVA, java("Integer.parseInt(\"x\" + n);"), "NumberFormatException: For input string: \"x10\""),
        (NODE, format!("const lines = require('readline').createInterface({{ input: process.stdin, output: process.stdout }});\nlines.question('{ASKS}', n => {{\n  undefined.take(n);\n}});\n"), "TypeError: Cannot read properties of undefined (reading 'take') (sticks.js, line 3)"),
        (RUST, rust("println!(\"{}\", vec![1, 2][n.trim().parse::<usize>().unwrap()]);"), "panicked: index out of bounds: the len is 2 but the index is 10 (sticks.rs, line 5)"),
        (RUST, rust("n.parse::<u32>().unwrap();"), "panicked: called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit } (sticks.rs, line 5)"),
        (GO, format!("package main\n\nimport \"fmt\"\n\nfunc main() {{\n\tvar n int\n\tfmt.Print(\"{ASKS}\")\n\tfmt.Scan(&n)\n\tfmt.Println([]int{{1, 2}}[n])\n}}\n"), "panic: runtime error: index out of range [10] with length 2 (sticks.go, line 9)"),
    ]
}

#[test]
fn a_crash_is_called_a_crash_first_and_once_in_every_language() {
    let mut seen = 0;
    for (language, program, said) in crashes() {
        let options = ["--only", "01-*", "--only", "04-*", "--only", "05-*"];
        let Some((code, told)) = language.report(&program, &options) else {
            continue;
        };
        seen += 1;
        assert_eq!(code, Some(1), "{told}");
        let first = told.lines().next().unwrap_or_default();
        assert!(
            first.contains(&format!(": crashed: {said}")),
            "{said}: {told}"
        );
        assert_eq!(told.matches("crashed: ").count(), 1, "{told}");
        assert!(told.contains("    and 2 more like it\n"), "{told}");
        assert!(told.lines().count() <= 25, "{told}");
    }
    println!("{seen} crashes seen");
}

/// One bug was told in full as often as its message had other words in it.
#[test]
fn the_same_error_in_the_same_line_is_one_crash_whatever_it_says_of_the_case() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(
        folder.path().join("stones.py"),
        "import sys\ndef at(words):\n    return {}[' '.join(words)]\nprint(at(sys.argv))\n",
    )
    .expect("written");
    let words = [
        "take_stones",
        "--timeout",
        "60",
        "--only",
        "0*",
        "--",
        "python3",
        "stones.py",
    ];
    let output = command(&words).current_dir(&folder).output();
    let told = told(&output.expect("grade can be started"));
    assert_eq!(told.matches("crashed: KeyError").count(), 1, "{told}");
    assert!(told.contains("    and 8 more like it\n"), "{told}");
}

#[test]
fn frames_of_a_library_are_not_shown() {
    let throws = format!(
        "const lines = require('readline').createInterface({{ input: process.stdin }});\nprocess.stdout.write('{ASKS}');\nlines.on('line', n => null.take);\n"
    );
    let Some((_, told)) = NODE.report(&throws, &["--only", "01-*"]) else {
        return;
    };
    assert!(
        told.contains("    |     at ") && !told.contains("node:"),
        "{told}"
    );
}

/// It was called "not heard", with the advice to use the assignment's words.
#[test]
fn a_program_without_a_word_is_told_that_it_prints_nothing() {
    for (assignment, silent) in [
        ("take_stones", "exit 0"),
        ("toothpicks", "exit 0"),
        ("toothpicks", "exit 2"),
        ("chopsticks", "exit 0"),
    ] {
        let words = [assignment, "--timeout", "60", "--only", "1*", "--"];
        let words = [&words[..], &["sh", "-c", silent]].concat();
        let output = command(&words).output();
        let told = told(&output.expect("grade can be started"));
        assert!(told.contains(": it prints nothing at all ("), "{told}");
        assert!(told.contains("hint: nothing was printed at all"), "{told}");
        assert!(told.contains(" 0 passed, "), "{told}");
        assert!(!told.contains("not heard"), "{told}");
    }
}

#[test]
fn an_annotation_leads_to_the_line_that_crashed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("annotations");
    let options = [
        "--only",
        "01-*",
        "--annotations",
        path.to_str().expect("UTF-8"),
    ];
    let program = format!("n = input(\"{ASKS}\")\nint(n + 'x')\n");
    PYTHON.report(&program, &options).expect("python3 is here");
    let written = fs::read_to_string(path).expect("written");
    assert!(
        written.starts_with("::error file=sticks.py,line=2,title=part 1"),
        "{written}"
    );
}

#[test]
fn what_never_began_is_one_line_for_the_run() {
    let syntax = (
        PYTHON,
        "print(\"Welcome\"\n",
        "SyntaxError: '(' was never closed (sticks.py, line 1)",
    );
    let no_class = (
        JAVA,
        "class Stick {}\n",
        "Could not find or load main class Sticks",
    );
    for (language, program, said) in [syntax, no_class] {
        let Some((code, told)) = language.report(program, &[]) else {
            continue;
        };
        assert_eq!(code, Some(3), "{told}");
        assert_eq!(told.matches(said).count(), 1, "{told}");
        assert!(told.lines().count() <= 3, "{told}");
    }
}
