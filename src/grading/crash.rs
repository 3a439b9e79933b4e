//! Crashes, known by what a language prints when a program dies, or by the signal that killed it.
//!
//! What a program printed is only looked at here; nothing is run and no game is known.

use serde::{Deserialize, Serialize};

use super::faults::{self, Place, colons, is_library, thrown_by_java};
use crate::process::{Ending, signal_name};

/// So many lines of a trace are kept: those nearest to the fault.
const MOST_LINES: usize = 6;

/// A program that died.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crash {
    /// What happened and where: `ValueError: invalid literal for int() (sticks.py, line 12)`.
    pub summary: String,
    /// The file, as the language named it, and the line in it.
    #[serde(default)]
    pub place: Option<(String, String)>,
    /// The lines of the trace nearest to the fault.
    pub trace: Vec<String>,
}

/// The crash with which these lines end, if they do. Who ended with code 0 has not crashed.
pub(super) fn recognise(lines: &[&str], ending: Option<Ending>) -> Option<Crash> {
    if ending == Some(Ending::Exited(0)) {
        return None;
    }
    let languages = [python, java, node, rust, go, cpp];
    let traced = languages.iter().find_map(|language| language(lines));
    let told = || {
        let (what, place, at) = faults::told(lines)?;
        Some(from_here(&what, place, &lines[at..]))
    };
    traced.or_else(told).or_else(|| signal(lines, ending))
}

/// Why a program never began, if it was not to be found or could not be read by its language.
pub(super) fn did_not_start(lines: &[&str], ending: Option<Ending>) -> Option<String> {
    if ending == Some(Ending::Exited(0)) {
        return None;
    }
    const SIGNS: [&str; 13] = [
        "Error: Could not find or load main class ",
        "Error: Unable to access jarfile ",
        "Error: LinkageError occurred while loading main class ",
        "error: no main method found in class: ",
        "can't open file ",
        "Error: Cannot find module ",
        "Error [ERR_MODULE_NOT_FOUND]: ",
        "Error: Main method not found in class ",
        "Error: Main method is not static in class ",
        "no main manifest attribute, in ",
        "Error: Invalid or corrupt jarfile ",
        "No such file or directory -- ",
        "Could not open input file: ",
    ];
    let found = lines
        .iter()
        .find(|line| SIGNS.iter().any(|sign| line.contains(sign)));
    if let Some(line) = found {
        return Some(line.trim().to_owned());
    }
    // `java Sticks.java` compiles first.
    if lines
        .iter()
        .any(|line| line.trim() == "error: compilation failed")
    {
        let error = lines.iter().find(|line| line.contains(": error: "));
        return error.map(|line| line.trim().to_owned());
    }
    let unreadable = |line: &&&str| {
        let errors = ["SyntaxError: ", "IndentationError: ", "TabError: "];
        errors.iter().any(|error| line.starts_with(error))
    };
    if let Some(error) = lines.iter().find(unreadable) {
        let place = lines.iter().rev().find_map(|line| python_place(line));
        let place = place.or_else(|| node_place(lines.first()?));
        return Some(at(error, place.as_ref()));
    }
    match ending {
        Some(Ending::Exited(126 | 127)) => {
            let last = lines.iter().rev().find(|line| !line.trim().is_empty())?;
            Some(last.trim().to_owned())
        }
        _ => None,
    }
}

fn at(what: &str, place: Option<&Place>) -> String {
    let what = what.trim();
    match place {
        Some((file, line)) => {
            let file = file.rsplit(['/', '\\']).next().unwrap_or_default();
            format!("{what} ({file}, line {line})")
        }
        None => what.to_owned(),
    }
}

fn kept<'a>(lines: impl Iterator<Item = &'a &'a str>) -> Vec<String> {
    lines.map(|line| line.trim_end().to_owned()).collect()
}

/// The crash that is told from this line on; the lines nearest to the fault come first.
fn from_here(what: &str, place: Option<Place>, lines: &[&str]) -> Crash {
    // Where the library was at that moment, a student need not know.
    let told = lines
        .iter()
        .filter(|line| !line.trim().is_empty() && !is_library(line));
    Crash {
        summary: at(what, place.as_ref()),
        place,
        trace: kept(told.take(MOST_LINES)),
    }
}

