package optimal

import (
	"sync"

	"codebreak/engine/game"
)

// A race is the choices of one node being tried for the least cost. Of several
// that cost the least the first in order wins, whoever tried it and when: each
// is tried for less than those before it that have been tried to the end, never
// for less than those after it. So what wins does not depend on the schedule.
type race struct {
	mu     sync.Mutex
	best   cost // what is to be beaten
	guess  game.Code
	index  int // of the best among the choices; -1 if none was below the limit
	taken  int // choices taken
	done   bool
	active int // workers trying a choice
}

// take takes the next choice, with the limit that it is to be tried for.
func (r *race) take(cs *choices, least cost) (c choice, index int, limit cost, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done || r.index >= 0 && r.best <= least {
		return c, 0, 0, false // nothing is better
	}
	c, ok = cs.next()
	if !ok || c.bound >= r.best {
		r.done = true // as are the bounds of all that follow
		return c, 0, 0, false
	}
	index = r.taken
	r.taken++
	return c, index, r.best, true
}

// finish reports what a choice costs.
func (r *race) finish(c choice, index int, v cost) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v < r.best || v == r.best && index < r.index {
		r.best, r.guess, r.index = v, c.code(), index
	}
}

// compete tries choices until none is left that could win.
func (w *worker) compete(r *race, cs *choices, candidates set, k int, at place, least cost) {
	for w.ctx.Err() == nil {
		c, index, limit, ok := r.take(cs, least)
		if !ok {
			return
		}
		if v, ok := w.try(candidates, c, k, at, limit); ok {
			r.finish(c, index, v)
		}
	}
}

// A crew is workers that wait for work.
type crew struct {
	mu     sync.Mutex
	wake   sync.Cond // of mu
	tasks  []func(*worker)
	idle   int
	closed bool
}

// spawn leaves a task to a worker that waits, if there is one.
func (c *crew) spawn(task func(*worker)) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.idle <= len(c.tasks) {
		return false
	}
	c.tasks = append(c.tasks, task)
	c.wake.Broadcast()
	return true
}

// help does tasks until the condition, which is looked at whenever a task has
// been added or done, holds.
func (c *crew) help(w *worker, until func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !until() {
		if len(c.tasks) == 0 {
			c.idle++
			c.wake.Wait()
			c.idle--
			continue
		}
		task := c.tasks[len(c.tasks)-1]
		c.tasks = c.tasks[:len(c.tasks)-1]
		c.mu.Unlock()
		task(w)
		c.mu.Lock()
		c.wake.Broadcast()
	}
}

// sharedFrom is the number of candidates from which the choices at a node are
// shared with workers that wait.
const sharedFrom = 16

// share is compete by this worker and those that wait for work.
func (w *worker) share(r *race, cs *choices, candidates set, k int, at place, least cost) {
	helpers := 0 // under the crew's lock
	helped := func(helper *worker) {
		helper.compete(r, cs, candidates, k, at, least)
		w.crew.mu.Lock()
		helpers--
		w.crew.mu.Unlock()
	}
	for w.ctx.Err() == nil {
		w.crew.mu.Lock()
		helpers++
		w.crew.mu.Unlock()
		if !w.crew.spawn(helped) {
			w.crew.mu.Lock()
			helpers--
			w.crew.mu.Unlock()
		}
		c, index, limit, ok := r.take(cs, least)
		if !ok {
			break
		}
		if v, ok := w.try(candidates, c, k, at, limit); ok {
			r.finish(c, index, v)
		}
	}
	w.crew.help(w, func() bool { return helpers == 0 })
}

func newCrew() *crew {
	c := &crew{}
	c.wake.L = &c.mu
	return c
}

// close lets the workers go.
func (c *crew) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.wake.Broadcast()
}
