//! The log of a tournament: each game is added whole, so that an interrupted run can go on.
//!
//! A game is written with one call, its moves first, its result last. Whatever follows the last
//! result in a log that was cut short belongs to a game that does not count.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::board::add_move;
use super::record::{Conditions, GameRecord, Line, MoveRecord, Rounds, Spoken};
use crate::journal::{Journal, Tail};
use crate::program::Failure;

/// An open log, and the games in it.
pub(super) struct Book {
    journal: Journal,
    /// What was in it when it was opened.
    pub found: Found,
}

/// What was read from a log.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Every game that was over.
    pub games: Vec<GameRecord>,
    /// The moves of each, in short.
    pub moves: Vec<String>,
    /// Every dialect that was found out.
    pub dialects: Vec<Spoken>,
    /// How many rounds were to be played, if that was worked out.
    pub rounds: Option<u32>,
    /// The length of the part that counts.
    kept: u64,
}

impl Book {
    /// Opens a log: to go on with it, or to begin a new one. An old one is then kept aside as
    /// `*.old`; the answer tells where.
    pub(super) fn open(
        path: &Path,
        rules: Conditions,
        resume: bool,
    ) -> Result<(Book, Option<PathBuf>), Failure> {
        let mut journal = Journal::open(path)?;
        if !journal.hold() {
            return Err(Failure::task(format_args!(
                "another tournament is writing to {}",
                path.display()
            )));
        }
        let (mut found, mut aside) = (Found::default(), None);
        if resume {
            found = read(&mut journal, rules, path)?;
        } else if journal.length()? > 0 {
            let mut old = path.as_os_str().to_owned();
            old.push(".old");
            fs::copy(path, &old).map_err(|error| {
                Failure::task(format_args!(
                    "cannot keep the log {} aside: {error}",
                    path.display()
                ))
            })?;
            aside = Some(old.into());
        }
        journal.cut(found.kept)?;
        let mut book = Book { journal, found };
        if book.found.kept == 0 {
            book.write(&[Line::Tournament(rules)])?;
        }
        Ok((book, aside))
    }

    /// Adds a game that is over.
    pub(super) fn add(&mut self, moves: Vec<MoveRecord>, game: GameRecord) -> Result<(), Failure> {
        let mut lines: Vec<Line> = moves.into_iter().map(Line::Move).collect();
        lines.push(Line::Game(game));
        self.write(&lines)
    }

    /// Adds a dialect that was found out.
    pub(super) fn add_dialect(&mut self, spoken: Spoken) -> Result<(), Failure> {
        self.write(&[Line::Dialect(spoken)])
    }

    /// Adds how many rounds are to be played.
    pub(super) fn add_rounds(&mut self, rounds: u32) -> Result<(), Failure> {
        self.write(&[Line::Rounds(Rounds { rounds })])
    }

    fn write(&mut self, lines: &[Line]) -> Result<(), Failure> {
        let mut text = Vec::new();
        for line in lines {
            serde_json::to_writer(&mut text, line).map_err(io::Error::from)?;
            text.push(b'\n');
        }
        // Nobody else writes, so what has no end is what is left of a write of ours that failed.
        self.journal.append(&text, |_| Ok(Tail::Torn))
    }
}

