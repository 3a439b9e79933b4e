//! The slips that programs are known by: each one small change of the textbook search.

/// What a student can get wrong, and a sentence that says so.
macro_rules! slips {
    ($($slip:ident $name:literal $sentence:literal,)*) => {
        /// One small change of the textbook search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "each has its sentence")]
        pub enum Slip { $($slip,)* }

        impl Slip {
            /// Every slip there is.
            pub const ALL: &[Slip] = &[$(Slip::$slip,)*];

            /// A short name for results.
            pub fn name(self) -> &'static str {
                match self { $(Slip::$slip => $name,)* }
            }

            /// What the program does, for the student: it follows "your program".
            pub fn sentence(self) -> &'static str {
                match self { $(Slip::$slip => $sentence,)* }
            }
        }
    };
}

slips! {
    CutsLate "cuts-late" "cuts off only when the value is past alpha or beta (`>`), and not already when it reaches it (`>=`)",
    MaxCutsLate "max-cuts-late" "cuts off at Max nodes only when the value is past beta (`>`), and not already when it reaches it (`>=`)",
    MinCutsLate "min-cuts-late" "cuts off at Min nodes only when the value is past alpha (`<`), and not already when it reaches it (`<=`)",
    NeverCuts "never-cuts" "never cuts off: it searches every successor of every node",
    OnlyMaxCuts "only-max-cuts" "cuts off at Max nodes only, and never at Min nodes (as when alpha is never raised)",
    OnlyMinCuts "only-min-cuts" "cuts off at Min nodes only, and never at Max nodes (as when beta is never lowered)",
    ShallowCuts "shallow-cuts" "does not hand alpha and beta further down than one level",
    AlphaLowered "alpha-lowered" "overwrites alpha and beta with the value of the node, also when that makes the window wider",
    RootWindowFresh "root-window-fresh" "searches every stone at the root with a fresh window: what the stones before it have reached is not handed on",
    ZeroForMinusInfinity "zero-for-minus-infinity" "lets Max begin with 0 and not with minus infinity (Double.MIN_VALUE is the smallest number above 0)",
    WindowOfOne "window-of-one" "starts with alpha -1 and beta 1 rather than minus and plus infinity, so it cuts off at the root",
    RootNotCounted "root-not-counted" "does not count the root among the nodes visited",
    RootCountedTwice "root-counted-twice" "counts one node too many as visited, as if the root were visited twice",
    LeavesNotCounted "leaves-not-counted" "does not count the leaves among the nodes visited",
    CountsGenerated "counts-generated" "counts successors as visited when they are listed, also those that are cut off and never entered",
    EvaluatesEndsOnly "evaluated-ends-only" "counts only finished games as evaluated, not the leaves at the depth limit",
    EvaluatesLimitOnly "evaluated-limit-only" "counts only leaves at the depth limit as evaluated, not finished games",
    EvaluatesAll "evaluated-all" "counts every node as evaluated, not only the leaves",
    DepthMore "depth-more" "searches one ply deeper than the depth it is given",
    DepthLess "depth-less" "searches one ply less than the depth it is given",
    DepthZeroStops "depth-zero-stops" "stops at the root when the depth is 0; depth 0 means to search to the end of the game",
    DepthFromOne "depth-from-one" "counts the root as depth 1 in the maximum depth; the root is at depth 0",
    DepthLimitShown "depth-limit-shown" "prints the depth it was given as the maximum depth reached, also when the game ends before",
    Descending "descending" "tries the stones from the largest to the smallest; it has to be ascending order",
    MultiplesFirst "multiples-first" "tries the multiples of the last stone before its factors; it has to be ascending order",
    FactorsDescending "factors-descending" "tries the factors of the last stone from the largest to the smallest; it has to be ascending order",
    LastOfEqual "last-of-equal" "takes the last of several equally good stones; it has to be the first",
    MaxTakesLast "max-takes-last" "lets Max take the last of several equally good stones (`>=`); it has to be the first",
    MinTakesLast "min-takes-last" "lets Min take the last of several equally good stones (`<=`); it has to be the first",
    BestBeginsAtOne "best-begins-at-one" "lets Max begin with -1 and Min with 1 as the best value so far, so it finds no move that is better where all lose",
    MoveFromBelow "move-from-below" "overwrites the best move in nodes below the root, too",
    MoveFromOwnBelow "move-from-own-below" "overwrites the best move in nodes below the root, too, where the same player is to move",
    OpeningAtHalf "opening-at-half" "allows opening with n/2 itself; the opening is strictly less than n/2",
    OpeningHalfRoundedDown "opening-half-rounded-down" "rounds n/2 down, so for odd n it misses the largest opening",
    OpeningEven "opening-even" "allows even openings",
    OpeningOdd "opening-odd" "allows every odd stone as an opening; it has to be less than n/2, too",
    OpeningAny "opening-any" "allows every stone as an opening: it has to be odd and less than n/2",
    MultiplesOnly "multiples-only" "allows multiples of the last stone only, not its factors",
    FactorsOnly "factors-only" "allows factors of the last stone only, not its multiples",
    HalfForgotten "half-forgotten" "forgets a factor that is half of the last stone: it looks at those below last/2 only",
    LargeFactorsForgotten "large-factors-forgotten" "looks for factors only up to the square root of the last stone",
    LargestForgotten "largest-forgotten" "never takes the stone n, the largest one on the board",
    OneForgotten "one-forgotten" "never takes stone 1 after another stone, though 1 is a factor of every number",
    AllLeftCounted "all-left-counted" "counts multiples among all the stones left; only those that may be taken now count",
    SmallestFactor "smallest-factor" "takes the smallest prime factor of a composite stone; it is the largest",
    LargestDivisor "largest-divisor" "takes the largest divisor of a composite stone, prime or not; it is the largest prime factor",
    FactorUpToRoot "factor-up-to-root" "looks for the largest prime factor only up to the square root of a composite stone",
    LegalCounted "legal-counted" "counts all the legal stones after a composite stone, or the multiples of each of its prime factors; only those of the largest count",
    MultiplesOfLast "multiples-of-last" "counts the multiples of a composite stone itself; it has to be those of its largest prime factor",
    TwoNotPrime "two-not-prime" "takes 2 for a composite stone: 0.6 for 0.7 when the last stone was 2",
    SquaresPrime "squares-prime" "takes the squares 4, 9, 25, ... for primes",
    OnePrime "one-prime" "takes 1 for a prime: 0.7 for 0.5 when the last stone was 1",
    LastCounted "last-counted" "counts the last stone itself among the multiples of its prime",
    PrimeLeftOut "prime-left-out" "leaves out the prime itself when it counts the multiples of a composite stone's largest prime factor",
    OddForEven "odd-for-even" "gives every 0.5, 0.6 and 0.7 the other sign: it turns odd and even round, or Max and Min, or counts the last stone itself",
    StoneOneIgnored "stone-one-ignored" "leaves out the row of the evaluation that gives 0.0 while stone 1 has not been taken",
    SixForSeven "six-for-seven" "gives a composite last stone the value of a prime one: 0.7 for 0.6",
    SixAndSevenSwapped "six-and-seven-swapped" "gives a prime last stone the value of a composite one, 0.6, and the other way round",
    ValuesWhole "values-whole" "keeps values as whole numbers, so that 0.5, 0.6 and 0.7 become 0",
    SignNotFlipped "sign-not-flipped" "does not turn the sign of a leaf round when Min is to move",
    SignFlippedForMax "sign-flipped-for-max" "turns the sign of a leaf round when Max is to move; it has to be when Min is",
    SignOfRoot "sign-of-root" "turns the sign of every leaf by who is to move at the root; it has to be by who is to move at the leaf",
    EndReversed "end-reversed" "gives a finished game to the player who cannot take a stone; that player has lost",
    EndSignNotFlipped "end-sign-not-flipped" "gives a finished game -1.0 whoever has lost it: for Min to move it is 1.0",
    TableSignNotFlipped "table-sign-not-flipped" "turns the sign round for Min at finished games only, not at the depth limit",
    EndByTable "end-by-table" "evaluates finished games with the table of parities: who has no legal stone has lost, -1.0",
    EndByTableAtLimit "end-by-table-at-limit" "tests the depth before the end of the game: at the depth limit a finished game still counts 1.0 or -1.0",
    RootAlwaysMax "root-always-max" "gives the value as if Max were always to move; with an odd number of stones taken it is Min, and the sign is the other one",
    PlayersSwapped "players-swapped" "takes Max for Min and Min for Max, or turns the sign of the value round at the end",
    BranchingOverAll "branching-over-all" "divides by all the nodes visited in the branching factor; only those that are not leaves count",
    BranchingWithPruned "branching-with-pruned" "counts the successors that were cut off in the branching factor, too",
    BranchingWithRoot "branching-with-root" "counts the root as a successor in the branching factor",
    BranchingOverLeaves "branching-over-leaves" "divides by the leaves in the branching factor, where it should be the nodes that are not leaves",
    BranchingWhole "branching-whole" "divides whole numbers in the branching factor, so that its decimals are lost",
}

impl Slip {
    fn bit(self) -> u128 {
        1 << self as u32
    }
}

/// A program's slips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slips(u128);

impl Slips {
    /// The textbook search.
    pub const NONE: Slips = Slips(0);

    /// Just these.
    pub fn of(slips: &[Slip]) -> Slips {
        Slips(slips.iter().fold(0, |bits, slip| bits | slip.bit()))
    }

    /// Whether this one is among them.
    #[inline]
    pub fn has(self, slip: Slip) -> bool {
        self.0 & slip.bit() != 0
    }
}
