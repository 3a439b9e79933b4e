//! Words that are meant and misspelt: a letter too many, a letter too few, two letters swapped.

/// The words that everything is known by, and therefore worth guessing.
const MEANT: [&str; 4] = ["player", "stick", "sticks", "computer"];

/// Words of their own that look like a slip.
const OTHERS: [&str; 4] = ["layer", "sick", "players", "computers"];

/// The word that is meant. Another letter in place of one makes another word: `stack` is no `stick`.
pub(super) fn spelled(word: String) -> String {
    let meant = MEANT.into_iter().find(|meant| is_slip(&word, meant));
    match meant {
        Some(meant) if !MEANT.contains(&word.as_str()) && !OTHERS.contains(&word.as_str()) => {
            meant.to_owned()
        }
        _ => word,
    }
}

fn is_slip(word: &str, meant: &str) -> bool {
    let (word, meant) = (word.as_bytes(), meant.as_bytes());
    let same = word.iter().zip(meant).take_while(|(a, b)| a == b).count();
    let (left, wanted) = (&word[same..], &meant[same..]);
    match word.len().cmp(&meant.len()) {
        std::cmp::Ordering::Less => wanted.get(1..) == Some(left),
        std::cmp::Ordering::Greater => left.get(1..) == Some(wanted),
        std::cmp::Ordering::Equal => match (left, wanted) {
            ([a, b, left @ ..], [c, d, wanted @ ..]) => (a, b, left) == (d, c, wanted),
            _ => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_is_forgiven_and_other_words_stay() {
        for (word, meant) in [
            ("plyer", "player"),
            ("palyer", "player"),
            ("playerr", "player"),
            ("stiks", "sticks"),
            ("sitcks", "sticks"),
            ("stik", "stick"),
            ("comptuer", "computer"),
        ] {
            assert_eq!(spelled(word.to_owned()), meant);
        }
        for word in [
            "player", "players", "stick", "sticks", "stack", "sick", "slick", "layer", "play", "",
        ] {
            assert_eq!(spelled(word.to_owned()), word);
        }
    }
}
