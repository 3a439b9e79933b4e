//! Whether two submissions are the same program: their sources without blanks, comments and names of
//! files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::sources::{is_source, start_of};
use super::workplace::digest_of;

/// A digest of all sources in a folder; empty if there are none.
pub(super) fn digest(folder: &Path, files: &[PathBuf]) -> io::Result<String> {
    let mut programs = Vec::new();
    for path in files {
        let script =
            || path.extension().is_none() && start_of(&folder.join(path)).starts_with("#!");
        if !is_source(path) && !script() {
            continue;
        }
        let length = fs::metadata(folder.join(path))?.len();
        let text = bare(&start_of(&folder.join(path)), comments(path));
        // What is read is enough to tell programs apart; what is longer is no program, and told apart
        // by its length.
        let rest = length.saturating_sub(1 << 20).to_string();
        if !text.is_empty() {
            programs.push(digest_of(&[&text, &rest]));
        }
    }
    if programs.is_empty() {
        return Ok(String::new());
    }
    programs.sort();
    let programs: Vec<&str> = programs.iter().map(|digest| &**digest).collect();
    Ok(digest_of(&programs))
}

/// How comments of a language begin and end.
struct Comments {
    line: &'static str,
    block: Option<(&'static str, &'static str)>,
}

fn comments(path: &Path) -> Comments {
    let scripts = ["py", "rb", "pl", "sh"];
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.is_none_or(|ending| scripts.contains(&ending)) {
        true => Comments {
            line: "#",
            block: None,
        },
        false => Comments {
            line: "//",
            block: Some(("/*", "*/")),
        },
    }
}

/// A program without blanks and comments. What is in quotes is no comment; its blanks go all the same.
fn bare(text: &str, comments: Comments) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    let mut quote: Option<char> = None;
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        if let Some(open) = quote {
            if character == '\\' {
                let escaped = after.chars().next().map_or(0, char::len_utf8);
                kept += &rest[..1 + escaped];
                rest = &after[escaped..];
                continue;
            }
            if character == open || character == '\n' {
                quote = None;
            }
        } else if rest.starts_with(comments.line) {
            let end = rest.find('\n').unwrap_or(rest.len());
            rest = &rest[end..];
            continue;
        } else if let Some((begin, end)) = comments.block
            && let Some(inside) = rest.strip_prefix(begin)
        {
            let length = inside.find(end).map_or(inside.len(), |at| at + end.len());
            rest = &inside[length..];
            continue;
        } else if matches!(character, '"' | '\'') {
            quote = Some(character);
        }
        if !character.is_whitespace() {
            kept.push(character);
        }
        rest = after;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(one: &[(&str, &str)], other: &[(&str, &str)]) -> bool {
        let digest_of = |files: &[(&str, &str)]| {
            let folder = tempfile::tempdir().expect("a folder");
            let mut paths: Vec<PathBuf> = Vec::new();
            for (name, text) in files {
                fs::write(folder.path().join(name), text).expect("a file");
                paths.push(name.into());
            }
            digest(folder.path(), &paths).expect("read")
        };
        let (one, other) = (digest_of(one), digest_of(other));
        !one.is_empty() && one == other
    }

    #[test]
    fn blanks_comments_and_names_of_files_make_no_other_program() {
        assert!(alike(
            &[
                ("a.c", "int main() { puts(\"a//b\"); } // mine"),
                ("README", "x")
            ],
            &[(
                "b.c",
                "/* all\nmine */\nint main()\n{\n\tputs(\"a//b\");\n}\n"
            )],
        ));
        assert!(alike(
            &[("a.py", "print('#1')  # mine\n")],
            &[("b.py", "#!/usr/bin/python3\nprint('#1')\n")],
        ));
        assert!(alike(
            &[("stones", "#!/bin/sh\necho 1 # mine\n")],
            &[("take_stones", "#!/bin/sh\n\necho 1\n")],
        ));
        assert!(!alike(&[("a.c", "int a = 1;")], &[("a.c", "int a = 2;")]));
        assert!(!alike(
            &[("a.c", "puts(\"a//b\");")],
            &[("a.c", "puts(\"a//c\");")]
        ));
        assert!(!alike(&[("README", "x")], &[("README", "x")]), "no sources");
    }
}
