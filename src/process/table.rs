//! The process table, read from `/proc`.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::DirEntryExt;
use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rustix::io::Errno;

/// How the kernel counts a second of processor time for `/proc`, on every machine of today.
const TICKS: u64 = 100;

/// One process, as `/proc/PID/stat` describes it.
///
/// Group and session are 0 when they lie outside our PID namespace, so they are plain numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Process {
    pub pid: i32,
    pub parent: i32,
    pub session: i32,
    pub dead: bool,
    /// Processor time, that of its children that have ended included.
    pub used: Duration,
}

impl Process {
    pub(super) fn read(pid: &str) -> Option<Process> {
        // What is of interest stands at the beginning, and one read is all it takes.
        let mut stat = [0; 256];
        let mut file = File::open(format!("/proc/{pid}/stat")).ok()?;
        let length = file.read(&mut stat).ok()?;
        Process::parse(&stat[..length])
    }

    /// The name in the second field may hold blanks and parentheses: the last `)` ends it.
    fn parse(stat: &[u8]) -> Option<Process> {
        let opening = stat.iter().position(|&byte| byte == b'(')?;
        let closing = stat.iter().rposition(|&byte| byte == b')')?;
        let pid = str::from_utf8(&stat[..opening]).ok()?.trim().parse().ok()?;
        let mut fields = str::from_utf8(stat.get(closing + 1..)?)
            .ok()?
            .split_whitespace();
        let state = fields.next()?;
        let parent = fields.next()?.parse().ok()?;
        let _group = fields.next()?;
        let session = fields.next()?.parse().ok()?;
        let times = fields
            .skip(7)
            .take(4)
            .map_while(|field| field.parse::<u64>().ok());
        let ticks: u64 = times.sum();
        Some(Process {
            pid,
            parent,
            session,
            dead: matches!(state, "Z" | "X" | "x"),
            used: Duration::from_millis(ticks.saturating_mul(1000 / TICKS)),
        })
    }
}

/// Whether the process table can be read: `/proc` is there and speaks of our own PID namespace.
///
/// Without it a program is known only by its output, and is not said to wait or to compute.
pub fn is_ours() -> bool {
    static OURS: OnceLock<bool> = OnceLock::new();
    *OURS.get_or_init(|| {
        let own = fs::read_link("/proc/self");
        own.is_ok_and(|own| own.as_os_str() == std::process::id().to_string().as_str())
    })
}

/// Our own process and everything below it, in one pass.
pub(super) struct ProcessTable(Vec<Process>);

impl ProcessTable {
    /// `None` where there is no usable `/proc`.
    pub(super) fn read() -> Option<ProcessTable> {
        if !is_ours() {
            return None;
        }
        let own = i32::try_from(std::process::id()).ok()?;
        let mut others = Others::known();
        let before = std::mem::take(&mut others.folders);
        let mut seen = HashMap::new();
        let mut processes = Vec::new();
        for entry in fs::read_dir("/proc").ok()?.flatten() {
            let name = entry.file_name().into_string().unwrap_or_default();
            let Ok(pid) = name.parse::<i32>() else {
                continue;
            };
            // The number of a process is used again, the number of its folder is not.
            if before.get(&pid) == Some(&entry.ino()) {
                others.folders.insert(pid, entry.ino());
                continue;
            }
            if let Some(process) = Process::read(&name) {
                seen.insert(pid, entry.ino());
                processes.push(process);
            }
        }
        others.add(&processes, &seen, own);
        Some(ProcessTable(processes))
    }

    pub(super) fn children(&self, parent: i32) -> impl Iterator<Item = Process> + '_ {
        self.0
            .iter()
            .copied()
            .filter(move |process| process.parent == parent)
    }

    /// Everything `root` has started, itself not included, parents before children.
    pub(super) fn below(&self, root: i32) -> Vec<Process> {
        let mut children: HashMap<i32, Vec<Process>> = HashMap::new();
        for process in &self.0 {
            children.entry(process.parent).or_default().push(*process);
        }
        let mut found = children.remove(&root).unwrap_or_default();
        let mut next = 0;
        while let Some(process) = found.get(next) {
            next += 1;
            found.extend(children.remove(&process.pid).unwrap_or_default());
        }
        found
    }
}

/// The threads of a process and of all it has started; `None` where there is no usable `/proc`.
pub(super) fn tasks(program: i32) -> Option<usize> {
    let below = ProcessTable::read()?.below(program);
    let all = below.iter().map(|process| process.pid).chain([program]);
    let tasks = all.filter_map(|pid| fs::read_dir(format!("/proc/{pid}/task")).ok());
    Some(tasks.map(Iterator::count).sum())
}

