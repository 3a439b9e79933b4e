//! One case, with everybody it takes to judge it.

use std::path::PathBuf;
use std::sync::Arc;

use super::fixture::Fixture;
use super::judgement::Listener;
use super::maker::Made;
use super::referee::Appointment;

/// One case of an assignment.
#[derive(Clone)]
pub struct Case {
    /// The assignment it belongs to.
    pub assignment: String,
    /// Its file's name, without the ending.
    pub file: String,
    /// Where the file is, or was when it was built in.
    pub path: String,
    /// What the file says.
    pub fixture: Fixture,
    /// The referee it names.
    pub referee: Option<Arc<dyn Appointment>>,
    /// The folder of cases it was taken from, if it is not built in.
    pub fixtures: Option<PathBuf>,
    /// Who understands the programs of its assignment.
    pub listener: Option<&'static dyn Listener>,
    /// Who made it, if it is in no file.
    pub fresh: Option<Made>,
}
