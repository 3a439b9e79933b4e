//! The flags of the seal, the same wherever programs are run.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sticks_and_stones::process::{Seal, has_survivors};
use sticks_and_stones::program::Failure;

/// How programs are kept from what is not their business.
#[derive(Args)]
#[command(next_help_heading = "Seal")]
pub(crate) struct Sealing {
    /// Run programs without a seal: they may do whatever you may do
    #[arg(long)]
    no_seal: bool,
    /// What to do on a system that cannot seal: run without (the default), or refuse to run (the default of
    /// `grade class`)
    #[arg(long, value_name = "WHEN", conflicts_with = "no_seal")]
    seal: Option<Need>,
    /// Let programs read DIR, and run what is in it; repeatable
    #[arg(long, value_name = "DIR")]
    allow: Vec<PathBuf>,
    /// Let programs write in DIR, their own folder included; repeatable
    #[arg(long, value_name = "DIR")]
    allow_write: Vec<PathBuf>,
}

/// How much the seal is needed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Need {
    /// As far as the system can
    Possible,
    /// Or not at all
    Required,
}

impl Sealing {
    /// Refuses to go on without a seal where it is needed.
    pub(crate) fn check(&self, usually: Need) -> Result<(), Failure> {
        let needed = !self.no_seal && self.seal.unwrap_or(usually) == Need::Required;
        match needed && !Seal::is_possible() {
            true => Err(Failure::with_code(
                3,
                format_args!("{}; --no-seal runs programs all the same", Seal::promise()),
            )),
            false => Ok(()),
        }
    }

    /// The seal around what is graded; these paths are out of its reach wherever they are.
    pub(crate) fn seal<'a>(&self, hidden: impl IntoIterator<Item = &'a PathBuf>) -> Option<Seal> {
        if self.no_seal {
            return None;
        }
        let seal = hidden.into_iter().fold(Seal::default(), Seal::hide);
        let seal = self.allow.iter().fold(seal, Seal::allow);
        Some(self.allow_write.iter().fold(seal, Seal::allow_writing))
    }

    /// Whether programs are sealed, in a line; and in another one if something of them is left.
    pub(crate) fn promise(&self) -> String {
        let promise = match self.no_seal {
            true => "not sealed: --no-seal was given".to_owned(),
            false => Seal::promise(),
        };
        match has_survivors() {
            true => format!("{promise}\nnot ended: something that was graded still runs here"),
            false => promise,
        }
    }
}
