package static

import (
	"context"
	"slices"

	"codebreak/engine/game"
)

// A table holds what is computed once for a game.
type table struct {
	game             game.Game
	secrets, guesses []game.Code       // the guesses that leave the fewest pairs first
	columns          [][]game.Feedback // for each guess, the feedback of all secrets
	mostParts        int               // no guess has more kinds of feedback

	words int      // of a bit set of guesses
	hard  []uint64 // for each hard pair, the bit set of the guesses that distinguish it
}

// Memory returns about how many bytes it takes to solve a game with a number of workers.
func Memory(g game.Game, workers int) int64 {
	secrets, guesses := int64(game.CountSecrets(g)), int64(game.CountGuesses(g))
	return game.TableMemory(g) + guesses*(2*secrets+64+mostHard/8) + secrets*2*mostSampled + 16*mostHard*mostSampled +
		int64(max(1, workers))*mostQuestions*(4*secrets+4*mostHard+guesses/8)
}

// mostQuestions is more than sets have that can be found; it is for the estimate only.
const mostQuestions = 16

func newTable(ctx context.Context, g game.Game) (*table, error) {
	if err := game.Prepare(ctx, g); err != nil {
		return nil, err
	}
	t := &table{game: g}
	t.secrets, t.guesses = game.Codes(g)
	t.words = (len(t.guesses) + 63) / 64
	s, all := newSearcher(ctx, t), t.all()
	answer := game.Feedbacks(g, t.secrets)
	pairs := make([]int, len(t.guesses))
	for q, guess := range t.guesses {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.columns = append(t.columns, make([]game.Feedback, len(t.secrets)))
		answer(guess, t.columns[q])
		pairs[q] = s.pairs(all, q, len(t.secrets)*len(t.secrets))
		t.mostParts = max(t.mostParts, len(slices.Compact(slices.Sorted(slices.Values(t.columns[q])))))
	}
	order := game.Numbers[int](len(t.guesses))
	slices.SortStableFunc(order, func(a, b int) int { return pairs[a] - pairs[b] })
	t.guesses, t.columns = permuted(t.guesses, order), permuted(t.columns, order)
	return t, t.findHard(ctx)
}

func permuted[T any](list []T, order []int) []T {
	out := make([]T, len(list))
	for i, j := range order {
		out[i] = list[j]
	}
	return out
}

// Of mostPairs pairs at most, the hardest are kept; how hard they are is estimated with some of the guesses.
const (
	mostHard    = 1 << 14
	mostPairs   = 4 << 20
	mostSampled = 256
	stride      = 61
)

// findHard finds the pairs that the fewest guesses distinguish. They are put in an order that
// goes through them in strides, since neighbours are alike, and distinguished by the same
// guesses.
func (t *table) findHard(ctx context.Context) error {
	n, sampled := len(t.secrets), min(len(t.guesses), mostSampled)
	rows := make([][]game.Feedback, n)
	for s := range rows {
		rows[s] = make([]game.Feedback, sampled)
		for i := range rows[s] {
			rows[s][i] = t.columns[i*len(t.guesses)/sampled][s]
		}
	}
	byCount := make([][][2]int32, sampled+1) // the pairs that a number of guesses distinguishes
	step, next := n*(n-1)/2/mostPairs+1, 0
	for a, row := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		for ; next < a; next += step {
			count, other := 0, rows[next][:len(row)]
			for i, f := range row {
				if f != other[i] {
					count++
				}
			}
			if len(byCount[count]) < mostHard {
				byCount[count] = append(byCount[count], [2]int32{int32(a), int32(next)})
			}
		}
		next -= a
	}
	hardest := slices.Concat(byCount...)
	hardest = hardest[:min(len(hardest), mostHard)]
	t.hard = make([]uint64, 0, len(hardest)*t.words)
	for from := range min(stride, len(hardest)) {
		for i := from; i < len(hardest); i += stride {
			t.hard = t.distinguishing(t.hard, hardest[i][0], hardest[i][1])
		}
	}
	return nil
}

// distinguishing appends the bit set of the guesses that distinguish two secrets.
func (t *table) distinguishing(out []uint64, a, b int32) []uint64 {
	out = append(out, make([]uint64, t.words)...)
	set := out[len(out)-t.words:]
	for q, column := range t.columns {
		if column[a] != column[b] {
			set[q/64] |= 1 << (q % 64)
		}
	}
	return out
}

// distinguishes returns the guesses that distinguish a hard pair.
func (t *table) distinguishes(pair int32) []uint64 {
	return t.hard[int(pair)*t.words : (int(pair)+1)*t.words]
}

func has(set []uint64, q int) bool { return set[q/64]>>(q%64)&1 != 0 }

func (t *table) codes(set []int) []game.Code {
	codes := []game.Code{}
	for _, q := range set {
		codes = append(codes, t.guesses[q])
	}
	slices.Sort(codes)
	return codes
}

// fewest is the least number of questions with enough combinations of feedback.
func (t *table) fewest() (k int) {
	for reach := 1; reach < len(t.secrets); reach *= max(2, t.mostParts) {
		k++
	}
	return k
}

// Classes are the secrets that are not identified, class by class: secrets that answered
// all questions so far alike.
type classes struct {
	secrets []int32
	ends    []int32 // of the classes
}

// all is the class of all secrets.
func (t *table) all() classes {
	if len(t.secrets) < 2 {
		return classes{}
	}
	return classes{game.Numbers[int32](len(t.secrets)), []int32{int32(len(t.secrets))}}
}

// A searcher has the memory that one goroutine needs.
type searcher struct {
	*table
	ctx          context.Context
	count, start []int32 // by feedback; zero between calls
	levels       []node  // by the number of questions left
	ended        func() bool
}

func newSearcher(ctx context.Context, t *table) *searcher {
	kinds := t.game.OutcomeLimit()
	return &searcher{table: t, ctx: ctx, count: make([]int32, kinds), start: make([]int32, kinds), ended: func() bool { return ctx.Err() != nil }}
}

// split splits classes by the feedback to a guess.
func (s *searcher) split(c classes, q int, out *classes) {
	column := s.columns[q]
	out.secrets, out.ends = slices.Grow(out.secrets[:0], len(c.secrets))[:len(c.secrets)], out.ends[:0]
	at, from := int32(0), int32(0)
	for _, end := range c.ends {
		class := c.secrets[from:end]
		from = end
		for _, secret := range class {
			s.count[column[secret]]++
		}
		for _, secret := range class {
			f := column[secret]
			switch n := s.count[f]; {
			case n == 1: // identified
				s.count[f] = 0
				continue
			case n > 1: // the first of a new class
				s.count[f], s.start[f] = -1, at
				at += n
				out.ends = append(out.ends, at)
			}
			out.secrets[s.start[f]] = secret
			s.start[f]++
		}
		for _, secret := range class {
			s.count[column[secret]] = 0
		}
	}
	out.secrets = out.secrets[:at]
}

// pairs counts the pairs in classes that a guess does not distinguish, up to one more than
// most.
func (s *searcher) pairs(c classes, q, most int) (pairs int) {
	column, from := s.columns[q], int32(0)
	for _, end := range c.ends {
		class := c.secrets[from:end]
		from = end
		for i, secret := range class {
			f := column[secret]
			if pairs += int(s.count[f]); pairs > most {
				class = class[:i]
				break
			}
			s.count[f]++
		}
		for _, secret := range class {
			s.count[column[secret]] = 0
		}
		if pairs > most {
			return most + 1
		}
	}
	return pairs
}
