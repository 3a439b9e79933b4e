//! The referee against our own program, and against others that are not so good.

use super::super::rehearsal::rehearse;
use super::*;
use crate::sticks::hats::Hats;
use crate::sticks::memory::Memory;
use crate::sticks::table::Table;

/// The verdict on our own program, whose trained AI has had that many games.
fn judge(
    sitting: Sitting,
    training: u64,
    change: impl FnMut(&str) -> String + 'static,
) -> Result<(), String> {
    let table = Table {
        part: sitting.part,
        games: training,
        dice: Dice::new(sitting.seed),
        memory: Memory::default(),
        show_hats: false,
    };
    rehearse(&mut SticksReferee::new(sitting), change, |console| {
        table.play(console)
    })
}

/// The verdict on a program that draws from hats it never changes.
fn judge_fixed(sitting: Sitting, hats: &Hats) -> Result<(), String> {
    let mut dice = Dice::new(sitting.seed + 1000);
    rehearse(&mut SticksReferee::new(sitting), str::to_owned, |console| {
        console.say("Welcome to the game of sticks!")?;
        let prompt = "How many sticks are there on the table initially (10-100)? ";
        let sticks = console.ask(prompt, SIZES)?;
        console.say("Options:\n  Play against a friend (1)\n  Play against the computer (2)")?;
        console.say("  Play against the trained computer (3)")?;
        if console.ask("Which option do you take (1-3)? ", 1..=3)? == 3 {
            console.say("Training AI, please wait...")?;
        }
        loop {
            let mut game = Sticks::new(sticks);
            while game.winner().is_none() {
                console.say(match game.left() {
                    1 => "\nThere is 1 stick on the board.".to_owned(),
                    left => format!("\nThere are {left} sticks on the board."),
                })?;
                let taken = match game.to_move() {
                    Player::First => {
                        console.ask("Player 1: How many sticks do you take (1-3)? ", TAKES)?
                    }
                    Player::Second => hats.draw(game.left(), &mut dice).ball,
                };
                if game.to_move() == Player::Second {
                    console.say(format_args!("AI selects {taken}"))?;
                }
                game = game.play(taken);
            }
            console.say(match game.winner() {
                Some(Player::First) => "AI loses.",
                _ => "You lose.",
            })?;
            if console.ask("Play again (1 = yes, 0 = no)? ", 0..=1)? == 0 {
                return Ok(());
            }
        }
    })
}

const SITTING: Sitting = Sitting {
    part: 3,
    option: 2,
    sticks: 10,
    games: 10,
    seed: 1,
};

#[test]
fn our_own_program_passes_with_every_seed() {
    for seed in 0..200 {
        for part in [2, 3] {
            let sticks = 10 + seed % 91;
            let sitting = Sitting {
                part,
                sticks,
                seed,
                ..SITTING
            };
            assert_eq!(judge(sitting, 0, str::to_owned), Ok(()), "{sitting:?}");
        }
        let sitting = Sitting {
            option: 3,
            seed,
            ..SITTING
        };
        assert_eq!(judge(sitting, 3_000, str::to_owned), Ok(()), "{sitting:?}");
    }
}

#[test]
fn our_own_ai_learns_from_games_against_a_person() {
    for seed in 0..40 {
        let sitting = Sitting {
            games: 600,
            seed,
            ..SITTING
        };
        assert_eq!(judge(sitting, 0, str::to_owned), Ok(()), "{sitting:?}");
    }
}

/// As a program would do that draws from hats nobody ever changes.
#[test]
fn an_ai_that_never_learns_is_found_out() {
    let mut found_out = 0;
    for seed in 0..40 {
        let sitting = Sitting {
            games: 600,
            seed,
            ..SITTING
        };
        found_out += u32::from(judge_fixed(sitting, &Hats::new(10)) != Ok(()));
    }
    assert_eq!(found_out, 40);
}

/// Trains the second of two AIs as a student may: the first one starts every game.
fn trained_as_second(sticks: u64, seed: u64) -> Hats {
    let mut dice = Dice::new(seed);
    let mut pair = [Hats::new(sticks), Hats::new(sticks)];
    for _ in 0..20_000 {
        let mut game = Sticks::new(sticks);
        let mut beside = [Vec::new(), Vec::new()];
        while game.winner().is_none() {
            let mover = usize::from(game.to_move() == Player::Second);
            let drawn = pair[mover].draw(game.left(), &mut dice);
            game = game.play(drawn.ball);
            beside[mover].push(drawn);
        }
        let second_won = game.winner() == Some(Player::Second);
        pair[0].learn(&beside[0], !second_won);
        pair[1].learn(&beside[1], second_won);
    }
    let [_, second] = pair;
    second
}

#[test]
fn an_ai_that_never_starts_in_training_is_trained_well_enough() {
    for seed in 0..20 {
        for sticks in [10, 20] {
            let hats = trained_as_second(sticks, seed);
            let sitting = Sitting {
                option: 3,
                sticks,
                games: 40,
                seed,
                ..SITTING
            };
            assert_eq!(judge_fixed(sitting, &hats), Ok(()), "{sitting:?}");
            let untrained = judge_fixed(sitting, &Hats::new(sticks));
            assert_ne!(untrained, Ok(()), "{sitting:?}");
        }
    }
}

#[test]
fn an_untrained_ai_does_not_pass_for_a_trained_one() {
    let verdict = judge(
        Sitting {
            option: 3,
            ..SITTING
        },
        0,
        str::to_owned,
    );
    assert!(verdict.is_err_and(|why| why.contains("let")));
}

#[test]
fn every_wrong_word_and_number_is_noticed() {
    let faults = [
        ("Welcome", "welcome", "Welcome"),
        ("  Play", " Play", "  Play against a friend"),
        ("AI selects", "AI takes", "AI selects"),
        ("AI selects 2", "AI selects 4", "only 1 to 3"),
        ("AI selects 2", "AI selects two", "expected a number"),
        ("There are 8", "There are 9", "There are 8"),
        ("There is 1 stick ", "There are 1 sticks ", "There is 1"),
        ("Please enter", "Enter", "Please enter"),
        ("You lose", "AI loses", "You lose"),
        ("= no)? ", "= no)? \n", r#"= no)? \n""#),
    ];
    for (right, wrong, reason) in faults {
        let verdict = judge(SITTING, 0, move |said| said.replace(right, wrong));
        let named = verdict.as_ref().is_err_and(|why| why.contains(reason));
        assert!(named, "{wrong}: {verdict:?}");
    }
}

#[test]
fn a_program_that_says_more_after_the_end_fails() {
    let mut questions = 0;
    let verdict = judge(SITTING, 0, move |said| {
        let after_all = questions == 10;
        questions += said.matches("Play again").count();
        format!("{said}{}", if after_all { "Bye\n" } else { "" })
    });
    assert!(
        verdict.as_ref().is_err_and(|why| why.contains("Bye")),
        "{verdict:?}"
    );
}
