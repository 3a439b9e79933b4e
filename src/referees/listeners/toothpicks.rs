//! Listens to Toothpick Takeaway: every draw, every count, the winner; and illegal draws refused.

use super::sticks::board::{TAKING, counts};
use super::sticks::loser::{Heard, loser};
use super::{GAMES, expected, nothing_heard, option, setting};
use crate::game::{Game, Player};
use crate::grading::conversation::Stop;
use crate::grading::fixture::Fixture;
use crate::grading::hearing::line::is_word;
use crate::grading::hearing::{Line, Token, lines, plain, wording};
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
        if every(&|_, sentence| {
            sentence.contains("won, and the one who draws the last toothpick wins")
        }) {
            return Some(Misconception {
                name: "last-one-loses".to_owned(),
                sentence: "whoever draws the last toothpick loses in this program; in the assignment that player wins"
                    .to_owned(),
                example: Some("1 --moves 1: Player 1 wins".to_owned()),
            });
        }
        let of_bounds = |case: &Fixture| {
            game_of(case)
                .is_some_and(|game| game.data().iter().any(|turn| turn.taken == game.bounds()))
        };
        let told = |(case, judgement): &(&Fixture, &Judgement)| {
            judgement.rules != Rules::Right || !of_bounds(case)
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
        Err(rules) => return nothing_heard(rules),
    };
    let heard = lines(&text, &[]);
    let crashed = heard
        .iter()
        .any(|line| line.text.contains("Traceback (") || line.text.contains("Exception in thread"));
    let rules = match case.exit {
        _ if crashed => Rules::Unplayable(format!(
            "it crashes: {}",
            heard.last().map_or("", |line| &line.text)
        )),
        0 if code != 0 && draws(&heard).is_empty() => Rules::Wrong(REFUSES.to_owned()),
        0 => game_of(case).map_or(
            Rules::Unheard("what the case is about".to_owned()),
            |game| check(&game, &heard).err().unwrap_or(Rules::Right),
        ),
        exit if !draws(&heard).is_empty() => Rules::Wrong(format!(
            "it plays a game with an illegal draw, and should only end with exit code {exit}"
        )),
        exit if code != i32::from(exit) => Rules::Wrong(format!(
            "it ends with exit code {code} at an illegal draw, and should with {exit}"
        )),
        _ => Rules::Right,
    };
    let (wording, differences) = wording::compare(&expected(case), &text);
    Judgement {
        share: f64::from(u8::from(rules == Rules::Right)),
        heard: draws(&heard)
            .iter()
            .map(|(player, draw)| format!("{player} draws {draw}"))
            .collect(),
        rules,
        wording,
        differences,
        remarks: Vec::new(),
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
    let drawn = draws(heard);
    if drawn.is_empty() {
        return Err(Rules::Unheard("who draws what".to_owned()));
    }
    let mut player = Player::First;
    for (turn, said) in game.data().iter().zip(&drawn) {
        let right = (player, u64::from(turn.taken));
        if *said != right {
            return Err(Rules::Wrong(format!(
                "at {} toothpicks {} draws {}, and {} {}",
                turn.state, said.0, said.1, player, turn.taken
            )));
        }
        player = player.other();
    }
    if drawn.len() != game.data().len() {
        return Err(Rules::Wrong(format!(
            "there are {} draws, and it tells {}",
            game.data().len(),
            drawn.len()
        )));
    }
    let mut states: Vec<u64> = game
        .data()
        .iter()
        .map(|turn| u64::from(turn.state))
        .collect();
    states.push(0);
    let mut told = counts(heard);
    told.dedup();
    if told.is_empty() {
        return Err(Rules::Unheard("how many toothpicks remain".to_owned()));
    }
    let (last, middle) = (states.len() - 1, &states[1..]);
    if told != states && told != middle && told != states[..last] {
        return Err(Rules::Wrong(format!(
            "the toothpicks remaining are {states:?}, and it tells {told:?}"
        )));
    }
    let winner = player.other();
    match loser(heard, winner, false) {
        Heard::Loser(loser) if loser == winner => Err(Rules::Wrong(format!(
            "it does not say that {winner} won, and the one who draws the last toothpick wins"
        ))),
        Heard::Loser(_) => Ok(()),
        Heard::Unclear => Err(Rules::Unheard("who won".to_owned())),
    }
}

/// Who draws what, in order.
fn draws(heard: &[Line]) -> Vec<(Player, u64)> {
    let verbs = TAKING;
    let one = |line: &Line| {
        let player = line.players().next()?;
        let verb = line
            .tokens
            .iter()
            .position(|token| is_word(token, &verbs))?;
        let number = line.tokens[verb..].iter().find_map(|token| match token {
            Token::Number(number) => Some(*number),
            _ => None,
        });
        Some((player, number?))
    };
    heard.iter().filter_map(one).collect()
}

fn judge_random(words: &str, start: &Start<'_>) -> Judgement {
    let (Some(toothpicks), Some(bounds)) = (
        setting(words, "toothpicks", 10),
        setting(words, "bounds", 2),
    ) else {
        return nothing_heard(Rules::Unheard("what the case is about".to_owned()));
    };
    let mut games = Vec::new();
    let mut fault = None;
    let mut said = String::new();
    for _ in 0..GAMES {
        match watch(toothpicks as u32, bounds as u32, start, &mut said) {
            Ok(game) => games.push(game),
            Err(rules @ Rules::Unplayable(_)) => return nothing_heard(rules),
            Err(rules) => drop(fault.get_or_insert(rules)),
        }
    }
    let mut share = games.len() as f64 / f64::from(GAMES);
    if fault.is_none()
        && let Err(sentence) = check_random(&games)
    {
        (fault, share) = (Some(Rules::Wrong(sentence)), 0.0);
    }
    let right = games.last().map_or(String::new(), told);
    let (wording, differences) = wording::compare(&right, &said);
    Judgement {
        rules: fault.unwrap_or(Rules::Right),
        share,
        wording: if games.is_empty() { 0.0 } else { wording },
        differences,
        remarks: Vec::new(),
        answers: Vec::new(),
        heard: Vec::new(),
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
    let heard = lines(&text, &[]);
    let mut game = Board::new(toothpicks, bounds);
    for (player, draw) in draws(&heard) {
        let taken = u32::try_from(draw).unwrap_or(u32::MAX);
        let state = game.state();
        game.update(taken).map_err(|why| {
            Rules::Wrong(format!(
                "{player} draws {draw} at {state} toothpicks, which {why}"
            ))
        })?;
    }
    if game.winner().is_none() {
        return Err(match game.data().is_empty() {
            true => Rules::Unheard("who draws what".to_owned()),
            false => Rules::Wrong(format!("the game ends with {} toothpicks", game.state())),
        });
    }
    check(&game, &heard)?;
    *said = text;
    Ok(game)
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
