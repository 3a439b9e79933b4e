//! The floor plan of `src/lib.rs` holds: arrows point one way, and files of a folder do not need each
//! other in a circle.
//!
//! The source is read as text: who names `crate::a::b` or `super::b` needs the file that is called so.
//! Unit tests and comments may name anybody.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const GAMES: [&str; 5] = [
    "chopsticks",
    "expanding_nim",
    "sticks",
    "take_stones",
    "toothpicks",
];

/// A path of modules: `["grading", "fixture", "parse"]`.
type Module = Vec<String>;

/// Every module of the library, with its code and the modules it names.
struct House(BTreeMap<Module, (String, BTreeSet<Module>)>);

impl House {
    fn read() -> House {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = Vec::new();
        find(&root, &mut files);
        let files: Vec<(Module, String)> = files
            .iter()
            .filter(|path| !path.starts_with(root.join("bin")))
            .map(|path| {
                let text = fs::read_to_string(path).expect("a readable file");
                (module(&root, path), code(&text))
            })
            .collect();
        let there: BTreeSet<Module> = files.iter().map(|(module, _)| module.clone()).collect();
        let needs = |module: &Module, code: &str| {
            let named = paths(code).into_iter().map(|path| resolve(module, path));
            named.map(|path| nearest(&there, path)).collect()
        };
        let rooms = files.into_iter().map(|(module, code)| {
            let needs = needs(&module, &code);
            (module, (code, needs))
        });
        House(rooms.collect())
    }

    /// Whom a module needs, and whom those need.
    fn reach(&self, module: &Module) -> BTreeSet<Module> {
        let mut reached = BTreeSet::new();
        let mut next = vec![module.clone()];
        while let Some(module) = next.pop() {
            let needs = self.0.get(&module).map(|(_, needs)| needs);
            let new = needs.into_iter().flatten();
            next.extend(
                new.filter(|needed| reached.insert((*needed).clone()))
                    .cloned(),
            );
        }
        reached
    }

    /// Which files and folders of a folder need which others of it.
    fn arrows(&self, folder: &[String]) -> BTreeMap<String, BTreeSet<String>> {
        let inside = |module: &Module| {
            let rest = module.strip_prefix(folder)?;
            rest.first().cloned()
        };
        let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, (_, needs)) in &self.0 {
            let Some(from) = inside(module) else { continue };
            let needed = needs.iter().filter_map(inside).filter(|to| *to != from);
            arrows.entry(from.clone()).or_default().extend(needed);
        }
        arrows
    }
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_tests = path.file_name().is_some_and(|name| name == "tests.rs");
        if path.is_dir() {
            find(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") && !is_tests {
            files.push(path);
        }
    }
}

fn module(root: &Path, path: &Path) -> Module {
    let path = path.strip_prefix(root).expect("below").with_extension("");
    let mut module: Module = path
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    module.pop_if(|last| last == "mod" || last == "lib");
    module
}

/// The text without comments, unit tests, and what is in strings.
fn code(text: &str) -> String {
    let text = without_tests(text);
    let mut rest = text.as_str();
    let mut code = String::new();
    let begins = |rest: &str| {
        let comment = rest.find("//").map(|at| (at, "\n"));
        let raw = ["r#\"", "r\""].map(|raw| rest.find(raw).map(|at| (at, raw)));
        let string = rest.find('"').map(|at| (at, "\""));
        [comment, raw[0], raw[1], string]
            .into_iter()
            .flatten()
            .min()
    };
    while let Some((at, kind)) = begins(rest) {
        code += &rest[..at];
        let inside = &rest[at..];
        let length = match kind {
            "\n" => inside.find('\n').unwrap_or(inside.len()),
            // A character, not a string.
            "\"" if code.ends_with('\'') || code.ends_with("'\\") => 1,
            "\"" => 1 + end_of_string(&inside[1..]),
            "r\"" => 3 + inside[2..].find('"').unwrap_or(inside.len()),
            _ => 5 + inside[3..].find("\"#").unwrap_or(inside.len()),
        };
        if kind != "\n" {
            code += "\"\"";
        }
        rest = inside.get(length..).unwrap_or_default();
    }
    code + rest
}

/// The text without its modules of unit tests; what stands behind them stays.
fn without_tests(text: &str) -> String {
    let mut left = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let is_for_tests =
            ["#[cfg(test)]", "#[cfg(all(test, "].map(|begin| line.starts_with(begin));
        if !is_for_tests.contains(&true) {
            left += line;
            left.push('\n');
            continue;
        }
        // A module ends with the first brace that begins a line, anything else with its own line.
        if lines.next().is_some_and(|line| line.ends_with('{')) {
            lines.find(|line| line.starts_with('}'));
        }
    }
    left
}

