//! Take Stones: alpha-beta search with exact statistics, and perfect play.
