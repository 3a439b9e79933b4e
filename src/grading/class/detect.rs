//! How a submission is built and started, told by its files.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What is built goes by this name, where we may choose it.
const PROGRAM: &str = "./program-to-grade";

/// How to get a running program out of a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The words of the command that builds it; empty if nothing is to be built.
    pub build: Vec<String>,
    /// The words of the command that starts it; empty if that shows after the build.
    pub run: Vec<String>,
    /// Why it was chosen.
    pub because: String,
}

impl Plan {
    fn new(build: &[&str], run: &[&str], because: impl Into<String>) -> Plan {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Plan {
            build: owned(build),
            run: owned(run),
            because: because.into(),
        }
    }
}

/// Languages by the endings of their files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Language {
    C,
    Cpp,
    Java,
    Rust,
    Go,
    Run(&'static str),
}

fn language(path: &Path) -> Option<Language> {
    Some(match path.extension()?.to_str()? {
        "c" => Language::C,
        "cpp" | "cc" | "cxx" => Language::Cpp,
        "java" => Language::Java,
        "rs" => Language::Rust,
        "go" => Language::Go,
        "py" => Language::Run("python3"),
        "js" | "mjs" | "cjs" => Language::Run("node"),
        "rb" => Language::Run("ruby"),
        "pl" => Language::Run("perl"),
        "sh" => Language::Run("sh"),
        _ => return None,
    })
}

/// Whether a file is a program in a language that is known.
pub fn is_source(path: &Path) -> bool {
    language(path).is_some()
}

/// Chooses how to build and start what is in a folder. The error says which files there are, and what
/// to pass.
pub fn detect(folder: &Path, files: &[PathBuf], assignment: &str) -> Result<Plan, String> {
    if let Some(plan) = by_project(folder, files) {
        return Ok(plan);
    }
    let sources: Vec<(&Path, Language)> = files
        .iter()
        .filter_map(|path| Some((path.as_path(), language(path)?)))
        .collect();
    let named: Vec<_> = sources
        .iter()
        .filter(|(path, _)| is_named_after(path, assignment))
        .collect();
    if let [(path, language)] = named[..] {
        let why = format!("`{}` has the assignment's name", path.display());
        return Ok(plan_for(folder, path, *language, &sources, why));
    }
    if let [(path, language)] = sources[..] {
        let why = format!("`{}` is the only program", path.display());
        return Ok(plan_for(folder, path, language, &sources, why));
    }
    let mains: Vec<_> = sources
        .iter()
        .filter(|(path, language)| has_main(&folder.join(path), *language))
        .collect();
    if let [(path, language)] = mains[..] {
        let why = format!("`{}` is the only one with a main", path.display());
        return Ok(plan_for(folder, path, *language, &sources, why));
    }
    if mains.is_empty()
        && let Some((path, language)) = never_imported(folder, &sources)
    {
        let why = format!("`{}` uses the others", path.display());
        return Ok(plan_for(folder, path, language, &sources, why));
    }
    by_first_line(folder, files).ok_or_else(|| no_choice(files, sources.len()))
}

/// Of scripts in one language, the only one that no other names.
fn never_imported<'a>(
    folder: &Path,
    sources: &[(&'a Path, Language)],
) -> Option<(&'a Path, Language)> {
    let (_, language @ Language::Run(_)) = *sources.first()? else {
        return None;
    };
    let texts: Vec<(&Path, String)> = sources
        .iter()
        .map(|(path, _)| (*path, start_of(&folder.join(path))))
        .collect();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let names = |text: &str, stem: &str| {
        text.lines()
            .filter(|line| line.contains("import") || line.contains("require"))
            .any(|line| line.split(|c| !is_word(c)).any(|word| word == stem))
    };
    let imported = |path: &Path| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut others = texts.iter().filter(|(other, _)| *other != path);
        others.any(|(_, text)| names(text, &stem))
    };
    let mut left = sources.iter().filter(|(path, _)| !imported(path));
    match (left.next(), left.next()) {
        (Some(only), None) if sources.iter().all(|(_, of)| *of == language) => Some(*only),
        _ => None,
    }
}

fn no_choice(files: &[PathBuf], programs: usize) -> String {
    let shown: Vec<String> = files
        .iter()
        .take(8)
        .map(|path| format!("`{}`", path.display()))
        .collect();
    let more = match files.len().saturating_sub(8) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let there = match shown.is_empty() {
        true => "there are no files".to_owned(),
        false => format!("there are {}{more}", shown.join(", ")),
    };
    let why = match programs {
        0 => "no file is a program that is known",
        _ => "several files could be the program",
    };
    format!("{why}: {there}; pass --build and --run")
}

