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
    NeverCuts "never-cuts" "never cuts off: it searches every successor of every node",
    OnlyMaxCuts "only-max-cuts" "cuts off at Max nodes only, and never at Min nodes",
    OnlyMinCuts "only-min-cuts" "cuts off at Min nodes only, and never at Max nodes",
    ShallowCuts "shallow-cuts" "does not hand alpha and beta further down than one level",
    AlphaLowered "alpha-lowered" "overwrites alpha and beta with the value of the node, also when that makes the window wider",
    WindowOfOne "window-of-one" "starts with alpha -1 and beta 1 rather than minus and plus infinity, so it cuts off at the root",
    RootNotCounted "root-not-counted" "does not count the root among the nodes visited",
    LeavesNotCounted "leaves-not-counted" "does not count the leaves among the nodes visited",
    CountsGenerated "counts-generated" "counts successors as visited when they are listed, also those that are cut off and never entered",
    EvaluatesEndsOnly "evaluated-ends-only" "counts only finished games as evaluated, not the leaves at the depth limit",
    EvaluatesLimitOnly "evaluated-limit-only" "counts only leaves at the depth limit as evaluated, not finished games",
    EvaluatesAll "evaluated-all" "counts every node as evaluated, not only the leaves",
    DepthMore "depth-more" "searches one ply deeper than the depth it is given",
    DepthLess "depth-less" "searches one ply less than the depth it is given",
    DepthFromOne "depth-from-one" "counts the root as depth 1 in the maximum depth; the root is at depth 0",
    DepthLimitShown "depth-limit-shown" "prints the depth it was given as the maximum depth reached, also when the game ends before",
    Descending "descending" "tries the stones from the largest to the smallest; it has to be ascending order",
    LastOfEqual "last-of-equal" "takes the last of several equally good stones; it has to be the first",
    OpeningAtHalf "opening-at-half" "allows opening with n/2 itself; the opening is strictly less than n/2",
    OpeningHalfRoundedDown "opening-half-rounded-down" "rounds n/2 down, so for odd n it misses the largest opening",
    OpeningEven "opening-even" "allows even openings",
    OpeningAny "opening-any" "allows every stone as an opening: it has to be odd and less than n/2",
    MultiplesOnly "multiples-only" "allows multiples of the last stone only, not its factors",
    FactorsOnly "factors-only" "allows factors of the last stone only, not its multiples",
    OneForgotten "one-forgotten" "never takes stone 1 after another stone, though 1 is a factor of every number",
    AllLeftCounted "all-left-counted" "counts multiples among all the stones left; only those that may be taken now count",
    SmallestFactor "smallest-factor" "takes the smallest prime factor of a composite stone; it is the largest",
    PrimeLeftOut "prime-left-out" "leaves out the prime itself when it counts the multiples of a composite stone's largest prime factor",
    OddForEven "odd-for-even" "turns odd and even round in the evaluation, or counts the last stone itself among the multiples",
    StoneOneIgnored "stone-one-ignored" "leaves out the row of the evaluation that gives 0.0 while stone 1 has not been taken",
    SixForSeven "six-for-seven" "gives a composite last stone the value of a prime one: 0.7 for 0.6",
    SignNotFlipped "sign-not-flipped" "does not turn the sign of a leaf round when Min is to move",
    EndSignNotFlipped "end-sign-not-flipped" "gives a finished game -1.0 whoever has lost it: for Min to move it is 1.0",
    TableSignNotFlipped "table-sign-not-flipped" "turns the sign round for Min at finished games only, not at the depth limit",
    EndByTable "end-by-table" "evaluates finished games with the table of parities: who has no legal stone has lost, -1.0",
    EndByTableAtLimit "end-by-table-at-limit" "tests the depth before the end of the game: at the depth limit a finished game still counts 1.0 or -1.0",
    RootAlwaysMax "root-always-max" "takes the player to move for Max always; it is Min if an odd number of stones has been taken",
    PlayersSwapped "players-swapped" "takes Max for Min and Min for Max",
    BranchingOverAll "branching-over-all" "divides by all the nodes visited in the branching factor; only those that are not leaves count",
    BranchingWithPruned "branching-with-pruned" "counts the successors that were cut off in the branching factor, too",
    BranchingWithRoot "branching-with-root" "counts the root as a successor in the branching factor",
    BranchingOverLeaves "branching-over-leaves" "divides by the leaves in the branching factor, where it should be the nodes that are not leaves",
    BranchingWhole "branching-whole" "divides whole numbers in the branching factor, so that its decimals are lost",
}

impl Slip {
    fn bit(self) -> u64 {
        1 << self as u32
    }
}

/// A program's slips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slips(u64);

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
