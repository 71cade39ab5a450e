package base

import (
	"time"
)

// A Worker is standard error in a browser: it shows the estimated time of work, in seconds
// of a terminal, and its progress.
type Worker interface{ Work(state any) }

// A workState describes work for a [Worker].
type workState struct {
	What    string  `json:"what,omitempty"`
	Seconds float64 `json:"seconds,omitempty"` // of all work
	Done    float64 `json:"done"`              // of these
	Search  any     `json:"search,omitempty"`  // the progress of a search
}

// A Progress tells of work that is estimated to take some seconds.
type Progress struct {
	*workState
	worker Worker
	told   *time.Time
}

func (a *App) NewProgress(seconds float64) Progress {
	w, _ := a.Stderr.(Worker)
	p := Progress{&workState{Seconds: seconds}, w, &time.Time{}}
	p.Start("")
	return p
}

// Start names the work that begins.
func (p Progress) Start(what string) {
	p.What = what
	p.tell()
}

// Add counts an estimated number of seconds of work.
func (p Progress) Add(seconds float64) {
	p.Done += seconds
	if time.Since(*p.told) >= workEvery {
		p.tell()
	}
}

const workEvery = 50 * time.Millisecond

func (p Progress) tell() {
	if *p.told = time.Now(); p.worker != nil {
		p.worker.Work(*p.workState)
	}
}

func (p Progress) Finish() error { return nil }

func (p Progress) Clear() error { return nil }

// ProgressOf returns a function that tells the progress of a search.
func ProgressOf[P any](a *App, text func(P) string) func(P) {
	w, ok := a.Stderr.(Worker)
	if !ok {
		return nil
	}
	told := time.Time{}
	return func(p P) {
		if time.Since(told) >= workEvery {
			told = time.Now()
			w.Work(workState{What: text(p), Search: p})
		}
	}
}

func (a *App) ClearProgress() {}
