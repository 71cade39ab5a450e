package search

import "codebreak/engine/game"

// Choices are guesses worth trying, with a lower bound of what each costs, as a
// heap: the least bound first, candidates before others, and else in order.
// They are not sorted, since many are never taken out.
type Choices []Choice

// A Choice is a guess with a lower bound of what it costs.
type Choice struct {
	Bound Cost
	guess uint64 // the code, with otherGuess set for one that is not a candidate
	lower Cost   // a better bound, which the order does not depend on
}

// otherGuess is above the bits of a code.
const otherGuess = 1 << 32

// Code is the guess.
func (c Choice) Code() game.Code {
	return game.Code(c.guess &^ otherGuess)
}

func (c Choice) before(d Choice) bool {
	return c.Bound < d.Bound || c.Bound == d.Bound && c.guess < d.guess
}

// order makes the heap.
func (cs Choices) order() {
	for i := len(cs)/2 - 1; i >= 0; i-- {
		cs.down(i)
	}
}

func (cs Choices) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(cs) {
			return
		}
		if child+1 < len(cs) && cs[child+1].before(cs[child]) {
			child++
		}
		if cs[i].before(cs[child]) {
			return
		}
		cs[i], cs[child] = cs[child], cs[i]
		i = child
	}
}

// Next takes the first choice out.
func (cs *Choices) Next() (first Choice, ok bool) {
	last := len(*cs) - 1
	if last < 0 {
		return Choice{}, false
	}

	first = (*cs)[0]
	(*cs)[0] = (*cs)[last]
	*cs = (*cs)[:last]
	cs.down(0)
	return first, true
}

// unknownChoice stands for the first of choices that have not been looked at.
var unknownChoice = Choice{Bound: Impossible}
