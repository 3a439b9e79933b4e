//! How far a graded program may go, and what it is that it has used up.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::process::Usage;

/// How far a whole session may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance {
    /// Time on the wall clock.
    pub time: Duration,
    /// Bytes of output.
    pub output: usize,
    /// Bytes of resident memory, over all processes.
    pub memory: u64,
    /// Processes at the same time.
    pub processes: usize,
    /// Files and folders at the same time.
    pub files: usize,
    /// Bytes in them.
    pub written: u64,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance {
            time: Duration::from_secs(10),
            output: 1 << 20,
            memory: Usage::MOST.resident,
            processes: Usage::MOST.processes,
            files: Usage::MOST.files,
            written: Usage::MOST.written,
        }
    }
}

impl Allowance {
    pub(super) fn usage(&self) -> Usage {
        Usage {
            processes: self.processes,
            resident: self.memory,
            files: self.files,
            written: self.written,
        }
    }
}

/// What of the [`Allowance`] is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The time.
    Time,
    /// The output.
    Output,
    /// The memory.
    Memory,
    /// The number of processes.
    Processes,
    /// The room for files.
    Files,
}
