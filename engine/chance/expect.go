package chance

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// A worker works out expectations in one goroutine.
type worker struct {
	*player
	chooser *strategy.Chooser
	form    *canonical
	levels  []*level
	tiny    tinyRoom
	path    []game.Round // as long as any path so far
}

// A level is the room for a set at some depth.
type level struct {
	codes   []game.Code
	order   []uint16 // of the canonical form
	choices []choice
	sum     sum
	answers []game.Feedback
	counts  []int    // of candidates, by answer
	next    []int    // where the next of an answer is put
	places  []uint16 // of candidates, part by part
	part    []uint16 // one part, as a set
	moved   []uint16 // the places of a part in the order of its canonical form
	frame   frame
}

func (w *worker) level(depth int) *level {
	for len(w.levels) <= depth {
		limit := w.game.OutcomeLimit()
		w.levels = append(w.levels, &level{counts: make([]int, limit), next: make([]int, limit)})
		w.path = append(w.path, game.Round{})
	}
	return w.levels[depth]
}

// A frame is a list of candidates in ascending order with the answers between
// any two of them. Sets are numbers of candidates in it, in ascending order.
type frame struct {
	codes   []game.Code
	answers []game.Feedback // row by guess; nil if there are too many candidates
}

// maxFrame is the number of candidates up to which a frame holds their answers,
// reframeFrom that from which a set that is a quarter of its frame or less gets
// one of its own, whose answers lie closer to each other.
const (
	maxFrame    = 4096
	reframeFrom = 32
)

// row returns the answers to a guess by its number.
func (f *frame) row(guess uint16) []game.Feedback {
	return f.answers[int(guess)*len(f.codes):][:len(f.codes)]
}

// narrow makes sub the frame of a set of f.
func (f *frame) narrow(g game.Game, set []uint16, sub *frame) {
	sub.codes = sub.codes[:0]
	for _, i := range set {
		sub.codes = append(sub.codes, f.codes[i])
	}
	if len(set) > maxFrame {
		sub.answers = nil
		return
	}
	sub.answers = slices.Grow(sub.answers[:0], len(set)*len(set))
	for _, guess := range set {
		if f.answers != nil {
			row := f.row(guess)
			for _, secret := range set {
				sub.answers = append(sub.answers, row[secret])
			}
			continue
		}
		for _, secret := range sub.codes {
			sub.answers = append(sub.answers, g.Feedback(secret, f.codes[guess]))
		}
	}
}

// A choice is a guess that is made so many times out of all.
type choice struct {
	guess     game.Code
	candidate bool
	number    uint16 // of a candidate in the frame
	times     int
}

// progressTo is the number of guesses up to which progress is told.
const progressTo = 2

// root returns what is expected of all secrets.
func (p *player) root(ctx context.Context, first *game.Code) (*value, error) {
	w := p.newWorker()
	f := &frame{codes: p.compiled.Secrets()}
	set := places(len(f.codes))
	l := w.level(0)
	l.codes = append(l.codes[:0], f.codes...)
	symmetries := game.SymmetriesOf(p.game)
	if first != nil {
		choices := []choice{{guess: *first, candidate: p.game.IsSecret(*first), times: 1}}
		return w.mean(ctx, l, f, set, choices, nil, 0, symmetries, 1)
	}
	choices, classes, err := w.choices(ctx, l, set, 0, symmetries)
	if err != nil {
		return nil, err
	}
	return w.mean(ctx, l, f, set, choices, classes, 0, symmetries, 1)
}

