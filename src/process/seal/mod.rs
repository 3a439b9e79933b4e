//! The seal around other people's programs: which files they can reach, no network, no signals to
//! anybody outside, nothing left behind. Landlock holds it, seccomp what Landlock does not cover.
//!
//! Nothing needs to be installed and nobody needs to be root. An older kernel holds less, and
//! [`Seal::promise`] says what.

#[cfg(target_os = "linux")]
mod around;
#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod closed;
#[cfg(target_os = "linux")]
mod copy;
#[cfg(target_os = "linux")]
mod forks;
#[cfg(target_os = "linux")]
mod kernel;
#[cfg(target_os = "linux")]
mod own;
#[cfg(target_os = "linux")]
mod places;
#[cfg(target_os = "linux")]
mod refusal;

use std::path::PathBuf;

use super::capsule::Capsule;

#[cfg(target_os = "linux")]
pub(super) use closed::{Closed, Needs};
#[cfg(target_os = "linux")]
pub use refusal::Refusal;

/// What a program may reach besides the system, the tools on the `PATH` and its own folder, which
/// it may read, and a private temporary folder, which it may write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seal {
    readable: Vec<PathBuf>,
    writable: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
    port: Option<u16>,
    is_found: bool,
}

impl Seal {
    /// The folder and all below it may be read, and programs in it run.
    pub fn allow(mut self, folder: impl Into<PathBuf>) -> Seal {
        self.readable.push(folder.into());
        self
    }

    /// The folder and all below it may be read and written, also what is hidden elsewhere.
    pub fn allow_writing(mut self, folder: impl Into<PathBuf>) -> Seal {
        self.writable.push(folder.into());
        self
    }

    /// The file or folder is out of reach, wherever it lies. What is explicitly allowed inside of it
    /// stays allowed.
    pub fn hide(mut self, path: impl Into<PathBuf>) -> Seal {
        self.hidden.push(path.into());
        self
    }

    /// Whether the command was found in the submission itself, in a start script or a first line: then
    /// what it names is its own only if it is in its folder.
    pub fn found(self, is_found: bool) -> Seal {
        Seal { is_found, ..self }
    }

    pub(super) fn is_found(&self) -> bool {
        self.is_found
    }

    /// What is allowed besides the usual: folders to read, and folders to write.
    pub fn allowed(&self) -> (&[PathBuf], &[PathBuf]) {
        (&self.readable, &self.writable)
    }

    /// A TCP server at this port may be reached.
    pub fn allow_port(mut self, port: u16) -> Seal {
        self.port = Some(port);
        self
    }

    /// The places that may be written, free of links, as far as they are there.
    #[cfg(target_os = "linux")]
    pub(super) fn writable(&self) -> Vec<PathBuf> {
        let paths = self.writable.iter();
        paths.filter_map(|path| path.canonicalize().ok()).collect()
    }

    /// What belongs to the program with these words, run in `folder`.
    #[cfg(target_os = "linux")]
    fn own(&self, words: &[std::ffi::OsString], folder: &std::path::Path) -> own::Own {
        match self.is_found {
            true => own::found(words, folder),
            false => own::own(words, folder),
        }
    }

    /// Where a name leads that is a link out of the folder it is in.
    #[cfg(target_os = "linux")]
    pub(super) fn leads_out(
        name: &std::ffi::OsString,
        folder: &std::path::Path,
    ) -> Option<PathBuf> {
        let place = folder.join(name).canonicalize().ok()?;
        let is_path = name.to_string_lossy().contains('/');
        (is_path && own::leads_out(name, &place, folder)).then_some(place)
    }

    /// What this kernel holds of it, in a line: `sealed: files, network, signals, processes`, what
    /// of these is missing, or why there is nothing.
    pub fn promise() -> String {
        let mut held = Seal::held();
        if held.is_empty() {
            return "not sealed: this kernel has no Landlock".to_owned();
        }
        if Capsule::is_possible() {
            held.push("processes");
        }
        let all = ["files", "network", "signals", "processes"];
        let missing: Vec<&str> = all
            .into_iter()
            .filter(|part| !held.contains(part))
            .collect();
        match missing.is_empty() {
            true => format!("sealed: {}", held.join(", ")),
            false => format!("sealed: {}; not {}", held.join(", "), missing.join(", ")),
        }
    }

    /// Whether this kernel can keep programs from files at all.
    pub fn is_possible() -> bool {
        !Seal::held().is_empty()
    }

    #[cfg(target_os = "linux")]
    fn held() -> Vec<&'static str> {
        closed::held()
    }

    #[cfg(not(target_os = "linux"))]
    fn held() -> Vec<&'static str> {
        Vec::new()
    }
}

/// No seal for this system: nothing to apply, and [`Seal::promise`] says so.
#[cfg(not(target_os = "linux"))]
pub use unsealed::Refusal;
#[cfg(not(target_os = "linux"))]
pub(super) use unsealed::{Closed, Needs};

#[cfg(not(target_os = "linux"))]
mod unsealed {
    use std::ffi::OsString;
    use std::io;
    use std::path::{Path, PathBuf};

    pub(crate) struct Needs {
        pub writable: Vec<PathBuf>,
        pub folder: PathBuf,
        pub copy: Option<PathBuf>,
    }

    impl Needs {
        pub(crate) fn new(
            _: &super::Seal,
            _: &[OsString],
            folder: &Path,
            _: &Path,
        ) -> io::Result<Needs> {
            Ok(Needs {
                writable: Vec::new(),
                folder: folder.to_owned(),
                copy: None,
            })
        }
    }

    /// Nothing is refused where there is no seal.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Refusal {
        Ours(String),
        Hidden(PathBuf),
        Reading(PathBuf),
        Writing(PathBuf),
    }

    impl super::Seal {
        pub(in crate::process) fn leads_out(_: &OsString, _: &Path) -> Option<PathBuf> {
            None
        }

        /// Nothing is refused.
        pub fn refusal(&self, _: &str, _: &[OsString], _: &Path) -> Option<Refusal> {
            None
        }
    }

    /// Nobody is asked.
    pub(in crate::process) enum Keeper {}

    impl Keeper {
        pub(in crate::process) fn answer(self, _: i32, _: usize) {
            match self {}
        }
    }

    pub(crate) struct Closed;

    impl Closed {
        pub(crate) fn new(
            _: &super::Seal,
            _: &Needs,
            _: Option<&Path>,
            _: Option<&super::Capsule>,
        ) -> io::Result<Closed> {
            Ok(Closed)
        }

        pub(in crate::process) fn keeper(&mut self) -> Option<Keeper> {
            None
        }

        pub(crate) fn apply(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}
