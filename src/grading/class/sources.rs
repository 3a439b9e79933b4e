//! The programs in a submission: their languages, which of them can be started, which are tests.
//!
//! Nothing is parsed that a compiler parses better. Comments and what is in quotes are taken away, and
//! the words that are left say enough.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Languages by the endings of their files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Language {
    C,
    Cpp,
    Java,
    Rust,
    Go,
    /// Run by the program of this name.
    Script(&'static str),
    /// Run by what its first line names.
    FirstLine,
}

/// The language of a file, by its ending.
fn language(path: &Path) -> Option<Language> {
    let ending = path.extension()?.to_str()?;
    Some(match &*ending.to_lowercase() {
        "c" if ending == "C" => Language::Cpp,
        "c" => Language::C,
        "cpp" | "cc" | "cxx" | "c++" => Language::Cpp,
        "java" => Language::Java,
        "rs" => Language::Rust,
        "go" => Language::Go,
        "py" => Language::Script("python3"),
        "js" | "mjs" | "cjs" => Language::Script("node"),
        "rb" => Language::Script("ruby"),
        "pl" => Language::Script("perl"),
        "sh" => Language::Script("sh"),
        _ => return None,
    })
}

/// Whether a file is a program in a language that is known.
pub(super) fn is_source(path: &Path) -> bool {
    language(path).is_some()
}

/// A program, or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub path: PathBuf,
    pub language: Language,
    /// It can be started.
    pub main: bool,
    /// It tests another one, or installs it.
    pub test: bool,
}

impl Source {
    /// The name of the file without its ending.
    pub(super) fn stem(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    /// Whether it has to be built.
    pub(super) fn is_compiled(&self) -> bool {
        !matches!(self.language, Language::Script(_) | Language::FirstLine)
    }
}

/// All programs among the files of a folder, scripts without an ending included.
pub(super) fn sources(folder: &Path, files: &[PathBuf]) -> Vec<Source> {
    let mut found = Vec::new();
    for path in files {
        let text = || start_of(&folder.join(path));
        let plain = path.extension().is_none() && !is_wrapper(path);
        let language = match language(path) {
            None if plain && text().starts_with("#!") => Language::FirstLine,
            None => continue,
            Some(language) => language,
        };
        let text = text();
        found.push(Source {
            main: path.ends_with("__main__.py") || has_main(&text, language),
            test: is_test(path, &text, language),
            path: path.clone(),
            language,
        });
    }
    found
}

/// Whether a file by this name is a program that needs no other file: a script, or one with a main.
pub(super) fn stands_alone(name: &Path, file: &Path) -> bool {
    match language(name) {
        Some(Language::Script(_)) => true,
        Some(language) => has_main(&start_of(file), language),
        None => false,
    }
}

/// Scripts that build tools put into every project.
fn is_wrapper(path: &Path) -> bool {
    ["gradlew", "mvnw", "configure"]
        .iter()
        .any(|name| path.ends_with(name))
}

/// As much of a file as a program is ever long.
pub(super) fn start_of(file: &Path) -> String {
    String::from_utf8_lossy(&first_bytes(file)).into_owned()
}

/// Whether a file is UTF-8, as far as it is read. What is cut off at its end is no fault of it.
pub(super) fn is_utf8(file: &Path) -> bool {
    let told = str::from_utf8(&first_bytes(file)).err();
    told.is_none_or(|error| error.error_len().is_none())
}

fn first_bytes(file: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Looked at before it is opened: to open a fifo is to wait for its other end.
    let is_file = fs::metadata(file).is_ok_and(|meta| meta.is_file());
    if let Some(file) = is_file.then(|| File::open(file).ok()).flatten() {
        let _ = file.take(1 << 20).read_to_end(&mut bytes);
    }
    bytes
}

/// The words and signs of a program, without comments and without what is in quotes.
fn tokens(text: &str, language: Language) -> Vec<&str> {
    let hash = matches!(language, Language::Script(with) if with != "node");
    let raw = matches!(language, Language::Go | Language::Script("node"));
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let quotes = match first {
            '"' | '\'' if rest.starts_with(&first.to_string().repeat(3)) => 3,
            '\'' if language == Language::Rust && !is_character(rest) => 0,
            '"' | '\'' => 1,
            '`' if raw => 1,
            _ => 0,
        };
        let length = match first {
            _ if quotes > 0 => quoted(rest, quotes),
            '#' if hash => rest.find('\n').unwrap_or(rest.len()),
            '/' if !hash && rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if !hash && rest.starts_with("/*") => {
                rest[2..].find("*/").map_or(rest.len(), |end| end + 4)
            }
            first if first.is_whitespace() => first.len_utf8(),
            first => {
                let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                let length = word.max(first.len_utf8());
                found.push(&rest[..length]);
                length
            }
        };
        rest = &rest[length..];
    }
    found
}

