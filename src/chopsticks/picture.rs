//! The hands as a person sees them: a stroke for each finger that is up.

use super::notation::side;
use super::position::Position;
use crate::game::{Game, Player};
use crate::picture::{GONE, MARKED, painted};

/// More hands or fingers than this are told better by their numbers.
const MOST: usize = 10;

/// Two lines, `> Left   1 |....   2 ||||.   3 out`; the arrow is before the side to move.
pub(super) fn picture(position: &Position) -> String {
    [Player::First, Player::Second]
        .map(|player| hands(position, player))
        .join("\n")
}

fn hands(position: &Position, player: Player) -> String {
    let moves = player == position.to_move();
    let fingers = position.rules().fingers() as usize;
    let all = position.hands(player);
    let hand = |(index, &shown): (usize, &u32)| {
        let drawn = match shown as usize {
            0 => painted(
                GONE,
                format_args!("{:<w$}", "out", w = fingers.clamp(3, MOST)),
            ),
            shown if fingers <= MOST => {
                let up = "|".repeat(shown);
                let down = ".".repeat(fingers - shown);
                let hand = format!("{:<3}", format!("{up}{down}"));
                match moves {
                    true => painted(MARKED, hand),
                    false => hand,
                }
            }
            shown => format!("{shown:<w$}", w = MOST),
        };
        format!("  {} {drawn}", index + 1)
    };
    let drawn: String = all.iter().enumerate().take(MOST).map(hand).collect();
    let more = match all.len() > MOST {
        true => format!("  ... and {} more hands", all.len() - MOST),
        false => String::new(),
    };
    let arrow = if moves { ">" } else { " " };
    format!("{arrow} {:<5}{drawn}{more}", side(player))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chopsticks::Rules;

    fn plain(rules: Rules, text: &str) -> String {
        let position = Position::read(rules, text).expect("a position");
        let picture = picture(&position);
        let plain = anstream::adapter::strip_str(&picture).to_string();
        let lines: Vec<&str> = plain.lines().map(str::trim_end).collect();
        lines.join("\n")
    }

    #[test]
    fn fingers_are_strokes_and_the_mover_has_the_arrow() {
        assert_eq!(
            plain(Rules::default(), "(L 0 4 1 0 1 1)"),
            "> Left   1 out    2 ||||.  3 |....\n  Right  1 out    2 |....  3 |....",
        );
        assert!(plain(Rules::default(), "(R 0 4 1 0 1 1)").contains("\n> Right"));
    }

    #[test]
    fn too_many_fingers_are_a_number() {
        let rules = Rules::new(1, 99, false, false).expect("a game");
        assert_eq!(plain(rules, "(L 42 7)"), "> Left   1 42\n  Right  1 7");
    }
}
