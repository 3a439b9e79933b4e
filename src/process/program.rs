//! What to run, in which surroundings, and how far it may go.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::{Resource, Rlimit, getrlimit, ioctl_tiocsctty, setrlimit, setsid};

use super::capsule::{self, Capsule, Entrance, Network};
use super::private::Private;
use super::seal::{Closed, Needs, Seal};
use super::tree::{self, Tree};
use super::user::User;

/// Limits the kernel keeps for every single process, inherited by all it starts.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seconds of processor time; one more second and the kernel kills without asking.
    pub cpu_seconds: u64,
    /// The largest file that may be written, in bytes.
    pub file_bytes: u64,
    /// What may be allocated, in bytes.
    pub memory_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            cpu_seconds: 10,
            file_bytes: 16 << 20,
            memory_bytes: u64::MAX,
        }
    }
}

/// A command to be started: its words go straight to `exec`, no shell reads them.
///
/// It sees an environment of `PATH`, `HOME`, `LANG=C.UTF-8`, `TERM=dumb` and `NO_COLOR=1`, and
/// what [`Program::env`] adds.
#[derive(Clone, Debug)]
pub struct Program {
    words: Vec<OsString>,
    variables: BTreeMap<OsString, OsString>,
    folder: Option<PathBuf>,
    limits: Limits,
    seal: Option<Seal>,
    user: Option<User>,
}

impl Program {
    /// The program called `name`: a path if it contains a `/`, otherwise looked up in `PATH`.
    pub fn new(name: impl Into<OsString>) -> Program {
        let mut variables: BTreeMap<OsString, OsString> = ["PATH", "HOME"]
            .into_iter()
            .filter_map(|key| Some((key.into(), std::env::var_os(key)?)))
            .collect();
        for (key, value) in [("LANG", "C.UTF-8"), ("TERM", "dumb"), ("NO_COLOR", "1")] {
            variables.insert(key.into(), value.into());
        }
        Program {
            words: vec![name.into()],
            variables,
            folder: None,
            limits: Limits::default(),
            seal: None,
            user: None,
        }
    }

    /// Adds arguments.
    pub fn args<T: Into<OsString>>(mut self, more: impl IntoIterator<Item = T>) -> Program {
        self.words.extend(more.into_iter().map(Into::into));
        self
    }

    /// Adds a variable to the environment, or replaces one of the standard ones.
    pub fn env(mut self, key: impl Into<OsString>, value: impl Into<OsString>) -> Program {
        self.variables.insert(key.into(), value.into());
        self
    }

    /// Runs it in `folder` rather than where we are.
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Program {
        self.folder = Some(folder.into());
        self
    }

    /// Replaces the limits.
    pub fn limits(mut self, limits: Limits) -> Program {
        self.limits = limits;
        self
    }

    /// Seals it off from everything it has no need of; `None` for no seal.
    ///
    /// A sealed program has a private folder as `HOME` and `TMPDIR`, which is gone when it ends, and
    /// runs in a copy of its folder, unless that is large, is not its own, or may be written.
    pub fn seal(mut self, seal: impl Into<Option<Seal>>) -> Program {
        self.seal = seal.into();
        self
    }

    /// Runs it as somebody else, whose home is then its `HOME`; `None` to run it as we are.
    pub fn user(mut self, user: impl Into<Option<User>>) -> Program {
        self.user = user.into();
        self
    }

    /// The words of the command, its name first.
    pub fn words(&self) -> &[OsString] {
        &self.words
    }

    /// Starts it with all three standard streams on the given terminal, which becomes its own.
    pub fn start_on_terminal(&self, terminal: OwnedFd) -> Result<Tree, StartError> {
        let copies = terminal
            .try_clone()
            .and_then(|a| Ok((a, terminal.try_clone()?)));
        let (stdout, stderr) = copies.map_err(|error| self.cannot_start(error))?;
        if let Some(user) = &self.user {
            // So that it can be opened once more by its name.
            let given = user.give_descriptor(&terminal);
            given.map_err(|error| self.cannot_start(error))?;
        }
        let name = rustix::termios::ttyname(&terminal, Vec::new()).ok();
        let name = name.and_then(|name| name.into_string().ok());
        let name = PathBuf::from(name.unwrap_or_default());
        let streams = [terminal.into(), stdout.into(), stderr.into()];
        self.spawn(streams, Some(&name), None)
    }

    /// Starts it with the given streams; the other ends of pipes are then in the [`Tree`].
    pub fn start(&self, stdin: Stdio, stdout: Stdio, stderr: Stdio) -> Result<Tree, StartError> {
        self.spawn([stdin, stdout, stderr], None, None)
    }

