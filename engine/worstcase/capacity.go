package worstcase

import "codebreak/engine/game"

// A capacity bounds how many candidates some number of guesses can find, in any set and
// in a part that answers in one way. Where it says nothing the bound is the number of
// secrets.
//
// One guess finds one candidate, and k guesses 1+q times as many as k-1, where q is the
// number of answers but the hit.
//
// With black pegs only, the candidates of a part with b black pegs in p positions fall
// into C(p, b) classes, by which positions are right. Those of a class differ in p-b
// positions only: to find them is a game of so many positions, and k guesses that serve
// the part serve each class. So with m(p, k) candidates at most in p positions, a part
// has at most min(m(p, k), C(p, b)·m(p-b, k)), and m(p, k) is 1 and the sum of that, with
// k-1, over b from 0 to p-1. For example m(1, k) = k, and m(2, k) = k²-2 from k = 3 on.
type capacity struct {
	secrets int
	sets    []int   // by the number of guesses
	parts   [][]int // by the number of guesses and the feedback
}

func newCapacity(g game.Game) *capacity {
	c := &capacity{secrets: game.CountSecrets(g)}
	if rules, ok := game.PegRules(g); ok && rules.BlackOnly {
		c.blackPegs(rules)
		return c
	}
	c.sets = []int{0, 1}
	for k := 2; c.sets[k-1] < c.secrets; k++ {
		c.sets = append(c.sets, min(1+(g.Outcomes()-1)*c.sets[k-1], c.secrets))
	}
	return c
}

func (c *capacity) blackPegs(rules game.Pegs) {
	most := make([]int, rules.Positions+1) // m(p, k), at first with no guess
	for c.sets = []int{0}; c.sets[len(c.sets)-1] < c.secrets; c.sets = append(c.sets, most[rules.Positions]) {
		parts := make([]int, game.MaxPegFeedbacks)
		next := make([]int, len(most))
		for p := 1; p < len(most); p++ {
			next[p] = 1
			classes := 1
			for b := range p {
				part := min(most[p], classes*most[p-b])
				next[p] += part
				parts[game.NewFeedback(b, 0)] = part // in the end of all positions
				classes = classes * (p - b) / (b + 1)
			}
			next[p] = min(next[p], c.secrets)
		}
		c.parts = append(c.parts, parts)
		most = next
	}
}

// set returns the most candidates that k guesses can find.
func (c *capacity) set(k int) int {
	if k < len(c.sets) {
		return c.sets[k]
	}
	return c.secrets
}

// part returns the most candidates of one answer, which is not the hit, that k more
// guesses can find.
func (c *capacity) part(k int, f game.Feedback) int {
	if k < len(c.parts) {
		return c.parts[k][f]
	}
	return c.set(k)
}
