//! Other people's programs: started with limits, ended with everything they started.
//!
//! [`Program`] says what to run and how far it may go, [`Tree`] is what then runs. [`Seal`]
//! keeps it from everything that is not its business.

#![allow(unsafe_code)]

#[cfg_attr(not(target_os = "linux"), path = "no_capsule.rs")]
mod capsule;
mod open;
mod private;
mod program;
mod seal;
mod signals;
mod table;
mod tree;
mod user;
mod waiting;

pub use program::{Limits, Program, StartError};
pub use seal::{Refusal, Seal};
pub use signals::signal_name;
pub use table::{has_socket, is_ours as sees_processes};
pub use tree::{Ending, Tree, Usage, has_survivors};
pub use user::User;
pub use waiting::Activity;

/// Where the kernel answers questions about the sockets of our network (sock_diag(7)).
#[cfg(target_os = "linux")]
pub fn census() -> std::io::Result<std::os::fd::OwnedFd> {
    capsule::census()
}

/// Keeps our memory and environment from other processes of the same user.
pub fn keep_to_ourselves() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
}
