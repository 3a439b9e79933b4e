//! The alpha-beta search of Take Stones as the page draws it: every node with its window, its value and the
//! sentence why it stopped.

use serde::Serialize;
use serde_json::json;

use super::games::table::Play;
use super::games::{Field, Query, Show, short, take_stones};
use super::page;
use super::server::Refused;
use crate::game::{Game, Player};
use crate::take_stones::plain::{self, Step};
use crate::take_stones::{Board, Outcome, Stone};

/// The most nodes of a tree on the page.
pub const MOST_NODES: u64 = 50_000;

/// So many nodes of a tree that is not drawn are counted, to say how large it is.
const MOST_COUNTED: u64 = 1_000_000;

/// How deep is searched, 0 to the end.
const DEPTH: Field = Field::number("depth", "depth", 0, 200, 4);

/// What can be asked about a tree, beside a position.
const WORDS: [&str; 2] = [DEPTH.name, "taken"];

/// A node; the list has them in the order of the visits.
#[derive(Serialize)]
struct Node {
    ply: usize,
    stone: Option<Stone>,
    max: bool,
    alpha: String,
    beta: String,
    value: String,
    /// When it was left: how many nodes had been visited by then.
    left: usize,
    leaf: bool,
    cut: Option<String>,
}

/// A search and all its nodes.
#[derive(Serialize)]
pub struct Tree {
    position: String,
    depth: u64,
    /// The six lines, label and number.
    lines: Vec<(String, String)>,
    nodes: Vec<Node>,
}

impl Tree {
    /// The tree of `?stones=10&taken=4,2,6&depth=4`, or of the position that the page shows.
    pub fn read(query: &Query) -> Result<Tree, Refused> {
        let depth = query.answer(&DEPTH).map_err(Refused::bad)?;
        let board = match query.get("taken") {
            Some(taken) => opened(query, taken),
            None => Play::<take_stones::Show>::read(query, &WORDS).map(|play| play.now().clone()),
        };
        let board = board.map_err(Refused::bad)?;
        if board.moves().is_empty() {
            return Err(Refused::bad("the game is over: there is nothing to search"));
        }
        if plain::exceeds(MOST_NODES, &board, depth) {
            return Err(Refused::too_much(too_large(&board, depth)));
        }
        Ok(Tree::of(&board, depth))
    }

    /// The whole tree. Know its size before.
    pub fn of(board: &Board, depth: u64) -> Tree {
        let mut nodes: Vec<Node> = Vec::new();
        let mut path: Vec<usize> = Vec::new();
        let outcome = plain::search(board, depth, |step| match step {
            Step::Enter { stone, alpha, beta } => {
                let ply = path.len();
                path.push(nodes.len());
                nodes.push(Node {
                    ply,
                    stone,
                    max: (board.to_move() == Player::First) == ply.is_multiple_of(2),
                    alpha: alpha.to_string(),
                    beta: beta.to_string(),
                    value: String::new(),
                    left: 0,
                    leaf: true,
                    cut: None,
                });
            }
            Step::Leave { value, pruned } => {
                let visited = nodes.len();
                let Some(index) = path.pop() else { return };
                let node = &mut nodes[index];
                (node.value, node.left, node.leaf) =
                    (value.to_string(), visited, visited == index + 1);
                node.cut = pruned.then(|| match node.max {
                    true => format!("{value} >= beta {}", node.beta),
                    false => format!("{value} <= alpha {}", node.alpha),
                });
            }
        });
        Tree {
            position: board.to_string(),
            depth,
            lines: lines(&outcome),
            nodes,
        }
    }

    /// The tree as one page that stands alone.
    pub fn to_html(&self) -> String {
        page::standalone(&json!(self).to_string())
    }
}

/// How large a tree is that is not drawn, and which would be.
fn too_large(board: &Board, depth: u64) -> String {
    let size = match plain::nodes(MOST_COUNTED, board, depth) {
        Some(nodes) => nodes.to_string(),
        None => format!("more than {MOST_COUNTED}"),
    };
    let sizes = (1..).map_while(|plies| plain::nodes(MOST_NODES, board, plies));
    let fits = (1..).zip(sizes).last();
    let instead = fits.map_or_else(String::new, |(plies, nodes)| {
        let plural = if plies == 1 { "ply" } else { "plies" };
        format!(": {plies} {plural} deep it has {nodes}")
    });
    format!("this tree has {size} nodes, and at most {MOST_NODES} are drawn{instead}")
}

/// The board after a list of stones, which the rule for openings does not bind.
fn opened(query: &Query, taken: &str) -> Result<Board, String> {
    query.knows(take_stones::Show::FIELDS, &WORDS)?;
    let variant = query.variant(take_stones::Show::FIELDS)?;
    let stones = taken.split(',').map(str::trim);
    let stones = stones.filter(|text| !text.is_empty());
    let stones: Result<Vec<u64>, String> = stones
        .map(|text| {
            text.parse()
                .map_err(|_| format!("{} is no stone", short(text)))
        })
        .collect();
    Board::after(variant[0], &stones?).map_err(|bad| bad.to_string())
}

fn lines(outcome: &Outcome) -> Vec<(String, String)> {
    let text = outcome.to_string();
    let pairs = text.lines().filter_map(|line| line.split_once(": "));
    pairs
        .map(|(label, number)| (label.to_owned(), number.to_owned()))
        .collect()
}
