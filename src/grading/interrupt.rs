//! The one flag that ends every session, whoever sets it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Set it (in a signal handler, say) and every session ends with [`Event::Interrupted`](super::partner::Event::Interrupted).
pub fn interrupt_flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(FLAG.get_or_init(Arc::default))
}

/// Whether somebody wants all sessions to end.
pub fn interrupted() -> bool {
    interrupt_flag().load(Ordering::Relaxed)
}
