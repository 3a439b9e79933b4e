//! What languages and their tools print when a program dies, where one line says it all: sanitizers,
//! assertions, and the languages that name the place beside the error.
//!
//! It only reads; nothing is run and no game is known.

/// A file and a line in it.
pub(super) type Place = (String, String);

/// What went wrong, where, and in which of the lines that is said.
pub(super) type Fault = (String, Option<Place>, usize);

/// The fault that one of these lines tells, if one does.
pub(super) fn told(lines: &[&str]) -> Option<Fault> {
    let languages = [
        sanitizer, undefined, assertion, java, thrown, ruby, php, csharp, lua, perl,
    ];
    languages.iter().find_map(|language| language(lines))
}

/// `.../file:12:5` as a place.
pub(super) fn colons(text: &str) -> Option<Place> {
    let mut parts = text.trim().splitn(3, ':');
    let (file, line) = (parts.next()?, parts.next()?);
    let digits: String = line.chars().take_while(char::is_ascii_digit).collect();
    (!file.is_empty() && !digits.is_empty()).then(|| (file.to_owned(), digits))
}

/// The first line of which something can be made.
fn first(lines: &[&str], read: impl Fn(&str) -> Option<(String, Option<Place>)>) -> Option<Fault> {
    let mut lines = lines.iter().enumerate();
    lines.find_map(|(at, line)| read(line).map(|(what, place)| (what, place, at)))
}

/// `SUMMARY: AddressSanitizer: heap-buffer-overflow x.c:3 in main`. What leaks did not die of it.
fn sanitizer(lines: &[&str]) -> Option<Fault> {
    let (what, place, _) = first(lines, |line| {
        let (tool, told) = line.split_once("SUMMARY: ")?.1.split_once(": ")?;
        let mut words = told.split_whitespace();
        let what = format!("{tool}: {}", words.next()?);
        let place = words.next().and_then(colons);
        (tool.ends_with("Sanitizer") && !told.contains("leaked")).then_some((what, place))
    })?;
    let begin = lines
        .iter()
        .position(|line| line.contains("ERROR: ") || line.contains("WARNING: "));
    Some((what, place, begin.unwrap_or(0)))
}

/// `x.c:4:4: runtime error: signed integer overflow`.
fn undefined(lines: &[&str]) -> Option<Fault> {
    first(lines, |line| {
        let (place, what) = line.split_once(": runtime error: ")?;
        let place = place.rsplit(' ').next().and_then(colons)?;
        Some((format!("runtime error: {what}"), Some(place)))
    })
}

/// ``x: x.c:2: main: Assertion `n > 0' failed.``
fn assertion(lines: &[&str]) -> Option<Fault> {
    first(lines, |line| {
        let (before, what) = line.split_once("Assertion ")?;
        let what = what.trim_end().strip_suffix('.')?.strip_suffix(" failed")?;
        let mut places = before.match_indices(':').filter_map(|(at, _)| {
            let file = before[..at].rsplit([' ', ':']).next()?;
            colons(&format!("{file}{}", &before[at..]))
        });
        Some((format!("Assertion {what} failed"), Some(places.next()?)))
    })
}

/// A trace that the program printed itself, before it gave up.
fn java(lines: &[&str]) -> Option<Fault> {
    let begin = lines.windows(2).position(|pair| {
        let kind = pair[0].split(':').next().unwrap_or_default();
        let thrown = kind.ends_with("Exception") || kind.ends_with("Error");
        thrown && !kind.contains(' ') && pair[1].starts_with("\tat ")
    })?;
    let (what, place) = thrown_by_java(lines[begin], &lines[begin + 1..]);
    Some((what, place, begin))
}

/// What was thrown and where, with the innermost cause: what wraps it only passes it on.
pub(super) fn thrown_by_java(thrown: &str, frames: &[&str]) -> (String, Option<Place>) {
    const CAUSE: &str = "Caused by: ";
    let cause = frames.iter().rposition(|line| line.starts_with(CAUSE));
    let own = |frames: &[&str]| frames.iter().find_map(|line| own_frame(line));
    let Some(cause) = cause else {
        return (java_error(thrown), own(frames));
    };
    let what = java_error(&frames[cause][CAUSE.len()..]);
    let place = own(&frames[cause + 1..]).or_else(|| own(frames));
    (format!("{what}, and so {}", java_error(thrown)), place)
}

