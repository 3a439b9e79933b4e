//! The draw of a Swiss round: who stands alike plays one another, and nobody the same bot twice if that
//! can be helped.

/// Pairs the bots, listed with the best first. With an odd number one of the `rested` least rests, the
/// lowest of them.
pub(super) fn draw(
    order: &[usize],
    rested: impl Fn(usize) -> u32,
    met: impl Fn(usize, usize) -> u32,
) -> Vec<[usize; 2]> {
    let mut order = order.to_vec();
    if order.len() % 2 == 1 {
        let least = order.iter().map(|&bot| rested(bot)).min();
        let lowest = order.iter().rposition(|&bot| Some(rested(bot)) == least);
        lowest.map(|at| order.remove(at));
    }
    let bots = order.len();
    // One meeting more weighs more than any distance in the standings.
    let cost = |[a, b]: [usize; 2]| {
        let apart = a.abs_diff(b);
        met(order[a], order[b]) as usize * bots * bots * bots + apart * apart
    };
    let mut pairs: Vec<[usize; 2]> = (0..bots / 2).map(|at| [2 * at, 2 * at + 1]).collect();
    while improve(&mut pairs, cost) {}
    let names = |[a, b]: [usize; 2]| [order[a], order[b]];
    pairs.into_iter().map(names).collect()
}

/// Lets two pairs exchange partners wherever that costs less; whether it did anywhere.
fn improve(pairs: &mut [[usize; 2]], cost: impl Fn([usize; 2]) -> usize) -> bool {
    let mut is_better = false;
    for at in 0..pairs.len() {
        for other in at + 1..pairs.len() {
            let ([a, b], [c, d]) = (pairs[at], pairs[other]);
            for [left, right] in [[[a, c], [b, d]], [[a, d], [b, c]]] {
                if cost(left) + cost(right) < cost(pairs[at]) + cost(pairs[other]) {
                    (pairs[at], pairs[other]) = (left, right);
                    is_better = true;
                }
            }
        }
    }
    is_better
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Twice as many rounds as find the best.
    #[test]
    fn everybody_plays_in_every_round_and_nobody_meets_the_same_bot_twice_without_need() {
        for bots in [2, 3, 6, 7, 40, 121] {
            let order: Vec<usize> = (0..bots).collect();
            let mut met: HashMap<[usize; 2], u32> = HashMap::new();
            let mut played = vec![0; bots];
            for round in 0..(2 * bots.ilog2()).min(bots as u32 - 1) {
                let pairs = draw(
                    &order,
                    |bot| round - played[bot],
                    |a, b| met.get(&[a.min(b), a.max(b)]).copied().unwrap_or(0),
                );
                assert_eq!(pairs.len(), bots / 2);
                for [a, b] in pairs {
                    *met.entry([a.min(b), a.max(b)]).or_default() += 1;
                    played[a] += 1;
                    played[b] += 1;
                }
                let most = played.iter().max().expect("bots");
                assert!(played.iter().all(|games| most - games <= 1), "{played:?}");
            }
            let most = if bots > 20 { 1 } else { 2 };
            assert!(met.values().all(|&times| times <= most), "{bots}: {met:?}");
        }
    }

    #[test]
    fn neighbours_meet_unless_they_have() {
        let order = [4, 2, 0, 1, 3];
        let pairs = draw(&order, |_| 0, |_, _| 0);
        assert_eq!(pairs, [[4, 2], [0, 1]]);
        let pairs = draw(
            &order,
            |bot| u32::from(bot == 3),
            |a, b| u32::from(a + b == 6),
        );
        assert_eq!(pairs, [[4, 0], [2, 3]]);
    }
}
