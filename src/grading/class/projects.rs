//! Files that say how a whole folder is built: `Cargo.toml`, `go.mod`, `package.json`, `CMakeLists.txt`,
//! a `Makefile`.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::commands::{PROGRAM, Plan};
use super::sources::{Source, is_named_after};

/// Where CMake builds.
const CMAKE: &str =
    "cmake -S . -B build-to-grade -DCMAKE_BUILD_TYPE=Release && cmake --build build-to-grade";

/// The plan of the project in a folder, or of the only one below it.
pub(super) fn plan(folder: &Path, files: &[PathBuf], sources: &[Source]) -> Option<Plan> {
    let at = root(files)?;
    // What only documents a program beside it, or draws it, is not the program.
    if sources
        .iter()
        .any(|source| !source.test && !source.path.starts_with(&at))
    {
        return None;
    }
    let project = Project {
        folder: folder.join(&at),
        files: below(&at, files.iter().map(PathBuf::as_path)),
        sources: sources
            .iter()
            .filter(|source| source.path.starts_with(&at))
            .collect(),
        at: &at,
    };
    let plan = (project.cargo())
        .or_else(|| project.go())
        .or_else(|| project.node())
        .or_else(|| project.made_by("CMakeLists.txt", &["sh", "-c", CMAKE]))
        .or_else(|| {
            let names = ["GNUmakefile", "makefile", "Makefile"];
            names
                .iter()
                .find_map(|name| project.made_by(name, &["make"]))
        })?;
    Some(Plan {
        folder: at.clone(),
        ..plan
    })
}

/// The paths below a folder, as they are in it.
fn below<'a>(at: &Path, paths: impl Iterator<Item = &'a Path>) -> Vec<PathBuf> {
    let paths = paths.filter_map(|path| path.strip_prefix(at).ok());
    paths.map(Path::to_owned).collect()
}

/// The folder of the highest project, if there is one that is higher than all others.
fn root(files: &[PathBuf]) -> Option<PathBuf> {
    const FILES: [&str; 7] = [
        "Cargo.toml",
        "go.mod",
        "package.json",
        "CMakeLists.txt",
        "GNUmakefile",
        "makefile",
        "Makefile",
    ];
    let is_project = |path: &&PathBuf| FILES.iter().any(|name| path.ends_with(name));
    let folders = files
        .iter()
        .filter(is_project)
        .filter_map(|path| path.parent());
    let mut folders: Vec<&Path> = folders.collect();
    folders.sort_by_key(|folder| (folder.components().count(), *folder));
    folders.dedup();
    let depth = |folder: &&Path| folder.components().count();
    match &folders[..] {
        [one, other, ..] if depth(one) == depth(other) => None,
        [first, ..] => Some((*first).to_owned()),
        [] => None,
    }
}

struct Project<'a> {
    folder: PathBuf,
    files: Vec<PathBuf>,
    sources: Vec<&'a Source>,
    at: &'a Path,
}

