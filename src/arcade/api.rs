//! The JSON interface: the same few addresses for all five games. `docs/arcade.md` has it with examples.

use std::collections::BTreeMap;
use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query as Asked};
use axum::http::{Method, Uri};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::games::{self, Entry, Query, short};
use super::hats::{self, Lesson};
use super::server::{Refused, lasting, long_work, work};
use super::tree::Tree;
use super::{page, replay};

/// Works the usual game of every kind out, so that nobody waits for it.
pub fn prepare() {
    let usual = Query::default();
    for entry in &games::ALL {
        // Nothing is wrong with the usual games; if there were, whoever asks is told.
        let _ = (entry.look)(&usual);
    }
}

/// Everything the arcade answers.
pub fn router() -> Router {
    Router::new()
        .route("/api/games", get(all))
        .route("/api/train", post(train))
        .route("/api/tree", get(tree))
        .route("/api/replay", post(read_game))
        .route("/api/{game}", get(look))
        .route("/api/{game}/reply", get(reply))
        .fallback(other)
        .method_not_allowed_fallback(async || Refused::method())
}

type Words = Result<Asked<BTreeMap<String, String>>, QueryRejection>;
type Name = Result<Path<String>, PathRejection>;

async fn other(method: Method, address: Uri) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Refused::method().into_response();
    }
    let nothing = || {
        Refused::nothing(format_args!(
            "there is nothing at {}",
            short(address.path())
        ))
    };
    page::file(address.path()).unwrap_or_else(|| nothing().into_response())
}

async fn all() -> Json<Value> {
    Json(
        games::ALL
            .iter()
            .map(|entry| (entry.about)(entry.name))
            .collect(),
    )
}

fn query(words: Words) -> Result<Query, Refused> {
    words.map(|Asked(words)| Query(words)).map_err(Refused::bad)
}

fn game(name: Name) -> Result<&'static Entry, Refused> {
    let Path(name) = name.map_err(Refused::bad)?;
    games::find(&name)
        .ok_or_else(|| Refused::nothing(format_args!("there is no game {}", short(&name))))
}

async fn look(name: Name, words: Words) -> Result<Json<Value>, Refused> {
    let (entry, query) = (game(name)?, query(words)?);
    work(move || (entry.look)(&query).map_err(Refused::bad))
        .await
        .map(Json)
}

async fn reply(name: Name, words: Words) -> Result<Json<Value>, Refused> {
    let (entry, query) = (game(name)?, query(words)?);
    work(move || (entry.reply)(&query).map_err(Refused::bad))
        .await
        .map(Json)
}

async fn tree(words: Words) -> Result<Response, Refused> {
    let query = query(words)?;
    let tree = work(move || Tree::read(&query)).await?;
    Ok(Json(tree).into_response())
}

async fn read_game(words: Words, text: Bytes) -> Result<Json<Value>, Refused> {
    let page = query(words)?;
    work(move || replay::read(&text, &page).map_err(Refused::bad))
        .await
        .map(|games| Json(json!(games)))
}

/// Answers with events while the AIs play. Whoever goes away ends the lesson.
async fn train(body: Bytes) -> Result<Response, Refused> {
    let lesson = Lesson::read(&body)?;
    // All that a lesson tells fits in, so that a client that does not read holds nobody up.
    let (news, stream) = mpsc::channel(hats::MOST_NEWS);
    long_work(move || {
        lesson.teach(|piece| {
            let text = serde_json::to_string(&piece).unwrap_or_default();
            news.try_send(Event::default().data(text)).is_ok()
        });
    })?;
    let events = ReceiverStream::new(stream).map(Ok::<Event, Infallible>);
    Ok(lasting(Sse::new(events)))
}
