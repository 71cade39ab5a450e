package search

import (
	"slices"

	"codebreak/engine/game"
)

// gameCodes are the codes of a game, and their feedback.
type gameCodes struct {
	game      game.Game
	final     game.Feedback
	secrets   []game.Code
	guesses   []game.Code
	feedbacks *feedbacks
}

// A counter splits sets by the feedback to guesses. It belongs to one goroutine.
type counter struct {
	of *gameCodes

	// The parts on the way to where the search is, and their sets.
	partRoom []part
	arena    []int32

	// Room that is used again and again.
	feedbackRoom []game.Feedback // of candidates to a guess
	counts       []int32         // by feedback, all 0
	ends         []int32         // by feedback
}

func newCounter(of *gameCodes) counter {
	limit := of.game.OutcomeLimit()
	return counter{
		of:     of,
		counts: make([]int32, limit),
		ends:   make([]int32, limit),
	}
}

// A part is the candidates that give a guess the same feedback.
type part struct {
	feedback   game.Feedback
	set        set
	least      Cost   // a lower bound
	first      Choice // of the choices at the part, or unknownChoice
	key        setKey // the zero value before it is needed
	normal     setKey // the key of its normal form, if it is normalised
	normalised bool
}

// feedbackTo returns the feedback of the candidates to a guess, until it is
// called again.
func (c *counter) feedbackTo(guess game.Code, candidates set) []game.Feedback {
	if cap(c.feedbackRoom) < len(candidates) {
		c.feedbackRoom = make([]game.Feedback, 2*len(candidates))
	}
	out := c.feedbackRoom[:len(candidates)]
	c.of.feedbacks.to(guess, candidates, out)
	return out
}

// A mark is how much of the rooms for parts is in use.
type mark struct{ arena, partRoom int }

func (c *counter) mark() mark {
	return mark{len(c.arena), len(c.partRoom)}
}

// release gives back what has come into use since the mark.
func (c *counter) release(m mark) {
	c.arena = c.arena[:m.arena]
	c.partRoom = c.partRoom[:m.partRoom]
}

// split returns the parts that a guess makes, the final feedback aside, by feedback. They
// take room, which the caller releases.
func (c *counter) split(candidates set, guess game.Code) (parts []part, hit bool) {
	// 1. Count the candidates of each part.
	feedbacks := c.feedbackTo(guess, candidates)
	counts := c.counts
	at := c.ends
	for _, f := range feedbacks {
		counts[f]++
	}
	hit = counts[c.of.final] > 0

	// 2. Give each part its room, in the order of feedback.
	start := len(c.arena)
	first := len(c.partRoom)
	c.arena = slices.Grow(c.arena, len(candidates))[:start+len(candidates)]
	room := c.arena[start:]
	next := int32(0)
	for f, n := range counts {
		at[f] = next
		next += n
		if n > 0 && game.Feedback(f) != c.of.final {
			c.partRoom = append(c.partRoom, part{
				feedback: game.Feedback(f),
				set:      set(room[next-n : next : next]),
				first:    unknownChoice,
			})
		}
	}

	// 3. Put the candidates there.
	for i, f := range feedbacks {
		room[at[f]] = candidates[i]
		at[f]++
	}
	clear(counts)
	return c.partRoom[first:len(c.partRoom):len(c.partRoom)], hit
}

// parts returns how many parts a candidate makes of candidates as a guess, with
// that of the final feedback.
func (c *counter) parts(candidates set, guess int32) int {
	if c.of.feedbacks.toGuess != nil && len(c.counts) <= maxParts {
		return c.of.feedbacks.parts(candidates, guess)
	}
	return c.wordParts(candidates, c.of.secrets[guess])
}

// wordParts is parts for a game that may have any number of kinds of feedback, as those from lists.
func (c *counter) wordParts(candidates set, guess game.Code) int {
	parts := 0
	feedbacks := c.feedbackTo(guess, candidates)
	for _, f := range feedbacks {
		if c.counts[f] == 0 {
			c.counts[f] = 1
			parts++
		}
	}
	c.uncount(feedbacks)
	return parts
}

// A near is what the candidates do to a small set as guesses.
type near struct {
	separator  game.Code // the first that separates all others, if any separates them
	separates  bool
	pair       game.Code // the first that leaves one pair together, if any leaves one
	leavesPair bool
}

// near looks at the candidates of a set of at most branches+1 until one separates
// all others. It takes O(n²) time.
func (c *counter) near(candidates set) (found near) {
	n := len(candidates)
	for _, i := range candidates {
		switch c.parts(candidates, i) {
		case n:
			found.separator = c.of.secrets[i]
			found.separates = true
			return found
		case n - 1:
			if !found.leavesPair {
				found.pair = c.of.secrets[i]
				found.leavesPair = true
			}
		}
	}
	return found
}

// contains reports whether a guess is a candidate.
func (c *counter) contains(candidates set, guess game.Code) bool {
	return slices.ContainsFunc(candidates, func(i int32) bool { return c.of.secrets[i] == guess })
}

// sumParts sums up what a table, which begins with 0, has for the sizes of the parts that
// a guess makes, and reports whether it is a candidate.
func (c *counter) sumParts(table []Cost, guess game.Code, candidates set) (sum Cost, hit bool) {
	counts := c.counts
	feedbacks := c.feedbackTo(guess, candidates)
	for _, f := range feedbacks {
		if f == c.of.final {
			hit = true
			continue
		}
		sum += table[counts[f]+1] - table[counts[f]]
		counts[f]++
	}

	c.uncount(feedbacks)
	return sum, hit
}

// partition is a hash of the parts that a guess makes. It does not depend on their feedback.
func (c *counter) partition(candidates set, guess game.Code) uint64 {
	names := c.counts // of parts, in the order in which they begin; from 1
	parts := int32(0)
	h := uint64(14695981039346656037) // FNV-1a
	feedbacks := c.feedbackTo(guess, candidates)
	for _, f := range feedbacks {
		if names[f] == 0 {
			parts++
			names[f] = parts
		}
		h = (h ^ uint64(names[f])) * 1099511628211
	}

	c.uncount(feedbacks)
	return h
}

// uncount sets the counts of some feedback to 0 again.
func (c *counter) uncount(feedbacks []game.Feedback) {
	for _, f := range feedbacks {
		c.counts[f] = 0
	}
}
