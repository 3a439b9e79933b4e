//! The file that describes a tournament: the rules, the bots, and how to run them.

use std::collections::HashSet;
use std::fs;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::thread;

use serde::Deserialize;

use super::contestant::Contestant;
use super::format::{Format, Plan};
use super::record::Conditions;
use super::side_by_side::Lanes;
use crate::expanding_nim::position::{INITIAL_MAX, RESETS};
use crate::expanding_nim::protocol::SECONDS;
use crate::files;
use crate::process::{Program, Seal, User};
use crate::program::Failure;

/// Several games at a time hold three tables of perfect play each: of 20 MB for so many stones.
const MOST_STONES: u32 = 20_000;

/// No tournament is written down in more bytes than this.
const LONGEST: u64 = 16 << 20;

/// All the games of a tournament are held in memory.
const MOST_GAMES: u64 = 1_000_000;

/// A tournament as it is written down.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Every pair plays each of these numbers of stones, in both orders.
    pub stones: Vec<u32>,
    /// Resets of each player.
    #[serde(default = "default_resets")]
    pub resets: u32,
    /// What may always be taken.
    #[serde(default = "default_initial_max", alias = "init_max", alias = "max")]
    pub initial_max: u32,
    /// Each player's clock for a game.
    #[serde(default = "default_seconds", alias = "time")]
    pub seconds: u64,
    /// Seconds that a bot may take to connect and say hello.
    #[serde(default = "default_start")]
    pub start: u64,
    /// Milliseconds between two messages to a bot that has sent nothing in between; what it needs unless
    /// told otherwise.
    pub pace: Option<u64>,
    /// Who meets whom.
    #[serde(default)]
    pub format: Format,
    /// How often all of it is played; of a Swiss tournament, how many rounds there are.
    pub rounds: Option<u32>,
    /// Who meets everybody in a gauntlet; the first bot unless told otherwise.
    pub champion: Option<String>,
    /// Into how many groups the bots are drawn; about six bots in each unless told otherwise.
    pub groups: Option<usize>,
    /// How many of each group play the final; two unless told otherwise.
    pub finalists: Option<usize>,
    /// Games at the same time; as many as there are processors, and more while these are idle, unless told
    /// otherwise.
    pub jobs: Option<usize>,
    /// The port for bots that have one built in: where they cannot have networks of their own, games are
    /// then played one after another.
    pub port: Option<u16>,
    /// The dice of the random bots.
    pub seed: Option<u64>,
    /// The log, beside this file unless told otherwise.
    pub log: Option<PathBuf>,
    /// Who plays.
    #[serde(rename = "bot", alias = "bots")]
    pub bots: Vec<Contestant>,
    /// The seal around the bots; `seal = false` runs them without.
    #[serde(default = "sealed", deserialize_with = "sealed_or_not")]
    pub seal: Option<Seal>,
    /// Who runs the bots, if not who runs the tournament.
    #[serde(skip)]
    pub user: Option<User>,
    /// Where the file lies. Bots run there.
    #[serde(skip)]
    pub folder: PathBuf,
}

fn sealed() -> Option<Seal> {
    Some(Seal::default())
}

fn sealed_or_not<'de, D: serde::Deserializer<'de>>(text: D) -> Result<Option<Seal>, D::Error> {
    Ok(bool::deserialize(text)?.then(Seal::default))
}

fn default_resets() -> u32 {
    RESETS
}
fn default_initial_max() -> u32 {
    INITIAL_MAX
}
fn default_seconds() -> u64 {
    SECONDS
}
fn default_start() -> u64 {
    30
}

/// So many times as many games as processors are played if all bots do is sleep.
const IDLE_FACTOR: usize = 4;

/// In groups that nobody told the size of.
const A_GROUP: usize = 6;

