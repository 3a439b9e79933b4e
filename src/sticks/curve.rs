//! The learning curve: how good an AI was after how many games, drawn as SVG.

use std::fmt::Write as _;

use super::skill::Skill;

/// Points closer together than this ratio of games would lie on top of each other.
const SPACING: f64 = 1.04;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 30.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = HEIGHT - 90.0;

/// The two quantities: what the legend calls them, their colour and the dashes of their line.
const LINES: [(&str, &str, &str); 2] = [
    ("winnable positions right", "#1b62a5", "none"),
    ("mean share of the winning ball", "#c4500c", "7 4"),
];

/// How good an AI was after how many games.
#[derive(Default)]
pub(crate) struct Curve {
    points: Vec<Point>,
}

struct Point {
    games: u64,
    shares: [f64; 2],
}

impl Curve {
    /// Adds what the AI could after `games` games, if it is worth a point of its own or the `last`.
    /// A curve that comes back to no games starts anew.
    pub(crate) fn add(&mut self, games: u64, skill: &Skill, last: bool) {
        if games == 0 {
            self.points.clear();
        }
        let apart =
            (self.points.last()).is_none_or(|point| games as f64 >= point.games as f64 * SPACING);
        if apart || last {
            let right = skill.right as f64 / skill.winnable as f64;
            self.points.push(Point {
                games,
                shares: [right, skill.mean],
            });
        }
    }

    /// The drawing, with the games on a logarithmic axis.
    pub(crate) fn to_svg(&self, title: &str) -> String {
        let games = self.points.last().map_or(0, |point| point.games);
        let axis = LogAxis::up_to(games);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"14\" \
             fill=\"#222\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
        );
        label(&mut svg, LEFT, TOP - 22.0, "start", title);
        draw_grid(&mut svg, &axis);
        for (index, (name, colour, dashes)) in LINES.into_iter().enumerate() {
            let style = format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\""
            );
            // No games have no place on a logarithmic axis: the line starts after the first.
            let places: Vec<String> = (self.points.iter().filter(|point| point.games > 0))
                .map(|point| format!("{:.1},{:.1}", axis.x(point.games), y(point.shares[index])))
                .collect();
            let _ = writeln!(svg, "<polyline points=\"{}\" {style}/>", places.join(" "));
            let (x, y) = (LEFT + 260.0 * index as f64, HEIGHT - 18.0);
            let (end, above) = (x + 36.0, y - 5.0);
            let _ = writeln!(svg, "<path d=\"M{x} {above}H{end}\" {style}/>");
            label(&mut svg, end + 8.0, y, "start", name);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// The axis of games: from 1 to a power of ten.
struct LogAxis {
    decades: u32,
}

impl LogAxis {
    fn up_to(games: u64) -> LogAxis {
        let decades = 1 + games.saturating_sub(1).checked_ilog10().unwrap_or(0);
        LogAxis { decades }
    }

    fn x(&self, games: u64) -> f64 {
        LEFT + (RIGHT - LEFT) * (games as f64).log10() / f64::from(self.decades)
    }
}

fn y(share: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * share
}

fn draw_grid(svg: &mut String, axis: &LogAxis) {
    let mut lines = String::new();
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let _ = write!(lines, "M{LEFT} {:.1}H{RIGHT}", y(share));
        let percent = format!("{} %", 25 * quarter);
        label(svg, LEFT - 8.0, y(share) + 5.0, "end", &percent);
    }
    for decade in 0..=axis.decades {
        let games = 10u64.pow(decade);
        let _ = write!(lines, "M{:.1} {TOP}V{BOTTOM}", axis.x(games));
        label(svg, axis.x(games), BOTTOM + 20.0, "middle", &short(decade));
    }
    let _ = writeln!(svg, "<path d=\"{lines}\" fill=\"none\" stroke=\"#ccc\"/>");
    let middle = (LEFT + RIGHT) / 2.0;
    label(svg, middle, BOTTOM + 42.0, "middle", "games played");
}

/// A power of ten in few letters: `100,000`, `1 M`, `10 G`.
fn short(decade: u32) -> String {
    let unit = ["", " M", " G", " T"][(decade.saturating_sub(3) / 3) as usize % 4];
    let digits = if decade < 6 { decade } else { decade % 3 };
    grouped(10u64.pow(digits)) + unit
}

/// Writes text; `anchor` says which end of it lies at `x`.
fn label(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
    );
}

/// `1,000,000`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let said: Vec<String> = [0, 999, 1_000, 1_234_567].map(grouped).into();
        assert_eq!(said, ["0", "999", "1,000", "1,234,567"]);
    }
    use crate::sticks::hats::Hats;

    fn curve_of(games: &[u64]) -> Curve {
        let skill = Skill::of(&Hats::new(10));
        let mut curve = Curve::default();
        for &played in games {
            curve.add(played, &skill, played == games[games.len() - 1]);
        }
        curve
    }

    fn games_of(curve: &Curve) -> Vec<u64> {
        curve.points.iter().map(|point| point.games).collect()
    }

    #[test]
    fn points_that_would_fall_together_are_left_out_but_the_last_never() {
        let curve = curve_of(&[0, 1, 2, 1000, 1001, 1100, 1101]);
        assert_eq!(games_of(&curve), [0, 1, 2, 1000, 1100, 1101]);
    }

    #[test]
    fn a_fresh_start_forgets_what_came_before() {
        assert_eq!(games_of(&curve_of(&[0, 10, 20, 0, 5])), [0, 5]);
    }

    #[test]
    fn the_axis_ends_at_the_power_of_ten_that_holds_all_games() {
        let decades =
            [0, 1, 2, 10, 11, 100_000, 100_001].map(|games| LogAxis::up_to(games).decades);
        assert_eq!(decades, [1, 1, 1, 1, 2, 5, 6]);
        assert_eq!(LogAxis::up_to(1_000).x(1_000), RIGHT);
    }

    #[test]
    fn powers_of_ten_are_written_short() {
        let written: Vec<String> = [0, 3, 5, 6, 8, 9, 12].map(short).into();
        assert_eq!(
            written,
            ["1", "1,000", "100,000", "1 M", "100 M", "1 G", "1 T"]
        );
    }
}
