package tree

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"codebreak/engine/game"
)

// Figures summarise how many guesses the secrets of a game need. All secrets
// count, so these are exact figures of a whole population, not estimates.
type Figures struct {
	// Total is the number of guesses summed over all secrets, Mean that sum
	// over the number of secrets.
	Total int     `json:"total"`
	Mean  float64 `json:"mean"`

	// Stddev is the standard deviation of the population, rounded to nine
	// decimals so that it is the same on every machine.
	Stddev float64 `json:"stddev"`
	// Worst is the largest number of guesses that any secret needs.
	Worst int `json:"worst"`
	// Histogram[k] is the number of secrets that need exactly k guesses; its
	// last entry belongs to the worst case.
	Histogram []int `json:"histogram"`
	// Levels[k] counts the positions after k guesses at which the secret is not solved; nil
	// if only the histogram is known.
	Levels []Level `json:"-"`
}

// A Level counts the positions of a tree at which the same number of guesses was made before.
type Level struct {
	Positions int
	Decisions int // positions with several candidates
	Squares   int // the squared numbers of candidates, summed over the positions
}

// Left returns the mean number of candidates after one guess, two and so on, until all
// secrets are solved; for a solved secret it is 1. Left is nil if only the histogram is
// known.
func (f Figures) Left() (left []float64) {
	solved := 0
	for k, l := range f.Levels {
		solved += f.Histogram[k]
		if k > 0 {
			left = append(left, float64(l.Squares+solved)/float64(f.Secrets()))
		}
	}
	return left
}

// Secrets is the number of secrets that the histogram counts.
func (f Figures) Secrets() (secrets int) {
	for _, n := range f.Histogram {
		secrets += n
	}
	return secrets
}

// A Measurement holds the figures of a decision tree.
type Measurement struct {
	// Solved counts guesses until the secret is guessed.
	Solved Figures
	// Known counts guesses until only one candidate is left, though it may
	// not have been guessed yet, as some sources do. A secret guessed
	// while others were possible is known by that guess.
	Known Figures
	// Nodes is the number of nodes of the tree: one for each guess to be made.
	Nodes int
}

// Measure reads the figures off a tree in one walk.
func Measure(t *Tree) Measurement {
	var hit, known []int
	nodes := 0
	var levels []Level

	// walk measures the subtree whose guess has the given number, and returns its number
	// of candidates; knownAfter is the number of guesses after which the only candidate
	// was known, or math.MaxInt while there are several.
	var walk func(n *Node, number, knownAfter int) int
	walk = func(n *Node, number, knownAfter int) (candidates int) {
		nodes++
		if len(levels) < number {
			levels = append(levels, Level{})
		}
		if knownAfter == math.MaxInt && n.single() {
			knownAfter = number - 1
		}

		for _, b := range n.Branches {
			if b.Next != nil {
				candidates += walk(b.Next, number+1, knownAfter)
				continue
			}
			candidates++
			hit = Count(hit, number, 1)
			known = Count(known, min(knownAfter, number), 1)
		}

		l := &levels[number-1]
		l.Positions++
		l.Squares += candidates * candidates
		if candidates > 1 {
			l.Decisions++
		}
		return candidates
	}

	walk(t.Root, 1, math.MaxInt)
	m := Measurement{Solved: Summarise(hit), Known: Summarise(known), Nodes: nodes}
	m.Solved.Levels = levels
	return m
}

// Rules counts the rules that a person needs to play by the tree. A rule is a node whose
// guess is not the default, which is the first consistent code in the order of codes.
func (t *Tree) Rules() (rules int) {
	// first returns the first candidate at n.
	var first func(n *Node) game.Code
	first = func(n *Node) (least game.Code) {
		least = math.MaxUint32
		for _, b := range n.Branches {
			if b.Next == nil {
				least = min(least, n.Guess)
			} else {
				least = min(least, first(b.Next))
			}
		}

		if n.Guess != least {
			rules++
		}
		return least
	}

	first(t.Root)
	return rules
}

// single reports whether only one candidate is left at n. It may take a
// strategy that wastes guesses several more to guess it.
func (n *Node) single() bool {
	for len(n.Branches) == 1 {
		if n.Branches[0].Next == nil {
			return true
		}
		n = n.Branches[0].Next
	}
	return false
}

// Count adds secrets that need k guesses to a histogram.
func Count(histogram []int, k, secrets int) []int {
	for len(histogram) <= k {
		histogram = append(histogram, 0)
	}
	histogram[k] += secrets
	return histogram
}

// Summarise computes the figures of a histogram, which must have a nonzero
// last entry.
func Summarise(histogram []int) Figures {
	values := make([]float64, len(histogram))
	weights := make([]float64, len(histogram))
	total := 0
	secrets := 0
	for k, n := range histogram {
		values[k] = float64(k)
		weights[k] = float64(n)
		total += k * n
		secrets += n
	}

	return Figures{
		Total:     total,
		Mean:      float64(total) / float64(secrets),
		Stddev:    math.Round(stat.PopStdDev(values, weights)*1e9) / 1e9,
		Worst:     len(histogram) - 1,
		Histogram: histogram,
	}
}
