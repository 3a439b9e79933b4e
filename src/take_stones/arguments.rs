//! The numbers on the command line: `<#stones> <#taken_stones> <list_of_taken_stones> [<depth>]`.

use super::Board;
use super::board::LARGEST_BOARD;
use crate::program::Failure;

/// Reads a position that is followed by a depth.
///
/// A depth too large for any integer type is as good as the largest: no game is that long.
pub fn board_and_depth(numbers: &[String]) -> Result<(Board, u64), Failure> {
    let form = "<#stones> <#taken_stones> <list_of_taken_stones> <depth>";
    let Some((depth, position)) = numbers.split_last().filter(|_| numbers.len() >= 3) else {
        return Err(too_few(numbers.len(), 3, form));
    };
    let position = read_all(position)?;
    let depth = read(depth)?.unwrap_or(u64::MAX);
    Ok((board_of(&position, " before the depth")?, depth))
}

/// Reads a position without a depth.
pub fn board(numbers: &[String]) -> Result<Board, Failure> {
    if numbers.len() < 2 {
        let form = "<#stones> <#taken_stones> <list_of_taken_stones>";
        return Err(too_few(numbers.len(), 2, form));
    }
    board_of(&read_all(numbers)?, "")
}

fn too_few(given: usize, least: usize, form: &str) -> Failure {
    Failure::usage(format_args!(
        "too few arguments: {form} are at least {least} numbers, not {given}"
    ))
}

fn read_all(numbers: &[String]) -> Result<Vec<u64>, Failure> {
    let too_large = |text: &str| {
        let limit = format_args!("{text} is too large: a board has at most {LARGEST_BOARD} stones");
        Failure::usage(limit)
    };
    let read_one = |text: &String| read(text)?.ok_or_else(|| too_large(text));
    numbers.iter().map(read_one).collect()
}

/// A number that is not negative; `None` if it is too large for the type.
fn read(text: &str) -> Result<Option<u64>, Failure> {
    let (sign, digits) = match text.split_at_checked(1) {
        Some((sign @ ("-" | "+"), digits)) => (sign, digits),
        _ => ("", text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Failure::usage(format_args!(
            "'{text}' is not an integer: the arguments are numbers, like 7 2 3 6 0"
        )));
    }
    if sign == "-" {
        return Err(Failure::usage(format_args!(
            "{text} is negative: stones, counts and the depth are 0 or more"
        )));
    }
    Ok(digits.parse().ok())
}

fn board_of(position: &[u64], whereabouts: &str) -> Result<Board, Failure> {
    let (stones, count, taken) = (position[0], position[1], &position[2..]);
    let listed = taken.len() as u64;
    if listed < count {
        return Err(Failure::usage(format_args!(
            "#taken_stones is {count}, but the list{whereabouts} is too short: it has {listed}"
        )));
    }
    if listed > count {
        return Err(Failure::usage(format_args!(
            "too many arguments: #taken_stones is {count}, but the list{whereabouts} has {listed}"
        )));
    }
    Board::after(stones, taken).map_err(Failure::usage)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> String {
        let numbers: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let failure = board_and_depth(&numbers).expect_err("a bad line");
        assert_eq!(failure.code(), 2);
        failure.to_string()
    }

    #[test]
    fn signs_and_leading_zeros_are_numbers_too() {
        let numbers = ["+7", "02", "3", "6", "0"].map(str::to_owned);
        let expected = Board::after(7, &[3, 6]).expect("a legal list");
        assert_eq!(board_and_depth(&numbers), Ok((expected, 0)));
    }

    #[test]
    fn a_depth_beyond_all_integers_is_the_largest() {
        let numbers = ["7", "0", &"9".repeat(40)].map(str::to_owned);
        assert_eq!(
            board_and_depth(&numbers).map(|(_, depth)| depth),
            Ok(u64::MAX)
        );
    }

    #[test]
    fn every_mistake_has_its_own_sentence() {
        let mistakes = [
            "7 0",
            "7 x 0",
            "7 0 1.5",
            "7 0 -1",
            "-7 0 0",
            "7 3 1 4 2",
            "7 1 1 4 2",
            "7 2 3 3 0",
            "7 1 9 0",
            "7 1 0 0",
            "7 2 3 5 0",
            "0 0 0",
            "4000000000 0 0",
            "10000000000000000000000 0 0",
        ];
        let sentences: std::collections::BTreeSet<String> =
            mistakes.iter().map(|line| error(line)).collect();
        assert_eq!(sentences.len(), mistakes.len(), "{sentences:#?}");
    }
}
