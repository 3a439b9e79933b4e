//! HTTP for any router: listens, bounds what a client can cost, and ends when it is told to.
//!
//! Knows no game. A client that sends nothing, sends slowly or goes away costs a small task until its time
//! is up; when too many are silent at once, the one that has been silent longest makes room.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::{HeaderName, HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio_stream::StreamExt;

use super::guard;
use super::patience::Patient;
use crate::program::Failure;

/// How long a client may take to send the head of a request, or to ask for something again.
const HEAD_TIME: Duration = Duration::from_secs(20);

/// How long a request may take, body and work together.
const REQUEST_TIME: Duration = Duration::from_secs(20);

/// How long a client may read nothing of its answer.
const READ_TIME: Duration = Duration::from_secs(20);

/// Connections that may wait for a request at the same time.
const MOST_SILENT: usize = 256;

/// Questions that are worked on at once, and how many more may wait for their turn.
const WORKERS: usize = 2;
const MOST_WAITING: usize = 256;

/// Pieces of long work that run at once, beside the questions.
const MOST_LONG: usize = 4;

/// The largest body of a request, and the largest that is read to be refused.
const LARGEST_BODY: u64 = 1 << 20;
const MOST_THROWN_AWAY: u64 = 64 << 20;

/// What every answer says: the page loads nothing from elsewhere, and stands in no other page.
const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
];

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

    /// The address is right, the method is not.
    pub fn method() -> Refused {
        let why = "this is asked in another way: see docs/arcade.md";
        Refused(StatusCode::METHOD_NOT_ALLOWED, why.to_owned())
    }

    /// It would be too much work; the reason holds the estimate.
    pub fn too_much(why: impl ToString) -> Refused {
        Refused(StatusCode::UNPROCESSABLE_ENTITY, why.to_string())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, axum::Json(json!({ "error": self.1 }))).into_response()
    }
}

fn foreign() -> Refused {
    let why = "another site asked for this: open the page at its own address";
    Refused(StatusCode::FORBIDDEN, why.to_owned())
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

/// Marks an answer that lasts as long as its work: whoever waits for the rest of it is not silent.
#[derive(Clone)]
struct Lasting;

/// An answer that tells the news of long work as they come.
pub fn lasting(news: impl IntoResponse) -> Response {
    let mut response = news.into_response();
    response.extensions_mut().insert(Lasting);
    response
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
            let flag = match error.kind() {
                io::ErrorKind::AddrNotAvailable => "--listen",
                _ => "--port",
            };
            Failure::task(format_args!(
                "cannot listen on {listen} ({error}): name another {flag}"
            ))
        })?;
        let mut ends = Ends::new()?;
        started(listener.local_addr()?);
        tokio::select! {
            () = accept(listener, router, listen.ip().is_loopback()) => {}
            () = ends.wait() => {}
        }
        Ok(())
    });
    // What still runs is cut off: nobody waits for the answer.
    runtime.shutdown_timeout(Duration::from_millis(200));
    served
}

