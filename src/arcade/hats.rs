//! Two AIs of sticks learn before one's eyes: the page keeps their hats and hands them in.

use serde::{Deserialize, Serialize};

use super::server::Refused;
use crate::random::Dice;
use crate::sticks::hats::{Beside, Hats};
use crate::sticks::rules::SIZES;
use crate::sticks::skill::Skill;
use crate::sticks::training::Pair;
use crate::text::shortened;

/// The most games of one lesson.
pub const MOST_GAMES: u64 = 1_000_000;

/// More than any lesson tells: its points come ever more rarely at first, then every 5,000 games.
pub const MOST_NEWS: usize = 512;

/// More games than anybody plays.
const MOST_PLAYED: u64 = 1 << 50;

/// No game adds enough balls to a hat with so many of a number to overflow it.
const MOST_BALLS: u64 = 1 << 40;

/// The balls numbered 1, 2 and 3 of each hat, beginning with the hat for one stick.
type Balls = Vec<[u64; 3]>;

/// What is asked for: so many games, by AIs with these hats, or by beginners.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    sticks: u64,
    games: u64,
    #[serde(default)]
    hats: Option<[Balls; 2]>,
    #[serde(default)]
    played: u64,
    #[serde(default)]
    seed: Option<u64>,
}

/// How good the second AI is, which will meet the player.
#[derive(Serialize)]
pub struct Point {
    played: u64,
    right: usize,
    winnable: usize,
    mean: f64,
}

/// The end of a lesson.
#[derive(Serialize)]
pub struct Learnt {
    played: u64,
    hats: [Balls; 2],
    /// The last game: who opened, who drew which ball from which hat, who won.
    game: Option<Seen>,
    /// How often each has won.
    wins: [u64; 2],
}

/// One game, ball by ball.
#[derive(Serialize, Default)]
struct Seen {
    winner: usize,
    drawn: Vec<Drawn>,
}

#[derive(Serialize)]
struct Drawn {
    ai: usize,
    hat: u64,
    ball: u64,
}

/// What a lesson sends: points of the learning curve, then the hats.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum News {
    /// A point of the curve.
    Point(Point),
    /// The lesson is over.
    Learnt(Learnt),
}

impl Lesson {
    /// Reads what the page asks for.
    pub fn read(body: &[u8]) -> Result<Lesson, Refused> {
        let lesson: Lesson = serde_json::from_slice(body)
            .map_err(|error| Refused::bad(format_args!("not a lesson: {error}")))?;
        if lesson.games > MOST_GAMES {
            return Err(Refused::too_much(format_args!(
                "{} games are too many at once: {MOST_GAMES} at most",
                lesson.games
            )));
        }
        if lesson.played > MOST_PLAYED {
            return Err(Refused::bad(format_args!(
                "nobody has played {} games",
                lesson.played
            )));
        }
        for hats in lesson.hats.iter().flatten() {
            check(lesson.sticks, hats).map_err(Refused::bad)?;
        }
        check(
            lesson.sticks,
            &vec![[1; 3]; lesson.sticks.min(*SIZES.end()) as usize],
        )
        .map_err(Refused::bad)?;
        Ok(lesson)
    }

    /// Plays the games; `tell` says whether anybody still listens.
    pub fn teach(self, mut tell: impl FnMut(News) -> bool) {
        let beginner = || Hats::new(self.sticks);
        let mut pair = match self.hats {
            Some(hats) => Pair::of(hats.map(Hats::with_balls)),
            None => Pair::of([beginner(), beginner()]),
        };
        let mut dice = Dice::from_flag(self.seed);
        let (mut wins, mut last, mut done) = ([0; 2], None, 0);
        let mut listening = tell(News::Point(point(self.played, &pair)));
        while listening && done < self.games {
            let until = self.games.min(done + (done / 12).clamp(1, 5_000));
            for game in done..until {
                let mut seen = Seen::default();
                let starter = (self.played + game) % 2;
                seen.winner = pair.play(starter, &mut dice, |ai, Beside { hat, ball }| {
                    if game + 1 == self.games {
                        seen.drawn.push(Drawn { ai, hat, ball });
                    }
                });
                wins[seen.winner] += 1;
                last = Some(seen);
            }
            done = until;
            listening = tell(News::Point(point(self.played + done, &pair)));
        }
        tell(News::Learnt(Learnt {
            played: self.played + done,
            hats: pair
                .hats()
                .clone()
                .map(|hats| hats.numbers().map(|hat| hats.balls(hat)).collect()),
            game: last,
            wins,
        }));
    }
}

fn point(played: u64, pair: &Pair) -> Point {
    let Skill {
        winnable,
        right,
        mean,
        ..
    } = Skill::of(&pair.hats()[1]);
    Point {
        played,
        right,
        winnable,
        mean,
    }
}

fn check(sticks: u64, hats: &[[u64; 3]]) -> Result<(), String> {
    if !SIZES.contains(&sticks) {
        return Err(format!(
            "{sticks} sticks are not between {} and {}",
            SIZES.start(),
            SIZES.end()
        ));
    }
    if hats.len() as u64 != sticks {
        return Err(format!(
            "{} hats are not the hats from 1 to {sticks}",
            hats.len()
        ));
    }
    let impossible = |balls: &&[u64; 3]| {
        balls
            .iter()
            .any(|number| !(1..=MOST_BALLS).contains(number))
    };
    match hats.iter().find(impossible) {
        Some(balls) => Err(format!("a hat cannot hold the balls {balls:?}")),
        None => Ok(()),
    }
}

/// The hats of an AI in an address, `[[1,1,1],...]`; without any it is a beginner.
pub fn read(sticks: u64, text: Option<&str>) -> Result<Hats, String> {
    let Some(text) = text else {
        return Ok(Hats::new(sticks));
    };
    let balls: Balls = serde_json::from_str(text)
        .map_err(|error| format!("`{}` are no hats: {error}", shortened(text, 40)))?;
    check(sticks, &balls)?;
    Ok(Hats::with_balls(balls))
}
