package notebook

import (
	"fmt"
	"sync"
)

// A Listener hears how a run is getting on. Each of its functions may be nil.
type Listener struct {
	// Warn gets warnings.
	Warn func(text string)
	// Progress shows how far work has come.
	Progress progress
	// Finished gets each entry whose files are there. An error ends the run.
	Finished func(Finished) error
	// Answered gets each task that is answered, and how many seconds that took, 0 if the
	// answer was there. Calls do not overlap. An error ends the work.
	Answered func(t Task, answer any, seconds float64) error

	mu       sync.Mutex // guards the fields below, and calls of Finished
	done, of int        // entries of the run that are finished, and all of them
	shown    string     // the work that the progress names
}

// A Finished entry has its files in the results folder.
type Finished struct {
	Entry  string
	Answer string // the first finding of its page
	Done   int    // entries of the run that are finished
	Of     int    // entries of the run
}

// A progress shows how far work has come. Its methods may be called from several
// goroutines.
type progress interface {
	Start(what string)   // names the work from now on
	Add(seconds float64) // this much work is done, as its cost was estimated
}

func (l *Listener) warn(text string) {
	if l.Warn != nil {
		l.Warn(text)
	}
}

func (l *Listener) start(what string) {
	if l.Progress != nil {
		l.Progress.Start(what)
	}
}

func (l *Listener) add(seconds float64) {
	if l.Progress != nil {
		l.Progress.Add(seconds)
	}
}

// announce tells that an entry is finished.
func (l *Listener) announce(entry, answer string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done++
	if l.Finished == nil {
		return nil
	}
	return l.Finished(Finished{
		Entry:  entry,
		Answer: answer,
		Done:   l.done,
		Of:     l.of,
	})
}

// startEntry shows that an entry is worked on.
func (l *Listener) startEntry(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	what := name
	if l.of > 1 {
		what = fmt.Sprintf("%d of %d, %s", l.done, l.of, name)
	}
	if what != l.shown {
		l.shown = what
		l.start(what)
	}
}
