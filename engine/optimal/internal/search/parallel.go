package search

import (
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/parallel"
)

// trials are the choices at one set being tried for the least cost. Of several
// that cost the least the first in order wins, whoever tried it and when: each
// is tried for less than those before it that have been tried to the end, never
// for less than those after it. So the winner does not depend on the schedule.
type trials struct {
	candidates set
	k          int
	past       history
	lower      Cost // no choice costs less

	mu        sync.Mutex // of what follows
	choices   Choices    // left
	promising bool       // choices is a list, the most promising first, rather than a heap
	taken     int        // choices taken
	done      bool

	best  Cost // the least so far; at first the limit
	guess game.Code
	index int // of the best among the choices; -1 if none was below the limit
}

// next takes the next choice, with the limit that it is to be tried for.
func (t *trials) next() (c Choice, index int, limit Cost, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done || t.index >= 0 && t.best <= t.lower {
		return c, 0, 0, false // nothing is better
	}

	if t.promising {
		i := slices.IndexFunc(t.choices, func(c Choice) bool { return c.Bound < t.best })
		if i < 0 {
			t.done = true
			return c, 0, 0, false
		}
		c = t.choices[i]
		t.choices = t.choices[i+1:]
	} else {
		c, ok = t.choices.Next()
		if !ok || c.Bound >= t.best {
			t.done = true // the bounds of all that follow are no less
			return c, 0, 0, false
		}
	}

	index = t.taken
	t.taken++
	return c, index, t.best, true
}

// record notes what a choice costs.
func (t *trials) record(c Choice, index int, v Cost) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if v < t.best || v == t.best && index < t.index {
		t.best, t.guess, t.index = v, c.Code(), index
	}
}

// tryOne tries the next choice, if there is one that could win.
func (w *worker) tryOne(t *trials) (more bool) {
	c, index, limit, ok := t.next()
	if !ok {
		return false
	}
	if c.lower >= limit {
		return true
	}
	if v, ok := w.try(t.candidates, c, t.k, t.past, limit); ok {
		t.record(c, index, v)
	}
	return true
}

// tryAll tries choices until none is left that could win.
func (w *worker) tryAll(t *trials) {
	for w.ctx.Err() == nil && w.tryOne(t) {
	}
}

// parallelFrom is the number of candidates from which idle workers help to try
// the choices.
const parallelFrom = 16

// tryInParallel is tryAll by this worker and the idle ones.
func (w *worker) tryInParallel(t *trials) {
	helpers := 0
	for w.ctx.Err() == nil {
		w.workers.Offer(func(helper *worker) { helper.tryAll(t) }, &helpers)
		if !w.tryOne(t) {
			break
		}
	}
	w.workers.Work(w, &helpers)
}

// StartHelpers starts goroutines that help, so that the given number of workers search. end stops
// them.
func (s *shared) StartHelpers(workers int) (end func()) {
	if workers <= 1 {
		return func() {}
	}

	s.workers = parallel.NewPool[*worker]()
	s.known.share()
	solving := 1 // the task that the helpers stay for
	var helpers sync.WaitGroup
	for range workers - 1 {
		helpers.Go(func() { s.workers.Work(s.newWorker(), &solving) })
	}
	return func() {
		s.workers.Done(&solving)
		helpers.Wait()
	}
}
