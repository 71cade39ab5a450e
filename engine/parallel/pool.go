package parallel

import (
	"sync"
	"sync/atomic"
)

// A Pool runs tasks on workers of type W. Each kind of task has a number of open tasks, which
// only the pool changes and reads once there are workers. A worker stays, and waits for
// more tasks, until no task of its kind is open.
type Pool[W any] struct {
	mu     sync.Mutex
	wake   sync.Cond // signals that a task was added, or that the last of a kind is done
	tasks  []func(W)
	idle   int
	wanted atomic.Int32 // the number of idle workers without a task
}

// NewPool returns a pool without workers.
func NewPool[W any]() *Pool[W] {
	p := &Pool[W]{}
	p.wake.L = &p.mu
	return p
}

// Add leaves a task to the next free worker: the last task is done first.
func (p *Pool[W]) Add(task func(W), open *int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(task, open)
}

// Offer leaves a task to an idle worker, if there is one.
func (p *Pool[W]) Offer(task func(W), open *int) bool {
	if p.wanted.Load() <= 0 {
		return false // the usual case, which costs no lock
	}

	p.mu.Lock()
	defer p.mu.Unlock()
	idle := p.idle > len(p.tasks)
	if idle {
		p.add(task, open)
	}
	return idle
}

// add adds a task and counts it. The lock is held.
func (p *Pool[W]) add(task func(W), open *int) {
	*open++
	p.tasks = append(p.tasks, func(w W) {
		task(w)
		p.Done(open)
	})
	p.countWanted()
	p.wake.Signal()
}

// Done counts a task as done. The pool calls it for the tasks added to it.
func (p *Pool[W]) Done(open *int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*open--
	if *open == 0 {
		p.wake.Broadcast()
	}
}

// countWanted counts the idle workers without a task. The lock is held.
func (p *Pool[W]) countWanted() {
	p.wanted.Store(int32(p.idle - len(p.tasks)))
}

// Work lets a worker do tasks of any kind until no task of the given kind is open.
func (p *Pool[W]) Work(w W, open *int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for *open > 0 {
		last := len(p.tasks) - 1
		if last < 0 {
			p.idle++
			p.countWanted()
			p.wake.Wait()
			p.idle--
			p.countWanted()
			continue
		}

		task := p.tasks[last]
		p.tasks[last], p.tasks = nil, p.tasks[:last]
		p.countWanted()

		p.mu.Unlock()
		task(w)
		p.mu.Lock()
	}
}
