//! Expanding Nim: the rules, the perfect bot, and the class tournament over TCP.
//!
//! [`position`] has the rules, [`solver`] knows who wins, [`remoteness`] from small piles how soon,
//! [`bot`] plays; [`best`], [`analyse`] and [`table`] talk with people. On the wire, `decoder` finds
//! messages in a stream, [`protocol`] and `server_message` know what they mean, `connection` sends
//! them at the `pace` of old clients, of whom the `census` knows what they have read; `lobby` seats whoever comes, `server` plays the game, [`client`]
//! joins one. `habits` tell which dialect a client speaks. [`tournament`] runs servers and bots by the hundred, [`replay`] tells their games.

pub mod analyse;
pub mod best;
pub mod bot;
#[cfg_attr(not(target_os = "linux"), path = "no_census.rs")]
pub(crate) mod census;
pub mod client;
pub(crate) mod connection;
pub(crate) mod decoder;
pub(crate) mod game_log;
pub(crate) mod habits;
pub mod join;
mod lanes;
pub(crate) mod lobby;
pub(crate) mod names;
pub(crate) mod pace;
pub mod position;
pub mod protocol;
mod regulars;
pub mod remoteness;
pub mod replay;
pub mod serve;
pub(crate) mod server;
pub(crate) mod server_message;
pub mod solver;
pub mod table;
pub mod tournament;
mod unread;
