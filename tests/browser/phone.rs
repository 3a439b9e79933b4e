//! The page at a phone's width.

use crate::page::{Page, browse};
use crate::{GAMES, touch_a_move};

const PHONE: u32 = 390;

#[test]
fn a_phone_shows_it_all_within_its_width() {
    browse(PHONE, |page| async move {
        for game in GAMES {
            page.open(&format!("#/{game}?values=1")).await;
            assert_narrow(&page, game).await;
            touch_a_move(&page).await;
            page.shown().await;
        }
        page.open("#/chopsticks?hands=12&fingers=20").await;
        let narrowest = "Math.min(...[...document.querySelectorAll('#board .can')].map(hand => hand.getBoundingClientRect().width))";
        let narrowest: f64 = page.text(narrowest).await.parse().expect("a width");
        assert!(narrowest > 40.0, "a hand is {narrowest} wide");
        page.open("#/take_stones?stones=10&start=(10+2+4+6)").await;
        page.click("#dosearch").await;
        page.click("#tree .all").await;
        assert_eq!(
            page.text("tree.querySelector('.tree').scrollLeft").await,
            "0"
        );
        page.click("#tree .ask").await;
        page.click("#tree .form").await;
        assert_narrow(&page, "the search").await;
        page.open("#/sticks?sticks=100").await;
        page.click("[data-games='100000']").await;
        page.until("learnt.textContent.startsWith('100,000 games') && !meet.disabled")
            .await;
        assert_narrow(&page, "the hats").await;
    });
}

async fn assert_narrow(page: &Page, what: &str) {
    let wide = page.text("document.documentElement.scrollWidth").await;
    let wide: u32 = wide.parse().expect("a number");
    assert!(wide <= PHONE, "{what}: {wide}");
}

#[test]
fn the_page_stays_under_the_finger() {
    browse(PHONE, |page| async move {
        page.open("#/sticks?sticks=40&values=1").await;
        for _ in 0..3 {
            page.run(
                "document.querySelector('#choices button').click()",
                Vec::new(),
            )
            .await;
            page.shown().await;
        }
        page.run("document.getElementById('undo').click()", Vec::new())
            .await;
        page.until("document.querySelector('#history .now')?.dataset.ply === '2'")
            .await;
        assert_eq!(page.text("scrollY").await, "0");
        // The move that is shown is seen in its list, which has a scroll bar of its own.
        let moves = ["1"; 36].join(",");
        page.open(&format!("#/sticks?sticks=40&values=1&moves={moves}"))
            .await;
        let seen = "[document.querySelector('#history .now'), document.getElementById('history')]
            .map(one => one?.getBoundingClientRect())
            .every((box, _, [now, list]) => now && now.top >= list.top && now.bottom <= list.bottom)";
        page.until(seen).await;
        assert_eq!(page.text("scrollY").await, "0");
        assert_ne!(page.text("graph.scrollLeft").await, "0");
    });
}
