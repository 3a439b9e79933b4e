//! A world of its own for one program: a PID namespace, which dies as one with whoever is in it, a
//! `/proc` that shows nobody else, and files that cannot be changed but for a few folders.
//!
//! Three processes make it. The *outer* one is our child, stays outside, and ends as the program
//! ends. The *inner* one is number 1 inside: it adopts orphans, and when it ends the kernel kills
//! all that is left. The third becomes the program.

mod keepers;
mod network;

use std::ffi::{CStr, CString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{Mode, OFlags};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::setsid;

use keepers::{adopt, die_with_parent, exit, fork, has_nobody_to_tell, relay};

pub(super) use network::{Entrance, Network, census};

/// How much of it the kernel gives us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Means {
    /// Processes and mounts.
    All,
    /// Processes alone: `/proc` and the files stay as they are.
    Processes,
}

/// No number above this is given to a process or thread inside: a bomb of thousands would leave us no
/// processor time to end it.
const MOST_PROCESSES: &CStr = c"512";

/// Where processes share memory by names.
const SHARED: &CStr = c"/dev/shm";

/// Whether that limit would be the capsule's own. Before Linux 6.14 it is the whole machine's, and root
/// would take the numbers of everybody.
fn has_own_limit() -> bool {
    static OWN: OnceLock<bool> = OnceLock::new();
    *OWN.get_or_init(|| {
        let release = std::fs::read_to_string("/proc/sys/kernel/osrelease");
        release.is_ok_and(|release| numbers_apart(&release))
    })
}

/// Whether a kernel of this release counts the processes of every namespace apart.
fn numbers_apart(release: &str) -> bool {
    let mut numbers = release.split(|letter: char| !letter.is_ascii_digit());
    let mut next = || numbers.next().and_then(|number| number.parse::<u32>().ok());
    next().zip(next()).is_some_and(|version| version >= (6, 14))
}

/// The number before the program's own, another one for every capsule; those below it are lost.
fn next_number() -> u32 {
    const LOST: u32 = 199;
    static NEXT: AtomicU32 = AtomicU32::new(0);
    2 + (std::process::id() + NEXT.fetch_add(1, Ordering::Relaxed)) % LOST
}

/// A capsule that only needs to be entered.
pub(super) struct Capsule {
    means: Means,
    /// The identity inside is the one outside; `None` for root, who needs no user namespace.
    maps: Option<[CString; 2]>,
    writable: Vec<CString>,
    /// What is in the place of the memory that processes share by names.
    shared: Option<CString>,
    /// What goes with the program, also if we are killed.
    private: Option<CString>,
    folder: CString,
    copy: Option<CString>,
    network: Option<Network>,
    number: CString,
    has_own_limit: bool,
}

impl Capsule {
    /// For a program run in `folder`, or in a copy that takes its place, that may write in the given
    /// places; `None` where the kernel gives us no namespaces.
    pub(super) fn new(folder: &Path, writable: &[PathBuf], copy: Option<&Path>) -> Option<Capsule> {
        Some(Capsule::with(means()?, folder, writable, copy))
    }

    /// Whether programs can have one.
    pub(super) fn is_possible() -> bool {
        means().is_some()
    }

    fn with(means: Means, folder: &Path, writable: &[PathBuf], copy: Option<&Path>) -> Capsule {
        let text = |path: &Path| CString::new(path.as_os_str().as_bytes()).unwrap_or_default();
        let root = rustix::process::geteuid().is_root();
        let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
        let map = |id: u32| CString::new(format!("{id} {id} 1")).unwrap_or_default();
        Capsule {
            means,
            maps: (!root).then(|| [map(user.as_raw()), map(group.as_raw())]),
            writable: writable.iter().map(|path| text(path)).collect(),
            shared: None,
            private: None,
            folder: text(folder),
            copy: copy.map(text),
            network: None,
            number: CString::new(next_number().to_string()).unwrap_or_default(),
            has_own_limit: has_own_limit(),
        }
    }

    /// With a folder of its own in the place of the memory that processes share by names, where semaphores
    /// are made; where nobody has such a place it has none either.
    pub(super) fn with_shared(self, folder: &Path) -> Capsule {
        let shared = CString::new(folder.as_os_str().as_bytes()).ok();
        let shared = shared.filter(|_| Path::new("/dev/shm").is_dir());
        Capsule { shared, ..self }
    }

