package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"codebreak/engine/game"
	"codebreak/engine/internal/normal"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/parallel"
	"codebreak/engine/partition"
	"codebreak/engine/scatter"
	"codebreak/engine/strategy"
)

// shared is what the workers of a search have in common. It finds the least cost of decision
// trees of a game, by depth-first branch and bound.
type shared struct {
	ctx      context.Context
	off      rules                   // switched off, in tests
	workers  *parallel.Pool[*worker] // nil with one worker
	newSpace func() partition.Space

	gameCodes
	branches int // kinds of feedback other than the final one
	// positional says that symmetries must leave the feedback so far as it is.
	positional bool

	// The guesses that may be made.
	pool    strategy.Pool
	list    partition.Guesses
	reducer *partition.Reducer                       // nil where there are no symmetries
	allows  func(guess game.Code, r game.Round) bool // nil unless the pool narrows from guess to guess

	Prices // what is minimised

	// Bounds by size: of all sets; of parts by the sharpest feedback before, or nil where that
	// is no better; and of sets by the most parts that candidates, and others, make.
	whole      sizes
	leastAfter [][][]Cost
	byMost     [][]func() sizes

	// What is known about sets. The keys are random numbers for each secret: of a set's
	// candidates, and of the candidates before the last feedback.
	known      *transpositionTable
	keys       []setKey
	beforeKeys []setKey

	// The search gives up after most nodes, if that is not 0.
	nodes  atomic.Int64
	most   int64
	giveUp func()

	width    int    // guesses that are tried at a set; 0 is all
	estimate []Cost // of what sets cost, by their size, if there is a width
}

// rules are what makes the search fast; none changes what it finds.
type rules struct {
	symmetry       bool // of guesses, and absent colours
	separator      bool // candidates that separate all others
	pairs          bool // small sets decided by pairs
	partBounds     bool // parts bounded by the guesses at them
	bestFirst      bool // the best choice tried before the others are listed
	transpositions bool // memory of sets
	capacity       bool // bounds of games of black pegs only
	most           bool // bounds by the most parts of a set before
	normal         bool // memory of the images of sets
}

func newSearch(ctx context.Context, g game.Game, p strategy.Pool, tableBytes int64) *shared {
	secrets, guesses := game.Codes(g)
	s := &shared{
		ctx:      ctx,
		newSpace: partition.SpaceFactory(g),
		gameCodes: gameCodes{
			game:      g,
			final:     g.Final(),
			secrets:   secrets,
			guesses:   guesses,
			feedbacks: newFeedbacks(g, secrets, guesses, maxMatrix(tableBytes)),
		},
		branches:   g.Outcomes() - 1,
		pool:       p,
		list:       partition.NewGuesses(g, guesses),
		allows:     p.Allows(g),
		known:      newTranspositionTable(tableBytes),
		keys:       make([]setKey, len(secrets)),
		beforeKeys: make([]setKey, len(secrets)),
	}
	s.positional = game.StructureOf(g).Exchanged != nil
	switch {
	case p == strategy.Answers:
		s.list = partition.NewGuesses(g, secrets)
	case s.allows == nil:
		s.reducer, _ = partition.NewReducer(g, guesses, true)
	}

	// The same numbers every time, so that a search can be repeated.
	rng := rand.New(rand.NewPCG(1993, 5625))
	for i := range secrets {
		s.keys[i] = setKey{rng.Uint64(), rng.Uint64()}
		s.beforeKeys[i] = setKey{rng.Uint64(), rng.Uint64()}
	}
	return s
}

// A history is how the search has reached a set.
type history struct {
	path []game.Round // the rounds played, with their feedback in positional games only
	// before is the candidates before the last feedback, if the pool asks for
	// them. beforeKey identifies them, and whatever else of the history sets depend on.
	before    []game.Code
	beforeKey setKey
	// sharpest is the feedback so far of the largest index: the bounds after each feedback
	// hold, and those after this one are the best as a rule. They serve to prune only: the
	// order of choices must not depend on how the search has reached a set.
	sharpest game.Feedback
	// most bounds the parts that guesses make of this set. It serves to prune only.
	most most
	// allowed is the guesses that the pool allows, if it narrows; nil for all.
	allowed *allowedGuesses
}

// allowedGuesses are the guesses before that a pool allows after one round more. They are
// listed when they are needed, which for most sets is never.
type allowedGuesses struct {
	before *allowedGuesses
	round  game.Round
	once   sync.Once
	list   partition.Guesses
}

// listOf returns the guesses that are allowed.
func (s *shared) listOf(a *allowedGuesses) partition.Guesses {
	if a == nil {
		return s.list
	}
	a.once.Do(func() {
		a.list = s.listOf(a.before).Keep(func(guess game.Code) bool {
			return s.allows(guess, a.round)
		})
	})
	return a.list
}

