//! The page of `arcade` in a real browser: headless Chromium, driven through WebDriver.
//!
//! Needs `chromium` and `chromedriver`: cargo test --features browser --test browser.

#[path = "../arcade_support/mod.rs"]
mod arcade_support;
mod files;
mod page;
mod phone;
mod pictures;
mod values;

use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use page::{Page, browse};
use serde_json::json;

pub(crate) const DESK: u32 = 1000;
pub(crate) const GAMES: [&str; 5] = [
    "sticks",
    "toothpicks",
    "take_stones",
    "chopsticks",
    "expanding_nim",
];

#[test]
fn a_game_of_each_kind_is_played_by_clicking_and_undone() {
    browse(DESK, |page| async move {
        for game in GAMES {
            page.open(&format!("#/{game}")).await;
            let mut plies = 0;
            while page.text("turn.textContent.includes('to move')").await == "true" {
                plies += 1;
                touch_a_move(&page).await;
                let moves = "new URLSearchParams(location.hash.split('?')[1]).get('moves').split(',').length";
                page.until(&format!("{moves} === {plies}")).await;
                page.shown().await;
            }
            let over = page.text("turn.textContent").await;
            assert!(over.contains("win"), "{game}: {over}");
            page.click("#undo").await;
            page.until(&format!(
                "document.querySelectorAll('#history .now')[0]?.dataset.ply === '{}'",
                plies - 1
            ))
            .await;
            page.click("#redo").await;
            page.until(&format!("turn.textContent === {}", json!(over)))
                .await;
            page.click("#history [data-ply='1']").await;
            page.until("document.querySelector('#history .now').dataset.ply === '1'")
                .await;
        }
    });
}

#[test]
fn moves_too_many_for_buttons_are_listed() {
    browse(DESK, |page| async move {
        page.open("#/toothpicks?toothpicks=500&bounds=500&values=1")
            .await;
        let list = page.find("#choices select").await;
        list.select_by_value("500").await.expect("a move");
        page.click("#choices button").await;
        page.until("turn.textContent === 'Player 1 wins.'").await;
    });
}

/// Touches pieces until a move is made: the last one that can be touched, so that the game ends soon.
pub(crate) async fn touch_a_move(page: &Page) {
    let before = page.text("location.hash").await;
    for _ in 0..3 {
        let pieces = page.client.find_all(fantoccini::Locator::Css(
            "#board .can:not([data-touch=reset])",
        ));
        let pieces = pieces.await.expect("pieces");
        pieces
            .first()
            .expect("a piece")
            .click()
            .await
            .expect("a click");
        if page.text("location.hash").await != before {
            return;
        }
    }
    panic!("no move was made at {before}");
}

#[test]
fn programs_play_each_other_to_the_end() {
    browse(DESK, |page| async move {
        for (game, own) in [
            ("sticks", "hats"),
            ("toothpicks", "smart"),
            ("chopsticks", "random"),
        ] {
            page.open(&format!("#/{game}")).await;
            let second = page.find("[name=p2]").await;
            second.select_by_value("perfect").await.expect("a player");
            let first = page.find("[name=p1]").await;
            first.select_by_value(own).await.expect("a player");
            page.until("/win/.test(turn.textContent)").await;
        }
    });
}

#[test]
fn the_keyboard_is_enough() {
    browse(DESK, |page| async move {
        page.open("#/sticks?sticks=10").await;
        for (key, moves) in [("3", "3"), ("2", "3,2"), ("u", "3"), ("r", "3,2")] {
            page.press(key).await;
            page.until(&format!(
                "decodeURIComponent(location.hash).endsWith('moves={moves}')"
            ))
            .await;
            page.shown().await;
        }
        page.press("v").await;
        page.until("document.querySelectorAll('#choices .worth').length === 3")
            .await;
        let labels = "[board.ariaLabel, ...[...document.querySelectorAll('#board .can')].map(one => one.ariaLabel)].join('; ')";
        assert_eq!(
            page.text(labels).await,
            "Board: (1 5); take 3, ▼ lose in 3; take 2, ▼ lose in 3; take 1, ▼ lose in 3"
        );
        page.run("document.querySelector('#board .can').focus()", Vec::new())
            .await;
        page.press("\u{e007}").await;
        page.until("/moves=3%2C2%2C3/.test(location.hash)").await;
        page.shown().await;
        page.press("n").await;
        page.until("!location.hash.includes('moves')").await;
        // To another game with Tab and Enter alone.
        page.run(
            "document.activeElement.blur(); document.querySelector('.brand').focus()",
            Vec::new(),
        )
        .await;
        page.press("\u{e004}").await;
        page.press("\u{e004}").await;
        page.press("\u{e007}").await;
        page.until("location.hash.startsWith('#/toothpicks')").await;
        page.shown().await;
        page.press("1").await;
        page.until("/moves=1$/.test(location.hash)").await;
    });
}

