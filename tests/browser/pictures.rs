//! The pictures of README and docs, taken of the page itself. With `UPDATE_PICTURES=1` those in
//! `docs/pictures/` are replaced.

use std::fs;
use std::path::Path;

use crate::page::{Page, browse};

/// Wide enough for a picture, and small in bytes.
const PICTURE: u32 = 680;
const WHOLE: u32 = 1000;
const MOST_BYTES: u64 = 300_000;

#[test]
fn pictures_are_taken_and_small() {
    let made = tempfile::tempdir().expect("a folder");
    let folder = made.path().to_owned();
    browse(PICTURE, move |page| async move {
        let views = [
            ("take_stones", "#/take_stones?values=1&moves=3,6", ".felt"),
            (
                "chopsticks",
                "#/chopsticks?values=1&start=(L+0+4+1+0+1+1)",
                ".felt",
            ),
        ];
        for (name, hash, part) in views {
            page.open(hash).await;
            save(&page, part, &folder, name).await;
        }
        page.open("#/take_stones?stones=10&start=(10+2+4+6)").await;
        page.click("#dosearch").await;
        page.until("tree.querySelector('li')").await;
        // Down to the node that was cut.
        let open = "for (let ply = 0; ply < 3; ply++) [...tree.querySelectorAll('[aria-expanded=false]')].at(-1).click()";
        page.run(open, Vec::new()).await;
        save(&page, ".tree", &folder, "search").await;
        page.open("#/sticks?sticks=10").await;
        page.click("[data-games='100000']").await;
        page.until("learnt.textContent.startsWith('100,000 games') && !meet.disabled")
            .await;
        // A picture needs no buttons.
        let plain = "document.querySelectorAll('#hats > p, #hats > .row').forEach(e => e.remove())";
        page.run(plain, Vec::new()).await;
        save(&page, "#hats", &folder, "hats").await;
    });
    let folder = made.path().to_owned();
    browse(WHOLE, move |page| async move {
        page.open("#/sticks?values=1&moves=3,1,1,2,3").await;
        save(&page, "#play", &folder, "sticks").await;
    });
    let pictures: Vec<_> = fs::read_dir(made.path())
        .expect("a folder")
        .flatten()
        .collect();
    assert_eq!(pictures.len(), 5);
    let sizes = pictures.iter().filter_map(|file| file.metadata().ok());
    let bytes: u64 = sizes.map(|file| file.len()).sum();
    assert!(bytes < MOST_BYTES, "{bytes} bytes in {pictures:?}");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
        fs::create_dir_all(&docs).expect("a folder");
        for picture in pictures {
            fs::copy(picture.path(), docs.join(picture.file_name())).expect("copied");
        }
    }
}

async fn save(page: &Page, part: &str, folder: &Path, name: &str) {
    let picture = page.find(part).await.screenshot().await;
    let file = folder.join(name).with_extension("png");
    fs::write(file, picture.expect("a picture")).expect("written");
}
