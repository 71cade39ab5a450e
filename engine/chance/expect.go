package chance

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/internal/normal"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
)

// A worker works out expectations in one goroutine.
type worker struct {
	*player
	strategy *strategy.CompiledPlayer
	normal   *normal.Normaliser // nil without symmetries
	levels   []*level
	path     []game.Round // as long as the longest so far; read for players by rounds alone
}

// A level is the memory for a set at some depth.
type level struct {
	codes    []game.Code
	choices  []choice
	feedback []game.Feedback // of each candidate to the guess that is followed
	counts   []int           // of candidates, by feedback
	next     []int           // the place in parts of the next candidate, by feedback
	parts    []uint16        // the set, sorted by feedback
	frame    frame
}

func (w *worker) level(depth int) *level {
	for len(w.levels) <= depth {
		limit := w.game.OutcomeLimit()
		w.levels = append(w.levels, &level{
			counts: make([]int, limit),
			next:   make([]int, limit),
		})
		w.path = append(w.path, game.Round{})
	}
	return w.levels[depth]
}

// A frame is a list of candidates in ascending order with the feedback between
// any two of them. Sets are numbers of candidates in it, in ascending order.
type frame struct {
	codes    []game.Code
	feedback []game.Feedback // row by guess; nil if there are too many candidates
}

const (
	// maxFrame is the number of candidates up to which a frame holds their feedback.
	maxFrame = 4096

	// A set of at least reframeFrom candidates that is a quarter of its frame or less gets
	// a frame of its own, whose feedback lies closer together.
	reframeFrom = 32
)

// row returns the feedback to a guess by its number.
func (f *frame) row(guess uint16) []game.Feedback {
	return f.feedback[int(guess)*len(f.codes):][:len(f.codes)]
}

// narrow makes sub the frame of a set of f.
func (f *frame) narrow(g game.Game, set []uint16, sub *frame) {
	sub.codes = sub.codes[:0]
	for _, i := range set {
		sub.codes = append(sub.codes, f.codes[i])
	}
	if len(set) > maxFrame {
		sub.feedback = nil
		return
	}

	sub.feedback = slices.Grow(sub.feedback[:0], len(set)*len(set))
	for _, guess := range set {
		if f.feedback != nil {
			row := f.row(guess)
			for _, secret := range set {
				sub.feedback = append(sub.feedback, row[secret])
			}
			continue
		}
		for _, secret := range sub.codes {
			sub.feedback = append(sub.feedback, g.Feedback(secret, f.codes[guess]))
		}
	}
}

// A choice is a guess, and how many guesses are equivalent to it, itself included.
type choice struct {
	guess     game.Code
	candidate bool
	number    uint16 // of a candidate in the frame
	times     int
}

// A place is a set of candidates where a computation is.
type place struct {
	frame      *frame
	set        []uint16        // of the frame
	depth      int             // guesses made
	symmetries game.Symmetries // which leave the rounds so far unchanged
	share      float64         // the part of the whole work that the set is, for progress
}

// progressTo is the number of guesses up to which progress is reported.
const progressTo = 2

// root returns what is expected of all secrets.
func (p *player) root(ctx context.Context, first *game.Code) (value, error) {
	ctx = parallel.Yielding(ctx)
	w := p.newWorker()
	f := &frame{codes: p.compiled.Secrets()}
	at := place{
		frame:      f,
		set:        numbers.Below[uint16](len(f.codes)),
		symmetries: game.SymmetriesOf(p.game),
		share:      1,
	}
	l := w.level(0)
	l.codes = append(l.codes[:0], f.codes...)

	if first != nil {
		c := choice{
			guess:     *first,
			candidate: p.game.IsSecret(*first),
			times:     1,
		}
		return w.mean(ctx, at, []choice{c})
	}

	choices, err := w.choices(ctx, at)
	if err != nil {
		return value{}, err
	}
	return w.mean(ctx, at, choices)
}

// expect returns the value of a set of at least two candidates.
func (w *worker) expect(ctx context.Context, at place) (value, error) {
	l := w.level(at.depth)
	f := at.frame
	n := len(at.set)
	l.codes = l.codes[:0]
	for _, i := range at.set {
		l.codes = append(l.codes, f.codes[i])
	}

	var known string
	if !w.byRounds {
		known = key(w.normal, l.codes, w.freeGuesses(at.depth))
		if v, ok := w.memory.find(known); ok {
			if at.depth <= progressTo {
				w.advance(at.share)
			}
			return v, nil
		}

		if f.feedback == nil || n >= reframeFrom && 4*n <= len(f.codes) {
			f.narrow(w.game, at.set, &l.frame)
			at.frame, at.set = &l.frame, numbers.Below[uint16](n)
		}
	}

	choices, err := w.choices(ctx, at)
	if err != nil {
		return value{}, err
	}
	v, err := w.mean(ctx, at, choices)
	if err != nil {
		return value{}, err
	}

	w.memory.keep(known, v)
	if at.depth == progressTo {
		w.advance(at.share)
	}
	return v, nil
}

