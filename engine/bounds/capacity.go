package bounds

import (
	"math/bits"

	"codebreak/engine/game"
)

// A Capacity bounds how many candidates some number of guesses can find, in any set and
// in a part of one feedback. Where it says nothing the bound is the number of
// secrets.
//
// One guess finds one candidate, and k guesses 1+q times as many as k-1, where q is the
// number of kinds of feedback but the final one.
//
// With black pegs only there is more to say. Let m(p, k) be the most candidates of p
// positions that k guesses can find, and f(p, b, k) the most that all give one guess
// b black pegs. With k guesses the first finds one candidate, and what is left are
// parts: m(p, k) = 1 + m(p, k-1) + Σ f(p, b, k-1) for b from 1 to p-1.
//
// Candidates that give a guess b black pegs fall into C(p, b) classes, by which
// positions were right. Those of a class differ in the d = p-b other positions only. Let
// the next guess repeat the first one in some positions M. Of the positions in which a
// class differs those in M are known to be wrong; say l are not in M, and t of its right
// positions are. Then its candidates that give t+x black pegs fall into C(l, x)
// classes that differ in d-x positions, in which k-1 guesses find m(d-x, k-1) at most:
// for trees find subsets too. A part has no more candidates than its classes together,
// nor than f(p, b, k-1), since it is a subset; the guess itself is one candidate. The sum over
// the parts, for the best M of each size, is f(p, b, k).
//
// In two positions this is m(2, k) = k²-k+1, which is attained.
//
// With white pegs besides there is more to say of two positions; see shapes.go.
type Capacity struct {
	secrets int
	sets    []int   // by the number of guesses
	parts   [][]int // by the number of guesses and the feedback; nil if they are as sets
	// Least totals by the number of candidates, and by the feedback besides; nil if no more
	// is known than what follows from sets and parts.
	totals     []int
	partTotals [][]int
}

// CapacityOf returns the capacity of a game.
func CapacityOf(g game.Game) *Capacity {
	c := &Capacity{secrets: game.CountSecrets(g)}
	rules, ok := game.PegRules(g)
	switch {
	case ok && rules.BlackOnly:
		c.blackPegs(rules)
	case ok && rules.Positions == 2:
		c.twoPositions(rules)
	default:
		return CapacityByCounting(c.secrets, g.Outcomes())
	}
	return c
}

// CapacityByCounting returns the bounds that follow from the numbers of secrets and of
// possible outcomes of a guess alone.
func CapacityByCounting(secrets, outcomes int) *Capacity {
	parts := max(1, outcomes-1)
	sets := []int{0}
	for n := 1; ; n = 1 + parts*n {
		sets = append(sets, min(n, secrets))
		if n >= secrets {
			return &Capacity{secrets: secrets, sets: sets}
		}
	}
}

// blackPegs fills in the bounds of a game of black pegs only, guess by guess, until all
// secrets can be found. It takes O(guesses·positions³·2^positions) time.
func (c *Capacity) blackPegs(rules game.Pegs) {
	positions := rules.Positions
	sets := make([]int, positions+1) // m(p, k), at first with no guess
	parts := make([][]int, positions+1)
	for p := range parts {
		parts[p] = make([]int, p) // f(p, b, k); that of 0 black pegs is m(p, k)
	}

	for c.sets = []int{0}; ; {
		byFeedback := make([]int, game.MaxPegFeedbacks)
		for b, n := range parts[positions] {
			byFeedback[game.NewFeedback(b, 0)] = n
		}
		c.parts = append(c.parts, byFeedback)
		if sets[positions] >= c.secrets {
			return
		}

		// One guess more.
		nextSets := []int{1}
		nextParts := make([][]int, positions+1)
		for p := 1; p <= positions; p++ {
			n := 1
			for _, part := range parts[p] {
				n += part
			}
			n = min(n, c.secrets)
			nextSets = append(nextSets, n)
			nextParts[p] = []int{n}

			for b := 1; b < p; b++ {
				most := 0
				for repeated := range p + 1 {
					found := afterRepeat(p, b, repeated, parts[p][b], sets)
					most = max(most, found)
				}
				nextParts[p] = append(nextParts[p], min(most, n))
			}
		}

		sets = nextSets
		parts = nextParts
		c.sets = append(c.sets, sets[positions])
	}
}

// afterRepeat returns f(p, b, k) for guesses that repeat the one before in the
// first positions: from f(p, b, k-1) and, for up to p positions, m(·, k-1).
func afterRepeat(p, b, repeated, part int, sets []int) int {
	n := 0
	byBlack := make([]int, p+1) // candidates by black pegs
	for right := range 1 << p { // the positions that were right
		if bits.OnesCount(uint(right)) != b {
			continue
		}
		again := bits.OnesCount(uint(right) & (1<<repeated - 1))
		open := p - b - (repeated - again) // positions that may be right now
		for x, classes := 0, 1; x <= open; x++ {
			if again+x == p {
				n = 1 // the guess itself
			}
			byBlack[again+x] += classes * sets[p-b-x]
			classes = classes * (open - x) / (x + 1)
		}
	}
	for _, candidates := range byBlack[:p] {
		n += min(candidates, part)
	}
	return n
}

// Set returns the most candidates that k guesses can find.
func (c *Capacity) Set(k int) int {
	if k < len(c.sets) {
		return c.sets[k]
	}
	return c.secrets
}

// Part returns the most candidates of one feedback, not the final one, that k more
// guesses can find.
func (c *Capacity) Part(k int, f game.Feedback) int {
	if k < len(c.parts) {
		return c.parts[k][f]
	}
	return c.Set(k)
}

// Total returns the least total of a number of candidates, at most all secrets: after each
// guess, as few are left as there can be.
func (c *Capacity) Total(candidates int) int {
	if c.totals != nil {
		return c.totals[candidates]
	}
	return total(candidates, c.Set)
}

// PartTotal is Total for candidates with one feedback, not the final one, on a guess.
// For more than can have that feedback it is a bound, though there is no such part.
func (c *Capacity) PartTotal(candidates int, f game.Feedback) int {
	if c.partTotals != nil && candidates < len(c.partTotals[f]) {
		return c.partTotals[f][candidates]
	}
	return total(candidates, func(k int) int { return c.Part(k, f) })
}

// total returns the least total where a limit of candidates is found, by the number
// of guesses.
func total(candidates int, most func(guesses int) int) int {
	total := 0
	for k := 0; most(k) < candidates; k++ {
		total += candidates - most(k)
	}
	return total
}

// ByFeedback reports whether the bounds of parts depend on the feedback.
func (c *Capacity) ByFeedback() bool { return c.parts != nil }

// Worst returns the least number of guesses that can find a number of candidates, at most
// all secrets.
func (c *Capacity) Worst(candidates int) int {
	k := 0
	for c.Set(k) < candidates {
		k++
	}
	return k
}
