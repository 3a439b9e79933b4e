//! Bots for Expanding Nim are graded by playing: against a bot that makes any legal move, and
//! against one that wins whatever can be won, in both seats and over real sockets.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::expanding_nim::client::Builtin;
use crate::expanding_nim::position::{INITIAL_MAX, Position, RESETS};
use crate::expanding_nim::protocol::{Dialect, SECONDS};
use crate::expanding_nim::replay::{first_blunder, tell_game};
use crate::expanding_nim::tournament::{
    Config, Contestant, Format, GameRecord, MoveRecord, Pairing, find_out, play_game, winnable,
};
use crate::grading::fixture::Fixture;
use crate::grading::grade::{Games, Graded, Status};
use crate::grading::session::{Allowance, interrupt_flag};
use crate::grading::suite::Case;
use crate::grading::terms::Terms;
use crate::grading::verdict::{Outcome, Piece, Verdict};
use crate::grading::workers;
use crate::program::Failure;
use crate::random::Dice;
use crate::text::quoted;

/// The assignment.
pub const ASSIGNMENT: &str = "expanding_nim";

/// The place of the graded bot in the list of bots; those of ours come after it.
const GRADED: usize = 0;
const NAME: &str = "Submission";

/// The stones of the assignment's example.
const EXAMPLE: u32 = 8;

/// The bot to grade.
#[derive(Clone, Debug)]
pub struct Bots {
    /// How the bot is started to move first; `{host}`, `{port}` and `{name}` are filled in.
    pub first: String,
    /// How the bot is started to move second.
    pub second: String,
    /// What the bot takes `current_max` for; `None` to find out.
    pub dialect: Option<Dialect>,
    /// The port that the bot has built in, if it has: where it cannot have networks of its own, games are then
    /// played one after another.
    pub port: Option<u16>,
    /// The number of the only game to play, if not all are.
    pub game: Option<u32>,
}

impl Bots {
    /// The commands as they would be typed.
    pub fn command(&self) -> String {
        quoted(&[&self.first, &self.second])
    }

    /// The command that plays a game of a case again.
    fn again(&self, case: &str, game: usize, dialect: Dialect, terms: &Terms) -> String {
        let dialect = dialect.name();
        let (seed, games) = (terms.seed, terms.games);
        let mut command = format!(
            "grade expanding_nim --only {case} --game {game} --seed {seed} --games {games} --dialect {dialect}"
        );
        if let Some(port) = self.port {
            command += &format!(" --port {port}");
        }
        if let Some(timeout) = terms.timeout {
            command += &format!(" --timeout {}", timeout.as_secs_f64());
        }
        if terms.seal.is_none() {
            command += " --no-seal";
        }
        let (first, second) = (quoted(&[&self.first]), quoted(&[&self.second]));
        format!("{command} --first {first} --second {second}")
    }

    fn tournament(&self, terms: &Terms) -> Config {
        let graded = Contestant {
            dialect: self.dialect,
            ..Contestant::program(NAME, &self.first, &self.second)
        };
        Config {
            stones: vec![EXAMPLE],
            resets: RESETS,
            initial_max: INITIAL_MAX,
            seconds: terms.timeout.map_or(SECONDS, |time| time.as_secs().max(1)),
            start: 30,
            pace: None,
            format: Format::default(),
            rounds: None,
            champion: None,
            groups: None,
            finalists: None,
            jobs: None,
            port: self.port,
            seed: Some(terms.seed),
            log: None,
            bots: vec![
                graded,
                Contestant::builtin("random", Builtin::Random),
                Contestant::builtin("perfect", Builtin::Perfect),
            ],
            seal: terms.seal.clone(),
            user: terms.user.clone(),
            folder: PathBuf::from("."),
        }
    }
}

/// A game that was played, or why not.
struct Played {
    number: usize,
    pairing: Pairing,
    record: Result<Option<(Vec<MoveRecord>, GameRecord)>, String>,
    time: Duration,
}

