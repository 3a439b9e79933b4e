//! Grades anyone's program.

#[cfg(unix)]
mod arguments;
#[cfg(unix)]
mod books;
#[cfg(unix)]
mod class;
#[cfg(unix)]
mod merge;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod sealing;
#[cfg(unix)]
mod submission;
#[cfg(unix)]
mod words;

use std::process::ExitCode;

use sticks_and_stones::program;

#[cfg(unix)]
fn main() -> ExitCode {
    program::finish(run::run())
}

/// Programs of other people are held with the means of Unix: terminals, sessions, signals.
#[cfg(not(unix))]
fn main() -> ExitCode {
    program::finish(Err(program::Failure::task(
        "grade needs Linux or macOS; on Windows run it inside WSL",
    )))
}
