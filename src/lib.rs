//! Five classic game assignments as exact, fast programs, and the autograder for them.
//!
//! # The map
//!
//! | room | what lives there |
//! |---|---|
//! | [`game`] | the trait every game implements: positions and moves with their text, legal moves, play, winner. Rules only, no I/O |
//! | [`players`] | who chooses moves, and what a solver knows of a position and its moves, for every game |
//! | [`play`] | one loop for every table: turns, undo, the words a person may type; a game's host tells it |
//! | [`console`] | talking with a person: ask, ask again, end of input; line editing at a terminal |
//! | [`picture`] | boards in plain characters and colours |
//! | [`random`] | one seeded generator for every program |
//! | [`program`] | what every `main` shares: errors, exit codes, a closed pipe |
//! | [`journal`] | append-only JSON Lines with a lock and a torn tail, for all that append |
//! | [`text`] | text from elsewhere: made harmless to show, command lines split and quoted |
//! | [`progress`], [`files`] | a sign of life for what takes long; files replaced whole or not at all |
//! | [`sticks`] | rules, hats, training, memory, table (the conversation) |
//! | [`toothpicks`] | board, strategies, experience, history, table |
//! | [`take_stones`] | board, evaluation, alpha-beta search, perfect play by matching, table |
//! | [`chopsticks`] | position, notation, solver, table, replay |
//! | [`expanding_nim`] | position, solver, bot, table, protocol, server, client, tournament |
//! | [`process`] | other people's programs: sealed, started with limits, ended with everything they started |
//! | [`grading`] | knows no game: fixtures, conversations on a terminal, verdicts, reports, results; `grading::class` does it for a class |
//! | [`referees`] | what knows both: who referees and listens for each assignment, bots; the registry |
//! | [`arcade`] | the page: a server, the five games as JSON, the page itself |
//! | `fuzzing` | the doors through which strange bytes come in, for `fuzz/` and its corpus |
//!
//! Arrows point one way: `bin` uses tables, servers and grading; those use solvers and strategies;
//! those use the rules. Rules know nothing of the rest. Whoever wants to know how a game is played
//! opens one file of pure code. `tests/house.rs` holds the arrows, and that no files of a folder need
//! each other in a circle.

#![warn(missing_docs)]

pub mod arcade;
pub mod chopsticks;
pub mod console;
pub mod expanding_nim;
pub mod files;
#[cfg(unix)]
#[doc(hidden)]
pub mod fuzzing;
pub mod game;
#[cfg(unix)]
pub mod grading;
pub mod journal;
pub mod picture;
pub mod play;
pub mod players;
#[cfg(unix)]
pub mod process;
pub mod program;
pub mod progress;
pub mod random;
#[cfg(unix)]
pub mod referees;
pub mod sticks;
pub mod take_stones;
pub mod text;
pub mod toothpicks;
