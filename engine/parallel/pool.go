package parallel

import (
	"sync"
	"sync/atomic"
)

// A Pool runs tasks on workers, of type W, that wait for more. Each kind of task has a
// number of open ones, which only the pool changes and reads once there are workers: they
// stay until none is open of the kind that they wait for.
type Pool[W any] struct {
	mu     sync.Mutex
	wake   sync.Cond // of mu: a task was added, or the last of some is done
	tasks  []func(W)
	idle   int
	wanted atomic.Int32 // how many more tasks there is somebody idle for
}

// NewPool returns a pool to which no worker has come yet.
func NewPool[W any]() *Pool[W] {
	p := &Pool[W]{}
	p.wake.L = &p.mu
	return p
}

// Add leaves a task to the next worker that is free: the one added last is done first.
func (p *Pool[W]) Add(task func(W), open *int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(task, open)
}

// Offer leaves a task to a worker that is idle, if there is one.
func (p *Pool[W]) Offer(task func(W), open *int) bool {
	if p.wanted.Load() <= 0 {
		return false // which is mostly so, and costs no lock
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
	p.tell()
	p.wake.Signal()
}

// Done counts a task as done. The pool does it for tasks that were added to it.
func (p *Pool[W]) Done(open *int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if *open--; *open == 0 {
		p.wake.Broadcast()
	}
}

// tell says for how many more tasks there is somebody idle. The lock is held.
func (p *Pool[W]) tell() { p.wanted.Store(int32(p.idle - len(p.tasks))) }

// Work has a worker do tasks, whoever added them, until none of those counted is open.
func (p *Pool[W]) Work(w W, open *int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for *open > 0 {
		last := len(p.tasks) - 1
		if last < 0 {
			p.idle++
			p.tell()
			p.wake.Wait()
			p.idle--
			p.tell()
			continue
		}
		task := p.tasks[last]
		p.tasks[last], p.tasks = nil, p.tasks[:last]
		p.tell()
		p.mu.Unlock()
		task(w)
		p.mu.Lock()
	}
}