impl Config {
    /// Reads and checks a file.
    pub fn read(path: &Path) -> Result<Config, Failure> {
        let shown = path.display();
        let text = files::read_text(path, LONGEST)
            .map_err(|error| Failure::task(format_args!("cannot read {shown}: {error}")))?;
        let mut config: Config = toml::from_str(&text).map_err(|error| {
            let before = error.span().map(|span| &text[..span.start]);
            let line = before.map_or(1, |before| before.matches('\n').count() + 1);
            let what = in_plain_words(error.message());
            Failure::task(format_args!("{shown}, line {line}: {what}"))
        })?;
        let folder = path.parent().unwrap_or(Path::new("")).join(".");
        config.folder = folder;
        let same = |log: &Path| fs::canonicalize(log).ok() == fs::canonicalize(path).ok();
        let checked = match same(&config.log_path(path)) {
            true => Err("the log would overwrite this file: set log to another name".to_owned()),
            false => config.check(),
        };
        checked.map_err(|what| Failure::task(format_args!("{shown}: {what}")))?;
        Ok(config)
    }

    /// The path of the log: told, or that of the file with another ending.
    pub fn log_path(&self, file: &Path) -> PathBuf {
        match &self.log {
            Some(log) => self.folder.join(log),
            None => file.with_extension("jsonl"),
        }
    }

    /// The rules of its games, for the log.
    pub fn rules(&self) -> Conditions {
        Conditions {
            resets: self.resets,
            initial_max: self.initial_max,
            seconds: self.seconds,
        }
    }

    /// Where a bot runs.
    pub fn folder_of(&self, bot: &Contestant) -> PathBuf {
        match &bot.folder {
            Some(folder) => self.folder.join(folder),
            None => self.folder.clone(),
        }
    }

    /// How many games are played at the same time: as many as there are processors, and more where bots
    /// leave them idle.
    pub fn at_a_time(&self) -> Lanes {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let (sure, most) = match (self.shares_port(), self.jobs) {
            (true, _) => (1, 1),
            (_, Some(jobs)) => (jobs, jobs),
            _ => (processors, IDLE_FACTOR * processors),
        };
        Lanes { sure, most }
    }

    /// The port at which each bot finds a server in a network of its own, where one is built in and the
    /// kernel gives us such networks.
    pub fn own_port(&self) -> Option<u16> {
        let has_networks = || self.seal.is_some() && Program::has_networks();
        self.port.filter(|_| has_networks())
    }

    /// Whether all games are played at the same port of this machine, one after another.
    pub fn shares_port(&self) -> bool {
        self.port.is_some() && self.own_port().is_none()
    }

    /// Which games are played.
    pub fn plan(&self) -> Plan {
        let bots = self.bots.len();
        let champion = self.champion.as_ref();
        let place = champion.and_then(|name| self.bots.iter().position(|bot| bot.name == *name));
        // So many rounds leave one bot unbeaten, and one more is played to see it confirmed.
        let enough = bots.next_power_of_two().ilog2() + 1;
        let rounds = match self.format {
            Format::Swiss => enough.min(bots as u32 - 1),
            _ => 1,
        };
        let groups = self.groups.unwrap_or(bots.div_ceil(A_GROUP).max(2));
        Plan {
            format: self.format,
            bots,
            stones: self.stones.clone(),
            rounds: self.rounds.unwrap_or(rounds),
            champion: place.unwrap_or(0),
            groups,
            finalists: self.finalists.unwrap_or(2),
            seed: self.seed.unwrap_or(0),
        }
    }