#[test]
fn the_address_is_the_position() {
    browse(DESK, |page| async move {
        page.open("#/chopsticks?start=(L+0+4+1+0+1+1)&moves=2+2&values=1")
            .await;
        let shown = page.text("play.innerHTML").await;
        assert!(page.text("verdict.textContent").await.contains("lose in 6"));
        page.client.refresh().await.expect("reloaded");
        page.shown().await;
        assert_eq!(page.text("play.innerHTML").await, shown);
        // Against a program undo leads to one's own turn, and the address keeps what was undone.
        page.open("#/sticks?p2=perfect&moves=2,1").await;
        page.press("u").await;
        page.until("decodeURIComponent(location.hash) === '#/sticks?p2=perfect&later=2,1'")
            .await;
        page.client.refresh().await.expect("reloaded");
        page.shown().await;
        page.press("r").await;
        page.until("decodeURIComponent(location.hash) === '#/sticks?p2=perfect&moves=2,1'")
            .await;
        page.shown().await;
        for (bad, why) in [
            ("#/take_stones?stones=7&start=(7+3+5)", "cannot come up"),
            ("#/sticks?sticks=9", "10 to 100"),
            ("#/take_stones?moves=2", "move 1"),
            ("#/chopsticks?start=nonsense", "not a position"),
            ("#/checkers", "no game called checkers"),
            ("#/sticks?move=1", "move means nothing here"),
            ("#/sticks?p2=nobody", "no player called nobody"),
            (
                &format!("#/sticks?moves={}", "1,".repeat(40_000)),
                "too long",
            ),
        ] {
            page.open(bad).await;
            let sorry = page.text("sorry.textContent").await;
            assert!(sorry.contains(why), "{bad}: {sorry}");
        }
        // As some mail programs leave it.
        page.open("#/sticks/?sticks=12&amp;moves=1,2&amp;values=0")
            .await;
        let turn = page.text("turn.textContent + values.checked").await;
        assert_eq!(turn, "Player 1 to move: 9 sticksfalse");
        page.click("[data-game=sticks]").await;
        page.until("sorry.hidden && turn.textContent.includes('20 sticks')")
            .await;
        // Nobody answers any more.
        page.run("fetch = () => Promise.reject(new TypeError())", Vec::new())
            .await;
        page.press("1").await;
        page.until("sorry.textContent.includes('Does it still run?')")
            .await;
    });
}

#[test]
fn hats_learn_and_are_played_against() {
    browse(DESK, |page| async move {
        page.open("#/sticks?sticks=12").await;
        for (games, all) in [("1", "1"), ("100", "101"), ("100000", "100,101")] {
            page.click(&format!("[data-games='{games}']")).await;
            page.until(&format!(
                "learnt.textContent.startsWith('{all} game') && !meet.disabled"
            ))
            .await;
        }
        assert!(
            page.text("learnt.textContent")
                .await
                .contains("right in 9 of 9")
        );
        assert_eq!(
            page.text("document.querySelectorAll('#curve path[fill=none]').length")
                .await,
            "2"
        );
        assert_eq!(
            page.text("document.querySelectorAll('.hat').length").await,
            "12"
        );
        // Of eleven sticks it has learnt to leave nine, and draws from that hat; what it draws is chance all the same.
        let most = "JSON.parse(localStorage.getItem('hats 12')).hats[1][10].map((balls, i, all) => \
                    balls === Math.max(...all) ? i + 1 : '').join('')";
        assert_eq!(page.text(most).await, "2");
        // What somebody else keeps under this name is no hat.
        let spoil = "localStorage.setItem('hats 11', JSON.stringify({ played: 1, points: 5, hats: [[], []] }))";
        page.run(spoil, Vec::new()).await;
        page.open("#/sticks?sticks=11").await;
        assert_eq!(page.text("learnt.textContent").await, "No game played yet.");
        page.open("#/sticks?sticks=12").await;
        page.click("#meet").await;
        page.until("location.hash.includes('p2=hats')").await;
        page.shown().await;
        page.click("[data-move='1']").await;
        page.until("/moves=1%2C[123]$/.test(location.hash)").await;
    });
}

