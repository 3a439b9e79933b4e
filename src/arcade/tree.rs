//! The alpha-beta search of Take Stones as the page draws it: every node with its window, its value and the
//! sentence why it stopped.

use serde::Serialize;
use serde_json::json;

use super::games::{Query, short};
use super::page;
use super::server::Refused;
use crate::game::{Game, Player};
use crate::take_stones::plain::{self, Step};
use crate::take_stones::{Board, Outcome, Stone, search};

/// The most nodes of a tree on the page.
pub const MOST_NODES: u64 = 50_000;

/// Boards above this are not searched here.
const MOST_STONES: u64 = 200;

/// The memory of the search that counts the nodes before they are drawn.
const TABLE: usize = 1 << 22;

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
    stones: Stone,
    taken: Vec<u64>,
    depth: u64,
    /// The six lines, label and number.
    lines: Vec<(String, String)>,
    nodes: Vec<Node>,
}

impl Tree {
    /// The tree of `?stones=10&taken=4,2,6&depth=4`.
    pub fn read(query: &Query) -> Result<Tree, Refused> {
        let number = |name: &str, usual: u64| match query.get(name) {
            None => Ok(usual),
            Some(text) => text
                .parse()
                .map_err(|_| Refused::bad(format_args!("`{name}` cannot be {}", short(text)))),
        };
        let (stones, depth) = (number("stones", 10)?, number("depth", 4)?);
        if stones > MOST_STONES {
            return Err(Refused::too_much(format_args!(
                "{stones} stones are too many: {MOST_STONES} at most"
            )));
        }
        let list = query
            .get("taken")
            .unwrap_or_default()
            .split(',')
            .filter(|text| !text.is_empty());
        let taken: Result<Vec<u64>, _> = list
            .map(|text| {
                text.trim()
                    .parse()
                    .map_err(|_| Refused::bad(format_args!("{} is no stone", short(text))))
            })
            .collect();
        let taken = taken?;
        let board = Board::after(stones, &taken).map_err(Refused::bad)?;
        if board.moves().is_empty() {
            return Err(Refused::bad("the game is over: there is nothing to search"));
        }
        let nodes = count(&board, depth)?;
        if nodes > MOST_NODES {
            return Err(Refused::too_much(format_args!(
                "this tree has {nodes} nodes or more, and {MOST_NODES} can be drawn: search less deep"
            )));
        }
        Ok(Tree::of(&board, &taken, depth))
    }

    /// The whole tree. Know its size before.
    pub fn of(board: &Board, taken: &[u64], depth: u64) -> Tree {
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
            stones: board.stones(),
            taken: taken.to_vec(),
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

fn lines(outcome: &Outcome) -> Vec<(String, String)> {
    let text = outcome.to_string();
    let pairs = text.lines().filter_map(|line| line.split_once(": "));
    pairs
        .map(|(label, number)| (label.to_owned(), number.to_owned()))
        .collect()
}

/// How many nodes the search visits, or as many as the first depth that has too many: deeper and deeper, so
/// that the count never costs much more than the tree it refuses.
fn count(board: &Board, depth: u64) -> Result<u64, Refused> {
    let deepest = if depth == 0 {
        u64::from(board.stones())
    } else {
        depth
    };
    let mut nodes = 0;
    for depth in 1..=deepest {
        let outcome = search::search(board, depth, TABLE).map_err(Refused::too_much)?;
        nodes = outcome.visited;
        if nodes > MOST_NODES || outcome.deepest < depth {
            break;
        }
    }
    Ok(nodes)
}