    /// Refuses what cannot be, and says why.
    pub fn check(&self) -> Result<(), String> {
        let bounds = [
            (
                "initial_max",
                u64::from(self.initial_max),
                1,
                u32::MAX.into(),
            ),
            ("seconds", self.seconds, 1, 1_000_000),
            ("start", self.start, 1, 1_000_000),
            ("pace", self.pace.unwrap_or(0), 0, 60_000),
            ("rounds", self.rounds.unwrap_or(1).into(), 1, 1_000_000),
            ("port", self.port.unwrap_or(1).into(), 1, u16::MAX.into()),
            ("jobs", self.jobs.unwrap_or(1) as u64, 1, 64),
        ];
        for (key, value, least, most) in bounds {
            if !(least..=most).contains(&value) {
                return Err(format!("{key} = {value} is not in {least}..={most}"));
            }
        }
        let bad = |stones: &u32| !(1..=MOST_STONES).contains(stones);
        if self.stones.is_empty() || self.stones.iter().any(bad) {
            return Err(format!(
                "stones needs a list of numbers from 1 to {MOST_STONES}, like [20, 100]"
            ));
        }
        if let Some(stones) = repeated(&self.stones) {
            return Err(format!(
                "stones lists {stones} twice; with rounds = 2 everything is played twice"
            ));
        }
        if self.bots.len() < 2 {
            return Err("a tournament needs two [[bot]] tables or more".to_owned());
        }
        for bot in &self.bots {
            bot.check()?;
            let folder = self.folder_of(bot);
            if bot.folder.is_some() && !folder.is_dir() {
                return Err(format!(
                    "bot {}: there is no folder {}",
                    bot.name,
                    folder.display()
                ));
            }
        }
        let names: Vec<&str> = self.bots.iter().map(|bot| bot.name.as_str()).collect();
        if let Some(name) = repeated(&names) {
            return Err(format!("two bots are called {name}"));
        }
        self.check_format(&names)?;
        let games = self.plan().games();
        if games > MOST_GAMES {
            return Err(format!(
                "these are {games} games; play at most {MOST_GAMES} at a time, with fewer rounds, \
                 stones or bots"
            ));
        }
        Ok(())
    }

    /// What belongs to a format only makes sense in it.
    fn check_format(&self, names: &[&str]) -> Result<(), String> {
        let told = [
            (
                "champion",
                self.champion.is_some(),
                Format::Gauntlet,
                "gauntlet",
            ),
            ("groups", self.groups.is_some(), Format::Groups, "groups"),
            (
                "finalists",
                self.finalists.is_some(),
                Format::Groups,
                "groups",
            ),
        ];
        for (key, is_told, format, name) in told {
            if is_told && self.format != format {
                return Err(format!("{key} is for format = \"{name}\" only"));
            }
        }
        if let Some(name) = &self.champion
            && !names.contains(&name.as_str())
        {
            return Err(format!("the champion {name} is not one of the bots"));
        }
        let plan = self.plan();
        if self.format == Format::Groups && !(2..=plan.bots / 2).contains(&plan.groups) {
            return Err(format!(
                "{} bots cannot play in {} groups of two or more: set groups from 2 to {}",
                plan.bots,
                plan.groups,
                plan.bots / 2
            ));
        }
        if !(1..=plan.bots).contains(&plan.finalists) {
            return Err(format!(
                "finalists = {} is not in 1..={}",
                plan.finalists, plan.bots
            ));
        }
        Ok(())
    }
}

/// What the reader of the file says, for people who know no types.
fn in_plain_words(message: &str) -> String {
    let kinds = [" u16", " u32", " u64", " usize"];
    let plain = |said: String, kind: &&str| said.replace(kind, " a whole number");
    let said = kinds.iter().fold(message.to_owned(), plain);
    said.replace(" a sequence", " a list like [20, 100]")
}

