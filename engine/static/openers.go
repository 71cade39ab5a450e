package static

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"codebreak/engine/game"
	"codebreak/engine/parallel"
)

// An Opening is guesses that are fixed in advance, with what they leave.
type Opening struct {
	Guesses []game.Code
	Left
}

// Left is what guesses fixed in advance leave.
type Left struct {
	Classes    int // of secrets that answer all of them alike
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

// Measures lists them.
func Measures() []Measure { return []Measure{MostClasses, LeastExpected, MostIdentified} }

const measures = 3 // how many they are

// score is greater for what is better.
func (m Measure) score(l Left) int {
	switch m {
	case LeastExpected:
		return -l.Squares
	case MostIdentified:
		return l.Identified
	}
	return l.Classes
}

// Openings knows the answers of all secrets of a game to all guesses: two bytes for each.
type Openings struct {
	game    game.Game
	guesses []game.Code
	columns [][]game.Feedback
}

// NewOpenings computes them. It takes O(secrets·guesses) time and memory.
func NewOpenings(ctx context.Context, g game.Game) (*Openings, error) {
	if err := game.Prepare(ctx, g); err != nil {
		return nil, err
	}
	secrets, guesses := game.Codes(g)
	o := &Openings{game: g, guesses: guesses}
	answer := game.Feedbacks(g, secrets)
	for _, guess := range guesses {
		column := make([]game.Feedback, len(secrets))
		answer(guess, column)
		o.columns = append(o.columns, column)
	}
	return o, ctx.Err()
}

// Of says what guesses leave; the error is that of a code that may not be guessed.
func (o *Openings) Of(guesses []game.Code) (Opening, error) {
	w := o.newWorker()
	classes, left := w.all, Left{}
	for _, guess := range guesses {
		i := slices.Index(o.guesses, guess)
		if i < 0 {
			return Opening{}, fmt.Errorf("%s may not be guessed in %s", o.game.FormatCode(guess), o.game)
		}
		left = w.left(classes, i)
		classes = w.split(classes, i)
	}
	return Opening{guesses, left}, nil
}

// Best looks for the best openings of a number of guesses, at least one, by each of
// [Measures]: of one guess and of two by trying all, so that they are exact; of more by
// exchanging one guess after another for the best, from a number of random openings (seed),
// until no exchange is better. The result does not depend on the number of workers.
func (o *Openings) Best(ctx context.Context, guesses, workers int, seed uint64) (best []Opening, exact bool, err error) {
	ctx = parallel.Yielding(ctx)
	var sets [measures][]int
	if guesses <= 2 {
		sets = o.all(ctx, guesses, workers)
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
			codes[i] = o.guesses[q]
		}
		opening, err := o.Of(codes)
		if err != nil {
			return nil, false, err
		}
		best = append(best, opening)
	}
	return best, guesses <= 2, nil
}

// all tries all sets of one guess, or of two. Workers share out the first.
func (o *Openings) all(ctx context.Context, guesses, workers int) (best [measures][]int) {
	if guesses == 1 {
		w := o.newWorker()
		for m, c := range w.best(w.all, 0) {
			best[m] = []int{c.guess}
		}
		return best
	}
	found := make([][measures]scored, len(o.guesses)) // the best second guesses of each first
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(1, workers) {
		group.Go(func() {
			w := o.newWorker()
			for i := int(next.Add(1)) - 1; i < len(found) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				found[i] = w.best(w.split(w.all, i), min(i+1, len(found)-1)) // no pair twice
			}
		})
	}
	group.Wait()
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

// climbs is from how many random openings the exchanges begin.
const climbs = 4

func (o *Openings) climb(ctx context.Context, guesses, measure int, seed uint64) (best []int) {
	w, random := o.newWorker(), rand.New(rand.NewPCG(seed, 0))
	most := 0
	for range climbs {
		set := make([]int, guesses)
		for i := range set {
			set[i] = random.IntN(len(o.guesses))
		}
		score := -1 << 62
		for since, i := 0, 0; since < guesses && ctx.Err() == nil; i = (i + 1) % guesses {
			classes := w.all
			for j, q := range set {
				if j != i {
					classes = w.split(classes, q)
				}
			}
			since++
			if c := w.best(classes, 0)[measure]; c.score > score {
				set[i], score, since = c.guess, c.score, 0
			}
		}
		if best == nil || score > most {
			best, most = set, score
		}
	}
	return best
}

// An openingWorker has room for one goroutine.
type openingWorker struct {
	*Openings
	all    [][]int32 // the classes before the first guess
	counts []int32   // of a class by answer
}

func (o *Openings) newWorker() *openingWorker {
	return &openingWorker{o, [][]int32{game.Numbers[int32](len(o.columns[0]))}, make([]int32, o.game.OutcomeLimit())}
}

// A scored guess is one with what it is worth by a measure.
type scored struct{ guess, score int }

// best returns the best guesses at classes from a number on, by each measure: of equal ones
// the first.
func (w *openingWorker) best(classes [][]int32, from int) (best [measures]scored) {
	for i := from; i < len(w.guesses); i++ {
		left := w.left(classes, i)
		for m, by := range Measures() {
			if s := by.score(left); i == from || s > best[m].score {
				best[m] = scored{i, s}
			}
		}
	}
	return best
}

// left is what a guess leaves of classes.
func (w *openingWorker) left(classes [][]int32, guess int) (l Left) {
	column, counts := w.columns[guess], w.counts
	for _, class := range classes {
		if len(class) == 1 {
			l.Classes, l.Identified, l.Squares = l.Classes+1, l.Identified+1, l.Squares+1
			continue
		}
		for _, secret := range class {
			n := counts[column[secret]]
			counts[column[secret]]++
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
			counts[column[secret]] = 0
		}
	}
	return l
}

// split divides classes by a guess.
func (w *openingWorker) split(classes [][]int32, guess int) (out [][]int32) {
	column := w.columns[guess]
	for _, class := range classes {
		sorted := slices.Clone(class)
		slices.SortStableFunc(sorted, func(a, b int32) int { return int(column[a]) - int(column[b]) })
		for from, i := 0, 1; i <= len(sorted); i++ {
			if i == len(sorted) || column[sorted[i]] != column[sorted[from]] {
				out, from = append(out, sorted[from:i]), i
			}
		}
	}
	return out
}
