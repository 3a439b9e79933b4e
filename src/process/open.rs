//! What processes have open and what has no name: files that were removed, and what was sent and never
//! received.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::{FileTypeExt, MetadataExt};

/// The largest file that a program may write, which is what one may be that nobody can look at.
pub(super) const LARGEST: u64 = 16 << 20;

/// What usually fits into a socket, and into a pipe.
const SOCKET: u64 = 208 << 10;
const PIPE: u64 = 64 << 10;

/// What is open in a tree of processes, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Open {
    /// In files that have no name any more.
    pub unnamed: u64,
    /// In sockets and pipes at most, where nobody can look.
    pub buffered: u64,
}

impl Open {
    pub(super) fn of(pids: &[i32]) -> Open {
        let (mut files, mut buffers) = (BTreeMap::new(), BTreeMap::new());
        let mut hidden = 0;
        for &pid in pids {
            let open = match fs::read_dir(format!("/proc/{pid}/fd")) {
                Ok(open) => open,
                Err(error) => {
                    hidden = if hides(pid, &error) { u64::MAX } else { hidden };
                    continue;
                }
            };
            for descriptor in open.flatten() {
                let Ok(about) = fs::metadata(descriptor.path()) else {
                    continue;
                };
                let (kind, id) = (about.file_type(), (about.dev(), about.ino()));
                if kind.is_file() && about.nlink() == 0 {
                    files.insert(id, about.blocks() * 512);
                } else if kind.is_socket() {
                    let number = descriptor.file_name();
                    let sent = files_sent(pid, &number.to_string_lossy());
                    files.insert(id, sent * LARGEST);
                    buffers.insert(id, SOCKET);
                } else if kind.is_fifo() {
                    buffers.insert(id, PIPE);
                }
            }
        }
        Open {
            unnamed: files.into_values().fold(hidden, u64::saturating_add),
            buffered: buffers.into_values().sum(),
        }
    }
}

/// Whether a process keeps from us what it has open: one that runs a program which nobody may read belongs
/// to root.
fn hides(pid: i32, error: &io::Error) -> bool {
    let owner = fs::metadata(format!("/proc/{pid}")).map(|about| about.uid());
    error.kind() == ErrorKind::PermissionDenied
        && owner.is_ok_and(|owner| owner != rustix::process::geteuid().as_raw())
}

/// How many open files were sent to a socket and not received, where the kernel tells.
fn files_sent(pid: i32, number: &str) -> u64 {
    let about = fs::read_to_string(format!("/proc/{pid}/fdinfo/{number}")).unwrap_or_default();
    let sent = about.lines().find_map(|line| line.strip_prefix("scm_fds:"));
    sent.and_then(|sent| sent.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    #[test]
    fn a_file_that_lost_its_name_and_what_is_on_its_way_count() {
        let own = [i32::try_from(std::process::id()).expect("a number")];
        let before = Open::of(&own);
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&vec![1; 4 << 20]).expect("written");
        assert!(Open::of(&own).unnamed >= before.unnamed + (4 << 20));
        let pairs: Vec<_> = (0..9)
            .map(|_| UnixStream::pair().expect("sockets"))
            .collect();
        assert!(Open::of(&own).buffered >= 18 * SOCKET);
        drop(pairs);
    }
}
