//! A folder for programs that compare submissions: one folder a student, and nothing else.

use std::fs;
use std::io;
use std::path::Path;

use crate::program::Failure;

/// Says that a folder is ours and may be filled again. Nobody takes it for a submission.
const MARK: &str = ".made-by-grade-class";

/// Makes the folder, or empties the one that was made before.
pub fn prepare(folder: &Path) -> Result<(), Failure> {
    let refused = |reason: &dyn std::fmt::Display| {
        let shown = folder.display();
        Failure::usage(format_args!(
            "cannot lay out submissions in `{shown}`: {reason}"
        ))
    };
    fs::create_dir_all(folder).map_err(|error| refused(&error))?;
    let there: io::Result<Vec<fs::DirEntry>> =
        fs::read_dir(folder).and_then(|entries| entries.collect());
    let there = there.map_err(|error| refused(&error))?;
    if !there.is_empty() && !folder.join(MARK).exists() {
        return Err(refused(&"it holds something else; name a new folder"));
    }
    for entry in there.iter().filter(|entry| entry.path().is_dir()) {
        fs::remove_dir_all(entry.path()).map_err(|error| refused(&error))?;
    }
    fs::write(folder.join(MARK), "").map_err(|error| refused(&error))
}
