//! What the seal adds to the start of a program: the same program, sealed and not sealed, by turns.

use std::process::Stdio;
use std::time::{Duration, Instant};

use sticks_and_stones::process::{Ending, Program, Seal};

const ROUNDS: usize = 300;

fn main() {
    println!("{}", Seal::promise());
    let folder = tempfile::tempdir().expect("a folder");
    let plain = Program::new("/bin/true").folder(folder.path());
    let sealed = plain.clone().seal(Seal::default());
    let times = (0..ROUNDS).map(|_| [run(&plain), run(&sealed)]);
    let times: Vec<[Duration; 2]> = times.collect();
    let [plain, sealed] = [0, 1].map(|which| {
        let mut times: Vec<Duration> = times.iter().map(|pair| pair[which]).collect();
        times.sort();
        times[0]
    });
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    println!("start to end of /bin/true, the best of {ROUNDS}");
    println!("  not sealed  {:>6.0} µs", micros(plain));
    println!("  sealed      {:>6.0} µs", micros(sealed));
    println!(
        "  the seal    {:>6.0} µs, {:.1}x",
        micros(sealed.saturating_sub(plain)),
        sealed.as_secs_f64() / plain.as_secs_f64()
    );
}

fn run(program: &Program) -> Duration {
    let started = Instant::now();
    let tree = program.start(Stdio::null(), Stdio::null(), Stdio::null());
    let mut tree = tree.expect("it starts");
    while tree.ending().is_none() {
        std::thread::sleep(Duration::from_micros(20));
    }
    let time = started.elapsed();
    assert_eq!(tree.end(), Ending::Exited(0));
    time
}
