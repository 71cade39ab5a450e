package absurdle

import (
	"context"
	"math/bits"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/parallel"
	"codebreak/engine/partition"
)

// A table holds what is computed once for a game.
type table struct {
	game             game.Game
	secrets, guesses []game.Code
	// columns has for each guess the place of the feedback of each secret: of two that leave
	// equally many secrets, the codemaker gives the feedback of the lower place.
	columns [][]uint16
	kinds   int // places
	// hard numbers the pairs of secrets that few guesses separate, from 1, by a·secrets+b with
	// a < b; 0 for other pairs. apart are the guesses that separate each.
	hard  []uint16
	apart [][]uint64
}

// mostHard is how many pairs have a bit set, and sampled how many guesses say which.
const (
	mostHard = 1<<15 - 1
	sampled  = 128
)

// Memory returns about how many bytes [Solve] takes with a number of workers.
func Memory(g game.Game, workers int) int64 {
	secrets := int64(game.CountSecrets(g))
	guesses := int64(game.CountGuesses(g))
	pairs := min(mostHard, secrets*secrets/2)
	columns := 2 * secrets * guesses
	hard := 2*secrets*secrets + pairs*guesses/8
	known := int64(max(1, workers)) * mostKnown * 64
	return partition.TableMemory(g) + columns + hard + known
}

func newTable(ctx context.Context, g game.Game, workers int) (*table, error) {
	if err := game.Prepare(ctx, g); err != nil {
		return nil, err
	}
	secrets, guesses := game.Codes(g)
	t := &table{
		game:    g,
		secrets: secrets,
		guesses: guesses,
		columns: make([][]uint16, len(guesses)),
		kinds:   g.OutcomeLimit(),
	}

	// Step 1. The places of feedback.
	order := numbers.Below[game.Feedback](t.kinds)
	slices.SortFunc(order, func(a, b game.Feedback) int {
		return compare(g, a, b)
	})
	places := make([]uint16, t.kinds)
	for place, f := range order {
		places[f] = uint16(place)
	}

	// Step 2. The columns.
	feedbacks := game.Feedbacks(g, secrets)
	err := parallel.Each(ctx, workers, len(guesses), func(_, q int) error {
		feedback := make([]game.Feedback, len(secrets))
		feedbacks(guesses[q], feedback)
		column := make([]uint16, len(secrets))
		for i, f := range feedback {
			column[i] = places[f]
		}
		t.columns[q] = column
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t, t.findHard(ctx, workers)
}

// findHard finds the pairs of secrets that the fewest of some guesses separate.
func (t *table) findHard(ctx context.Context, workers int) error {
	// Step 1. How many pairs a number of guesses separates, and from that the limit.
	n := len(t.secrets)
	t.hard = make([]uint16, n*n)
	var sample [][]uint16
	for i := range min(sampled, len(t.guesses)) {
		sample = append(sample, t.columns[i*len(t.guesses)/sampled])
	}
	err := parallel.Each(ctx, workers, n, func(_, a int) error {
		row := t.hard[a*n : a*n+n]
		for _, column := range sample {
			own := column[a]
			for b := a + 1; b < n; b++ {
				if column[b] != own {
					row[b]++
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	pairs := make([]int, sampled+1)
	for a := range n {
		for _, separating := range t.hard[a*n+a+1 : a*n+n] {
			pairs[separating]++
		}
	}
	limit := 0
	kept := 0
	for limit < sampled && kept+pairs[limit] <= mostHard {
		kept += pairs[limit]
		limit++
	}

	// Step 2. Numbers for the pairs below the limit, and their guesses.
	var hard [][2]int
	for a := range n {
		row := t.hard[a*n : a*n+n]
		for b := a + 1; b < n; b++ {
			if int(row[b]) < limit {
				hard = append(hard, [2]int{a, b})
				row[b] = uint16(len(hard))
			} else {
				row[b] = 0
			}
		}
	}
	t.apart = make([][]uint64, len(hard))
	return parallel.Each(ctx, workers, len(hard), func(_, i int) error {
		t.apart[i] = t.separating(hard[i][0], hard[i][1])
		return nil
	})
}

// separating returns the guesses that separate two secrets.
func (t *table) separating(a, b int) []uint64 {
	set := make([]uint64, (len(t.guesses)+63)/64)
	for q, column := range t.columns {
		if column[a] != column[b] {
			set[q/64] |= 1 << (q % 64)
		}
	}
	return set
}

// intersect keeps the guesses of a set that are in another, and reports whether any are left.
func intersect(set, other []uint64) bool {
	left := uint64(0)
	for i, word := range other[:len(set)] {
		set[i] &= word
		left |= set[i]
	}
	return left != 0
}

// each calls yield for the guesses of a set, in order, until it returns false.
func each(set []uint64, yield func(q int) bool) {
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			if !yield(64*i + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}
