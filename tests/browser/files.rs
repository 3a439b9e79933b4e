//! Game files, opened in the page.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::json;

use crate::DESK;
use crate::page::{Page, browse};

async fn choose(page: &Page, file: &Path) {
    let input = page.find("#file").await;
    let chosen = input.send_keys(&file.display().to_string()).await;
    chosen.expect("chosen");
}

#[test]
fn a_game_file_is_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.jsonl");
    let games = [
        json!({"game": "take_stones", "variant": {"stones": 7}, "moves": ["3", "6", "2"]}),
        json!({"game": "sticks", "variant": {"sticks": 10}, "moves": ["2", "3", "3", "2"]}),
    ];
    fs::write(&file, games.map(|game| format!("{game}\n")).concat()).expect("written");
    browse(DESK, move |page| async move {
        page.open("#/sticks").await;
        choose(&page, &file).await;
        page.until("location.hash.startsWith('#/take_stones') && found.querySelector('select')")
            .await;
        let list = page.find("#found select").await;
        list.select_by_value("1").await.expect("the other game");
        page.until("title.textContent === 'Sticks' && document.querySelectorAll('#history li').length === 4").await;
        page.until("document.querySelectorAll('#history .blunder').length === 2")
            .await;
        let below = "graph.getBoundingClientRect().top > board.getBoundingClientRect().bottom \
                     && graph.getBoundingClientRect().left < board.getBoundingClientRect().right";
        page.until(below).await;
        page.run(
            "scrub.value = 1; scrub.dispatchEvent(new Event('input'))",
            Vec::new(),
        )
        .await;
        page.until("turn.textContent === 'Player 2 to move: 8 sticks'")
            .await;
        // What comes later is still marked, in the list and in the graph, and survives a reload.
        page.client.refresh().await.expect("reloaded");
        page.shown().await;
        for marked in [
            "#history .blunder",
            "#graph .blunder",
            "#history .later.blunder",
        ] {
            let count = format!("document.querySelectorAll('{marked}').length");
            let expected = if marked.contains("later") { "1" } else { "2" };
            assert_eq!(page.text(&count).await, expected, "{marked}");
        }
        drop(folder);
    });
}

/// The log of a tournament of a class is larger than any request may be: it goes in pieces.
#[test]
fn a_long_log_of_a_tournament_is_listed_whole() {
    const GAMES: usize = 700;
    let mut log = r#"{"type":"tournament","resets":1,"initial_max":3,"seconds":120}"#.to_owned();
    for game in 1..=GAMES {
        for (turn, stones) in (1..).zip([3, 4, 5, 3, 1]) {
            let made = json!({"type": "move", "game": game, "turn": turn, "player": "A", "seat": (turn + 1) % 2,
                "stones": stones, "reset": false, "limit": 3, "left": 0, "seconds": 0.1, "was_won": null,
                "threw_away_win": null, "wasted_reset": null});
            // `type` comes first, as in a log.
            let made = made.to_string();
            let _ = write!(log, "\n{made}{}", " ".repeat(100));
        }
        let ended = json!({"type": "game", "game": game, "round": 1, "stones": 16 + game % 2, "first": "A",
            "second": "B", "winner": "A", "reason": "It is told at some length how this game came to its end, \
            and why", "moves": 5, "seconds": [0.2, 0.1], "wins_thrown_away": [0, 0], "forfeits": []});
        let _ = write!(log, "\n{ended}");
    }
    assert!(log.len() > 1 << 20, "{} bytes", log.len());
    let folder = tempfile::tempdir().expect("a folder");
    let [file, bad] = ["log.jsonl", "bad.jsonl"].map(|name| folder.path().join(name));
    fs::write(&file, format!("{log}\n")).expect("written");
    let lines = log.lines().count();
    fs::write(&bad, format!("{log}\nnot a game\n")).expect("written");
    browse(DESK, move |page| async move {
        page.open("#/sticks").await;
        choose(&page, &file).await;
        page.until("found.querySelector('select')").await;
        let listed = page.text("found.querySelector('select').length").await;
        assert_eq!(listed, GAMES.to_string());
        let list = page.find("#found select").await;
        list.select_by_value("698").await.expect("the last but one");
        page.until("document.querySelectorAll('#history li').length === 5 && turn.textContent === 'Player 2 to move: 1 stone, up to 6'")
            .await;
        // However long the titles are, the page is as wide as the window.
        page.until("document.documentElement.scrollWidth <= innerWidth")
            .await;
        choose(&page, &bad).await;
        let why = format!(
            "sorry.textContent === 'line {}: not a game is not a game'",
            lines + 1
        );
        page.until(&why).await;
        drop(folder);
    });
}
