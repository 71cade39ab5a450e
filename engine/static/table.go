package static

import (
	"context"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/partition"
)

// A table holds what is computed once for a game.
type table struct {
	game    game.Game
	secrets []game.Code
	guesses []guess    // in lexicographic order, or as order puts them
	hard    [][]uint64 // for each hard pair, the guesses that distinguish it, as a bit set
}

// A guess has the feedback of all secrets.
type guess struct {
	code   game.Code
	column []game.Feedback
	pairs  int // that it does not distinguish
}

// Memory estimates the bytes that it takes to solve a game with a number of workers.
func Memory(g game.Game, workers int) int64 {
	const levels = 16 // of the exhaustive search, at most
	secrets := int64(game.CountSecrets(g))
	guesses := int64(game.CountGuesses(g))
	return partition.TableMemory(g) + guesses*(2*secrets+64+mostHard/8) + secrets*2*mostSampled + 16*mostHard*mostSampled +
		int64(max(1, workers))*levels*(4*secrets+4*mostHard+guesses/8)
}

func newTable(ctx context.Context, g game.Game) (*table, error) {
	if err := game.Prepare(ctx, g); err != nil {
		return nil, err
	}
	secrets, codes := game.Codes(g)
	t := &table{game: g, secrets: secrets, guesses: make([]guess, len(codes))}
	feedbacks := game.Feedbacks(g, secrets)
	for q, code := range codes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.guesses[q] = guess{code: code, column: make([]game.Feedback, len(secrets))}
		feedbacks(code, t.guesses[q].column)
	}
	return t, nil
}

// order puts the guesses first that leave the fewest pairs.
func (t *table) order(ctx context.Context) error {
	s := newSearcher(ctx, t)
	all := t.all()
	for q := range t.guesses {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.guesses[q].pairs = s.pairs(all, q, len(t.secrets)*len(t.secrets))
	}
	slices.SortStableFunc(t.guesses, func(a, b guess) int { return a.pairs - b.pairs })
	return nil
}

// At most mostPairs pairs are looked at, and the mostHard hardest are kept. Some guesses,
// mostSampled of them, tell how hard a pair is.
const (
	mostPairs   = 4 << 20
	mostHard    = 1 << 14
	mostSampled = 256
	stride      = 61
)

// findHard finds the pairs that the fewest guesses distinguish. Neighbours are alike, and the
// same guesses distinguish them, so the pairs are put in an order of strides.
func (t *table) findHard(ctx context.Context) error {
	n := len(t.secrets)
	sampled := min(len(t.guesses), mostSampled)
	rows := make([][]game.Feedback, n)
	byCount := make([][][2]int, sampled+1) // the pairs that a number of guesses distinguishes
	step := n*(n-1)/2/mostPairs + 1
	next := 0

	// Step 1. Some pairs, by the number of sampled guesses that distinguish them.
	for a := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range sampled {
			rows[a] = append(rows[a], t.guesses[i*len(t.guesses)/sampled].column[a])
		}

		for ; next < a; next += step {
			count := 0
			other := rows[next]
			for i, f := range rows[a] {
				if f != other[i] {
					count++
				}
			}
			if len(byCount[count]) < mostHard {
				byCount[count] = append(byCount[count], [2]int{a, next})
			}
		}
		next -= a
	}

	// Step 2. The hardest, in strides.
	hardest := slices.Concat(byCount...)
	hardest = hardest[:min(len(hardest), mostHard)]

	for from := range stride {
		for i := from; i < len(hardest); i += stride {
			t.hard = append(t.hard, t.distinguishing(hardest[i][0], hardest[i][1]))
		}
	}
	return nil
}

// distinguishing returns the guesses that distinguish two secrets.
func (t *table) distinguishing(a, b int) []uint64 {
	set := make([]uint64, (len(t.guesses)+63)/64)
	for q, g := range t.guesses {
		if g.column[a] != g.column[b] {
			set[q/64] |= 1 << (q % 64)
		}
	}
	return set
}

func has(set []uint64, q int) bool {
	return set[q/64]>>(q%64)&1 != 0
}

func (t *table) codes(set []int) []game.Code {
	codes := []game.Code{}
	for _, q := range set {
		codes = append(codes, t.guesses[q].code)
	}
	slices.Sort(codes)
	return codes
}

// Classes are the secrets that are not identified, class by class: secrets with the
// same feedback on all questions so far.
type classes struct {
	secrets []int32
	ends    []int32 // of the classes
}

// all is the class of all secrets.
func (t *table) all() (c classes) {
	if n := len(t.secrets); n > 1 {
		c = classes{numbers.Below[int32](n), []int32{int32(n)}}
	}
	return c
}

// A searcher has the memory that one goroutine needs.
type searcher struct {
	*table
	ctx          context.Context
	ended        func() bool
	count, start []int32 // by feedback; zero between calls
}

func newSearcher(ctx context.Context, t *table) *searcher {
	kinds := t.game.OutcomeLimit()
	return &searcher{
		table: t,
		ctx:   ctx,
		ended: func() bool { return ctx.Err() != nil },
		count: make([]int32, kinds),
		start: make([]int32, kinds),
	}
}

// split splits classes by the feedback to a guess.
func (s *searcher) split(c classes, q int) (out classes) {
	column := s.guesses[q].column
	out.secrets = make([]int32, len(c.secrets))
	at := int32(0)
	from := int32(0)
	for _, end := range c.ends {
		class := c.secrets[from:end]
		from = end
		for _, secret := range class {
			s.count[column[secret]]++
		}

		for _, secret := range class {
			f := column[secret]
			n := s.count[f]
			if n == 1 { // identified
				continue
			}
			if n > 1 { // the first of a new class
				s.count[f] = -1
				s.start[f] = at
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
	return out
}

// without returns the classes that a set leaves without one of its guesses.
func (s *searcher) without(set []int, one int) classes {
	c := s.all()
	for i, q := range set {
		if i != one {
			c = s.split(c, q)
		}
	}
	return c
}

// pairs counts the pairs in classes that a guess does not distinguish. It stops counting above
// most.
func (s *searcher) pairs(c classes, q, most int) (pairs int) {
	column := s.guesses[q].column
	from := int32(0)
	for _, end := range c.ends {
		class := c.secrets[from:end]
		from = end
		for i, secret := range class {
			f := column[secret]
			pairs += int(s.count[f])
			if pairs > most {
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
