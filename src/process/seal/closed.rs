//! A seal made ready for one program, and its application in the child.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, NetPort, PathBeneath,
    PathFd, PathFdError, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError,
    Scope,
};
use rustix::fs::Mode;
use seccompiler::BpfProgram;

use super::super::capsule::Capsule;
use super::around::around;
use super::calls::{self, Reach};
use super::copy::{self, Room};
use super::forks::{Gate, Keeper};
use super::{Seal, kernel, own, places};

/// The newest rights we use; an older kernel holds those it knows.
const RIGHTS: ABI = ABI::V6;

/// A seal that only needs to be applied.
pub(in crate::process) struct Closed {
    rules: Option<OwnedFd>,
    filters: Vec<BpfProgram>,
    gate: Option<Gate>,
    keeper: Option<Keeper>,
    is_apart: bool,
}

/// What the kernel holds, in words.
pub(super) fn held() -> Vec<&'static str> {
    static HELD: OnceLock<Vec<&'static str>> = OnceLock::new();
    HELD.get_or_init(|| {
        let strict = || Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let can =
            |ruleset: Result<Ruleset, RulesetError>| ruleset.and_then(Ruleset::create).is_ok();
        let mut held = Vec::new();
        if can(strict().handle_access(AccessFs::from_all(ABI::V1))) {
            held.push("files");
            let reach = Reach {
                sockets: false,
                others: false,
                lengths: false,
            };
            if calls::filters(reach).is_some() {
                held.push("network");
            }
            if can(strict().scope(Scope::Signal)) || Capsule::is_possible() {
                held.push("signals");
            }
        }
        held
    })
    .clone()
}

/// Whether this kernel holds a right over files.
fn knows(right: AccessFs) -> bool {
    let strict = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    let ruleset = strict.handle_access(right);
    ruleset.and_then(Ruleset::create).is_ok()
}

/// The places that one program needs, and those it must not see.
pub(in crate::process) struct Needs {
    own: own::Own,
    holes: Vec<PathBuf>,
    /// Where it may write.
    pub writable: Vec<PathBuf>,
    /// Where it is run.
    pub folder: PathBuf,
    /// What takes the place of that folder.
    pub copy: Option<PathBuf>,
}

impl Needs {
    /// Those of a program with these words, run in `folder`, with a `private` folder to write in.
    ///
    /// If the folder is its own and small, there is a copy of it to run in.
    pub(crate) fn new(
        seal: &Seal,
        words: &[OsString],
        folder: &Path,
        private: &Path,
    ) -> io::Result<Needs> {
        let folder = folder.canonicalize()?;
        let own = seal.own(words, &folder);
        let holes = Needs::holes(seal, &own);
        let mut writable = seal.writable();
        let is_writable = writable.iter().any(|place| folder.starts_with(place));
        let copy = private.join(folder.file_name().unwrap_or_default());
        let mut room = Room::FOR_A_RUN;
        let is_copied = own.folders.contains(&folder)
            && !is_writable
            && copy::copy(&folder, &copy, &holes, &mut room).is_ok_and(|all| all);
        if is_copied {
            writable.push(copy.clone());
        }
        writable.push(private.to_owned());
        Ok(Needs {
            own,
            holes,
            writable,
            folder,
            copy: is_copied.then_some(copy),
        })
    }

    /// What is out of reach wherever it is. Whoever is graded may run itself.
    pub(super) fn holes(seal: &Seal, own: &own::Own) -> Vec<PathBuf> {
        let hidden = seal.hidden.iter().filter_map(|path| places::real(path));
        let checkouts = own.folders.iter().filter(|at| places::is_checkout(at));
        let kept = checkouts.flat_map(|at| places::kept_in_a_checkout(at));
        let holes = places::out_of_reach().into_iter().chain(hidden).chain(kept);
        holes
            .filter(|hole| own.program.as_ref() != Some(hole))
            .collect()
    }
}

impl Closed {
    /// The seal for a program that needs these places, and perhaps a terminal of its own, in this capsule.
    pub(crate) fn new(
        seal: &Seal,
        needs: &Needs,
        terminal: Option<&Path>,
        capsule: Option<&Capsule>,
    ) -> io::Result<Closed> {
        let is_apart = capsule.is_some_and(Capsule::has_own_mounts);
        let gate = capsule.is_none().then(Gate::new).transpose()?;
        let (gate, keeper) = gate.unzip();
        let Needs { own, holes, .. } = needs;
        let mut rules = Allowed::new()?;
        rules.allow_opened(&opened_system(holes)?, AccessFs::from_read(RIGHTS))?;
        let allowed = seal.readable.iter().filter_map(|path| places::real(path));
        for place in own.folders.iter().cloned().chain(allowed) {
            rules.allow(around(&place, holes), AccessFs::from_read(RIGHTS))?;
        }
        rules.allow(own.program.clone(), AccessFs::from_read(RIGHTS))?;
        let all = AccessFs::from_all(RIGHTS) & !AccessFs::MakeChar & !AccessFs::MakeBlock;
        rules.allow(needs.writable.iter().cloned(), all)?;
        let device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
        rules.allow(places::devices(), device)?;
        rules.allow(terminal.map(Path::to_owned), device)?;
        Ok(Closed {
            rules: rules.with_port(seal.port)?.into(),
            filters: calls::filters(Reach {
                sockets: seal.port.is_some(),
                others: !is_apart,
                lengths: !is_apart && !knows(AccessFs::Truncate),
            })
            .unwrap_or_default(),
            gate,
            keeper,
            is_apart,
        })
    }

