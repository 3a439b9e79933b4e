//! What words may differ in, and what they are worth: the same for one program and for a class.

use clap::Args;
use sticks_and_stones::program::whole_number;

#[derive(Args)]
pub(crate) struct Words {
    /// Blanks at the ends of lines, \r and blank lines at the very end do not count
    #[arg(long)]
    pub(crate) lenient: bool,
    /// The assignment's bytes or nothing: no points for what is right in other words
    #[arg(long)]
    strict: bool,
    /// How much of the points the words are worth in a program that does the right thing
    #[arg(long, value_name = "PERCENT", default_value_t = 30, conflicts_with = "strict", value_parser = whole_number(0..=100u32))]
    wording: u32,
}

impl Words {
    /// The percentage of the points that the words are worth, if other words earn anything.
    pub(crate) fn worth(&self) -> Option<u32> {
        (!self.strict).then_some(self.wording)
    }
}