/// The one child of a process with one thread; `None` if it has none, or more.
pub(super) fn only_child(pid: i32) -> Option<i32> {
    match fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")) {
        Ok(children) => children.trim().parse().ok(),
        // Not every kernel lists them.
        Err(_) => {
            let table = ProcessTable::read()?;
            let mut children = table.children(pid);
            let child = children.next().filter(|_| children.next().is_none());
            child.map(|child| child.pid)
        }
    }
}

/// Processes that are none of ours, and never will be: a machine has hundreds of them, and to read all
/// of them several times for a program that runs a millisecond takes longer than the program.
struct Others {
    /// The folder of each in `/proc`, by its inode.
    folders: HashMap<i32, u64>,
    since: Instant,
}

impl Others {
    /// After a second everybody is looked at again, should a system number its folders otherwise.
    fn known() -> MutexGuard<'static, Others> {
        static OTHERS: LazyLock<Mutex<Others>> = LazyLock::new(|| {
            Mutex::new(Others {
                folders: HashMap::new(),
                since: Instant::now(),
            })
        });
        let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        if others.since.elapsed() > Duration::from_secs(1) {
            others.folders.clear();
            others.since = Instant::now();
        }
        others
    }

    /// Adds those whose line of parents is known up to init and does not pass `own`. Where it breaks
    /// off somebody has just died, and the orphan may be ours.
    fn add(&mut self, processes: &[Process], folders: &HashMap<i32, u64>, own: i32) {
        let parents: HashMap<i32, i32> = processes
            .iter()
            .map(|process| (process.pid, process.parent))
            .collect();
        for process in processes {
            let mut above = process.pid;
            let mut steps = 0;
            let other = loop {
                match parents.get(&above) {
                    _ if above == own => break false,
                    _ if above <= 1 || self.folders.contains_key(&above) => break true,
                    Some(&parent) if steps < parents.len() => above = parent,
                    _ => break false,
                }
                steps += 1;
            };
            if let Some(folder) = folders.get(&process.pid).filter(|_| other) {
                self.folders.insert(process.pid, *folder);
            }
        }
    }
}

