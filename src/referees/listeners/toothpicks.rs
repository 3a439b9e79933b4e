//! Listens to Toothpick Takeaway: every draw, every count, the winner; and illegal draws refused.

mod ear;
mod names;

use std::time::Duration;

use ear::{OTHER_WINNER, check_counts, check_draws, check_winner, draws, loose_draws};

use super::{GAMES, expected, option, setting};
use crate::game::{Game, Player};
use crate::grading::conversation::Stop;
use crate::grading::fixture::Fixture;
use crate::grading::hearing::{Line, plain, wording};
use crate::grading::judgement::{Judgement, Listener, Misconception, Rules, Start};
use crate::process::Ending;
use crate::referees::toothpicks::check_random;
use crate::toothpicks::Board;

/// The listener of `toothpicks`.
pub struct ToothpicksListener;

impl Listener for ToothpicksListener {
    fn judge(&self, case: &Fixture, start: &Start<'_>) -> Judgement {
        match &case.referee {
            Some(words) => judge_random(words, start),
            None => judge_moves(case, start),
        }
    }

    fn misconception(&self, heard: &[(&Fixture, &Judgement)]) -> Option<Misconception> {
        let every = |fits: &dyn Fn(&Fixture, &str) -> bool| {
            !heard.is_empty()
                && heard
                    .iter()
                    .all(|(case, judgement)| match &judgement.rules {
                        Rules::Right => true,
                        Rules::Wrong(sentence) => fits(case, sentence),
                        _ => false,
                    })
        };
        // Who calls the right winner in any game does not play by that rule.
        let is_game = |case: &Fixture| case.referee.is_some() || game_of(case).is_some();
        let always = heard
            .iter()
            .all(|(case, judgement)| judgement.rules != Rules::Right || !is_game(case));
        if always && every(&|_, sentence| sentence.ends_with(OTHER_WINNER)) {
            return Some(Misconception {
                name: "last-one-loses".to_owned(),
                sentence: "the one who does not draw the last toothpick is called the winner; whoever draws it wins"
                    .to_owned(),
                example: Some("1 --moves 1: Player 1 wins".to_owned()),
            });
        }
        let of_bounds = |case: &Fixture| {
            game_of(case)
                .is_some_and(|game| game.data().iter().any(|turn| turn.taken == game.bounds()))
        };
        // With bounds of 1 there is nothing less to draw.
        let told = |(case, judgement): &(&Fixture, &Judgement)| {
            let least = game_of(case).is_some_and(|game| game.bounds() == 1);
            judgement.rules != Rules::Right || !of_bounds(case) || least
        };
        // Two random players who never draw the bounds, or have no choice left.
        let at_random = |case: &Fixture, sentence: &str| {
            let words = case.referee.as_deref();
            words
                .and_then(|words| setting(words, "bounds", 2))
                .is_some_and(|bounds| {
                    sentence.starts_with(&format!("nobody drew {bounds} in "))
                        || bounds == 2 && sentence.contains(" runs played the same game")
                })
        };
        let certain = every(&|case, sentence| {
            sentence == REFUSES && of_bounds(case) || at_random(case, sentence)
        }) && heard.iter().all(told);
        certain.then(|| Misconception {
            name: "less-than-bounds".to_owned(),
            sentence: "a draw of exactly the bounds is refused; it is legal".to_owned(),
            example: Some("3 --moves 1,2: Player 2 wins".to_owned()),
        })
    }
}

/// So many games are played a second apart, if those of one second are all alike.
const SECONDS: usize = 4;

/// What is said of a program that does not play a legal game.
const REFUSES: &str = "it refuses a game in which all draws are legal";

/// All that a program says that asks for nothing.
fn listen(start: &Start<'_>) -> Result<(String, i32), Rules> {
    let mut talk = start().map_err(|error| Rules::Unplayable(error.to_string()))?;
    let turn = talk.turn();
    let text = plain(&turn.text);
    match turn.stop {
        Stop::Ended(Ending::Exited(code)) => Ok((text, code)),
        Stop::Ended(Ending::Killed(signal)) => Err(Rules::Unplayable(format!(
            "it crashes with signal {signal}"
        ))),
        Stop::Waits => Err(Rules::Unplayable(
            "it waits for input; the numbers are arguments".to_owned(),
        )),
        Stop::Limited(_) => Err(Rules::Unplayable("it does not end".to_owned())),
        Stop::Interrupted => Err(Rules::Unplayable("interrupted".to_owned())),
    }
}

