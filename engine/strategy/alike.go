package strategy

import (
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// alike finds the guesses of a peg game that are worth counting, where of
// guesses that are sure to be equally good only the first in order matters.
// It keeps what it finds, for all goroutines.
type alike struct {
	game   game.Pegs
	codes  []game.Code // all guesses
	all    partition.Guesses
	start  []game.Symmetry // those before the first guess
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
	list     partition.Guesses
	mu       sync.Mutex
	byAbsent map[uint16]partition.Guesses
}

// keptRuns bounds the memory of lists kept, at 8 bytes a run.
const keptRuns = 8 << 20

func newAlike(g game.Pegs, guesses []game.Code) *alike {
	return &alike{
		game: g, codes: guesses, all: partition.NewGuesses(g, guesses), start: game.Symmetries(g),
		lists: map[pathGuesses]*unlike{}, budget: keptRuns,
	}
}

// symmetryFrom is the number of candidates from which it pays to look for
// guesses that are alike by symmetry.
const symmetryFrom = 65

// symmetric returns the list for a path, where symmetries are looked for.
//
// A symmetry that leaves the guesses of the path as they are exchanges the
// candidates among themselves, so it takes a guess to one that makes parts of
// the same sizes and is a candidate if the guess is: the two tie under every
// rule but the last, which picks the first in order. The guess that wins in
// the end is the first of all that are as good, so it comes before all that
// symmetries take it to, and is never left out.
func (a *alike) symmetric(path []Round, candidates int) *unlike {
	var key pathGuesses
	looked := len(path) <= len(key.guesses) && candidates >= symmetryFrom
	if looked {
		key.rounds = len(path)
		for i, r := range path {
			key.guesses[i] = r.Guess
		}
	} else {
		key.rounds = -1 // all guesses
	}
	a.mu.Lock()
	u := a.lists[key]
	if u == nil {
		u = &unlike{byAbsent: map[uint16]partition.Guesses{}}
		a.lists[key] = u
	}
	a.mu.Unlock()
	u.once.Do(func() {
		u.list = a.all
		switch {
		case !looked:
		case len(path) == 0:
			// All colours and all positions are alike still.
			u.list = partition.NewGuesses(a.game, a.game.Patterns())
		default:
			symmetries := a.start
			for _, r := range path {
				symmetries = a.game.Fixing(symmetries, r.Guess)
			}
			if codes := a.game.Representatives(symmetries, a.codes); len(codes) < len(a.codes) {
				u.list = partition.NewGuesses(a.game, codes)
			}
		}
	})
	return u
}

// guessesToCount returns the codes that are worth counting among all guesses,
// in the order in which the pick rule prefers them.
//
// Besides guesses that are alike by symmetry it leaves out those that are
// alike because they differ in colours that no candidate has. The first of all
// guesses that are as good as the best is left out by neither.
func (c *Chooser) guessesToCount(path []Round) partition.Guesses {
	planes, ok := c.Space.(*partition.Planes)
	if !ok || c.alike == nil {
		return c.guesses
	}
	u := c.alike.symmetric(path, len(planes.Codes()))
	absent := ^planes.Colours() & (1<<c.alike.game.Colours - 1)
	u.mu.Lock()
	list, ok := u.byAbsent[absent]
	u.mu.Unlock()
	if ok {
		return list
	}
	list = u.list.Unlike(c.alike.game, absent)
	if c.alike.keep(list.Runs()) {
		u.mu.Lock()
		u.byAbsent[absent] = list
		u.mu.Unlock()
	}
	return list
}

// keep reports whether so many more runs may be kept.
func (a *alike) keep(runs int) bool {
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

// candidatesToCount returns the candidates that are worth counting, in the
// order in which the pick rule prefers them.
func (c *Chooser) candidatesToCount(candidates []game.Code, path []Round) partition.Guesses {
	list := partition.NewGuesses(c.game, candidates)
	if c.ties.Pick == PickLast {
		return list.Reversed()
	}
	if c.alike != nil && len(path) < 3 && len(candidates) >= intersectFrom {
		return list.Intersect(c.alike.symmetric(path, len(candidates)).list)
	}
	return list
}

// Memory returns about how many bytes a player of the game takes.
func Memory(g game.Game) int64 {
	guesses := int64(game.CountGuesses(g))
	const codeBytes, runBytes, weightBytes = 4, 8, 8
	lists := runBytes * min(32*guesses, keptRuns) // a run may be kept many times over
	return guesses*(2*codeBytes+2*weightBytes) + lists
}
