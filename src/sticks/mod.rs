//! The Game of Sticks, and an AI that learns it with balls in hats.
//!
//! [`table`] holds the conversation, and [`report`] does what `sticks train` asks for. Both have hats
//! trained ([`training`]), kept in a file ([`memory`]) and drawn as tables (`show`); the report also
//! tells how good they are (`skill`) and how they became so (`curve`). All these stand on the
//! [`hats`]; who may do what and who wins is in the [`rules`].

pub(crate) mod curve;
pub mod hats;
pub mod memory;
pub mod report;
pub mod rules;
pub(crate) mod show;
pub(crate) mod skill;
pub mod table;
pub mod training;
