//! Expanding Nim: the rules, the perfect bot, and the class tournament over TCP.

pub mod analyse;
pub mod best;
pub mod bot;
pub mod client;
pub mod connection;
pub mod decoder;
pub mod game_log;
pub mod join;
mod lanes;
pub mod lobby;
pub mod names;
pub mod position;
pub mod protocol;
pub mod serve;
pub mod server;
pub mod server_message;
pub mod solver;
pub mod table;
pub mod tournament;
mod unread;
