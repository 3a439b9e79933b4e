//! How a program that was chosen is built and started, in every language.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::sources::{self, JavaFile, Language, Source, import_lines, is_utf8, start_of};

/// What is built goes by this name, where we may choose it.
pub(super) const PROGRAM: &str = "./program-to-grade";

/// How to get a running program out of a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// Where in the submission it is built and started; empty for its own folder.
    pub folder: PathBuf,
    /// The words of the command that builds it; empty if nothing is to be built.
    pub build: Vec<String>,
    /// The words of the command that starts it; empty if that shows after the build.
    pub run: Vec<String>,
    /// Why it was chosen.
    pub because: String,
}

impl Plan {
    pub(super) fn new(build: &[&str], run: &[&str], because: impl Into<String>) -> Plan {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Plan {
            folder: PathBuf::new(),
            build: owned(build),
            run: owned(run),
            because: because.into(),
        }
    }
}

/// The commands for a program that was chosen among all.
pub(super) fn plan(
    folder: &Path,
    files: &[PathBuf],
    source: &Source,
    all: &[Source],
    because: String,
) -> Plan {
    let file = as_argument(&source.path);
    let parts = parts(folder, source, all);
    let paths: Vec<&str> = parts.iter().map(|path| &**path).collect();
    let headers = header_folders(files, &parts);
    let headers: Vec<&str> = headers.iter().map(|path| &**path).collect();
    let compiled = |first: &[&str], last: &[&str]| {
        let build = [first, &headers, &paths, last].concat();
        Plan::new(&build, &[PROGRAM], because.clone())
    };
    match source.language {
        Language::C => compiled(&["gcc", "-O2", "-o", PROGRAM], &["-lm"]),
        Language::Cpp => compiled(&["g++", "-O2", "-o", PROGRAM], &[]),
        Language::Go => compiled(&["go", "build", "-o", PROGRAM], &[]),
        Language::Rust => Plan::new(&["rustc", "-O", "-o", PROGRAM, &*file], &[PROGRAM], because),
        Language::Java => {
            let coding = match parts.iter().all(|path| is_utf8(&folder.join(path))) {
                true => "UTF-8",
                false => "ISO-8859-1",
            };
            let build = [&["javac", "-encoding", coding, "-d", "."][..], &paths].concat();
            let class = java_class(&folder.join(&source.path), source);
            Plan::new(&build, &["java", "-cp", ".", &class], because)
        }
        Language::Script("python3") if source.path.ends_with("__main__.py") => {
            let inside = files.contains(&source.path.with_file_name("__init__.py"));
            let package = source.path.parent().filter(|_| inside);
            match package.and_then(|package| Some((package.parent()?, package.file_name()?))) {
                Some((folder, package)) => Plan {
                    folder: folder.to_owned(),
                    ..Plan::new(&[], &["python3", "-m", &package.to_string_lossy()], because)
                },
                None => Plan::new(&[], &["python3", &file], because),
            }
        }
        Language::Script("sh") | Language::FirstLine => {
            let text = start_of(&folder.join(&source.path));
            let words = first_line(&text);
            let words = if words.is_empty() { vec!["sh"] } else { words };
            Plan::new(&[], &[&words[..], &[&*file]].concat(), because)
        }
        Language::Script(with) => Plan::new(&[], &[with, &*file], because),
    }
}

/// The files that are compiled together with the chosen one: of several programs only that one, and
/// the files without a main that no other includes whole.
fn parts(folder: &Path, chosen: &Source, all: &[Source]) -> Vec<String> {
    let alike = all
        .iter()
        .filter(|source| source.language == chosen.language && (!source.test || chosen.test));
    let alike: Vec<Source> = alike.cloned().collect();
    let texts = import_lines(folder, &alike);
    let included = |source: &Source| texts.iter().any(|text| sources::imports(text, source));
    let java = chosen.language == Language::Java;
    let older = if java {
        older_classes(folder, &alike)
    } else {
        Vec::new()
    };
    let belongs = |source: &&Source| {
        source.path == chosen.path
            || java && !older.contains(&source.path)
            || !java && !source.main && !included(source)
    };
    let parts = alike.iter().filter(belongs);
    parts.map(|source| as_argument(&source.path)).collect()
}

/// Files of Java below others of the same package and name: `old/Board.java` beside `Board.java`. No
/// compiler takes both.
fn older_classes(folder: &Path, all: &[Source]) -> Vec<PathBuf> {
    let class = |source: &Source| {
        let package = JavaFile::read(&start_of(&folder.join(&source.path))).package;
        (package, source.stem())
    };
    let classes: Vec<_> = all.iter().map(class).collect();
    let depth = |source: &Source| source.path.components().count();
    let is_older = |(number, source): &(usize, &Source)| {
        let others = all.iter().zip(&classes);
        let mut alike = others.filter(|(_, class)| **class == classes[*number]);
        alike.any(|(other, _)| depth(other) < depth(source))
    };
    let older = all.iter().enumerate().filter(is_older);
    older.map(|(_, source)| source.path.clone()).collect()
}

/// A file as a compiler takes it for one, and not for a flag or for a list of arguments.
fn as_argument(path: &Path) -> String {
    let path = path.to_string_lossy();
    match path.starts_with(['-', '@']) {
        true => format!("./{path}"),
        false => path.into_owned(),
    }
}

/// Where headers are to be looked for that do not lie beside what includes them.
fn header_folders(files: &[PathBuf], parts: &[String]) -> Vec<String> {
    let parent = |path: &Path| path.parent().unwrap_or(Path::new("")).to_owned();
    let is_header = |path: &&PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ["h", "hh", "hpp", "hxx"].contains(&ending))
    };
    let folders: BTreeSet<PathBuf> = files
        .iter()
        .filter(is_header)
        .map(|path| parent(path))
        .collect();
    let elsewhere = folders
        .iter()
        .filter(|folder| parts.iter().any(|part| parent(Path::new(part)) != **folder));
    let flag = |folder: &PathBuf| match folder.as_os_str().is_empty() {
        true => "-I.".to_owned(),
        false => format!("-I{}", folder.display()),
    };
    elsewhere.map(flag).collect()
}

/// The class to start, with its package.
fn java_class(file: &Path, source: &Source) -> String {
    let told = JavaFile::read(&start_of(file));
    let class = told.started.unwrap_or_else(|| source.stem());
    match told.package {
        Some(package) => format!("{package}.{class}"),
        None => class,
    }
}

/// The words of a `#!` line; `env` finds programs as we do.
fn first_line(text: &str) -> Vec<&str> {
    let line = text.lines().next().and_then(|line| line.strip_prefix("#!"));
    let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
    match &words[..] {
        [env, "-S", rest @ ..] | [env, rest @ ..] if env.ends_with("/env") => rest.to_vec(),
        _ => words,
    }
}
