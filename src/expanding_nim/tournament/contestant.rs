//! A bot in a tournament: who it is, and how it is started.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Deserializer};

use crate::expanding_nim::client::Builtin;
use crate::expanding_nim::names::{Name, Printable};
use crate::expanding_nim::protocol::{Choice, Dialect};
use crate::text::words;

/// A bot in a tournament: a program, or one of ours.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contestant {
    /// Its name in the standings, and the `{name}` of its command lines.
    pub name: String,
    /// One of ours.
    pub builtin: Option<Builtin>,
    /// The command line with which it moves first.
    pub first: Option<String>,
    /// The command line with which it moves second.
    pub second: Option<String>,
    /// Where it runs, seen from the file of the tournament; beside that file unless told otherwise.
    pub folder: Option<PathBuf>,
    /// What is added to its environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// The command line that builds it in its folder, once, before the first game.
    pub build: Option<String>,
    /// Why it could not be built.
    #[serde(skip)]
    pub broken: Option<String>,
    /// What it takes `current_max` for; `None` to find out.
    #[serde(default, deserialize_with = "dialect")]
    pub dialect: Option<Dialect>,
}

/// `"auto"`, or the name of a dialect.
fn dialect<'de, D: Deserializer<'de>>(text: D) -> Result<Option<Dialect>, D::Error> {
    Choice::deserialize(text).map(Choice::told)
}

impl Contestant {
    /// One of our own bots.
    pub fn builtin(name: &str, builtin: Builtin) -> Contestant {
        Contestant {
            builtin: Some(builtin),
            dialect: Some(Dialect::Taken),
            ..Contestant::named(name)
        }
    }

    /// A bot with these command lines for moving first and second.
    pub fn program(name: &str, first: &str, second: &str) -> Contestant {
        Contestant {
            first: Some(first.to_owned()),
            second: Some(second.to_owned()),
            ..Contestant::named(name)
        }
    }

    fn named(name: &str) -> Contestant {
        Contestant {
            name: name.to_owned(),
            ..Contestant::default()
        }
    }

    /// Refuses what cannot be, and says why.
    pub fn check(&self) -> Result<(), String> {
        let name = &self.name;
        let shown = Printable(name).to_string();
        if name.trim().is_empty() || shown != *name || Name::new(name).wire() != name {
            return Err(format!(
                "the bot name `{shown}` is empty, too long or not printable"
            ));
        }
        match (self.builtin, &self.first, &self.second) {
            (Some(_), None, None) => {
                let is_told = self.folder.is_some() || self.build.is_some() || !self.env.is_empty();
                return match is_told {
                    true => Err(format!(
                        "bot {name} is one of ours: folder, env and build are for programs"
                    )),
                    false => Ok(()),
                };
            }
            (None, Some(_), Some(_)) => {}
            _ => {
                return Err(format!(
                    "bot {name} needs either builtin, or the command lines first and second"
                ));
            }
        }
        let lines = [&self.first, &self.second, &self.build];
        for command in lines.into_iter().flatten() {
            if words(command).map_or(true, |words| words.is_empty()) {
                return Err(format!(
                    "bot {name}: `{command}` is not a command line (empty, or a quote is open)"
                ));
            }
        }
        let bad = |key: &&String| key.is_empty() || key.contains(['=', '\0']);
        if let Some(key) = self.env.keys().find(bad) {
            return Err(format!(
                "bot {name}: `{key}` cannot be the name of a variable"
            ));
        }
        Ok(())
    }
}
