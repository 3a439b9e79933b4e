//! The hands as a person sees them: a stroke for each finger that is up.

use super::notation::side;
use super::position::Position;
use crate::game::{Game, Player};
use crate::picture::{GONE, MARKED, painted};

/// More fingers than this are told better by their number.
const MOST: usize = 10;

/// The columns before the first hand.
const MARGIN: usize = 7;

/// No row has more hands, so that rows are easy to count.
const A_ROW: usize = 5;

/// No picture has more hands of a side.
const MOST_HANDS: usize = 30;

/// A line for each side, `> Left   1 |....  2 ||||.  3 out`; the arrow is before the side to move. Many hands
/// go on below.
pub(super) fn picture(position: &Position, columns: usize) -> String {
    [Player::First, Player::Second]
        .map(|player| hands(position, player, columns))
        .join("\n")
}

fn hands(position: &Position, player: Player, columns: usize) -> String {
    let moves = player == position.to_move();
    let fingers = position.variant().fingers() as usize;
    let all = position.hands(player);
    let shown = all.len().min(MOST_HANDS);
    let digits = shown.to_string().len();
    let strokes = fingers <= MOST;
    let wide = if strokes {
        fingers
    } else {
        fingers.to_string().len()
    };
    let wide = wide.max("out".len());
    let hand = |(index, &up): (usize, &u32)| {
        let drawn = match strokes {
            true => "|".repeat(up as usize) + &".".repeat(fingers.saturating_sub(up as usize)),
            false => up.to_string(),
        };
        let drawn = match up {
            0 => painted(GONE, format_args!("{:<wide$}", "out")),
            _ if moves => painted(MARKED, format_args!("{drawn:<wide$}")),
            _ => format!("{drawn:<wide$}"),
        };
        format!("  {:>digits$} {drawn}", index + 1)
    };
    let cells: Vec<String> = all[..shown].iter().enumerate().map(hand).collect();
    let cell = "   ".len() + digits + wide;
    let a_row = (columns.saturating_sub(MARGIN + 1) / cell).clamp(1, A_ROW);
    let mut rows: Vec<String> = cells.chunks(a_row).map(<[String]>::concat).collect();
    if shown < all.len() {
        rows.push(format!("  ... and {} more hands", all.len() - shown));
    }
    let arrow = if moves { ">" } else { " " };
    format!("{arrow} {:<5}{}", side(player), rows.join("\n       "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chopsticks::Variant;

    fn plain(variant: Variant, text: &str) -> String {
        let position = Position::read(variant, text).expect("a position");
        let picture = picture(&position, 80);
        let plain = anstream::adapter::strip_str(&picture).to_string();
        let lines: Vec<&str> = plain.lines().map(str::trim_end).collect();
        lines.join("\n")
    }

    #[test]
    fn fingers_are_strokes_and_the_mover_has_the_arrow() {
        assert_eq!(
            plain(Variant::default(), "(L 0 4 1 0 1 1)"),
            "> Left   1 out    2 ||||.  3 |....\n  Right  1 out    2 |....  3 |....",
        );
        assert!(plain(Variant::default(), "(R 0 4 1 0 1 1)").contains("\n> Right"));
    }

    #[test]
    fn many_hands_go_on_below_and_fit_into_a_usual_window() {
        let variant = Variant::new(12, 10, false, false).expect("a game");
        let start = Position::start(variant);
        let narrow = picture(&start, 40);
        let narrow = anstream::adapter::strip_str(&narrow).to_string();
        assert!(narrow.lines().all(|line| line.len() < 40), "{narrow}");
        let picture = picture(&start, 80);
        let plain = anstream::adapter::strip_str(&picture).to_string();
        assert!(plain.lines().all(|line| line.len() < 80), "{plain}");
        assert_eq!(plain.matches("|.........").count(), 24, "{plain}");
        let below = "\n          5 |.........";
        assert!(plain.contains(below), "{plain}");
        let variant = Variant::new(1000, 5, false, false).expect("a game");
        let large = super::picture(&Position::start(variant), 80);
        assert!(
            large.ends_with("\n         ... and 970 more hands"),
            "{large}"
        );
        // Whoever moves is painted, in figures too.
        let variant = Variant::new(2, 42, false, false).expect("a game");
        assert!(super::picture(&Position::start(variant), 80).contains("\u{1b}["));
    }

    #[test]
    fn too_many_fingers_are_a_number() {
        let variant = Variant::new(1, 99, false, false).expect("a game");
        assert_eq!(plain(variant, "(L 42 7)"), "> Left   1 42\n  Right  1 7");
    }
}
