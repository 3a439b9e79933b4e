//! Hats as the handout draws them: a table with a column for each hat.

use super::hats::{Beside, Hats};

/// Tables are folded to fit into this many columns of a terminal.
const WIDTH: usize = 80;

/// A hat with more balls than this shows how many it holds of each number.
const LONGEST_LIST: u64 = 6;

const HEADINGS: [&str; 3] = ["Hat", "Content", "Beside"];

/// The hats, folded into blocks of lines.
pub(crate) fn hats(hats: &Hats) -> String {
    let columns = (hats.numbers()).map(|hat| vec![hat.to_string(), content(hats.balls(hat))]);
    fold(columns)
}

/// The hats at the end of a game, with the balls that still lie beside them.
pub(crate) fn hats_and_beside(hats: &Hats, beside: &[Beside]) -> String {
    let columns = hats.numbers().map(|hat| {
        let mut balls = hats.balls(hat);
        let drawn = beside.iter().find(|drawn| drawn.hat == hat);
        let beside = drawn.map_or(String::new(), |drawn| {
            balls[drawn.ball as usize - 1] -= 1;
            drawn.ball.to_string()
        });
        vec![hat.to_string(), content(balls), beside]
    });
    fold(columns)
}

/// `1,2,2,3`; or `1,2x29,3` for 29 balls numbered 2.
fn content(balls: [u64; 3]) -> String {
    let in_full = balls.iter().sum::<u64>() <= LONGEST_LIST;
    let mut listed = Vec::new();
    for (ball, count) in (1..).zip(balls) {
        match count {
            0 => {}
            1 => listed.push(ball.to_string()),
            _ if in_full => listed.extend((0..count).map(|_| ball.to_string())),
            _ => listed.push(format!("{ball}x{count}")),
        }
    }
    listed.join(",")
}

/// Sets columns side by side, as many as fit into a block of lines, and the blocks one below another.
fn fold(columns: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = String::new();
    let mut block: Vec<String> = Vec::new();
    for column in columns {
        let width = column.iter().map(String::len).max().unwrap_or(0);
        if (block.first()).is_none_or(|line| line.len() + 2 + width > WIDTH) {
            finish(&block, &mut text);
            let headings = HEADINGS.iter().take(column.len());
            block = headings.map(|heading| format!("{heading:7}")).collect();
        }
        for (line, cell) in block.iter_mut().zip(column) {
            line.push_str(&format!("  {cell:width$}"));
        }
    }
    finish(&block, &mut text);
    text
}

fn finish(block: &[String], text: &mut String) {
    if !text.is_empty() {
        text.push('\n');
    }
    for line in block {
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: [Beside; 2] = [Beside { hat: 7, ball: 2 }, Beside { hat: 4, ball: 3 }];

    #[test]
    fn the_tables_of_the_handout() {
        let mut ten = Hats::new(10);
        assert_eq!(
            hats(&ten),
            "Hat      1      2      3      4      5      6      7      8      9      10\n\
             Content  1,2,3  1,2,3  1,2,3  1,2,3  1,2,3  1,2,3  1,2,3  1,2,3  1,2,3  1,2,3\n"
        );
        assert_eq!(
            hats_and_beside(&ten, &DRAWN),
            "Hat      1      2      3      4    5      6      7    8      9      10\n\
             Content  1,2,3  1,2,3  1,2,3  1,2  1,2,3  1,2,3  1,3  1,2,3  1,2,3  1,2,3\n\
             Beside                        3                  2\n"
        );
        ten.learn(&DRAWN, true);
        assert_eq!(
            hats(&ten),
            "Hat      1      2      3      4        5      6      7        8      9\n\
             Content  1,2,3  1,2,3  1,2,3  1,2,3,3  1,2,3  1,2,3  1,2,2,3  1,2,3  1,2,3\n\
             \n\
             Hat      10\n\
             Content  1,2,3\n"
        );
    }

    #[test]
    fn many_balls_are_counted() {
        assert_eq!(content([2, 2, 2]), "1,1,2,2,3,3");
        assert_eq!(content([1, 29, 2]), "1,2x29,3x2");
        assert_eq!(content([0, 29, 1]), "2x29,3");
    }

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        let hats_of_many = Hats::with_balls((1..=100).map(|n| [n * n, 1, 1 << n.min(50)]));
        assert!(hats(&hats_of_many).lines().all(|line| line.len() <= WIDTH));
    }
}
