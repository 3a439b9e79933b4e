//! Every clever solver against one that knows nothing but the rules, on boards small enough for it;
//! and random games through every rule set.

mod chopsticks;
mod expanding_nim;
mod knowledge;
mod solver;
mod sticks;
mod take_stones;
mod toothpicks;