#[test]
fn the_search_is_opened_node_by_node_and_asks() {
    browse(DESK, |page| async move {
        page.open("#/take_stones?stones=10&start=(10+2+4+6)").await;
        page.click("#dosearch").await;
        page.until("tree.querySelectorAll('li').length > 1").await;
        let before = page.text("tree.querySelectorAll('li').length").await;
        page.click("#tree ul ul button[aria-expanded=false]").await;
        page.until(&format!("tree.querySelectorAll('li').length > {before}"))
            .await;
        page.run(
            "for (let b; b = tree.querySelector('[aria-expanded=false]');) b.click()",
            Vec::new(),
        )
        .await;
        assert_eq!(page.text("tree.querySelectorAll('li').length").await, "25");
        let cut = page.text("tree.querySelector('.cut').textContent").await;
        assert!(
            cut.contains("1.0 >= beta") || cut.contains("<= alpha"),
            "{cut}"
        );
        // The slider follows the search in time.
        let slide = "const r = tree.querySelector('[type=range]'); r.value = 3; r.dispatchEvent(new Event('input'))";
        page.run(slide, Vec::new()).await;
        assert_eq!(
            page.text("tree.querySelector('output').textContent").await,
            "3 of 25 nodes"
        );
        assert_eq!(
            page.text("tree.querySelector('.here').dataset.node").await,
            "2"
        );
        // Somebody's own numbers: the visited nodes differ.
        let own = page.find("#tree tr:nth-child(3) input").await;
        own.send_keys("26").await.expect("typed");
        assert!(
            page.text("tree.querySelector('.differ').textContent")
                .await
                .contains("Number of Nodes Visited")
        );
        // All six pasted at once, as a program prints them: known by their labels.
        let paste = "const data = new DataTransfer();\
                     data.setData('text', 'Hello\\nMove: 1\\n\\nValue: -1\\nNumber of Nodes Visited: 25\\n');\
                     const event = new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true});\
                     tree.querySelector('.six').dispatchEvent(event)";
        page.run(paste, Vec::new()).await;
        assert_eq!(
            page.text("tree.querySelector('.differ').textContent").await,
            "1 of your lines differ: Value."
        );
        page.click("#tree .ask").await;
        page.click(".quiz button").await;
        page.until("/Score: [01] of 1/.test(tree.querySelector('.quiz').textContent)")
            .await;
    });
}

#[test]
fn the_tree_in_a_file_needs_no_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tree.html");
    let written = Command::new(cargo_bin!("take_stones"))
        .args(["--tree", "10", "3", "4", "2", "6", "4", "--html"])
        .arg(&file)
        .status();
    assert!(written.expect("take_stones runs").success());
    browse(DESK, move |page| async move {
        let address = format!("file://{}", file.display());
        page.client.goto(&address).await.expect("the file opens");
        page.click("#tree ul ul button[aria-expanded=false]").await;
        page.until("tree.querySelectorAll('li').length > 3").await;
        assert_eq!(page.requests().await, [address]);
        drop(folder);
    });
}

#[test]
fn nothing_is_asked_of_anybody_else() {
    browse(DESK, |page| async move {
        for game in GAMES {
            page.open(&format!("#/{game}?values=1")).await;
        }
        page.open("#/take_stones?stones=10").await;
        page.click("#dosearch").await;
        page.until("tree.querySelector('li')").await;
        page.open("#/sticks").await;
        page.click("[data-games='100']").await;
        page.until("learnt.textContent.startsWith('100 games')")
            .await;
        let requests = page.requests().await;
        assert!(requests.len() > 10, "{requests:?}");
        for request in requests {
            let own = request.starts_with(&page.address) || request.starts_with("data:");
            assert!(own, "{request}");
        }
    });
}

/// How fast it is, told and not judged: that depends on the machine.
#[test]
fn the_page_paints_and_a_large_tree_opens() {
    browse(DESK, |page| async move {
        page.open("#/sticks").await;
        let paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
        page.until(paint).await;
        println!("first paint after {} ms", page.text(paint).await);
        let answer = "performance.getEntriesByType('resource').filter(e => e.name.includes('/api/')).map(e => e.duration.toFixed(1))";
        println!("questions answered in {} ms", page.text(answer).await);
        page.open("#/take_stones?stones=100").await;
        let depth = page.find("#search input[type=number]").await;
        depth.clear().await.expect("cleared");
        depth.send_keys("4").await.expect("typed");
        let timed = "const done = arguments[0], start = performance.now(); dosearch.click();\
                     new MutationObserver(() => requestAnimationFrame(() => done(performance.now() - start)))\
                     .observe(tree, { childList: true });";
        let took = page
            .client
            .execute_async(timed, Vec::new())
            .await
            .expect("a tree");
        let nodes = page.text("tree.querySelector('output').textContent").await;
        println!("the tree ({nodes}) opened in {took} ms");
    });
}

#[test]
fn the_values_on_the_board_are_those_of_the_solvers() {
    browse(DESK, |page| async move {
        values::compare_all(&page).await;
    });
}
