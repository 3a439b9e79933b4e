//! A seal made ready for one program, and its application in the child.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, NetPort, PathBeneath,
    PathFd, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};
use seccompiler::BpfProgram;

use super::around::around;
use super::{Seal, calls, places};

/// The newest rights we use; an older kernel holds those it knows.
const RIGHTS: ABI = ABI::V6;

/// A seal that only needs to be applied.
pub(in crate::process) struct Closed {
    rules: Option<RulesetCreated>,
    filters: Vec<BpfProgram>,
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
            if can(strict().handle_access(AccessNet::ConnectTcp)) {
                held.push("network");
            }
            if can(strict().scope(Scope::Signal)) {
                held.push("signals");
            }
        }
        held
    })
    .clone()
}

impl Closed {
    /// The seal for a program with these words, run in `folder`, with a private folder to write in,
    /// and perhaps a terminal of its own.
    pub fn new(
        seal: &Seal,
        words: &[std::ffi::OsString],
        folder: &Path,
        private: &Path,
        terminal: Option<&Path>,
    ) -> io::Result<Closed> {
        let own = places::own(words, folder);
        let mut holes = places::out_of_reach();
        holes.extend(
            seal.hidden
                .iter()
                .filter_map(|path| path.canonicalize().ok()),
        );
        // Whoever is graded may run itself.
        holes.retain(|hole| !own.program.iter().any(|program| program == hole));
        let mut readable: Vec<PathBuf> = places::system().to_vec();
        readable.extend(own.folders);
        readable.extend(real(&seal.readable));
        let mut rules = Rules::new()?;
        for place in readable {
            rules.allow(around(&place, &holes), AccessFs::from_read(RIGHTS))?;
        }
        rules.allow(own.program, AccessFs::from_read(RIGHTS))?;
        let all = AccessFs::from_all(RIGHTS) & !AccessFs::MakeChar & !AccessFs::MakeBlock;
        rules.allow([private.to_owned()], all)?;
        for place in real(&seal.writable) {
            rules.allow(around(&place, &holes), all)?;
        }
        let device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
        rules.allow(places::devices(), device)?;
        rules.allow(terminal.map(Path::to_owned), device)?;
        Ok(Closed {
            rules: Some(rules.with_port(seal.port)?),
            filters: calls::filter(seal.port.is_some()).unwrap_or_default(),
        })
    }

    /// Runs in the child before exec. Neither allocates nor locks.
    pub fn apply(&mut self) -> io::Result<()> {
        let refused = || io::Error::from_raw_os_error(libc::EPERM);
        if let Some(rules) = self.rules.take() {
            rules.restrict_self().map_err(|_| refused())?;
        }
        for filter in &self.filters {
            seccompiler::apply_filter(filter).map_err(|_| refused())?;
        }
        Ok(())
    }
}

fn real(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths
        .iter()
        .filter_map(|path| path.canonicalize().ok())
        .collect()
}

struct Rules(RulesetCreated);

impl Rules {
    fn new() -> io::Result<Rules> {
        let rules = Ruleset::default()
            .handle_access(AccessFs::from_all(RIGHTS))
            .and_then(|rules| rules.handle_access(AccessNet::from_all(RIGHTS)))
            .and_then(|rules| rules.scope(Scope::from_all(RIGHTS)))
            .and_then(Ruleset::create);
        rules.map(Rules).map_err(io::Error::other)
    }

    /// What is not there, or cannot be opened, needs no rule.
    fn allow(
        &mut self,
        places: impl IntoIterator<Item = PathBuf>,
        access: BitFlags<AccessFs>,
    ) -> io::Result<()> {
        for place in places {
            let Ok(fd) = PathFd::new(&place) else {
                continue;
            };
            let access = match place.is_dir() {
                true => access,
                false => access & AccessFs::from_file(RIGHTS),
            };
            let added = (&mut self.0).add_rule(PathBeneath::new(fd, access));
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
