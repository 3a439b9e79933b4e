//! The Game of Sticks, and an AI that learns it with balls in hats.
//!
//! [`table`] holds the conversation and [`report`] what `sticks train` prints; both stand on
//! [`training`], that on [`hats`], and the hats on the [`rules`].

pub mod curve;
pub mod hats;
pub mod memory;
pub mod report;
pub mod rules;
pub mod show;
pub mod skill;
pub mod table;
pub mod training;
