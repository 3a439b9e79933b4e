//! What stands on the board against what the solvers know, at many positions of every game.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};
use sticks_and_stones::chopsticks::memory::Bytes;
use sticks_and_stones::chopsticks::{self, Variant};
use sticks_and_stones::expanding_nim::{self, position::Position as Pile};
use sticks_and_stones::game::{Game, Player};
use sticks_and_stones::players::{Chance, Knowledge, Value};
use sticks_and_stones::random::Dice;
use sticks_and_stones::sticks::rules::{self, Sticks};
use sticks_and_stones::take_stones::{self, Board};
use sticks_and_stones::toothpicks::{self, strategies};

use crate::page::Page;

const POSITIONS: usize = 200;

/// Every game, in several variants.
pub(crate) async fn compare_all(page: &Page) {
    let sticks = [20, 11, 50, 100].map(|n| (format!("sticks?sticks={n}"), Sticks::new(n)));
    compare(page, &sticks, &mut rules::Theory, |now, taken| {
        let rest = now.left().checked_sub(taken);
        rest.map_or(Vec::new(), |rest| vec![(rest + 1).to_string()])
    })
    .await;

    let toothpicks = [(21, 3), (30, 5), (80, 7), (120, 2)].map(|(n, bounds)| {
        let start = toothpicks::Board::new(n, bounds);
        (format!("toothpicks?toothpicks={n}&bounds={bounds}"), start)
    });
    compare(page, &toothpicks, &mut strategies::Theory, |now, taken| {
        vec![(now.state() - taken + 1).to_string()]
    })
    .await;

    let stones = [20, 10, 16, 30].map(|n| {
        let start = Board::new(n).expect("a board");
        (format!("take_stones?stones={n}"), start)
    });
    let mut counted = take_stones::remoteness::Remoteness::default();
    compare(page, &stones, &mut counted, |_, stone| {
        vec![stone.to_string()]
    })
    .await;

    let hands = [
        (3, 5, false, false),
        (2, 4, true, false),
        (2, 5, false, true),
        (3, 4, true, true),
    ];
    let hands = hands.map(|(hands, fingers, misere, wrap)| {
        let variant = Variant::new(hands, fingers, misere, wrap).expect("a game");
        let flags = format!("misere={misere}&wrap={wrap}");
        (
            format!("chopsticks?hands={hands}&fingers={fingers}&{flags}"),
            chopsticks::Position::start(variant),
        )
    });
    let mut solver = chopsticks::Solver::new(Bytes(1 << 24));
    compare(page, &hands, &mut solver, |now, tap| {
        let (own, other) = if now.to_move() == Player::First {
            ("L", "R")
        } else {
            ("R", "L")
        };
        vec![
            format!("{own}{}", tap.from + 1),
            format!("{other}{}", tap.to + 1),
        ]
    })
    .await;

    let piles = [(40, 4, 3), (25, 1, 3), (30, 0, 5), (100, 2, 3)].map(|(n, resets, most)| {
        (
            format!("expanding_nim?stones={n}&resets={resets}&initial_max={most}"),
            Pile::new(n, resets, most),
        )
    });
    let mut counted = expanding_nim::remoteness::Remoteness::default();
    compare(page, &piles, &mut counted, |now, chosen| {
        let stone = (now.stones - chosen.stones + 1).to_string();
        if chosen.reset {
            vec!["reset".to_owned(), stone]
        } else {
            vec![stone]
        }
    })
    .await;
}

/// Random games from each start, until enough different positions were seen.
async fn compare<G: Chance>(
    page: &Page,
    starts: &[(String, G)],
    solver: &mut impl Knowledge<G>,
    touch: impl Fn(&G, G::Move) -> Vec<String>,
) {
    page.open(&format!("#/{}&values=1", starts[0].0)).await;
    let mut dice = Dice::new(1);
    let mut seen = BTreeSet::new();
    for round in 0.. {
        let (variant, start) = &starts[round % starts.len()];
        let (mut now, mut moves) = (start.clone(), Vec::new());
        while now.winner().is_none() && moves.len() < 60 {
            if seen.insert((variant, now.to_string())) {
                let moves = moves.join(",").replace(' ', "+");
                let hash = format!("#/{variant}&moves={moves}&values=1");
                let (buttons, pieces) = values_at(page, &hash).await;
                let (expected_buttons, expected_pieces) = expected(&now, solver, &touch);
                assert_eq!(buttons, json!(expected_buttons), "{hash}");
                assert_eq!(pieces, json!(expected_pieces), "{hash}");
            }
            if seen.len() == POSITIONS {
                return;
            }
            let chosen = now.any(&mut dice);
            moves.push(chosen.to_string());
            now = now.play(chosen);
        }
        assert!(round < 10 * POSITIONS, "{variant} has too few positions");
    }
}

/// The worth of every move, and of every piece that can be touched first: that of the best move through it.
fn expected<G: Game>(
    now: &G,
    solver: &mut impl Knowledge<G>,
    touch: &impl Fn(&G, G::Move) -> Vec<String>,
) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
    let judged = solver.judged(now).expect("a small game");
    let touches: Vec<Vec<String>> = judged
        .iter()
        .map(|judged| touch(now, judged.chosen))
        .collect();
    // A first piece that is the only one is touched already.
    let single = touches
        .iter()
        .all(|path| path.len() > 1 && path[0] == touches[0][0]);
    let (mut buttons, mut pieces) = (BTreeMap::new(), BTreeMap::new());
    for (judged, path) in judged.iter().zip(touches) {
        let mark = match judged.value {
            Value::Win(_) => "▲",
            Value::Lose(_) => "▼",
            Value::Draw => "◆",
        };
        buttons.insert(
            judged.chosen.to_string(),
            format!("{mark} {}", judged.value),
        );
        let soon = judged
            .value
            .remoteness()
            .map(|plies| format!(" in {plies}"));
        let tag = format!("{mark}{}", soon.unwrap_or_default());
        if let Some(piece) = path.into_iter().nth(usize::from(single)) {
            // The best come first.
            pieces.entry(piece).or_insert(tag);
        }
    }
    (buttons, pieces)
}

/// What the page shows as values: of every button its move and its worth, of every piece its name and its worth.
///
/// Chromium ignores a page that changes its address more than 200 times in ten seconds, so it is told again.
async fn values_at(page: &Page, hash: &str) -> (Json, Json) {
    let script = "const [hash, done] = arguments;\
        const read = (what, name) => Object.fromEntries([...document.querySelectorAll(what)]\
            .map(shape => [shape.dataset[name], shape.querySelector('.worth')?.textContent]));\
        const wait = () => {\
            if (document.body.dataset.shown === hash)\
                return done([read('#choices [data-move]', 'move'), read('#board .can', 'touch')]);\
            if (location.hash !== hash) location.hash = hash;\
            setTimeout(wait, 2);\
        };\
        wait();";
    let found = page.client.execute_async(script, vec![json!(hash)]).await;
    let found = found.unwrap_or_else(|error| panic!("{hash}: {error}"));
    (found[0].clone(), found[1].clone())
}
