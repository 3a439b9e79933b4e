//! Chopsticks with any number of hands and fingers, misère and wrap-around.
