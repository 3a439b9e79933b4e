//! Toothpick Takeaway: the board, its strategies and the history of games.
