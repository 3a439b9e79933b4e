//! The page, built into the program: a few files of HTML, CSS and JavaScript, and nothing from elsewhere.

use axum::http::header;
use axum::response::{IntoResponse, Response};

/// A file of the page: its address, its kind and its text.
struct File {
    address: &'static str,
    kind: &'static str,
    text: &'static str,
}

macro_rules! file {
    ($address:literal, $kind:literal, $path:literal) => {
        File {
            address: $address,
            kind: $kind,
            text: include_str!(concat!("page/", $path)),
        }
    };
}

static FILES: [File; 10] = [
    file!("/", "text/html; charset=utf-8", "index.html"),
    file!("/style.css", "text/css; charset=utf-8", "style.css"),
    file!("/arcade.js", "text/javascript; charset=utf-8", "arcade.js"),
    file!("/dom.js", "text/javascript; charset=utf-8", "dom.js"),
    file!("/graph.js", "text/javascript; charset=utf-8", "graph.js"),
    file!("/boards.js", "text/javascript; charset=utf-8", "boards.js"),
    file!("/hats.js", "text/javascript; charset=utf-8", "hats.js"),
    file!("/tree.js", "text/javascript; charset=utf-8", "tree.js"),
    file!("/replay.js", "text/javascript; charset=utf-8", "replay.js"),
    file!("/icon.svg", "image/svg+xml", "icon.svg"),
];

/// The file at this address, if it is one of the page's. No other path leads anywhere.
pub fn file(address: &str) -> Option<Response> {
    let file = FILES.iter().find(|file| file.address == address)?;
    let headers = [
        (header::CONTENT_TYPE, file.kind),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Some((headers, file.text).into_response())
}

/// A page that shows one search tree and needs no server.
pub fn standalone(tree: &str) -> String {
    let text = |address| {
        FILES
            .iter()
            .find(|file| file.address == address)
            .map_or("", |file| file.text)
    };
    // `<` is written in another way: no text may end the script that holds the data.
    let data = tree.replace('<', "\\u003c");
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\"><title>A search in Take Stones</title>\n\
         <style>{}</style>\n<main class=\"alone\"><h1>A search in Take Stones</h1><div id=\"tree\"></div></main>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script type=\"module\">{}\n\
         show(document.getElementById(\"tree\"), JSON.parse(document.getElementById(\"data\").textContent));\n\
         </script></html>\n",
        text("/style.css"),
        [text("/dom.js"), text("/tree.js")].map(alone).concat(),
    )
}

/// A module as a part of a script: it imports nothing and exports nothing.
fn alone(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    lines
        .map(|line| format!("{}\n", line.strip_prefix("export ").unwrap_or(line)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_loads_nothing_from_elsewhere() {
        assert!(FILES.iter().map(|file| file.text.len()).sum::<usize>() < 200_000);
        for file in &FILES {
            let text = file.text.replace("http://www.w3.org/2000/svg", "");
            assert!(
                !text.contains("http://") && !text.contains("https://"),
                "{}",
                file.address
            );
        }
    }

    #[test]
    fn data_cannot_end_the_script_that_holds_it() {
        assert!(!standalone("\"</script><b>\"").contains("</script><b>"));
    }
}