fn judge_moves(case: &Fixture, start: &Start<'_>) -> Judgement {
    let (text, code) = match listen(start) {
        Ok(said) => said,
        Err(rules) => return Judgement::nothing_heard(rules),
    };
    let heard = names::read(&text);
    let crashed = heard
        .iter()
        .any(|line| line.text.contains("Traceback (") || line.text.contains("Exception in thread"));
    let rules = match case.exit {
        _ if crashed => Rules::Unplayable(format!(
            "it crashes: {}",
            heard.last().map_or("", |line| &line.text)
        )),
        0 => match game_of(case).map(|game| check(&game, &heard)) {
            None => Rules::Unheard("what the case is about".to_owned()),
            Some(Ok(())) => Rules::Right,
            Some(Err(Rules::Unheard(_))) if code != 0 && draws(&heard).is_empty() => {
                Rules::Wrong(REFUSES.to_owned())
            }
            Some(Err(fault)) => fault,
        },
        exit if !draws(&heard).is_empty() => Rules::Wrong(match code == i32::from(exit) {
            true => "it shows draws of a game before it refuses it; all of them are checked first"
                .to_owned(),
            false => {
                format!(
                    "it plays a game with an illegal draw, and should end with exit code {exit}"
                )
            }
        }),
        exit if code != i32::from(exit) => Rules::Wrong(format!(
            "it ends with exit code {code} at an illegal draw, and should with {exit}"
        )),
        // Nobody can tell a refusal without a word from a program that does nothing.
        _ if text.trim().is_empty() => Rules::Unheard("that the draw is refused".to_owned()),
        _ => Rules::Right,
    };
    let (wording, differences) = wording::compare(&expected(case), &text);
    let other_end = rules == Rules::Right && code != i32::from(case.exit);
    let remark = || format!("ends with exit code {code}, and not {}", case.exit);
    Judgement {
        remarks: other_end.then(remark).into_iter().collect(),
        share: f64::from(u8::from(rules == Rules::Right)),
        heard: draws(&heard)
            .iter()
            .map(|draw| format!("{} draws {}", draw.player, draw.number))
            .collect(),
        rules,
        wording,
        differences,
        answers: Vec::new(),
    }
}

/// The game that the arguments of a case describe.
fn game_of(case: &Fixture) -> Option<Board> {
    let toothpicks = case
        .args
        .first()
        .and_then(|first| first.parse().ok())
        .unwrap_or(10);
    let bounds = option(&case.args, "--bounds").unwrap_or(2);
    let at = case.args.iter().position(|arg| arg == "--moves")?;
    let mut board = Board::new(toothpicks, u32::try_from(bounds).ok()?);
    for draw in case.args.get(at + 1)?.split(',') {
        board.update(draw.trim().parse().ok()?).ok()?;
    }
    Some(board)
}

/// Whether what was said is this game.
fn check(game: &Board, heard: &[Line]) -> Result<(), Rules> {
    let sure = draws(heard);
    let drawn = match sure.is_empty() {
        false => check_draws(game, &sure).map(|()| sure)?,
        true => {
            let mut loose = loose_draws(heard).into_iter();
            let fits = |drawn: &Vec<ear::Draw>| check_draws(game, drawn).is_ok();
            let drawn = loose.find(fits);
            drawn.ok_or_else(|| Rules::Unheard("who draws what".to_owned()))?
        }
    };
    check_counts(game, heard, &drawn)?;
    let last = match game.data().len() % 2 {
        0 => Player::Second,
        _ => Player::First,
    };
    check_winner(heard, last)
}

