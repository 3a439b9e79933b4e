//! A running program with everything it has started, and its certain end.
//!
//! Every program is made the *subreaper* of its own orphans, and so is our own process. While a
//! program lives, whatever it started stays below it in the process table, also after `setsid` and
//! a double fork. Once it is dead its orphans become our children: a child of ours that lives in
//! another session and is no running program is a stray, and may be killed whoever left it.

use std::collections::BTreeSet;
use std::io;
use std::marker::PhantomData;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process, kill_process_group, waitid,
    waitpgid, waitpid,
};
use serde::{Deserialize, Serialize};

use super::open::{LARGEST, Open};
use super::private::{Private, Written};
use super::table::{self, Process, ProcessTable};
use super::waiting::{self, Activity};

/// How long we try to get rid of processes that should be dead at once.
const PATIENCE: Duration = Duration::from_secs(5);

/// Between two looks at processes that are about to die.
const MOMENT: Duration = Duration::from_micros(300);

/// How long an answer of the kernel may take that decides about memory.
const SOON: Duration = Duration::from_millis(200);

/// The processes of a larger tree are not asked for their memory.
const CROWD: usize = 256;

/// The programs that run now. Starting, reaping and sweeping happen under this lock, so that a
/// sweep never takes a fresh program for a stray, nor a recycled number for an old one.
static RUNNING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<i32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How a program came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// It returned this exit code.
    Exited(i32),
    /// This signal killed it.
    Killed(i32),
}

/// What a tree of processes uses at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processes, those that have ended and that nobody waited for included.
    pub processes: usize,
    /// Resident memory of all of them, and what may be on its way between them, in bytes.
    pub resident: u64,
    /// Files and folders in its private folder.
    pub files: usize,
    /// What is in them, and in files without a name, in bytes.
    pub written: u64,
}

impl Usage {
    /// What a program may usually have of it.
    pub const MOST: Usage = Usage {
        processes: 256,
        resident: 1 << 30,
        files: 10_000,
        written: 256 << 20,
    };
}

/// A running program and everything it has started; all of it is killed when this is dropped.
///
/// The kernel also kills the program when the *thread* that started it ends, so a tree stays in
/// its thread: it is not `Send`.
#[derive(Debug)]
pub struct Tree {
    child: Child,
    root: Pid,
    inside: Option<Inside>,
    exit: Option<OwnedFd>,
    over: Option<Ending>,
    /// The program's own temporary folder; gone with the tree.
    private: Option<Private>,
    _stays_in_its_thread: PhantomData<*const ()>,
}

/// The processes of a capsule, by our numbers: `inner` is above all others, and none of theirs.
#[derive(Clone, Copy, Debug)]
struct Inside {
    inner: i32,
    program: i32,
}

impl Inside {
    fn find(outer: Pid) -> Option<Inside> {
        let inner = table::only_child(outer.as_raw_pid())?;
        let program = table::only_child(inner)?;
        Some(Inside { inner, program })
    }
}

/// Starts a command that [`bind_to_parent`], or a capsule that `is_alone`, was made part of.
pub(super) fn spawn(
    mut command: Command,
    private: Option<Private>,
    is_alone: bool,
) -> io::Result<Tree> {
    adopt_orphans();
    let deadline = Instant::now() + PATIENCE;
    let (mut running, child) = loop {
        let running = running();
        match command.spawn() {
            Ok(child) => break (running, child),
            // The processes of somebody who is about to die have used up what there is.
            Err(error) if is_shortage(&error) && Instant::now() < deadline => {}
            Err(error) => return Err(error),
        }
        drop(running);
        thread::sleep(MOMENT * 100);
    };
    let root = Pid::from_child(&child);
    running.insert(root.as_raw_pid());
    drop(running);
    Ok(Tree {
        exit: exit_notice(root),
        child,
        root,
        inside: is_alone.then(|| Inside::find(root)).flatten(),
        over: None,
        private,
        _stays_in_its_thread: PhantomData,
    })
}

/// Whether the machine, rather than the command, is why nothing was started.
pub(super) fn is_shortage(error: &io::Error) -> bool {
    let errno = rustix::io::Errno::from_io_error(error);
    use rustix::io::Errno;
    errno.is_some_and(|errno| {
        [Errno::AGAIN, Errno::NOMEM, Errno::NOSPC, Errno::NFILE].contains(&errno)
    })
}

/// Runs in the child before exec: it dies with `us`, and keeps its own orphans.
pub(super) fn bind_to_parent(us: u32) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        rustix::process::set_child_subreaper(Some(Pid::INIT))?;
    }
    // We may be dead already.
    let parent = rustix::process::getppid().map_or(0, |parent| parent.as_raw_pid().unsigned_abs());
    match parent == us {
        true => Ok(()),
        false => Err(rustix::io::Errno::SRCH.into()),
    }
}

