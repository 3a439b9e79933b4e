//! Who makes cases that are in no file.

use super::fixture::Fixture;
use crate::random::Dice;

/// Makes cases of one assignment.
pub trait Maker: Sync {
    /// So many cases, spread evenly over all kinds there are, that had better not be among the known
    /// ones; of a part, if there are parts.
    fn make(
        &self,
        count: usize,
        part: Option<u32>,
        known: &[Fixture],
        dice: &mut Dice,
    ) -> Vec<Fixture>;

    /// Smaller cases that may fail for the same reason, the smallest first.
    fn smaller(&self, case: &Fixture) -> Vec<Fixture>;
}

/// What a case remembers of being fresh.
#[derive(Clone, Copy)]
pub struct Made {
    /// Who made it.
    pub maker: &'static dyn Maker,
    /// Whether it may be shown, made as small as it gets, though it is hidden.
    pub released: bool,
}
