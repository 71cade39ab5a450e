package partition

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"codebreak/engine/game"
)

// A Reducer finds the guesses of a symmetric game that are worth counting: among guesses
// that are sure to be equally good, only the first in lexicographic order is. All
// goroutines share its findings.
type Reducer struct {
	game    game.Game
	search  bool            // sets are searched to the end
	repeats bool            // a guess may have a colour several times
	codes   []game.Code     // all guesses
	all     Guesses         // the same
	start   game.Symmetries // before the first guess
	placed  bool            // symmetries change feedback too, as in positional games
	apart   bool            // each position has colours of its own

	// mu guards the fields below.
	mu     sync.Mutex
	lists  map[shortPath]*canonical
	budget int64 // runs that may still be kept
}

// A shortPath is a path of up to two rounds; without their feedback if symmetries do not
// change it.
type shortPath struct {
	length int
	rounds [2]game.Round
}

// canonical holds the guesses that no symmetry of a path takes to an earlier guess.
type canonical struct {
	once sync.Once
	list Guesses

	// byColours holds the guesses of the list that stay when exchangeable colours make
	// others equivalent to earlier ones.
	mu        sync.Mutex
	byColours map[colourSets]Guesses
}

// colourSets are, by position, the colours that get no peg from any candidate, and the
// other colours that no guess has had yet.
type colourSets struct{ absent, unseen [game.MaxPositions]uint16 }

// mostRuns bounds the memory of lists kept. Besides its runs each takes as much as listRuns
// more. A run may be kept many times over.
func mostRuns(guesses int64) int64 { return min(32*guesses, 8<<20) }

const listRuns = 16

// NewReducer prepares for the guesses of a game, in lexicographic order. ok is
// false if the game is not symmetric, so that no guesses are sure to be equivalent.
//
// For a search, colours that no guess has had yet are also exchanged, wherever other
// symmetries are not sought, which pays where sets are searched to the end. Candidates must
// then be all the secrets that agree with some feedback to the guesses of the path.
func NewReducer(g game.Game, guesses []game.Code, search bool) (r *Reducer, ok bool) {
	start := game.SymmetriesOf(g)
	if start.None() {
		return nil, false
	}
	structure := game.StructureOf(g)
	return &Reducer{
		game:    g,
		search:  search,
		repeats: g.IsGuess(0),
		codes:   guesses,
		all:     NewGuesses(g, guesses),
		start:   start,
		placed:  structure.Exchanged != nil,
		apart:   structure.Symmetry == game.PerPosition,
		lists:   map[shortPath]*canonical{},
		budget:  mostRuns(int64(len(guesses))),
	}, true
}

// symmetryFrom is the number of candidates from which it pays to look for
// guesses that are equivalent by symmetry.
const symmetryFrom = 65

// lookEvery is the number of representatives between two checks of the context: a few
// milliseconds, where there are many symmetries.
const lookEvery = 64

// symmetric returns the list for a path. Symmetries are sought only for short paths and
// many candidates; else it holds all guesses.
//
// A symmetry that does not change the rounds of the path exchanges the candidates among
// themselves. So it takes a guess to one that makes parts of the same sizes, that is a
// candidate if the guess is, and whose parts can be played alike to the end. A strategy or
// a search that chooses the first of all equally good guesses chooses one that comes before
// all its images, which is never left out.
//
// If the context ends, the list holds all guesses: more than necessary, but no wrong ones.
func (r *Reducer) symmetric(ctx context.Context, path []game.Round, candidates int) *canonical {
	key := shortPath{length: -1} // the list of all guesses
	seek := len(path) <= len(key.rounds) && candidates >= symmetryFrom
	if seek {
		key.length = copy(key.rounds[:], path)
		for i := range key.rounds {
			if !r.placed {
				key.rounds[i].Feedback = 0
			}
		}
	}

	r.mu.Lock()
	found := r.lists[key]
	if found == nil {
		found = &canonical{byColours: map[colourSets]Guesses{}}
		r.lists[key] = found
	}
	r.mu.Unlock()

	found.once.Do(func() {
		switch {
		case !seek:
			found.list = r.all
		case len(path) == 0:
			// All colours and all positions are still alike.
			found.list = NewGuesses(r.game, game.CanonicalGuesses(r.game))
		default:
			found.list = r.representatives(ctx, path)
		}
	})
	return found
}

// representatives lists the guesses that no symmetry of a path takes to an earlier guess;
// all guesses if the context ends.
func (r *Reducer) representatives(ctx context.Context, path []game.Round) Guesses {
	var codes []game.Code
	for code := range r.start.After(path...).Representatives(r.codes) {
		if len(codes)%lookEvery == 0 && ctx.Err() != nil {
			return r.all
		}
		codes = append(codes, code)
	}

	if len(codes) == len(r.codes) {
		return r.all
	}
	return NewGuesses(r.game, codes)
}

