//! The engine against programs that misbehave, each in its own way.

mod menagerie;
mod processes;
mod sessions;
mod verdicts;
