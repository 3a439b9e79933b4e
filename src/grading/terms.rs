//! How grading is to go, whatever is graded.

use std::time::Duration;

use crate::process::{Seal, User};

/// The terms of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// Blanks at the ends of lines, `\r` and blank lines at the very end do not count.
    pub lenient: bool,
    /// How much of the points the words are worth, in percent, when a program is heard; `None`: it is
    /// not heard, and only the assignment's bytes count.
    pub wording: Option<u32>,
    /// After the first case that fails, the others are not run.
    pub fail_fast: bool,
    /// How long a case may take, if not as usual.
    pub timeout: Option<Duration>,
    /// How many cases run at the same time; as many as there are cores unless told.
    pub jobs: Option<u16>,
    /// The seed of the first game that a referee plays; the others count on from it.
    pub seed: u64,
    /// How many games a referee plays.
    pub games: u32,
    /// The seal around programs; `None` to run them without.
    pub seal: Option<Seal>,
    /// Who runs them, if not who grades.
    pub user: Option<User>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            lenient: false,
            wording: Some(30),
            fail_fast: false,
            timeout: None,
            jobs: None,
            seed: 1,
            games: 20,
            seal: Some(Seal::default()),
            user: None,
        }
    }
}
