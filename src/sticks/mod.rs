//! The Game of Sticks, and an AI that learns it with balls in hats.