/// How long what is in quotes is, quotes included. One line, but for three quotes and backquotes.
fn quoted(text: &str, quotes: usize) -> usize {
    let quote = &text[..quotes];
    let many_lines = quotes == 3 || quote == "`";
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(quotes) {
        match character {
            _ if escaped => escaped = false,
            '\\' if quote != "`" => escaped = true,
            '\n' if !many_lines => return at,
            _ if text[at..].starts_with(quote) => return at + quotes,
            _ => {}
        }
    }
    text.len()
}

/// Whether a quote of Rust begins a character and no lifetime.
fn is_character(text: &str) -> bool {
    let mut after = text.chars().skip(1);
    after.next() == Some('\\') || after.next() == Some('\'')
}

fn has_main(text: &str, language: Language) -> bool {
    let tokens = tokens(text, language);
    let has = |words: &[&str]| tokens.windows(words.len()).any(|window| window == words);
    match language {
        Language::C | Language::Cpp => defines_main(&tokens),
        Language::Java => has(&["void", "main", "("]),
        Language::Go => has(&["func", "main", "("]),
        Language::Rust => has(&["fn", "main", "("]),
        Language::Script("python3") => has(&["if", "__name__"]),
        Language::Script(_) => false,
        Language::FirstLine => true,
    }
}

