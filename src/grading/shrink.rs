//! The first fresh case that fails, made smaller until nothing smaller fails: that is the one to look
//! at.

use std::time::{Duration, Instant};

use super::grade::{Graded, Status};
use super::task::Task;

/// Looking for a smaller case ends after so many runs of the program, or so much time.
const MOST_RUNS: usize = 100;
const LONGEST: Duration = Duration::from_secs(20);

/// Puts the smallest case that fails in the place of the first that does. Its points stay.
pub(super) fn first_failure(
    tasks: &[Task],
    graded: &mut [Graded],
    grade: impl Fn(&Task) -> Graded,
) {
    let fails = |graded: &Graded| graded.status == Status::Fail;
    let Some((task, first)) = tasks.iter().zip(graded).find(|(_, graded)| fails(graded)) else {
        return;
    };
    let Some(made) = task.case.fresh else { return };
    if first.hidden && !made.released {
        return;
    }
    let started = Instant::now();
    let mut runs = 0;
    let mut task = task.clone();
    task.case.fixture.hidden = false;
    let mut smallest = match first.hidden {
        true => grade(&task),
        false => first.clone(),
    };
    let mut made_smaller = false;
    'smaller: loop {
        for fixture in made.maker.smaller(&task.case.fixture) {
            if runs == MOST_RUNS || started.elapsed() > LONGEST {
                break 'smaller;
            }
            runs += 1;
            let mut candidate = task.clone();
            candidate.case.fixture = fixture;
            let graded = grade(&candidate);
            if fails(&graded) {
                (task, smallest, made_smaller) = (candidate, graded, true);
                continue 'smaller;
            }
        }
        break;
    }
    let small = if made_smaller { " (made smaller)" } else { "" };
    *first = Graded {
        name: format!("{}{small}", first.name),
        score: first.score,
        max_score: first.max_score,
        made_smaller: true,
        judged: first.judged.take(),
        judged_smaller: smallest.judged.take(),
        ..smallest
    };
}
