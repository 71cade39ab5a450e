// Package static finds the fewest questions that identify every secret if all of them are
// asked before any feedback is seen: static Mastermind. The final guess, which wins, is not
// counted. A question is any code that may be guessed.
//
// [Solve] returns a set of questions, and a lower bound that no set is below. [Check] replays
// a set: no two secrets may have the same feedback on all of it.
//
// # Upper bounds
//
// A set distinguishes two secrets if one of its questions does. [Solve] begins with a greedy
// set, which takes the question that leaves the fewest pairs of secrets undistinguished, one
// after another. Then it drops one, and makes exchanges of one question each, which leave the
// fewest pairs, until all are distinguished or it gives up (local.go).
//
// # Lower bounds
//
// Questions with at most f kinds of feedback each need k with fᵏ at least the number of
// secrets. From there on an exhaustive search rules out one number after another
// (search.go). Its state is the questions so far, the classes of secrets with the same
// feedback on all of them, and the questions still allowed.
//
//   - Hardest pair first: of the pairs that are not distinguished, it takes one that the
//     fewest allowed questions distinguish. One of these must be in the set, so only they are
//     tried. A question that was tried is not allowed with those after it: the sets with both
//     were looked at with the first.
//   - Symmetry: of the questions that the exchanges of positions and colours which leave all
//     questions so far as they are take to each other (an orbit), one is tried. An exchange
//     that takes a question of a solution to the one tried takes the solution to another
//     with the same questions so far and the one tried. It has no question that is not
//     allowed either: what is not allowed are whole orbits of larger groups, or of this one,
//     which exchanges take to themselves. For the same reason the whole orbit is not allowed
//     afterwards.
//   - The last two questions: the last must distinguish all hard pairs that the others do
//     not. So the questions that distinguish a pair are a bit set, and the sets of those
//     pairs are intersected until no question is left, which some dozens of pairs suffice
//     for. Only if one is left are all classes looked at.
//
// The hard pairs are some thousands of all, chosen at the beginning. They only guide the
// search and shorten it: whether a set identifies the secrets is decided by the classes.
//
// # Cost
//
// That 5 questions are not enough for mm4x6 takes about 5 seconds on one core, 6 for bc4x7
// as long; each question more takes some hundred times as long. The result does not depend on
// the number of workers: of the solutions the first in search order is returned.
package static

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"codebreak/engine/game"
	"codebreak/engine/parallel"
)

// Options say what is asked, and how far the search goes.
type Options struct {
	// Workers is the number of goroutines that search; at least one does.
	Workers int
	// Questions asks whether that number of questions is enough: the search ends when this is
	// decided. 0 asks for the least number.
	Questions int
	// Moves limits the exchanges of the local search for each number of questions. 0 means a
	// default, which takes a second for mm4x6.
	Moves int
	// Seed is the seed of the local search.
	Seed uint64
	// Progress, if set, is called now and then, from one goroutine at a time.
	Progress func(Progress)
}

// defaultMoves take a second for mm4x6, and milliseconds for small games.
const defaultMoves = 200

// A Progress says where a search is.
type Progress struct {
	Questions  int  // how many a set may have now
	Exhaustive bool // whether all sets are tried
	Done, All  int  // moves, or parts of the exhaustive search
}

// A Result is a set of questions that identifies every secret, and a bound for smaller sets.
type Result struct {
	Questions int // the size of the set
	Lower     int // no fewer questions are enough
	Set       []game.Code
}

// Proved reports whether no smaller set identifies every secret.
func (r Result) Proved() bool { return r.Lower == r.Questions }

// decided reports whether the result settles whether a number of questions is enough, or without
// a number, how many are needed.
func (r Result) decided(asked int) bool {
	return r.Proved() || asked > 0 && (r.Questions <= asked || r.Lower > asked)
}

// Solve finds the least number of questions. If the context ends before it is proved, the
// result has the bounds found until then, beside the context's error; without a set if it
// ends before one is found.
func Solve(ctx context.Context, g game.Game, o Options) (r Result, err error) {
	if o.Questions < 0 || o.Moves < 0 {
		return r, fmt.Errorf("the number of questions is %d, that of moves %d; they must not be negative", o.Questions, o.Moves)
	}
	ctx = parallel.Yielding(ctx)
	t, err := newTable(ctx, g)
	if err == nil {
		err = cmp.Or(t.order(ctx), t.findHard(ctx))
	}
	if err != nil {
		return r, err
	}

	// Step 1. A lower bound: each question splits a class into as many as there are outcomes.
	for reach := 1; reach < len(t.secrets); reach *= max(2, g.Outcomes()) {
		r.Lower++
	}

	// Step 2. Smaller and smaller sets, by a local search.
	s := newSearcher(ctx, t)
	random := rand.New(rand.NewPCG(o.Seed, 0))
	set, err := s.greedy(random)
	for err == nil && set != nil {
		r.Questions = len(set)
		r.Set = t.codes(set)
		if r.decided(o.Questions) {
			return r, nil
		}
		set = s.exchange(set[:len(set)-1], cmp.Or(o.Moves, defaultMoves), random, o.Progress)
	}

	// Step 3. All sets, from the lower bound up.
	for err = cmp.Or(err, ctx.Err()); err == nil && !r.decided(o.Questions); {
		set, err = t.exhaust(ctx, r.Lower, o)
		if set != nil {
			r.Questions = len(set)
			r.Set = t.codes(set)
		} else if err == nil {
			r.Lower++
		}
	}
	return r, err
}

// Check returns an error unless a set of questions identifies every secret of a game: no two
// may have the same feedback on all questions, by the rule as a person would state it.
func Check(ctx context.Context, g game.Game, set []game.Code) error {
	for _, q := range set {
		if !g.IsGuess(q) {
			return fmt.Errorf("question %s may not be guessed in %s", g.FormatCode(q), g)
		}
	}
	secrets, _ := game.Codes(g)
	secretWith := map[string]game.Code{} // by its feedback on all questions
	var feedback []byte
	for _, secret := range secrets {
		if err := ctx.Err(); err != nil {
			return err
		}
		feedback = feedback[:0]
		for _, q := range set {
			f := g.Reference(secret, q)
			feedback = append(feedback, byte(f), byte(f>>8))
		}
		if other, ok := secretWith[string(feedback)]; ok {
			return fmt.Errorf("secrets %s and %s have the same feedback on all questions", g.FormatCode(other), g.FormatCode(secret))
		}
		secretWith[string(feedback)] = secret
	}
	return nil
}
