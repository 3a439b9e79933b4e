//! What every program's `main` shares: how it fails, and with which exit code.

use std::fmt;
use std::io;
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::str::FromStr;

/// Why a program stops before its job is done.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    /// Wrong usage, exit code 2: the command line asks for something that cannot be.
    pub fn usage(message: impl fmt::Display) -> Failure {
        Failure::with_code(2, message)
    }

    /// The job could not be done, exit code 1: input ended, a file is bad, a peer vanished.
    pub fn task(message: impl fmt::Display) -> Failure {
        Failure::with_code(1, message)
    }

    /// A failure with an exit code of its own. An empty message is not printed.
    pub fn with_code(code: u8, message: impl fmt::Display) -> Failure {
        Failure {
            code,
            message: message.to_string(),
        }
    }

    /// The exit code of the program.
    pub fn code(&self) -> u8 {
        self.code
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    /// Whoever read our output has had enough (`| head -1`): that ends the program, and quietly.
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::with_code(0, "")
        } else {
            Failure::task(error)
        }
    }
}

/// Reads a flag that is a whole number in `range` (a value parser for clap): whatever is wrong with
/// the text, the error says what would be right.
pub fn whole_number<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync + 'static,
{
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!(
            "it must be a whole number from {} to {}",
            range.start(),
            range.end()
        )),
    }
}

/// Reports the outcome of a program on standard error and turns it into its exit code.
pub fn finish(outcome: Result<(), Failure>) -> ExitCode {
    let Err(failure) = outcome else {
        return ExitCode::SUCCESS;
    };
    if !failure.message.is_empty() {
        // Not `eprintln!`: a closed standard error must not turn a failure into a panic.
        use io::Write;
        let _ = writeln!(io::stderr(), "error: {failure}");
    }
    ExitCode::from(failure.code)
}
