//! A pseudo-terminal for one program: what it prints arrives byte for byte, what is typed is not
//! echoed, and only whole lines are handed over.

use std::fs;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::io;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Winsize, tcgetattr,
    tcsetattr, tcsetwinsize,
};

/// What ends the input at the start of a line.
pub(super) const END_OF_INPUT: u8 = 4;

/// Both sides of a terminal.
///
/// We keep the program's side open as well: nothing that was printed is lost when the last program
/// closes it, and it tells whether what we typed has been read.
pub(super) struct Terminal {
    pub ours: OwnedFd,
    pub theirs: OwnedFd,
    /// What `/proc/PID/fd` calls it.
    pub name: String,
}

impl Terminal {
    pub(super) fn open() -> io::Result<Terminal> {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        rustix::io::fcntl_setfd(&ours, rustix::io::FdFlags::CLOEXEC)?;
        grantpt(&ours)?;
        unlockpt(&ours)?;
        let path = ptsname(&ours, Vec::new())?;
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let theirs = rustix::fs::open(&path, flags, Mode::empty())?;
        set_modes(&theirs)?;
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&theirs, size)?;
        rustix::io::ioctl_fionbio(&ours, true)?;
        let link = fs::read_link(format!("/proc/self/fd/{}", theirs.as_raw_fd())).ok();
        let link = link.and_then(|link| link.into_os_string().into_string().ok());
        Ok(Terminal {
            name: link.unwrap_or_else(|| path.to_string_lossy().into_owned()),
            ours,
            theirs,
        })
    }

    /// The echo that is to be expected of a line typed now; usually there is none.
    pub(super) fn echo(&self, typed: &str) -> Option<Echo> {
        let modes = tcgetattr(&self.theirs).ok()?.local_modes;
        let edited = !modes.contains(LocalModes::ICANON);
        (edited || modes.contains(LocalModes::ECHO)).then(|| Echo {
            typed: typed.as_bytes().to_vec(),
            edited,
            held: Vec::new(),
        })
    }

    /// Whether something typed has not been read yet.
    pub(super) fn has_unread_input(&self) -> bool {
        is_ready(&self.theirs, PollFlags::IN)
    }
}

/// A typed line that will also be printed, by a terminal whose echo the program has switched on, or
/// by a program that edits lines itself, as Node does. A person sees what was typed once, so this
/// is no output.
pub(super) struct Echo {
    typed: Vec<u8>,
    /// Who edits lines ends them with `\r\n`; an echo is as the terminal was set.
    edited: bool,
    held: Vec<u8>,
}

impl Echo {
    /// Takes more of what was printed; gives what is output, and whether the echo may still come.
    pub(super) fn filter(&mut self, printed: &[u8]) -> (Vec<u8>, bool) {
        let mut held = self.give_up();
        held.extend_from_slice(printed);
        match held.strip_prefix(&*self.typed) {
            Some([b'\r', b'\n', rest @ ..]) => return (rest.to_vec(), false),
            Some([b'\n', rest @ ..]) if !self.edited => return (rest.to_vec(), false),
            Some([] | [b'\r']) => {}
            None if self.typed.starts_with(&held) => {}
            _ => return (held, false),
        }
        self.held = held;
        (Vec::new(), true)
    }

    /// What was held back and was no echo after all.
    pub(super) fn give_up(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }
}

/// Whether a descriptor is ready now. On a terminal this also waits for what is on its way between
/// the two sides (`n_tty_poll` flushes the buffer between them).
pub(super) fn is_ready(fd: impl AsFd, what: PollFlags) -> bool {
    let at_once = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    let mut fds = [PollFd::new(&fd, what)];
    matches!(poll(&mut fds, Some(&at_once)), Ok(1..)) && fds[0].revents().intersects(what)
}

/// Lines as they are typed, bytes as they are printed, and no key with a meaning but `^D`.
fn set_modes(terminal: &OwnedFd) -> io::Result<()> {
    let mut modes = tcgetattr(terminal)?;
    modes.output_modes.remove(OutputModes::OPOST);
    modes.input_modes.remove(
        InputModes::ICRNL
            | InputModes::INLCR
            | InputModes::IGNCR
            | InputModes::IXON
            | InputModes::IXOFF
            | InputModes::ISTRIP,
    );
    modes.local_modes.remove(
        LocalModes::ECHO
            | LocalModes::ECHOE
            | LocalModes::ECHOK
            | LocalModes::ECHONL
            | LocalModes::ISIG
            | LocalModes::IEXTEN,
    );
    modes.local_modes.insert(LocalModes::ICANON);
    for key in [
        SpecialCodeIndex::VERASE,
        SpecialCodeIndex::VKILL,
        SpecialCodeIndex::VEOL,
        SpecialCodeIndex::VEOL2,
    ] {
        modes.special_codes[key] = 0;
    }
    modes.special_codes[SpecialCodeIndex::VEOF] = END_OF_INPUT;
    tcsetattr(terminal, OptionalActions::Now, &modes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of output that comes in these pieces after `Ada` was typed.
    fn left(edited: bool, pieces: &[&str]) -> String {
        let mut echo = Echo {
            typed: b"Ada".to_vec(),
            edited,
            held: Vec::new(),
        };
        let mut output = Vec::new();
        let mut due = true;
        for piece in pieces {
            if due {
                let (more, still_due) = echo.filter(piece.as_bytes());
                output.extend(more);
                due = still_due;
            } else {
                output.extend_from_slice(piece.as_bytes());
            }
        }
        output.extend(echo.give_up());
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn an_echo_is_taken_away_and_nothing_else() {
        assert_eq!(left(true, &["A", "da\r", "\nAda\r\n"]), "Ada\r\n");
        assert_eq!(left(false, &["Ada\nHello"]), "Hello");
        for output in [
            "Ada",
            "Ad",
            "Hello, Ada\r\n",
            "Ada, hello\n",
            "Adam\r\n",
            "",
        ] {
            assert_eq!(left(true, &[output]), output);
            assert_eq!(left(false, &[output]), output);
        }
        assert_eq!(left(true, &["Ada\n"]), "Ada\n");
    }
}
