// Package search finds the least cost of decision trees of sets of candidates, by depth-first
// branch and bound. Package optimal, whose comment explains the algorithm, asks it stage by
// stage; it knows nothing of objectives and problems.
package search

import (
	"context"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// A Search solves positions of one game, one after another; what it has found of one serves
// the next. It belongs to one goroutine, which others may help.
type Search struct{ *worker }

// A Position is some candidates, and how they were reached.
type Position struct {
	candidates set
	past       history
}

// Size is the number of candidates.
func (p Position) Size() int { return len(p.candidates) }

// A Part is what the feedback to a guess leaves of a position.
type Part struct {
	Feedback game.Feedback
	Position
}

// New makes a search with a transposition table of about as many bytes as memory says.
// Nothing can be asked before Minimise.
func New(ctx context.Context, g game.Game, pool strategy.Pool, memory int64) Search {
	return Search{newSearch(ctx, g, pool, memory).newWorker()}
}

// Restart forgets what was found. The search ends with the context; with most, if that is
// positive, it gives up once it has listed the guesses at more sets.
func (s Search) Restart(ctx context.Context, most int64, giveUp func()) {
	s.ctx = ctx
	s.giveUp = giveUp
	s.most = most
	s.nodes.Store(0)
	s.known.clear()
}

// Nodes is the number of sets whose guesses were listed.
func (s *shared) Nodes() int64 { return s.nodes.Load() }

// Narrow has the search try no more than width guesses at larger sets. Which are promising it
// learns from a tree.
func (s Search) Narrow(width int, sample *tree.Tree) {
	s.width = width
	s.learn(sample)
}

// Follow returns the position after some rounds, or an error if they leave no candidates.
func (s Search) Follow(path []game.Round) (Position, error) {
	candidates, past, err := s.follow(path)
	return Position{candidates, past}, err
}

// Useless reports whether a guess leaves all candidates together without being the last one.
func (s Search) Useless(p Position, guess game.Code) bool {
	return s.wordParts(p.candidates, guess) == 1 && s.secrets[p.candidates[0]] != guess
}

// Parts lists what a guess leaves, by feedback. solves says that the guess is a candidate: the
// part that it solves is not listed.
func (s Search) Parts(p Position, guess game.Code) (parts []Part, solves bool) {
	defer s.release(s.mark())
	split, solves := s.split(p.candidates, guess)
	past := s.afterGuess(p.past, p.candidates, guess)
	for _, part := range split {
		next := Position{slices.Clone(part.set), s.afterFeedback(past, part.feedback)}
		parts = append(parts, Part{part.feedback, next})
	}
	return parts, solves
}

// BySize bounds what a position costs with k guesses left by its size.
func (s Search) BySize(p Position, k int) Cost {
	return s.leastWith(k)[len(p.candidates)]
}

// ByNext bounds what a position costs with k guesses left by what its guesses can do. ok is
// false if the context ends.
func (s Search) ByNext(p Position, k int) (least Cost, ok bool) {
	least, _, exact := s.quick(p.candidates, k, history{}, s.leastWith(k))
	if exact {
		return least, true
	}
	next, ok := s.firstChoice(p.candidates, k, p.past, Impossible)
	return max(least, next.Bound), ok
}

// Choices lists the guesses with k guesses left that may begin a tree. The list
// and its order do not depend on what was found before. ok is false if the context ends.
func (s Search) Choices(p Position, k int) (list Choices, ok bool) {
	return s.choices(p.candidates, k, p.past, Impossible)
}

// Choice is a guess as a choice.
func (s Search) Choice(p Position, guess game.Code, k int) Choice {
	return Choice{Bound: s.guessBound(p.candidates, guess, k), guess: uint64(guess)}
}

// Try returns what a guess costs with k guesses left, if that is below the limit (found); else
// a lower bound that is no less, unless the context ends.
func (s Search) Try(p Position, c Choice, k int, limit Cost) (total Cost, found bool) {
	return s.try(p.candidates, c, k, p.past, limit)
}

// Solve returns the least cost with k guesses left, if that is below the limit (found), and
// the first guess of a tree that attains it; else a lower bound that is no less, unless the
// context ends.
func (s Search) Solve(p Position, k int, limit Cost) (least Cost, guess game.Code, found bool) {
	return s.solve(p.candidates, k, p.past, limit)
}

// Node makes the tree that begins with a guess and goes on as the search has found best. ok is
// false if the context ends.
func (s Search) Node(p Position, guess game.Code, k int) (n *tree.Node, ok bool) {
	return s.node(p.candidates, guess, k, p.past)
}