/// Plays the games that some of the cases ask for, and judges them. The dialect that was found out is put on
/// record.
pub fn grade(
    bots: &mut Bots,
    cases: &[Case],
    terms: &Terms,
    mut tell: impl FnMut(&Graded),
) -> Result<Vec<Graded>, Failure> {
    let mut config = bots.tournament(terms);
    config.check().map_err(Failure::usage)?;
    let stopped = || interrupt_flag().load(Ordering::Relaxed);
    let dialect = bots.dialect;
    let found = || find_out(&config, &config.bots[GRADED], &|_| !stopped());
    let dialect = dialect.unwrap_or_else(|| found().unwrap_or(Dialect::Taken));
    config.bots[GRADED].dialect = Some(dialect);
    bots.dialect = Some(dialect);
    let asked = |question: &&Question| cases.iter().any(|case| case.file == question.file);
    let questions: Vec<&Question> = QUESTIONS.iter().filter(asked).collect();
    // A game keeps its number, and with it its dice, whichever others are played.
    let mut numbered: Vec<(usize, Pairing)> = (1..).zip(pairings(terms)).collect();
    if let Some(game) = bots.game {
        numbered.retain(|(number, _)| *number == game as usize);
    }
    numbered.retain(|(_, pairing)| questions.iter().any(|question| (question.fits)(pairing)));
    if numbered.is_empty() {
        return Err(no_game(bots.game));
    }
    let play = |&(number, pairing): &(usize, Pairing)| {
        let started = Instant::now();
        let game = play_game(&config, &pairing, number, &|_| !stopped());
        Played {
            number,
            pairing,
            record: game.map_err(|error| error.to_string()),
            time: started.elapsed(),
        }
    };
    let jobs = match config.shares_port() {
        true => Some(1),
        false => terms.jobs,
    };
    let games = workers::each(&numbered, jobs, play, &mut |_| ());
    let graded: Vec<Graded> = questions
        .iter()
        .map(|question| {
            let again = |game| bots.again(question.file, game, dialect, terms);
            question.judge(&games, again)
        })
        .filter(|graded| graded.games.is_some_and(|games| games.played > 0))
        .collect();
    graded.iter().for_each(&mut tell);
    Ok(graded)
}

/// Exit code 4 is that of a selection with nothing in it.
fn no_game(number: Option<u32>) -> Failure {
    let number = number.unwrap_or_default();
    Failure::with_code(
        4,
        format_args!("no game of these cases has the number {number}"),
    )
}

/// Both seats against both bots, with the pile of the assignment's example and others as they come.
/// Against the perfect bot only starts that can be won from that seat: in others nothing can be shown.
fn pairings(terms: &Terms) -> Vec<Pairing> {
    let mut dice = Dice::new(terms.seed);
    let mut stones = EXAMPLE;
    let mut pairings = Vec::new();
    for _ in 0..terms.games.div_ceil(4) {
        for bots in [[0, 1], [1, 0], [0, 2], [2, 0]] {
            let seat = usize::from(bots[1] == GRADED);
            let stones = match bots.contains(&2) {
                true => winnable(seat, stones, RESETS, INITIAL_MAX),
                false => stones,
            };
            pairings.push(Pairing {
                round: 1,
                stones,
                bots,
            });
        }
        stones = 1 + dice.below(300) as u32;
    }
    pairings
}

/// What is asked of all games that fit: each is answered well, or with what was wrong.
struct Question {
    file: &'static str,
    name: &'static str,
    points: u32,
    /// Whether it tells how strong the bot is.
    ranked: bool,
    fits: fn(&Pairing) -> bool,
    answer: fn(&GameRecord, seat: usize) -> Result<(), String>,
}

const QUESTIONS: [Question; 4] = [
    Question {
        file: "01-legal-first",
        name: "plays by the rules, moving first",
        points: 3,
        ranked: false,
        fits: |pairing| pairing.bots[0] == GRADED,
        answer: legal,
    },
    Question {
        file: "02-legal-second",
        name: "plays by the rules, moving second",
        points: 3,
        ranked: false,
        fits: |pairing| pairing.bots[1] == GRADED,
        answer: legal,
    },
    Question {
        file: "03-random",
        name: "wins what can be won against a bot that makes any legal move",
        points: 2,
        ranked: true,
        fits: |pairing| pairing.bots.contains(&1),
        answer: |game, seat| match game.winner.as_deref() {
            Some(NAME) => Ok(()),
            _ => unlucky(game, seat),
        },
    },
    Question {
        file: "04-perfect",
        name: "never throws a won game away against a perfect bot",
        points: 2,
        ranked: true,
        fits: |pairing| pairing.bots.contains(&2),
        answer: unlucky,
    },
];

