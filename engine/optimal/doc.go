// Package optimal searches all decision trees of a game for the best, and
// proves that none is better.
//
// [Solve] finds the tree with the least total, worst case or count of secrets
// at the worst case, in the order that an [Objective] says; stopped early, it
// returns bounds and the best tree so far. [SolveWithin] looks for a good tree
// where a proof is out of reach. [Audit] derives the bounds of first guesses again, by the
// simplest method. [NewSplit] cuts a long search into problems of its own, which several
// machines may solve. [Weighted] finds the least weighted total, where some secrets count
// more than others. tree.Check replays any of the trees.
//
//	a, err := optimal.Solve(context.Background(), optimal.Problem{Game: g}, optimal.Options{Workers: 2})
//	f := tree.Measure(a.Tree).Solved
//	fmt.Println(a.Proved, f.Total, f.Worst)
//
// The search itself is the package internal/search: it finds the least cost of a position. This
// package says what a cost is, in which order costs are minimised, and what that proves.
//
// # Stages
//
// An objective is one to three stages, each of which minimises one number (a
// cost) over all trees within a depth. A cost adds up over the secrets: a price
// for each guess, and another for a secret solved by the last guess
// of the depth. Where two numbers count, the first weighs 2²⁶, which the second never
// reaches. The least total is one stage. The least worst case is
// found by allowing one guess more until there is a tree; with the depth so
// limited, the secrets at the worst case are those solved by the last guess
// allowed. Trees of the one-step strategies are the first incumbents.
//
// # Bounds
//
// Depth-first branch and bound, as in Koyama and Lai, An optimal Mastermind
// strategy (1993), with bounds that are tried in the order of what they cost:
//
//   - by size: with n kinds of feedback one secret can be solved by the first guess,
//     n-1 by the second, and so on. These bounds are a weighted measure of a partition, so the
//     kernel of engine/partition bounds all guesses at a set in one scan. With black pegs
//     only, and in two positions, guesses can solve fewer secrets, which may depend on the
//     feedback before (engine/bounds);
//   - by the parts of the sets before (internal/search/most.go): no guess makes more parts of a
//     subset than of the set. The search counts the most parts that candidates, and other
//     guesses, make of each set whose choices are listed. The bounds by size of all sets within
//     it allow no more;
//   - one or two candidates, or a candidate that separates all others: the bound
//     by size is attained; and if no candidate does that, it is not;
//   - by pairs (internal/search/small.go): nearly all sets of no more candidates than a guess has
//     kinds of feedback are decided by what their candidates do and one look at the others;
//   - by guesses: a part costs no less than the least bound of any guess at it;
//   - by search of the part.
//
// When a guess is tried, its parts are bounded one after another, by what is cheap first,
// until their sum reaches the limit.
//
// # Choices
//
// The guesses at a set whose bounds are below the limit are its choices. They
// are tried in the order of their bounds, candidates before others and else in
// lexicographic order, and of equal ones the first is kept; so the tree found
// does not depend on what is remembered, nor on the number of workers. Of
// guesses that are equivalent under the game's symmetries only the first is
// listed (partition.Reducer). With black pegs only there are many symmetries: each position
// may exchange its colours without the others. At most sets it does not pay to look for all
// symmetries, but one kind is always used: the colours of no guess so far may be exchanged.
// That leaves all guesses before as they are. So it takes the candidates, which are all secrets
// that agree with the feedback, to each other, and a tree for them to another of the same
// cost. A guess is listed only if it has these colours in ascending order, the lowest
// first. The first of the best guesses is never left out: of the codes that exchanges take to
// each other it is the smallest. In games of many colours this makes proofs possible.
//
// At sets of up to some dozens of candidates only the first choice is looked for,
// and tried; the others are listed if it costs more than its bound. It is found by the number
// of parts that guesses make: kernels count them for many guesses at a time (64
// with AVX-512), from a matrix that holds, for each secret, its feedback to all guesses.
//
// # Games from lists
//
// They have far more kinds of feedback than these kernels distinguish, and a table of it
// already (game.Structure): their small sets are scanned by the space of
// engine/partition. In Wordle a good guess makes enough parts that bounds by size
// are attained nearly everywhere, so that the best tree from one first word takes
// seconds to prove.
//
// Pools that narrow from guess to guess, as hard mode does, have another list of guesses
// after each feedback, which is made when it is needed. The same set after other feedback
// is another set.
//
// # Prices
//
// The objectives within=K and pays=A,B,… price a secret by the guess that solves it, in the
// same costs: a secret costs what its pay-off falls short of the best, and then one for each
// guess. Bounds, and what is known about sets, then depend on the guesses made before, up to
// the last price. After it all secrets cost the same, and the rules for small sets hold.
//
// # Width
//
// [SolveWithin] tries only the most promising guesses at larger sets. It finds trees
// far better than those of one-step strategies where a proof is out of reach, and
// proves nothing unless a tree attains the lower bound.
//
// # Transposition table
//
// What is known about a set with a number of guesses left, a bound or the least cost,
// is kept in a table of fixed size under a hash of 128 bits (Zobrist, A new
// hashing method with application for game playing, 1970). If all codes may be guessed,
// sets that symmetries take into each other cost the same, whatever the guesses before them.
// What is known about one of them is kept under the key of its normal form too, and serves
// for all (engine/internal/normal).
//
// # Parallel search
//
// Workers without work join others that try the choices of a large set. Each
// choice is tried with the limit that those finished before it leave, and of
// equal ones the first in order wins, whoever is faster.
//
// # Splitting
//
// A [Problem] may have a path, the rounds before it, and a bound, which its tree is
// to cost less than. So the parts of a search are problems like any others. A [Split]
// lists them: first the principal variation, which follows the first choice from the
// root to sets of some hundred candidates; then all other guesses on the way, which the
// cost of the principal variation bounds. Each part is proved by itself, in any order, and
// needs only the bound from the others.
//
// # Cost
//
// On one core the least total of mm4x7 takes a third of a second, that of bc4x10 two and
// that of mm5x6 eighty; time grows steeply with the game. Memory is that
// of the transposition table and of the matrices of feedback.
//
// # Names
//
//   - cost: what is minimised in a stage, for a set of secrets
//   - limit: a tree is of use only if it costs less
//   - incumbent: the best tree known, which a better one replaces
//   - bound: a cost that no tree is below (Lower), or that a tree has (Upper)
//   - pruned: proved by its bounds to be of no use, without being solved
//   - refutation: why a first guess is not better than the tree found
//   - history: the guesses made on the way to a set
//   - separator: a candidate that separates all other candidates
//   - k: guesses left
package optimal
