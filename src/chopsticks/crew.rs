//! Work shared among the cores.

use std::sync::Mutex;
use std::thread;

/// How many threads are worth having.
pub(crate) fn size() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does all jobs, each thread taking the next one from the heap; in this thread only if `alone`.
/// Returns the first failure of each thread's, if any.
pub(crate) fn share<J: Send, E: Send>(
    jobs: Vec<J>,
    alone: bool,
    work: impl Fn(J) -> Result<(), E> + Sync,
) -> Result<(), E> {
    if alone || jobs.len() < 2 {
        return jobs.into_iter().try_for_each(work);
    }
    let helpers = size().min(jobs.len()) - 1;
    let heap = Mutex::new(jobs.into_iter());
    let toil = || loop {
        let job = match heap.lock() {
            Ok(mut jobs) => jobs.next(),
            Err(_) => None, // another thread has panicked, and its panic is passed on below
        };
        match job {
            Some(job) => work(job)?,
            None => return Ok(()),
        }
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (0..helpers).map(|_| scope.spawn(toil)).collect();
        helpers.into_iter().fold(toil(), |outcome, helper| {
            let other = helper.join();
            outcome.and(other.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn every_job_is_done_once() {
        for alone in [false, true] {
            let sum = AtomicU64::new(0);
            let done: Result<(), ()> = share((1..=1000).collect(), alone, |job: u64| {
                sum.fetch_add(job, Ordering::Relaxed);
                Ok(())
            });
            assert_eq!((done, sum.into_inner()), (Ok(()), 500_500));
        }
    }

    #[test]
    fn a_failure_is_passed_on() {
        let done = share((0..1000).collect(), false, |job| {
            if job == 700 { Err(job) } else { Ok(()) }
        });
        assert_eq!(done, Err(700));
    }
}