// afterFeedback returns the history after the feedback to the last guess of a history. The pool
// may narrow by it; then what a set costs depends on the rounds before, but not on their
// order.
func (s *shared) afterFeedback(past history, f game.Feedback) history {
	past.sharpest = max(past.sharpest, f)
	if s.positional {
		last := len(past.path) - 1
		past.path = append(past.path[:last:last], game.Round{
			Guess:    past.path[last].Guess,
			Feedback: f,
		})
	}

	if s.allows == nil {
		return past
	}
	return past.narrowed(f)
}

// narrowed is afterFeedback for a pool that narrows: the path and the sharpest feedback aside.
func (past history) narrowed(f game.Feedback) history {
	r := game.Round{Guess: past.path[len(past.path)-1].Guess, Feedback: f}
	past.allowed = &allowedGuesses{before: past.allowed, round: r}

	a := scatter.Number(uint64(r.Guess)<<16 | uint64(r.Feedback))
	past.beforeKey.a ^= a
	past.beforeKey.b ^= scatter.Number(a)
	return past
}

// afterGuess returns the history after a guess at candidates.
func (w *worker) afterGuess(past history, candidates set, guess game.Code) history {
	next := history{
		path:     append(slices.Clip(past.path), game.Round{Guess: guess}),
		sharpest: past.sharpest,
		most:     past.most,
	}
	if w.allows != nil {
		next.beforeKey = past.beforeKey
		next.allowed = past.allowed
	}

	if ButLast(w.pool) {
		for _, i := range candidates {
			next.before = append(next.before, w.secrets[i])
		}
		next.beforeKey = hash(candidates, w.beforeKeys)
	}
	if w.pool == ConsistentButLastFancidev { // the guesses that it leaves out depend on those before
		var guesses []game.Code
		for _, r := range next.path {
			guesses = append(guesses, r.Guess)
		}
		next.beforeKey.a ^= scatter.List(1, guesses)
		next.beforeKey.b ^= scatter.List(2, guesses)
	}

	if w.pool == SecondFree && len(next.path) == 1 {
		next.beforeKey = w.beforeKeys[0] // the same set costs more after another guess
	}
	return next
}

// A worker searches in one goroutine.
type worker struct {
	*shared
	counter
	space  partition.Space
	codes  []game.Code        // of the candidates loaded
	normal *normal.Normaliser // nil where sets have no normal forms

	// Room that is used again and again.
	offsets    []int32 // of rows of a matrix of feedback
	partCounts []uint8 // of the columns of the matrix
	many       []uint16
	found      Choices // a list that is being made
}

func (s *shared) newWorker() *worker {
	w := &worker{
		shared:  s,
		counter: newCounter(&s.gameCodes),
		space:   s.newSpace(),
	}
	if s.pool == strategy.All { // else an image costs as much only after the same guesses
		w.normal = normal.New(s.game, game.StructureOf(s.game).Symmetry, 1)
	}
	return w
}

// follow returns the candidates that rounds leave, and the history.
func (w *worker) follow(path []game.Round) (candidates set, past history, err error) {
	candidates = w.all()
	for _, r := range path {
		past = w.afterFeedback(w.afterGuess(past, candidates, r.Guess), r.Feedback)

		left := set{}
		for i, f := range w.feedbackTo(r.Guess, candidates) {
			if f == r.Feedback && f != w.final {
				left = append(left, candidates[i])
			}
		}
		if len(left) == 0 {
			return nil, past, fmt.Errorf("no secret of %s is left after %s", w.game, game.History(w.game, path))
		}
		candidates = left
	}
	return candidates, past, nil
}

// all returns the set of all secrets.
func (s *shared) all() set {
	return numbers.Below[int32](len(s.secrets))
}

// recall returns what is known about a set.
func (s *shared) recall(key setKey) (entry, bool) {
	if s.off.transpositions {
		return entry{}, false
	}
	return s.known.get(key)
}

// key identifies a set with k guesses left and a history.
func (s *shared) key(candidates set, k int, past history) setKey {
	key := hash(candidates, s.keys)
	key.a ^= s.leftKey(k) ^ past.beforeKey.a
	key.b ^= past.beforeKey.b
	return key
}

// leftKey is a number for k guesses left, as a part of a key: more guesses than secrets are as
// good as any number.
func (s *shared) leftKey(k int) uint64 {
	if s.ByGuesses != nil {
		k = s.row(k)
	}
	const odd = 0x9e3779b97f4a7c15 // so that no two are mapped to one
	return uint64(min(k, len(s.secrets)+1)) * odd
}
