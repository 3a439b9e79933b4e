//! The few system calls of the seal that are made in the child, where nothing may allocate.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

use rustix::fs::{Mode, OFlags};

/// What root keeps: files of its submissions may belong to others, and programs may give up rights.
const KEPT: [u8; 5] = [
    0, // chown
    1, // dac_override
    3, // fowner
    6, // setgid
    7, // setuid
];

/// A program of root's is root over files alone; for everybody else this changes nothing.
pub(super) fn keep_few_capabilities() {
    for capability in (0..64).filter(|capability| !KEPT.contains(capability)) {
        // SAFETY: takes plain numbers; what the kernel does not know, or we may not drop, stays.
        unsafe {
            libc::prctl(
                libc::PR_CAPBSET_DROP,
                libc::c_ulong::from(capability),
                0,
                0,
                0,
            )
        };
    }
}

/// Neither setuid programs nor anything else gives more rights from here on.
pub(super) fn grant_no_privileges() -> io::Result<()> {
    Ok(rustix::thread::set_no_new_privs(true)?)
}

/// `struct landlock_path_beneath_attr`.
#[repr(C, packed)]
struct PathBeneath {
    allowed: u64,
    parent: i32,
}

/// Adds a folder that was not there when the rules were made.
pub(super) fn allow_reading(rules: &OwnedFd, folder: &CStr) -> io::Result<()> {
    const READ_FILE_AND_FOLDER: u64 = 1 << 2 | 1 << 3;
    const PATH_BENEATH: libc::c_int = 1;
    let opened = rustix::fs::open(folder, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
    let rule = PathBeneath {
        allowed: READ_FILE_AND_FOLDER,
        parent: opened.as_raw_fd(),
    };
    let rules = rules.as_raw_fd();
    // SAFETY: the rule is valid for the call, and both descriptors are open.
    let done = unsafe {
        libc::syscall(
            libc::SYS_landlock_add_rule,
            rules,
            PATH_BENEATH,
            &raw const rule,
            0,
        )
    };
    checked(done)
}

/// From here on the rules hold, for everything this process will ever start.
pub(super) fn restrict(rules: &OwnedFd) -> io::Result<()> {
    // SAFETY: takes an open descriptor and a plain number.
    checked(unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) })
}

fn checked(result: libc::c_long) -> io::Result<()> {
    match result {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
