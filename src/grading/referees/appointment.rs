//! Which referee a case asks for: `# referee: sticks option=2 sticks=20 games=10`.

use super::chopsticks::{self, ChopsticksReferee};
use super::sticks::{Session, SticksReferee};
use super::toothpicks::{ToothpicksReferee, check_random};
use super::{Action, Referee};
use crate::chopsticks::Rules;

/// A referee by name, with what it needs to know.
#[derive(Clone, Copy, Debug)]
pub enum Appointment {
    /// Games against the computer, several in one run of the program.
    Sticks(Session),
    /// A game against the computer.
    Chopsticks(Rules),
    /// A game between two random players.
    Toothpicks {
        /// How many toothpicks there are.
        toothpicks: u32,
        /// How many may be drawn at once.
        bounds: u32,
    },
}

/// A referee at work.
pub enum Umpire {
    /// Of `sticks`.
    Sticks(Box<SticksReferee>),
    /// Of `chopsticks`.
    Chopsticks(Box<ChopsticksReferee>),
    /// Of `toothpicks`.
    Toothpicks(ToothpicksReferee),
}

impl Appointment {
    /// Reads the value of the key; `part` is the part of the assignment the case belongs to.
    pub fn read(text: &str, part: Option<u32>) -> Result<Appointment, String> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut settings = Settings::read(words)?;
        let appointment = match name {
            "sticks" => {
                let part = part.filter(|part| (2..=3).contains(part));
                let part = part
                    .ok_or("the referee `sticks` is for part 2 or 3: say which with `# part:`")?;
                Appointment::Sticks(Session {
                    part: part as u8,
                    option: settings.take("option", 2, 2..=u64::from(part))? as u8,
                    sticks: settings.take("sticks", 10, 10..=100)?,
                    games: settings.take("games", 10, 1..=10_000)? as u32,
                    seed: 0,
                })
            }
            "chopsticks" => {
                let hands = settings.take("hands", 3, 1..=20)?;
                let fingers = settings.take("fingers", 5, 1..=1000)?;
                let misere = settings.take("misere", 0, 0..=1)? == 1;
                let rules =
                    Rules::new(hands, fingers, misere, false).map_err(|error| error.to_string())?;
                Appointment::Chopsticks(rules)
            }
            "toothpicks" => Appointment::Toothpicks {
                toothpicks: settings.take("toothpicks", 10, 1..=10_000)? as u32,
                bounds: settings.take("bounds", 2, 1..=10_000)? as u32,
            },
            _ => {
                return Err(format!(
                    "there is no referee `{name}`: there are chopsticks, sticks and toothpicks"
                ));
            }
        };
        settings.all_taken()?;
        Ok(appointment)
    }

    /// Games played in one run of the program.
    pub fn games_in_a_run(&self) -> u32 {
        match self {
            Appointment::Sticks(session) => session.games,
            Appointment::Chopsticks(_) | Appointment::Toothpicks { .. } => 1,
        }
    }

    /// A referee for one run of the program.
    pub fn umpire(&self, seed: u64) -> Umpire {
        match *self {
            Appointment::Sticks(session) => {
                Umpire::Sticks(Box::new(SticksReferee::new(Session { seed, ..session })))
            }
            Appointment::Chopsticks(rules) => {
                let session = chopsticks::Session { rules, seed };
                Umpire::Chopsticks(Box::new(ChopsticksReferee::new(session)))
            }
            Appointment::Toothpicks { toothpicks, bounds } => {
                Umpire::Toothpicks(ToothpicksReferee::new(toothpicks, bounds))
            }
        }
    }
}

impl Referee for Umpire {
    fn next(&mut self, output: &str) -> Action {
        match self {
            Umpire::Sticks(referee) => referee.next(output),
            Umpire::Chopsticks(referee) => referee.next(output),
            Umpire::Toothpicks(referee) => referee.next(output),
        }
    }
}

/// What can be said only about all the games together.
pub fn check_together(umpires: &[Umpire]) -> Result<(), String> {
    let games: Vec<_> = umpires
        .iter()
        .filter_map(|umpire| match umpire {
            Umpire::Toothpicks(referee) => Some(referee.game().clone()),
            _ => None,
        })
        .collect();
    check_random(&games)
}

/// The words `key=number` behind the referee's name.
struct Settings(Vec<(String, u64)>);

impl Settings {
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Settings, String> {
        let pairs = words.map(|word| {
            let pair = word.split_once('=');
            let pair = pair.and_then(|(key, value)| Some((key.to_owned(), value.parse().ok()?)));
            pair.ok_or_else(|| format!("`{word}` is not `key=number`"))
        });
        Ok(Settings(pairs.collect::<Result<_, _>>()?))
    }

    fn take(
        &mut self,
        key: &str,
        default: u64,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, String> {
        let Some(index) = self.0.iter().position(|(name, _)| name == key) else {
            return Ok(default);
        };
        let (_, value) = self.0.remove(index);
        if range.contains(&value) {
            return Ok(value);
        }
        let (low, high) = range.into_inner();
        Err(format!(
            "`{key}` is a number between {low} and {high}, not {value}"
        ))
    }

    fn all_taken(&self) -> Result<(), String> {
        match self.0.first() {
            Some((key, _)) => Err(format!("this referee has no setting `{key}`")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_is_as_usual() {
        let appointment = Appointment::read("sticks option=3 games=5", Some(3)).expect("read");
        assert!(matches!(
            appointment,
            Appointment::Sticks(Session {
                part: 3,
                option: 3,
                sticks: 10,
                games: 5,
                ..
            })
        ));
        assert_eq!(appointment.games_in_a_run(), 5);
    }

    #[test]
    fn what_cannot_be_is_named() {
        for (text, part, message) in [
            ("chess", None, "no referee `chess`"),
            ("sticks", Some(1), "part 2 or 3"),
            ("sticks", None, "part 2 or 3"),
            ("sticks option=3", Some(2), "between 2 and 2, not 3"),
            ("sticks sticks=9", Some(2), "between 10 and 100"),
            ("sticks size=9", Some(2), "no setting `size`"),
            ("toothpicks bounds", None, "`bounds` is not `key=number`"),
            ("toothpicks bounds=x", None, "is not `key=number`"),
        ] {
            let error = Appointment::read(text, part).expect_err(text);
            assert!(error.contains(message), "{error}");
        }
    }
}
