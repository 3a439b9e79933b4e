//! What is written down about a tournament, one JSON object a line.

use serde::{Deserialize, Serialize};

use crate::expanding_nim::protocol::Dialect;

/// A line of the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Line {
    /// The first line: the rules.
    Tournament(Conditions),
    /// Which dialect was found out for a bot.
    Dialect(Spoken),
    /// How many rounds fit into the time.
    Rounds(Rounds),
    /// A move of the game whose line follows.
    Move(MoveRecord),
    /// A game that is over, after all its moves.
    Game(GameRecord),
    /// A game that stands alone: not in a log, but exported from one.
    Whole(WholeGame),
}

/// What all games of a log have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Conditions {
    /// Resets of each player.
    pub resets: u32,
    /// What may always be taken.
    pub initial_max: u32,
    /// Each player's clock.
    pub seconds: u64,
}

/// What a bot takes `current_max` for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Spoken {
    /// The bot.
    pub bot: String,
    /// Its dialect.
    pub dialect: Dialect,
}

/// How many rounds are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Rounds {
    /// So many.
    pub rounds: u32,
}

/// One move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The number of the game.
    pub game: usize,
    /// The number of the move in it, from 1.
    pub turn: usize,
    /// Who moved.
    pub player: String,
    /// 0 for the first player, 1 for the second.
    pub seat: usize,
    /// How many stones were asked for.
    pub stones: i64,
    /// With a reset.
    pub reset: bool,
    /// How many were allowed.
    pub limit: u32,
    /// Stones left after the move.
    pub left: u32,
    /// How long it took.
    pub seconds: f64,
    /// Whether the position was won before the move; `null` if the pile is too large to say.
    #[serde(default)]
    pub was_won: Option<bool>,
    /// Whether the position was won, and no longer is; `null` if the pile is too large to say.
    pub threw_away_win: Option<bool>,
    /// Whether a reset was used, and the position would have been worth the same without it.
    #[serde(default)]
    pub wasted_reset: Option<bool>,
}

/// One game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 1.
    pub game: usize,
    /// Which time round.
    pub round: u32,
    /// Stones at the start.
    pub stones: u32,
    /// Who moved first.
    pub first: String,
    /// Who moved second.
    pub second: String,
    /// Who won; nobody if neither could be started.
    pub winner: Option<String>,
    /// How it ended.
    pub reason: String,
    /// Moves made.
    pub moves: usize,
    /// Time used by the first and the second player.
    pub seconds: [f64; 2],
    /// How often each was to move in a won position, also where it then made no move.
    #[serde(default)]
    pub won_positions: [usize; 2],
    /// How often each threw away a won position.
    pub wins_thrown_away: [usize; 2],
    /// How often each used a reset that changed nothing.
    #[serde(default)]
    pub resets_wasted: [usize; 2],
    /// Who lost by breaking a rule or breaking down, and how.
    pub forfeits: Vec<Forfeit>,
}

/// A game with its rules and its moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct WholeGame {
    /// The rules.
    pub rules: Conditions,
    /// The game.
    pub game: GameRecord,
    /// The moves that were made.
    pub made: Vec<MoveRecord>,
}

/// A game lost otherwise than on the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// Who.
    pub player: String,
    /// What it did.
    pub reason: String,
    /// The last lines of its standard error.
    pub stderr: Vec<String>,
}
