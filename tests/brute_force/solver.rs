//! The definition of winning, spelled out: no pruning, no symmetry, no theory of any game.

use std::collections::{HashMap, HashSet};

use sticks_and_stones::game::{Game, Player};
pub(crate) use sticks_and_stones::players::Value;
use sticks_and_stones::random::Dice;

/// The value of every position that can be reached from `start`.
pub(crate) fn values<G: Game>(start: &G) -> HashMap<G, Value> {
    values_from(vec![start.clone()])
}

/// The value of every position that can be reached from those in `starts`.
///
/// Round by round: in round `r` exactly the positions that end after `r` plies become known. A
/// position with a lost successor is won; one whose successors are all won is lost; what never
/// becomes known goes round for ever.
pub(crate) fn values_from<G: Game>(starts: Vec<G>) -> HashMap<G, Value> {
    let positions = reachable(starts);
    let mut known: HashMap<G, Value> = HashMap::new();
    for position in &positions {
        if let Some(value) = Value::of_end(position) {
            known.insert(position.clone(), value);
        }
    }
    for round in 1.. {
        let found: Vec<(G, Value)> = positions
            .iter()
            .filter(|position| !known.contains_key(*position))
            .filter_map(|position| Some((position.clone(), judge(position, &known, round)?)))
            .collect();
        // A position can only become known in the round after one of its successors.
        if found.is_empty() {
            break;
        }
        known.extend(found);
    }
    for position in positions {
        known.entry(position).or_insert(Value::Draw);
    }
    known
}

fn judge<G: Game>(position: &G, known: &HashMap<G, Value>, round: u32) -> Option<Value> {
    let mover = position.to_move();
    let mut all_lose = true;
    for chosen in position.moves() {
        let next = position.play(chosen);
        let same_mover = next.to_move() == mover;
        match known.get(&next) {
            Some(Value::Win(_)) if same_mover => return Some(Value::Win(Some(round))),
            Some(Value::Lose(_)) if !same_mover => return Some(Value::Win(Some(round))),
            Some(_) => {}
            None => all_lose = false,
        }
    }
    all_lose.then_some(Value::Lose(Some(round)))
}

fn reachable<G: Game>(starts: Vec<G>) -> Vec<G> {
    let mut seen: HashSet<G> = starts.iter().cloned().collect();
    let mut positions = starts;
    let mut next = 0;
    while next < positions.len() {
        let position = positions[next].clone();
        next += 1;
        for chosen in position.moves() {
            let after = position.play(chosen);
            if seen.insert(after.clone()) {
                positions.push(after);
            }
        }
    }
    positions
}

/// Plays random games from `start` and checks what holds in every game of this crate: somebody can
/// move until somebody has won, the sides take turns, and what is written reads back.
pub(crate) fn walk<G: Game>(start: &G, games: u64, longest: usize) {
    let mut dice = Dice::new(games);
    for _ in 0..games {
        let mut position = start.clone();
        for _ in 0..longest {
            let moves = position.moves();
            assert_eq!(
                moves.is_empty(),
                position.winner().is_some(),
                "{position:?}"
            );
            if moves.is_empty() {
                break;
            }
            let mover: Player = position.to_move();
            let text = position.to_string();
            assert_eq!(start.read_position(&text).as_ref(), Ok(&position), "{text}");
            for &chosen in moves.iter().take(20) {
                let read = position.read_move(&chosen.to_string());
                assert_eq!(read, Ok(chosen), "at {text}");
            }
            position = position.play(*dice.pick(&moves));
            assert_eq!(position.to_move(), mover.other(), "{position:?}");
        }
    }
}