/// Where what follows a string begins.
fn end_of_string(text: &str) -> usize {
    let mut escaped = false;
    let closes = |c: char| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    };
    text.find(closes).map_or(text.len(), |at| at + 1)
}

/// All paths that begin with `crate`, `super` or `self`, braces opened out.
fn paths(code: &str) -> Vec<Module> {
    let mut paths = Vec::new();
    for begin in ["crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(begin) {
            let before = code[..at].chars().next_back();
            if before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':') {
                tree(&mut &code[at..], &[], &mut paths);
            }
        }
    }
    paths
}

/// Reads `a::{b, c::d}` and adds `a::b` and `a::c::d`.
fn tree(rest: &mut &str, before: &[String], paths: &mut Vec<Module>) {
    let Some(inside) = rest.strip_prefix('{') else {
        let name = |c: char| c.is_alphanumeric() || c == '_';
        let end = rest.find(|c| !name(c)).unwrap_or(rest.len());
        let mut path = before.to_vec();
        path.extend((end > 0).then(|| rest[..end].to_owned()));
        *rest = &rest[end..];
        match rest.strip_prefix("::") {
            Some(after) => {
                *rest = after;
                tree(rest, &path, paths);
            }
            None => paths.push(path),
        }
        return;
    };
    *rest = inside;
    while let Some(next) = rest
        .trim_start_matches([' ', '\n', ',', '*'])
        .chars()
        .next()
    {
        *rest = rest.trim_start_matches([' ', '\n', ',', '*']);
        if next == '}' {
            *rest = &rest[1..];
            return;
        }
        tree(rest, before, paths);
        let renamed = rest.strip_prefix(" as ");
        *rest = renamed.map_or(*rest, |name| name.trim_start_matches(char::is_alphanumeric));
        if !rest.starts_with([',', '}', ' ', '\n']) {
            return;
        }
    }
}

fn resolve(module: &Module, path: Module) -> Module {
    let mut base = match path.first().is_some_and(|name| name == "crate") {
        true => Module::new(),
        false => module.clone(),
    };
    for name in path {
        match name.as_str() {
            "crate" | "self" => {}
            "super" => drop(base.pop()),
            _ => base.push(name),
        }
    }
    base
}

/// The file in which a path is to be found.
fn nearest(there: &BTreeSet<Module>, mut path: Module) -> Module {
    while !there.contains(&path) {
        path.pop();
    }
    path
}