fn adopt_orphans() {
    static ONCE: Once = Once::new();
    #[cfg(target_os = "linux")]
    ONCE.call_once(|| {
        // Any number but 0 means yes. Refused, orphans go to init, and we do what else we can.
        let _ = rustix::process::set_child_subreaper(Some(Pid::INIT));
    });
    #[cfg(not(target_os = "linux"))]
    ONCE.call_once(|| ());
}

/// A descriptor that becomes readable when the program ends, where the kernel has such a thing.
fn exit_notice(root: Pid) -> Option<OwnedFd> {
    #[cfg(target_os = "linux")]
    {
        rustix::process::pidfd_open(root, rustix::process::PidfdFlags::empty()).ok()
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = root;
        None
    }
}

impl Tree {
    /// The number of the process that we have started.
    pub(super) fn number(&self) -> i32 {
        self.root.as_raw_pid()
    }

    /// Our end of its standard input, if that is a pipe; once.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Our end of its standard output, if that is a pipe; once.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Our end of its standard error, if that is a pipe; once.
    pub fn take_stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// Becomes readable when the program ends; `None` where the kernel cannot tell.
    pub fn exit_notice(&self) -> Option<BorrowedFd<'_>> {
        self.exit.as_ref().map(AsFd::as_fd)
    }

    /// How the program ended, if it has. What it started may still be running.
    ///
    /// It is not reaped yet: its number stays taken until [`Tree::end`], so no signal can go astray.
    pub fn ending(&self) -> Option<Ending> {
        if self.over.is_some() {
            return self.over;
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = match waitid(WaitId::Pid(self.root), options) {
            Ok(status) => status?,
            // Somebody ignores SIGCHLD, and the kernel has reaped it unseen.
            Err(_) => return Some(Ending::Exited(-1)),
        };
        let killed = status.terminating_signal().map(Ending::Killed);
        killed.or(status.exit_status().map(Ending::Exited))
    }

    /// What the whole tree uses now; `None` where there is no process table to read.
    ///
    /// What is more than `most` is not looked at closely: memory that processes share is counted once
    /// for each of them until the sum is more than that, since to know better takes time.
    pub fn usage(&self, most: &Usage) -> Option<Usage> {
        let all = self.all()?;
        let mut usage = Usage {
            processes: all.len(),
            ..Usage::default()
        };
        // A bomb is known by its number alone, and soon.
        if usage.processes > CROWD {
            return Some(usage);
        }
        let living = all.iter().filter(|process| !process.dead);
        let pids: Vec<i32> = living.map(|process| process.pid).collect();
        let enough = Written {
            files: most.files,
            bytes: most.written,
        };
        let private = self.private.as_ref();
        let written = private.map_or(Written::default(), |private| private.written(enough));
        usage.files = written.files;
        let open = Open::of(&pids);
        usage.written = written.bytes.saturating_add(open.unnamed);
        if private.is_some_and(|private| private.filled() > most.written) {
            let pids = pids.clone();
            let files = soon(move || table::files_in_memory_alone(&pids) as u64);
            usage.written = usage.written.saturating_add(files.unwrap_or(0) * LARGEST);
        }
        usage.resident = pids.iter().map(|&pid| table::resident(pid)).sum();
        // After a fork both have the same pages, and both are said to have them.
        if usage.resident > most.resident && pids.len() > 1 {
            let pids = pids.clone();
            let shares = soon(move || pids.iter().map(|&pid| table::share(pid)).sum());
            usage.resident = shares.map_or(usage.resident, |sum| sum.min(usage.resident));
        }
        if table::shared_by_all().is_some_and(|shared| shared > most.resident) {
            let shared = soon(move || table::shared_without_a_file(&pids));
            usage.resident = usage.resident.max(shared.unwrap_or(0));
        }
        usage.resident += open.buffered;
        Some(usage)
    }

    /// What the tree is doing, above all whether it waits for input from the terminal with the
    /// given name (`/dev/pts/7`).
    pub fn activity(&self, terminal: &str) -> Activity {
        if !table::is_ours() {
            return Activity::Unknown;
        }
        let root = self.root.as_raw_pid();
        let program = self.inside.map_or(root, |inside| inside.program);
        // Nearly always it is the program itself that reads: no need to look at all processes.
        let own = waiting::activity(program, terminal);
        if own == Activity::Reading {
            return own;
        }
        let members = self.members().unwrap_or_default().into_iter();
        let others = members.filter(|&pid| pid != program);
        others.fold(own, |sum, pid| sum.and(waiting::activity(pid, terminal)))
    }

    /// Whether one of its processes has this socket; `None` if nobody can tell.
    pub fn has_socket(&self, inode: u64) -> Option<bool> {
        let members = self.members()?.into_iter();
        let held: Vec<Option<bool>> = members
            .map(|pid| table::has_socket(&pid.to_string(), inode))
            .collect();
        let unknown = held.contains(&None) && !held.contains(&Some(true));
        (!unknown).then_some(held.contains(&Some(true)))
    }

    /// The processor time of all that lives, and of what has ended and was waited for.
    pub fn processor_time(&self) -> Option<Duration> {
        let members = self.members()?;
        let used = members
            .iter()
            .filter_map(|pid| Process::read(&pid.to_string()));
        Some(used.map(|process| process.used).sum())
    }

    /// The living processes that are the program's, itself included.
    fn members(&self) -> Option<Vec<i32>> {
        let living = self.all()?.into_iter().filter(|process| !process.dead);
        Some(living.map(|process| process.pid).collect())
    }

    /// All of them, also those that are dead and not buried.
    fn all(&self) -> Option<Vec<Process>> {
        let table = ProcessTable::read()?;
        let root = self.root.as_raw_pid();
        let mut all = table.below(self.inside.map_or(root, |inside| inside.inner));
        if self.inside.is_none() {
            all.extend(Process::read(&root.to_string()));
        }
        Some(all)
    }

    /// Kills the program and everything it has started, and reaps it all.
    ///
    /// Gives how the program ended, by itself or by us.
    pub fn end(&mut self) -> Ending {
        if let Some(ending) = self.over {
            return ending;
        }
        // The whole group at one blow, so that nobody in it can fork away. Whoever has left the
        // group loses its parent, becomes our child, and is swept.
        let _ = kill_process_group(self.root, Signal::KILL);
        let _ = kill_process(self.root, Signal::KILL);
        let deadline = Instant::now() + PATIENCE;
        let mut ending = self.ending();
        while ending.is_none() && Instant::now() < deadline {
            thread::sleep(MOMENT);
            ending = self.ending();
        }
        self.reap(ending);
        sweep();
        let ending = ending.unwrap_or(Ending::Killed(Signal::KILL.as_raw()));
        *self.over.insert(ending)
    }

    fn reap(&mut self, ending: Option<Ending>) {
        let mut running = running();
        if !table::is_ours() {
            reap_group(self.root);
        }
        let _ = self.child.try_wait();
        if ending.is_some() {
            running.remove(&self.root.as_raw_pid());
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.end();
    }
}

/// What the kernel says of memory; `None` if that is not to be had soon.
///
/// To add up what a process has the kernel waits for what that process is doing to its memory, and that
/// can take as long as the process likes. So another thread waits, and we do not.
fn soon(add_up: impl FnOnce() -> u64 + Send + 'static) -> Option<u64> {
    let (answer, answered) = std::sync::mpsc::channel();
    let add_up = move || {
        let _ = answer.send(add_up());
    };
    thread::Builder::new().spawn(add_up).ok()?;
    answered.recv_timeout(SOON).ok()
}

fn kill_all(processes: &[Process]) {
    for process in processes {
        if let Some(pid) = Pid::from_raw(process.pid) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// Reaps a group that was killed: without a process table the only way to find its orphans, which
/// are our children now.
fn reap_group(group: Pid) {
    let deadline = Instant::now() + PATIENCE;
    while let Ok(dead) = waitpgid(group, WaitOptions::NOHANG)
        && Instant::now() < deadline
    {
        if dead.is_none() {
            thread::sleep(MOMENT);
        }
    }
}

/// Whether something has got away: without a capsule who forks fast enough is never where we look.
static ESCAPED: AtomicBool = AtomicBool::new(false);

/// Whether something is still there when no program runs any more, at a second look too: some take long to die.
pub fn has_survivors() -> bool {
    ESCAPED.load(Relaxed) && kill_strays() && (thread::sleep(SOON), kill_strays()).1
}

/// Kills and reaps what has outlived its program.
fn sweep() {
    let deadline = Instant::now() + PATIENCE;
    while kill_strays() {
        thread::sleep(MOMENT);
        if Instant::now() > deadline {
            return ESCAPED.store(true, Relaxed);
        }
    }
}

/// One pass over the strays; false if there are none.
fn kill_strays() -> bool {
    let running = running();
    let Some(table) = ProcessTable::read() else {
        return false;
    };
    let Some(own) = Process::read("self") else {
        return false;
    };
    let strays: Vec<Process> = table
        .children(own.pid)
        .filter(|child| child.session != own.session && !running.contains(&child.pid))
        .collect();
    for stray in &strays {
        kill_all(&table.below(stray.pid));
        kill_all(&[*stray]);
        if let Some(pid) = Pid::from_raw(stray.pid) {
            let _ = waitpid(Some(pid), WaitOptions::NOHANG);
        }
    }
    !strays.is_empty()
}
