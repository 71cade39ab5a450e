// Package partition splits sets of candidates by the feedback that a guess would get. It is
// the innermost loop of the engine: growing a decision tree consists almost entirely of
// counting, for many guesses, the size of each class.
//
// A [Space] holds an ordered list of candidates. Steps of use: [NewSpace], or
// [SpaceFactory] where several goroutines need one each, Load the candidates of
// a node, Scan the [Guesses] under consideration for those with a better
// [Measure], then [Split] with the guess that was chosen. Peg games are counted
// on bit planes, 64 candidates at a time ([planes]), in the widest registers that
// the processor has ([Kernel]); games with a table of their feedback, such as
// Wordle, by the table ([tabled]); other games by asking for the feedback ([plain]).
package partition

import (
	"context"
	"math"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition/internal/kernel"
)

// Counts holds the number of candidates for each feedback, by its index.
type Counts []int32

// NewCounts returns a zero for each kind of feedback of a game.
func NewCounts(g game.Game) Counts {
	return make(Counts, g.OutcomeLimit())
}

// Stop is the limit that ends a scan: no guess measures less.
const Stop = math.MinInt64

// A Space is a list of candidates laid out for counting. It belongs to one
// goroutine at a time and is reused from node to node.
type Space interface {
	// Load replaces the candidates by codes, which must be different secrets
	// of the game; their order is the order of the space. The space keeps the
	// slice.
	Load(codes []game.Code)

	// Codes returns the candidates in order. The caller must not change them.
	Codes() []game.Code

	// Count sets counts[f], for every feedback index f of the game, to the
	// number of candidates with the feedback f to the guess. The guess is a
	// candidate itself exactly if counts[final] is 1.
	Count(guess game.Code, counts Counts)

	// Scan reads guesses and calls visit, in their order, for all that
	// measure less than the limit, with their scores. visit returns the limit
	// for later guesses; Stop ends the scan, and unread guesses stay in
	// the list. There must be candidates. visit may Count its guess, which is
	// cheap then.
	Scan(guesses *Guesses, m Measure, limit int64, visit func(guess game.Code, score int64) (limit int64))

	// Fork returns a space of the same candidates for another goroutine. Both
	// share the results of Load, so the fork is valid until this space is
	// loaded anew, and the fork itself must never be loaded.
	Fork() Space
}

// NewSpace returns an empty space for candidates of the game.
func NewSpace(g game.Game) Space { return SpaceFactory(g)() }

// SpaceFactory returns a constructor of empty spaces for candidates of the
// game, for several goroutines. They share everything that does not depend on the
// candidates.
func SpaceFactory(g game.Game) func() Space {
	if pegs, ok := game.PegRules(g); ok {
		bags := sync.OnceValue(func() bags { return newBags(pegs) })
		return func() Space { return newPlanes(pegs, bags) }
	}
	table := game.StructureOf(g).Table
	if table != nil {
		return func() Space {
			t, _ := table(context.Background()) // it fails only if its context ends
			return newTabled(t, g.OutcomeLimit())
		}
	}
	return func() Space { return newPlain(g) }
}

// RunWork is the approximate number of words of work of a run of guesses for each 64
// candidates.
func RunWork(g game.Game) int {
	if _, ok := game.PegRules(g); ok {
		return 1
	}
	return 64 // the feedback of each is looked up
}

// A Part is the set of candidates with the same feedback to a guess.
type Part struct {
	Feedback game.Feedback
	Codes    []game.Code // in the order of the candidates
}

// Split returns the nonempty parts that a guess makes of candidates, by increasing
// feedback index. It takes O(candidates + feedbacks) time.
func Split(g game.Game, candidates []game.Code, guess game.Code) (parts []Part) {
	// Most sets are small: their feedback and sizes stay on the stack.
	var few [64]game.Feedback
	feedback := few[:]
	if len(candidates) > len(few) {
		feedback = make([]game.Feedback, len(candidates))
	}
	var kinds [64]int32
	sizes := kinds[:]
	if g.OutcomeLimit() > len(kinds) {
		sizes = NewCounts(g)
	}

	nonempty := 0
	for i, c := range candidates {
		feedback[i] = g.Feedback(c, guess)
		sizes[feedback[i]]++
		if sizes[feedback[i]] == 1 {
			nonempty++
		}
	}

	// All parts share one slice of codes. The place of a part replaces its size.
	codes := make([]game.Code, len(candidates))
	place := sizes
	parts = make([]Part, 0, nonempty)
	for f, size := range sizes {
		if size > 0 {
			place[f] = int32(len(parts))
			parts = append(parts, Part{Feedback: game.Feedback(f), Codes: codes[:0:size]})
			codes = codes[size:]
		}
	}

	for i, c := range candidates {
		part := &parts[place[feedback[i]]]
		part.Codes = append(part.Codes, c)
	}
	return parts
}

// Kernel names the instructions that count peg games on this machine: AVX-512, AVX2 or NEON
// registers, or portable code. The counts are the same.
// GODEBUG=cpu.avx512f=off,cpu.avx2=off does without, register by register.
func Kernel() string { return kernel.Leaves()[0].Name }
