//! Other people's programs: started with limits, ended with everything they started.
//!
//! [`Program`] says what to run and how far it may go, [`Tree`] is what then runs. Nothing here is
//! a sandbox: a program may still read, write and delete what its user may. But it cannot stay.

mod program;
mod table;
mod tree;
mod waiting;

pub use program::{Limits, Program, StartError};
pub use table::is_ours as sees_processes;
pub use tree::{Ending, Tree, Usage};
pub use waiting::Activity;
