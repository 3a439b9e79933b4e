//! Lines that the runner of GitHub Actions shows at a file, or at the run where no file is known.

use std::fmt::Write;
use std::path::Path;

use super::grade::{Grade, Graded, Status};

/// One command of the runner for every failure that is told, each sentence once.
pub(super) fn commands(grade: &Grade) -> String {
    let mut text = String::new();
    let mut said: Vec<&str> = Vec::new();
    let told = |case: &&Graded| !case.hidden && matches!(case.status, Status::Fail | Status::Error);
    for case in grade.cases.iter().filter(told) {
        let reason = case.reason.as_deref().unwrap_or("it failed");
        if said.contains(&reason) {
            continue;
        }
        said.push(reason);
        let place = case.crash.as_ref().and_then(|crash| crash.place.as_ref());
        let place = place.map_or(String::new(), |(file, line)| {
            format!("file={},line={line},", property(&from_here(file)))
        });
        let (name, reason) = (property(&case.name), data(reason));
        let _ = writeln!(text, "::error {place}title={name}::{reason}");
    }
    text
}

/// A file as it is called from the folder of the run, which is where the runner looks for it.
fn from_here(file: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let below = Path::new(file).strip_prefix(here);
    below.map_or_else(|_| file.to_owned(), |path| path.display().to_string())
}

/// Text after the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_ends_its_property_or_its_line() {
        assert_eq!(property("a,b::c\n%"), "a%2Cb%3A%3Ac%0A%25");
        assert_eq!(data("x\n::add-mask::y"), "x%0A::add-mask::y");
    }
}