    /// With a private folder, which goes with the program when we are killed and cannot remove it.
    pub(super) fn with_private(self, folder: &Path) -> Capsule {
        let private = CString::new(folder.as_os_str().as_bytes()).ok();
        Capsule { private, ..self }
    }

    /// With a network of its own, if there is to be one.
    pub(super) fn with_network(self, network: Option<Network>) -> Capsule {
        Capsule { network, ..self }
    }

    /// For a program that is nowhere in particular.
    fn anywhere() -> Option<Capsule> {
        Capsule::new(Path::new("/"), &[], None)
    }

    /// Whether it can be entered, found out by trying.
    fn can_be_entered(self) -> bool {
        let mut command = Command::new("/");
        let reached = libc::ECANCELED;
        let try_it = move || -> io::Result<()> {
            self.enter()?;
            Err(io::Error::from_raw_os_error(reached))
        };
        // SAFETY: as in `Program::spawn`; nothing is run.
        unsafe { std::os::unix::process::CommandExt::pre_exec(&mut command, try_it) };
        let error = command.spawn().err();
        error.and_then(|error| error.raw_os_error()) == Some(reached)
    }

    /// Whether the program's `/proc` is its own, and a copy is in the place of its folder.
    pub(super) fn has_own_mounts(&self) -> bool {
        self.means == Means::All
    }

    /// Whether the kernel counts the program's processes apart from those of the same user.
    pub(super) fn counts_processes(&self) -> bool {
        self.maps.is_some()
    }

    /// Runs in the child before exec, and returns in the process that becomes the program.
    pub(super) fn enter(&self) -> io::Result<()> {
        let us = rustix::process::getppid().map_or(0, |us| us.as_raw_pid().unsigned_abs());
        self.unshare()?;
        self.network.as_ref().map_or(Ok(()), Network::enter)?;
        setsid()?;
        let (end, notice) = pipe_with(PipeFlags::CLOEXEC)?;
        match fork()? {
            0 => drop(end),
            inner => relay(inner, &end, us, self.private.as_ref()),
        }
        die_with_parent()?;
        if has_nobody_to_tell(&notice) {
            exit(1);
        }
        if self.means == Means::All {
            self.mount()?;
        }
        match fork()? {
            0 => Ok(()),
            program => adopt(program, &notice),
        }
    }

    fn unshare(&self) -> io::Result<()> {
        let user = self.maps.as_ref().map_or(0, |_| libc::CLONE_NEWUSER);
        // Only of a process that may be looked at can the maps be written.
        set_dumpable(true);
        // SAFETY: takes and gives plain numbers.
        checked(unsafe { libc::unshare(libc::CLONE_NEWPID | user) })?;
        if let Some([users, groups]) = &self.maps {
            write(c"/proc/self/setgroups", c"deny")?;
            write(c"/proc/self/uid_map", users)?;
            write(c"/proc/self/gid_map", groups)?;
        }
        set_dumpable(false);
        die_with_parent()
    }

    /// A `/proc` of its own, and nothing to be written but the few folders.
    fn mount(&self) -> io::Result<()> {
        // The outer process stays where it is, to remove from there what is left.
        // SAFETY: takes and gives plain numbers.
        checked(unsafe { libc::unshare(libc::CLONE_NEWNS) })?;
        let private = libc::MS_REC | libc::MS_PRIVATE;
        mount(None, c"/", None, private)?;
        let harmless = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
        // One in which even number 1 is not to be seen, where the kernel can.
        mount_with(
            Some(c"proc"),
            c"/proc",
            Some(c"proc"),
            harmless,
            c"hidepid=4",
        )
        .or_else(|_| mount(Some(c"proc"), c"/proc", Some(c"proc"), harmless))?;
        if self.has_own_limit {
            let _ = write(c"/proc/sys/kernel/pid_max", MOST_PROCESSES);
        }
        // Who takes its number for a seed is to have another one in every run.
        let _ = write(c"/proc/sys/kernel/ns_last_pid", &self.number);
        for place in &self.writable {
            mount(Some(place), place, None, libc::MS_BIND | libc::MS_REC)?;
        }
        if let Some(shared) = &self.shared {
            mount(Some(shared), SHARED, None, libc::MS_BIND)?;
        }
        if let Some(copy) = &self.copy {
            mount(Some(copy), &self.folder, None, libc::MS_BIND | libc::MS_REC)?;
        }
        set_read_only(c"/", true)?;
        let copied = self.copy.as_ref().map(|_| &self.folder);
        for place in self.writable.iter().chain(copied) {
            set_read_only(place, false)?;
        }
        if self.shared.is_some() {
            set_read_only(SHARED, false)?;
        }
        // Where we are is below a mount that was laid over it.
        Ok(rustix::process::chdir(&*self.folder)?)
    }
}

