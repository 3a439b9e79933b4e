//! What every program's `main` shares: how it fails, and with which exit code.

use std::fmt;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;

use clap::{Parser, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;

/// The sentence about a file that cannot be written.
pub fn cannot_write(path: &Path, why: impl fmt::Display) -> String {
    format!("cannot write `{}`: {why}", path.display())
}

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

/// Reads the command line of a program. Every program also answers `completions SHELL`, with what a
/// shell needs to complete its arguments, and `completions man`, with its page of the manual.
pub fn arguments<T: Parser>() -> Result<T, Failure> {
    arguments_beside([])
}

/// The same for a program with commands that are read elsewhere: the shell and the manual know them.
pub fn arguments_beside<T: Parser>(
    others: impl IntoIterator<Item = clap::Command>,
) -> Result<T, Failure> {
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let mut program = with_exit_codes(T::command());
    match words.first().map(String::as_str) {
        Some("completions") => Err(complete(program.subcommands(others), &words[1..])?),
        _ => {
            let mut matches = program.clone().get_matches();
            let read = T::from_arg_matches_mut(&mut matches);
            Ok(read.unwrap_or_else(|error| error.format(&mut program).exit()))
        }
    }
}

/// The help of every command ends with the exit codes of its program, unless it tells its own.
fn with_exit_codes(program: clap::Command) -> clap::Command {
    const CODES: &str = "Exit codes";
    let help = |command: &clap::Command| {
        let help = command.get_after_help();
        help.map(ToString::to_string).unwrap_or_default()
    };
    let whole = help(&program);
    let codes = whole.split("\n\n").find(|part| part.starts_with(CODES));
    let Some(codes) = codes.map(str::to_owned) else {
        return program;
    };
    program.mut_subcommands(|command| match help(&command) {
        own if own.contains(CODES) => command,
        own => command.after_help(format!("{own}\n\n{codes}").trim_start().to_owned()),
    })
}

/// Prints what `completions` was asked for. That done, the program ends well, without a word.
fn complete(mut program: clap::Command, words: &[String]) -> Result<Failure, Failure> {
    let name = program.get_name().to_owned();
    let shells = || Shell::value_variants().iter().map(Shell::to_string);
    let mut text = Vec::new();
    match words {
        [word] if word == "man" => text = manual(program)?,
        [word] if shells().any(|shell| shell == *word) => {
            let shell = <Shell as ValueEnum>::from_str(word, false).map_err(Failure::usage)?;
            clap_complete::generate(shell, &mut program, name, &mut text);
        }
        _ => {
            let kinds: Vec<String> = shells().collect();
            return Err(Failure::usage(format_args!(
                "`{name} completions` takes one of {} or man, not `{}`",
                kinds.join(", "),
                words.join(" ")
            )));
        }
    }
    io::stdout().write_all(&text)?;
    Ok(Failure::with_code(0, ""))
}

/// The page of the manual: the program, then each of its commands with its options.
fn manual(mut program: clap::Command) -> io::Result<Vec<u8>> {
    program.build();
    let whole = Man::new(program.clone());
    let mut page = Vec::new();
    whole.render_title(&mut page)?;
    whole.render_name_section(&mut page)?;
    whole.render_synopsis_section(&mut page)?;
    whole.render_description_section(&mut page)?;
    whole.render_options_section(&mut page)?;
    for command in program.get_subcommands() {
        if command.get_name() == "help" {
            continue;
        }
        let name = format!("{} {}", program.get_name(), command.get_name());
        let part = Man::new(command.clone());
        let mut text = Vec::new();
        part.render_synopsis_section(&mut text)?;
        part.render_description_section(&mut text)?;
        part.render_options_section(&mut text)?;
        part.render_extra_section(&mut text)?;
        let text = String::from_utf8_lossy(&text).replace(".SH ", ".SS ");
        write!(page, ".SH \"{}\"\n{text}", name.to_uppercase())?;
    }
    whole.render_extra_section(&mut page)?;
    whole.render_version_section(&mut page)?;
    Ok(page)
}

/// Reports the outcome of a program on standard error and turns it into its exit code.
pub fn finish(outcome: Result<(), Failure>) -> ExitCode {
    let Err(failure) = outcome else {
        return ExitCode::SUCCESS;
    };
    if !failure.message.is_empty() {
        // Not `eprintln!`: a closed standard error must not turn a failure into a panic.
        let _ = writeln!(io::stderr(), "error: {failure}");
    }
    ExitCode::from(failure.code)
}