/// A `main` outside of every function, with a body.
fn defines_main(tokens: &[&str]) -> bool {
    let mut depth = 0_usize;
    for (at, &token) in tokens.iter().enumerate() {
        match token {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "main" if depth == 0 && tokens.get(at + 1) == Some(&"(") => {
                let end = tokens[at..].iter().position(|&token| token == ")");
                if end.is_some_and(|end| tokens.get(at + end + 1) != Some(&";")) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// The letters and digits of a name.
pub(super) fn plain(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// `TakeStones.java`, `take_stones.py`, `game_of_sticks.c`.
pub(super) fn is_named_after(path: &Path, assignment: &str) -> bool {
    let stem = plain(&path.file_stem().unwrap_or_default().to_string_lossy());
    let name = plain(assignment);
    stem == name || stem == format!("gameof{name}") || stem == format!("{name}game")
}

/// Whether a file only tests or installs others, as its name, its folder or its imports say.
fn is_test(path: &Path, text: &str, language: Language) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let lower = stem.to_lowercase();
    let folders = path.parent().unwrap_or(Path::new(""));
    let in_tests = folders.iter().any(|folder| {
        ["test", "tests", "__tests__", "spec"]
            .iter()
            .any(|name| folder == *name)
    });
    let begins = ["test_", "tests_"]
        .iter()
        .any(|word| lower.starts_with(word));
    let ends = ["_test", "_tests", ".test", "-test", "_spec", ".spec"];
    let ends = ends.iter().any(|word| lower.ends_with(word));
    let class = ["Test", "Tests"].iter().any(|word| stem.ends_with(word))
        || stem
            .strip_prefix("Test")
            .is_some_and(|rest| rest.starts_with(char::is_uppercase));
    let imports = match language {
        Language::Java => ["org.junit", "junit.framework", "org.testng"]
            .iter()
            .any(|library| {
                text.contains(&format!("import {library}"))
                    || text.contains(&format!("import static {library}"))
            }),
        Language::Script("python3") => ["conftest", "setup", "noxfile"].contains(&&*lower),
        _ => false,
    };
    let java = language == Language::Java;
    in_tests || begins || ends || imports || java && class
}

/// What a Java file says of itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct JavaFile {
    pub package: Option<String>,
    /// The public type, after which the file has to be named.
    pub public: Option<String>,
    /// The type with the `main`.
    pub started: Option<String>,
}

impl JavaFile {
    pub(super) fn read(text: &str) -> JavaFile {
        let tokens = tokens(text, Language::Java);
        let mut file = JavaFile::default();
        if let Some(at) = tokens.iter().position(|&token| token == "package") {
            let name = tokens[at + 1..].iter().take_while(|token| **token != ";");
            file.package = Some(name.copied().collect());
        }
        let (mut depth, mut public, mut current) = (0_usize, false, None);
        for (at, &token) in tokens.iter().enumerate() {
            let next = tokens.get(at + 1).map(|next| (*next).to_owned());
            match token {
                "{" => depth += 1,
                "}" => {
                    depth = depth.saturating_sub(1);
                    public &= depth > 0;
                }
                ";" if depth == 0 => public = false,
                "public" if depth == 0 => public = true,
                "class" | "interface" | "enum" | "record" if depth == 0 => {
                    current.clone_from(&next);
                    if public && file.public.is_none() {
                        file.public = next;
                    }
                }
                "main" if depth <= 1 && at > 0 && tokens[at - 1] == "void" => {
                    file.started = file.started.or_else(|| current.clone());
                }
                _ => {}
            }
        }
        file
    }
}

/// No program of a student has more files than this, of which one might use another.
const MOST_PARTS: usize = 300;

/// Of every file the lines that name other files.
pub(super) fn import_lines(folder: &Path, programs: &[Source]) -> Vec<String> {
    if programs.len() > MOST_PARTS {
        return Vec::new();
    }
    let words = ["import", "require", "include", "source"];
    let lines = |source: &Source| -> String {
        let text = start_of(&folder.join(&source.path));
        let lines = text
            .lines()
            .filter(|line| words.iter().any(|word| line.contains(word)));
        lines.flat_map(|line| [line, "\n"]).collect()
    };
    programs.iter().map(lines).collect()
}

/// Whether a text names a file where it imports others: the stem of a module, or an included file.
pub(super) fn imports(text: &str, of: &Source) -> bool {
    let name = of.path.file_name().unwrap_or_default().to_string_lossy();
    let stem = of.stem();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.lines().any(|line| match of.language {
        Language::C | Language::Cpp => {
            let file = line.trim_start().strip_prefix('#').map(str::trim_start);
            let file = file.and_then(|line| line.strip_prefix("include"));
            file.is_some_and(|file| file.split(['"', '/', '<']).any(|part| part == name))
        }
        _ => {
            (line.contains("import") || line.contains("require") || line.contains("source"))
                && line.split(|c| !is_word(c)).any(|word| word == stem)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_main_is_one_only_where_the_compiler_sees_one() {
        use Language::{C, Cpp, Go, Java, Rust, Script};
        for (language, text, wanted) in [
            (C, "int\nmain (void)\n{}", true),
            (C, "main() { return 0; }", true),
            (C, "int main(void); // int main(void) {}", false),
            (
                C,
                "/* int main(void) {} */ char *s = \"int main() {\";",
                false,
            ),
            (C, "void f(void) { main(); }", false),
            (Cpp, "auto main() -> int { char c = '\"'; }", true),
            (Java, "static public void main(final String... a)", true),
            (Java, "String main = \"void main(\";", false),
            (Rust, "fn f<'a>(s: &'a str) {} fn main() {}", true),
            (Rust, "let c = '\"'; fn other() {}", false),
            (Go, "package main\nfunc main() {}", true),
            (Go, "var s = `\nfunc main() {`", false),
            (Script("python3"), "if __name__ == '__main__':\n", true),
            (Script("python3"), "'''\nif __name__\n'''", false),
        ] {
            assert_eq!(has_main(text, language), wanted, "{text}");
        }
    }

    #[test]
    fn a_java_file_tells_its_package_its_name_and_what_starts() {
        let text = "// package no;\npackage a.b ;\nclass Helper { void x() {} }\n\
                    public final class TakeStones { enum E { A } public static void main(String[] a) {} }";
        let told = JavaFile::read(text);
        assert_eq!(told.package.as_deref(), Some("a.b"));
        assert_eq!(told.public.as_deref(), Some("TakeStones"));
        assert_eq!(told.started.as_deref(), Some("TakeStones"));
        let told = JavaFile::read("class Main { public static void main(String[] a) {} }");
        assert_eq!((told.public, told.started.as_deref()), (None, Some("Main")));
    }

    #[test]
    fn tests_are_known_by_name_folder_and_imports() {
        let test = |path: &str, text: &str| {
            let path = Path::new(path);
            is_test(path, text, language(path).expect("a language"))
        };
        for path in [
            "test_sticks.py",
            "sticks_test.go",
            "SticksTest.java",
            "src/test/java/A.java",
        ] {
            assert!(test(path, ""), "{path}");
        }
        assert!(test("A.java", "import static org.junit.Assert.*;"));
        for path in ["contest.py", "latest.c", "Tester.java", "src/Sticks.java"] {
            assert!(!test(path, ""), "{path}");
        }
    }
}