// Fancidev returns the codes that fancidev/mastermind (2012) keeps for the candidates in the
// space: the first of the codes that symmetries of the path take to each other
// (ConstraintEquivalenceFilter), if its colours that no candidate has are in ascending order
// (ColorEquivalenceFilter). This supposes that the first of the codes that differ in these
// colours alone is in the list, which holds for the list of all codes, but not for others.
func (r *Reducer) Fancidev(path []game.Round, codes []game.Code, s Space) Guesses {
	first := slices.Collect(r.start.After(path...).Representatives(codes))
	list := NewGuesses(r.game, first)
	return list.lowest(s.(*planes).absent(), !r.repeats) // every peg game has planes
}

// Guesses returns the guesses that are worth counting for the candidates in
// the space, which the rounds of path have left. The space must be one of the game's.
//
// It leaves out guesses that are equivalent to earlier ones by symmetry, or because they
// differ in colours that no candidate has. Neither leaves out the first of the best
// guesses.
func (r *Reducer) Guesses(ctx context.Context, path []game.Round, s Space) Guesses {
	// Step 1. Symmetries.
	found := r.symmetric(ctx, path, len(s.Codes()))

	// Step 2. Colours that may be exchanged. Where the list knows the symmetries, it
	// exchanges unseen colours already.
	colours := colourSets{absent: r.absent(s)}
	known := len(path) <= len(shortPath{}.rounds) && len(s.Codes()) >= symmetryFrom
	if r.search && !known {
		colours.unseen = r.unseen(path, colours.absent)
	}
	several := func(colours uint16) bool { return bits.OnesCount16(colours) > 1 }
	absent := slices.ContainsFunc(colours.absent[:], several)
	unseen := slices.ContainsFunc(colours.unseen[:], several)
	if !absent && !unseen {
		return found.list
	}

	// Step 3. The list for these colours, perhaps made before.
	found.mu.Lock()
	list, ok := found.byColours[colours]
	found.mu.Unlock()
	if ok {
		return list
	}
	list = found.list
	if absent {
		list = list.lowest(colours.absent, !r.repeats)
	}
	if unseen {
		list = list.lowest(colours.unseen, !r.apart)
	}

	if r.keep(list.Runs()) {
		found.mu.Lock()
		found.byColours[colours] = list
		found.mu.Unlock()
	}
	return list
}

// absent returns the colours that no candidate has, by position. Guesses that differ in them
// alone are equivalent. In games without pegs the reason is that an exchange of these
// colours does not change the candidates; so it is known only where no guess has a colour
// twice.
func (r *Reducer) absent(s Space) (absent [game.MaxPositions]uint16) {
	if planes, ok := s.(*planes); ok {
		return planes.absent()
	}
	if r.repeats {
		return absent
	}

	positions, colours := r.game.Shape()
	nowhere := uint16(1<<colours - 1)
	for _, code := range s.Codes() {
		for i := range positions {
			nowhere &^= 1 << code.At(i)
		}
	}
	for i := range positions {
		absent[i] = nowhere
	}
	return absent
}

// unseen returns the colours that candidates have, but no guess so far, by position. If all
// positions have the same colours, element 0 holds them for all.
func (r *Reducer) unseen(
	path []game.Round,
	absent [game.MaxPositions]uint16,
) (unseen [game.MaxPositions]uint16) {
	var seen [game.MaxPositions]uint16
	positions, colours := r.game.Shape()
	for _, round := range path {
		for i := range positions {
			at := 0
			if r.apart {
				at = i
			}
			seen[at] |= 1 << round.Guess.At(i)
		}
	}

	for i := range unseen {
		if i == 0 || r.apart && i < positions {
			unseen[i] = (1<<colours - 1) &^ (seen[i] | absent[i])
		}
	}
	return unseen
}

// keep reports whether a list of the given number of runs may be kept.
func (r *Reducer) keep(runs int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()

	cost := int64(runs) + listRuns
	if cost > r.budget {
		return false
	}
	r.budget -= cost
	return true
}

// candidatesFrom is the number of candidates from which it pays to look for
// candidates that are equivalent by symmetry.
const candidatesFrom = 1024

// Candidates returns the guesses worth counting among the candidates alone.
func (r *Reducer) Candidates(ctx context.Context, path []game.Round, candidates []game.Code) Guesses {
	list := NewGuesses(r.game, candidates)
	if len(path) <= len(shortPath{}.rounds) && len(candidates) >= candidatesFrom {
		return list.Keep(r.symmetric(ctx, path, len(candidates)).list.has)
	}
	return list
}