fn read(journal: &mut Journal, rules: Conditions, path: &Path) -> Result<Found, Failure> {
    let path = path.display();
    let (mut found, mut moves) = (Found::default(), String::new());
    journal.read(|line| {
        if !line.is_whole() {
            return Ok(());
        }
        match serde_json::from_slice(line.bytes) {
            Ok(Line::Tournament(old)) if old == rules => {}
            Ok(Line::Tournament(old)) => {
                return Err(Failure::task(format_args!(
                    "{path} was played with {} resets, initial_max {} and {} seconds: \
                     go on with the same rules, or begin anew without --resume",
                    old.resets, old.initial_max, old.seconds
                )));
            }
            Ok(Line::Move(made)) => {
                add_move(&mut moves, &made);
                return Ok(());
            }
            Ok(Line::Whole(_)) => return Ok(()),
            Ok(Line::Dialect(spoken)) => found.dialects.push(spoken),
            Ok(Line::Rounds(told)) => found.rounds = Some(told.rounds),
            Ok(Line::Game(game)) => {
                found.games.push(game);
                found.moves.push(std::mem::take(&mut moves));
            }
            Err(error) => {
                return Err(Failure::task(format_args!(
                    "{path}, line {}: not a line of a tournament log: {error}",
                    line.number
                )));
            }
        }
        found.kept = line.end;
        Ok(())
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Conditions = Conditions {
        resets: 4,
        initial_max: 3,
        seconds: 60,
    };

    fn a_game(number: usize) -> (Vec<MoveRecord>, GameRecord) {
        let made = MoveRecord {
            game: number,
            turn: 1,
            player: "a".to_owned(),
            seat: 0,
            stones: 3,
            reset: false,
            limit: 3,
            left: 0,
            seconds: 0.25,
            was_won: Some(true),
            threw_away_win: Some(false),
            wasted_reset: Some(false),
        };
        let game = GameRecord {
            game: number,
            round: 1,
            stones: 3,
            first: "a".to_owned(),
            second: "b".to_owned(),
            winner: Some("a".to_owned()),
            reason: "Player a won the game! Congrats!".to_owned(),
            moves: 1,
            seconds: [0.25, 0.0],
            won_positions: [1, 0],
            wins_thrown_away: [0, 0],
            resets_wasted: [0, 0],
            forfeits: Vec::new(),
        };
        (vec![made], game)
    }

    fn write_two(path: &Path) {
        let (mut book, aside) = Book::open(path, RULES, true).expect("opened");
        assert_eq!((book.found.games.len(), aside), (0, None));
        for number in [1, 2] {
            let (moves, game) = a_game(number);
            book.add(moves, game).expect("written");
        }
    }

    #[test]
    fn a_log_cut_anywhere_keeps_every_game_that_was_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.jsonl");
        write_two(&path);
        let whole = fs::read(&path).expect("read");
        let ends: Vec<usize> = (1..=whole.len())
            .filter(|&end| whole[..end].ends_with(b"\"forfeits\":[]}\n"))
            .collect();
        assert_eq!(ends.len(), 2);
        for cut in (0..=whole.len()).filter(|cut| cut % 7 == 0 || ends.contains(cut)) {
            fs::write(&path, &whole[..cut]).expect("cut");
            let (mut book, _) = Book::open(&path, RULES, true).expect("opened");
            let over = ends.iter().filter(|&&end| end <= cut).count();
            assert_eq!(book.found.games.len(), over, "cut at {cut}");
            for number in over + 1..=2 {
                let (moves, game) = a_game(number);
                book.add(moves, game).expect("written");
            }
            assert_eq!(fs::read(&path).expect("read"), whole, "cut at {cut}");
        }
    }

    #[test]
    fn a_new_run_keeps_the_old_log_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.jsonl");
        write_two(&path);
        let old = fs::read(&path).expect("read");
        let (book, aside) = Book::open(&path, RULES, false).expect("opened");
        assert!(book.found.games.is_empty());
        assert_eq!(fs::read(aside.expect("kept")).expect("read"), old);
    }

    #[test]
    fn other_rules_a_foreign_file_and_a_second_run_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.jsonl");
        write_two(&path);
        let other = Conditions { resets: 0, ..RULES };
        let refused = |rules| Book::open(&path, rules, true).err().map(|e| e.to_string());
        assert!(refused(other).is_some_and(|why| why.contains("was played with 4 resets")));
        let book = Book::open(&path, RULES, true).expect("opened");
        assert!(refused(RULES).is_some_and(|why| why.contains("another tournament")));
        drop(book);
        fs::write(&path, "Dear diary\n").expect("written");
        assert!(refused(RULES).is_some_and(|why| why.contains("line 1: not a line")));
    }
}