// expect returns what is expected of a set of at least two candidates of the
// frame after so many guesses, as those of its canonical form: the value's
// candidate i is set[order[i]]. order is valid until the worker looks at another
// set of that depth. symmetries leave the guesses so far as they are. share is
// what part of the whole the set is, for those who wait.
func (w *worker) expect(ctx context.Context, f *frame, set []uint16, depth int, symmetries game.Symmetries, share float64) (v *value, order []uint16, err error) {
	l := w.level(depth)
	l.codes = l.codes[:0]
	for _, i := range set {
		l.codes = append(l.codes, f.codes[i])
	}
	form, order := w.form.of(l.codes)
	l.order = append(l.order[:0], order...)
	free := w.freeGuesses(depth)
	key := hash(form, free)
	if v := w.memory.find(key, form, free); v != nil {
		if depth <= progressTo {
			w.advance(share)
		}
		return v, l.order, nil
	}
	form = slices.Clone(form)
	if f.answers == nil || len(set) >= reframeFrom && 4*len(set) <= len(f.codes) {
		f.narrow(w.game, set, &l.frame)
		f, set = &l.frame, places(len(set))
	}
	choices, classes, err := w.choices(ctx, l, set, depth, symmetries)
	if err != nil {
		return nil, nil, err
	}
	if v, err = w.mean(ctx, l, f, set, choices, classes, depth, symmetries, share); err != nil {
		return nil, nil, err
	}
	v = v.ordered(l.order)
	w.memory.keep(key, form, free, v)
	if depth == progressTo {
		w.advance(share)
	}
	return v, l.order, nil
}

// ordered returns the value with its candidates in another order.
func (v *value) ordered(order []uint16) *value {
	if v.large != nil {
		numerators := slices.Clone(v.large.numerators)
		for i, from := range order {
			numerators[i] = v.large.numerators[from]
		}
		return &value{large: &fractions{numerators, v.large.denominator}}
	}
	units := slices.Clone(v.units)
	for i, from := range order {
		units[i] = v.units[from]
	}
	return &value{units: units}
}

// choices lists the guesses that may be made of the set whose codes the level
// holds, one of each kind. classes are those of sum.mean.
func (w *worker) choices(ctx context.Context, l *level, set []uint16, depth int, symmetries game.Symmetries) (choices []choice, classes []int, err error) {
	tied := l.codes
	if !w.uniform {
		if tied, err = w.chooser.Tied(ctx, l.codes, w.path[:depth]); err != nil {
			return nil, nil, err
		}
	}
	l.choices = l.choices[:0]
	one := func(guess game.Code, times int) choice {
		if i, ok := slices.BinarySearch(l.codes, guess); ok {
			return choice{guess, true, set[i], times}
		}
		return choice{guess: guess, times: times}
	}
	if len(set) < w.symmetryFrom || symmetries.Trivial() {
		for _, guess := range tied {
			l.choices = append(l.choices, one(guess, 1))
		}
		return l.choices, nil, ctx.Err()
	}
	first := map[game.Code]int{} // the choice of a kind
	for _, guess := range tied {
		kind := symmetries.Least(guess)
		i, ok := first[kind]
		if !ok {
			i = len(l.choices)
			first[kind] = i
			l.choices = append(l.choices, one(guess, 0))
		}
		l.choices[i].times++
	}
	if len(l.choices) == len(tied) {
		return l.choices, nil, ctx.Err()
	}
	kinds := map[game.Code]int{}
	for _, code := range l.codes {
		kind := symmetries.Least(code)
		if _, ok := kinds[kind]; !ok {
			kinds[kind] = len(kinds)
		}
		classes = append(classes, kinds[kind])
	}
	return l.choices, classes, ctx.Err()
}