/// A file that says how the whole folder is built.
fn by_project(folder: &Path, files: &[PathBuf]) -> Option<Plan> {
    let has = |name: &str| files.iter().any(|path| path == Path::new(name));
    if has("Cargo.toml") {
        let text = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        let table: toml::Table = text.parse().ok()?;
        let bin = table
            .get("bin")
            .and_then(|bins| bins.get(0)?.get("name")?.as_str());
        let name = bin.or_else(|| table.get("package")?.get("name")?.as_str())?;
        let build = ["cargo", "build", "--release", "--offline", "--quiet"];
        let run = format!("./target/release/{name}");
        return Some(Plan::new(&build, &[&run], "there is a `Cargo.toml`"));
    }
    if has("go.mod") {
        let build = ["go", "build", "-o", PROGRAM, "."];
        return Some(Plan::new(&build, &[PROGRAM], "there is a `go.mod`"));
    }
    if has("package.json") {
        let text = fs::read_to_string(folder.join("package.json")).ok()?;
        let value: serde_json::Value = serde_json::from_str(&text).ok()?;
        let main = value["main"].as_str().unwrap_or("index.js");
        return Some(Plan::new(&[], &["node", main], "there is a `package.json`"));
    }
    let makefile = ["Makefile", "makefile", "GNUmakefile"]
        .into_iter()
        .find(|name| has(name))?;
    Some(Plan::new(
        &["make"],
        &[],
        format!("there is a `{makefile}`"),
    ))
}

/// After `make`: the one executable file that was not there before, or the one with the
/// assignment's name.
pub fn made(
    folder: &Path,
    before: &[PathBuf],
    after: &[PathBuf],
    assignment: &str,
) -> Result<Vec<String>, String> {
    let new: Vec<&PathBuf> = after
        .iter()
        .filter(|path| !before.contains(path) && starts_with(&folder.join(path), b"\x7fELF"))
        .collect();
    let named: Vec<&PathBuf> = new
        .iter()
        .copied()
        .filter(|path| is_named_after(path, assignment))
        .collect();
    let chosen = match (&new[..], &named[..]) {
        ([only], _) | (_, [only]) => format!("./{}", only.display()),
        ([], _) => return Err("`make` has made no program; pass --build and --run".to_owned()),
        _ => return Err("`make` has made several programs; pass --run".to_owned()),
    };
    Ok(vec![chosen])
}

/// `TakeStones.java`, `take_stones.py`, `game_of_sticks.c`.
fn is_named_after(path: &Path, assignment: &str) -> bool {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let stem = plain(&path.file_stem().unwrap_or_default().to_string_lossy());
    let name = plain(assignment);
    stem == name || stem == format!("gameof{name}") || stem == format!("{name}game")
}

fn plan_for(
    folder: &Path,
    path: &Path,
    language: Language,
    sources: &[(&Path, Language)],
    because: String,
) -> Plan {
    let file = path.to_string_lossy();
    let alike = sources.iter().filter(|(_, other)| *other == language);
    let alike: Vec<String> = alike
        .map(|(path, _)| path.to_string_lossy().into_owned())
        .collect();
    // Of several programs only the chosen one is built; other files without a main belong to it.
    let with_it: Vec<&str> = alike
        .iter()
        .map(|other| &**other)
        .filter(|other| *other == file || !has_main(&folder.join(other), language))
        .collect();
    let build =
        |first: &[&'static str], last: &[&'static str]| [first, &with_it[..], last].concat();
    match language {
        Language::C => Plan::new(
            &build(&["gcc", "-O2", "-o", PROGRAM], &["-lm"]),
            &[PROGRAM],
            because,
        ),
        Language::Cpp => Plan::new(
            &build(&["g++", "-O2", "-o", PROGRAM], &[]),
            &[PROGRAM],
            because,
        ),
        Language::Go => Plan::new(
            &build(&["go", "build", "-o", PROGRAM], &[]),
            &[PROGRAM],
            because,
        ),
        Language::Rust => Plan::new(&["rustc", "-O", "-o", PROGRAM, &*file], &[PROGRAM], because),
        Language::Java => {
            let all: Vec<&str> = alike.iter().map(|path| &**path).collect();
            let build = [&["javac", "-encoding", "UTF-8", "-d", "."][..], &all].concat();
            let class = java_class(&folder.join(path), path);
            Plan::new(&build, &["java", "-cp", ".", &class], because)
        }
        Language::Run(with) => Plan::new(&[], &[with, &*file], because),
    }
}

