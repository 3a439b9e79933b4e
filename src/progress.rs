//! A progress bar on standard error for work that takes over a second, on a terminal only.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const PATIENCE: Duration = Duration::from_secs(1);

/// Work under way. Nothing is drawn in the first second, and nothing stays when it is dropped.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    visible: bool,
}

impl Progress {
    /// A bar for `total` steps of `what` (`training`, `solving`).
    pub fn new(what: &'static str, total: u64) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        bar.set_message(what);
        if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:40}] {percent:>3} % ({eta})") {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress {
            bar,
            started: Instant::now(),
            visible: false,
        }
    }

    /// A line for `total` things that are done several at a time: how many are done, and what
    /// [`Progress::say`] says.
    pub fn counting(what: &'static str, total: u64) -> Progress {
        let progress = Progress::new(what, total);
        let template = "{msg}, {pos} of {len} done, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            progress.bar.set_style(style);
        }
        progress
    }

    /// Says something else beside the bar from now on.
    pub fn say(&mut self, what: impl fmt::Display) {
        if self.visible {
            self.bar.set_message(what.to_string());
        }
    }

    /// Says how far the work has come. Cheap, but not free: call it every few thousand steps.
    pub fn reach(&mut self, done: u64) {
        self.bar.set_position(done);
        if !self.visible && self.started.elapsed() > PATIENCE {
            self.visible = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A bar for work that tells how much of how much is done. It goes when the closure is dropped.
pub fn watch(what: &'static str) -> impl FnMut(u64, u64) {
    let mut progress = None;
    move |done, total| {
        let bar = progress.get_or_insert_with(|| Progress::new(what, total));
        bar.reach(done);
    }
}

/// Work of unknown length under way: after a second it says for how long. Ends when dropped.
pub struct Stopwatch {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Stopwatch {
    /// A stopwatch for `what` (`searching`). It runs beside the work, which need not report.
    pub fn new(what: &'static str) -> Stopwatch {
        if !io::stderr().is_terminal() {
            return Stopwatch { running: None };
        }
        let (stop, stopped) = mpsc::channel::<()>();
        let clock = thread::spawn(move || {
            if stopped.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let clock = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
                .with_elapsed(PATIENCE)
                .with_message(what);
            if let Ok(style) = ProgressStyle::with_template("{msg} {elapsed} {spinner}") {
                clock.set_style(style);
            }
            while stopped.recv_timeout(PATIENCE / 10) == Err(RecvTimeoutError::Timeout) {
                clock.tick();
            }
            clock.finish_and_clear();
        });
        Stopwatch {
            running: Some((stop, clock)),
        }
    }
}

impl Drop for Stopwatch {
    /// Waits until the line is wiped, so that nothing is printed into it.
    fn drop(&mut self) {
        if let Some((stop, clock)) = self.running.take() {
            drop(stop);
            let _ = clock.join();
        }
    }
}
