//! `grade` from outside: a menagerie of submissions, and what is said about each of them.

mod again;
mod bots;
mod bytes;
mod crashes;
mod fresh;
mod gradescope;
mod heard;
mod menagerie;
mod referees;
mod reports;
mod results;
mod submissions;
mod survival;
mod usage;
