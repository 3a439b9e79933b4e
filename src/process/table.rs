//! The process table, read from `/proc`.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::DirEntryExt;
use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

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
pub(super) struct Table(Vec<Process>);

impl Table {
    /// `None` where there is no usable `/proc`.
    pub(super) fn read() -> Option<Table> {
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
        Some(Table(processes))
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

/// The one child of a process with one thread; `None` if it has none, or more.
pub(super) fn only_child(pid: i32) -> Option<i32> {
    match fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")) {
        Ok(children) => children.trim().parse().ok(),
        // Not every kernel lists them.
        Err(_) => {
            let table = Table::read()?;
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
        Err(_) => None,
    }
}

/// Resident memory of one process in bytes; 0 if it is gone.
pub(super) fn resident(pid: i32) -> u64 {
    field(pid, "status", "VmRSS:").unwrap_or(0)
}

/// Its share of the memory: what it has in common with others is divided among them. Slower to
/// find out than [`resident`], which it is where the kernel will not tell.
pub(super) fn share(pid: i32) -> u64 {
    field(pid, "smaps_rollup", "Pss:").unwrap_or_else(|| resident(pid))
}

/// A line `Name:  123 kB` of a file of the process, in bytes.
fn field(pid: i32, file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/{file}")).ok()?;
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
        let table = Table(vec![
            process(5, 4),
            process(4, 3),
            process(3, 2),
            process(9, 1),
        ]);
        let found: Vec<i32> = table.below(2).iter().map(|process| process.pid).collect();
        assert_eq!(found, [3, 4, 5]);
    }
}
