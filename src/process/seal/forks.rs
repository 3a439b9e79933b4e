//! How many tasks a program has that is not alone in a capsule: whenever it wants one more, the kernel asks
//! us (seccomp_unotify(2)). A limit of its own it cannot have: the kernel counts all of a user's, and of
//! root's none.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};

use super::super::table;

/// Calls that make a task.
const MAKE: &[libc::c_long] = &[
    libc::SYS_clone,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
];

/// Made ready for one program, which is let through in the child.
pub(super) struct Gate {
    steps: Vec<libc::sock_filter>,
    theirs: OwnedFd,
}

/// Where the kernel's questions come from.
pub(in crate::process) struct Keeper(OwnedFd);

impl Gate {
    pub(super) fn new() -> io::Result<(Gate, Keeper)> {
        let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
        let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?;
        let step = |code: u32, jt, k| libc::sock_filter {
            code: code as u16,
            jt,
            jf: 0,
            k,
        };
        let mut steps = vec![step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0)];
        for (after, call) in MAKE.iter().enumerate() {
            let to_ask = u8::try_from(MAKE.len() - after).unwrap_or(0);
            let is_call = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
            steps.push(step(is_call, to_ask, u32::try_from(*call).unwrap_or(0)));
        }
        for answer in [libc::SECCOMP_RET_ALLOW, libc::SECCOMP_RET_USER_NOTIF] {
            steps.push(step(libc::BPF_RET | libc::BPF_K, 0, answer));
        }
        Ok((Gate { steps, theirs }, Keeper(ours)))
    }

    /// Runs in the child before exec, without new privileges. Where somebody else is asked already there
    /// is no such gate.
    pub(super) fn close(&self) {
        let program = libc::sock_fprog {
            len: self.steps.len() as libc::c_ushort,
            filter: self.steps.as_ptr().cast_mut(),
        };
        // SAFETY: the program and its steps are valid for the call; what it gives is a new descriptor.
        let asked = unsafe {
            let flag = libc::SECCOMP_FILTER_FLAG_NEW_LISTENER;
            let mode = libc::SECCOMP_SET_MODE_FILTER;
            let asked = libc::syscall(libc::SYS_seccomp, mode, flag, &raw const program);
            match libc::c_int::try_from(asked) {
                Ok(asked) if asked >= 0 => OwnedFd::from_raw_fd(asked),
                _ => return,
            }
        };
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut message = SendAncillaryBuffer::new(&mut space);
        let sockets = [asked.as_fd()];
        message.push(SendAncillaryMessage::ScmRights(&sockets));
        let nothing = [IoSlice::new(b".")];
        let _ = sendmsg(&self.theirs, &nothing, &mut message, SendFlags::NOSIGNAL);
    }
}

impl Keeper {
    /// Answers for the program that has started, as long as something of it lives, that it may have `most`
    /// tasks.
    pub(in crate::process) fn answer(self, program: i32, most: usize) {
        // From attempts to start it that failed there may be older ones.
        let Some(asked) = std::iter::from_fn(|| self.next()).last() else {
            return;
        };
        let mut left = 0;
        let answer = move || {
            while let Some(question) = next_question(&asked) {
                if left == 0 {
                    left = table::tasks(program).map_or(most, |tasks| most.saturating_sub(tasks));
                }
                let may = left > 0;
                left = left.saturating_sub(1);
                reply(&asked, question, may);
            }
        };
        // With nobody to ask the kernel refuses.
        let _ = thread::Builder::new().spawn(answer);
    }

    fn next(&self) -> Option<OwnedFd> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut message = RecvAncillaryBuffer::new(&mut space);
        let mut byte = [0];
        let nothing = &mut [IoSliceMut::new(&mut byte)];
        let received = recvmsg(&self.0, nothing, &mut message, RecvFlags::CMSG_CLOEXEC);
        received.ok().filter(|received| received.bytes > 0)?;
        message.drain().find_map(|message| match message {
            RecvAncillaryMessage::ScmRights(mut asked) => asked.next(),
            _ => None,
        })
    }
}

/// The number of the kernel's next question; `None` when nobody is left to ask for.
fn next_question(asked: &OwnedFd) -> Option<u64> {
    loop {
        let mut fds = [PollFd::new(asked, PollFlags::IN)];
        match poll(&mut fds, None) {
            Ok(_) if fds[0].revents().contains(PollFlags::IN) => {}
            Ok(_) => return None,
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => return None,
        }
        // SAFETY: made of numbers, for which all zeros are valid, and valid for the call.
        let (got, question) = unsafe {
            let mut question: libc::seccomp_notif = std::mem::zeroed();
            let request = libc::SECCOMP_IOCTL_NOTIF_RECV;
            let got = libc::ioctl(asked.as_raw_fd(), request, &raw mut question);
            (got, question)
        };
        // Whoever asked may be dead by now.
        if got == 0 {
            return Some(question.id);
        }
    }
}

fn reply(asked: &OwnedFd, question: u64, may: bool) {
    let answer = libc::seccomp_notif_resp {
        id: question,
        val: 0,
        error: if may { 0 } else { -libc::EAGAIN },
        flags: match may {
            true => libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32,
            false => 0,
        },
    };
    // SAFETY: the answer is valid for the call, which reads it.
    unsafe {
        libc::ioctl(
            asked.as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_SEND,
            &raw const answer,
        )
    };
}
