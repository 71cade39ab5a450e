package partition

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"codebreak/engine/game"
)

// A Reducer finds the guesses of a symmetric game that are worth counting, where of guesses
// that are sure to be equally good only the first in lexicographic order matters. All
// goroutines share its findings.
type Reducer struct {
	game    game.Game
	search  bool        // sets are searched to the end
	repeats bool        // a guess may have a colour several times
	codes   []game.Code // all guesses
	all     Guesses
	start   game.Symmetries // before the first guess
	placed  bool            // of feedback too, as in positional games
	apart   bool            // each position has colours of its own
	mu      sync.Mutex
	lists   map[shortPath]*canonical
	budget  int64 // runs that may still be kept
}

// A shortPath is a path of up to two rounds; without their feedback if symmetries leave that
// as it is.
type shortPath struct {
	length int
	rounds [2]game.Round
}

// canonical is the guesses that no symmetry of a path takes to one before them,
// and of these, by the colours absent from all candidates, and those of no guess so far, the
// ones that do not thereby become equivalent to one before them.
type canonical struct {
	once      sync.Once
	list      Guesses
	mu        sync.Mutex
	byColours map[colourSets]Guesses
}

// colourSets are the colours that no candidate could have a peg for, and of the others those
// of no guess so far, by position.
type colourSets struct{ absent, unseen [game.MaxPositions]uint16 }

// mostRuns bounds the memory of lists kept, each of which takes as much as some runs
// besides. A run may be kept many times over.
func mostRuns(guesses int64) int64 { return min(32*guesses, 8<<20) }

const (
	runBytes = 8
	listRuns = 16
)

// NewReducer prepares for the guesses of a game, in lexicographic order. ok is
// false if no guesses of the game are sure to be equivalent: it is not symmetric. For a search, colours of no guess so far are also
// exchanged wherever other symmetries are not looked for, which pays where sets are searched
// to the end; candidates must then be all the secrets that agree with some feedback to the
// guesses of the path.
func NewReducer(g game.Game, guesses []game.Code, search bool) (r *Reducer, ok bool) {
	start := game.SymmetriesOf(g)
	if start.None() {
		return nil, false
	}
	_, placed := game.As[game.Positional](g)
	return &Reducer{
		game: g, search: search, repeats: g.IsGuess(0), codes: guesses, all: NewGuesses(g, guesses), start: start, placed: placed, apart: game.SymmetryOf(g) == game.PerPosition,
		lists: map[shortPath]*canonical{}, budget: mostRuns(int64(len(guesses))),
	}, true
}

// symmetryFrom is the number of candidates from which it pays to look for
// guesses that are equivalent by symmetry.
const symmetryFrom = 65

// lookEvery is after how many representatives the context is looked at: some
// milliseconds' worth, where there are many symmetries.
const lookEvery = 64

// symmetric returns the list for a path, where symmetries are looked for.
//
// A symmetry that leaves the rounds of the path as they are exchanges the
// candidates among themselves, so it takes a guess to one that makes parts of
// the same sizes and is a candidate if the guess is, and whose parts can be
// played alike to the end. The guess that a strategy or a search would choose,
// if it chooses the first in order of all that are as good, comes before all
// that symmetries take it to, and is never left out.
//
// If the context ends all guesses are listed: more than need be, but no others.
func (r *Reducer) symmetric(ctx context.Context, path []game.Round, candidates int) *canonical {
	key := shortPath{length: -1} // all guesses
	looked := len(path) <= len(key.rounds) && candidates >= symmetryFrom
	if looked {
		key.length = copy(key.rounds[:], path)
		for i := range key.rounds {
			if !r.placed {
				key.rounds[i].Feedback = 0
			}
		}
	}
	r.mu.Lock()
	u := r.lists[key]
	if u == nil {
		u = &canonical{byColours: map[colourSets]Guesses{}}
		r.lists[key] = u
	}
	r.mu.Unlock()
	u.once.Do(func() {
		u.list = r.all
		switch {
		case !looked:
		case len(path) == 0:
			// All colours and all positions are alike still.
			u.list = NewGuesses(r.game, game.CanonicalGuesses(r.game))
		default:
			var codes []game.Code
			for code := range r.start.After(path...).Representatives(r.codes) {
				if len(codes)%lookEvery == 0 && ctx.Err() != nil {
					return
				}
				codes = append(codes, code)
			}
			if len(codes) < len(r.codes) {
				u.list = NewGuesses(r.game, codes)
			}
		}
	})
	return u
}

// Fancidev returns the codes that fancidev/mastermind (2012) keeps for the
// candidates in the space: of codes that symmetries of the path take to each other the
// first (ConstraintEquivalenceFilter), and of these the ones with the colours that no
// candidate has in ascending order (ColorEquivalenceFilter). The first of the codes that
// differ in these colours alone is taken to be there, which is true of all codes, but not
// of some.
func (r *Reducer) Fancidev(path []game.Round, codes []game.Code, s Space) Guesses {
	list := NewGuesses(r.game, slices.Collect(r.start.After(path...).Representatives(codes)))
	return list.lowest(s.(*planes).absent(), !r.repeats) // as it is for every peg game
}

// Guesses returns the guesses that are worth counting for the candidates in
// the space, which the rounds of path have left. The space must be one of the game's.
//
// Besides guesses that are equivalent by symmetry it leaves out guesses that are
// equivalent because they differ in colours that no candidate has. The first of
// all guesses that are as good as the best is left out by neither.
func (r *Reducer) Guesses(ctx context.Context, path []game.Round, s Space) Guesses {
	u := r.symmetric(ctx, path, len(s.Codes()))
	colours := colourSets{absent: r.absent(s)}
	if r.search && (len(path) > len(shortPath{}.rounds) || len(s.Codes()) < symmetryFrom) { // else symmetries are known
		colours.unseen = r.unseen(path, colours.absent)
	}
	several := func(colours uint16) bool { return bits.OnesCount16(colours) > 1 }
	absent, unseen := slices.ContainsFunc(colours.absent[:], several), slices.ContainsFunc(colours.unseen[:], several)
	if !absent && !unseen {
		return u.list
	}
	u.mu.Lock()
	list, ok := u.byColours[colours]
	u.mu.Unlock()
	if ok {
		return list
	}
	list = u.list
	if absent {
		list = list.lowest(colours.absent, !r.repeats)
	}
	if unseen {
		list = list.lowest(colours.unseen, !r.apart)
	}
	if r.keep(list.Runs()) {
		u.mu.Lock()
		u.byColours[colours] = list
		u.mu.Unlock()
	}
	return list
}

// absent returns the colours that no candidate has, by position. Whether a guess has one of
// them or another of them makes no difference. In games other than those of pegs that
// follows from their being exchanged, which leaves all candidates as they are, and so is
// known only where no guess has one of them twice.
func (r *Reducer) absent(s Space) (absent [game.MaxPositions]uint16) {
	if planes, ok := s.(*planes); ok {
		return planes.absent()
	} else if r.repeats {
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

// unseen returns the colours of no guess so far that candidates have, by position. In games
// in which all positions have the same colours they are the same for all.
func (r *Reducer) unseen(path []game.Round, absent [game.MaxPositions]uint16) (unseen [game.MaxPositions]uint16) {
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
	takes := int64(runs) + listRuns
	if takes > r.budget {
		return false
	}
	r.budget -= takes
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