/// What this kernel lets us have, found out by trying.
fn means() -> Option<Means> {
    static MEANS: OnceLock<Option<Means>> = OnceLock::new();
    *MEANS.get_or_init(|| {
        let works =
            |means: &Means| Capsule::with(*means, Path::new("/"), &[], None).can_be_entered();
        [Means::All, Means::Processes].into_iter().find(works)
    })
}

fn checked(result: libc::c_int) -> io::Result<libc::c_int> {
    match result {
        -1 => Err(io::Error::last_os_error()),
        result => Ok(result),
    }
}

fn set_dumpable(dumpable: bool) {
    // SAFETY: takes plain numbers.
    unsafe { libc::prctl(libc::PR_SET_DUMPABLE, libc::c_ulong::from(dumpable)) };
}

/// A program gets its three streams, and nothing that we, or who started us, have open.
pub(super) fn close_at_exec() {
    close_range(3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
}

fn close_range(first: u32, last: u32, flags: u32) {
    // SAFETY: closes descriptors in a child that uses them no more.
    unsafe { libc::syscall(libc::SYS_close_range, first, last, flags) };
}

fn write(path: &CStr, text: &CStr) -> io::Result<()> {
    let file = rustix::fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    rustix::io::write(&file, text.to_bytes())?;
    Ok(())
}

fn mount(
    what: Option<&CStr>,
    place: &CStr,
    kind: Option<&CStr>,
    flags: libc::c_ulong,
) -> io::Result<()> {
    mount_with(what, place, kind, flags, c"")
}

fn mount_with(
    what: Option<&CStr>,
    place: &CStr,
    kind: Option<&CStr>,
    flags: libc::c_ulong,
    options: &CStr,
) -> io::Result<()> {
    let pointer = |text: Option<&CStr>| text.map_or(std::ptr::null(), CStr::as_ptr);
    let (what, kind) = (pointer(what), pointer(kind));
    // SAFETY: the texts end with a zero and outlive the call; null is allowed for what is not given.
    let done = unsafe { libc::mount(what, place.as_ptr(), kind, flags, options.as_ptr().cast()) };
    checked(done).map(drop)
}

/// `struct mount_attr` of mount_setattr(2).
#[repr(C)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

/// Everything below `place` read-only, or the mount at `place` no longer.
fn set_read_only(place: &CStr, read_only: bool) -> io::Result<()> {
    const READ_ONLY: u64 = 1;
    let attributes = MountAttributes {
        set: if read_only { READ_ONLY } else { 0 },
        clear: if read_only { 0 } else { READ_ONLY },
        propagation: 0,
        user_namespace: 0,
    };
    let flags = if read_only { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: path and attributes are valid for the call, and the size is theirs.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            place.as_ptr(),
            flags,
            &raw const attributes,
            size_of::<MountAttributes>(),
        )
    };
    checked(if done == 0 { 0 } else { -1 }).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grader who is root on an older one would leave the machine 512 processes.
    #[test]
    fn the_numbers_of_processes_are_limited_only_where_they_are_the_capsules_own() {
        for apart in ["6.14.0", "6.18.44-fc", "7.0-rc1", "10.1.2"] {
            assert!(numbers_apart(apart), "{apart}");
        }
        for shared in [
            "5.15.0-91-generic",
            "6.8.0-31",
            "6.13.9",
            "4.19",
            "6",
            "",
            "linux",
        ] {
            assert!(!numbers_apart(shared), "{shared}");
        }
    }
}