    /// Starts it with the given streams in a network of its own, in which there is nothing but a server
    /// at this port. Its door is ours, and a socket at which the kernel tells of the sockets there (see
    /// [`census`](super::census)). For sealed programs, and where [`Program::has_networks`].
    pub fn start_in_own_network(
        &self,
        port: u16,
        streams: [Stdio; 3],
    ) -> Result<(Tree, Entrance), StartError> {
        let failed = |error| self.cannot_start(error);
        let (network, door) = Network::new(port).map_err(failed)?;
        let tree = self.spawn(streams, None, Some(network))?;
        Ok((tree, door.open().map_err(failed)?))
    }

    /// Whether sealed programs can have networks of their own.
    pub fn has_networks() -> bool {
        Network::is_possible()
    }

    fn spawn(
        &self,
        streams: [Stdio; 3],
        terminal: Option<&Path>,
        network: Option<Network>,
    ) -> Result<Tree, StartError> {
        if let Some(folder) = self.folder.as_deref().filter(|folder| !folder.is_dir()) {
            return Err(self.cannot_start(missing_folder(folder)));
        }
        let [stdin, stdout, stderr] = streams;
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        command.env_clear().envs(&self.variables);
        command.stdin(stdin).stdout(stdout).stderr(stderr);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        if let Some(user) = &self.user {
            command.env("HOME", user.home());
        }
        let failed = |error| self.cannot_start(error);
        let surroundings = self.surroundings(terminal).map_err(failed)?;
        let (mut closed, mut capsule, mut private) = (None, None, None);
        if let Some(sealed) = surroundings {
            let home = sealed.private.path().join(HOME);
            command.env("HOME", &home).env("TMPDIR", &home);
            command.current_dir(&sealed.folder);
            closed = sealed.closed;
            capsule = sealed.capsule.map(|capsule| capsule.with_network(network));
            private = Some(sealed.private);
        }
        let (limits, on_terminal) = (self.limits, terminal.is_some());
        let (us, is_alone) = (std::process::id(), capsule.is_some());
        let user = self.user.clone();
        let keeper = closed.as_mut().and_then(Closed::keeper);
        // SAFETY: the closure runs in the child between fork and exec, where only one thread is
        // left and any lock may be held for ever. It makes plain system calls (rustix calls the
        // kernel directly, seal and capsule were made ready before), and neither allocates, nor
        // locks, nor can panic.
        unsafe {
            command.pre_exec(move || {
                capsule::close_at_exec();
                if let Some(capsule) = &capsule {
                    capsule.enter()?;
                }
                let counted =
                    user.is_some() || capsule.as_ref().is_some_and(Capsule::counts_processes);
                prepare(limits, on_terminal, counted)?;
                if let Some(user) = &user {
                    user.take_over()?;
                }
                // Only now: a change of the user would undo it.
                if capsule.is_none() {
                    tree::bind_to_parent(us)?;
                }
                closed.as_mut().map_or(Ok(()), Closed::apply)
            });
        }
        let started = tree::spawn(command, private, is_alone);
        if let (Ok(tree), Some(keeper)) = (&started, keeper) {
            keeper.answer(tree.number(), TASKS as usize);
        }
        started.map_err(|error| match self.leads_to() {
            Some(place) if error.kind() == io::ErrorKind::PermissionDenied => {
                let place = place.display();
                failed(io::Error::other(format!(
                    "it is a link out of its folder, to `{place}`, and that is not its own"
                )))
            }
            None if error.kind() == io::ErrorKind::PermissionDenied && self.is_found() => failed(
                io::Error::other("it is not in the submission that names it"),
            ),
            _ => failed(error),
        })
    }

    fn is_found(&self) -> bool {
        self.seal.as_ref().is_some_and(Seal::is_found)
    }

    /// Where a sealed program is, if what it is called is a link out of its folder.
    fn leads_to(&self) -> Option<PathBuf> {
        self.seal.as_ref()?;
        let folder = self.folder.as_deref().unwrap_or(Path::new("."));
        Seal::leads_out(&self.words[0], &folder.canonicalize().ok()?)
    }

