//! The arcade: five games in the browser, drawn by a page that asks the library for everything.
//!
//! [`server`] knows HTTP and no game: connections, limits, the end; `guard` sends other sites away, `patience` has
//! an end with who does not read. [`games`] shows the five games through one trait, and [`api`] answers with JSON. [`hats`] trains the hats of sticks before one's eyes, [`tree`]
//! draws the search of Take Stones, [`replay`] reads game files. `board` shows a tournament live.
//! The page itself is plain HTML, CSS and JavaScript in `page/`, built into the program.

pub mod api;
#[cfg(unix)]
pub mod board;
pub mod games;
mod guard;
pub mod hats;
pub mod page;
mod patience;
pub mod replay;
pub mod server;
pub mod tree;