fn legal(game: &GameRecord, _: usize) -> Result<(), String> {
    let forfeit = game.forfeits.iter().find(|forfeit| forfeit.player == NAME);
    forfeit.map_or(Ok(()), |forfeit| Err(forfeit.reason.clone()))
}

/// A game may be lost, but not by one's own doing.
fn unlucky(game: &GameRecord, seat: usize) -> Result<(), String> {
    legal(game, seat)?;
    match game.wins_thrown_away[seat] {
        0 => Ok(()),
        1 => Err("a won position was thrown away".to_owned()),
        many => Err(format!("a won position was thrown away {many} times")),
    }
}

/// What bots are asked, as cases to be listed: they are in no file.
pub fn cases() -> Vec<Case> {
    QUESTIONS.iter().map(Question::case).collect()
}

impl Question {
    fn case(&self) -> Case {
        Case {
            assignment: ASSIGNMENT.to_owned(),
            file: self.file.to_owned(),
            path: String::new(),
            fixture: Fixture {
                points: self.points,
                referee: Some(ASSIGNMENT.to_owned()),
                ..Fixture::new(self.name)
            },
            referee: None,
            fixtures: None,
            listener: None,
            fresh: None,
        }
    }

    fn judge(&self, games: &[Played], again: impl Fn(usize) -> String) -> Graded {
        let fitting: Vec<&Played> = games
            .iter()
            .filter(|game| (self.fits)(&game.pairing))
            .collect();
        let mut first_fault = None;
        let mut passed = 0;
        for game in &fitting {
            match self.outcome(game) {
                Outcome::Passed => passed += 1,
                // What is not the bot's fault must not cost it anything.
                fault @ Outcome::Fault(_) => first_fault = Some((fault, *game)),
                fault => {
                    first_fault.get_or_insert((fault, *game));
                }
            }
        }
        let mut verdict = Verdict::without_a_run(Outcome::Passed, Allowance::default());
        verdict.elapsed = fitting.iter().map(|game| game.time).sum();
        let mut reproduce = None;
        if let Some((outcome, game)) = first_fault {
            verdict.outcome = outcome;
            verdict.transcript = told(game);
            reproduce = Some(again(game.number));
        }
        let mut graded = Graded::judged(&self.case(), verdict);
        let played = fitting.len() as u32;
        if graded.status == Status::Fail {
            graded.reproduce = reproduce;
            graded.score = graded
                .max_score
                .share(f64::from(passed) / f64::from(played.max(1)));
        }
        graded.ranked = self.ranked;
        graded.games = Some(Games {
            passed,
            played,
            seed: None,
        });
        graded
    }

    fn outcome(&self, game: &Played) -> Outcome {
        let (moves, record) = match &game.record {
            Ok(Some((moves, record))) => (moves, record),
            Ok(None) => return Outcome::Interrupted,
            Err(why) => {
                return Outcome::Fault(format!("a game could not be played: {why}"));
            }
        };
        let seat = usize::from(game.pairing.bots[1] == GRADED);
        let Err(reason) = (self.answer)(record, seat) else {
            return Outcome::Passed;
        };
        if reason.starts_with("cannot start") {
            return Outcome::CouldNotStart(reason);
        }
        let blunder = first_blunder(moves, seat, start_of(record));
        let reason = match blunder.filter(|_| legal(record, seat).is_ok()) {
            Some((turn, better)) => format!("{reason}; in move {turn} `{better}` would have won"),
            None => reason,
        };
        let (order, stones) = (["first", "second"][seat], record.stones);
        let other = [&record.second, &record.first][seat];
        Outcome::RuleBroken(format!(
            "with {stones} stones, moving {order} against {other}: {reason}"
        ))
    }
}

fn start_of(record: &GameRecord) -> Position {
    Position::new(record.stones, RESETS, INITIAL_MAX)
}

/// A game that went wrong: what the bot said on standard error, and the game move by move.
fn told(game: &Played) -> Vec<Piece> {
    let Ok(Some((moves, record))) = &game.record else {
        return Vec::new();
    };
    let forfeits = record.forfeits.iter();
    let words = forfeits
        .filter(|forfeit| forfeit.player == NAME)
        .flat_map(|forfeit| &forfeit.stderr);
    let mut text: String = words.map(|line| format!("{line}\n")).collect();
    text.push_str(&tell_game(moves, start_of(record)));
    text.push_str(&format!("{}\n", record.reason));
    vec![Piece::Output(text.into_bytes())]
}
