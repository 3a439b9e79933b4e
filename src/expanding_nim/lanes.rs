//! The words that the solver's table is made of: one bit for each pair of reset counts.

/// One bit for each pair of reset counts, the mover's times 8 plus the opponent's.
pub(super) type Lanes = u64;

/// The union of the last `width` entries pushed, in amortised constant time (van Herk's method).
///
/// Entries come in blocks of `width`. From the place `at` on, `block` holds the unions of the
/// previous block from there to its end; before it, this block's entries, whose union is `recent`.
pub(super) struct Window {
    block: Vec<Lanes>,
    at: usize,
    recent: Lanes,
}

impl Window {
    /// No entries yet, which counts as empty ones. `width` is at least 1.
    pub(super) fn new(width: usize) -> Window {
        Window {
            block: vec![0; width],
            at: 0,
            recent: 0,
        }
    }

    /// The union.
    #[inline]
    pub(super) fn any(&self) -> Lanes {
        self.recent | self.block[self.at]
    }

    /// One more entry; the oldest drops out.
    #[inline]
    pub(super) fn push(&mut self, lanes: Lanes) {
        self.block[self.at] = lanes;
        self.recent |= lanes;
        self.at += 1;
        if self.at == self.block.len() {
            for i in (1..self.at).rev() {
                self.block[i - 1] |= self.block[i];
            }
            self.at = 0;
            self.recent = 0;
        }
    }
}

/// Changes sides: bit `8a + b` becomes bit `8b + a`.
///
/// Swaps across the diagonal in each 2 by 2 square, then in squares of squares, then in the whole
/// (Warren, Hacker's Delight, 7-3).
#[inline]
pub(super) fn transpose(lanes: Lanes) -> Lanes {
    let mut x = lanes;
    for (shift, mask) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let swap = (x ^ x >> shift) & mask;
        x ^= swap ^ swap << shift;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changing_sides_twice_changes_nothing() {
        for (own, theirs) in [(0, 0), (1, 0), (0, 7), (3, 5), (7, 7)] {
            let lane: Lanes = 1 << (8 * own + theirs);
            assert_eq!(transpose(lane), 1 << (8 * theirs + own));
            assert_eq!(transpose(transpose(lane)), lane);
        }
    }

    #[test]
    fn a_window_is_the_union_of_the_last_entries_of_its_width() {
        let entries: Vec<Lanes> = (0..20).map(|place| 1 << place).collect();
        for width in 1..=8 {
            let mut window = Window::new(width);
            for end in 0..entries.len() {
                let last = &entries[end.saturating_sub(width)..end];
                assert_eq!(window.any(), last.iter().sum::<Lanes>(), "{width} {end}");
                window.push(entries[end]);
            }
        }
    }
}
