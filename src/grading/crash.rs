//! Crashes, known by what a language prints when a program dies, or by the signal that killed it.
//!
//! What a program printed is only looked at here; nothing is run and no game is known.

use serde::{Deserialize, Serialize};

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
    traced.or_else(|| signal(lines, ending))
}

/// Why a program never began, if it was not to be found or could not be read by its language.
pub(super) fn did_not_start(lines: &[&str], ending: Option<Ending>) -> Option<String> {
    if ending == Some(Ending::Exited(0)) {
        return None;
    }
    const SIGNS: [&str; 6] = [
        "Error: Could not find or load main class ",
        "Error: Unable to access jarfile ",
        "Error: LinkageError occurred while loading main class ",
        "error: no main method found in class: ",
        "can't open file ",
        "Error: Cannot find module ",
    ];
    let found = lines
        .iter()
        .find(|line| SIGNS.iter().any(|sign| line.contains(sign)));
    if let Some(line) = found {
        return Some(line.trim().to_owned());
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

/// A file and a line in it.
type Place = (String, String);

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

/// `.../file:12:5` as a place.
fn colons(text: &str) -> Option<Place> {
    let mut parts = text.trim().splitn(3, ':');
    let (file, line) = (parts.next()?, parts.next()?);
    let digits: String = line.chars().take_while(char::is_ascii_digit).collect();
    (!file.is_empty() && !digits.is_empty()).then(|| (file.to_owned(), digits))
}

fn kept<'a>(lines: impl Iterator<Item = &'a &'a str>) -> Vec<String> {
    lines.map(|line| line.trim_end().to_owned()).collect()
}

/// The crash that is told from this line on; the lines nearest to the fault come first.
fn from_here(what: &str, place: Option<Place>, lines: &[&str]) -> Crash {
    let told = lines.iter().filter(|line| !line.trim().is_empty());
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
    let (kind, message) = thrown.split_once(':').unwrap_or((thrown, ""));
    let kind = kind.rsplit('.').next().unwrap_or(kind);
    let what = match message.trim() {
        "" => kind.to_owned(),
        message => format!("{kind}: {message}"),
    };
    let frames = lines[begin..].iter().filter_map(|line| {
        let frame = line.trim().strip_prefix("at ")?;
        let (method, place) = frame.split_once('(')?;
        let library = ["java.", "javax.", "jdk.", "sun.", "java.base/"];
        let own = !library.iter().any(|begin| method.starts_with(begin));
        own.then(|| colons(place.trim_end_matches(')'))).flatten()
    });
    let place = frames.into_iter().next();
    Some(from_here(&what, place, &lines[begin..]))
}

fn node(lines: &[&str]) -> Option<Crash> {
    let begin = lines.windows(2).position(|pair| {
        let name = pair[0].trim_start_matches("Uncaught ");
        let name = name.split([':', ' ']).next().unwrap_or_default();
        name.ends_with("Error") && pair[1].starts_with("    at ")
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
    let summary = what.unwrap_or_else(|| kind.to_owned());
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
                "/home/ada/sticks.js:4\n    n.toFixed()\n      ^\n\nTypeError: Cannot read properties of undefined (reading 'toFixed')\n    at main (/home/ada/sticks.js:4:7)\n    at node:internal/main:1:1\n\nNode.js v20.1.0\n",
                1,
                "TypeError: Cannot read properties of undefined (reading 'toFixed') (sticks.js, line 4)",
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
            ("", 139, "SIGSEGV, a pointer or an index that leads nowhere"),
        ] {
            assert_eq!(summary(text, code).as_deref(), Some(said));
            assert_eq!(summary(text, 0), None, "who ends well has not crashed");
        }
        let killed = recognise(&[], Some(Ending::Killed(8))).expect("a crash");
        assert_eq!(killed.summary, "SIGFPE, a division by zero");
        assert_eq!(recognise(&["Bye."], Some(Ending::Exited(1))), None);
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
