//! How a submission is built and started, told by its files.

use std::path::{Path, PathBuf};

use super::commands::{self, Plan};
use super::projects;
use super::sources::{self, Source, import_lines, is_named_after, plain};

/// Chooses how to build and start what is in a folder. The error says which files there are, and what
/// to pass.
pub(super) fn detect(folder: &Path, files: &[PathBuf], assignment: &str) -> Result<Plan, String> {
    let all = sources::sources(folder, files);
    if let Some(plan) = projects::plan(folder, files, &all) {
        return Ok(plan);
    }
    if let [only] = &all[..] {
        let why = format!("`{}` is the only program", only.path.display());
        return Ok(commands::plan(folder, files, only, &all, why));
    }
    let programs: Vec<Source> = all.iter().filter(|source| !source.test).cloned().collect();
    let chosen = choose(folder, &programs, assignment).or_else(|| choose(folder, &all, assignment));
    match chosen {
        Some((source, why)) => {
            let why = format!("`{}` {why}", source.path.display());
            Ok(commands::plan(folder, files, source, &all, why))
        }
        None => Err(no_choice(files, all.len())),
    }
}

/// What was told for all, in the folder of a submission in which its files are.
pub(super) fn told(
    files: &[PathBuf],
    build: Option<&[String]>,
    run: &[String],
) -> Result<Plan, String> {
    let words = build.unwrap_or_default().iter().chain(run);
    let is_file = |word: &&String| {
        sources::is_source(Path::new(word)) && !word.contains(['/', ' ', '*', '?'])
    };
    let mut folder = PathBuf::new();
    for word in words.filter(is_file) {
        let mut there = files.iter().filter(|path| path.ends_with(word));
        match (there.next(), there.next()) {
            _ if files.iter().any(|path| path == Path::new(word)) => {}
            (Some(only), None) => folder = only.parent().unwrap_or(Path::new("")).to_owned(),
            // A build may still make it.
            _ if build.is_some() => {}
            _ => {
                let there = there_are(files);
                return Err(format!(
                    "there is no `{word}`: {there}; pass another --run, or none"
                ));
            }
        }
    }
    Ok(Plan {
        folder,
        build: build.unwrap_or_default().to_owned(),
        run: run.to_owned(),
        because: "as you said".to_owned(),
    })
}

/// The program among several, and why it is the one.
fn choose<'a>(
    folder: &Path,
    programs: &'a [Source],
    assignment: &str,
) -> Option<(&'a Source, String)> {
    let texts = import_lines(folder, programs);
    let imported = |of: &Source| {
        let others = programs.iter().zip(&texts);
        let mut others = others.filter(|(other, _)| other.path != of.path);
        others.any(|(_, text)| sources::imports(text, of))
    };
    // What has to be compiled needs a main; a script starts unless it is a part of another one.
    let can_start = |source: &&Source| source.main || !source.is_compiled() && !imported(source);
    let startable: Vec<&Source> = programs.iter().filter(can_start).collect();
    let name = plain(assignment);
    type Way<'a> = (&'a dyn Fn(&&Source) -> bool, &'static str);
    let ways: [Way<'_>; 6] = [
        (
            &|source| is_named_after(&source.path, assignment),
            "has the assignment's name",
        ),
        (&|source| source.main, "has a main"),
        (
            &|source| source.main && !imported(source),
            "has a main, and is no part of another one",
        ),
        (&|source| plain(&source.stem()) == "main", "is called main"),
        (&|source| !imported(source), "is no part of another one"),
        (
            &|source| plain(&source.stem()).contains(&name),
            "has the assignment's name in its own",
        ),
    ];
    for (number, (way, why)) in ways.into_iter().enumerate() {
        let fitting: Vec<&Source> = startable.iter().copied().filter(way).collect();
        match (the_one(&fitting), fitting.len()) {
            (Some(only), 1) => return Some((only, format!("is the only one that {why}"))),
            (Some(only), _) => return Some((only, format!("{why}, and lies above the others"))),
            // Two with the assignment's name are two answers, and nothing else says which counts.
            (None, 2..) if number == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The only one, or the only one that lies above all others: `old/sticks.py` is no rival of `sticks.py`.
fn the_one<'a>(fitting: &[&'a Source]) -> Option<&'a Source> {
    let depth = |source: &&Source| source.path.components().count();
    let top = fitting.iter().map(depth).min()?;
    let mut highest = fitting.iter().filter(|source| depth(source) == top);
    match (highest.next(), highest.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// Which files there are, and what to pass.
pub(super) fn no_choice(files: &[PathBuf], programs: usize) -> String {
    let why = match programs {
        0 => "no file is a program that is known",
        _ => "several files could be the program",
    };
    format!("{why}: {}; pass --build and --run", there_are(files))
}

/// The files, as many of them as anybody reads.
pub(super) fn there_are(files: &[PathBuf]) -> String {
    let shown: Vec<String> = files
        .iter()
        .take(8)
        .map(|path| format!("`{}`", path.display()))
        .collect();
    let more = match files.len().saturating_sub(8) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match shown.is_empty() {
        true => "there are no files".to_owned(),
        false => format!("there are {}{more}", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

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
                    (
                        "A.java",
                        "class A { static public void main(String... a) {} }",
                    ),
                    (
                        "ATest.java",
                        "import org.junit.*; class ATest { void main() {} }",
                    ),
                    ("TakeStones.java", "class TakeStones { /* void main( */ }"),
                ],
                "javac -encoding UTF-8 -d . A.java TakeStones.java => java -cp . A",
            ),
            (
                &[
                    ("x.c", "int\nmain (void) {}"),
                    ("y.c", "int f(void);"),
                    ("y.h", ""),
                ],
                "gcc -O2 -o ./program-to-grade x.c y.c -lm => ./program-to-grade",
            ),
            (
                &[
                    ("take_stones.c", "#include \"x.c\"\nint f(void);"),
                    ("main.c", "int main() {}"),
                    ("x.c", ""),
                    ("test_x.c", "int main() {}"),
                ],
                "gcc -O2 -o ./program-to-grade main.c take_stones.c -lm => ./program-to-grade",
            ),
            (&[("whatever.rb", "")], " => ruby whatever.rb"),
            (&[("a.sh", "#!/bin/bash\r\n")], " => /bin/bash a.sh"),
            (
                &[
                    ("main.py", "import take_stones"),
                    ("take_stones.py", ""),
                    ("test_main.py", "import main"),
                ],
                " => python3 main.py",
            ),
            (&[("Makefile", "run:"), ("a.py", "")], " => python3 a.py"),
            (
                &[
                    ("package.json", r#"{"scripts":{"start":"node b.js 1"}}"#),
                    ("b.js", ""),
                ],
                " => node b.js 1",
            ),
            (
                &[("play.py", "from search import best"), ("search.py", "")],
                " => python3 play.py",
            ),
            (&[("Makefile", "all:"), ("x.c", "")], "make => "),
            (
                &[
                    ("package.json", r#"{"main":"a"}"#),
                    ("a.js", ""),
                    ("b.js", ""),
                ],
                " => node a",
            ),
            (
                &[("Cargo.toml", "[package]\nname='st'")],
                "cargo build --release --offline --quiet => ",
            ),
            (
                &[("stones", "#!/usr/bin/env python3\n"), ("README", "")],
                " => python3 stones",
            ),
            (
                &[("take_stones", "#!/bin/sh\n"), ("other.py", "")],
                " => /bin/sh take_stones",
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