/// The class of a file, with its package.
fn java_class(file: &Path, path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let text = start_of(file);
    let package = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("package ")?.split(';').next());
    match package {
        Some(package) => format!("{}.{stem}", package.trim()),
        None => stem.into_owned(),
    }
}

fn has_main(file: &Path, language: Language) -> bool {
    let text = start_of(file);
    let without_blanks: String = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" (", "(");
    match language {
        Language::C | Language::Cpp => {
            without_blanks.contains("int main(") || without_blanks.contains("void main(")
        }
        Language::Java => without_blanks.contains("static void main("),
        Language::Go => without_blanks.contains("func main("),
        Language::Rust => without_blanks.contains("fn main("),
        Language::Run("python3") => text.contains("__main__"),
        Language::Run(_) => false,
    }
}

fn by_first_line(folder: &Path, files: &[PathBuf]) -> Option<Plan> {
    let scripts: Vec<&PathBuf> = files
        .iter()
        .filter(|path| starts_with(&folder.join(path), b"#!"))
        .collect();
    let [script] = scripts[..] else { return None };
    let text = start_of(&folder.join(script));
    let words: Vec<&str> = text
        .lines()
        .next()?
        .trim_start_matches("#!")
        .split_whitespace()
        .collect();
    let words = match words.first()?.ends_with("/env") {
        true => &words[1..],
        false => &words[..],
    };
    let file = script.to_string_lossy();
    let run = [words, &[&*file]].concat();
    Some(Plan::new(
        &[],
        &run,
        format!("`{file}` says so in its first line"),
    ))
}

fn starts_with(file: &Path, bytes: &[u8]) -> bool {
    let mut start = vec![0; bytes.len()];
    fs::File::open(file)
        .and_then(|mut file| file.read_exact(&mut start))
        .is_ok()
        && start == bytes
}

/// As much of a file as a program is ever long.
fn start_of(file: &Path) -> String {
    let mut bytes = Vec::new();
    if let Ok(file) = fs::File::open(file) {
        let _ = file.take(1 << 20).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(files: &[(&str, &str)]) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let mut paths: Vec<PathBuf> = Vec::new();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a file");
            paths.push(name.into());
        }
        paths.sort();
        match detect(folder.path(), &paths, "take_stones") {
            Ok(plan) => [plan.build.join(" "), plan.run.join(" ")].join(" => "),
            Err(error) => error,
        }
    }

    #[test]
    fn the_program_is_found_by_name_by_main_by_project_and_by_first_line() {
        for (files, wanted) in [
            (
                &[("take_stones.py", ""), ("helper.py", "")][..],
                " => python3 take_stones.py",
            ),
            (
                &[("TakeStones.java", "public class TakeStones {}")],
                "javac -encoding UTF-8 -d . TakeStones.java => java -cp . TakeStones",
            ),
            (
                &[
                    (
                        "App.java",
                        "package a.b;\nclass App { public static void main(String[] a) {} }",
                    ),
                    ("B.java", ""),
                ],
                "javac -encoding UTF-8 -d . App.java B.java => java -cp . a.b.App",
            ),
            (
                &[
                    ("x.c", "int\nmain (void) {}"),
                    ("y.c", "int f(void);"),
                    ("y.h", ""),
                ],
                "gcc -O2 -o ./program-to-grade x.c y.c -lm => ./program-to-grade",
            ),
            (&[("whatever.rb", "")], " => ruby whatever.rb"),
            (
                &[("play.py", "from search import best"), ("search.py", "")],
                " => python3 play.py",
            ),
            (&[("Makefile", "all:"), ("x.c", "")], "make => "),
            (&[("package.json", r#"{"main":"a.js"}"#)], " => node a.js"),
            (
                &[("Cargo.toml", "[package]\nname='st'")],
                "cargo build --release --offline --quiet => ./target/release/st",
            ),
            (
                &[("stones", "#!/usr/bin/env python3\n"), ("README", "")],
                " => python3 stones",
            ),
        ] {
            assert_eq!(detected(files), wanted);
        }
    }

    #[test]
    fn no_choice_and_too_many_name_the_files_and_what_to_pass() {
        assert_eq!(
            detected(&[("README", ""), ("notes.txt", "")]),
            "no file is a program that is known: there are `README`, `notes.txt`; pass --build and --run"
        );
        assert_eq!(
            detected(&[("a.c", "int main() {}"), ("b.c", "int main() {}")]),
            "several files could be the program: there are `a.c`, `b.c`; pass --build and --run"
        );
        assert!(
            detected(&[("a.py", ""), ("b.py", "")])
                .starts_with("several files could be the program")
        );
        assert!(detected(&[]).contains("there are no files"));
    }
}
