//! The board as data for a page: a summary that changes, and games that are only ever added.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::board::Board;
use super::config::Config;
use super::record::GameRecord;
use super::results::faults;
use super::standings::Standings;

/// The page, its style and its script.
pub(crate) const PAGE: &str = include_str!("page/board.html");
/// The style of the page.
pub(crate) const STYLE: &str = include_str!("page/board.css");
/// The script of the page.
pub(crate) const SCRIPT: &str = include_str!("page/board.js");

/// What a page shows, for any number of readers.
#[derive(Debug, Default)]
pub struct Feed(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// How often it has changed.
    version: u64,
    summary: Value,
    games: Vec<Value>,
}

/// What a reader has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    version: u64,
    games: usize,
}

impl Feed {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows what is on the board now.
    pub(super) fn publish(&self, config: &Config, board: &Board, standings: &Standings) {
        let summary = summary(config, board, standings);
        let mut state = self.state();
        let new = board.games.iter().skip(state.games.len());
        let new: Vec<Value> = new.map(|(game, moves)| told(game, moves)).collect();
        if new.is_empty() && state.summary == summary {
            return;
        }
        state.games.extend(new);
        state.summary = summary;
        state.version += 1;
    }

    /// What a reader has not seen yet, as one line of JSON.
    pub fn news(&self, seen: Seen) -> Option<(Seen, String)> {
        let state = self.state();
        if seen.version == state.version {
            return None;
        }
        let news = json!({
            "summary": state.summary,
            "from": seen.games,
            "games": &state.games[seen.games.min(state.games.len())..],
        });
        let now = Seen {
            version: state.version,
            games: state.games.len(),
        };
        Some((now, news.to_string()))
    }

    /// The page with everything in it.
    pub(super) fn standalone(&self) -> String {
        let data = self.news(Seen::default()).map(|(_, news)| news);
        // `<` is written in another way: no text may end the script that holds the data.
        let data = data.unwrap_or_default().replace('<', "\\u003c");
        let script = format!(
            "<script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{SCRIPT}</script>"
        );
        PAGE.replace(
            "<link rel=\"stylesheet\" href=\"board.css\">",
            &format!("<style>\n{STYLE}</style>"),
        )
        .replace("<script src=\"board.js\" defer></script>", "")
        .replace("</body>", &format!("{script}\n</body>"))
    }
}

fn summary(config: &Config, board: &Board, standings: &Standings) -> Value {
    let under_way = board.under_way.iter().map(|(number, game)| {
        let [first, second] = game.pairing.bots.map(|bot| &config.bots[bot].name);
        json!({
            "game": number, "stones": game.pairing.stones,
            "first": first, "second": second, "moves": game.moves,
        })
    });
    let faults = faults(board.games.iter().map(|(game, _)| game));
    let faults = faults.into_iter().map(|(forfeit, times)| {
        json!({
            "player": forfeit.player, "reason": forfeit.reason,
            "stderr": forfeit.stderr, "times": times,
        })
    });
    json!({
        "format": config.format,
        "rules": config.rules(),
        "standings": standings,
        "expected": board.expected.max(board.games.len()),
        "over": board.is_over,
        "under_way": under_way.collect::<Vec<_>>(),
        "faults": faults.collect::<Vec<_>>(),
    })
}

fn told(game: &GameRecord, moves: &str) -> Value {
    json!({
        "game": game.game, "round": game.round, "stones": game.stones,
        "first": game.first, "second": game.second, "winner": game.winner,
        "reason": game.reason, "moves": moves,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expanding_nim::tournament::standings::Order;

    const CONFIG: &str = "stones = [3]\n[[bot]]\nname = 'a</script>'\nbuiltin = 'perfect'\n\
        [[bot]]\nname = 'b'\nbuiltin = 'random'\n";

    #[test]
    fn a_reader_is_told_what_is_new_once_and_the_page_holds_all() {
        let config: Config = toml::from_str(CONFIG).expect("a tournament");
        let game: GameRecord = serde_json::from_str(
            r#"{"game":1,"round":1,"stones":3,"first":"a</script>","second":"b","winner":"b","reason":"",
                "moves":1,"seconds":[0.1,0.1],"wins_thrown_away":[0,0],"forfeits":[]}"#,
        )
        .expect("a game");
        let mut board = Board::default();
        let feed = Feed::default();
        let publish = |board: &Board| {
            let games: Vec<_> = board.games.iter().map(|(game, _)| game.clone()).collect();
            let bots = config.bots.iter().map(|bot| (bot.name.as_str(), None));
            feed.publish(
                &config,
                board,
                &Standings::count(bots, &games, Order::Points),
            );
        };
        publish(&board);
        let (seen, first) = feed.news(Seen::default()).expect("news");
        assert!(first.contains("\"games\":[]"), "{first}");
        publish(&board);
        assert_eq!(feed.news(seen), None, "nothing has changed");
        board.games.push((game, "3+".to_owned()));
        publish(&board);
        let (seen, second) = feed.news(seen).expect("news");
        assert!(second.contains("\"moves\":\"3+\""), "{second}");
        assert_eq!(feed.news(seen), None);
        let page = feed.standalone();
        assert!(page.contains("\"moves\":\"3+\"") && !page.contains("a</script>"));
        assert!(
            !page.contains("href=") && !page.contains("src="),
            "complete in itself"
        );
    }
}