/// Whether a process (`self` is ours) has this socket open; `None` if we may not look.
pub fn has_socket(pid: &str, inode: u64) -> Option<bool> {
    let name = format!("socket:[{inode}]");
    match fs::read_dir(format!("/proc/{pid}/fd")) {
        Ok(open) => {
            let mut links = open
                .flatten()
                .filter_map(|fd| fs::read_link(fd.path()).ok());
            Some(links.any(|link| link.as_os_str() == name.as_str()))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some(false),
        // It is just ending.
        Err(error) if Errno::from_io_error(&error) == Some(Errno::SRCH) => Some(false),
        Err(_) => None,
    }
}

/// Memory of one process in bytes, with what the kernel needs to find it again; 0 if it is gone.
///
/// Whoever looks at one byte of every page of an endless hierarchy has no memory but for that.
pub(super) fn resident(pid: i32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let parts = ["VmRSS:", "VmPTE:", "VmSwap:"].map(|name| line(&status, name).unwrap_or(0));
    parts.into_iter().sum()
}

/// Its share of the memory: what it has in common with others is divided among them. Slower to
/// find out than [`resident`], which it is where the kernel will not tell.
pub(super) fn share(pid: i32) -> u64 {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let Some(share) = line(&rollup, "Pss:") else {
        return resident(pid);
    };
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let parts = ["VmPTE:", "VmSwap:"].map(|name| line(&status, name).unwrap_or(0));
    share + parts.into_iter().sum::<u64>()
}

/// Memory of this machine that is shared and in no file; `None` if nobody tells.
pub(super) fn shared_by_all() -> Option<u64> {
    line(&fs::read_to_string("/proc/meminfo").ok()?, "Shmem:")
}

/// The size of the memory that processes have to share among them: also what they have put away, and
/// then is said to be nobody's.
pub(super) fn shared_without_a_file(pids: &[i32]) -> u64 {
    let maps = pids
        .iter()
        .filter_map(|pid| fs::read_to_string(format!("/proc/{pid}/maps")).ok());
    let known: HashMap<u64, u64> = maps.flat_map(|text| shared(&text)).collect();
    known.into_values().sum()
}

/// How many files that have lost their names these processes have in their memory.
pub(super) fn files_in_memory_alone(pids: &[i32]) -> usize {
    let maps = pids
        .iter()
        .filter_map(|pid| fs::read_to_string(format!("/proc/{pid}/maps")).ok());
    let known: HashSet<(String, u64)> =
        maps.flat_map(|text| mapped_without_a_name(&text)).collect();
    known.len()
}

/// Devices and inodes of deleted files; but what was never a file is on device 0:1.
fn mapped_without_a_name(maps: &str) -> Vec<(String, u64)> {
    let lines = maps.lines().filter(|line| line.ends_with("(deleted)"));
    let files = lines.filter_map(|line| {
        let mut words = line.split_whitespace().skip(3);
        let (device, inode) = (words.next()?, words.next()?.parse().ok()?);
        (device != "00:01").then(|| (device.to_owned(), inode))
    });
    files.collect()
}

/// Inodes and sizes of what is shared in lines like
/// `7f1c00000000-7f1c10000000 rw-s 00000000 00:01 8193 /dev/zero (deleted)`.
fn shared(maps: &str) -> Vec<(u64, u64)> {
    let mut found: HashMap<u64, u64> = HashMap::new();
    for line in maps.lines().filter(|line| line.ends_with("(deleted)")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[range, rights, _, _, inode, ..] = words.as_slice() else {
            continue;
        };
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        let size = range
            .split_once('-')
            .and_then(|(from, to)| number(to)?.checked_sub(number(from)?));
        if let (true, Some(size), Ok(inode)) = (rights.ends_with('s'), size, inode.parse()) {
            *found.entry(inode).or_default() += size;
        }
    }
    found.into_iter().collect()
}

/// A line `Name:  123 kB`, in bytes.
fn line(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_blanks_and_parentheses_does_not_confuse() {
        let stat = b"42 (a) Z 7 (b) ) S 17 0 0 34816 42 4194560 1 2 3 4 150 50 7 3 20";
        let expected = Process {
            pid: 42,
            parent: 17,
            session: 0,
            dead: false,
            used: Duration::from_millis(2100),
        };
        assert_eq!(Process::parse(stat), Some(expected));
    }

    #[test]
    fn memory_is_shared_by_its_inode() {
        let maps = "\
            7f0000000000-7f0000002000 rw-s 00000000 00:01 81 /dev/zero (deleted)\n\
            7f0000002000-7f0000003000 rw-s 00002000 00:01 81 /dev/zero (deleted)\n\
            7f0000003000-7f0000004000 rw-p 00000000 00:01 82 /tmp/gone (deleted)\n\
            7f0000005000-7f0000006000 rw-s 00000000 00:01 83 /tmp/there\n\
            7f0000007000-7f0000008000 rw-p 00000000 00:00 0\n";
        assert_eq!(shared(maps), [(81, 0x3000)]);
        let deleted = maps.replace("00:01 82", "08:01 82");
        assert_eq!(mapped_without_a_name(&deleted), [("08:01".to_owned(), 82)]);
    }

    #[test]
    fn half_a_line_is_no_process() {
        let stat = b"42 (sh) S 17 42 42 0";
        for end in 0..12 {
            assert_eq!(Process::parse(&stat[..end]), None);
        }
    }

    #[test]
    fn only_who_surely_is_none_of_ours_is_not_looked_at_again() {
        let process = |pid, parent| Process {
            pid,
            parent,
            session: 1,
            dead: false,
            used: Duration::ZERO,
        };
        let mut others = Others {
            folders: HashMap::from([(5, 50)]),
            since: Instant::now(),
        };
        let all = [
            process(1, 0),
            process(7, 1),
            process(8, 7),
            process(9, 8),
            process(10, 99),
            process(6, 5),
        ];
        let folders = all.iter().map(|process| (process.pid, 1)).collect();
        others.add(&all, &folders, 8);
        let mut known: Vec<i32> = others.folders.into_keys().collect();
        known.sort_unstable();
        assert_eq!(known, [1, 5, 6, 7], "8 is us, 9 our child, 10 an orphan");
    }

    #[test]
    fn grandchildren_are_found_in_any_order() {
        let process = |pid, parent| Process {
            pid,
            parent,
            session: 1,
            dead: false,
            used: Duration::ZERO,
        };
        let table = ProcessTable(vec![
            process(5, 4),
            process(4, 3),
            process(3, 2),
            process(9, 1),
        ]);
        let found: Vec<i32> = table.below(2).iter().map(|process| process.pid).collect();
        assert_eq!(found, [3, 4, 5]);
    }
}
