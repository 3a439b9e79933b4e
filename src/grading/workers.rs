//! Work for several threads, whose results come in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does the work for all items, `jobs` at a time (as many as there are cores unless told), and tells
/// of each result as soon as all before it are there.
pub(crate) fn each<T: Sync, U: Send>(
    items: &[T],
    jobs: Option<u16>,
    work: impl Fn(&T) -> U + Sync,
    tell: &mut impl FnMut(&U),
) -> Vec<U> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let workers = jobs.map_or_else(cores, usize::from).min(items.len());
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut done = Vec::with_capacity(items.len());
    thread::scope(|scope| {
        let mut hired = 0;
        while workers > 1 && hired < workers {
            let (sender, next, work) = (sender.clone(), &next, &work);
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { return };
                    let _ = sender.send((index, work(item)));
                }
            });
            // A system that has no room for more threads has some for fewer.
            if worker.is_err() {
                break;
            }
            hired += 1;
        }
        drop(sender);
        if hired == 0 {
            for item in items {
                let result = work(item);
                tell(&result);
                done.push(result);
            }
            return;
        }
        let mut early = BTreeMap::new();
        for (index, result) in receiver {
            early.insert(index, result);
            while let Some(result) = early.remove(&done.len()) {
                tell(&result);
                done.push(result);
            }
        }
    });
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..100).collect();
        let mut told = Vec::new();
        let squares = each(&items, Some(7), |n| n * n, &mut |square| told.push(*square));
        assert_eq!(squares, items.iter().map(|n| n * n).collect::<Vec<_>>());
        assert_eq!(told, squares);
        assert!(each(&[0; 0], None, |n| *n, &mut |_| ()).is_empty());
    }
}
