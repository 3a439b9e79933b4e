//! Why a program could not reach a path, and what would let it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use super::closed::Needs;
use super::{Seal, places};

/// A path that the seal keeps from a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// One of our own programs, by its name.
    Ours(String),
    /// Cases, results, keys: what is never a program's business.
    Hidden(PathBuf),
    /// It could be read, if the folder were allowed.
    Reading(PathBuf),
    /// It can be read; it could be written, if the folder were allowed.
    Writing(PathBuf),
}

impl Seal {
    /// Why the program with these words, run in `folder`, cannot use what it calls `name`: a path, or
    /// a program on the `PATH`. `None` if it could, as far as the seal is concerned.
    pub fn refusal(&self, name: &str, words: &[OsString], folder: &Path) -> Option<Refusal> {
        let folder = folder.canonicalize().ok()?;
        let path = match name.contains('/') || folder.join(name).is_symlink() {
            true => places::real(&folder.join(name))?,
            false => places::on_path(&name.into())?,
        };
        let own = self.own(words, &folder);
        if own.program.as_ref() == Some(&path)
            || self.writable().iter().any(|at| path.starts_with(at))
        {
            return None;
        }
        let holes = Needs::holes(self, &own);
        let is_below = |places: &[PathBuf]| places.iter().any(|place| path.starts_with(place));
        if is_below(&holes) {
            return Some(match path.file_name().and_then(|name| name.to_str()) {
                Some(name) if places::OURS.contains(&name) => Refusal::Ours(name.to_owned()),
                _ => Refusal::Hidden(path),
            });
        }
        let allowed: Vec<PathBuf> = self
            .readable
            .iter()
            .filter_map(|at| places::real(at))
            .collect();
        let readable = [places::system(), &own.folders, &allowed];
        let above = match path.is_dir() {
            true => path.clone(),
            false => path.parent()?.to_owned(),
        };
        // What we could not do ourselves was not the seal's to refuse; nor was a file refused that is
        // in the program's own folder already.
        let can = |path: &Path, how| access(path, how).is_ok();
        match readable.into_iter().any(is_below) {
            true if path.starts_with(&folder) && path.exists() => None,
            true => can(&above, Access::WRITE_OK).then_some(Refusal::Writing(above)),
            false => can(&above, Access::READ_OK).then_some(Refusal::Reading(above)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_refused_is_known_with_its_reason() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("its path");
        for name in ["own", "data", "cases", "more"] {
            fs::create_dir(root.join(name)).expect("made");
            fs::write(root.join(name).join("x"), name).expect("written");
        }
        let seal = Seal::default()
            .hide(root.join("cases"))
            .allow(root.join("more"));
        let refused = |name: &str| seal.refusal(name, &["./x".into()], &root.join("own"));
        assert_eq!(
            refused("../data/x"),
            Some(Refusal::Reading(root.join("data")))
        );
        assert_eq!(
            refused("../data/new"),
            Some(Refusal::Reading(root.join("data")))
        );
        assert_eq!(
            refused("../cases/x"),
            Some(Refusal::Hidden(root.join("cases/x")))
        );
        assert_eq!(
            refused("../more/x"),
            Some(Refusal::Writing(root.join("more")))
        );
        assert_eq!(refused("./x"), None, "whoever is graded may run itself");
        assert_eq!(refused("../nothing/x"), None);
        let allowed = seal.clone().allow_writing(root.join("data"));
        assert_eq!(
            allowed.refusal("../data/x", &["./x".into()], &root.join("own")),
            None
        );
    }
}