// mean returns what is expected of a set if one of the choices is made.
func (w *worker) mean(ctx context.Context, l *level, f *frame, set []uint16, choices []choice, classes []int, depth int, symmetries game.Symmetries, share float64) (*value, error) {
	guesses, candidates := 0, 0
	for _, c := range choices {
		guesses += c.times
		if c.candidate {
			candidates += c.times
		}
	}
	share /= float64(len(choices))
	l.sum.reset(len(set))
	if len(set) < w.forkFrom {
		for _, c := range choices {
			if err := w.follow(ctx, f, set, c, depth, symmetries, share, &l.sum); err != nil {
				return nil, err
			}
		}
		return l.sum.mean(guesses, candidates, classes), nil
	}
	var mu sync.Mutex // of what follows
	var others sum    // what other goroutines find
	var failed error
	others.reset(len(set))
	var group sync.WaitGroup
	for _, c := range choices {
		if !w.takeSpare() {
			if err := w.follow(ctx, f, set, c, depth, symmetries, share, &l.sum); err != nil {
				group.Wait()
				return nil, err
			}
			continue
		}
		group.Go(func() {
			w := w.newWorker()
			own := &w.level(depth).sum
			own.reset(len(set))
			err := w.follow(ctx, f, set, c, depth, symmetries, share, own)
			mu.Lock()
			others.merge(own)
			failed = cmp.Or(failed, err)
			mu.Unlock()
			w.workers.Put(w)
			w.spare.Add(1)
		})
	}
	w.spare.Add(1) // while this goroutine waits
	group.Wait()
	w.spare.Add(-1)
	if failed != nil {
		return nil, failed
	}
	l.sum.merge(&others)
	return l.sum.mean(guesses, candidates, classes), nil
}

// follow adds to the sum what is expected after a guess.
func (w *worker) follow(ctx context.Context, f *frame, set []uint16, c choice, depth int, symmetries game.Symmetries, share float64, s *sum) error {
	l := w.level(depth)
	counts := w.split(l, f, set, c)
	if len(set) >= w.symmetryFrom && !symmetries.Trivial() {
		symmetries = symmetries.Fixing(c.guess)
	}
	squares := 0.0 // to which the work is about proportional
	for _, size := range counts {
		squares += float64(size) * float64(size)
	}
	start := 0
	for answer, size := range counts {
		if size == 0 {
			continue
		}
		places := l.places[start : start+size]
		start += size
		part := share * float64(size) * float64(size) / squares
		final := game.Feedback(answer) == w.game.Final()
		if final || size == 1 || w.uniform && size <= w.tinyTo && f.answers != nil {
			if !final {
				t := w.workTiny(f, set, places)
				s.addTiny(t, places, c.times)
			}
			if depth < progressTo {
				w.advance(part)
			}
			continue
		}
		l.part = l.part[:0]
		for _, i := range places {
			l.part = append(l.part, set[i])
		}
		v, order, err := w.expect(ctx, f, l.part, depth+1, symmetries, part)
		if err != nil {
			return err
		}
		l.moved = l.moved[:0]
		for _, i := range order {
			l.moved = append(l.moved, places[i])
		}
		s.add(v, l.moved, c.times)
	}
	return nil
}

// workTiny returns what is expected of a part of a set, by its places.
func (w *worker) workTiny(f *frame, set, places []uint16) *tiny {
	size := len(places)
	for i, place := range places {
		w.tiny[size].set[i] = set[place]
	}
	return w.tiny.work(f, size)
}

// split sorts the places of a set by the answer to a guess, and returns how many
// give each answer.
func (w *worker) split(l *level, f *frame, set []uint16, c choice) (counts []int) {
	l.answers = l.answers[:0]
	if c.candidate && f.answers != nil {
		row := f.row(c.number)
		for _, i := range set {
			l.answers = append(l.answers, row[i])
		}
	} else {
		for _, i := range set {
			l.answers = append(l.answers, w.game.Feedback(f.codes[i], c.guess))
		}
	}
	counts, next := l.counts, l.next
	clear(counts)
	for _, a := range l.answers {
		counts[a]++
	}
	at := 0
	for a, n := range counts {
		next[a] = at
		at += n
	}
	l.places = slices.Grow(l.places[:0], len(set))[:len(set)]
	for i, a := range l.answers {
		l.places[next[a]] = uint16(i)
		next[a]++
	}
	return counts
}
