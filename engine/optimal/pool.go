package optimal

import (
	"sync"
	"sync/atomic"
)

// A workerPool is workers, of type W, that wait for work.
type workerPool[W any] struct {
	mu     sync.Mutex
	wake   sync.Cond // of mu
	tasks  []func(W)
	idle   int
	wanted atomic.Int32 // how many more tasks there is somebody idle for
	closed bool
}

func newWorkerPool[W any]() *workerPool[W] {
	p := &workerPool[W]{}
	p.wake.L = &p.mu
	return p
}

// offer leaves a task to an idle worker, if there is one, and counts it.
func (p *workerPool[W]) offer(task func(W), count *int) {
	if p.wanted.Load() <= 0 {
		return // which is mostly so, and costs no lock
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.idle <= len(p.tasks) {
		return
	}
	*count++
	p.tasks = append(p.tasks, task)
	p.tell()
	p.wake.Broadcast()
}

// tell says for how many more tasks there is somebody idle. The lock is held.
func (p *workerPool[W]) tell() { p.wanted.Store(int32(p.idle - len(p.tasks))) }

// work does tasks until the condition, which is looked at whenever a task has
// been added or done, holds.
func (p *workerPool[W]) work(w W, until func() bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !until() {
		if len(p.tasks) == 0 {
			p.idle++
			p.tell()
			p.wake.Wait()
			p.idle--
			p.tell()
			continue
		}
		task := p.tasks[len(p.tasks)-1]
		p.tasks = p.tasks[:len(p.tasks)-1]
		p.tell()
		p.mu.Unlock()
		task(w)
		p.mu.Lock()
		p.wake.Broadcast()
	}
}

// close lets the workers go.
func (p *workerPool[W]) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.wake.Broadcast()
}
