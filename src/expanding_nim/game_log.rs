//! The log of a game as existing servers write it, on standard output and in a file.
//!
//! It can be followed live: every move is written at once. Nobody has to read it, though: a closed
//! standard output or a full disk does not stop a game.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write};

use super::names::Name;
use super::protocol::{Dialect, RULE, Terms, Verdict};
use super::server::Turn;
use crate::game::Player;

/// Where the log of one game goes, and what it calls things.
pub(crate) struct GameLog {
    file: Option<File>,
    dialect: Dialect,
    names: [String; 2],
}

impl GameLog {
    /// A log of a game between these two. `Current max` is what `dialect` takes it for.
    ///
    /// Namesakes are told apart by their seats.
    pub(crate) fn new(file: Option<File>, dialect: Dialect, names: [&Name; 2]) -> GameLog {
        let mut names = names.map(Name::to_string);
        if names[0] == names[1] {
            names[0].push_str(" (first)");
            names[1].push_str(" (second)");
        }
        GameLog {
            file,
            dialect,
            names,
        }
    }

    /// The beginning of the game.
    pub(crate) fn started(&mut self, terms: &Terms) {
        let Terms {
            stones,
            resets,
            seconds,
            ..
        } = terms;
        self.write(format!(
            "Game started!\nInitial stones: {stones}, Initial resets: {resets}\n\
             Time per player: {seconds} seconds\n{RULE}\n"
        ));
    }

    /// A move that was judged, and the end of the game if it came to one.
    pub(crate) fn turn(&mut self, turn: &Turn) {
        let mut text = String::new();
        if let Some(asked) = turn.asked {
            let name = self.name(turn.player);
            let reset = if asked.reset { " and used reset" } else { "" };
            let current_max = self.dialect.current_max(&turn.after);
            let (stones, left) = (asked.stones, turn.after.stones);
            text = format!(
                "Player {name} took {stones} stones{reset}.\nCurrent max: {current_max}\n\
                 Stones left: {left}\n{RULE}\n"
            );
        }
        if let Some(Verdict { about, ending }) = turn.verdict {
            let reason = ending.reason(self.name(about));
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "Game over\n{reason}");
        }
        self.write(text);
    }

    fn name(&self, player: Player) -> &str {
        &self.names[player.index()]
    }

    fn write(&mut self, text: String) {
        say(&text);
        if let Some(file) = &mut self.file {
            let _ = file.write_all(text.as_bytes());
        }
    }
}

/// Writes to standard output at once, whether or not anybody reads it.
pub(crate) fn say(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes());
    let _ = stdout.flush();
}
