package partition

import (
	"math/bits"
	"sync"

	"codebreak/engine/game"
)

// Alike finds the guesses of a peg game that are worth counting, where of
// guesses that are sure to be equally good only the first in lexicographic
// order matters. It keeps what it finds, for all goroutines.
type Alike struct {
	game   game.Pegs
	codes  []game.Code // all guesses
	all    Guesses
	start  game.Symmetries // before the first guess
	mu     sync.Mutex
	lists  map[pathGuesses]*unlike
	budget int // runs that may still be kept
}

// pathGuesses are the guesses of a path of up to two rounds.
type pathGuesses struct {
	rounds  int
	guesses [2]game.Code
}

// unlike is the guesses that no symmetry of a path takes to one before them,
// and of these, by the colours that are absent from all candidates, those
// that are unlike still.
type unlike struct {
	once     sync.Once
	list     Guesses
	mu       sync.Mutex
	byAbsent map[uint16]Guesses
}

// keptRuns bounds the memory of lists kept, at 8 bytes a run.
const keptRuns = 8 << 20

// NewAlike prepares for the guesses of a game, in lexicographic order. ok is
// false if the game has no guesses that are sure to be alike: it is no peg
// game, or its first position is special.
func NewAlike(g game.Game, guesses []game.Code) (a *Alike, ok bool) {
	pegs, ok := game.PegRules(g)
	start := game.SymmetriesOf(g)
	if !ok || start.None() {
		return nil, false
	}
	return &Alike{
		game: pegs, codes: guesses, all: NewGuesses(g, guesses), start: start,
		lists: map[pathGuesses]*unlike{}, budget: keptRuns,
	}, true
}

// symmetryFrom is the number of candidates from which it pays to look for
// guesses that are alike by symmetry.
const symmetryFrom = 65

// symmetric returns the list for the guesses of a path, where symmetries are
// looked for.
//
// A symmetry that leaves the guesses of the path as they are exchanges the
// candidates among themselves, so it takes a guess to one that makes parts of
// the same sizes and is a candidate if the guess is, and whose parts can be
// played alike to the end. The guess that a strategy or a search would choose,
// if it chooses the first in order of all that are as good, comes before all
// that symmetries take it to, and is never left out.
func (a *Alike) symmetric(path []game.Code, candidates int) *unlike {
	key := pathGuesses{rounds: -1} // all guesses
	looked := len(path) <= len(key.guesses) && candidates >= symmetryFrom
	if looked {
		key.rounds = copy(key.guesses[:], path)
	}
	a.mu.Lock()
	u := a.lists[key]
	if u == nil {
		u = &unlike{byAbsent: map[uint16]Guesses{}}
		a.lists[key] = u
	}
	a.mu.Unlock()
	u.once.Do(func() {
		u.list = a.all
		switch {
		case !looked:
		case len(path) == 0:
			// All colours and all positions are alike still.
			u.list = NewGuesses(a.game, a.game.CanonicalGuesses())
		default:
			symmetries := a.start
			for _, guess := range path {
				symmetries = symmetries.Fixing(guess)
			}
			if codes := symmetries.Representatives(a.codes); len(codes) < len(a.codes) {
				u.list = NewGuesses(a.game, codes)
			}
		}
	})
	return u
}

// Guesses returns the guesses that are worth counting for the candidates in
// the space, which the answers to the guesses of path have left. The space
// must be one of the game's.
//
// Besides guesses that are alike by symmetry it leaves out those that are
// alike because they differ in colours that no candidate has. The first of all
// guesses that are as good as the best is left out by neither.
func (a *Alike) Guesses(path []game.Code, s Space) Guesses {
	u := a.symmetric(path, len(s.Codes()))
	var absent uint16
	if planes, ok := s.(*Planes); ok { // as it is for every peg game
		absent = ^planes.colours() & (1<<a.game.Colours - 1)
	}
	if bits.OnesCount16(absent) < 2 {
		return u.list
	}
	u.mu.Lock()
	list, ok := u.byAbsent[absent]
	u.mu.Unlock()
	if ok {
		return list
	}
	list = u.list.unlike(a.game, absent)
	if a.keep(list.Runs()) {
		u.mu.Lock()
		u.byAbsent[absent] = list
		u.mu.Unlock()
	}
	return list
}

// keep reports whether so many more runs may be kept.
func (a *Alike) keep(runs int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if runs > a.budget {
		return false
	}
	a.budget -= runs
	return true
}

// intersectFrom is the number of candidates from which it pays to look for
// candidates that are alike by symmetry.
const intersectFrom = 1024

// Candidates returns the guesses worth counting among the candidates alone.
func (a *Alike) Candidates(path []game.Code, candidates []game.Code) Guesses {
	list := NewGuesses(a.game, candidates)
	if len(path) <= len(pathGuesses{}.guesses) && len(candidates) >= intersectFrom {
		return list.intersect(a.symmetric(path, len(candidates)).list)
	}
	return list
}

// AlikeMemory returns about how many bytes the lists for so many guesses take.
func AlikeMemory(guesses int64) int64 {
	const codeBytes, runBytes = 4, 8
	return codeBytes*guesses + runBytes*min(32*guesses, keptRuns) // a run may be kept many times over
}
