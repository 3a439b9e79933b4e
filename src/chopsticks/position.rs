//! The rules: hands, fingers, what a tap does, and who has won. Pure code, any size of game.

use crate::game::{Game, Player, TextError};
use crate::players::Chance;
use crate::random::Dice;

/// More hands than this on a side are refused.
pub const MOST_HANDS: usize = 100_000;

/// Which game is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    hands: usize,
    fingers: u32,
    /// The player who has all hands knocked out wins.
    pub misere: bool,
    /// Only a sum equal to the number of fingers knocks out; a larger sum loses that many.
    pub wrap: bool,
}

/// Why there is no such game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadVariant {
    /// No hands, or more than [`MOST_HANDS`].
    #[error("chopsticks cannot be played with {0} hands, only with 1 to {MOST_HANDS}")]
    Hands(u64),
    /// No fingers, or more than 32 bits can count.
    #[error("a hand cannot have {0} fingers, only 1 to {max}", max = u32::MAX)]
    Fingers(u64),
    /// With wrap-around and one finger every hand is out before the first move.
    #[error("wrap-around needs 2 fingers or more: with 1 finger every hand is out at the start")]
    OneFingerWrapped,
}

impl Default for Variant {
    /// Three hands of five fingers, no rule changes.
    fn default() -> Variant {
        Variant {
            hands: 3,
            fingers: 5,
            misere: false,
            wrap: false,
        }
    }
}

impl Variant {
    /// The game with so many hands a side and so many fingers a hand, without rule changes.
    pub fn new(hands: u64, fingers: u64, misere: bool, wrap: bool) -> Result<Variant, BadVariant> {
        let bad_hands = BadVariant::Hands(hands);
        let hands = usize::try_from(hands).map_err(|_| bad_hands)?;
        if !(1..=MOST_HANDS).contains(&hands) {
            return Err(bad_hands);
        }
        let bad_fingers = BadVariant::Fingers(fingers);
        let fingers = u32::try_from(fingers).map_err(|_| bad_fingers)?;
        match fingers {
            0 => Err(bad_fingers),
            1 if wrap => Err(BadVariant::OneFingerWrapped),
            _ => Ok(Variant {
                hands,
                fingers,
                misere,
                wrap,
            }),
        }
    }

    /// Hands on each side.
    pub fn hands(&self) -> usize {
        self.hands
    }

    /// Fingers on each hand.
    pub fn fingers(&self) -> u32 {
        self.fingers
    }

    /// The most fingers a hand can show and still be in the game.
    pub fn most_shown(&self) -> u32 {
        self.fingers - u32::from(self.wrap)
    }

    /// What a living hand shows after it was tapped; 0 if that knocks it out.
    pub fn tapped(&self, shown: u32, added: u32) -> u32 {
        let sum = u64::from(shown) + u64::from(added);
        let fingers = u64::from(self.fingers);
        let left = match (self.wrap, sum > fingers) {
            (true, true) => sum - fingers,
            (false, true) => 0,
            (true, false) if sum == fingers => 0,
            (_, false) => sum,
        };
        left as u32 // at most `fingers`, because neither number was above it
    }
}

/// A move: which hand of the mover (counted from 0) adds its fingers to which hand of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tap {
    /// The mover's hand.
    pub from: usize,
    /// The opponent's hand.
    pub to: usize,
}

/// Everybody's hands, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    variant: Variant,
    mover: Player,
    /// Fingers shown by each hand of the first player (Left) and of the second; 0 is out.
    hands: [Vec<u32>; 2],
}

/// Why there is no such position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPosition {
    /// It has this many hands in all, and the rules ask for another number.
    #[error(
        "the position has {given} hands in all, not {}: {wanted} a side (-n {wanted})", 2 * .wanted
    )]
    Hands {
        /// Both sides together.
        given: usize,
        /// Hands a side.
        wanted: usize,
    },
    /// A hand shows more fingers than it can.
    #[error("a hand cannot show {shown} fingers in this game, only 0 to {most}")]
    Fingers {
        /// What it would show.
        shown: u64,
        /// The most it can show.
        most: u32,
    },
    /// Nobody has a hand left.
    #[error("one side at least must have a hand that is not 0")]
    NobodyAlive,
}

impl Position {
    /// One finger up on each hand, Left to move.
    pub fn start(variant: Variant) -> Position {
        let hands = vec![1; variant.hands];
        Position {
            variant,
            mover: Player::First,
            hands: [hands.clone(), hands],
        }
    }

    /// A position from the numbers that are written in it: Left's hands, then Right's.
    pub fn new(variant: Variant, mover: Player, shown: &[u64]) -> Result<Position, BadPosition> {
        if shown.len() != 2 * variant.hands {
            return Err(BadPosition::Hands {
                given: shown.len(),
                wanted: variant.hands,
            });
        }
        let most = variant.most_shown();
        let shown: Vec<u32> = shown
            .iter()
            .map(|&shown| match u32::try_from(shown) {
                Ok(fingers) if fingers <= most => Ok(fingers),
                _ => Err(BadPosition::Fingers { shown, most }),
            })
            .collect::<Result<_, _>>()?;
        if shown.iter().all(|&fingers| fingers == 0) {
            return Err(BadPosition::NobodyAlive);
        }
        let (left, right) = shown.split_at(variant.hands);
        Ok(Position {
            variant,
            mover,
            hands: [left.to_vec(), right.to_vec()],
        })
    }

    /// The game this position belongs to.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The hands of a player: fingers shown, 0 for a hand that is out.
    pub fn hands(&self, player: Player) -> &[u32] {
        &self.hands[player.index()]
    }