    /// Who answers when it wants to have more tasks, if somebody is to be asked; once.
    pub(in crate::process) fn keeper(&mut self) -> Option<Keeper> {
        self.keeper.take()
    }

    /// Runs in the child before exec. Neither allocates nor locks.
    pub(crate) fn apply(&mut self) -> io::Result<()> {
        kernel::keep_few_capabilities();
        kernel::grant_no_privileges()?;
        if !self.is_apart {
            // Compilers then make programs executable in the one way that is not refused.
            rustix::process::umask(Mode::RWXG | Mode::RWXO);
        }
        if let Some(rules) = &self.rules {
            // A `/proc` of the program's own was not there before.
            if self.is_apart {
                kernel::allow_reading(rules, c"/proc")?;
            }
            kernel::restrict(rules)?;
        }
        for filter in &self.filters {
            seccompiler::apply_filter(filter)
                .map_err(|_| io::Error::from_raw_os_error(libc::EPERM))?;
        }
        if let Some(gate) = &self.gate {
            gate.close();
        }
        Ok(())
    }
}

/// A place that a rule can be about, and whether it is a folder.
struct Place {
    opened: PathFd,
    is_folder: bool,
}

impl Place {
    /// What is not there, or cannot be opened, needs no rule; but a shortage of descriptors is no
    /// reason to allow less.
    fn open(path: &Path) -> io::Result<Option<Place>> {
        match PathFd::new(path) {
            Ok(opened) => Ok(Some(Place {
                opened,
                is_folder: path.is_dir(),
            })),
            Err(PathFdError::OpenCall { source, .. })
                if [Some(libc::EMFILE), Some(libc::ENFILE)].contains(&source.raw_os_error()) =>
            {
                Err(source)
            }
            Err(_) => Ok(None),
        }
    }

    fn open_all(paths: impl Iterator<Item = PathBuf>) -> io::Result<Vec<Place>> {
        let places = paths.map(|path| Place::open(&path));
        places.filter_map(io::Result::transpose).collect()
    }
}

/// Holes, and the places of the system around them.
type Around = (Vec<PathBuf>, Arc<Vec<Place>>);

/// The places of the system without the holes. They are many, and the same for nearly every program,
/// so those of the last one stay open.
fn opened_system(holes: &[PathBuf]) -> io::Result<Arc<Vec<Place>>> {
    static LAST: Mutex<Option<Around>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, places)) = &*last
        && known == holes
    {
        return Ok(Arc::clone(places));
    }
    let places = places::system()
        .iter()
        .flat_map(|place| around(place, holes));
    let places = Arc::new(Place::open_all(places)?);
    *last = Some((holes.to_vec(), Arc::clone(&places)));
    Ok(places)
}

struct Allowed(RulesetCreated);

impl Allowed {
    fn new() -> io::Result<Allowed> {
        let rules = Ruleset::default()
            .handle_access(AccessFs::from_all(RIGHTS))
            .and_then(|rules| rules.handle_access(AccessNet::from_all(RIGHTS)))
            .and_then(|rules| rules.scope(Scope::from_all(RIGHTS)))
            .and_then(Ruleset::create);
        rules.map(Allowed).map_err(io::Error::other)
    }

    fn allow(
        &mut self,
        places: impl IntoIterator<Item = PathBuf>,
        access: BitFlags<AccessFs>,
    ) -> io::Result<()> {
        self.allow_opened(&Place::open_all(places.into_iter())?, access)
    }

    fn allow_opened(&mut self, places: &[Place], access: BitFlags<AccessFs>) -> io::Result<()> {
        for place in places {
            let access = match place.is_folder {
                true => access,
                false => access & AccessFs::from_file(RIGHTS),
            };
            let added = (&mut self.0).add_rule(PathBeneath::new(&place.opened, access));
            added.map_err(io::Error::other)?;
        }
        Ok(())
    }

    fn with_port(self, port: Option<u16>) -> io::Result<RulesetCreated> {
        match port {
            Some(port) => self
                .0
                .add_rule(NetPort::new(port, AccessNet::ConnectTcp))
                .map_err(io::Error::other),
            None => Ok(self.0),
        }
    }
}
