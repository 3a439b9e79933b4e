//! "This folder, without that file": a Landlock rule can only allow a hierarchy, so the siblings
//! along the way down to each hole are allowed one by one.

use std::fs;
use std::path::{Path, PathBuf};

/// The largest hierarchies below `root` that contain none of the `holes`.
///
/// All paths are free of links. A hole above `root` is none: whoever asks for `root` means it.
pub(super) fn around(root: &Path, holes: &[PathBuf]) -> Vec<PathBuf> {
    let mut allowed = Vec::new();
    let inside: Vec<&Path> = holes
        .iter()
        .map(PathBuf::as_path)
        .filter(|hole| hole.starts_with(root))
        .collect();
    descend(root, &inside, &mut allowed);
    allowed
}

fn descend(path: &Path, holes: &[&Path], allowed: &mut Vec<PathBuf>) {
    if holes.contains(&path) {
        return;
    }
    let below: Vec<&Path> = holes
        .iter()
        .copied()
        .filter(|hole| hole.starts_with(path))
        .collect();
    if below.is_empty() {
        return allowed.push(path.to_owned());
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        // A link needs no rule: what counts is the place it leads to.
        if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
            descend(&entry.path(), &below, allowed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder `a` with files `x`, `y`, a folder `b` with `x`, `y`, and a link to `b/x`.
    fn tree() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("its path").join("a");
        fs::create_dir_all(root.join("b")).expect("made");
        for name in ["x", "y", "b/x", "b/y"] {
            fs::write(root.join(name), name).expect("written");
        }
        std::os::unix::fs::symlink(root.join("b/x"), root.join("link")).expect("linked");
        (folder, root)
    }

    fn names(root: &Path, holes: &[&str]) -> Vec<String> {
        let holes: Vec<PathBuf> = holes.iter().map(|hole| root.join(hole)).collect();
        let mut found: Vec<String> = around(root, &holes)
            .iter()
            .filter_map(|path| Some(path.strip_prefix(root).ok()?.display().to_string()))
            .collect();
        found.sort();
        found
    }

    #[test]
    fn without_holes_the_folder_is_allowed_as_one() {
        let (_folder, root) = tree();
        assert_eq!(names(&root, &[]), [""]);
        let (below, elsewhere) = (root.join("b"), [root.with_file_name("elsewhere")]);
        assert_eq!(around(&below, &elsewhere), [below.as_path()]);
        let above = std::slice::from_ref(&root);
        assert_eq!(around(&below, above), [below.as_path()]);
    }

    #[test]
    fn the_siblings_of_a_hole_are_allowed_and_links_are_not() {
        let (_folder, root) = tree();
        assert_eq!(names(&root, &["b/x"]), ["b/y", "x", "y"]);
        assert_eq!(names(&root, &["b"]), ["x", "y"]);
        assert_eq!(names(&root, &["x", "b/y"]), ["b/x", "y"]);
        assert_eq!(names(&root, &[""]), Vec::<String>::new());
    }
}
