//! Cheats, each a real program that is graded: none gets at what is not its own, none is left.

mod attempt;
mod files;
mod languages;
mod processes;
mod results;
