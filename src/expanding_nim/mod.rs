//! Expanding Nim: the rules, the perfect bot, and the class tournament over TCP.

pub mod bot;
pub mod position;
pub mod solver;