    /// The hands of a player that are still in the game, counted from 0.
    pub fn alive(&self, player: Player) -> impl Iterator<Item = usize> + Clone {
        let hands = self.hands(player).iter().enumerate();
        hands.filter(|(_, shown)| **shown > 0).map(|(hand, _)| hand)
    }

    /// The player without hands, if there is one: then the game is over.
    pub fn knocked_out(&self) -> Option<Player> {
        [Player::First, Player::Second]
            .into_iter()
            .find(|&player| self.alive(player).next().is_none())
    }

    /// The legal moves, one by one: the lowest hands first.
    pub fn taps(&self) -> impl Iterator<Item = Tap> {
        let targets = self.alive(self.mover.other());
        self.alive(self.mover)
            .flat_map(move |from| targets.clone().map(move |to| Tap { from, to }))
    }

    /// The fingers of the hand that taps and of the hand that is tapped.
    pub fn fingers(&self, tap: Tap) -> (u32, u32) {
        let hand = |player, index: usize| self.hands(player)[index];
        (hand(self.mover, tap.from), hand(self.mover.other(), tap.to))
    }

    /// Makes a legal move.
    pub fn tap(&mut self, tap: Tap) {
        let added = self.hands[self.mover.index()][tap.from];
        let hand = &mut self.hands[self.mover.other().index()][tap.to];
        *hand = self.variant.tapped(*hand, added);
        self.mover = self.mover.other();
    }
}

impl Game for Position {
    type Move = Tap;

    fn to_move(&self) -> Player {
        self.mover
    }

    fn moves(&self) -> Vec<Tap> {
        self.taps().collect()
    }

    fn play(&self, chosen: Tap) -> Position {
        let mut next = self.clone();
        next.tap(chosen);
        next
    }

    fn advance(&mut self, chosen: Tap) {
        self.tap(chosen);
    }

    fn winner(&self) -> Option<Player> {
        let out = self.knocked_out()?;
        Some(if self.variant.misere {
            out
        } else {
            out.other()
        })
    }

    fn read_move(&self, text: &str) -> Result<Tap, TextError> {
        Ok(self.read_tap(text)?)
    }

    fn read_position(&self, text: &str) -> Result<Position, TextError> {
        Ok(Position::read(self.variant, text)?)
    }
}

impl Chance for Position {
    /// A hand that taps, then a hand that is tapped: thousands of hands have millions of moves.
    fn any(&self, dice: &mut Dice) -> Tap {
        let mut pick = |player| {
            let alive: Vec<usize> = self.alive(player).collect();
            *dice.pick(&alive)
        };
        let from = pick(self.mover);
        let to = pick(self.mover.other());
        Tap { from, to }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(hands: u64, fingers: u64, wrap: bool) -> Variant {
        Variant::new(hands, fingers, false, wrap).expect("a game")
    }

    #[test]
    fn a_hand_goes_out_above_its_fingers() {
        let five = variant(3, 5, false);
        assert_eq!(
            [(1, 1), (4, 1), (4, 2), (5, 5)].map(|(h, a)| five.tapped(h, a)),
            [2, 5, 0, 0]
        );
    }

    #[test]
    fn with_wrap_around_a_hand_goes_out_at_exactly_its_fingers() {
        let five = variant(3, 5, true);
        assert_eq!(
            [(1, 1), (4, 1), (4, 2), (4, 4)].map(|(h, a)| five.tapped(h, a)),
            [2, 0, 1, 3]
        );
        let most = variant(1, u64::from(u32::MAX), true);
        assert_eq!(most.tapped(u32::MAX - 1, u32::MAX - 1), u32::MAX - 2);
    }

    #[test]
    fn impossible_games_are_refused() {
        assert_eq!(Variant::new(0, 5, false, false), Err(BadVariant::Hands(0)));
        assert_eq!(
            Variant::new(u64::MAX, 5, false, false),
            Err(BadVariant::Hands(u64::MAX))
        );
        assert_eq!(
            Variant::new(3, 0, false, false),
            Err(BadVariant::Fingers(0))
        );
        assert_eq!(
            Variant::new(3, 1 << 32, false, false),
            Err(BadVariant::Fingers(1 << 32))
        );
        assert_eq!(
            Variant::new(3, 1, true, true),
            Err(BadVariant::OneFingerWrapped)
        );
        assert!(Variant::new(3, 1, true, false).is_ok());
    }

    #[test]
    fn impossible_positions_are_refused() {
        let position =
            |wrap, shown: &[u64]| Position::new(variant(2, 4, wrap), Player::First, shown);
        assert!(position(false, &[4, 0, 0, 0]).is_ok());
        assert!(position(false, &[4, 0, 0]).is_err());
        assert!(position(false, &[5, 0, 0, 0]).is_err());
        assert!(position(true, &[4, 0, 0, 0]).is_err());
        assert!(position(false, &[0, 0, 0, 0]).is_err());
    }

    #[test]
    fn misere_turns_the_winner_round() {
        for (misere, winner) in [(false, Player::Second), (true, Player::First)] {
            let variant = Variant::new(1, 3, misere, false).expect("a game");
            let over = Position::new(variant, Player::First, &[0, 2]).expect("a position");
            assert_eq!(over.winner(), Some(winner));
            assert_eq!(over.moves(), []);
        }
    }

    #[test]
    fn only_living_hands_tap_and_are_tapped() {
        let shown = [0, 4, 1, 0, 1, 1];
        let position =
            Position::new(Variant::default(), Player::First, &shown).expect("a position");
        let pairs: Vec<_> = position.taps().map(|tap| (tap.from, tap.to)).collect();
        assert_eq!(pairs, [(1, 1), (1, 2), (2, 1), (2, 2)]);
    }
}
