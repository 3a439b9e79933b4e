//! A class in one command: who handed in what, how each is built and started, and what all of it
//! comes to.
//!
//! [`names`] says whose a submission is, [`gather`] finds them all, [`archives`] unpacks them
//! without trusting them, [`workplace`] makes the private copies in which everything happens.

pub mod archives;
pub mod gather;
pub mod names;
pub mod workplace;
