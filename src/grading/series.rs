//! A case that a referee decides: several games, each with its own seed.

use std::time::Duration;

use super::grade::{Games, Graded, Status};
use super::play::play;
use super::referee::{Appointment, Referee};
use super::task::{Task, fault};
use super::terms::Terms;
use super::verdict::{Outcome, Verdict};
use super::{again, hear};

/// Plays all games of a case. What is worth points in part is worth the share of the good games.
pub(super) fn grade(task: &Task, appointment: &dyn Appointment, terms: &Terms) -> Graded {
    let mut series = Series::default();
    let per_run = appointment.games_in_a_run();
    let runs = terms.games.div_ceil(per_run);
    for run in 0..runs {
        let seed = terms.seed.wrapping_add(u64::from(run));
        if !series.play(task, terms, appointment.seat(seed), seed) {
            break;
        }
    }
    // What shows only in all games together needs all of them to show again.
    let together = series.look_back(appointment);
    let played = runs * per_run;
    let passed = (series.referees.len() as u32) * per_run + series.before_the_fault;
    let Some((verdict, seed)) = series.fault.or(series.last) else {
        return fault(task, "no game was played");
    };
    let mut graded = Graded::judged(&task.case, verdict);
    let failed = graded.status == Status::Fail;
    if failed {
        graded.score = graded
            .max_score
            .share(f64::from(passed) / f64::from(played));
    }
    graded.time = series.time;
    graded.games = Some(Games {
        passed,
        played,
        seed: failed.then_some(seed),
    });
    if failed && !graded.hidden {
        graded.hint = task.case.fixture.hint.clone();
        let games = match together {
            true => (terms.games, terms.seed),
            false => (1, seed),
        };
        graded.reproduce = Some(again::command(task, terms, Some(games)));
    }
    graded
}

/// Games played so far.
#[derive(Default)]
struct Series {
    /// Those who had nothing to find fault with.
    referees: Vec<Box<dyn Referee>>,
    /// Games that went well in runs that did not.
    before_the_fault: u32,
    /// The first game with a fault, and the last one without, each with its seed.
    fault: Option<(Verdict, u64)>,
    last: Option<(Verdict, u64)>,
    time: Duration,
}

impl Series {
    /// Plays one run of the program; says whether another one is worth its while.
    fn play(
        &mut self,
        task: &Task,
        terms: &Terms,
        mut referee: Box<dyn Referee>,
        seed: u64,
    ) -> bool {
        let (program, allowance) = task.program(terms);
        let exit = task.case.fixture.exit;
        let verdict = play(&program, &mut *referee, exit, terms.lenient, allowance);
        self.time += verdict.elapsed;
        if verdict.passed() {
            self.referees.push(referee);
            self.last = Some((verdict, seed));
            return true;
        }
        // What took all the time it had, or cannot be judged, would only do so again; and who will be
        // heard has shown enough.
        let quick = matches!(
            verdict.outcome,
            Outcome::RuleBroken(_) | Outcome::EndedEarly | Outcome::Crashed(_)
        );
        let quick = quick && hear::listener(task, terms).is_none();
        self.before_the_fault += referee.good_games();
        // What cannot be judged counts for more than what was found before.
        if matches!(
            verdict.outcome,
            Outcome::RefereeFailed(_) | Outcome::Fault(_)
        ) {
            self.fault = None;
        }
        self.fault.get_or_insert((verdict, seed));
        quick
    }

    /// Whether there is fault to find with what shows only in all the games together.
    fn look_back(&mut self, appointment: &dyn Appointment) -> bool {
        if self.fault.is_none()
            && let Err(reason) = appointment.look_back(&self.referees)
            && let Some((mut verdict, seed)) = self.last.take()
        {
            verdict.outcome = Outcome::RuleBroken(reason);
            self.fault = Some((verdict, seed));
            self.referees.clear();
            return true;
        }
        false
    }
}
