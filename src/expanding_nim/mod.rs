//! Expanding Nim: the rules, the perfect bot, and the class tournament over TCP.

pub mod analyse;
pub mod best;
pub mod bot;
pub mod position;
pub mod solver;
pub mod table;
