//! Signals by their names.

/// `SIGSEGV`, or `signal 99` if it has no name.
pub fn signal_name(signal: i32) -> String {
    match signal_hook::low_level::signal_name(signal) {
        Some(name) => name.to_owned(),
        None => format!("signal {signal}"),
    }
}
