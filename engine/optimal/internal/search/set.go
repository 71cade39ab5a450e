package search

import "codebreak/engine/tree"

// A set is the indices of candidates among the game's secrets, ascending.
type set []int32

// A Cost is what a tree costs its secrets: a price for each guess, and another
// for each secret solved by the last guess allowed. Both are whole
// numbers, so costs add up exactly, and the search minimises one number.
type Cost = int64

const (
	// Impossible is the cost where the guesses left do not suffice. It is far
	// above any real cost, and sums of it do not overflow.
	Impossible Cost = 1 << 54
	// Unlimited guesses are left.
	Unlimited = 1 << 30
)

// Prices are what a search minimises: the sum of the prices of all secrets.
type Prices struct {
	PerGuess Cost // of each guess of a secret
	PerLast  Cost // besides, of a secret solved by the last guess allowed
	// ByGuesses, unless it is nil, is the price besides of a secret by the guesses before the
	// one that solves it; the last holds for all later ones. There is no last guess then.
	ByGuesses []Cost
}

// price is what a secret costs besides its guesses if one guess more than these solves it.
func (p *Prices) price(guesses int) Cost {
	return p.ByGuesses[min(guesses, len(p.ByGuesses)-1)]
}

// Of returns what a tree costs with a number of guesses allowed.
func (p *Prices) Of(f tree.Figures, depth int) Cost {
	sum := Cost(f.Total) * p.PerGuess
	if f.Worst == depth {
		sum += Cost(f.Histogram[depth]) * p.PerLast
	}
	if p.ByGuesses != nil {
		for guesses, n := range f.Histogram {
			sum += Cost(n) * p.price(max(0, guesses-1))
		}
	}
	return sum
}
