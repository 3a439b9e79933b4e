//! The two processes around a program in its capsule. They are copies of us that make plain system calls
//! alone: nothing may allocate or lock here.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::ptr::null;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Signal;

use super::{checked, close_range};

/// Whether we, who started the outer process, are no more.
static ORPHANED: AtomicBool = AtomicBool::new(false);

/// What the kernel tells the outer process of our death with.
const DEATH: libc::c_int = libc::SIGHUP;

pub(super) fn fork() -> io::Result<libc::pid_t> {
    // SAFETY: there is one thread, in a child of ours that makes plain system calls alone.
    checked(unsafe { libc::fork() })
}

pub(super) fn exit(code: i32) -> ! {
    // SAFETY: ends the process, without running anything of ours.
    unsafe { libc::_exit(code) }
}

pub(super) fn die_with_parent() -> io::Result<()> {
    let death = Some(Signal::KILL);
    Ok(rustix::process::set_parent_process_death_signal(death)?)
}

/// Whether the outer process has died before we asked to die with it.
pub(super) fn has_nobody_to_tell(notice: &OwnedFd) -> bool {
    let mut fds = [PollFd::new(notice, PollFlags::OUT)];
    let at_once = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    poll(&mut fds, Some(&at_once)).is_ok() && fds[0].revents().contains(PollFlags::ERR)
}

/// The outer process: waits for the inner one, and ends as the program did. If `us` die before, nobody
/// else is left to end the program and to remove its `private` folder.
pub(super) fn relay(inner: libc::pid_t, end: &OwnedFd, us: u32, private: Option<&CString>) -> ! {
    close_all_but(end);
    if !outlived_by_us(end, us) {
        // SAFETY: takes plain numbers; the inner process is a child that nobody has waited for.
        unsafe { libc::kill(inner, libc::SIGKILL) };
        while wait(inner).is_none() {}
        if let Some(private) = private {
            remove(private);
        }
        exit(1);
    }
    let mut status = [0; 4];
    while wait(inner).is_none() {}
    let status = match rustix::io::read(end, &mut status) {
        Ok(4) => i32::from_ne_bytes(status),
        // It was killed, and the program with it.
        _ => libc::SIGKILL,
    };
    if libc::WIFEXITED(status) {
        exit(libc::WEXITSTATUS(status));
    }
    let signal = libc::WTERMSIG(status);
    // SAFETY: takes and gives plain numbers; the kernel's own way to end is nobody's handler.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::kill(libc::getpid(), signal);
    }
    exit(128 + signal)
}

/// Waits for the inner process to say how the program ended, or to end without a word; false if we are
/// gone first.
fn outlived_by_us(end: &OwnedFd, us: u32) -> bool {
    extern "C" fn note(_: libc::c_int) {
        ORPHANED.store(true, Ordering::Relaxed);
    }
    // SAFETY: the sets are made of numbers, for which all zeros are valid; every pointer is valid for its
    // call, and the handler stores to an atomic alone. The signal comes while we wait, and then only.
    unsafe {
        let mut blocked: libc::sigset_t = std::mem::zeroed();
        let mut open: libc::sigset_t = std::mem::zeroed();
        libc::sigaddset(&raw mut blocked, DEATH);
        libc::sigprocmask(libc::SIG_BLOCK, &raw const blocked, &raw mut open);
        libc::sigdelset(&raw mut open, DEATH);
        let handler: extern "C" fn(libc::c_int) = note;
        libc::signal(DEATH, handler as libc::sighandler_t);
        libc::prctl(libc::PR_SET_PDEATHSIG, DEATH as libc::c_ulong);
        let mut fds = libc::pollfd {
            fd: end.as_raw_fd(),
            events: libc::POLLIN,
            revents: 0,
        };
        loop {
            if ORPHANED.load(Ordering::Relaxed) || libc::getppid().unsigned_abs() != us {
                return false;
            }
            if libc::ppoll(&raw mut fds, 1, null(), &raw const open) > 0 {
                return true;
            }
        }
    }
}

/// Becomes the tool that removes a folder: where number 1 has died nobody can start one beside it.
fn remove(folder: &CStr) {
    let words = [c"rm", c"-rf", c"--", folder].map(CStr::as_ptr);
    let words = [words[0], words[1], words[2], words[3], null()];
    for tool in [c"/bin/rm", c"/usr/bin/rm"] {
        // SAFETY: the words end with a zero each and with a null all together, and so does the environment.
        unsafe { libc::execve(tool.as_ptr(), words.as_ptr(), [null()].as_ptr()) };
    }
}

/// The inner process: reaps whoever ends, until it is the program.
pub(super) fn adopt(program: libc::pid_t, notice: &OwnedFd) -> ! {
    close_all_but(notice);
    loop {
        if let Some((pid, status)) = wait(-1)
            && pid == program
        {
            let _ = rustix::io::write(notice, &status.to_ne_bytes());
            exit(0);
        }
    }
}

/// Who has ended, and how; `None` after a signal.
fn wait(pid: libc::pid_t) -> Option<(libc::pid_t, i32)> {
    let mut status = 0;
    // SAFETY: `status` is a valid place to write to.
    let pid = unsafe { libc::waitpid(pid, &raw mut status, 0) };
    (pid > 0).then_some((pid, status))
}

/// No terminal, no pipe and no file of ours stays open here.
fn close_all_but(kept: &OwnedFd) {
    let kept = kept.as_raw_fd().unsigned_abs();
    close_range(0, kept.saturating_sub(1), 0);
    close_range(kept + 1, u32::MAX, 0);
}
