package chance

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
)

// A worker works out expectations in one goroutine.
type worker struct {
	*player
	chooser *strategy.Chooser
	form    *canonical
	levels  []*level
	path    []game.Round // as long as the longest so far; read for players by rounds alone
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
		w.levels = append(w.levels, &level{counts: make([]int, limit), next: make([]int, limit)})
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

// progressTo is the number of guesses up to which progress is reported.
const progressTo = 2

// root returns what is expected of all secrets.
func (p *player) root(ctx context.Context, first *game.Code) (value, error) {
	ctx = parallel.Yielding(ctx)
	w := p.newWorker()
	f := &frame{codes: p.compiled.Secrets()}
	set := numbers.Below[uint16](len(f.codes))
	l := w.level(0)
	l.codes = append(l.codes[:0], f.codes...)
	symmetries := game.SymmetriesOf(p.game)

	if first != nil {
		c := choice{guess: *first, candidate: p.game.IsSecret(*first), times: 1}
		return w.mean(ctx, f, set, []choice{c}, 0, symmetries, 1)
	}

	choices, err := w.choices(ctx, l, set, 0, symmetries)
	if err != nil {
		return value{}, err
	}
	return w.mean(ctx, f, set, choices, 0, symmetries, 1)
}

// expect returns the value of a set of at least two candidates of the frame after depth
// guesses. The symmetries leave the rounds so far unchanged. share is the part of the
// whole work that the set is, for progress.
func (w *worker) expect(ctx context.Context, f *frame, set []uint16, depth int, symmetries game.Symmetries, share float64) (value, error) {
	l := w.level(depth)
	l.codes = l.codes[:0]
	for _, i := range set {
		l.codes = append(l.codes, f.codes[i])
	}

	var known string
	if !w.byRounds {
		known = key(w.form.of(l.codes), w.freeGuesses(depth))
		if v, ok := w.memory.find(known); ok {
			if depth <= progressTo {
				w.advance(share)
			}
			return v, nil
		}

		if f.feedback == nil || len(set) >= reframeFrom && 4*len(set) <= len(f.codes) {
			f.narrow(w.game, set, &l.frame)
			f, set = &l.frame, numbers.Below[uint16](len(set))
		}
	}

	choices, err := w.choices(ctx, l, set, depth, symmetries)
	if err != nil {
		return value{}, err
	}
	v, err := w.mean(ctx, f, set, choices, depth, symmetries, share)
	if err != nil {
		return value{}, err
	}

	w.memory.keep(known, v)
	if depth == progressTo {
		w.advance(share)
	}
	return v, nil
}

// choices lists the guesses that may be made of the set whose codes the level
// holds, one of each kind.
func (w *worker) choices(ctx context.Context, l *level, set []uint16, depth int, symmetries game.Symmetries) (choices []choice, err error) {
	tied := l.codes
	if !w.uniform {
		tied, err = w.chooser.Tied(ctx, l.codes, w.path[:depth])
		if err != nil {
			return nil, err
		}
	}

	l.choices = l.choices[:0]
	alike := len(set) >= w.symmetryFrom && !symmetries.Trivial()
	first := map[game.Code]int{} // the choice of a kind
	for _, guess := range tied {
		if alike {
			kind := symmetries.Least(guess)
			if i, ok := first[kind]; ok {
				l.choices[i].times++
				continue
			}
			first[kind] = len(l.choices)
		}

		c := choice{guess: guess, times: 1}
		if i, ok := slices.BinarySearch(l.codes, guess); ok {
			c.candidate, c.number = true, set[i]
		}
		l.choices = append(l.choices, c)
	}
	return l.choices, ctx.Err()
}

// mean returns the value of a set if one of the choices is made at random.
func (w *worker) mean(ctx context.Context, f *frame, set []uint16, choices []choice, depth int, symmetries game.Symmetries, share float64) (value, error) {
	guesses, candidates := 0, 0
	for _, c := range choices {
		guesses += c.times
		if c.candidate {
			candidates += c.times
		}
	}
	share /= float64(len(choices))

	// 1. Follow each choice, at large sets in other goroutines as long as some are spare.
	var own, others value // others is the sum of the other goroutines
	var err, failed error // failed is an error of theirs
	var mu sync.Mutex     // of others and failed
	var group sync.WaitGroup
	for _, c := range choices {
		if err != nil {
			break
		}
		if len(set) < w.forkFrom || !w.takeSpare() {
			err = w.follow(ctx, f, set, c, depth, symmetries, share, &own)
			continue
		}

		group.Go(func() {
			w := w.newWorker()
			var own value
			err := w.follow(ctx, f, set, c, depth, symmetries, share, &own)

			mu.Lock()
			others.add(own, 1)
			failed = cmp.Or(failed, err)
			mu.Unlock()

			w.workers.Put(w)
			w.spare.Add(1)
		})
	}

	// 2. Wait for them.
	if len(set) >= w.forkFrom {
		w.spare.Add(1) // while this goroutine waits
		group.Wait()
		w.spare.Add(-1)
	}
	if err = cmp.Or(err, failed); err != nil {
		return value{}, err
	}
	own.add(others, 1)
	return own.mean(guesses, candidates), nil
}

// follow adds to the sum the values of the parts that a guess makes.
func (w *worker) follow(ctx context.Context, f *frame, set []uint16, c choice, depth int, symmetries game.Symmetries, share float64, sum *value) error {
	l := w.level(depth)
	counts := w.split(l, f, set, c)
	left := func(game.Feedback) game.Symmetries { return symmetries }
	if len(set) >= w.symmetryFrom && !symmetries.Trivial() {
		left = symmetries.Fixing(c.guess)
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
		part := l.parts[start : start+size]
		start += size
		share := share * float64(size) * float64(size) / squares

		// Parts whose value is plain or soon worked out.
		final := feedback == w.game.Final()
		if final || size == 1 || w.uniform && size <= w.tinyTo && f.feedback != nil {
			if !final {
				sum.addTiny(tiny(f, part), c.times)
			}
			if depth < progressTo {
				w.advance(share)
			}
			continue
		}

		w.path[depth] = game.Round{Guess: c.guess, Feedback: feedback}
		v, err := w.expect(ctx, f, part, depth+1, left(feedback), share)
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

	counts, next := l.counts, l.next
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