impl Project<'_> {
    fn has(&self, name: &str) -> bool {
        self.files.iter().any(|path| path == Path::new(name))
    }

    fn read(&self, name: &str) -> Option<String> {
        let there = self.has(name).then(|| self.folder.join(name))?;
        fs::read_to_string(there).ok()
    }

    fn because(&self, name: &str) -> String {
        format!("there is a `{}`", self.at.join(name).display())
    }

    fn cargo(&self) -> Option<Plan> {
        let text = self.read("Cargo.toml")?;
        let table: toml::Table = text.parse().unwrap_or_default();
        let build = ["cargo", "build", "--release", "--offline", "--quiet"];
        let run = table
            .get("package")
            .and_then(|package| package.get("default-run")?.as_str());
        let run = run.map(|name| format!("./target/release/{name}"));
        let run: Vec<&str> = run.as_deref().into_iter().collect();
        Some(Plan::new(&build, &run, self.because("Cargo.toml")))
    }

    /// The only package of Go with a main, here or in `cmd/`.
    fn go(&self) -> Option<Plan> {
        self.has("go.mod").then_some(())?;
        let mains = self
            .sources
            .iter()
            .filter(|source| source.main && !source.test);
        let folders = mains.filter_map(|source| source.path.strip_prefix(self.at).ok()?.parent());
        let mut folders: Vec<&Path> = folders.collect();
        folders.dedup();
        let package = match folders[..] {
            [only] => format!("./{}", only.display()),
            _ => ".".to_owned(),
        };
        let build = ["go", "build", "-o", PROGRAM, package.trim_end_matches('/')];
        Some(Plan::new(&build, &[PROGRAM], self.because("go.mod")))
    }

    /// What `npm start` would start, or the program of the package.
    fn node(&self) -> Option<Plan> {
        let value: serde_json::Value = serde_json::from_str(&self.read("package.json")?).ok()?;
        let start = value["scripts"]["start"].as_str().unwrap_or_default();
        let start = crate::text::words(start).unwrap_or_default();
        let one_command = !start
            .iter()
            .any(|word| word.contains(['&', '|', ';', '>', '<', '$']));
        if one_command && start.first().is_some_and(|word| word == "node") && start.len() > 1 {
            let words: Vec<&str> = start.iter().map(|word| &**word).collect();
            return Some(Plan::new(&[], &words, self.because("package.json")));
        }
        let bins = value["bin"].as_object().filter(|bins| bins.len() == 1);
        let bin = bins
            .and_then(|bins| bins.values().next())
            .unwrap_or(&value["bin"]);
        let told = [bin.as_str(), value["main"].as_str(), Some("index.js")];
        let there = |file: &&str| {
            let file = file.trim_start_matches("./");
            self.has(file) || self.has(&format!("{file}.js"))
        };
        let file = told.into_iter().flatten().find(there)?;
        Some(Plan::new(
            &[],
            &["node", file],
            self.because("package.json"),
        ))
    }

    /// A tool makes the program, unless there is nothing to compile that it would make one of.
    fn made_by(&self, name: &str, build: &[&str]) -> Option<Plan> {
        use super::sources::Language::Java;
        let compiled = |source: &&&Source| source.is_compiled() && source.language != Java;
        let nothing = !self.sources.is_empty() && self.sources.iter().filter(compiled).count() == 0;
        (self.has(name) && !nothing).then(|| Plan::new(build, &[], self.because(name)))
    }
}

/// After a build that names its program itself: the only one there is, or the one with the
/// assignment's name.
pub(super) fn made(
    folder: &Path,
    after: &[PathBuf],
    assignment: &str,
) -> Result<Vec<String>, String> {
    // Cargo and CMake make more than the program, and keep it elsewhere.
    let is_inner = |path: &Path| {
        path.starts_with("target") && path.components().count() != 3
            || path
                .iter()
                .any(|part| part == "CMakeFiles" || part == "_deps")
            || path.extension().is_some_and(|ending| ending == "so")
    };
    let new: Vec<&PathBuf> = after
        .iter()
        .filter(|path| !is_inner(path) && is_program(&folder.join(path)))
        .collect();
    let named: Vec<&PathBuf> = new
        .iter()
        .copied()
        .filter(|path| is_named_after(path, assignment))
        .collect();
    let chosen = match (&new[..], &named[..]) {
        ([only], _) | (_, [only]) => format!("./{}", only.display()),
        ([], _) => return Err("the build has made no program; pass --build and --run".to_owned()),
        (several, _) => {
            let several: Vec<String> = several
                .iter()
                .map(|path| format!("`./{}`", path.display()))
                .collect();
            return Err(format!(
                "the build has made several programs, {}; pass --run",
                several.join(", ")
            ));
        }
    };
    Ok(vec![chosen])
}

/// Whether a file was made to be executed here.
pub(super) fn is_program(file: &Path) -> bool {
    let mut start = [0; 4];
    fs::File::open(file)
        .and_then(|mut file| file.read_exact(&mut start))
        .is_ok()
        && start == *b"\x7fELF"
}
