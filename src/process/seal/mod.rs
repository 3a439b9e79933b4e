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
mod places;

use std::path::PathBuf;

#[cfg(target_os = "linux")]
pub(super) use closed::Closed;

/// What a program may reach besides the system, the tools on the `PATH` and its own folder, which
/// it may read, and a private temporary folder, which it may write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seal {
    readable: Vec<PathBuf>,
    writable: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
    port: Option<u16>,
}

impl Seal {
    /// The folder and all below it may be read, and programs in it run.
    pub fn allow(mut self, folder: impl Into<PathBuf>) -> Seal {
        self.readable.push(folder.into());
        self
    }

    /// The folder and all below it may be read and written.
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

    /// What is allowed besides the usual: folders to read, and folders to write.
    pub fn allowed(&self) -> (&[PathBuf], &[PathBuf]) {
        (&self.readable, &self.writable)
    }

    /// A TCP server at this port may be reached.
    pub fn allow_port(mut self, port: u16) -> Seal {
        self.port = Some(port);
        self
    }

    /// What this kernel holds of it, in a line: `sealed: files, network, signals`, or why nothing.
    pub fn promise() -> String {
        let held = Seal::held();
        match held.is_empty() {
            true => "not sealed: this kernel has no Landlock".to_owned(),
            false => format!("sealed: {}", held.join(", ")),
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
pub(super) struct Closed;

#[cfg(not(target_os = "linux"))]
impl Closed {
    pub fn new(
        _: &Seal,
        _: &[std::ffi::OsString],
        _: &std::path::Path,
        _: &std::path::Path,
        _: Option<&std::path::Path>,
    ) -> std::io::Result<Closed> {
        Ok(Closed)
    }

    pub fn apply(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
