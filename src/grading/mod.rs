//! Grading anyone's program against fixtures and referees.

pub mod referees;
