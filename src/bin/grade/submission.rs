//! What is graded: how it is built, and as whom it runs.

use clap::Args;
use sticks_and_stones::grading::class::building::{self, Build};
use sticks_and_stones::grading::terms::Terms;
use sticks_and_stones::process::User;
use sticks_and_stones::program::Failure;
use sticks_and_stones::text::words;

/// The program before it runs.
#[derive(Args)]
#[command(next_help_heading = "Program")]
pub(crate) struct Submission {
    /// Build it first, in this folder, where the build may write: sealed, and within two minutes
    #[arg(long, value_name = "CMD")]
    build: Option<String>,
    /// Build and run it as this user, with their groups and home (only root can)
    #[arg(long, value_name = "NAME", value_parser = User::find)]
    pub(crate) user: Option<User>,
}

impl Submission {
    /// Builds the program, if it has to be.
    pub(crate) fn build(&self, terms: &Terms) -> Result<Option<Build>, Failure> {
        let Some(line) = &self.build else {
            return Ok(None);
        };
        let words = words(line).map_err(|why| Failure::usage(format_args!("--build: {why}")))?;
        if words.is_empty() {
            return Err(Failure::usage("--build is an empty command"));
        }
        let here = std::env::current_dir()?;
        Ok(Some(building::build(&words, &here, &here, terms)))
    }
}