fn python(lines: &[&str]) -> Option<Crash> {
    let begin = lines
        .iter()
        .rposition(|line| line.contains("Traceback (most recent call last):"))?;
    let trace = &lines[begin + 1..];
    let end = trace
        .iter()
        .position(|line| !line.is_empty() && !line.starts_with(' '))?;
    let places = trace[..end].iter().rev();
    let mut places = places.filter_map(|line| python_place(line));
    let own = places.find(|(file, _)| !file.contains("/lib/python") && !file.starts_with('<'));
    let shown = trace[..=end].iter().rev().take(MOST_LINES);
    let mut trace_lines = kept(shown);
    trace_lines.reverse();
    Some(Crash {
        summary: at(trace[end], own.as_ref()),
        place: own,
        trace: trace_lines,
    })
}

/// `  File "sticks.py", line 12, in <module>`.
fn python_place(line: &str) -> Option<Place> {
    let (file, rest) = line
        .trim()
        .strip_prefix("File \"")?
        .split_once("\", line ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((file.to_owned(), digits))
}

fn java(lines: &[&str]) -> Option<Crash> {
    let begin = lines
        .iter()
        .position(|line| line.contains("Exception in thread \""))?;
    let thrown = lines[begin].split_once("Exception in thread \"")?.1;
    let thrown = thrown
        .split_once("\" ")
        .map_or(thrown, |(_, thrown)| thrown);
    let (what, place) = thrown_by_java(thrown, &lines[begin + 1..]);
    Some(from_here(&what, place, &lines[begin..]))
}

fn node(lines: &[&str]) -> Option<Crash> {
    // An assertion tells what it compared before it tells where.
    let begin = (0..lines.len()).position(|at| {
        let name = lines[at].trim_start_matches("Uncaught ");
        let name = name.split([':', ' ']).next().unwrap_or_default();
        let mut after = lines[at + 1..].iter().take(MOST_LINES);
        name.ends_with("Error") && after.any(|line| line.starts_with("    at "))
    })?;
    let place = lines[begin + 1..].iter().find_map(|line| node_place(line));
    let place = place.or_else(|| lines[..begin].iter().find_map(|line| node_place(line)));
    Some(from_here(lines[begin], place, &lines[begin..]))
}

/// `    at main (/home/ada/sticks.js:12:5)`, or `/home/ada/sticks.js:12`.
fn node_place(line: &str) -> Option<Place> {
    let place = line.rsplit(['(', ' ']).next()?.trim_end_matches(')');
    let place = place.trim_start_matches("file://");
    let (file, _) = colons(place)?;
    let script = [".js", ".mjs", ".cjs", ".ts"];
    let own = script.iter().any(|end| file.ends_with(end));
    colons(place).filter(|_| own)
}

fn rust(lines: &[&str]) -> Option<Crash> {
    let begin = lines
        .iter()
        .position(|line| line.contains("thread '") && line.contains("panicked at "))?;
    let told = lines[begin].split_once("panicked at ")?.1;
    let (message, place) = match told.strip_prefix('\'') {
        // Before Rust 1.73: 'message', src/main.rs:2:5
        Some(told) => told.rsplit_once("', ")?,
        None => (*lines.get(begin + 1).unwrap_or(&""), told),
    };
    let what = format!("panicked: {message}");
    Some(from_here(&what, colons(place), &lines[begin..]))
}

fn go(lines: &[&str]) -> Option<Crash> {
    let begin = lines
        .iter()
        .position(|line| line.contains("panic: ") || line.contains("fatal error: "))?;
    let trace = &lines[begin..];
    trace.iter().find(|line| line.starts_with("goroutine "))?;
    let places = trace.iter().filter(|line| line.starts_with('\t'));
    let own = places.filter(|line| !line.contains("/src/runtime/"));
    let place = own.filter_map(|line| colons(line)).next();
    let what = ["panic: ", "fatal error: "]
        .iter()
        .find_map(|sign| trace[0].find(sign))
        .map_or(trace[0], |from| &trace[0][from..]);
    Some(from_here(what, place, trace))
}

fn cpp(lines: &[&str]) -> Option<Crash> {
    const SIGN: &str = "terminate called after throwing an instance of '";
    let begin = lines.iter().position(|line| line.contains(SIGN))?;
    let kind = lines[begin].split_once(SIGN)?.1.trim_end_matches('\'');
    let what = lines.get(begin + 1).and_then(|line| {
        let (_, message) = line.split_once("what():")?;
        Some(format!("{kind}: {}", message.trim()))
    });
    let summary = what.unwrap_or_else(|| format!("{kind}, thrown and not caught"));
    Some(from_here(&summary, None, &lines[begin..]))
}

/// Killed by a signal; a shell in between turns it into an exit code.
fn signal(lines: &[&str], ending: Option<Ending>) -> Option<Crash> {
    const OUR_LIMITS: [i32; 2] = [24, 25];
    let signal = match ending? {
        Ending::Killed(signal) if !OUR_LIMITS.contains(&signal) => signal,
        Ending::Exited(code @ (132 | 134 | 135 | 136 | 139)) => code - 128,
        _ => return None,
    };
    let meaning = match signal {
        4 => ", an instruction that does not exist",
        6 => ", the program gave itself up",
        7 | 11 => ", a pointer or an index that leads nowhere",
        8 => ", a division by zero",
        _ => "",
    };
    let last = lines.iter().rev().take(2).filter(|line| {
        let told = [
            "***",
            "free()",
            "malloc",
            "double free",
            "Assertion",
            "corrupted",
        ];
        told.iter().any(|sign| line.contains(sign))
    });
    let mut trace = kept(last);
    trace.reverse();
    Some(Crash {
        summary: format!("{}{meaning}", signal_name(signal)),
        place: None,
        trace,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(text: &str, code: i32) -> Option<String> {
        let lines: Vec<&str> = text.lines().collect();
        recognise(&lines, Some(Ending::Exited(code))).map(|crash| crash.summary)
    }

    #[test]
    fn each_language_dies_in_its_own_words() {
        for (text, code, said) in [
            (
                "How many? Traceback (most recent call last):\n  File \"/home/ada/sticks.py\", line 12, in <module>\n    main()\n  File \"/usr/lib/python3.12/re.py\", line 3, in x\nValueError: invalid literal for int() with base 10: 'x'\n",
                1,
                "ValueError: invalid literal for int() with base 10: 'x' (sticks.py, line 12)",
            ),
            (
                "Take: Exception in thread \"main\" java.util.InputMismatchException: For input string: \"x\"\n\tat java.base/java.util.Scanner.throwFor(Scanner.java:939)\n\tat Sticks.main(Sticks.java:7)\n",
                1,
                "InputMismatchException: For input string: \"x\" (Sticks.java, line 7)",
            ),
            (
                "Exception in thread \"main\" java.lang.ExceptionInInitializerError\nCaused by: java.lang.NumberFormatException: For input string: \"x\"\n\tat java.base/java.lang.Integer.parseInt(Integer.java:1)\n\tat Board.<clinit>(Board.java:4)\n",
                1,
                "NumberFormatException: For input string: \"x\", and so ExceptionInInitializerError (Board.java, line 4)",
            ),
            (
                "/home/ada/sticks.js:4\n    n.toFixed()\n      ^\n\nTypeError: Cannot read properties of undefined (reading 'toFixed')\n    at main (/home/ada/sticks.js:4:7)\n    at node:internal/main:1:1\n\nNode.js v20.1.0\n",
                1,
                "TypeError: Cannot read properties of undefined (reading 'toFixed') (sticks.js, line 4)",
            ),
            (
                "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n1 !== 2\n\n    at Object.<anonymous> (/home/ada/sticks.js:1:33)\n",
                1,
                "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: (sticks.js, line 1)",
            ),
            (
                "\nthread 'main' (123) panicked at src/main.rs:2:5:\nindex out of bounds: the len is 3\nnote: run with\n",
                101,
                "panicked: index out of bounds: the len is 3 (main.rs, line 2)",
            ),
            (
                "thread 'main' panicked at 'oh, no', src/main.rs:2:5\n",
                101,
                "panicked: oh, no (main.rs, line 2)",
            ),
            (
                "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/home/ada/main.go:12 +0x1d\nexit status 2\n",
                2,
                "panic: runtime error: index out of range [5] with length 3 (main.go, line 12)",
            ),
            (
                "terminate called after throwing an instance of 'std::out_of_range'\n  what():  stoi\n",
                134,
                "std::out_of_range: stoi",
            ),
            (
                "terminate called after throwing an instance of 'int'\n",
                134,
                "int, thrown and not caught",
            ),
            (
                "/home/ada/board.js:1\nthrow \"no board\";\n^\nno board\n(Use `node --trace-uncaught ...` to show where the exception was thrown)\n\nNode.js v20.1.0\n",
                1,
                "thrown and not caught: no board (board.js, line 1)",
            ),
            (
                "board: board.c:2: main: Assertion `n > 0' failed.\n",
                134,
                "Assertion `n > 0' failed (board.c, line 2)",
            ),
            (
                "=================================================================\n==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6020 at pc 0x55\nWRITE of size 4 at 0x6020 thread T0\n    #0 0x55 in main /home/ada/board.c:3\n\nSUMMARY: AddressSanitizer: heap-buffer-overflow /home/ada/board.c:3 in main\n==7==ABORTING\n",
                1,
                "AddressSanitizer: heap-buffer-overflow (board.c, line 3)",
            ),
            (
                "board.c:4:4: runtime error: signed integer overflow: 1 + 2 cannot be represented\n",
                1,
                "runtime error: signed integer overflow: 1 + 2 cannot be represented (board.c, line 4)",
            ),
            (
                "Move: 6\njava.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 1\n\tat java.base/java.util.X.get(X.java:1)\n\tat Board.main(Board.java:12)\n",
                1,
                "ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 1 (Board.java, line 12)",
            ),
            (
                "board.rb:3:in `take': undefined method `x' for nil:NilClass (NoMethodError)\n\tfrom board.rb:5:in `<main>'\n",
                1,
                "NoMethodError: undefined method `x' for nil:NilClass (board.rb, line 3)",
            ),
            (
                "PHP Fatal error:  Uncaught Exception: no board in /home/ada/board.php:3\nStack trace:\n#0 {main}\n",
                255,
                "Exception: no board (board.php, line 3)",
            ),
            (
                "Unhandled exception. System.FormatException: no number\n   at System.Number.X()\n   at Board.Main(String[] args) in /home/ada/Board.cs:line 7\n",
                134,
                "FormatException: no number (Board.cs, line 7)",
            ),
            (
                "lua: board.lua:3: attempt to index a nil value\nstack traceback:\n\tboard.lua:3: in main chunk\n",
                1,
                "attempt to index a nil value (board.lua, line 3)",
            ),
            (
                "no board at board.pl line 3.\n",
                255,
                "no board (board.pl, line 3)",
            ),
            ("", 139, "SIGSEGV, a pointer or an index that leads nowhere"),
        ] {
            assert_eq!(summary(text, code).as_deref(), Some(said));
            assert_eq!(summary(text, 0), None, "who ends well has not crashed");
        }
        let killed = recognise(&[], Some(Ending::Killed(8))).expect("a crash");
        assert_eq!(killed.summary, "SIGFPE, a division by zero");
        assert_eq!(recognise(&["Bye."], Some(Ending::Exited(1))), None);
        let leaks = "SUMMARY: AddressSanitizer: 10 byte(s) leaked in 1 allocation(s).";
        assert_eq!(recognise(&[leaks], Some(Ending::Exited(1))), None);
    }

    #[test]
    fn the_trace_shows_the_lines_of_the_program_itself() {
        let lines = [
            "Exception in thread \"main\" java.lang.IndexOutOfBoundsException: Index 0",
            "\tat java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64)",
            "\tat java.base/java.util.ArrayList.get(ArrayList.java:427)",
            "\tat Board.top(Board.java:2)",
        ];
        let crash = recognise(&lines, Some(Ending::Exited(1))).expect("a crash");
        assert_eq!(crash.trace, [lines[0], lines[3]]);
    }

    #[test]
    fn what_never_began_is_told_from_what_died() {
        for (text, code, said) in [
            (
                "Error: Could not find or load main class Stick\nCaused by: java.lang.ClassNotFoundException: Stick\n",
                1,
                "Error: Could not find or load main class Stick",
            ),
            (
                "  File \"/home/ada/sticks.py\", line 3\n    print(\"x\"\n         ^\nSyntaxError: '(' was never closed\n",
                1,
                "SyntaxError: '(' was never closed (sticks.py, line 3)",
            ),
            (
                "python3: can't open file '/home/ada/x.py': [Errno 2] No such file or directory\n",
                2,
                "python3: can't open file '/home/ada/x.py': [Errno 2] No such file or directory",
            ),
            (
                "Error: Main method not found in class Board, please define the main method as:\n   public static void main(String[] args)\n",
                1,
                "Error: Main method not found in class Board, please define the main method as:",
            ),
            (
                "Board.java:1: error: incompatible types: String cannot be converted to int\n  int x = \"a\";\n          ^\n1 error\nerror: compilation failed\n",
                1,
                "Board.java:1: error: incompatible types: String cannot be converted to int",
            ),
            (
                "sh: 1: ./a.out: Permission denied\n",
                126,
                "sh: 1: ./a.out: Permission denied",
            ),
        ] {
            let lines: Vec<&str> = text.lines().collect();
            let reason = did_not_start(&lines, Some(Ending::Exited(code)));
            assert_eq!(reason.as_deref(), Some(said));
        }
        let lines = ["Traceback (most recent call last):", "ValueError: x"];
        assert_eq!(did_not_start(&lines, Some(Ending::Exited(1))), None);
    }
}
