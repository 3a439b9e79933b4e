//! Cheats, each a real program that is graded: none gets at what is not its own, none is left.
//!
//! Only Linux has what the seal is made of.
#![cfg(target_os = "linux")]

mod attempt;
mod files;
mod languages;
mod processes;
mod results;
