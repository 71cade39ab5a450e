// Package published holds the figures that others have printed about strategies and games,
// digit by digit, with their sources. It computes and measures nothing: package report
// judges these figures by the measurements of entries.
//
// The figures are tables, one quantity to a line:
//
//	id,source,subject,quantity,printed,note,reason,cause
//	knuth/minimax,knuth,mm4x6 minimax first=1122,mean,4.476
//	knuth/minimax,knuth,mm4x6 minimax first=1122,histogram,1 6 62 533 694
//
// figures.csv has averages of strategies, least totals ("optimal"), random players,
// values of games, printed trees and running times;
// runs.csv has the runs that programs record, and field.csv what further sources print
// of all kinds. To add a figure, append a line. Its columns are:
//
//   - id: author and name; lines of the same id are one figure;
//   - source: the id of a line in sources.csv, or any name to be cited;
//   - subject: as the command line writes it, see [codebreak/engine.ParseSubject]. A player
//     that codebreak lacks is described in brackets: "mm4x6 (guesses as people do)"; a tree
//     is named by its file in trees;
//   - quantity: mean, total, worst, count (of secrets at the worst case),
//     histogram (from one guess up; "and 15 not solved" may follow), games (that were played for the mean), seed (with
//     which the source's own generator draws these games again), value (of the game),
//     one-colour (guesses for secrets of one colour, at that value) or seconds. Before
//     it, "known" says that guesses are counted until the secret is identified, not until
//     it is solved, and "known+1" that one more is counted. Further quantities, which print
//     one number or several with spaces:
//     of a strategy, stddev, "within K" and "beyond K" (shares of the secrets solved
//     with K guesses, and not), "failed K" (how many are not; a histogram that ends there
//     has only the others), "mean-within K" (mean of the others), "pay-off A B C" (the mean of A for a secret solved with
//     one guess, B for two and so on), left (mean number of candidates after each
//     guess), "positions K" (of the tree at guess K), "decisions" and "decisions K"
//     (positions with several candidates, after the first guess);
//     of a first guess ("mm4x6 first=1122"), largest (class), parts (the sizes of the
//     classes in any order), bits (entropy of the feedback), second (chance that a
//     candidate guessed next is the secret);
//     of a game, secrets, blind (mean of a player who ignores the feedback), least-mean
//     (bound by counting feedback), information (bound on guesses to identify);
//   - printed: as it is printed, a [Number]; a mean may have an error, as in 4.413 ± 0.006;
//   - note: what a reader should know; reason: why what is measured differs, if
//     that is known; cause: what the figure suffers from, see [Causes]. All three may
//     be left out.
//
// stories.csv explains some figures, by their ids, in words. agents.csv has what is printed
// of language models and learned agents ([Agents]), a kind of its own: their players are not
// available. played.csv has what their games show, where those are published ([Played]).
//
// What needs code is Go: formulas ([Formulas]), trees in full ([Trees]) and tables
// of guesses ([Tables]).
package published
