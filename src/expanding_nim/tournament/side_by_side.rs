//! Work on many things, several at a time: more than the processors can do while they have nothing to do.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How many things are worked on at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lanes {
    /// So many in any case.
    pub sure: usize,
    /// So many if the processors are idle.
    pub most: usize,
}

/// One thing more is begun if the processors were idle for half of this time.
const LOOK: Duration = Duration::from_millis(200);

/// Works on everything in order, until `work` says no.
pub(super) fn side_by_side<T: Sync>(lanes: Lanes, things: &[T], work: impl Fn(&T) -> bool + Sync) {
    let (next, look) = (AtomicUsize::new(0), Mutex::new(()));
    let work_on = |is_sure: bool| {
        while is_sure || waits_for_idle(&look, || next.load(Ordering::Relaxed) >= things.len()) {
            let thing = things.get(next.fetch_add(1, Ordering::Relaxed));
            if !thing.is_some_and(&work) {
                // Who waits for idle processors is not to begin anything either.
                next.fetch_max(things.len(), Ordering::Relaxed);
                return;
            }
        }
    };
    thread::scope(|scope| {
        for lane in 1..lanes.most.min(things.len()) {
            let work_on = &work_on;
            // On a machine without a thread to spare fewer are worked on at the same time.
            let _ = thread::Builder::new().spawn_scoped(scope, move || work_on(lane < lanes.sure));
        }
        work_on(true);
    });
}

/// Waits until the processors are idle, and lets one caller after another go on; false once all is `done`,
/// or if nobody knows how busy they are.
fn waits_for_idle(look: &Mutex<()>, done: impl Fn() -> bool) -> bool {
    let _alone = look.lock().unwrap_or_else(PoisonError::into_inner);
    while let (false, Some(before)) = (done(), ticks()) {
        thread::sleep(LOOK);
        let Some(after) = ticks() else { break };
        let [idle, all] = [0, 1].map(|which| after[which].saturating_sub(before[which]));
        if 2 * idle > all {
            return !done();
        }
    }
    false
}

/// The time that all processors were idle, and all their time, in the ticks of `/proc/stat` (proc(5)).
fn ticks() -> Option<[u64; 2]> {
    let text = fs::read_to_string("/proc/stat").ok()?;
    let numbers = text.lines().next()?.strip_prefix("cpu ")?;
    let numbers = numbers.split_whitespace().map(str::parse);
    // User, nice, system, idle, waiting for disks, interrupts of two kinds, stolen; what follows is part of those.
    let numbers: Vec<u64> = numbers.take(8).collect::<Result<_, _>>().ok()?;
    Some([numbers.get(3)? + numbers.get(4)?, numbers.iter().sum()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_worked_on_once_and_in_order_by_each() {
        let things: Vec<usize> = (0..100).collect();
        let done = Mutex::new(Vec::new());
        let lanes = Lanes { sure: 3, most: 6 };
        side_by_side(lanes, &things, |&thing| {
            done.lock().expect("held by nobody").push(thing);
            true
        });
        let mut done = done.into_inner().expect("held by nobody");
        done.sort_unstable();
        assert_eq!(done, things);
    }

    #[test]
    fn nothing_more_is_begun_after_a_no() {
        let count = AtomicUsize::new(0);
        let lanes = Lanes { sure: 1, most: 4 };
        side_by_side(lanes, &[(); 100], |()| {
            count.fetch_add(1, Ordering::Relaxed) < 2
        });
        assert!(count.into_inner() <= 3 + 3, "each that was under way");
    }
}