/// The first element that has occurred before.
fn repeated<T: Eq + Hash + Copy>(list: &[T]) -> Option<T> {
    let mut seen = HashSet::new();
    list.iter().copied().find(|&element| !seen.insert(element))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expanding_nim::protocol::Dialect;

    fn read(text: &str) -> Result<Config, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("t.toml");
        fs::write(&path, text).expect("written");
        Config::read(&path).map_err(|failure| {
            let text = failure.to_string();
            let file = path.display().to_string();
            text.strip_prefix(&file).unwrap_or(&text).to_owned()
        })
    }

    #[test]
    fn what_is_not_told_is_as_in_class() {
        let config = read(
            "stones = [20]\n[[bot]]\nname = 'a'\nbuiltin = 'perfect'\n\
             [[bot]]\nname = 'b'\nfirst = 'x -f'\nsecond = 'x'\ndialect = 'limit'\n",
        )
        .expect("a tournament");
        assert_eq!((config.resets, config.initial_max), (4, 3));
        assert_eq!((config.seconds, config.pace), (120, None));
        let dialects: Vec<_> = config.bots.iter().map(|bot| bot.dialect).collect();
        assert_eq!(dialects, [None, Some(Dialect::Limit)]);
        assert_eq!(config.plan().games(), 2);
    }

    #[test]
    fn the_sample_file_says_what_is_so_anyway() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/contrib/tournament.toml");
        let config = Config::read(Path::new(path)).expect("a tournament");
        let told = (config.resets, config.initial_max, config.rounds);
        assert_eq!(told, (default_resets(), default_initial_max(), Some(1)));
        assert_eq!(config.format, Format::default());
        let told = (config.seconds, config.start);
        assert_eq!(told, (default_seconds(), default_start()));
    }

    #[test]
    fn a_bad_file_is_refused_with_what_is_wrong() {
        let bots = "[[bot]]\nname = 'a'\nbuiltin = 'perfect'\n[[bot]]\nname = 'b'\n";
        let bad = [
            ("stones = [20]".to_owned(), ", line 1: missing field `bot`"),
            (
                "stones = [20]\nstone = 3".to_owned(),
                ", line 2: unknown field `stone`",
            ),
            (
                format!("stones = [0]\n{bots}builtin = 'random'"),
                ": stones needs a list",
            ),
            (
                format!("stones = [-9]\n{bots}builtin = 'random'"),
                ", line 1: invalid value: integer `-9`, expected a whole number",
            ),
            (
                format!("stones = [9]\nport = 0\n{bots}builtin = 'random'"),
                ": port = 0 is not in 1..=65535",
            ),
            (
                format!("stones = [9]\nseconds = 0\n{bots}builtin = 'random'"),
                ": seconds = 0 is not in",
            ),
            (
                format!("stones = [9]\n{bots}first = 'x'"),
                ": bot b needs either",
            ),
            (
                format!("stones = [9]\n{bots}first = 'x'\nsecond = '\"x'"),
                ": bot b: `\"x` is not",
            ),
            (
                format!("stones = [9]\n{bots}builtin = 'random'\n{bots}builtin = 'random'"),
                ": two bots are called a",
            ),
            (
                format!("stones = [9]\n{bots}builtin = 'clever'"),
                ", line 7: unknown variant `clever`",
            ),
            (
                format!("stones = [20001]\n{bots}builtin = 'random'"),
                ": stones needs a list",
            ),
            (
                format!("stones = [9, 8, 9]\n{bots}builtin = 'random'"),
                ": stones lists 9 twice",
            ),
            (
                format!("stones = [9, 8]\nrounds = 1000000\n{bots}builtin = 'random'"),
                ": these are 4000000 games",
            ),
            (
                format!("stones = [9]\ngroups = 2\n{bots}builtin = 'random'"),
                ": groups is for format = \"groups\" only",
            ),
            (
                format!("stones = [9]\nformat = 'groups'\n{bots}builtin = 'random'"),
                ": 2 bots cannot play in 2 groups",
            ),
            (
                format!(
                    "stones = [9]\nformat = 'gauntlet'\nchampion = 'c'\n{bots}builtin = 'random'"
                ),
                ": the champion c is not one of the bots",
            ),
            (
                format!("stones = [9]\nlog = 't.toml'\n{bots}builtin = 'random'"),
                ": the log would overwrite this file",
            ),
        ];
        for (text, expected) in bad {
            let message = read(&text).expect_err(&text);
            assert!(message.starts_with(expected), "{message} for {text}");
        }
    }
}
