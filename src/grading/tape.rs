//! What stays of a conversation for those who did not lead it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::partner::{Partner, Stop};
use super::verdict::Piece;

/// Keeps what was said in a conversation when it is over.
#[derive(Clone, Default)]
pub struct Tape(Arc<Mutex<Recording>>);

/// What a [`Tape`] holds: the last conversation, and how long all of them took.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// What a person would have seen, typed text included.
    pub transcript: Vec<Piece>,
    /// Why the program stopped last.
    pub stop: Option<Stop>,
    /// How long all conversations took.
    pub elapsed: Duration,
}

impl Tape {
    /// What was recorded.
    pub fn recording(&self) -> Recording {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(super) fn keep(&self, partner: &dyn Partner, stop: Option<Stop>) {
        let mut tape = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tape.transcript = partner.transcript();
        tape.stop = stop;
        tape.elapsed += partner.elapsed();
    }
}
