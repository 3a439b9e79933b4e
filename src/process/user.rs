//! Somebody else, as whom root runs programs: they own what is theirs, and nothing more.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::lchown;
use std::path::{Path, PathBuf};

use rustix::process::{Gid, Uid};

/// A user of this system that is not the one who grades.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    id: Uid,
    group: Gid,
    groups: Vec<Gid>,
    home: PathBuf,
}

impl User {
    /// The user with this name; the error is a sentence about it.
    #[cfg(target_os = "linux")]
    pub fn find(name: &str) -> Result<User, String> {
        use nix::unistd;
        if !rustix::process::geteuid().is_root() {
            return Err(format!("only root can run programs as `{name}`"));
        }
        let found = unistd::User::from_name(name).map_err(|error| error.to_string())?;
        let user = found.ok_or_else(|| format!("there is no user `{name}` on this system"))?;
        if user.uid.is_root() {
            return Err(format!(
                "`{name}` is root: name a user who may do less than you"
            ));
        }
        let text = std::ffi::CString::new(name).map_err(|error| error.to_string())?;
        let groups = unistd::getgrouplist(&text, user.gid).map_err(|error| error.to_string())?;
        let group = |id: unistd::Gid| Gid::from_raw(id.as_raw());
        Ok(User {
            id: Uid::from_raw(user.uid.as_raw()),
            group: group(user.gid),
            groups: groups.into_iter().map(group).collect(),
            home: user.dir,
        })
    }

    /// Users are changed with the means of Linux.
    #[cfg(not(target_os = "linux"))]
    pub fn find(name: &str) -> Result<User, String> {
        Err(format!("programs run as `{name}` on Linux only"))
    }

    /// Where the user is at home.
    pub(super) fn home(&self) -> &Path {
        &self.home
    }

    /// Makes a file, or a folder with all that is in it, the user's own. Links are not followed.
    pub(super) fn give(&self, path: &Path) -> io::Result<()> {
        let (id, group) = (self.id.as_raw(), self.group.as_raw());
        if fs::symlink_metadata(path)?.is_dir() {
            for entry in fs::read_dir(path)? {
                self.give(&entry?.path())?;
            }
        }
        lchown(path, Some(id), Some(group))
    }

    /// The same with what is open.
    pub(super) fn give_descriptor(&self, descriptor: &OwnedFd) -> io::Result<()> {
        Ok(rustix::fs::fchown(descriptor, Some(self.id), None)?)
    }

    /// Runs in the child before exec: from here on it is this user, and nothing leads back.
    pub(super) fn take_over(&self) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        {
            rustix::thread::set_thread_groups(&self.groups)?;
            rustix::thread::set_thread_gid(self.group)?;
            rustix::thread::set_thread_uid(self.id)?;
        }
        Ok(())
    }
}
