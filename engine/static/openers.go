package static

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/parallel"
)

// An Opening is some guesses that are fixed in advance, and what they leave.
type Opening struct {
	Guesses []game.Code
	Left
}

// Left is what guesses fixed in advance leave.
type Left struct {
	Classes    int // of secrets with the same feedback on all of them
	Identified int // secrets that are alone in their class
	Squares    int // sum over the secrets of the size of their class
}

// A Measure says what is best in an opening.
type Measure string

const (
	MostClasses    Measure = "classes"    // the most classes
	LeastExpected  Measure = "expected"   // the fewest secrets left, on average
	MostIdentified Measure = "identified" // the most secrets alone in their class
)

// Measures lists the measures.
func Measures() []Measure { return []Measure{MostClasses, LeastExpected, MostIdentified} }

const measures = 3

// scores returns the value by each measure; a greater value is better.
func (l Left) scores() [measures]int {
	return [measures]int{l.Classes, -l.Squares, l.Identified}
}

// Openings knows the feedback of all secrets of a game on all guesses: two bytes for each.
type Openings struct{ *table }

// NewOpenings computes the feedback of a game. It takes O(secrets·guesses) time and memory.
func NewOpenings(ctx context.Context, g game.Game) (*Openings, error) {
	t, err := newTable(ctx, g)
	return &Openings{t}, err
}

// Of returns what guesses leave. The error names a code that may not be guessed.
func (o *Openings) Of(guesses []game.Code) (Opening, error) {
	s := newSearcher(context.Background(), o.table)
	classes := s.all()
	left := Left{}
	for _, code := range guesses {
		i := slices.IndexFunc(o.guesses, func(g guess) bool { return g.code == code })
		if i < 0 {
			return Opening{}, fmt.Errorf("%s may not be guessed in %s", o.game.FormatCode(code), o.game)
		}
		left = s.left(classes, i)
		classes = s.split(classes, i)
	}
	return Opening{guesses, left}, nil
}

// Best looks for the best openings of a number of guesses, at least one, by each of [Measures].
// It tries all sets of one guess and of two, so that these are exact. For more it begins with
// random openings, and exchanges one guess after another for the best until no exchange is
// better. The result does not depend on the number of workers.
func (o *Openings) Best(
	ctx context.Context,
	guesses, workers int,
	seed uint64,
) (best []Opening, exact bool, err error) {
	ctx = parallel.Yielding(ctx)
	var sets [measures][]int
	if guesses <= 2 {
		sets = o.tryAll(ctx, guesses, workers)
	} else {
		for m := range sets {
			sets[m] = o.climb(ctx, guesses, m, seed)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}

	for _, set := range sets {
		codes := make([]game.Code, len(set))
		for i, q := range set {
			codes[i] = o.guesses[q].code
		}
		opening, _ := o.Of(codes) // which are guesses
		best = append(best, opening)
	}
	return best, guesses <= 2, nil
}

// tryAll tries all sets of one guess, or of two. Workers share out the first.
func (o *Openings) tryAll(ctx context.Context, guesses, workers int) (best [measures][]int) {
	searchers := make([]*searcher, max(1, workers))
	for i := range searchers {
		searchers[i] = newSearcher(ctx, o.table)
	}

	if guesses == 1 {
		for m, c := range searchers[0].bestNext(o.all(), 0) {
			best[m] = []int{c.guess}
		}
		return best
	}

	found := make([][measures]scored, len(o.guesses))                       // the best second guesses of each first
	_ = parallel.Each(ctx, workers, len(found), func(worker, i int) error { // the caller asks the context
		s := searchers[worker]
		found[i] = s.bestNext(s.split(s.all(), i), min(i+1, len(found)-1)) // no pair twice
		return nil
	})

	for m := range best {
		first := 0
		for i, f := range found {
			if f[m].score > found[first][m].score {
				first = i
			}
		}
		best[m] = []int{first, found[first][m].guess}
	}
	return best
}

// climbs is the number of random openings from which exchanges begin.
const climbs = 12

func (o *Openings) climb(ctx context.Context, guesses, measure int, seed uint64) (best []int) {
	s := newSearcher(ctx, o.table)
	random := rand.New(rand.NewPCG(seed, 0))
	most := 0
	for range climbs {
		set := make([]int, guesses)
		for i := range set {
			set[i] = random.IntN(len(o.guesses))
		}

		score := -1 << 62
		for since, i := 0, 0; since < guesses && ctx.Err() == nil; i = (i + 1) % guesses {
			since++
			c := s.bestNext(s.without(set, i), 0)[measure]
			if c.score > score {
				set[i] = c.guess
				score = c.score
				since = 0
			}
		}

		if best == nil || score > most {
			best = set
			most = score
		}
	}
	return best
}

// A scored guess has its value by a measure.
type scored struct{ guess, score int }

// bestNext returns the best guess at classes by each measure, among the guesses from a number on;
// the first of equally good ones.
func (s *searcher) bestNext(c classes, from int) (best [measures]scored) {
	for i := from; i < len(s.guesses); i++ {
		for m, score := range s.left(c, i).scores() {
			if i == from || score > best[m].score {
				best[m] = scored{i, score}
			}
		}
	}
	return best
}

// left counts the classes, the identified secrets and the sum of squares after question q.
func (s *searcher) left(c classes, q int) (l Left) {
	column := s.guesses[q].column
	from := int32(0)
	l.Identified = len(s.secrets) - len(c.secrets)
	l.Classes, l.Squares = l.Identified, l.Identified
	for _, end := range c.ends {
		class := c.secrets[from:end]
		from = end

		for _, secret := range class {
			n := s.count[column[secret]]
			s.count[column[secret]]++
			l.Squares += int(2*n + 1)
			switch n {
			case 0:
				l.Classes++
				l.Identified++
			case 1:
				l.Identified--
			}
		}

		for _, secret := range class {
			s.count[column[secret]] = 0
		}
	}
	return l
}
