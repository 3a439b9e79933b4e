//! Programs that play in words of their own are heard: right ones are called right, and no bug in
//! the rules is called right in any wording.

mod fresh;
mod others;
mod sticks;
mod support;
mod take_stones;
