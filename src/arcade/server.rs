//! HTTP for any router: listens, bounds what a client can cost, and ends when it is told to.
//!
//! Knows no game. A client that sends nothing, sends slowly or goes away costs a small task until its time
//! is up; when too many are silent at once, the one that has been silent longest makes room.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};

use crate::program::Failure;

/// How long a client may take to send the head of a request, or to ask for something again.
const HEAD_TIME: Duration = Duration::from_secs(20);

/// How long a request may take, body and work together.
const REQUEST_TIME: Duration = Duration::from_secs(20);

/// Connections that may wait for a request at the same time.
const MOST_SILENT: usize = 256;

/// Questions that are worked on at once, and how many more may wait for their turn.
const WORKERS: usize = 2;
const MOST_WAITING: usize = 256;

/// Pieces of long work that run at once, beside the questions.
const MOST_LONG: usize = 4;

/// The largest body of a request.
pub const LARGEST_BODY: usize = 1 << 20;

/// An answer that says in JSON what is wrong: `{"error":"..."}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused(StatusCode, String);

impl Refused {
    /// The request asks for something that cannot be.
    pub fn bad(why: impl ToString) -> Refused {
        Refused(StatusCode::BAD_REQUEST, why.to_string())
    }

    /// There is nothing at this address.
    pub fn nothing(why: impl ToString) -> Refused {
        Refused(StatusCode::NOT_FOUND, why.to_string())
    }

    /// It would be too much work; the reason holds the estimate.
    pub fn too_much(why: impl ToString) -> Refused {
        Refused(StatusCode::UNPROCESSABLE_ENTITY, why.to_string())
    }

    /// The body is larger than [`LARGEST_BODY`], or did not arrive.
    pub fn body(status: StatusCode, why: impl ToString) -> Refused {
        Refused(status, why.to_string())
    }

    /// The sentence.
    pub fn why(&self) -> &str {
        &self.1
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, axum::Json(json!({ "error": self.1 }))).into_response()
    }
}

fn busy() -> Refused {
    let why = "too many questions at once: ask again";
    Refused(StatusCode::SERVICE_UNAVAILABLE, why.to_owned())
}

/// Starts work that takes seconds and tells its news itself; refused if there is much of it already.
pub fn long_work(piece: impl FnOnce() + Send + 'static) -> Result<(), Refused> {
    static PLACES: Semaphore = Semaphore::const_new(MOST_LONG);
    let place = PLACES.try_acquire().map_err(|_| busy())?;
    tokio::task::spawn_blocking(move || {
        let _held = place;
        piece();
    });
    Ok(())
}

/// Works a question out away from the threads that talk with clients, a few at a time.
pub async fn work<T: Send + 'static>(
    piece: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    static TURNS: Semaphore = Semaphore::const_new(WORKERS);
    static PLACES: Semaphore = Semaphore::const_new(WORKERS + MOST_WAITING);
    let place = PLACES.try_acquire().map_err(|_| busy())?;
    let turn = TURNS.acquire().await.map_err(|_| busy())?;
    let done = tokio::task::spawn_blocking(move || {
        // Held by the work and not by the request, which may go away before the work is done.
        let _held = (place, turn);
        piece()
    });
    done.await.unwrap_or_else(|_| {
        Err(Refused(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the answer could not be worked out".to_owned(),
        ))
    })
}

/// Serves `router` on `listen` until Ctrl-C; `started` learns the address.
pub fn run(
    listen: SocketAddr,
    router: Router,
    started: impl FnOnce(SocketAddr),
) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(listen).await.map_err(|error| {
            Failure::task(format_args!(
                "cannot listen on {listen} ({error}): name another --port"
            ))
        })?;
        let mut ends = Ends::new()?;
        started(listener.local_addr()?);
        tokio::select! {
            () = accept(listener, bounded(router)) => {}
            () = ends.wait() => {}
        }
        Ok(())
    });
    // What still runs is cut off: nobody waits for the answer.
    runtime.shutdown_timeout(Duration::from_millis(200));
    served
}

/// The signals that end the server.
struct Ends {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Ends {
    fn new() -> Result<Ends, Failure> {
        Ok(Ends {
            #[cfg(unix)]
            terminate: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?,
        })
    }

    async fn wait(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// The router with the bounds and headers that every answer has.
fn bounded(router: Router) -> Router {
    router
        .layer(axum::extract::DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn(in_time))
}

async fn in_time(request: Request, next: Next) -> Response {
    let late = || Refused(StatusCode::REQUEST_TIMEOUT, "this took too long".to_owned());
    let answer = tokio::time::timeout(REQUEST_TIME, next.run(request)).await;
    let mut response = answer.unwrap_or_else(|_| late().into_response());
    let headers = response.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    let policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                  img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'";
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(policy),
    );
    response
}

/// The connections that wait for a request, in the order in which they came.
#[derive(Default)]
struct Silent(Mutex<BTreeMap<u64, Arc<Notify>>>);

impl Silent {
    fn enter(&self, number: u64, bell: &Arc<Notify>) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.insert(number, Arc::clone(bell));
        if waiting.len() > MOST_SILENT
            && let Some((_, longest)) = waiting.pop_first()
        {
            longest.notify_one();
        }
    }

    fn leave(&self, number: u64) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&number);
    }
}

async fn accept(listener: TcpListener, router: Router) {
    let silent = Arc::new(Silent::default());
    for number in 0.. {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(converse(
                    stream,
                    number,
                    Arc::clone(&silent),
                    router.clone(),
                ));
            }
            // No file descriptors are left, or the client is gone already: the next one may do better.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Answers the requests of one connection until it ends or has to make room.
async fn converse(stream: TcpStream, number: u64, silent: Arc<Silent>, router: Router) {
    let bell = Arc::new(Notify::new());
    silent.enter(number, &bell);
    let _ = stream.set_nodelay(true);
    let answers = TowerToHyperService::new(router);
    let service = hyper::service::service_fn(|request| {
        silent.leave(number);
        let answer = answers.call(request);
        let (silent, bell) = (Arc::clone(&silent), Arc::clone(&bell));
        async move {
            let answer: Result<Response, Infallible> = answer.await;
            silent.enter(number, &bell);
            answer
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(1 << 16)
        .serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        _ = connection => {}
        () = bell.notified() => {}
    }
    silent.leave(number);
}
