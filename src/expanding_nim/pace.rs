//! How fast a client is sent one message after another.

use std::time::Duration;

/// On loopback 5 ms was enough for all, 1 ms was not.
const FOR_OLD_CLIENTS: Duration = Duration::from_millis(20);

/// Old clients take whatever one read brings for one message: how much time passes between two messages
/// to a client that has sent nothing in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    /// So long in any case.
    Always(Duration),
    /// So long, but no longer than until the client is known to have read the last message: then nothing
    /// is left that could be taken for a part of the next.
    UntilRead(Duration),
}

impl Pace {
    /// None at all.
    pub(crate) const NONE: Pace = Pace::Always(Duration::ZERO);

    /// So many milliseconds if somebody asked for them; otherwise what old clients need.
    pub(crate) fn told(milliseconds: Option<u64>) -> Pace {
        match milliseconds {
            Some(milliseconds) => Pace::Always(Duration::from_millis(milliseconds)),
            None => Pace::UntilRead(FOR_OLD_CLIENTS),
        }
    }

    /// The time.
    pub(crate) fn gap(self) -> Duration {
        match self {
            Pace::Always(gap) | Pace::UntilRead(gap) => gap,
        }
    }
}
