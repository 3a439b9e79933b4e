//! Shows a tournament while it is played: on the terminal, in a file, and to whoever reads the feed.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::board::Board;
use super::config::Config;
use super::feed::Feed;
use super::hall::Hall;
use super::standings::{Order, Standings};
use crate::files;
use crate::program::{Failure, cannot_write};

/// Between two looks at the board.
const TICK: Duration = Duration::from_millis(50);

/// Standings are worked out anew when a game is over, and after so many times what that took.
const REST: u32 = 10;

/// A file is written again after so much time, and after so many times what writing it took.
const REWRITE: Duration = Duration::from_secs(1);
const PATIENCE: u32 = 20;

/// Where a tournament is shown.
pub(super) struct Screen<'a> {
    config: &'a Config,
    order: Order,
    bar: ProgressBar,
    file: Option<PathBuf>,
    /// What pages are told.
    feed: Arc<Feed>,
    is_served: bool,
}

impl Screen<'_> {
    /// On the terminal, if there is one, in a file, if there is to be one, and on pages, if they are served.
    pub(super) fn new<'a>(
        config: &'a Config,
        order: Order,
        file: Option<&Path>,
        served: Option<Arc<Feed>>,
    ) -> Screen<'a> {
        Screen {
            config,
            order,
            bar: bar(),
            file: file.map(Path::to_owned),
            is_served: served.is_some(),
            feed: served.unwrap_or_default(),
        }
    }

    /// Shows the board again and again while `play` runs, if somebody is looking.
    pub(super) fn show_while<T>(&self, hall: &Hall, play: impl FnOnce() -> T) -> T {
        let done = AtomicBool::new(false);
        let is_seen = !self.bar.is_hidden() || self.file.is_some() || self.is_served;
        thread::scope(|scope| {
            if is_seen {
                let show = || {
                    let mut sight = Sight::default();
                    let mut due = Instant::now();
                    while !done.load(Ordering::Relaxed) {
                        sight.look(hall);
                        self.show(&mut sight, Some(&mut due));
                        thread::park_timeout(TICK);
                    }
                    sight.look(hall);
                    self.show(&mut sight, None);
                    self.bar.finish_and_clear();
                };
                // On a machine without a thread to spare nobody looks on.
                let _ = thread::Builder::new().spawn_scoped(scope, show);
            }
            let played = play();
            done.store(true, Ordering::Relaxed);
            played
        })
    }

    /// Writes what was shown last to the file, if there is to be one.
    pub(super) fn write_file(&self) -> Result<(), Failure> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        files::replace(file, self.feed.standalone().as_bytes())
            .map_err(|error| Failure::task(cannot_write(file, error)))
    }

    /// Shows the board; the file when that is `due`. Without a time to be due it is the last look.
    fn show(&self, sight: &mut Sight, due: Option<&mut Instant>) {
        let Sight {
            board, standings, ..
        } = sight.with_standings(self, due.is_none());
        if !self.bar.is_hidden() {
            self.draw(board, standings);
        }
        if self.file.is_none() && !self.is_served {
            return;
        }
        self.feed.publish(self.config, board, standings);
        let started = Instant::now();
        if let Some(due) = due.filter(|due| **due <= started) {
            // A disk that is full now may have room at the end, when a failure is told.
            let _ = self.write_file();
            *due = Instant::now() + REWRITE.max(started.elapsed() * PATIENCE);
        }
    }

    fn draw(&self, board: &Board, standings: &Standings) {
        let under_way = board.under_way.values().map(|game| {
            let [first, second] = game.pairing.bots.map(|bot| &self.config.bots[bot].name);
            let turn = game.moves.split_whitespace().count() + 1;
            let stones = game.pairing.stones;
            format!("\n     {first} - {second}, {stones} stones, move {turn}")
        });
        let under_way: String = under_way.collect();
        let over = board.games.len();
        self.bar.set_length(board.expected.max(over) as u64);
        self.bar.set_position(over as u64);
        self.bar.set_message(format!("{standings}{under_way}"));
    }
}

/// The board as it was seen last. Of many games only the new ones are looked at.
struct Sight {
    board: Board,
    standings: Standings,
    /// How many games are in the standings.
    counted: Option<usize>,
    /// When they may be worked out again.
    rested: Instant,
}

impl Default for Sight {
    fn default() -> Sight {
        Sight {
            board: Board::default(),
            standings: Standings(Vec::new()),
            counted: None,
            rested: Instant::now(),
        }
    }
}

impl Sight {
    fn look(&mut self, hall: &Hall) {
        self.board.catch_up(&hall.board());
    }

    /// With standings that are true; unless it is the `last` look, they may be late where they take long.
    fn with_standings(&mut self, screen: &Screen, last: bool) -> &Sight {
        let started = Instant::now();
        let games = self.board.games.len();
        if self.counted != Some(games) && (last || started >= self.rested) {
            let all = self.board.games.iter().map(|(game, _)| game);
            self.standings = Standings::of(screen.config, all, screen.order);
            self.counted = Some(games);
            self.rested = Instant::now() + started.elapsed() * REST;
        }
        self
    }
}

fn bar() -> ProgressBar {
    let target = match io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(Some(0), target);
    let template = "{msg}\n[{bar:40}] {pos} of {len} games ({eta})";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}