    /// What a sealed program is surrounded with; `None` for one that is not.
    fn surroundings(&self, terminal: Option<&Path>) -> io::Result<Option<Surroundings>> {
        let Some(seal) = &self.seal else {
            return Ok(None);
        };
        let private = Private::new().map_err(|error| {
            io::Error::other(format!("no temporary folder can be made for it: {error}"))
        })?;
        std::fs::create_dir(private.path().join(HOME))?;
        let folder = self.folder.as_deref().unwrap_or(Path::new("."));
        let shared = private.path().join(SHARED);
        std::fs::create_dir(&shared)?;
        let mut needs = Needs::new(seal, &self.words, folder, private.path())?;
        let is_given = |place: &PathBuf| Path::new("/dev/shm").starts_with(place);
        let shared = Some(shared).filter(|_| !needs.writable.iter().any(is_given));
        needs.writable.extend(shared.clone());
        if let Some(user) = &self.user {
            user.give(private.path())?;
        }
        let capsule = Capsule::new(&needs.folder, &needs.writable, needs.copy.as_deref());
        let capsule = capsule.map(|capsule| capsule.with_private(private.path()));
        let capsule = capsule.map(|capsule| match &shared {
            Some(shared) => capsule.with_shared(shared),
            None => capsule,
        });
        let is_apart = capsule.as_ref().is_some_and(Capsule::has_own_mounts);
        // In a capsule the copy is where the folder was.
        let folder = match is_apart {
            true => needs.folder.clone(),
            false => needs.copy.clone().unwrap_or(needs.folder.clone()),
        };
        Ok(Some(Surroundings {
            closed: match Seal::is_possible() {
                true => Some(Closed::new(seal, &needs, terminal, capsule.as_ref())?),
                false => None,
            },
            capsule,
            folder,
            private,
        }))
    }

    pub(crate) fn cannot_start(&self, cause: io::Error) -> StartError {
        StartError {
            program: self.words[0].clone(),
            cause,
        }
    }
}

/// What keeps a program from others, and what is its own.
struct Surroundings {
    closed: Option<Closed>,
    capsule: Option<Capsule>,
    folder: PathBuf,
    private: Private,
}

/// The name of a sealed program's home, in its private folder.
const HOME: &str = ".home";

/// The name of its shared memory there.
const SHARED: &str = ".shared";

fn missing_folder(folder: &Path) -> io::Error {
    let text = format!("there is no folder `{}` to run it in", folder.display());
    io::Error::new(io::ErrorKind::NotADirectory, text)
}

/// The tasks that a program with a count of its own may have, threads included.
const TASKS: u64 = 512;

/// What a process may have open.
const USUAL_FILES: u64 = 1024;
const MOST_FILES: u64 = 4096;

/// The child's last steps before it becomes the program.
fn prepare(limits: Limits, on_terminal: bool, counted: bool) -> io::Result<()> {
    setsid()?;
    if on_terminal {
        ioctl_tiocsctty(rustix::stdio::stdin())?;
    }
    // With a hard limit above the soft one the end comes as SIGXCPU, which names its reason.
    limit(
        Resource::Cpu,
        limits.cpu_seconds,
        limits.cpu_seconds.saturating_add(1),
    )?;
    limit(Resource::Fsize, limits.file_bytes, limits.file_bytes)?;
    limit(Resource::Core, 0, 0)?;
    if limits.memory_bytes != u64::MAX {
        limit(Resource::Data, limits.memory_bytes, limits.memory_bytes)?;
    }
    limit(Resource::Nofile, USUAL_FILES, MOST_FILES)?;
    if counted {
        limit(Resource::Nproc, TASKS, TASKS)?;
    }
    Ok(())
}

/// Lowers a limit; one that is lower already stays, since only root may raise it again.
fn limit(resource: Resource, soft: u64, hard: u64) -> io::Result<()> {
    let old = getrlimit(resource);
    let lower = |new: u64, old: Option<u64>| Some(old.map_or(new, |old| old.min(new)));
    let new = Rlimit {
        current: lower(soft, old.maximum),
        maximum: lower(hard, old.maximum),
    };
    Ok(setrlimit(resource, new)?)
}

/// A program that never ran: not found, not executable, or no resources to start it.
#[derive(Debug)]
pub struct StartError {
    program: OsString,
    cause: io::Error,
}

impl StartError {
    /// Whether the machine, rather than the command, is why nothing was started.
    pub fn is_shortage(&self) -> bool {
        tree::is_shortage(&self.cause)
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot start `{}`: ", self.program.display())?;
        match self.cause.kind() {
            io::ErrorKind::NotFound => f.write_str("there is no such program"),
            io::ErrorKind::PermissionDenied => f.write_str("it is not an executable file"),
            _ => write!(f, "{}", self.cause),
        }
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}
