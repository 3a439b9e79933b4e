//! Cases that nobody can have seen: made now, by those who know the game. Which ones is decided by a
//! seed, and the seed by a secret where students shall not foresee their own.

use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::assignment::Assignment;
use super::case::Case;
use super::fixture::{Fixture, built_in};
pub use super::maker::{Made, Maker};
use crate::program::{Failure, cannot_write};
use crate::random::Dice;

/// How often more cases are asked for when some turn out to be known already.
const MOST_ROUNDS: usize = 50;

/// No secret is longer.
const LONGEST_SECRET: u64 = 1 << 16;

/// The fresh cases somebody wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// How many.
    pub count: usize,
    /// Which ones.
    pub seed: u64,
    /// Only their names, verdicts and points are told ...
    pub hidden: bool,
    /// ... but for the smallest one that fails.
    pub released: bool,
}

impl Order {
    /// Makes the cases, none of which is among the built-in ones, and no two alike; if somebody can.
    pub fn cases(&self, of: &Assignment, part: Option<u32>) -> Option<Vec<Case>> {
        let maker = of.maker?;
        let mut dice = Dice::new(self.seed);
        let known = built_in()
            .into_iter()
            .filter(|source| source.assignment == of.name);
        let mut known: Vec<Fixture> = known.filter_map(|source| source.parse().ok()).collect();
        let published = known.len();
        for _ in 0..MOST_ROUNDS {
            let missing = (published + self.count).saturating_sub(known.len());
            for case in maker.make(missing, part, &known, &mut dice) {
                if !known.iter().any(|other| other.plays_as(&case)) {
                    known.push(case);
                }
            }
        }
        let made = known.split_off(published);
        let case = |(number, mut fixture): (usize, Fixture)| {
            fixture.hidden = self.hidden;
            let file = format!("fresh-{number:02}");
            Case {
                assignment: of.name.to_owned(),
                path: format!("{file}.txt"),
                file,
                fixture,
                referee: None,
                fixtures: None,
                listener: of.listener,
                fresh: Some(Made {
                    maker,
                    released: self.released,
                }),
            }
        };
        Some((1..).zip(made).map(case).collect())
    }
}

/// Writes cases as files, `<folder>/<assignment>/<name>.txt`. Files that are there already stay.
pub fn export(cases: &[Case], folder: &Path) -> Result<(), Failure> {
    for case in cases {
        let folder = folder.join(&case.assignment);
        let path = folder.join(&case.path);
        let written = std::fs::create_dir_all(&folder)
            .and_then(|()| OpenOptions::new().write(true).create_new(true).open(&path))
            .and_then(|mut file| file.write_all(case.fixture.render().as_bytes()));
        written.map_err(|error| {
            let remedy = match error.kind() {
                io::ErrorKind::AlreadyExists => "; --export wants a folder without such cases",
                _ => "",
            };
            Failure::usage(cannot_write(&path, error) + remedy)
        })?;
    }
    Ok(())
}

/// What decides which cases a student gets, and that no student knows.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// The secret in a file.
    pub fn read(path: &Path) -> Result<Secret, Failure> {
        let fault = |why: &dyn std::fmt::Display| {
            Failure::usage(format_args!(
                "cannot use the secret `{}`: {why}",
                path.display()
            ))
        };
        // Neither a pipe that nobody writes to nor a device without an end is a secret.
        let about = std::fs::metadata(path).map_err(|error| fault(&error))?;
        if !about.is_file() || about.len() > LONGEST_SECRET {
            return Err(fault(&"it has to be a file of at most 64 KiB"));
        }
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(|error| fault(&error))?;
        let read = file.take(LONGEST_SECRET).read_to_end(&mut bytes);
        read.map_err(|error| fault(&error))?;
        match bytes.trim_ascii() {
            [] => Err(fault(
                &"it is empty; any text that nobody can guess will do",
            )),
            secret => Ok(Secret(secret.to_vec())),
        }
    }

    /// The secret in a file, which is made if it is not there yet, for its owner alone.
    pub fn keep(path: &Path) -> Result<Secret, Failure> {
        let words: Vec<String> = (0..4)
            .map(|_| format!("{:016x}", rand::random::<u64>()))
            .collect();
        let made = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path);
        match made.and_then(|mut file| writeln!(file, "{}", words.concat())) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(Failure::usage(
                format_args!("cannot write the secret `{}`: {error}", path.display()),
            )),
            _ => Secret::read(path),
        }
    }

    /// The seed of a student: another one for each, and the same one every time.
    pub fn seed(&self, student: &str, seed: u64) -> u64 {
        let mut digest = Sha256::new();
        for part in [&self.0[..], student.as_bytes(), &seed.to_be_bytes()] {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part);
        }
        let bytes = digest.finalize();
        bytes[..8]
            .iter()
            .fold(0, |seed, &byte| seed << 8 | u64::from(byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_student_has_a_seed_of_their_own_and_keeps_it() {
        let secret = Secret(b"a secret".to_vec());
        let seeds = ["ada", "bob", "ad", ""].map(|student| secret.seed(student, 1));
        assert_eq!(seeds[0], secret.seed("ada", 1));
        for (at, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..at].contains(seed));
        }
        assert_ne!(seeds[0], secret.seed("ada", 2));
        assert_ne!(seeds[0], Secret(b"another".to_vec()).seed("ada", 1));
    }

    #[test]
    fn a_secret_is_made_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("secret");
        let first = Secret::keep(&path).expect("made");
        let second = Secret::keep(&path).expect("read");
        assert_eq!(first.0, second.0);
        assert_eq!(first.0.len(), 64);
    }

    #[test]
    fn what_is_no_secret_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let empty = folder.path().join("empty");
        std::fs::write(&empty, " \n").expect("written");
        for path in [
            &empty,
            folder.path(),
            Path::new("/dev/zero"),
            Path::new("/none"),
        ] {
            assert!(Secret::read(path).is_err(), "{}", path.display());
        }
    }
}