// choices lists the guesses that may be made at a set, one of each kind. The level of the
// place holds the codes of the set.
func (w *worker) choices(ctx context.Context, at place) (choices []choice, err error) {
	l := w.level(at.depth)
	tied := l.codes
	if !w.uniform {
		tied, err = w.strategy.Tied(ctx, l.codes, w.path[:at.depth])
		if err != nil {
			return nil, err
		}
	}

	l.choices = l.choices[:0]
	alike := len(at.set) >= w.symmetryFrom && !at.symmetries.Trivial()
	first := map[game.Code]int{} // the choice of a kind
	for _, guess := range tied {
		if alike {
			kind := at.symmetries.Least(guess)
			if i, ok := first[kind]; ok {
				l.choices[i].times++
				continue
			}
			first[kind] = len(l.choices)
		}

		c := choice{guess: guess, times: 1}
		i, ok := slices.BinarySearch(l.codes, guess)
		if ok {
			c.candidate = true
			c.number = at.set[i]
		}
		l.choices = append(l.choices, c)
	}
	return l.choices, ctx.Err()
}

// mean returns the value of a set if one of the choices is made at random.
func (w *worker) mean(ctx context.Context, at place, choices []choice) (value, error) {
	guesses := 0
	candidates := 0
	for _, c := range choices {
		guesses += c.times
		if c.candidate {
			candidates += c.times
		}
	}
	at.share /= float64(len(choices))

	// 1. Follow each choice, at large sets in other goroutines as long as some are spare.
	var own, others value // others is the sum of the other goroutines
	var err, failed error // failed is an error of theirs
	var mu sync.Mutex     // of others and failed
	var group sync.WaitGroup
	for _, c := range choices {
		if err != nil {
			break
		}
		if len(at.set) < w.forkFrom || !w.takeSpare() {
			err = w.follow(ctx, at, c, &own)
			continue
		}

		group.Go(func() {
			w := w.newWorker()
			var own value
			err := w.follow(ctx, at, c, &own)

			mu.Lock()
			others.add(own, 1)
			failed = cmp.Or(failed, err)
			mu.Unlock()

			w.workers.Put(w)
			w.spare.Add(1)
		})
	}

	// 2. Wait for them.
	if len(at.set) >= w.forkFrom {
		w.spare.Add(1) // while this goroutine waits
		group.Wait()
		w.spare.Add(-1)
	}
	err = cmp.Or(err, failed)
	if err != nil {
		return value{}, err
	}
	own.add(others, 1)
	return own.mean(guesses, candidates), nil
}

// follow adds to the sum the values of the parts that a guess makes.
func (w *worker) follow(ctx context.Context, at place, c choice, sum *value) error {
	l := w.level(at.depth)
	counts := w.split(l, at.frame, at.set, c)
	var fixing func(game.Feedback) game.Symmetries // nil where symmetries are not looked for
	if len(at.set) >= w.symmetryFrom && !at.symmetries.Trivial() {
		fixing = at.symmetries.Fixing(c.guess)
	}

	squares := 0.0 // the work of a part is about proportional to the square of its size
	for _, size := range counts {
		squares += float64(size) * float64(size)
	}

	start := 0
	for i, size := range counts {
		if size == 0 {
			continue
		}
		feedback := game.Feedback(i)
		part := at
		part.set = l.parts[start : start+size]
		part.depth++
		part.share *= float64(size) * float64(size) / squares
		start += size

		// Parts whose value is plain or soon worked out.
		final := feedback == w.game.Final()
		if final || size == 1 || w.uniform && size <= w.tinyTo && at.frame.feedback != nil {
			if !final {
				sum.addTiny(tiny(at.frame, part.set), c.times)
			}
			if at.depth < progressTo {
				w.advance(part.share)
			}
			continue
		}

		w.path[at.depth] = game.Round{Guess: c.guess, Feedback: feedback}
		if fixing != nil {
			part.symmetries = fixing(feedback)
		}
		v, err := w.expect(ctx, part)
		if err != nil {
			return err
		}
		sum.add(v, c.times)
	}
	return nil
}

// split sorts a set by the feedback to a guess, and returns how many candidates give each
// feedback. It is a counting sort.
func (w *worker) split(l *level, f *frame, set []uint16, c choice) (counts []int) {
	l.feedback = l.feedback[:0]
	if c.candidate && f.feedback != nil {
		row := f.row(c.number)
		for _, i := range set {
			l.feedback = append(l.feedback, row[i])
		}
	} else {
		for _, i := range set {
			l.feedback = append(l.feedback, w.game.Feedback(f.codes[i], c.guess))
		}
	}

	counts = l.counts
	next := l.next
	clear(counts)
	for _, f := range l.feedback {
		counts[f]++
	}
	start := 0
	for f, n := range counts {
		next[f] = start
		start += n
	}

	l.parts = slices.Grow(l.parts[:0], len(set))[:len(set)]
	for i, f := range l.feedback {
		l.parts[next[f]] = set[i]
		next[f]++
	}
	return counts
}
