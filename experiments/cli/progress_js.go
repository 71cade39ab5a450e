package cli

import "time"

// A Worker is standard error in a browser: it shows the estimated time of work, in seconds
// of a terminal, and its progress.
type Worker interface{ Work(state any) }

// A workState is what a [Worker] shows.
type workState struct {
	What    string  `json:"what,omitempty"`
	Seconds float64 `json:"seconds,omitempty"` // of all work
	Done    float64 `json:"done"`              // of these
	Search  any     `json:"search,omitempty"`  // where a search is
}

// A progress tells of work that is estimated to take some seconds.
type progress struct {
	*workState
	worker Worker
	told   *time.Time
}

func (a *app) newProgress(seconds float64) progress {
	w, _ := a.stderr.(Worker)
	p := progress{&workState{Seconds: seconds}, w, &time.Time{}}
	p.Start("")
	return p
}

// Start says what is worked on from now on.
func (p progress) Start(what string) {
	p.What = what
	p.tell()
}

// Add counts work of as many seconds, as estimated.
func (p progress) Add(seconds float64) {
	p.Done += seconds
	if time.Since(*p.told) >= workEvery {
		p.tell()
	}
}

const workEvery = 50 * time.Millisecond

func (p progress) tell() {
	if *p.told = time.Now(); p.worker != nil {
		p.worker.Work(*p.workState)
	}
}

func (p progress) Finish() error { return nil }
func (p progress) Clear() error  { return nil }

// progressOf returns a function that tells how far a search has come.
func progressOf[P any](a *app, text func(P) string) func(P) {
	w, ok := a.stderr.(Worker)
	if !ok {
		return nil
	}
	return func(p P) { w.Work(workState{What: text(p), Search: p}) }
}

func (a *app) clearProgress() {}
