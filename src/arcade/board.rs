//! The board of a tournament, live: a page, and news as they come (server-sent events).

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::routing::get;
use tokio_stream::wrappers::ReceiverStream;

use super::server;
use crate::expanding_nim::tournament::feed::{Feed, PAGE, SCRIPT, STYLE, Seen};
use crate::program::Failure;

/// Between two looks for news.
const TICK: Duration = Duration::from_millis(50);

/// Serves the board until Ctrl-C; `started` learns the address.
pub fn serve(
    listen: SocketAddr,
    feed: Arc<Feed>,
    started: &dyn Fn(SocketAddr),
) -> Result<(), Failure> {
    server::run(listen, router(feed), started)
}

fn router(feed: Arc<Feed>) -> Router {
    let file = |kind: &'static str, text: &'static str| {
        get(move || async move { ([(header::CONTENT_TYPE, kind)], text) })
    };
    Router::new()
        .route("/", file("text/html; charset=utf-8", PAGE))
        .route("/board.css", file("text/css; charset=utf-8", STYLE))
        .route("/board.js", file("text/javascript; charset=utf-8", SCRIPT))
        .route("/events", get(move || events(feed)))
}

async fn events(feed: Arc<Feed>) -> impl IntoResponse {
    let (tell, told) = tokio::sync::mpsc::channel(1);
    tokio::spawn(async move {
        let mut seen = Seen::default();
        // Whoever does not read holds this up, and then gets all news at once.
        while !tell.is_closed() {
            if let Some((now, news)) = feed.news(seen) {
                seen = now;
                if tell
                    .send(Ok::<_, Infallible>(Event::default().data(news)))
                    .await
                    .is_err()
                {
                    return;
                }
            }
            tokio::time::sleep(TICK).await;
        }
    });
    Sse::new(ReceiverStream::new(told)).keep_alive(KeepAlive::default())
}