/// The signals that end the server. They are caught from the moment this exists, so before anybody knows the address.
struct Ends {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

impl Ends {
    #[cfg(unix)]
    fn new() -> Result<Ends, Failure> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Ends {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    #[cfg(windows)]
    fn new() -> Result<Ends, Failure> {
        Ok(Ends {
            interrupt: tokio::signal::windows::ctrl_c()?,
        })
    }

    async fn wait(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(windows)]
        self.interrupt.recv().await;
    }
}

/// Answers a request within its time; `arrived` is called when all of it is here.
async fn answer(
    request: Request<Incoming>,
    router: TowerToHyperService<Router>,
    local: bool,
    arrived: impl FnOnce(),
) -> Response {
    let answered = async {
        let request = match guard::is_foreign(request.headers(), local) {
            true => Err(foreign()),
            false => whole(request).await,
        };
        let answer: Result<Response, Infallible> = match request {
            Err(refused) => Ok(refused.into_response()),
            Ok(request) => {
                arrived();
                router.call(request).await
            }
        };
        answer.unwrap_or_else(|impossible| match impossible {})
    };
    let late = || Refused(StatusCode::REQUEST_TIMEOUT, "this took too long".to_owned());
    let answer = tokio::time::timeout(REQUEST_TIME, answered).await;
    let mut response = answer.unwrap_or_else(|_| late().into_response());
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The request with its body, which is small. One that is somewhat too large is read to its end and thrown
/// away: a client that is cut off while it sends never reads why.
async fn whole(request: Request<Incoming>) -> Result<Request<Body>, Refused> {
    let (head, body) = request.into_parts();
    let large = || {
        Refused(
            StatusCode::PAYLOAD_TOO_LARGE,
            "the body is larger than 1 MiB".to_owned(),
        )
    };
    let told = body.size_hint().lower();
    if told > MOST_THROWN_AWAY || (told > LARGEST_BODY && head.headers.contains_key(header::EXPECT))
    {
        return Err(large());
    }
    let (mut pieces, mut size, mut bytes) = (Body::new(body).into_data_stream(), 0, Vec::new());
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| Refused::bad("the body did not arrive"))?;
        size += piece.len() as u64;
        if size <= LARGEST_BODY {
            bytes.extend_from_slice(&piece);
        } else if size > MOST_THROWN_AWAY {
            break;
        }
    }
    match size > LARGEST_BODY {
        true => Err(large()),
        false => Ok(Request::from_parts(head, Body::from(bytes))),
    }
}

/// The connections that wait for a request, in the order in which they fell silent.
#[derive(Default)]
struct Silent {
    waiting: Mutex<BTreeMap<u64, Arc<Notify>>>,
    places: AtomicU64,
}

impl Silent {
    /// A place in the row.
    fn enter(&self, bell: &Arc<Notify>) -> u64 {
        let place = self.places.fetch_add(1, Ordering::Relaxed);
        let many = {
            let mut waiting = self.waiting();
            waiting.insert(place, Arc::clone(bell));
            waiting.len() > MOST_SILENT
        };
        if many {
            self.make_room();
        }
        place
    }

    fn leave(&self, place: u64) {
        self.waiting().remove(&place);
    }

    /// Ends the connection that has been silent longest.
    fn make_room(&self) {
        let longest = self.waiting().pop_first();
        if let Some((_, bell)) = longest {
            bell.notify_one();
        }
    }

    fn waiting(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Notify>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn accept(listener: TcpListener, router: Router, local: bool) {
    let silent = Arc::new(Silent::default());
    let router = TowerToHyperService::new(router);
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let (silent, router) = (Arc::clone(&silent), router.clone());
                tokio::spawn(converse(stream, silent, router, local));
            }
            // The client is gone already, or no file descriptors are left: then silence makes room.
            Err(_) => {
                silent.make_room();
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    }
}

/// Answers the requests of one connection until it ends or has to make room.
async fn converse(
    stream: TcpStream,
    silent: Arc<Silent>,
    router: TowerToHyperService<Router>,
    local: bool,
) {
    let bell = Arc::new(Notify::new());
    let place = Arc::new(AtomicU64::new(silent.enter(&bell)));
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(|request| {
        let (silent, bell, router) = (Arc::clone(&silent), Arc::clone(&bell), router.clone());
        let place = Arc::clone(&place);
        async move {
            let arrived = || silent.leave(place.load(Ordering::Relaxed));
            let answer = answer(request, router, local, arrived).await;
            silent.leave(place.load(Ordering::Relaxed));
            if answer.extensions().get::<Lasting>().is_none() {
                place.store(silent.enter(&bell), Ordering::Relaxed);
            }
            Ok::<Response, Infallible>(answer)
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(1 << 16)
        .serve_connection(TokioIo::new(Patient::new(stream, READ_TIME)), service);
    tokio::select! {
        _ = connection => {}
        () = bell.notified() => {}
    }
    silent.leave(place.load(Ordering::Relaxed));
}
