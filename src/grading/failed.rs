//! What failed last time, so that it can be run again by itself. It is kept in the user's folder for
//! caches, a small file for each program that was graded, and nowhere else.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::grade::Grade;
use crate::files;

/// What is kept of a run.
#[derive(Serialize, Deserialize)]
struct Kept {
    assignment: String,
    command: String,
    failed: Vec<String>,
}

/// Where it is kept of a program, graded from this folder. `None` where nobody has a home.
fn path(assignment: &str, command: &str) -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let caches = match set("XDG_CACHE_HOME") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(set("HOME")?).join(".cache"),
    };
    let mut hasher = DefaultHasher::new();
    (assignment, command, env::current_dir().ok()).hash(&mut hasher);
    let name = format!("failed-{:016x}.json", hasher.finish());
    Some(caches.join("sticks-and-stones").join(name))
}

/// Keeps what failed. A folder that cannot be written is no reason to complain about a program.
pub fn remember(grade: &Grade) {
    let Some(path) = path(&grade.assignment, &grade.command) else {
        return;
    };
    let failed = grade.cases.iter().filter(|case| !case.status.is_good());
    let kept = Kept {
        assignment: grade.assignment.clone(),
        command: grade.command.clone(),
        failed: failed.map(|case| case.file.clone()).collect(),
    };
    if let (Some(folder), Ok(text)) = (path.parent(), serde_json::to_vec(&kept)) {
        let _ = fs::create_dir_all(folder).and_then(|()| files::replace(&path, &text));
    }
}

/// The files of the cases that failed last time; `None` if nothing is known.
pub fn recall(assignment: &str, command: &str) -> Option<Vec<String>> {
    let text = fs::read(path(assignment, command)?).ok()?;
    let kept: Kept = serde_json::from_slice(&text).ok()?;
    (kept.assignment == assignment && kept.command == command).then_some(kept.failed)
}
