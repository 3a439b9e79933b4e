//! What lies about in folders, and was never handed in.

/// What is left behind by systems and editors, and was never meant to be handed in.
pub(super) fn is_junk(name: &str) -> bool {
    const NAMES: [&str; 18] = [
        "__MACOSX",
        ".DS_Store",
        ".git",
        ".svn",
        ".hg",
        "Thumbs.db",
        "desktop.ini",
        "__pycache__",
        ".pytest_cache",
        ".mypy_cache",
        ".ipynb_checkpoints",
        ".idea",
        ".vscode",
        ".vs",
        ".gradle",
        ".settings",
        "venv",
        ".venv",
    ];
    let compiled = [".class", ".pyc", ".o", ".obj"];
    NAMES.contains(&name)
        || name.starts_with("._")
        || compiled.iter().any(|ending| name.ends_with(ending))
}