/// Somebody who can be reached from himself, if there is such a one.
fn circle(arrows: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<&str>> {
    let mut left: BTreeSet<&str> = arrows.keys().map(String::as_str).collect();
    // Who needs nobody that is left, or is needed by nobody, can go: what then stays goes round.
    loop {
        let needs = |from: &str, to: &str| arrows[from].contains(to);
        let stays = |name: &&&str| {
            left.iter().any(|other| needs(name, other))
                && left.iter().any(|other| needs(other, name))
        };
        let stay: BTreeSet<&str> = left.iter().filter(stays).copied().collect();
        if stay.len() == left.len() {
            break;
        }
        left = stay;
    }
    (!left.is_empty()).then(|| left.into_iter().collect())
}

#[test]
fn the_files_of_a_folder_do_not_need_each_other_in_a_circle() {
    let house = House::read();
    let folders: BTreeSet<&[String]> = (house.0.keys())
        .flat_map(|module| (0..module.len()).map(|depth| &module[..depth]))
        .collect();
    for folder in folders {
        let arrows = house.arrows(folder);
        assert_eq!(circle(&arrows), None, "in {folder:?}: {arrows:#?}");
    }
}

/// The room of a module: the first name of its path.
fn room(module: &Module) -> &str {
    module.first().map_or("", String::as_str)
}

/// Nobody in these rooms needs anybody in those, not by way of others either.
fn know_nothing_of(rooms: &[&str], strangers: &[&str]) {
    let house = House::read();
    let inside = |module: &&Module| rooms.contains(&room(module));
    let mut reached: BTreeSet<Module> = house.0.keys().filter(inside).cloned().collect();
    assert!(!reached.is_empty(), "nobody lives in {rooms:?}");
    for module in reached.clone() {
        reached.extend(house.reach(&module));
    }
    for module in reached {
        let needs = house.0.get(&module).map(|(_, needs)| needs);
        for needed in needs.into_iter().flatten() {
            let strange = strangers.contains(&room(needed));
            assert!(!strange, "{module:?} needs {needed:?}, and {rooms:?} it");
        }
    }
}

#[test]
fn grading_knows_no_game() {
    know_nothing_of(&["grading", "process"], &GAMES);
    know_nothing_of(&["grading", "process"], &["referees", "arcade"]);
}

#[test]
fn games_know_neither_grading_nor_the_page() {
    know_nothing_of(&GAMES, &["grading", "referees", "arcade"]);
}

/// What all games share knows none of them, so that the next one changes nothing there.
#[test]
fn what_all_games_share_knows_none_of_them() {
    let shared = [
        "game", "players", "play", "console", "picture", "random", "program", "journal", "text",
        "progress", "files",
    ];
    know_nothing_of(&shared, &GAMES);
    know_nothing_of(&shared, &["grading", "process", "referees", "arcade"]);
}

/// Pure code: neither files, nor bars of progress, nor exit codes.
const RULES_AND_SOLVERS: [&str; 18] = [
    "chopsticks::position",
    "chopsticks::retrograde",
    "chopsticks::solver",
    "chopsticks::sweep",
    "chopsticks::wave",
    "expanding_nim::position",
    "expanding_nim::solver",
    "sticks::hats",
    "sticks::rules",
    "sticks::training",
    "take_stones::bitwise",
    "take_stones::board",
    "take_stones::evaluate",
    "take_stones::matching",
    "take_stones::perfect",
    "take_stones::plain",
    "take_stones::search",
    "toothpicks::board",
];

#[test]
fn rules_and_solvers_know_neither_bars_nor_exit_codes() {
    let house = House::read();
    for name in RULES_AND_SOLVERS {
        let module: Module = name.split("::").map(str::to_owned).collect();
        assert!(house.0.contains_key(&module), "there is no {name}");
        // Not by way of others either.
        for needed in house.reach(&module) {
            for stranger in ["console", "files", "journal", "program", "progress"] {
                assert_ne!(needed[..], [stranger], "{name} needs {stranger}");
            }
        }
    }
}

#[test]
fn arguments_live_with_the_programs() {
    for (module, (code, _)) in House::read().0 {
        // The words of a choice stand with it; every program is read and explained in one place.
        let code = code.replace("clap::ValueEnum", "");
        let knows = ["clap::", "clap_"].iter().any(|name| code.contains(name));
        assert!(module == ["program"] || !knows, "{module:?} knows clap");
    }
}

#[test]
fn comments_and_strings_hide_nothing() {
    let text = r##"
        let address = "http://crate::not"; // crate::nor "this
        let quote = ['"', '\"'];
        let raw = (r#"a "crate::no""#, r"crate::no\", "\"crate::no");
        crate::yes::here();
    "##;
    assert_eq!(paths(&code(text)), [["crate", "yes", "here"]]);
    let text = "#[cfg(test)]\nmod a;\nuse crate::b;\n\n#[cfg(test)]\nmod tests {\n    \
        use crate::c;\n    mod d {\n        use super::e;\n    }\n}\n\nuse self::f::g;\n";
    assert_eq!(
        paths(&code(text)),
        [vec!["crate", "b"], vec!["self", "f", "g"]]
    );
    let here = |path: &[&str]| path.iter().map(|name| name.to_string()).collect::<Module>();
    let (from, path) = (here(&["a", "b"]), here(&["self", "super", "c"]));
    assert_eq!(resolve(&from, path), ["a", "c"]);
}

#[test]
fn a_circle_is_seen() {
    let arrows = |pairs: &[(&str, &str)]| {
        let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in pairs {
            arrows.entry((*to).to_owned()).or_default();
            arrows
                .entry((*from).to_owned())
                .or_default()
                .insert((*to).to_owned());
        }
        arrows
    };
    assert_eq!(circle(&arrows(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    let round = arrows(&[("a", "b"), ("b", "c"), ("c", "b")]);
    assert_eq!(circle(&round), Some(vec!["b", "c"]));
    let code = "use super::{a::{B, c::D as E}, f};\nlet x = crate::g::h();";
    let named: Vec<String> = paths(code).iter().map(|path| path.join("::")).collect();
    let expected = ["crate::g::h", "super::a::B", "super::a::c::D", "super::f"];
    assert_eq!(named, expected);
}
