//! The page of `arcade` in a real browser.
