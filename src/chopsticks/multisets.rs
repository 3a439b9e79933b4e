//! The hands of a side without their order: every multiset has a number, and the numbers of those
//! that differ from it in one hand are tabled. Pure counting, no rules.

/// All multisets of `hands` values below `values`, numbered from 0.
pub(crate) struct Multisets {
    hands: usize,
    values: usize,
    /// `choose[k][x]` = C(x + k, k + 1): how many multisets of `k + 1` values lie below value `x`.
    choose: Vec<Vec<u64>>,
    /// The number of each multiset by its rank in colexicographic order.
    number: Vec<u32>,
    /// The values of each multiset, ascending, `hands` of them for each number.
    contents: Vec<u32>,
    /// The distinct values of all multisets one after the other...
    kinds: Vec<u32>,
    /// ...where those of each number begin...
    first_kind: Vec<usize>,
    /// ...and for each of them the numbers that replacing one such value leads to.
    replaced: Vec<u32>,
}

/// In which order multisets are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// By the largest value, then the next, and so on.
    Colexicographic,
    /// By the sum of the values, then like the other.
    BySum,
}

/// How many multisets of `hands` values below `values` there are: C(hands + values - 1, hands), as
/// a floating-point number, because it may be beyond any integer type.
pub(crate) fn count(hands: usize, values: u64) -> f64 {
    let (hands, others) = (hands as u64, values - 1);
    let small = hands.min(others);
    let large = hands.max(others);
    // Dividing as we go keeps every intermediate result a binomial coefficient.
    (1..=small).fold(1.0, |product, k| product * (large + k) as f64 / k as f64)
}

impl Multisets {
    /// Numbers all of them. Their [`count`] must fit in 32 bits.
    pub(crate) fn new(hands: usize, values: usize, order: Order) -> Multisets {
        let choose = binomials(hands, values);
        let in_order = all_multisets(hands, values);
        let count = in_order.len() / hands;
        let mut ranks: Vec<u32> = (0..count as u32).collect();
        if order == Order::BySum {
            let sum = |rank: &u32| {
                let at = *rank as usize * hands;
                in_order[at..at + hands].iter().sum::<u32>()
            };
            ranks.sort_by_key(sum);
        }
        let mut number = vec![0; count];
        let mut contents = Vec::with_capacity(in_order.len());
        for (index, &rank) in ranks.iter().enumerate() {
            number[rank as usize] = index as u32;
            let at = rank as usize * hands;
            contents.extend_from_slice(&in_order[at..at + hands]);
        }
        let mut sets = Multisets {
            hands,
            values,
            choose,
            number,
            contents,
            kinds: Vec::new(),
            first_kind: vec![0],
            replaced: Vec::new(),
        };
        sets.table_replacements();
        sets
    }

    fn table_replacements(&mut self) {
        let mut after = vec![0; self.hands];
        for index in 0..self.len() {
            let mut kinds = self.contents(index).to_vec();
            kinds.dedup();
            for &kind in &kinds {
                for value in 0..self.values as u32 {
                    replace(self.contents(index), kind, value, &mut after);
                    self.replaced.push(self.find(&after) as u32);
                }
            }
            self.kinds.extend(kinds);
            self.first_kind.push(self.kinds.len());
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.number.len()
    }

    /// The values of a multiset, ascending.
    pub(crate) fn contents(&self, index: usize) -> &[u32] {
        &self.contents[index * self.hands..(index + 1) * self.hands]
    }

    /// The distinct values of a multiset, ascending, each with the row of replacements: entry `v`
    /// of it is the multiset in which one such value has become `v`.
    pub(crate) fn kinds(&self, index: usize) -> impl Iterator<Item = (u32, &[u32])> {
        let range = self.first_kind[index]..self.first_kind[index + 1];
        let rows = &self.replaced[range.start * self.values..range.end * self.values];
        let kinds = self.kinds[range].iter().copied();
        kinds.zip(rows.chunks_exact(self.values))
    }

    /// The number of the multiset with these values, which must be ascending.
    pub(crate) fn find(&self, ascending: &[u32]) -> usize {
        let terms = ascending.iter().zip(&self.choose);
        let rank: u64 = terms.map(|(&value, below)| below[value as usize]).sum();
        self.number[rank as usize] as usize
    }
}

/// `after` becomes `before` with one `old` made `new`, ascending again.
fn replace(before: &[u32], old: u32, new: u32, after: &mut [u32]) {
    after.copy_from_slice(before);
    if let Ok(mut at) = after.binary_search(&old) {
        after[at] = new;
        while at + 1 < after.len() && after[at] > after[at + 1] {
            after.swap(at, at + 1);
            at += 1;
        }
        while at > 0 && after[at] < after[at - 1] {
            after.swap(at, at - 1);
            at -= 1;
        }
    }
}

fn binomials(hands: usize, values: usize) -> Vec<Vec<u64>> {
    let mut rows: Vec<Vec<u64>> = vec![(0..values as u64).collect()];
    for k in 1..hands {
        // C(x + k, k + 1) is the sum of C(y + k - 1, k) for y up to x.
        let row = rows[k - 1].iter().scan(0, |sum, term| {
            *sum += term;
            Some(*sum)
        });
        let row = row.collect();
        rows.push(row);
    }
    rows
}

/// Every ascending sequence, one after the other, in colexicographic order.
fn all_multisets(hands: usize, values: usize) -> Vec<u32> {
    let mut all = Vec::new();
    let mut current = vec![0u32; hands];
    loop {
        all.extend_from_slice(&current);
        // The first value that may grow without overtaking the next one; those before it restart.
        let grows = (0..hands).find(|&k| {
            let limit = current.get(k + 1).copied().unwrap_or(values as u32 - 1);
            current[k] < limit
        });
        let Some(k) = grows else { return all };
        current[k] += 1;
        current[..k].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_multiset_is_found_under_its_own_number() {
        for (hands, values) in [(1, 1), (1, 7), (2, 5), (3, 6), (5, 4), (6, 1)] {
            for order in [Order::Colexicographic, Order::BySum] {
                let sets = Multisets::new(hands, values, order);
                assert_eq!(sets.len() as f64, count(hands, values as u64));
                for index in 0..sets.len() {
                    assert!(sets.contents(index).is_sorted());
                    assert_eq!(sets.find(sets.contents(index)), index);
                }
            }
        }
    }

    #[test]
    fn replacing_a_value_gives_the_multiset_with_the_other_value() {
        let sets = Multisets::new(3, 4, Order::BySum);
        for index in 0..sets.len() {
            for (kind, row) in sets.kinds(index) {
                for (value, &other) in row.iter().enumerate() {
                    let mut expected = sets.contents(index).to_vec();
                    let at = expected.iter().position(|&v| v == kind).expect("it has it");
                    expected[at] = value as u32;
                    expected.sort_unstable();
                    assert_eq!(sets.contents(other as usize), expected);
                }
            }
        }
    }

    #[test]
    fn the_order_by_sum_never_goes_down() {
        let sets = Multisets::new(4, 5, Order::BySum);
        let sums = (0..sets.len()).map(|index| sets.contents(index).iter().sum::<u32>());
        assert!(sums.is_sorted());
    }

    #[test]
    fn counts_are_right_and_never_overflow() {
        assert_eq!(count(8, 9), 12_870.0);
        assert_eq!(count(7, 10), 11_440.0);
        assert_eq!(count(1, 1), 1.0);
        assert_eq!(count(100_000, 1 << 32), f64::INFINITY);
    }
}