fn judge_random(words: &str, start: &Start<'_>) -> Judgement {
    let (Some(toothpicks), Some(bounds)) = (
        setting(words, "toothpicks", 10),
        setting(words, "bounds", 2),
    ) else {
        return Judgement::nothing_heard(Rules::Unheard("what the case is about".to_owned()));
    };
    let mut games = Vec::new();
    let mut fault = None;
    let mut said = String::new();
    for _ in 0..GAMES {
        match watch(toothpicks as u32, bounds as u32, start, &mut said) {
            Ok(game) => games.push(game),
            Err(rules @ Rules::Unplayable(_)) => return Judgement::nothing_heard(rules),
            Err(rules) => drop(fault.get_or_insert(rules)),
        }
    }
    let mut share = games.len() as f64 / f64::from(GAMES);
    if fault.is_none() && check_random(&games).is_err() {
        let sample = match alike(&games) {
            false => games.clone(),
            true => spread(&games, || {
                watch(toothpicks as u32, bounds as u32, start, &mut said)
            }),
        };
        if let Err(sentence) = check_random(&sample) {
            (fault, share) = (Some(Rules::Wrong(sentence)), 0.0);
        }
    }
    let right = games.last().map_or(String::new(), told);
    let (wording, differences) = wording::compare(&right, &said);
    Judgement {
        share,
        wording: if games.is_empty() { 0.0 } else { wording },
        differences,
        ..Judgement::nothing_heard(fault.unwrap_or(Rules::Right))
    }
}

/// Whether most games are one and the same.
fn alike(games: &[Board]) -> bool {
    let mut different: Vec<&Board> = Vec::new();
    for game in games {
        if different.iter().all(|other| other.data() != game.data()) {
            different.push(game);
        }
    }
    2 * different.len() < games.len()
}

/// Games that are not of one second: who takes the time for a seed plays the same game all through it.
fn spread(games: &[Board], mut watch: impl FnMut() -> Result<Board, Rules>) -> Vec<Board> {
    let mut sample: Vec<Board> = games.iter().take(1).cloned().collect();
    for _ in 0..SECONDS {
        std::thread::sleep(Duration::from_millis(1050));
        match watch() {
            Ok(game) => sample.push(game),
            Err(_) => break,
        }
    }
    match sample.iter().all(|game| game.data() == sample[0].data()) {
        true => [games, &sample[1..]].concat(),
        false => sample,
    }
}

/// One game of two random players.
fn watch(
    toothpicks: u32,
    bounds: u32,
    start: &Start<'_>,
    said: &mut String,
) -> Result<Board, Rules> {
    let (text, _) = listen(start)?;
    let heard = names::read(&text);
    let sure = draws(&heard);
    let game = match sure.is_empty() {
        false => played(toothpicks, bounds, &sure)?,
        true => {
            let loose = loose_draws(&heard).into_iter();
            let mut games = loose.filter_map(|drawn| played(toothpicks, bounds, &drawn).ok());
            games
                .next()
                .ok_or_else(|| Rules::Unheard("who draws what".to_owned()))?
        }
    };
    check(&game, &heard)?;
    *said = text;
    Ok(game)
}

/// The game that consists of these draws, if it is one.
fn played(toothpicks: u32, bounds: u32, drawn: &[ear::Draw]) -> Result<Board, Rules> {
    let mut game = Board::new(toothpicks, bounds);
    for draw in drawn {
        let (player, number, state) = (draw.player, draw.number, game.state());
        let taken = u32::try_from(number).unwrap_or(u32::MAX);
        game.update(taken).map_err(|why| {
            Rules::Wrong(format!(
                "{player} draws {number} at {state} toothpicks, which {why}"
            ))
        })?;
    }
    match game.winner() {
        Some(_) => Ok(game),
        None => Err(Rules::Wrong(format!(
            "the game ends with {} toothpicks",
            game.state()
        ))),
    }
}

/// A game in the assignment's words.
fn told(game: &Board) -> String {
    let mut player = Player::First;
    let mut text = String::new();
    for turn in game.data() {
        text += &format!(
            "{} toothpicks remaining, {player} draws {} toothpicks.\n\n",
            turn.state, turn.taken
        );
        player = player.other();
    }
    text + &format!("0 toothpicks remaining. {} wins.\n", player.other())
}