/// `java.lang.X: message` without the package.
fn java_error(thrown: &str) -> String {
    let (kind, message) = thrown.split_once(':').unwrap_or((thrown, ""));
    let kind = kind.rsplit('.').next().unwrap_or(kind);
    match message.trim() {
        "" => kind.to_owned(),
        message => format!("{kind}: {message}"),
    }
}

/// What is no error can be thrown, too: `(Use \`node --trace-uncaught ...\` to show where ...)`.
fn thrown(lines: &[&str]) -> Option<Fault> {
    let end = lines
        .iter()
        .position(|line| line.contains("(Use `node --trace-uncaught"))?;
    let what = lines[..end].iter().rfind(|line| !line.trim().is_empty())?;
    let source = |line: &&str| line.contains(".js:") || line.contains(".mjs:");
    let begin = lines[..end].iter().rposition(source)?;
    Some((
        format!("thrown and not caught: {what}"),
        colons(lines[begin]),
        begin,
    ))
}

/// The place of a frame of Java, unless it is the library's.
fn own_frame(line: &str) -> Option<Place> {
    let frame = line.trim().strip_prefix("at ")?;
    let (method, place) = frame.split_once('(')?;
    let own = !is_library(method);
    own.then(|| colons(place.trim_end_matches(')'))).flatten()
}

/// Whether a line of a trace of Java or Node is a frame of its library.
pub(super) fn is_library(line: &str) -> bool {
    let frame = line.trim();
    if frame.starts_with("at ") && (frame.contains("(node:") || frame.starts_with("at node:")) {
        return true;
    }
    let frame = frame.strip_prefix("at ").unwrap_or(frame);
    let library = ["java.", "javax.", "jdk.", "sun.", "java.base/"];
    library.iter().any(|begin| frame.starts_with(begin))
}

/// ``x.rb:3:in `f': undefined method (NoMethodError)``
fn ruby(lines: &[&str]) -> Option<Fault> {
    first(lines, |line| {
        let (place, what) = line.split_once(":in ")?;
        let (_, what) = what.split_once("': ").or_else(|| what.split_once("`: "))?;
        let place = colons(place).filter(|(file, _)| file.ends_with(".rb"))?;
        let (message, kind) = what.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
        Some((format!("{kind}: {message}"), Some(place)))
    })
}

/// `PHP Fatal error:  Uncaught Exception: no board in /home/ada/x.php:3`.
fn php(lines: &[&str]) -> Option<Fault> {
    first(lines, |line| {
        let (_, told) = line.split_once("Fatal error: ")?;
        let told = told.trim().trim_start_matches("Uncaught ");
        let (what, place) = told.rsplit_once(" in ")?;
        let place = place.replace(" on line ", ":");
        Some((what.to_owned(), colons(&place)))
    })
}

/// `Unhandled exception. System.FormatException: no number`, and `in /home/ada/X.cs:line 3` below.
fn csharp(lines: &[&str]) -> Option<Fault> {
    let (what, _, begin) = first(lines, |line| {
        let (_, told) = line.split_once("Unhandled exception. ")?;
        let (kind, message) = told.split_once(": ")?;
        let kind = kind.rsplit('.').next()?;
        Some((format!("{kind}: {message}"), None))
    })?;
    let places = lines[begin..].iter().filter_map(|line| {
        let (file, line) = line.split_once(") in ")?.1.rsplit_once(":line ")?;
        Some((file.to_owned(), line.trim().to_owned()))
    });
    Some((what, places.into_iter().next(), begin))
}

/// `lua: x.lua:3: attempt to index a nil value`.
fn lua(lines: &[&str]) -> Option<Fault> {
    lines
        .iter()
        .find(|line| line.trim() == "stack traceback:")?;
    first(lines, |line| {
        let (place, what) = line.split_once(".lua:")?;
        let file = format!("{}.lua", place.rsplit(' ').next()?);
        let (number, what) = what.split_once(": ")?;
        Some((what.to_owned(), colons(&format!("{file}:{number}"))))
    })
}

/// `no board at x.pl line 3.`
fn perl(lines: &[&str]) -> Option<Fault> {
    first(lines, |line| {
        let (told, number) = line.trim_end().strip_suffix('.')?.rsplit_once(" line ")?;
        let (what, file) = told.rsplit_once(" at ")?;
        let script = file.ends_with(".pl") && number.bytes().all(|byte| byte.is_ascii_digit());
        script.then(|| (what.to_owned(), Some((file.to_owned(), number.to_owned()))))
    })
}
