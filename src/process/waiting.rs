//! Is a program waiting for input? The kernel knows: `/proc/PID/task/TID/syscall` names the system
//! call a thread is blocked in, and its arguments (proc(5)).

use std::fs;

/// What a tree of processes is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Some thread is blocked reading the terminal.
    Reading,
    /// Some thread computes.
    Busy,
    /// Nobody computes; somebody waits for a time to pass, or for another process.
    Sleeping,
    /// Blocked without a time limit until one of several things happens: event loops wait so.
    Polling,
    /// It cannot be told.
    Unknown,
}

impl Activity {
    /// What two threads are doing together: the first of the list above that one of them does,
    /// except that what is unknown may be anything but reading.
    pub(super) fn and(self, other: Activity) -> Activity {
        use Activity::{Busy, Polling, Reading, Sleeping, Unknown};
        let both = [self, other];
        let ranked = [Reading, Unknown, Busy, Sleeping, Polling];
        let first = ranked.into_iter().find(|activity| both.contains(activity));
        first.unwrap_or(Unknown)
    }
}

/// What one process is doing.
pub(super) fn activity(pid: i32, terminal: &str) -> Activity {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Activity::Sleeping;
    };
    let calls = threads.filter_map(|thread| {
        let path = thread.ok()?.path().join("syscall");
        match fs::read_to_string(path) {
            Ok(line) => classify(&line, |fd| is_terminal(pid, fd, terminal)),
            // A thread that has just ended does nothing any more.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(_) => Some(Activity::Unknown),
        }
    });
    calls.reduce(Activity::and).unwrap_or(Activity::Sleeping)
}

fn is_terminal(pid: i32, fd: u64, terminal: &str) -> bool {
    let target = fs::read_link(format!("/proc/{pid}/fd/{fd}"));
    target.is_ok_and(|target| target.as_os_str() == terminal || target.as_os_str() == "/dev/tty")
}

/// What a thread is doing, by its line: `0 0x0 0x7f... ...` or `running`.
///
/// `None` for a thread that waits for other threads only, and so says nothing of the program.
fn classify(line: &str, is_terminal: impl Fn(u64) -> bool) -> Option<Activity> {
    let mut words = line.split_whitespace();
    let call = match words.next() {
        Some("running") => return Some(Activity::Busy),
        Some(number) => number.parse::<i64>().ok(),
        None => None,
    };
    let Some(call) = call else {
        return Some(Activity::Unknown);
    };
    let arguments: Vec<u64> = words
        .filter_map(|word| u64::from_str_radix(word.trim_start_matches("0x"), 16).ok())
        .collect();
    let argument = |index: usize| arguments.get(index).copied().unwrap_or(0);
    let endless = |limited: bool| match limited {
        true => Activity::Sleeping,
        false => Activity::Polling,
    };
    Some(match calls::kind(call)? {
        calls::Kind::Read if is_terminal(argument(0)) => Activity::Reading,
        calls::Kind::Read => Activity::Sleeping,
        // A time limit in milliseconds, negative for none.
        calls::Kind::PollMillis(index) => endless(argument(index) as u32 as i32 >= 0),
        // A time limit behind a pointer, null for none.
        calls::Kind::PollPointer(index) => endless(argument(index) != 0),
        calls::Kind::Ring => Activity::Polling,
        calls::Kind::Other => Activity::Sleeping,
    })
}

/// The numbers of the system calls that matter.
mod calls {
    pub(super) enum Kind {
        Read,
        PollMillis(usize),
        PollPointer(usize),
        Ring,
        Other,
    }

    /// `None` for `futex`: threads of a pool that wait for work.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn kind(call: i64) -> Option<Kind> {
        Some(match call {
            0 | 17 | 19 | 295 | 327 => Kind::Read, // read pread64 readv preadv preadv2
            7 => Kind::PollMillis(2),              // poll
            232 | 281 => Kind::PollMillis(3),      // epoll_wait epoll_pwait
            23 | 270 => Kind::PollPointer(4),      // select pselect6
            271 => Kind::PollPointer(2),           // ppoll
            441 => Kind::PollPointer(3),           // epoll_pwait2
            426 => Kind::Ring,                     // io_uring_enter
            202 | 449 => return None,              // futex futex_waitv
            _ => Kind::Other,
        })
    }

    /// `None` for `futex`: threads of a pool that wait for work.
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn kind(call: i64) -> Option<Kind> {
        Some(match call {
            63 | 65 | 67 | 69 | 286 => Kind::Read, // read readv pread64 preadv preadv2
            22 => Kind::PollMillis(3),             // epoll_pwait
            72 => Kind::PollPointer(4),            // pselect6
            73 => Kind::PollPointer(2),            // ppoll
            441 => Kind::PollPointer(3),           // epoll_pwait2
            426 => Kind::Ring,                     // io_uring_enter
            98 | 449 => return None,               // futex futex_waitv
            _ => Kind::Other,
        })
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<Activity> {
        classify(line, |fd| fd == 0)
    }

    #[test]
    fn a_read_counts_only_on_the_terminal() {
        let rest = "0x7ffd 0x400 0x0 0x0 0x0 0x7ffc 0x7fd1";
        assert_eq!(of(&format!("0 0x0 {rest}")), Some(Activity::Reading));
        assert_eq!(of(&format!("0 0x3 {rest}")), Some(Activity::Sleeping));
        assert_eq!(of(&format!("1 0x0 {rest}")), Some(Activity::Sleeping));
    }

    #[test]
    fn a_poll_counts_only_without_a_time_limit() {
        let poll = |limit: &str| of(&format!("7 0x7f 0x1 {limit} 0x0 0x0 0x0 0x1 0x2"));
        assert_eq!(poll("0xffffffff"), Some(Activity::Polling));
        assert_eq!(poll("0xffffffffffffffff"), Some(Activity::Polling));
        assert_eq!(poll("0x64"), Some(Activity::Sleeping));
        let select = |limit: &str| of(&format!("23 0x1 0x2 0x0 0x0 {limit} 0x0 0x1 0x2"));
        assert_eq!(select("0x0"), Some(Activity::Polling));
        assert_eq!(select("0x7ffd"), Some(Activity::Sleeping));
    }

    #[test]
    fn busy_threads_and_nonsense_are_told_apart() {
        assert_eq!(of("running\n"), Some(Activity::Busy));
        assert_eq!(of("202 0x7f 0x0 0x1 0x0 0x0 0x0 0x1 0x2"), None);
        assert_eq!(of("-1 0x7f 0x1"), Some(Activity::Sleeping));
        assert_eq!(of(""), Some(Activity::Unknown));
        assert_eq!(of("what"), Some(Activity::Unknown));
    }

    #[test]
    fn one_reader_is_enough() {
        use Activity::{Busy, Polling, Reading, Sleeping, Unknown};
        assert_eq!(Busy.and(Reading), Reading);
        assert_eq!(Reading.and(Unknown), Reading);
        assert_eq!(Polling.and(Sleeping), Sleeping);
        assert_eq!(Polling.and(Polling), Polling);
        assert_eq!(Sleeping.and(Unknown), Unknown);
    }
}
